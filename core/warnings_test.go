package core

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// own returns the findings under a Result's label; package diagnosis tests the rest.
func own(r *Result) []model.Finding { return findingsOf(r) }

func codesOf(ws []model.Finding) []string {
	codes := []string{}
	for _, w := range ws {
		code := string(w.Code)
		if w.Attribute != "" {
			code += " " + w.Attribute
		}
		codes = append(codes, code)
	}
	return codes
}

// crowd builds n labelled objects; judge adds the judgments of each.
func crowd(n int, judge func(b *model.Builder, i, o int)) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for i := range n {
		o := b.Object(fmt.Sprintf("o%d", i))
		b.SetLabel(y, o, float64(i*i%17))
		judge(b, i, o)
	}
	return b.Build()
}

// fair adds two judgments by nobody known that are worth having.
func fair(b *model.Builder, i, o int, attribute string) {
	a := b.Attribute(attribute)
	b.Add(o, a, model.NoRater, float64(i*i%17))
	b.Add(o, a, model.NoRater, float64(i*i%17+i%3))
}

// TestPairsAreNamed: pairs whose covariance is borrowed are listed by name, the
// first few of many.
func TestPairsAreNamed(t *testing.T) {
	ds := crowd(60, func(b *model.Builder, i, o int) {
		for _, name := range []string{"a", "b", "c", "d"} {
			fair(b, i, o, name)
		}
	})
	r := solve(t, ds, Request{})
	if len(r.known.all.Borrowed) > 0 || len(r.known.all.Unsupported) > 0 {
		t.Fatalf("complete data borrow %v and lack %v", r.known.all.Borrowed, r.known.all.Unsupported)
	}
	r.known.all.Borrowed = [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}
	r.known.all.Unsupported = [][2]int{{1, 3}}
	var messages []string
	for _, w := range findingsOf(r) {
		messages = append(messages, w.Message)
	}
	text := strings.Join(messages, "\n")
	for _, want := range []string{
		"6 pairs of attributes (a and b, a and c, a and d, b and c, b and d, c and d) were never judged by different raters",
		"1 pair of attributes (b and d) has no object in common",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the warnings lack %q:\n%s", want, text)
		}
	}
}

