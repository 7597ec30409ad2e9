package core

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// attendance builds data in which rater w judges the objects from from[w] to to[w]-1;
// the anonymous objects at the end are judged by unknown raters, and the silent objects
// by nobody.
func attendance(objects, anonymous, silent int, spans ...[2]int) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for i := range objects + anonymous + silent {
		o := b.Object(fmt.Sprintf("o%d", i))
		b.SetLabel(y, o, float64(i*i%11))
		for w, s := range spans {
			for a := 0; i >= s[0] && i < s[1] && a < 2; a++ {
				b.Add(o, b.Attribute(string(rune('a'+a))), b.RaterID(fmt.Sprintf("w%d", w)), float64(i*i%(11+a)+w))
			}
		}
		if i >= objects && i < objects+anonymous {
			b.Add(o, b.Attribute("a"), model.NoRater, 1)
		}
	}
	return b.Build()
}

// repeated returns n times the same span.
func repeated(n, from, to int) [][2]int { return slices.Repeat([][2]int{{from, to}}, n) }

func TestPanelDetection(t *testing.T) {
	for _, c := range []struct {
		name  string
		ds    *model.Dataset
		panel bool
	}{
		{"three judge all 50", attendance(50, 0, 0, repeated(3, 0, 50)...), true},
		{"one judges 49", attendance(50, 0, 0, [2]int{0, 50}, [2]int{0, 50}, [2]int{0, 49}), false},
		{"three judge all 49", attendance(49, 0, 0, repeated(3, 0, 49)...), false},
		{"one judges 80 of 100", attendance(100, 0, 0, [2]int{0, 100}, [2]int{0, 100}, [2]int{10, 90}), true},
		{"one judges 79 of 100", attendance(100, 0, 0, [2]int{0, 100}, [2]int{0, 100}, [2]int{10, 89}), false},
		{"fifty judge all", attendance(50, 0, 0, repeated(50, 0, 50)...), true},
		{"fifty-one judge all", attendance(50, 0, 0, repeated(51, 0, 50)...), false},
		{"unknown raters judge a fifth more", attendance(60, 15, 0, repeated(2, 0, 60)...), true},
		{"unknown raters judge more than that", attendance(60, 16, 0, repeated(2, 0, 60)...), false},
		{"objects without judgments do not count", attendance(50, 0, 50, repeated(2, 0, 50)...), true},
		{"nobody known", attendance(0, 60, 0), false},
	} {
		found := findRaters(c.ds)
		if found.panel != c.panel || found.known != len(c.ds.Raters) {
			t.Errorf("%s: %+v of %d raters, want panel %v", c.name, found, len(c.ds.Raters), c.panel)
		}
	}
}

func TestRatersMode(t *testing.T) {
	crowd := attendance(60, 0, 0, [2]int{0, 60}, [2]int{0, 30}, [2]int{30, 60})
	panel := attendance(60, 0, 0, repeated(3, 0, 60)...)
	uneven, others := panelWithout(11), attendance(60, 1, 0, repeated(3, 0, 60)...)
	rows := attendance(60, 0, 0, repeated(3, 0, 60)...)
	rows.Nameless = []bool{true, true, true}
	nobody := simulate.Draw(simulate.World{Objects: 60, Attributes: 2, K: 2}, 1)
	for _, c := range []struct {
		name   string
		ds     *model.Dataset
		asked  model.Raters
		want   model.Raters
		reason string
	}{
		{"crowd", crowd, "", model.RatersAware, "3 raters are known by id"},
		{"crowd", crowd, model.RatersAuto, model.RatersAware, "3 raters are known by id"},
		{"panel", panel, model.RatersAuto, model.RatersFixed, "3 raters judged nearly all objects"},
		{"panel", panel, model.RatersAware, model.RatersAware, "as asked"},
		{"panel", panel, model.RatersFixed, model.RatersFixed, "as asked"},
		{"panel of whom one judged little of b", uneven, "", model.RatersAware, "judged b of 49 objects"},
		{"panel and others", others, model.RatersAuto, model.RatersAware, "1 judgments carry no rater"},
		{"nobody", nobody, model.RatersAuto, model.RatersPaper, "no rater ids"},
		{"crowd", crowd, model.RatersPaper, model.RatersPaper, "as asked"},
		{"rows", rows, "", model.RatersAware, "no rater is known by id"},
		{"nobody", nobody, model.RatersAware, model.RatersAware, "as asked"},
	} {
		r := solve(t, c.ds, Request{Settings: model.Settings{Raters: c.asked}})
		if r.Raters != c.want || !strings.Contains(r.RatersReason, c.reason) {
			t.Errorf("%s, %q asked: %s because %q", c.name, string(c.asked), r.Raters, r.RatersReason)
		}
		s := r.At(selection.Full, r.Max)
		if p := r.Predictor(&s); p.Raters.Mode != c.want {
			t.Errorf("%s, %q asked: predictor says %s", c.name, string(c.asked), p.Raters.Mode)
		}
	}
}

