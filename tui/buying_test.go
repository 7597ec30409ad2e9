package tui

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
)

// onForms are objects of which two judges, each by raters of its own, give whole
// forms; what a rater gets wrong on one criterion he gets wrong on the next. shared
// tells whether the judges share their raters' names, as prompts do.
func onForms(n int, shared bool) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("grade")
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		o := b.Object(fmt.Sprintf("o%03d", i))
		levels := []float64{r.NormFloat64(), r.NormFloat64()}
		b.SetLabel(y, o, levels[0]+levels[1]+.5*r.NormFloat64())
		for g, judge := range []string{"ann", "bob"} {
			for j := range 3 {
				id := fmt.Sprintf("%s%d", judge, (7*i+11*j+13*g)%40)
				if shared {
					id = fmt.Sprintf("p%d", j)
				}
				w := b.RaterID(id)
				halo := r.NormFloat64()
				for c, name := range []string{"plot", "style", "length"} {
					b.Add(o, b.Attribute(judge+"."+name), w, levels[g]/float64(c+1)+halo+.5*r.NormFloat64())
				}
			}
		}
	}
	ds := b.Build()
	ds.Name = "forms"
	return ds
}

// weigh has every way to buy judgments weighed.
func (x *harness) weighAll() {
	x.t.Helper()
	x.send(x.Weighing.Due)
}

// designRow is a way on the list as it is shown.
type designRow struct{ Name, Projected, Honest, Why string }

// designs are the ways on the open list.
func (x *harness) designs() (v *buyingView, rows []designRow) {
	x.t.Helper()
	v, ok := x.over.view.(*buyingView)
	if !ok {
		x.t.Fatalf("no list of designs, but %T", x.over)
	}
	for _, r := range v.panel.Table.Rows {
		row := designRow{Name: fmt.Sprint(r[0]), Projected: fmt.Sprint(r[1]), Honest: fmt.Sprint(r[2])}
		if why := row.Projected; r[1] == report.Spill(why) {
			row.Projected, row.Why = "", why
		}
		rows = append(rows, row)
	}
	return v, rows
}

// way returns the row of a way on the open list.
func (x *harness) way(id string) (i int, row designRow) {
	x.t.Helper()
	v, rows := x.designs()
	i = slices.IndexFunc(v.ways, func(w screen.Way) bool { return w.ID == id })
	if i < 0 {
		x.t.Fatalf("no way %q:\n%s", id, x.screen())
	}
	return i, rows[i]
}

// take takes a way by its key.
func (x *harness) takeWay(id string) {
	x.t.Helper()
	x.keys("R")
	i, _ := x.way(id)
	v := x.over.view.(*buyingView)
	for v.panel.Cursor < i {
		x.keys("down")
	}
	for v.panel.Cursor > i {
		x.keys("up")
	}
	x.keys("enter")
}

func TestBuyingScreens(t *testing.T) {
	x := start(t, onForms(120, true), 150, 44)
	x.keys("R")
	x.weighAll()
	x.keys("down", "down", "down")
	golden.RequireEqual(t, []byte(x.screen()))
}

// TestWeights: beside each way stands what a Solve under its settings gives, and
// why it is impossible where it is.
func TestWeights(t *testing.T) {
	x := start(t, onForms(120, false), 150, 44)
	x.keys("R")
	x.weighAll()
	study, b := core.NewStudy(onForms(120, false)), x.State.Budget
	v, rows := x.designs()
	differ := make(map[string]bool)
	for i, w := range v.ways {
		row := rows[i]
		r, err := study.Solve(context.Background(), core.Request{Settings: w.Settings})
		if err != nil {
			if row.Why != "n/a: "+err.Error() || row.Projected != "" {
				t.Errorf("%s: %+v, want %v", w.Name, row, err)
			}
			continue
		}
		h, err := r.Honest(context.Background(), 0, "full")
		if err != nil {
			t.Fatal(err)
		}
		sel := r.At("full", b)
		honest := figure.Significant(math.Sqrt(h.At("full", b).Loss), 3)
		if row.Projected != figure.Significant(sel.RMSE(), 3) || row.Honest != honest {
			t.Errorf("%s: %+v, want typical errors of %g and %s", w.Name, row, sel.RMSE(), honest)
		}
		differ[row.Projected+row.Honest] = true
	}
	if _, row := x.way("panel"); row.Why == "" {
		t.Errorf("a panel of raters with few objects: %+v", row)
	}
	if len(differ) < 3 {
		t.Errorf("all ways are worth the same: %v", differ)
	}
}

