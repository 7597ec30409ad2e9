package tui

import (
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/chart"
	"fms-tui/tui/screen"
)

// dragging is what a press has latched on to: motion acts on it wherever the
// pointer goes, until the release.
type dragging struct {
	slider bool
	pane   *screen.Pane
	mark   bool // a mark was pressed: B stays on it until the pointer leaves its column, x
	x      int
}

// pointer is what the mouse does.
type pointer struct {
	drag    dragging
	clicked clicked
	gained  time.Time // when the window got the focus last
}

func (d dragging) on() bool { return d != dragging{} }

// mouse hands a mouse event to what lies under it, by the layout that the
// frame was drawn with.
func (h *pointer) mouse(a *app, msg tea.MouseMsg) tea.Cmd {
	e := msg.Mouse()
	p := image.Pt(e.X, e.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		if e.Button != tea.MouseLeft || a.pace.within(h.gained, raising) {
			return nil
		}
		if a.overlay == nil && isBlank(a, p) {
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
			h.hoverAt(a, p)
			return nil
		case e.Button == tea.MouseNone:
			return h.release(a) // the button was let go outside the window
		}
		return h.dragTo(a, p)
	case tea.MouseReleaseMsg:
		cmd := h.dragTo(a, p)
		return tea.Batch(cmd, h.release(a))
	case tea.MouseWheelMsg:
		return h.wheel(a, p, e)
	}
	return nil
}

// isBlank tells whether a cell of the screen shows nothing and sets nothing: a press there
// means nothing. One blank between two signs is of a text.
func isBlank(a *app, p image.Point) bool {
	l := a.layout()
	if p.In(l.slider) && a.front.slider.OnTrack(p.X-l.slider.Min.X, l.slider.Dx()) {
		return false
	}
	if at := l.PaneAt(p); at != nil && at.Grabs != nil && at.Grabs(p.Sub(l.At(at).Min), l.At(at).Size()) {
		return false
	}
	c := chart.New(a.w, a.h)
	if l.Mode != screen.ModeTiny {
		a.drawScreen(c, l)
	}
	empty := func(x int) bool {
		sign, _ := c.At(x, p.Y)
		return x < 0 || x >= a.w || sign == " "
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

// raising is the time after the window got the focus in which a press is the one that
// raised it: it does nothing else.
const raising = 150 * time.Millisecond

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
	if at == nil || at.Press == nil || a.overlay != nil || a.prompt != nil || last.at != p || since > twice {
		return false
	}
	h.clicked = clicked{}
	return at == a.listed() && !at.Head(p.Sub(l.At(at).Min))
}

// pressAt does what a left press at p means.
func (h *pointer) pressAt(a *app, p image.Point) tea.Cmd {
	a.Change()
	if a.overlay != nil {
		return a.overlay.click(a, p)
	}
	l := a.layout()
	in := func(r image.Rectangle) (image.Point, bool) { return p.Sub(r.Min), p.In(r) }
	if q, ok := in(l.header); ok {
		return h.pressHeader(a, q, l.header.Dx())
	}
	if q, ok := in(l.footer); ok && !a.footerTaken() {
		if i := a.front.footer.HintAt(q.X, l.footer.Dx()); i >= 0 && a.prompt == nil {
			return a.press(a.front.keys[i].keys[0])
		}
		return nil
	}
	if a.prompt != nil {
		pressPrompt(a, p)
		return nil // what is being typed is not lost by a stray click
	}
	if p.In(l.readout) || p.In(l.sentence) {
		return a.press("y")
	}
	if p.In(l.slider) {
		if !a.front.slider.OnTrack(p.X-l.slider.Min.X, l.slider.Dx()) {
			return a.press("b")
		}
		if i := a.front.slider.MarkAt(p.X-l.slider.Min.X, l.slider.Dx()); i >= 0 && a.kind().Dial == nil {
			a.History.Close()
			cmd := a.Recommend()
			h.drag, a.Dragging = dragging{slider: true, mark: true, x: p.X}, true
			return cmd
		}
		return h.latch(a, dragging{slider: true}, p)
	}
	at := l.PaneAt(p)
	if at == nil {
		return nil
	}
	if !at.Still {
		a.Focus(at)
	}
	place := l.At(at)
	q := p.Sub(place.Min)
	var cmd tea.Cmd
	if at.Press != nil {
		cmd = at.Press(q, place.Size())
	}
	if at.Drag != nil && at.Grabs(q, place.Size()) {
		return tea.Batch(cmd, h.latch(a, dragging{pane: at}, p))
	}
	return cmd
}

// pressPrompt takes the form of an export that was clicked.
func pressPrompt(a *app, p image.Point) {
	v := a.prompt.above
	if v == nil {
		return
	}
	box := v.place(a.w, a.messageLine())
	if q := p.Sub(box.Min); p.In(box) && q.Y == 0 {
		if i := v.formAt(q.X, a.w); i >= 0 {
			a.prompt.turn(i - max(v.form, 0))
		}
	}
}

// scrollPreview moves what an export would write by n lines.
func scrollPreview(a *app, n int) {
	if v := a.prompt.above; v != nil {
		v.preview.Offset += n
		v.preview.Clamp(v.place(a.w, a.messageLine()).Dy() - 1)
		a.Change()
	}
}

func (h *pointer) pressHeader(a *app, q image.Point, w int) tea.Cmd {
	if a.prompt != nil {
		return nil
	}
	if i := a.front.header.ScreenAt(q.X, w); i >= 0 {
		return a.goTo(i)
	}
	if a.front.header.OnLabel(q.X, w) {
		return a.ChooseLabel()
	}
	return nil
}

// latch begins a drag and jumps to where it begins. Each drag is one entry of
// the undo record.
func (h *pointer) latch(a *app, d dragging, p image.Point) tea.Cmd {
	a.History.Close()
	h.drag, a.Dragging = d, true
	return h.dragTo(a, p)
}

// dragTo follows the pointer, on any row.
func (h *pointer) dragTo(a *app, p image.Point) tea.Cmd {
	l := a.layout()
	switch {
	case h.drag.mark && h.drag.x == p.X:
	case h.drag.slider:
		h.drag.mark = false
		if f, ok := a.front.slider.FractionAt(p.X-l.slider.Min.X, l.slider.Dx()); ok {
			return turnTo(a, f)
		}
	case h.drag.on():
		place := l.At(h.drag.pane)
		return h.drag.pane.Drag(p.Sub(place.Min), place.Size())
	}
	return nil
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
	case a.overlay != nil:
		a.overlay.move(a, n)
		a.Change()
	case a.prompt != nil:
		scrollPreview(a, n)
	default:
		at := l.PaneAt(p)
		if at != nil && at.Wheel != nil {
			return at.Wheel(n)
		}
		if fast {
			n *= 10
		}
		if at != nil && at.Drag != nil || p.In(l.slider) {
			a.Change()
			return turnBy(a, n)
		}
	}
	return nil
}

// hoverAt tells the panes where the pointer is.
func (h *pointer) hoverAt(a *app, p image.Point) {
	if !a.kind().Hovers || a.overlay != nil || a.prompt != nil {
		return
	}
	l := a.layout()
	for _, at := range a.kind().Panes {
		if at.Hover != nil {
			place := l.At(at)
			at.Hover(p.Sub(place.Min), place.Size())
		}
	}
}