func TestWarnings(t *testing.T) {
	by := func(b *model.Builder, o int, attribute string, rater int, x float64) {
		b.Add(o, b.Attribute(attribute), b.RaterID(fmt.Sprint("w", rater)), x)
	}
	for _, c := range []struct {
		name string
		ds   *model.Dataset
		want []string
	}{
		{"nothing odd", crowd(30, func(b *model.Builder, i, o int) { fair(b, i, o, "a") }), []string{}},
		{"few objects", crowd(29, func(b *model.Builder, i, o int) { fair(b, i, o, "a") }), []string{"few-objects"}},
		{"unusable attributes", crowd(40, func(b *model.Builder, i, o int) {
			fair(b, i, o, "fair")
			b.Attribute("unjudged")
			b.Add(o, b.Attribute("single"), model.NoRater, float64(i))
			for k := range 2 {
				b.Add(o, b.Attribute("constant"), model.NoRater, 5)
				b.Add(o, b.Attribute("same mean"), model.NoRater, float64(1-2*k)*float64(i))
				b.Add(o, b.Attribute("huge"), model.NoRater, 1e200*float64(i+k))
			}
		}), []string{"asked-once", "no-judgments unjudged", "constant-attribute constant", "constant-attribute same mean", "values-too-large huge"}},
		{"no candidate", crowd(40, func(b *model.Builder, i, o int) {
			b.Add(o, b.Attribute("constant"), model.NoRater, 1)
		}), []string{"no-candidate", "constant-attribute constant"}},
		{"one judgment a cell", crowd(40, func(b *model.Builder, i, o int) {
			b.Add(o, b.Attribute("single"), model.NoRater, float64(i))
		}), []string{"asked-once"}},
		{"attributes of different objects", crowd(40, func(b *model.Builder, i, o int) {
			fair(b, i, o, string(rune('a'+i%3)))
		}), []string{"unsupported-pairs", "noise-free-gaps"}},
		{"a rater says everything twice", crowd(40, func(b *model.Builder, i, o int) {
			by(b, o, "a", i, float64(i))
			by(b, o, "a", i, float64(i))
			by(b, o, "a", 100+i, float64(i+i%2))
		}), []string{"repeated-rater"}},
		{"one rater for all of an object", crowd(100, func(b *model.Builder, i, o int) {
			fair(b, i, o, "c")
			for k := range 5 {
				by(b, o, "a", i, float64(i)) // only the first counts
				by(b, o, "b", i, float64(i+k))
			}
			if i%2 == 0 {
				by(b, o, string(rune('a'+i/2%2)), 200+i, float64(i+1))
				by(b, o, string(rune('a'+1-i/2%2)), 200+i, float64(i+1))
			}
		}), []string{"repeated-rater"}},
		{"the same rater on both attributes of an object", crowd(100, func(b *model.Builder, i, o int) {
			fair(b, i, o, "c")
			if i < 50 {
				by(b, o, "a", i, float64(i))
				by(b, o, "b", i, float64(i*i))
				return
			}
			by(b, o, string(rune('a'+i%2)), i, float64(i))
			by(b, o, string(rune('a'+i%2)), 100+i, float64(i+1))
		}), []string{"same-raters", "noise-free-gaps"}},
		{"the label among the attributes", crowd(40, func(b *model.Builder, i, o int) {
			fair(b, i, o, "a")
			fair(b, i, o, "y")
		}), []string{"named-like-label y"}},
		{"the label among the attributes, of no use", crowd(40, func(b *model.Builder, i, o int) {
			fair(b, i, o, "a")
			b.Add(o, b.Attribute("y"), model.NoRater, 1)
		}), []string{"constant-attribute y"}},
		{"twenty raters", panel(20), []string{}},
		{"nineteen raters", panel(19), []string{"few-raters"}},
	} {
		r := solve(t, c.ds, Request{})
		if got := codesOf(own(r)); !slices.Equal(got, c.want) {
			t.Errorf("%s: warnings %q, want %q", c.name, got, c.want)
		}
		for _, w := range r.Warnings {
			if w.Message == "" || w.Attribute != "" && !strings.Contains(w.Message, w.Attribute) {
				t.Errorf("%s: message %q of %s", c.name, w.Message, w.Attribute)
			}
		}
	}
}

// panel is judged by n raters, two an object, who share the work equally.
func panel(n int) *model.Dataset {
	return crowd(n*n, func(b *model.Builder, i, o int) {
		for k := range 2 {
			rater := b.RaterID(fmt.Sprint("w", (i+k*(1+i/n%(n-1)))%n))
			b.Add(o, b.Attribute("a"), rater, float64(i*i%17+i*k%3))
		}
	})
}

// TestExcludedNeedsNoWarning: that the label's own column is left out settles
// the matter.
func TestExcludedNeedsNoWarning(t *testing.T) {
	ds := crowd(40, func(b *model.Builder, i, o int) {
		fair(b, i, o, "a")
		fair(b, i, o, "y")
	})
	if r := solve(t, ds, Request{Settings: model.Settings{}.WithExcluded("y", true)}); len(r.Warnings) != 0 {
		t.Errorf("warnings %+v", r.Warnings)
	}
	r := solve(t, ds, Request{Settings: model.Settings{}.WithExcluded("y", true).WithExcluded("a", true)})
	if codes := codesOf(r.Warnings); !slices.Equal(codes, []string{"no-candidate"}) {
		t.Errorf("all excluded: warnings %q", codes)
	}
}

