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
	set  func(x float64)
	x    int // the column that it was set by
}

type pointer struct {
	drag    dragging
	at      image.Point // of the last press
	pressed time.Time
}

func (d dragging) on() bool { return d.dial != nil }

// mouse hands a mouse event to what lies under it, by the layout that the frame was drawn with.
func (h *pointer) mouse(a *app, msg tea.MouseMsg) {
	e := msg.Mouse()
	p := image.Pt(e.X, e.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		if e.Button != tea.MouseLeft {
			return
		}
		if a.Dirty {
			a.repaint()
		}
		if a.over == nil && isBlank(a, p) {
			return
		}
		if a.Toast.Dismiss(); h.doubled(a, p) {
			a.press("enter")
		} else {
			h.pressAt(a, p)
		}
	case tea.MouseMotionMsg:
		if e.Button == tea.MouseNone {
			h.release(a) // the button was let go outside the window
		}
		h.dragTo(p)
	case tea.MouseReleaseMsg:
		h.dragTo(p)
		h.release(a)
	case tea.MouseWheelMsg:
		h.wheel(a, p, e)
	}
}

// isBlank tells whether a cell of the screen shows nothing and sets nothing: a press there
// means nothing. One blank between two signs is of a text.
func isBlank(a *app, p image.Point) bool {
	switch a.canvas.TargetAt(p).(type) {
	case chart.Dial, chart.Marked, chart.Pointed, func():
		return false
	}
	empty := func(x int) bool {
		sign, _ := a.canvas.At(x, p.Y)
		return sign == " " || x < 0 || x >= a.w
	}
	return empty(p.X) && (empty(p.X-1) || empty(p.X+1))
}

// twice is the longest time between the presses of a double click.
const twice = 400 * time.Millisecond

// doubled tells whether a press is the second of a double click on a row, which does what enter does.
func (h *pointer) doubled(a *app, p image.Point) bool {
	if a.pace.now == nil {
		return false
	}
	again := h.at == p && a.pace.since(h.pressed) <= twice
	h.at, h.pressed = p, a.pace.now()
	at := a.layout().PaneAt(p)
	if at == nil || at.Press == nil || a.over != nil || !again {
		return false
	}
	h.at, h.pressed = image.Point{}, time.Time{}
	switch a.canvas.TargetAt(p).(type) {
	case panel.At, chart.Pointed:
		return at == a.listed()
	}
	return false
}

// pressAt does what a left press at p means, by what was drawn there.
func (h *pointer) pressAt(a *app, p image.Point) {
	l, is := a.layout(), a.canvas.TargetAt(p)
	at := l.PaneAt(p)
	do, does := is.(func())
	dial, dials := is.(chart.Dial)
	switch {
	case a.over != nil:
		a.over.click(a, p)
		return
	case p.In(l.sentence):
		a.press("y")
		return
	case p.In(l.slider):
		h.pressSlider(a, is, p)
		return
	case !does && at != nil && at.Focus != nil:
		a.Focus(at)
	}
	switch {
	case does:
		do()
	case at == nil:
	case dials && at.Set != nil:
		h.latch(a, dragging{dial: dial, set: at.Set}, p)
	case at.Press != nil:
		at.Press(is)
	}
}

// pressSlider latches on to the slider; a press on its mark goes there, and one beside it asks for the value.
func (h *pointer) pressSlider(a *app, is any, p image.Point) {
	set := a.dial().To
	switch is := is.(type) {
	case chart.Dial:
		h.latch(a, dragging{dial: is, set: set}, p)
	case chart.Marked:
		if a.kind().Dial != nil {
			h.latch(a, dragging{dial: is.On, set: set}, p)
			return
		}
		a.History.Close()
		a.Recommend()
		h.drag, a.Dragging = dragging{is.On, set, p.X}, true
	default:
		a.press("b")
	}
}

// latch begins a drag and jumps to where it begins. Each drag is one entry of the undo record.
func (h *pointer) latch(a *app, d dragging, p image.Point) {
	a.History.Close()
	d.x = p.X + 1
	h.drag, a.Dragging = d, true
	h.dragTo(p)
}

// dragTo follows the pointer, on any row, where it leaves its column.
func (h *pointer) dragTo(p image.Point) {
	if d := &h.drag; d.on() && d.x != p.X {
		d.x = p.X
		d.set(d.dial(p.X))
	}
}

func (h *pointer) release(a *app) {
	if h.drag.on() {
		h.drag, a.Dragging = dragging{}, false
		a.History.Close()
	}
}

// wheel moves B over the slider and the chart, and scrolls lists.
func (h *pointer) wheel(a *app, p image.Point, e tea.Mouse) {
	n := map[tea.MouseButton]int{tea.MouseWheelUp: -1, tea.MouseWheelDown: 1}[e.Button]
	l, fast := a.layout(), e.Mod.Contains(tea.ModCtrl) || e.Mod.Contains(tea.ModShift)
	at := l.PaneAt(p)
	switch {
	case n == 0:
	case a.over != nil:
		a.over.move(a, n)
	case at != nil && at.Wheel != nil:
		at.Wheel(n)
	case at != nil && at.Set != nil || p.In(l.slider):
		if fast {
			n *= 10
		}
		turnBy(a, n)
	}
}