// TestDesignTaken: each way can be taken, is a setting with undo and is copied and
// kept with the others.
func TestDesignTaken(t *testing.T) {
	x := start(t, onForms(120, true), 150, 44)
	begin := x.State
	for id, want := range map[string]model.Design{
		"single": {Kind: model.DesignSingle},
		"form":   {Kind: model.DesignForm},
		"judges": {Kind: model.DesignSheets, Sheets: x.Offer},
		"panel":  {Panel: true},
	} {
		x.takeWay(id)
		if x.over != nil || !x.Shown.State.Settings.Design.Equal(want) || !x.Shown.Result.Design.Asked {
			t.Errorf("%s leads to %+v: %q", id, x.Shown.State.Settings.Design, x.Toast.Text)
		}
		if q := x.asked(); !q.Settings.Design.Equal(want) {
			t.Errorf("%s is copied as %+v", id, q.Settings.Design)
		}
		if s := x.saved(); !s.Settings.Design.Equal(want) {
			t.Errorf("%s is kept as %+v", id, s.Settings.Design)
		}
		x.keys("u")
		if !x.State.Equal(begin) || !x.Shown.State.Equal(begin) {
			t.Errorf("undo of %s leads to %+v", id, x.State)
		}
	}
	if len(x.Offer) != 2 {
		t.Errorf("sheets offered: %v", x.Offer)
	}
	x.keys("ctrl+r")
	if x.State.Equal(begin) {
		t.Error("redo does nothing")
	}
}

// TestCallPrice: a call asks for its price, which is shown and computed.
func TestCallPrice(t *testing.T) {
	x := start(t, onForms(120, true), 150, 44)
	x.takeWay("call")
	x.want("Price of one call:")
	x.keys("ctrl+u")
	x.typed("0")
	x.keys("enter")
	x.want("a call cannot cost 0")
	x.keys("ctrl+u")
	x.typed("1.5")
	x.keys("enter")
	want := model.Design{Kind: model.DesignCall, Price: model.Unit * 3 / 2}
	if got := x.Shown.State.Settings.Design; !got.Equal(want) {
		t.Fatalf("the design is %+v", got)
	}
	x.want("call at 1.5", "×8 at 1.5")
	x.keys("R")
	if i, row := x.way("call"); i != x.over.view.(*buyingView).panel.Cursor || !strings.Contains(row.Name, "1.5 a call") {
		t.Errorf("the call is listed as %+v", row)
	}
	x.keys("esc", "u")
	if !x.State.Settings.Design.Equal(model.Design{}) {
		t.Errorf("undo leads to %+v", x.State.Settings.Design)
	}
}

// TestContradictions: a way takes with it what contradicts it, and one that is
// impossible says why and changes nothing.
func TestContradictions(t *testing.T) {
	x := start(t, onForms(120, false), 150, 44)
	x.takeWay("raters paper")
	if s := x.Shown.State.Settings; s.Raters != model.RatersPaper || !x.Shown.Result.Design.Singles() {
		t.Fatalf("%+v, %s", s.Raters, x.Shown.Result.Design.Words())
	}
	x.takeWay("form")
	if s := x.Shown.State.Settings; s.Raters != model.RatersAuto || s.Design.Kind != model.DesignForm || x.Toast.Text != "" {
		t.Errorf("form after paper: %+v, %q", s, x.Toast.Text)
	}
	x.takeWay("raters paper")
	if s := x.Shown.State.Settings; s.Raters != model.RatersPaper || !s.Design.Equal(model.Design{}) {
		t.Errorf("paper after form: %+v", s)
	}
	before := x.State
	x.keys("R")
	x.weighAll()
	i, row := x.way("panel")
	l := x.over.at(x.w, x.h)
	x.mouseAt("press", l.Min.X+8, l.Min.Y+2+i, 0)
	if row.Why == "" || x.over == nil || !x.State.Equal(before) || !strings.Contains(row.Why, x.Toast.Text) {
		t.Errorf("an impossible way was taken: %+v, %q", row, x.Toast.Text)
	}
	x.want("Not possible: ")
	i, _ = x.way("single")
	x.mouseAt("press", l.Min.X+8, l.Min.Y+2+i, 0)
	if x.over != nil || x.Shown.State.Settings.Design.Kind != model.DesignSingle {
		t.Errorf("a click takes %+v", x.Shown.State.Settings.Design)
	}
	x.keys("R")
	x.mouseAt("press", 0, 0, 0)
	if x.over != nil {
		t.Error("a click beside the list does not close it")
	}
}

