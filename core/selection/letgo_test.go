package selection

import (
	"context"
	"reflect"
	"runtime"
	"testing"
	"weak"

	"fms-tui/core/internal/golden"
	"fms-tui/model"
)

// TestBareLetsGo: choices hold their problem no longer, with its matrices, and the same problem
// made again takes the weights that they kept, digit for digit.
func TestBareLetsGo(t *testing.T) {
	cases := golden.LoadForms(t)
	c := &cases.Crowd
	for i := range c.Designs {
		problem := func() *Problem { return goldenProblem(t, c, &c.Designs[i]) }
		for _, a := range []Algorithm{Full, Scoring, Exchange, Uniform} {
			curve, held, figures := chosenBare(t, problem(), a)
			runtime.GC()
			if held.Value() != nil {
				t.Fatalf("%s, %s: the problem is still held", c.Designs[i].Name, a)
			}
			again := problem().Again(figures)
			if k := curve.Choices[1].kept; k != nil && !reflect.DeepEqual(followed(again, curve)[1], k.w[0]) {
				t.Errorf("%s, %s: the weights kept are not taken", c.Designs[i].Name, a)
			}
		}
	}
}

func chosenBare(t *testing.T, p *Problem, a Algorithm) (*Curve, weak.Pointer[Problem], *Figures) {
	t.Helper()
	c, err := Choose(context.Background(), p, a, []model.Amount{3 * model.Unit, 9 * model.Unit})
	if err != nil {
		t.Fatal(err)
	}
	return c.Bare(), weak.Make(p), p.Figures()
}

// followed are the weights of a curve's choices.
func followed(p *Problem, c *Curve) (all [][]float64) {
	p.Follow(c.Choices, func(_ int, _, _ []int, w [][]float64) {
		all = append(all, append([]float64(nil), w[0]...))
	})
	return all
}
