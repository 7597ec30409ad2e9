package core

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// sheetsOf builds data of n objects of which each named group of attributes is
// judged by two raters of its own, whole.
func sheetsOf(n int, groups ...[]string) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		o := b.Object(fmt.Sprintf("o%d", i))
		level := r.NormFloat64()
		b.SetLabel(y, o, level+r.NormFloat64())
		for g, group := range groups {
			for j := range 2 {
				w := b.RaterID(fmt.Sprintf("w%d", (7*i+11*j+13*g)%40))
				halo := r.NormFloat64()
				for _, name := range group {
					b.Add(o, b.Attribute(name), w, level+halo+r.NormFloat64())
				}
			}
		}
	}
	return b.Build()
}

func parsed(t testing.TB, design string, sheets ...string) model.Design {
	t.Helper()
	d, err := model.ParseDesign(design)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range sheets {
		s, err := model.ParseSheet(text)
		if err != nil {
			t.Fatal(err)
		}
		if d, err = d.WithSheets(s); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// brief is a design as a test states it: kind, forms as name:price:attributes,
// panel.
func brief(d *Design) string {
	text := d.Kind
	for _, f := range d.Forms {
		text += fmt.Sprintf(" %s:%s:%v", f.Name, f.Price, f.Attributes)
	}
	if d.Panel > 0 {
		text += fmt.Sprintf(" panel %d", d.Panel)
	}
	return text
}

func TestDesignTaken(t *testing.T) {
	whole := sheetsOf(60, []string{"a", "b", "c"})
	single := sheetsOf(60, []string{"a"}, []string{"b"}, []string{"c"})
	own := sheetsOf(60, []string{"x.a", "x.b"}, []string{"y.a", "y.b"})
	sharedIDs := sheetsOf(60, []string{"x.a", "x.b", "y.a", "y.b"})
	mixed := sheetsOf(60, []string{"a", "c"}, []string{"b"})
	panel := attendance(60, 0, 0, repeated(3, 0, 60)...)
	for _, c := range []struct {
		name   string
		ds     *model.Dataset
		raters string
		design model.Design
		want   string
		why    string
	}{
		{"whole forms", whole, "", model.Design{}, "form form:0:[0 1 2]", "the same raters judged all 3 attributes"},
		{"singles", single, "", model.Design{}, "single", "no two attributes"},
		{"ids by judge", own, "", model.Design{}, "sheets x:0:[0 1] y:0:[2 3]", "judged together x (x.a, x.b); y (y.a, y.b)"},
		{"ids of all judges", sharedIDs, "", model.Design{}, "form form:0:[0 1 2 3]", "make each a sheet, 'x=x.*' and so on"},
		{"two of three", mixed, "", model.Design{}, "sheets form:0:[0 1]", "together form (a, c)"},
		{"paper", whole, model.RatersPaper, model.Design{}, "single", "raters paper"},
		{"paper and single", whole, model.RatersPaper, parsed(t, "single"), "single", "as asked"},
		{"single", whole, "", parsed(t, "single"), "single", "as asked"},
		{"form", single, "", parsed(t, "form"), "form form:0:[0 1 2]", "as asked"},
		{"call", single, "", parsed(t, "call:2"), "call call:2:[0 1 2]", "as asked"},
		{"sheets", own, "", parsed(t, "auto", "s=x.*:3", "u=y.a"), "sheets s:3:[0 1] u:0:[2]", "as asked"},
		{"a panel", panel, "", model.Design{}, "form form:0:[0 1] panel 3", "the same raters judged all 2 attributes of an object; all figures hold for these 3 raters"},
		{"a panel, form", panel, "", parsed(t, "form"), "form form:0:[0 1]", "as asked"},
		{"a panel, aware", panel, model.RatersAware, model.Design{}, "form form:0:[0 1]", "the same raters judged all 2"},
		{"fixed and single", panel, model.RatersFixed, parsed(t, "single"), "single panel 3", "as asked; all figures hold for these 3 raters"},
		{"design panel", panel, "", parsed(t, "panel"), "form form:0:[0 1] panel 3", "all figures hold for these 3 raters"},
		{"panel, call", panel, "", parsed(t, "panel,call:2"), "call call:2:[0 1] panel 3", "as asked"},
	} {
		r, err := NewStudy(c.ds).begin(context.Background(), alone(&c.ds.Labels[0]), model.Settings{Raters: c.raters, Design: c.design})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := brief(&r.Design); got != c.want || !strings.Contains(r.Design.Why, c.why) {
			t.Errorf("%s: %s (%s), want %s (%s)", c.name, got, r.Design.Why, c.want, c.why)
		}
		if wants := r.Design.Panel > 0; wants != (r.Raters == model.RatersFixed) {
			t.Errorf("%s: raters %s with %s", c.name, r.Raters, brief(&r.Design))
		}
		if asked := !c.design.Equal(model.Design{}); r.Design.Asked != asked {
			t.Errorf("%s: asked %v", c.name, r.Design.Asked)
		}
	}
}

func TestDesignRefused(t *testing.T) {
	ds := sheetsOf(60, []string{"a", "b"})
	nobody := attendance(0, 60, 0)
	for _, c := range []struct {
		ds     *model.Dataset
		raters string
		design model.Design
		says   string
	}{
		{ds, model.RatersPaper, parsed(t, "form"), "raters paper and design form contradict each other"},
		{ds, model.RatersPaper, parsed(t, "panel"), "raters paper and design panel contradict each other"},
		{ds, model.RatersAware, parsed(t, "panel,form"), "raters aware and design panel,form contradict each other"},
		{ds, "", parsed(t, "auto", "s=a,z"), `"z" matches no attribute: the attributes are a`},
		{ds, "", parsed(t, "auto", "s=a", "u=?"), `"a" is on two sheets`},
		{ds, "", model.Design{Kind: model.DesignCall}, "a call cannot cost 0"},
		{ds, "", parsed(t, "panel"), "a fixed panel needs"},
		{nobody, "", parsed(t, "panel"), "carry no rater: a fixed panel needs to know who judged"},
	} {
		q := model.Settings{Raters: c.raters, Design: c.design}
		if _, err := NewStudy(c.ds).Solve(context.Background(), Request{Settings: q}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("raters %q, design %s: %v lacks %q", c.raters, c.design, err, c.says)
		}
	}
}

// TestDesignOfMoments holds that moments buy what their judgments do.
func TestDesignOfMoments(t *testing.T) {
	judged := NewStudy(sheetsOf(60, []string{"a", "b"}))
	r, err := throughFile(t, judged).Solve(context.Background(), Request{})
	want := solve(t, judged.Data(), Request{})
	if err != nil || r.Design.Singles() || !reflect.DeepEqual(r.Design, want.Design) {
		t.Errorf("%+v, %v, want %+v", r.Design, err, want.Design)
	}
}

// TestDesignOfCalls: records that hold several scores are calls, at the price that
// the data say.
func TestDesignOfCalls(t *testing.T) {
	ds := sheetsOf(60, []string{"x.a", "x.b"}, []string{"y.a", "y.b"})
	ds.Calls = []model.Sheet{
		{Attributes: []string{"x.a", "x.b"}, Why: "one record holds both", Price: model.Units(2)},
		{Attributes: []string{"y.a", "y.b"}, Why: "one record holds both"},
	}
	r := solve(t, ds, Request{})
	if got := brief(&r.Design); got != "sheets x:2:[0 1] y:0:[2 3]" || r.Design.Why != "one record holds both" || r.Design.Asked {
		t.Errorf("%s (%s)", got, r.Design.Why)
	}
	s := r.At(selection.Full, model.Units(4))
	if cost := r.CostByForm(&s); s.Spent > model.Units(4) || cost["x"]+cost["y"] != s.Spent {
		t.Errorf("%v cost %v of %s", s.Repeats, cost, s.Spent)
	}
	ds = sheetsOf(60, []string{"x.a", "x.b"})
	ds.Calls = []model.Sheet{{Attributes: []string{"x.a", "x.b"}, Why: "one record", Price: model.Unit}}
	if r := solve(t, ds, Request{}); brief(&r.Design) != "call x:1:[0 1]" && brief(&r.Design) != "call form:1:[0 1]" {
		t.Errorf("one call of all: %s", brief(&r.Design))
	}
}

func TestDesignNobody(t *testing.T) {
	for design, says := range map[string]string{"auto": "set the design form", "form": "as asked"} {
		r, err := NewStudy(attendance(0, 60, 0)).begin(context.Background(), alone(&model.Label{Values: make([]float64, 60)}),
			model.Settings{Design: parsed(t, design)})
		if err != nil || !strings.Contains(r.Design.Why, says) {
			t.Errorf("%s: %+v, %v", design, r, err)
		}
	}
}

// TestLinked holds the groups to a literal φ and a search over its graph.
func TestLinked(t *testing.T) {
	sizes := make(map[int]int)
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		b := new(model.Builder)
		for i := range 1 + r.IntN(6) {
			o := b.Object(fmt.Sprint(i))
			for range r.IntN(12) {
				w := model.NoRater
				if r.IntN(8) > 0 {
					w = b.RaterID(fmt.Sprint(r.IntN(4)))
				}
				b.Add(o, b.Attribute(fmt.Sprint(r.IntN(5))), w, 1)
			}
		}
		ds := b.Build()
		got, want := NewStudy(ds).pilot.Together(), literalLinked(ds)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: %v, want %v", seed, got, want)
		}
		sizes[len(got)]++
	}
	if sizes[0] < 10 || sizes[1] < 10 || sizes[2] < 3 {
		t.Errorf("groups: %v", sizes)
	}
}