// TestOptimisticSelection: a projected loss below 0 carries its warning, into
// the predictor too.
func TestOptimisticSelection(t *testing.T) {
	below, above := 0, 0
	for r, seed := range results(t, 120, fresh.Seed(t, 700)) {
		s := r.At(selection.Full, r.Max)
		codes := codesOf((&Pick{Result: r, Selection: s}).Warnings())
		if s.Loss < 0 {
			below++
		} else {
			above++
		}
		p := r.Predictor(&s)
		if warned := slices.Contains(codes, "too-few-objects"); warned != (s.Loss < 0) || warned != slices.Contains(codesOf(p.Warnings), "too-few-objects") {
			t.Fatalf("seed %d: loss %g, warnings %v and %v", seed, s.Loss, codes, codesOf(p.Warnings))
		}
	}
	if fresh.Fixed() && (below < 5 || above < 5) {
		t.Errorf("%d losses below 0, %d above: the test lost its power", below, above)
	}
}

// TestDominantObject: an object with more than a fifth of the label's sum of squares is
// named. One label of c among n-1 labels ±1 has the share (1-1/n) c²/(c²(1-1/n)+n-1).
func TestDominantObject(t *testing.T) {
	const n = 81
	for _, c := range []struct {
		share float64
		want  bool
	}{{.17, false}, {.19, false}, {.21, true}, {.24, true}} {
		ds := crowd(n, func(b *model.Builder, i, o int) { fair(b, i, o, "a") })
		y := ds.Label("y").Values
		for i := range y {
			y[i] = float64(1 - 2*(i%2))
		}
		y[n-1] = math.Sqrt(c.share * n / (1 - c.share))
		r := solve(t, ds, Request{})
		if object, share := dominant(r); object != ds.Objects[n-1] || math.Abs(share-c.share) > .005 {
			t.Errorf("%s has %g, want %g", object, share, c.share)
		}
		if slices.Contains(codesOf(own(r)), string(model.CodeDominantObject)) != c.want {
			t.Errorf("share %g: %v", c.share, codesOf(own(r)))
		}
	}
}

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
	const worlds = 5
	told := map[bool]int{}
	for range worlds {
		for _, same := range []bool{true, false} {
			ds := whole(80+rng.IntN(200), 3+rng.IntN(30), same, rng)
			r := solve(t, ds, Request{Range: 30 * model.Unit})
			if validate(t, r, 0, selection.Full).LabelRaters() != "" {
				told[same]++
			}
		}
	}
	if told[true] < worlds*8/10 || told[false] > fresh.AtMost(worlds, .02) {
		t.Errorf("of %d labels by the same raters %d are told, of %d by others %d", worlds, told[true], worlds, told[false])
	}
	for range 2 { // many attributes, of which b is noisy
		ds := simulate.Draw(simulate.World{Objects: 200, Attributes: 80, K: 2}, rng.Uint64())
		if got := validate(t, solve(t, ds, Request{Range: 30 * model.Unit}), 0, selection.Full).LabelRaters(); got != "" {
			t.Errorf("80 attributes of 200 objects: %s", got)
		}
	}
	ds := whole(120, 5, true, rng)
	for by, want := range map[string]string{
		model.LabelByOthers: "", model.LabelBySame: "All this is for objects that the same raters label, too",
	} {
		r := solve(t, ds, Request{Settings: model.Settings{LabelBy: by}, Range: 10 * model.Unit})
		if got := validate(t, r, 0, selection.Full).LabelRaters(); got != want {
			t.Errorf("by %s: %q", by, got)
		}
	}
}

// TestLabelComputed: a label that is the sum of the judgments is told, one with noise of its own is not.
func TestLabelComputed(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 6), 6))
	for _, noise := range []float64{0, 1} {
		b := new(model.Builder)
		label := b.AddLabel("total")
		for i := range 150 {
			object, sum := b.Object(fmt.Sprint("o", i)), noise*rng.NormFloat64()
			for _, name := range []string{"clear", "warm"} {
				for r := range 2 {
					x := float64(1 + rng.IntN(5))
					b.Add(object, b.Attribute(name), b.RaterID(fmt.Sprint("r", r)), x)
					sum += x
				}
			}
			b.SetLabel(label, object, sum)
		}
		r := solve(t, b.Build(), Request{Range: 12 * model.Unit})
		if got := validate(t, r, 0, selection.Full).LabelRaters(); (got != "") != (noise == 0) {
			t.Errorf("noise %v: %q", noise, got)
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
