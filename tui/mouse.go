package tui

import (
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
)

// dragging is a dial that a press has latched on to: motion sets what it stands for wherever the
// pointer goes, until the release.
type dragging struct {
	dial chart.Dial
	set  func(x float64) tea.Cmd
	mark bool // a mark was pressed: B stays on it until the pointer leaves its column, x
	x    int
}

// pointer is what the mouse does.
type pointer struct {
	drag    dragging
	clicked clicked
}

func (d dragging) on() bool { return d.dial != nil }

// mouse hands a mouse event to what lies under it, by the layout that the
// frame was drawn with.
func (h *pointer) mouse(a *app, msg tea.MouseMsg) tea.Cmd {
	e := msg.Mouse()
	p := image.Pt(e.X, e.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		if e.Button != tea.MouseLeft {
			return nil
		}
		if a.Dirty {
			a.repaint()
		}
		if a.over == nil && isBlank(a, p) {
			return nil
		}
		a.Toast.Dismiss()
		if h.doubled(a, p) {
			return a.press("enter")
		}
		return h.pressAt(a, p)
	case tea.MouseMotionMsg:
		switch {
		case !h.drag.on():
			return nil
		case e.Button == tea.MouseNone:
			return h.release(a) // the button was let go outside the window
		}
		return h.dragTo(p)
	case tea.MouseReleaseMsg:
		cmd := h.dragTo(p)
		return tea.Batch(cmd, h.release(a))
	case tea.MouseWheelMsg:
		return h.wheel(a, p, e)
	}
	return nil
}

// isBlank tells whether a cell of the screen shows nothing and sets nothing: a press there
// means nothing. One blank between two signs is of a text.
func isBlank(a *app, p image.Point) bool {
	switch a.canvas.TargetAt(p).(type) {
	case chart.Dial, chart.Marked, chart.Pointed, func() tea.Cmd:
		return false
	}
	empty := func(x int) bool {
		sign, _ := a.canvas.At(x, p.Y)
		return sign == " " || x < 0 || x >= a.w
	}
	return empty(p.X) && (empty(p.X-1) || empty(p.X+1))
}

// clicked is the last left press.
type clicked struct {
	at   image.Point
	when time.Time
}

// twice is the longest time between the presses of a double click.
const twice = 400 * time.Millisecond

// doubled tells whether a press is the second of a double click on a row, which does
// what enter does.
func (h *pointer) doubled(a *app, p image.Point) bool {
	if a.pace.now == nil {
		return false
	}
	last := h.clicked
	since := a.pace.since(last.when)
	h.clicked = clicked{p, a.pace.now()}
	l := a.layout()
	at := l.PaneAt(p)
	if at == nil || at.Press == nil || a.over != nil || last.at != p || since > twice {
		return false
	}
	h.clicked = clicked{}
	switch a.canvas.TargetAt(p).(type) {
	case panel.At, chart.Pointed:
		return at == a.listed()
	}
	return false
}

// pressAt does what a left press at p means, by what was drawn there.
func (h *pointer) pressAt(a *app, p image.Point) tea.Cmd {
	a.Change()
	l, is := a.layout(), a.canvas.TargetAt(p)
	switch {
	case a.over != nil:
		return a.over.click(a, p)
	case p.In(l.sentence):
		return a.press("y")
	case p.In(l.slider):
		return h.pressSlider(a, is, p)
	}
	if do, ok := is.(func() tea.Cmd); ok {
		return do()
	}
	at := l.PaneAt(p)
	if at == nil {
		return nil
	}
	if !at.Still {
		a.Focus(at)
	}
	if dial, ok := is.(chart.Dial); ok && at.Set != nil {
		return h.latch(a, dragging{dial: dial, set: at.Set}, p)
	}
	if at.Press != nil {
		return at.Press(is)
	}
	return nil
}

// pressSlider latches on to the slider; a press on its mark goes there, and one beside it asks
// for the value.
func (h *pointer) pressSlider(a *app, is any, p image.Point) tea.Cmd {
	set := func(share float64) tea.Cmd { return turnTo(a, share) }
	switch is := is.(type) {
	case chart.Dial:
		return h.latch(a, dragging{dial: is, set: set}, p)
	case chart.Marked:
		if a.kind().Dial != nil {
			return h.latch(a, dragging{dial: is.On, set: set}, p)
		}
		a.History.Close()
		cmd := a.Recommend()
		h.drag, a.Dragging = dragging{dial: is.On, set: set, mark: true, x: p.X}, true
		return cmd
	}
	return a.press("b")
}

// latch begins a drag and jumps to where it begins. Each drag is one entry of
// the undo record.
func (h *pointer) latch(a *app, d dragging, p image.Point) tea.Cmd {
	a.History.Close()
	h.drag, a.Dragging = d, true
	return h.dragTo(p)
}

// dragTo follows the pointer, on any row.
func (h *pointer) dragTo(p image.Point) tea.Cmd {
	d := &h.drag
	if !d.on() || d.mark && d.x == p.X {
		return nil
	}
	d.mark = false
	return d.set(d.dial(p.X))
}

func (h *pointer) release(a *app) tea.Cmd {
	if h.drag.on() {
		h.drag, a.Dragging = dragging{}, false
		a.History.Close()
		a.Change()
	}
	return nil
}

// wheel moves B over the slider and the chart, and scrolls lists.
func (h *pointer) wheel(a *app, p image.Point, e tea.Mouse) tea.Cmd {
	n := 0
	switch e.Button {
	case tea.MouseWheelUp:
		n = -1
	case tea.MouseWheelDown:
		n = 1
	}
	l, fast := a.layout(), e.Mod.Contains(tea.ModCtrl) || e.Mod.Contains(tea.ModShift)
	switch {
	case n == 0:
	case a.over != nil:
		a.over.move(a, n)
	default:
		at := l.PaneAt(p)
		if at != nil && at.Wheel != nil {
			return at.Wheel(n)
		}
		if fast {
			n *= 10
		}
		if at != nil && at.Set != nil || p.In(l.slider) {
			a.Change()
			return turnBy(a, n)
		}
	}
	return nil
}