func literalLinked(ds *model.Dataset) [][]int {
	d := len(ds.Attributes)
	phi := func(a, b int) float64 {
		shared, least := 0.0, 0.0
		for i := range ds.Objects {
			judges := func(a int) (known map[int32]bool, n int) {
				known = make(map[int32]bool)
				for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
					switch w := ds.Rater[j]; {
					case int(ds.Attr[j]) != a:
					case w == model.NoRater:
						n++
					case !known[w]:
						known[w] = true
						n++
					}
				}
				return known, n
			}
			one, n := judges(a)
			two, m := judges(b)
			for w := range one {
				if two[w] {
					shared++
				}
			}
			least += float64(min(n, m))
		}
		return shared / least // NaN is not linked
	}
	seen, groups := make([]bool, d), [][]int{}
	for a := range d {
		group := []int{}
		for queue := []int{a}; len(queue) > 0; queue = queue[1:] {
			if seen[queue[0]] {
				continue
			}
			seen[queue[0]] = true
			group = append(group, queue[0])
			for b := range d {
				if b != queue[0] && phi(queue[0], b) >= .5 {
					queue = append(queue, b)
				}
			}
		}
		if slices.Sort(group); len(group) > 1 {
			groups = append(groups, group)
		}
	}
	return groups
}

// TestPricedAnswers: an answer with a price on a sheet with a price is paid for besides the
// sheet, in every choice, and the projected loss is of a choice that costs no more.
func TestPricedAnswers(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 200, Attributes: 3, K: 2}, 4)
	sheets := model.Settings{Design: model.Design{Kind: model.DesignSheets, Sheets: []model.Sheet{
		{Name: "s", Price: 2 * model.Unit, Attributes: []string{ds.Attributes[0], ds.Attributes[1]}},
	}}}
	priced := sheets.WithCost(ds.Attributes[0], 5*model.Unit)
	asked := 0
	r, free := solve(t, ds, Request{Settings: priced, Range: 40 * model.Unit}), solve(t, ds, Request{Settings: sheets, Range: 40 * model.Unit})
	for b := model.Amount(0); b <= 40*model.Unit; b += 4 * model.Unit {
		s := r.At(selection.Full, b)
		n := s.Repeats
		want := model.Units(2*max(n[0], n[1]) + 5*n[0] + n[2])
		if s.Spent != want || s.Spent > b {
			t.Errorf("B=%s: %v cost %s, said %s", b, n, want, s.Spent)
		}
		asked += n[0]
		if free.At(selection.Full, b).Loss > s.Loss+1e-9*r.LabelVar {
			t.Errorf("B=%s: a sheet without priced answers is worse", b)
		}
	}
	if asked == 0 {
		t.Error("the priced answer is never asked: the test lost its power")
	}
}

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
		found := NewStudy(c.ds).pilot.Raters
		if found.Panel != c.panel || found.Known != len(c.ds.Raters) {
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
		asked  string
		want   string
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
			t.Errorf("%s, %q asked: %s because %q", c.name, c.asked, r.Raters, r.RatersReason)
		}
		s := r.At(selection.Full, r.Max)
		if p := r.Predictor(&s); p.Raters.Mode != c.want {
			t.Errorf("%s, %q asked: predictor says %s", c.name, c.asked, p.Raters.Mode)
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
			if got := r.limits.Max[a]; got != want[a] {
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
