package screen

import (
	"image"

	tea "charm.land/bubbletea/v2"
)

// TrustView is Trust: which algorithm, how sure, and what is seen on these data. Its
// halves are the comparison at B and the paper's test errors; both are shown where
// there is room.
type TrustView struct {
	base
	Compare *CompareView
	Tests   *ExperimentsView
	Second  bool // the test errors are what is looked at
	both    bool // both halves were shown last
}

func newTrustView(a *Session) *TrustView {
	v := &TrustView{base: base{Session: a}, Compare: newCompareView(a), Tests: newExperimentsView(a)}
	v.Tests.pick = v.Compare.pick
	v.kind = About{
		Tab: "2 Trust", Help: "compare the algorithms on Trust: how sure, seen on your data",
		Panes: []*Pane{v.Compare.Pane, a.ChartPane, a.RepeatsPane, v.Tests.ErrorsPane, &v.Tests.outcomes.Pane, v.Tests.tradeoffPane},
		Keys: map[string]instead{
			"s": {"sort", nil, v.Compare.sortNext}, "S": {"", nil, v.Compare.sortReverse}, "A": {"compare", nil, v.Compare.compareSelected},
		},
		Wide: true, Losses: true, Turns: "test errors",
	}
	return v
}

// The least body that shows both halves, and from what width they stand side by
// side.
const (
	bothHeight  = 30
	besideWidth = 170
)

// Place puts both halves on the body, or the one that is looked at.
func (v *TrustView) Place(b *Body) {
	switch {
	case !holdsBoth(b) && v.Second:
		v.Tests.place(b, b.Area)
	case !holdsBoth(b):
		v.Compare.place(b, b.Area)
	case b.W >= besideWidth:
		left, right := cutLeft(b.Area, b.Area.Dx()/2)
		table, rest := cutTop(left, v.Compare.Compare.Height())
		b.put(v.Compare.Pane, table)
		v.stack(b, rest)
		v.Tests.stack(b, right)
	default:
		table, rest := cutTop(b.Area, v.Compare.Compare.Height())
		b.put(v.Compare.Pane, table)
		var left image.Rectangle
		left, rest = cutLeft(rest, rest.Dx()/2)
		v.stack(b, left)
		v.Tests.stack(b, rest)
	}
}

// stack puts the chart above the repeats, which are no higher than all attributes need.
func (v *TrustView) stack(b *Body, area image.Rectangle) {
	repeats := min(len(v.Shown.Result.Attributes)+repeatsFrame, area.Dy()*9/20)
	above, below := cutTop(area, area.Dy()-max(repeats, leastRepeats))
	b.put(v.ChartPane, above)
	b.put(v.RepeatsPane, below)
}

// Rows of the repeats' frame and heads, and the fewest that they take.
const repeatsFrame, leastRepeats = 3, 5

func holdsBoth(b *Body) bool { return b.Mode == modeColumns && b.Area.Dy() >= bothHeight }

// Turn looks at the other half.
func (v *TrustView) Turn() tea.Cmd {
	v.Second = !v.onTests()
	if v.Second {
		v.desk.Focus(v.Tests.ErrorsPane)
	} else {
		v.desk.Focus(v.Compare.Pane)
	}
	return nil
}

// onTests tells whether the test errors are what is looked at.
func (v *TrustView) onTests() bool {
	if v.both {
		return v.Tests.holds(v.desk.Focused())
	}
	return v.Second
}

func (v *TrustView) Refresh(b *Body) {
	v.both = holdsBoth(b)
	v.Compare.Refresh(b)
	v.Tests.selected = v.Compare.Selected
	v.Tests.Refresh(b)
}

func (v *TrustView) Work() tea.Cmd {
	switch {
	case v.both:
		return tea.Batch(v.Compare.Work(), v.Tests.Work())
	case v.Second:
		return v.Tests.Work()
	}
	return v.Compare.Work()
}

func (v *TrustView) Sentence() string {
	if v.onTests() {
		return v.Tests.Sentence()
	}
	return v.Compare.Sentence()
}

func (v *TrustView) Table(t *Tsv) string {
	if v.onTests() {
		return v.Tests.Table(t)
	}
	return v.Compare.Table(t)
}

func (v *TrustView) Command(q *Asked) bool { return v.onTests() && v.Tests.Command(q) }

// Saved names the half that is looked at.
func (v *TrustView) Saved() string {
	if v.Second {
		return "tests"
	}
	return "trust"
}

// Return looks at the half that was kept by that name.
func (v *TrustView) Return(saved string) { v.Second = saved == "tests" }