// TestFormRows: a form stands over its attributes with what is bought of it; the
// rows move, scroll, filter and take clicks as before.
func TestFormRows(t *testing.T) {
	x := start(t, onForms(120, false), 150, 44)
	forms := x.Shown.Result.Design.Forms
	x.keys("end")
	s, rows := x.Active(), x.Look.Table.Rows
	if len(forms) != 2 || len(rows) != 8 {
		t.Fatalf("forms %+v, shown %+v", forms, rows)
	}
	for at, row := range []panel.Roll{x.Look.Roll(0), x.Look.Roll(4)} {
		f := &forms[1-at] // bob's form is asked first
		if want := fmt.Sprintf("┌ %s ×%d", f.Name, f.Filled(s.Repeats)); panel.Plain(row.Over) != want || f.Filled(s.Repeats) == 0 {
			t.Errorf("%+v, want %s", row, want)
		}
		for k := range 3 {
			if under := x.rowName(4*at + 1 + k); !strings.HasPrefix(under, f.Name+".") {
				t.Errorf("row %d under %s is %s", k, f.Name, under)
			}
		}
	}
	all := x.names()
	x.keys("g")
	for i := range all {
		if x.Selected() != all[i] {
			t.Errorf("%d steps down %s is selected, not %s", i, x.Selected(), all[i])
		}
		x.keys("down")
	}
	top := x.at(x.TablePane).Min.Y + 1
	for line, want := range []string{all[0], all[0], all[1], all[2], all[3], all[3], all[4], all[5]} {
		x.keys("G")
		x.mouseAt("press", 2, top+line, 0)
		if x.Selected() != want {
			t.Errorf("a click on line %d selects %s, not %s", line, x.Selected(), want)
		}
	}
	x.keys("/")
	x.typed("bob")
	x.keys("enter")
	if rows := x.Look.Table.Rows; len(rows) != 4 || !strings.HasPrefix(panel.Plain(x.Look.Roll(0).Over), "┌ bob ") {
		t.Errorf("under a filter: %+v", rows)
	}
	x.keys("esc")
	golden.RequireEqual(t, []byte(x.screen()))
}

// TestSeen: the seen loss stands beside the honest one once all is still; stale
// ones are dropped.
func TestSeen(t *testing.T) {
	x := start(t, onForms(120, false), 150, 44)
	x.keys("b")
	x.typed("4")
	x.keys("enter")
	if x.Pick().Seen != nil {
		t.Fatal("seen before anything was still")
	}
	due, number := x.Looking.Due, x.Looking.Run
	_, cmd := x.Update(due)
	late := answers[job.Msg](cmd)
	x.keys("right")
	x.Update(late[0])
	x.Update(due)
	if x.Pick().Seen != nil || x.Looking.Run == number {
		t.Error("the seen loss of another budget was taken")
	}
	x.keys("left")
	x.send(x.Looking.Due)
	h := x.Shown.Honest
	want, err := h.Seen(context.Background(), "full", x.State.Budget)
	if err != nil || want.Why != "" || x.Pick().Seen == nil || x.Pick().Seen.Loss != want.Loss || x.Pick().Refutation() != "" {
		t.Fatalf("seen %+v, want %+v", x.Pick().Seen, want)
	}
	if got := x.answer(); !strings.Contains(got, "Seen in your data: "+x.Measure().Losses().TextOf(want.Loss)) {
		t.Errorf("seen is %+v, said is %s", want, got)
	}
	x.keys("2")
	x.send(x.Looking.Due)
	x.want("Seen in your data", "seen on 120 objects")
	x.keys("3")
	x.want("seen on 120 objects")
	x.keys("1", "end")
	x.send(x.Looking.Due)
	if x.Pick().Seen == nil || x.Pick().Seen.Why == "" {
		t.Errorf("at the end of the range %+v", x.Pick().Seen)
	}
	x.keys("3")
	x.want("Not seen in the data: 0 of 120 objects")
	x.keys("2")
	x.want("asks ", "cells hold 3: nothing", "Not seen in the data: 0 of 120 objects")
}