// panelWithout is a panel of three on 60 objects, the last of whom does not
// judge attribute b of the first n.
func panelWithout(n int) *model.Dataset {
	all := attendance(60, 0, 0, repeated(3, 0, 60)...)
	b := new(model.Builder)
	y := b.AddLabel("y")
	for i, id := range all.Objects {
		o := b.Object(id)
		b.SetLabel(y, o, all.Labels[0].Values[i])
		for j := all.Start[i]; j < all.Start[i+1]; j++ {
			if i >= n || all.Attr[j] != 1 || all.Rater[j] != 2 {
				b.Add(o, b.Attribute(all.Attributes[all.Attr[j]]), b.RaterID(all.Raters[all.Rater[j]]), all.Value[j])
			}
		}
	}
	return b.Build()
}

// TestFixedRefused: raters asked for as a panel must be fit for it.
func TestFixedRefused(t *testing.T) {
	for _, c := range []struct {
		ds   *model.Dataset
		want []string
	}{
		{panelWithout(11), []string{`"w2"`, "b", "49", "50"}},
		{attendance(60, 1, 0, repeated(3, 0, 60)...), []string{"1 judgments carry no rater"}},
	} {
		_, err := NewStudy(c.ds).Solve(context.Background(), Request{Settings: model.Settings{Raters: model.RatersFixed}})
		if err == nil {
			t.Errorf("no error; want one with %q", c.want)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q does not say %s", err, part)
			}
		}
	}
	solve(t, panelWithout(10), Request{Settings: model.Settings{Raters: model.RatersFixed}})
}

// TestPanelLimits: of a panel no more judgments can be bought than it has
// raters, and no more than asked for.
func TestPanelLimits(t *testing.T) {
	ds := attendance(60, 0, 0, repeated(3, 0, 60)...)
	s := model.Settings{Raters: model.RatersFixed}.WithLimit("b", model.Limit{Max: 2})
	for _, max := range []int{0, 1, 9} {
		s.MaxRepeats = max
		r := solve(t, ds, Request{Settings: s})
		want := []int{3, 2}
		if max == 1 {
			want[0] = 1
		}
		for a := range want {
			if got := r.Attributes[a].Limit.Max; got != want[a] {
				t.Errorf("at most %d of all, 2 of b: %s has limit %d, want %d", max, r.Attributes[a].Name, got, want[a])
			}
			for _, alg := range algorithms() {
				if n := r.At(alg, 50*model.Unit).Repeats[a]; n > want[a] {
					t.Errorf("%s buys %d judgments of %s, limit %d", alg, n, r.Attributes[a].Name, want[a])
				}
			}
		}
	}
}

// TestAwareWithoutRaters: where no rater is known, being aware of them changes
// nothing.
func TestAwareWithoutRaters(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 90, Attributes: 6, K: 3, Ragged: .3, Missing: .1}, 6)
	aware := solve(t, ds, Request{Settings: model.Settings{Raters: model.RatersAware}})
	paper := solve(t, ds, Request{Settings: model.Settings{Raters: model.RatersPaper}})
	for _, alg := range algorithms() {
		for _, b := range someBudgets(paper) {
			a, p := aware.At(alg, b), paper.At(alg, b)
			if !slices.Equal(a.Repeats, p.Repeats) || !near(a.Loss, p.Loss, paper.LabelVar, 1e-9) {
				t.Errorf("%s B=%s: aware %v at %g, paper %v at %g", alg, b, a.Repeats, a.Loss, p.Repeats, p.Loss)
			}
		}
	}
}
