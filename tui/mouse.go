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
type dragging int

const (
	dragNone dragging = iota
	dragSlider
	dragChart
)

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
		case a.drag == dragNone:
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
			return a.press(a.look.hints[i].key)
		}
		return nil
	}
	if a.prompt != nil {
		a.pressPrompt(p)
		return nil // what is being typed is not lost by a stray click
	}
	a.focusAt(p)
	if q, ok := in(l.slider); ok && !a.onReadout(q, l) {
		return a.latch(dragSlider, p)
	}
	if _, ok := in(l.chart); ok {
		return a.latch(dragChart, p)
	}
	if name := a.mapAt(p); name != "" {
		a.selectName(name)
		return nil
	}
	if q, ok := in(l.table); ok {
		return a.pressTable(q, l.table)
	}
	if q, ok := in(l.compare); ok {
		if i := a.look.compare.RowAt(q.Y); i >= 0 {
			a.selectCompared(i)
		}
		return nil
	}
	if q, ok := in(l.repeats); ok {
		if i := a.look.repeats.HeadAt(q.X, q.Y, l.repeats.Dx()); i >= 0 {
			return a.activate(a.look.beside[i])
		}
		if name, ok := a.look.repeats.NameAt(q.Y, l.repeats.Dy()); ok {
			a.selectName(name)
		}
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

func (a *app) pressTable(q image.Point, r image.Rectangle) tea.Cmd {
	if c, ok := a.look.table.HeadAt(q.X, q.Y, r.Dx()); ok {
		if c == a.state.Sort {
			return a.sortReverse()
		}
		return a.sortBy(c)
	}
	if i := a.look.table.RowAt(q.Y, r.Dy()); i >= 0 {
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

// dragTo sets B to where the pointer is, on any row.
func (a *app) dragTo(p image.Point) tea.Cmd {
	l, r := a.layout(), a.shown.result
	switch a.drag {
	case dragSlider:
		if f, ok := a.look.slider.FractionAt(p.X-l.slider.Min.X, l.slider.Dx()); ok {
			return a.setBudget(nearestStep(r, f*r.Max.Float()))
		}
	case dragChart:
		if b, ok := a.look.loss.BudgetAt(p.X-l.chart.Min.X, l.chart.Dx(), l.chart.Dy()); ok {
			return a.setBudget(nearestStep(r, b))
		}
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
	if a.drag != dragNone {
		a.drag = dragNone
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
	l := a.layout()
	switch {
	case n == 0:
		return nil
	case a.overlay != nil:
		a.overlay.wheel(a, n)
		a.change()
	case a.prompt != nil:
		a.scrollPreview(n)
	case p.In(l.slider) || p.In(l.chart):
		if e.Mod.Contains(tea.ModCtrl) || e.Mod.Contains(tea.ModShift) {
			n *= 10
		}
		a.change()
		return step(n)(a)
	case p.In(l.table):
		a.scrollBy(n)
	case p.In(l.read):
		a.data.readOffset += n
		a.predictorOffset += n
		a.change()
	case p.In(l.attrMap):
		return a.zoomBy(-n)
	case p.In(l.worth):
		a.data.offset += n
		a.cardOffset += n
		a.change()
	case p.In(l.repeats):
		a.repeatsOffset += n
		a.change()
	}
	return nil
}
