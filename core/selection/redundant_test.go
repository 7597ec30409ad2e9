package selection

import (
	"fmt"
	"math"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// TestRedundant: of two noiseless attributes the second counts while a share
// of more than 1e-6 of its variance is its own, and not below: what an estimate
// from other objects leaves there is nobody's.
func TestRedundant(t *testing.T) {
	for _, c := range []struct{ share, want float64 }{
		{1e-2, .65}, {1e-4, .65}, {1e-5, .65}, {2e-6, .65}, {1e-7, .75}, {1e-9, .75}, {1e-13, .75},
	} {
		t.Run(fmt.Sprint(c.share), func(t *testing.T) {
			rho := math.Sqrt(1 - c.share)
			p := &Problem{
				// The second would add .1 to the objective .25 of the first.
				B: [][]float64{{.5, .5*rho + math.Sqrt(.1*c.share)}}, V: []float64{0, 0},
				Sigma: []float64{1, rho, rho, 1}, VarY: 1,
				Price: []model.Amount{model.Unit, model.Unit}, Candidate: []bool{true, true},
			}
			got := newCurve(t, p, Full, []model.Amount{5 * model.Unit}).Choices[0]
			if !(math.Abs(got.Loss-c.want) <= 1e-3) {
				t.Errorf("loss %g, want %g", got.Loss, c.want)
			}
			if w, loss := p.Weights(&got); !(math.Abs(loss-c.want) <= 1e-3) || c.want == .75 && w[0][0] != 0 && w[0][1] != 0 {
				t.Errorf("weights %v of loss %g, want %g", w, loss, c.want)
			}
		})
	}
}

// TestRedundantLater: an attribute that counted when it was bought goes on counting, in
// the curve and in the weights. It counts even if further judgments of another
// attribute leave less than the share needed to buy it.
func TestRedundantLater(t *testing.T) {
	w := simulate.World{
		Objects: 19, Attributes: 12, K: 3, Zero: 0.47268880352290776, Constant: 0.04956544711417981,
		Duplicate: 0.46511226966303193, Unlabelled: 0.09876220448317238, Scale: 2.855687251836233,
	}
	p := problemOf(t, simulate.Draw(w, 294843019), nil)
	last := p.VarY
	for i, c := range newCurve(t, p, Full, budgetsUpTo(80, model.Unit)).Choices {
		_, loss := p.Weights(&c)
		if !(c.Loss <= last) || !(math.Abs(loss-c.Loss) <= 1e-7*p.VarY) {
			t.Fatalf("B=%d: loss %g, %g before, that of the weights %g", i, c.Loss, last, loss)
		}
		last = c.Loss
	}
}
