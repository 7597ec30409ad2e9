package core

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// whole is a world of objects whose attributes go together. Raters without ids judge
// them; what a rater gets wrong about an object enters all that the rater says of it. The
// label is the mean of what raters say of the whole: of the same raters, or of others.
func whole(objects, attributes int, same bool, rng *rand.Rand) *model.Dataset {
	const raters = 3
	b := new(model.Builder)
	y := b.AddLabel("overall")
	loading := make([]float64, attributes)
	for a := range loading {
		loading[a] = .3 + .7*rng.Float64()
		b.Attribute(fmt.Sprintf("a%d", a))
	}
	for i := range objects {
		o := b.Object(fmt.Sprintf("o%d", i))
		truth, label := rng.NormFloat64(), 0.
		own := make([]float64, attributes)
		for a := range own {
			own[a] = .6 * rng.NormFloat64()
		}
		for range raters {
			halo := rng.NormFloat64()
			for a := range attributes {
				b.Add(o, a, model.NoRater, loading[a]*truth+own[a]+.9*halo+.6*rng.NormFloat64())
			}
			if !same {
				halo = rng.NormFloat64()
			}
			label += (truth + .9*halo + .3*rng.NormFloat64()) / raters
		}
		b.SetLabel(y, o, label)
	}
	return b.Build()
}

// TestLabelBy: a label by the raters of the judgments has a sign, a label by others has
// none, and who says who gave it hears of none.
func TestLabelBy(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 5), 5))
	const worlds = 40
	told := map[bool]int{}
	for range worlds {
		for _, same := range []bool{true, false} {
			ds := whole(80+rng.IntN(200), 3+rng.IntN(6), same, rng)
			r := solve(t, ds, Request{Range: 30 * model.Unit})
			if validate(t, r, 0, selection.Full).LabelRaters() != "" {
				told[same]++
			}
		}
	}
	if told[true] < worlds*8/10 || told[false] > worlds*5/100 {
		t.Errorf("of %d labels by the same raters %d are told, of %d by others %d", worlds, told[true], worlds, told[false])
	}
	ds := whole(120, 5, true, rng)
	for by, want := range map[model.LabelBy]string{
		model.LabelByOthers: "", model.LabelBySame: "All this is for objects that the same raters label, too",
	} {
		r := solve(t, ds, Request{Settings: model.Settings{LabelBy: by}, Range: 10 * model.Unit})
		if got := validate(t, r, 0, selection.Full).LabelRaters(); got != want {
			t.Errorf("by %s: %q", by, got)
		}
	}
}

// TestLabelMean: a label that is the mean of an attribute's judgments is told, however few
// digits it has.
func TestLabelMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	b := new(model.Builder)
	y := b.AddLabel("y")
	for i := range 60 {
		o := b.Object(fmt.Sprint(i))
		x := []float64{float64(rng.IntN(5)), float64(rng.IntN(5)), float64(rng.IntN(5))}
		for _, v := range x {
			b.Add(o, b.Attribute("quality"), model.NoRater, v)
			b.Add(o, b.Attribute("tone"), model.NoRater, v+rng.NormFloat64())
		}
		b.SetLabel(y, o, float64(int((x[0]+x[1]+x[2])/3*1e4+.5))/1e4)
	}
	r := solve(t, b.Build(), Request{Range: 10 * model.Unit})
	if got := r.labelMean(); got != "quality" {
		t.Errorf("the label is the mean of %q", got)
	}
}
