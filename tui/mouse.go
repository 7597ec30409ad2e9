package tui

import (
	"image"
	"math"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/model"
)

// dragging is what a press has latched on to: motion acts on it wherever the
// pointer goes, until the release.
type dragging struct {
	slider bool
	pane   pane
}

func (d dragging) on() bool { return d != dragging{} }

// mouse hands a mouse event to what lies under it, by the layout that the
// frame was drawn with.
func (a *app) mouse(msg tea.MouseMsg) tea.Cmd {
	e := msg.Mouse()
	p := image.Pt(e.X, e.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		if e.Button != tea.MouseLeft {
			return nil
		}
		a.toast.dismiss()
		return a.pressAt(p)
	case tea.MouseMotionMsg:
		switch {
		case !a.drag.on():
			return a.hover(p)
		case e.Button == tea.MouseNone:
			return a.release() // the button was let go outside the window
		}
		return a.dragTo(p)
	case tea.MouseReleaseMsg:
		cmd := a.dragTo(p)
		return tea.Batch(cmd, a.release())
	case tea.MouseWheelMsg:
		return a.wheel(p, e)
	}
	return nil
}

// pressAt does what a left press at p means.
func (a *app) pressAt(p image.Point) tea.Cmd {
	a.change()
	if a.overlay != nil {
		return a.answer(a.overlay.click(a, p))
	}
	l := a.layout()
	in := func(r image.Rectangle) (image.Point, bool) { return p.Sub(r.Min), p.In(r) }
	if q, ok := in(l.header); ok {
		return a.pressHeader(q, l.header.Dx())
	}
	if q, ok := in(l.footer); ok && !a.footerTaken() {
		if i := a.look.footer.HintAt(q.X, l.footer.Dx()); i >= 0 && a.prompt == nil {
			return a.press(a.look.hints[i].keys[0])
		}
		return nil
	}
	if a.prompt != nil {
		a.pressPrompt(p)
		return nil // what is being typed is not lost by a stray click
	}
	if q, ok := in(l.slider); ok && !a.onReadout(q, l) {
		return a.latch(dragging{slider: true}, p)
	}
	at := a.paneAt(p, &l)
	if at == paneNone {
		return nil
	}
	a.focusOn(at)
	kind, place := &a.paneKinds[at], l.panes[at]
	switch {
	case kind.drag != nil:
		return a.latch(dragging{pane: at}, p)
	case kind.press != nil:
		return kind.press(a, p.Sub(place.Min), place.Size())
	}
	return nil
}

func (a *app) pressCompare(q, _ image.Point) tea.Cmd {
	if i := a.look.compare.RowAt(q.Y); i >= 0 {
		a.selectCompared(i)
	}
	return nil
}

func (a *app) pressRepeats(q, size image.Point) tea.Cmd {
	if i := a.look.repeats.HeadAt(q.X, q.Y, size.X); i >= 0 {
		return a.activate(a.look.beside[i])
	}
	if name, ok := a.look.repeats.NameAt(q.Y, size.Y); ok {
		a.selectName(name)
	}
	return nil
}

// pressPrompt takes the form of an export that was clicked.
func (a *app) pressPrompt(p image.Point) {
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
func (a *app) scrollPreview(n int) {
	if v := a.prompt.above; v != nil {
		v.preview.Offset += n
		v.preview.Clamp(v.place(a.w, a.messageLine()).Dy() - 1)
		a.change()
	}
}

// onReadout tells whether a point of the slider's line is on the readout.
func (a *app) onReadout(q image.Point, l layout) bool {
	return l.inline && q.X >= l.slider.Dx()-readoutReserve-1
}

func (a *app) pressHeader(q image.Point, w int) tea.Cmd {
	if a.prompt != nil {
		return nil
	}
	if i := a.look.header.ScreenAt(q.X, w); i >= 0 {
		return goTo(screen(i))(a)
	}
	if a.look.header.OnLabel(q.X, w) {
		return a.chooseLabel()
	}
	return nil
}

func (a *app) pressTable(q, size image.Point) tea.Cmd {
	if c, ok := a.look.table.HeadAt(q.X, q.Y, size.X); ok {
		if c == a.state.Sort {
			return a.sortReverse()
		}
		return a.sortBy(c)
	}
	if i := a.look.table.RowAt(q.Y, size.Y); i >= 0 {
		a.selectRow(i)
	}
	return nil
}

// latch begins a drag and jumps to where it begins. Each drag is one entry of
// the undo record.
func (a *app) latch(d dragging, p image.Point) tea.Cmd {
	a.history.close()
	a.drag = d
	return a.dragTo(p)
}

// dragTo follows the pointer, on any row.
func (a *app) dragTo(p image.Point) tea.Cmd {
	l := a.layout()
	switch {
	case a.drag.slider:
		if f, ok := a.look.slider.FractionAt(p.X-l.slider.Min.X, l.slider.Dx()); ok {
			return a.turnTo(f)
		}
	case a.drag.on():
		place := l.panes[a.drag.pane]
		return a.paneKinds[a.drag.pane].drag(a, p.Sub(place.Min), place.Size())
	}
	return nil
}

// dragChart sets B to where the pointer is on the chart.
func (a *app) dragChart(q, size image.Point) tea.Cmd {
	if b, ok := a.look.loss.BudgetAt(q.X, size.X, size.Y); ok {
		return a.setBudget(nearestStep(a.shown.result, b))
	}
	return nil
}

// nearestStep is the whole step nearest to a budget, within the range; the
// range's end is reached even where it is no whole step.
func nearestStep(r *core.Result, budget float64) model.Amount {
	if r.Step == 0 {
		return 0
	}
	if budget >= r.Max.Float() {
		return r.Max
	}
	n := math.Round(budget / r.Step.Float())
	return max(0, min(model.Amount(n)*r.Step, r.Max))
}

func (a *app) release() tea.Cmd {
	if a.drag.on() {
		a.drag = dragging{}
		a.history.close()
		a.change()
	}
	return nil
}

// wheel moves B over the slider and the chart, and scrolls lists.
func (a *app) wheel(p image.Point, e tea.Mouse) tea.Cmd {
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
		a.overlay.wheel(a, n)
		a.change()
	case a.prompt != nil:
		a.scrollPreview(n)
	case p.In(l.slider):
		return a.wheelDial(n, fast)
	default:
		if wheel := a.paneKinds[a.paneAt(p, &l)].wheel; wheel != nil {
			return wheel(a, n, fast)
		}
	}
	return nil
}

// wheelDial moves B, or what the screen has in its place, by a step a notch,
// with ctrl by ten.
func (a *app) wheelDial(n int, fast bool) tea.Cmd {
	if fast {
		n *= 10
	}
	a.change()
	return turnBy(n)(a)
}

// wheelTable moves the table and leaves the selection where it is.
func (a *app) wheelTable(n int, _ bool) tea.Cmd {
	a.offset += n
	a.change()
	return nil
}

func (a *app) wheelRepeats(n int, _ bool) tea.Cmd {
	a.repeatsOffset += n
	a.change()
	return nil
}
