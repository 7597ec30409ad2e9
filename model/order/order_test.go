package order

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
	"fms-tui/model/plan"
)

// random is a plan and an order for training objects that lack various judgments.
func random(rng *rand.Rand) *Order {
	all := &plan.Plan{}
	forms := []string{"", "f", "g"}
	for a := range 1 + rng.IntN(6) {
		at := plan.Attribute{Name: fmt.Sprintf("a%d", a), Judgments: 1 + rng.IntN(5), Price: model.Amount(rng.IntN(3))}
		if f := forms[rng.IntN(3)]; f != "" {
			at.Form = &f
		}
		all.Attributes = append(all.Attributes, at)
	}
	for _, f := range forms[1:] {
		all.Forms = append(all.Forms, plan.Form{Name: f, Price: model.Amount(10 * rng.IntN(2))})
	}
	for i := range 1 + rng.IntN(5) {
		for _, a := range all.Attributes {
			if n := rng.IntN(a.Judgments + 1); n > 0 {
				t := plan.Task{Object: fmt.Sprintf("o%d", i), Attribute: a.Name, Judgments: n}
				if a.Form != nil {
					t.Form = *a.Form
				}
				all.Training.Tasks = append(all.Training.Tasks, t)
			}
		}
	}
	return Missing(all, &model.Dataset{})
}

// TestCarriedOut: calls and batches both give every object each attribute as often as
// asked, never twice in a call, and an attribute by itself never with another.
func TestCarriedOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		o := random(rng)
		want, byCalls, byBatches := make(map[string]int), make(map[string]int), make(map[string]int)
		singles := make(map[string]bool)
		for _, x := range o.Objects {
			for _, a := range x.Asks {
				want[x.ID+" "+a.Attribute] += a.Times
				singles[a.Attribute] = a.Form == ""
			}
		}
		calls, judgments, cost := 0, 0, model.Amount(0)
		err := o.Calls(func(c Call) error {
			if err := c.Check(); err != nil {
				t.Error(err)
			}
			for _, a := range c.Asks() {
				byCalls[c.Object+" "+a]++
				judgments++
			}
			calls++
			cost += c.Price
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if n, j, p, err := o.Size(); n != calls || j != judgments || p != cost || err != nil {
			t.Errorf("Size is %d, %d, %s, %v; the calls are %d, %d, %s", n, j, p, err, calls, judgments, cost)
		}
		keys := make(map[string]bool)
		for _, b := range o.Batches() {
			key := fmt.Sprint(b.Form, b.Attributes, b.Raters)
			if keys[key] || b.Raters < 1 || len(b.Objects) == 0 || len(b.Attributes) > 1 && singles[b.Attributes[0]] {
				t.Errorf("batch %+v", b)
			}
			keys[key] = true
			for _, x := range b.Objects {
				for _, a := range b.Attributes {
					byBatches[x.ID+" "+a] += b.Raters
				}
			}
		}
		if !maps.Equal(byCalls, want) || !maps.Equal(byBatches, want) {
			t.Fatalf("asked %v\ncalls %v\nbatches %v", want, byCalls, byBatches)
		}
	}
}

// TestJudges: the judge is what stands before the criterion, points in its name
// included; without joined columns there is none.
func TestJudges(t *testing.T) {
	d := &model.Dataset{Attributes: []string{"gpt-4.1.tone", "gpt-4.1.depth", "o3.tone", "o3.depth", "v1.2", "height", "a.", ".b"}}
	if got := judges(d); got != nil {
		t.Errorf("judges %v of data without any", got)
	}
	d.Reading.Choices = []model.Choice{{Option: model.OptionAttribute, Value: "model,criterion"}}
	got := judges(d)
	for a, want := range map[string]string{"gpt-4.1.tone": "gpt-4.1", "gpt-4.1.depth": "gpt-4.1", "o3.tone": "o3", "v1.2": "", "height": ""} {
		if got[a] != want {
			t.Errorf("the judge of %s is %q, want %q", a, got[a], want)
		}
	}
}

// TestValues: few whole numbers are the options of a question.
func TestValues(t *testing.T) {
	var b model.Builder
	for i := range 30 {
		o := b.Object(fmt.Sprint(i))
		for name, x := range map[string]float64{"few": float64(5 - i%5), "many": float64(i), "half": float64(i%3) / 2, "binary": float64(i % 2), "below": float64(i%3 - 1)} {
			b.Add(o, b.Attribute(name), model.NoRater, x)
		}
	}
	ds := b.Build()
	for name, want := range map[string][]int{"few": {1, 2, 3, 4, 5}, "many": nil, "half": nil, "binary": {0, 1}, "below": {-1, 0, 1}, "none": nil} {
		if got := values(ds, name); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestTurkLayout: raters of Mechanical Turk give whole numbers of a scale where the pilot
// has them, and any number elsewhere.
func TestTurkLayout(t *testing.T) {
	b := new(model.Builder)
	for i := range 8 {
		o := b.Object(fmt.Sprint(i))
		b.Add(o, b.Attribute("scale"), model.NoRater, float64(1+i%5))
		b.Add(o, b.Attribute("height"), model.NoRater, 1.5*float64(i))
	}
	plan := &plan.Plan{Attributes: []plan.Attribute{{Name: "scale", Judgments: 1}, {Name: "height", Judgments: 1}}}
	o := New(plan, b.Build(), nil, []Object{{ID: "x"}})
	files, err := o.Files("mturk")
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	for _, f := range files {
		if err := f.Write(&page); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{`" min="1" max="5" step="1" required>`, `" step="any" required>`} {
		if strings.Count(page.String(), want) != 1 {
			t.Errorf("the page lacks %s:\n%s", want, page.String())
		}
	}
}
