package core

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fms-tui/core/selection"
	"fms-tui/model"
)

func TestHonestWarnings(t *testing.T) {
	for _, c := range []struct {
		loss, noise float64
		want        string
	}{
		{-.1, 0, "honest-below-zero"},
		{-.1, -.2, "honest-below-zero"},
		{.1, .2, "honest-below-noise"},
		{0, 0, ""},
		{3, 1, ""},
		{1, 1, ""},
		{math.NaN(), 1, ""},
		{1, math.NaN(), ""},
	} {
		var got string
		for _, w := range HonestWarnings(Estimate{Loss: c.loss}, c.noise) {
			got += string(w.Code)
		}
		if got != c.want {
			t.Errorf("an honest loss of %g with noise %g: %q, want %q", c.loss, c.noise, got, c.want)
		}
	}
}

// haloCrowd are objects whose two attributes the given number of raters judged, each
// with the same error on both. Without rater ids these errors seem to average out.
func haloCrowd(objects, raters int, named bool) *model.Dataset {
	b := new(model.Builder)
	label := b.AddLabel("y")
	random := rand.New(rand.NewPCG(3, 4))
	for i := range objects {
		o := b.Object(strconv.Itoa(i))
		z := random.NormFloat64()
		for j := range raters {
			halo := 2 * random.NormFloat64()
			w := model.NoRater
			if named {
				w = b.RaterID(fmt.Sprint("w", (3*i+j)%20))
			}
			b.Add(o, b.Attribute("a"), w, z+halo+.5*random.NormFloat64())
			b.Add(o, b.Attribute("b"), w, z+halo+.5*random.NormFloat64())
		}
		b.SetLabel(label, o, z)
	}
	return b.Build()
}

// pickOf is what Full chooses at a budget, seen.
func pickOf(t *testing.T, ds *model.Dataset, s model.Settings, budget int) Pick {
	t.Helper()
	tuning, err := NewStudy(ds).Tune(context.Background(), Request{Settings: s}, 5)
	if err != nil {
		t.Fatal(err)
	}
	answer := tuning.At(selection.Full, model.Units(budget))
	p := Pick{Answer: answer, Selection: answer.At(selection.Full, model.Units(budget))}
	if len(p.Warnings()) > 0 && p.Warnings()[0].Code == "refuted" {
		t.Error("refuted before anything is seen")
	}
	if err := p.See(context.Background()); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestBeyondCells: more repeats than a cell holds are said, as many are not.
func TestBeyondCells(t *testing.T) {
	ds := haloCrowd(200, 2, true)
	for budget, want := range map[int]bool{4: false, 9: true} {
		p := pickOf(t, ds, model.Settings{}.WithLimit("a", model.Limit{Min: 2}).WithLimit("b", model.Limit{Min: 2}), budget)
		at := p.BeyondCells(&p.Selection)
		if got := strings.Contains(strings.Join(codesOf(p.Warnings()), " "), "beyond-cells"); got != want || at >= 0 != want {
			t.Errorf("B = %d, repeats %v: warned %v", budget, p.Selection.Repeats, got)
		}
		said := strings.Contains(strings.Join(p.Remarks(), ""), "extrapolated: ")
		if said != want {
			t.Errorf("B = %d: %q", budget, p.Remarks())
		}
		if want && p.Selection.Repeats[at] != slices.Max(p.Selection.Repeats) {
			t.Errorf("repeats %v, the most are of %d", p.Selection.Repeats, at)
		}
	}
}

// TestPredictorOfForm holds the covariance of errors of one rater that a
// predictor of a form needs, and that singles have none.
func TestPredictorOfForm(t *testing.T) {
	ds := haloCrowd(300, 2, true)
	p := pickOf(t, ds, model.Settings{}.WithLimit("a", model.Limit{Min: 1}).WithLimit("b", model.Limit{Min: 1}), 4)
	halo := p.Predictor().Design.Halo
	if len(halo) != 2 || halo[0][0] != p.Attributes[0].V || math.Abs(halo[0][1]-4) > .8 {
		t.Errorf("C+ is %v, of errors that share a variance of 4", halo)
	}
	p = pickOf(t, ds, model.Settings{Design: model.Design{Kind: model.DesignSingle}}, 4)
	if d := p.Predictor().Design; d.Halo != nil {
		t.Errorf("singles share %v", d.Halo)
	}
}

func TestTwoDigits(t *testing.T) {
	for x, want := range map[float64]string{.914: ".91", -.311: "-.31", 1.2: "1.20", 0: ".00", -.001: ".00", 1: "1.00", -1.5: "-1.50"} {
		if got := twoDigits(x); got != want {
			t.Errorf("%g is written %s, want %s", x, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1056: "1,056", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
	}
}

// TestRefuted: the pilot's own judgments refute that errors of one rater average out.
// They do not refute the projection of the form, and refute nothing if few objects hold
// the judgments.
func TestRefuted(t *testing.T) {
	ds := haloCrowd(600, 6, false)
	both := model.Settings{}.WithLimit("a", model.Limit{Min: 1, Max: 1}).WithLimit("b", model.Limit{Min: 1, Max: 1})
	single, form := both, both
	single.Design.Kind, form.Design.Kind = model.DesignSingle, model.DesignForm
	p := pickOf(t, ds, single, 2)
	text := fmt.Sprintf("refuted by your own data: honest R² %s, seen %s on 600 objects",
		twoDigits(p.Selection.R2At(p.Estimate().Loss)), twoDigits(p.Selection.R2At(p.Seen.Loss)))
	if p.Refutation() != text || p.Warnings()[0].Code != "refuted" || !strings.HasPrefix(p.Warnings()[0].Message, text) {
		t.Errorf("%+v: %q, %v; want %q", p.Seen, p.Refutation(), p.Warnings(), text)
	}
	if p.Predictor().Warnings[0].Code != "refuted" {
		t.Errorf("the predictor is silent: %v", p.Predictor().Warnings)
	}
	f := pickOf(t, ds, form, 2)
	if f.Refutation() != "" || f.Seen.Objects != 600 || math.Abs(f.Seen.Off.Loss) > 3*f.Seen.Off.SE {
		t.Errorf("the form is refuted: %+v", f.Seen)
	}
	if few := pickOf(t, haloCrowd(25, 6, false), form, 2); few.Seen.Why == "" || few.Refutation() != "" {
		t.Errorf("25 objects: %+v", few.Seen)
	}
}

// TestRefutedLeast: a loss is refuted by what is beyond chance and matters.
func TestRefutedLeast(t *testing.T) {
	for _, c := range []struct {
		off, se, least float64
		want           bool
	}{
		{1e-16, 1e-18, 0, false},
		{.1, .01, .02, true},
		{-.1, .01, .02, true},
		{.1, .05, .02, false}, // chance
		{.1, .01, .11, false}, // within one standard error of the honest loss
		{0, 0, 0, false},
		{math.NaN(), math.NaN(), 0, false},
	} {
		s := Seen{Estimate: Estimate{Loss: .4}, Off: Estimate{Loss: c.off, SE: c.se}, least: c.least, blocks: 1000}
		if s.Refuted() != c.want {
			t.Errorf("%g ± %g, least %g: refuted %v", c.off, c.se, c.least, !c.want)
		}
	}
}
