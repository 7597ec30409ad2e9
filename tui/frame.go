package tui

import (
	"fmt"
	"image"
	"math"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// layout is the layout of the present screen.
func (a *app) layout() layout {
	return newLayout(a.w, a.h, a.content(a.filling()))
}

// content is what there is to lay out, with one pane filling the body or none.
func (a *app) content(full pane) content {
	return content{a.look.noted && !a.kind().noteless, a.kind(), a.look.compare.Height(), full, a.featureless()}
}

// active is the active algorithm's selection.
func (a *app) active() *core.Selection {
	for i := range a.look.selections {
		if a.look.selections[i].Algorithm == a.shown.state.Algorithm {
			return &a.look.selections[i]
		}
	}
	panic("tui: the active algorithm has no selection")
}

// visibleRows is the number of attributes that the table shows at a time.
func (a *app) visibleRows() int { return a.look.table.Visible(a.layout().panes[paneTable].Dy()) }

// scrollMargin is how many rows stay in sight around the selected one.
const scrollMargin = 2

// fit suits the look to the layout. The table follows the selection where the
// user moved it; an order that changes under B leaves the view where it is.
func (a *app) fit() {
	l, k := a.layout(), &a.look
	k.table.Repeats = l.mode != modeColumns || a.focus.full
	k.loss.Boxed = l.mode == modeColumns || a.focus.full
	k.slider.Inline = l.inline
	n := k.table.Visible(l.panes[paneTable].Dy())
	if a.follow && n > 0 {
		margin := min(scrollMargin, max(n-1, 0)/2)
		line := k.table.LineOf(k.table.Cursor)
		a.offset = min(a.offset, line-margin)
		a.offset = max(a.offset, line+margin-n+1)
		a.follow = false
	}
	a.offset = max(0, min(a.offset, k.table.Lines()-n))
	k.table.Offset = a.offset
	k.repeats.Offset = a.repeatsOffset
	if repeats := l.panes[paneRepeats]; a.followRepeats && !repeats.Empty() {
		k.repeats.Reveal(repeats.Dy())
		a.followRepeats = false
	}
	k.repeats.Clamp(l.panes[paneRepeats].Dy())
	a.repeatsOffset = k.repeats.Offset
}

// notes are what the user should know about the data and the settings.
func (a *app) notes() []model.Finding {
	r := a.shown.result
	var notes []model.Finding
	if len(a.look.selections) > 0 {
		i := a.look.active
		notes = append(notes, a.findings()...)
		notes = append(notes, r.SelectionWarnings(a.active())...)
		if h, s := a.shown.honest, a.active(); h != nil && !math.IsNaN(a.look.estimates[i].Loss) {
			notes = append(notes, core.HonestWarnings(a.look.raw[i], h.Noise(s.Algorithm, s.Budget))...)
			notes = append(notes, h.Warnings()...)
		}
	}
	if h := a.shown.honest; h != nil {
		notes = append(notes, h.Warnings()...)
	}
	notes = append(notes, r.Warnings...)
	return append(notes, a.opt.Study.Data().Warnings...)
}

// noteLine shows the first note, and how many more the help has.
func (a *app) noteLine() panel.Line {
	notes := a.notes()
	if len(notes) == 0 {
		return panel.Line{}
	}
	spans := []panel.Span{{Text: "! ", Pen: theme.Warning.Strong()}}
	if more := len(notes) - 1; more > 0 {
		spans = append(spans, panel.Span{Text: fmt.Sprintf("(? shows %s) ", figure.CountOf(more, "more note")), Pen: theme.Muted})
	}
	return panel.Line{Spans: append(spans, panel.Span{Text: adviseKeys(notes[0].Message, notes[0].Remedies...), Pen: theme.Warning})}
}

// footerTaken tells whether a prompt or a toast stands on the footer's line.
func (a *app) footerTaken() bool {
	return (a.prompt != nil || a.toast.text != "") && a.messageLine() == a.layout().footer
}

// messageLine is where prompts and toasts are shown: on the note's line if
// there is one, so that the keys stay in sight, otherwise on the footer's.
func (a *app) messageLine() image.Rectangle {
	if l := a.layout(); !l.note.Empty() {
		return l.note
	}
	return a.layout().footer
}

// paint draws the screen and returns it as text.
func (a *app) paint() string {
	if a.w <= 0 || a.h <= 0 {
		return ""
	}
	c := chart.New(a.w, a.h)
	if l := a.layout(); l.mode == modeTiny {
		a.drawTiny(c)
	} else {
		a.drawScreen(c, l)
	}
	if a.overlay != nil {
		a.overlay.draw(c.Sub(a.overlay.place(a.w, a.h)))
	}
	return c.String(a.theme)
}

// drawTiny says what size is needed; q still works.
func (a *app) drawTiny(c *chart.Canvas) {
	s := fmt.Sprintf("%d×%d is too small: %d×%d needed; q quits", a.w, a.h, compactWidth, compactHeight)
	if chart.Width(s) > a.w {
		s = fmt.Sprintf("needs %d×%d", compactWidth, compactHeight)
	}
	c.TextMax(0, 0, s, a.w, theme.Text)
}

func (a *app) drawScreen(c *chart.Canvas, l layout) {
	k, focused := &a.look, a.focused()
	k.header.Draw(c.Sub(l.header))
	for _, p := range a.kind().panes {
		if place := l.panes[p]; !place.Empty() {
			a.paneKinds[p].panel(k, p == focused).Draw(c.Sub(place))
		}
	}
	k.slider.Draw(c.Sub(l.slider))
	if !l.inline {
		line := panel.Line{Spans: a.readout(l.readout.Dx() - 1)}
		line.Draw(c.Sub(l.readout))
	}
	k.footer.Draw(c.Sub(l.footer))
	if !l.note.Empty() {
		k.note.Draw(c.Sub(l.note))
	}
	a.drawMessage(c.Sub(a.messageLine()))
	if a.prompt != nil && a.prompt.above != nil {
		a.prompt.above.draw(c.Sub(a.prompt.above.place(a.w, a.messageLine())))
	}
}

// drawMessage draws the prompt or the toast over its line.
func (a *app) drawMessage(c *chart.Canvas) {
	switch {
	case a.prompt != nil:
		c.Fill(c.Bounds(), ' ', theme.Text)
		a.prompt.panel().Draw(c)
	case a.toast.text != "":
		c.Fill(c.Bounds(), ' ', theme.Text)
		pen := theme.Good
		if a.toast.bad {
			pen = theme.Bad
		}
		line := panel.Line{Spans: []panel.Span{{Text: a.toast.text, Pen: pen}}}
		line.Draw(c)
	}
}

// textCursor is where the terminal's cursor stands: in the prompt, or nowhere.
func (a *app) textCursor() *tea.Cursor {
	if v, ok := a.overlay.(typing); ok && a.w > 0 {
		return barCursor(v.cursor(a))
	}
	if a.prompt == nil || a.w <= 0 || a.layout().mode == modeTiny {
		return nil
	}
	at := a.messageLine().Min
	return barCursor(at.Add(image.Pt(a.prompt.panel().Cursor(a.w), 0)))
}

func barCursor(at image.Point) *tea.Cursor {
	c := tea.NewCursor(at.X, at.Y)
	c.Shape = tea.CursorBar
	return c
}

// background takes the terminal's word on its background.
func (a *app) background(dark bool) {
	a.dark = dark
	a.pickTheme()
}

// profile takes what the terminal can show.
func (a *app) profile(p colorprofile.Profile) {
	a.colors = p > colorprofile.ASCII
	a.pickTheme()
}

func (a *app) pickTheme() {
	dark := a.dark
	switch a.opt.Theme {
	case "dark":
		dark = true
	case "light":
		dark = false
	}
	switch {
	case !a.colors:
		a.theme = theme.Mono()
	case dark:
		a.theme = theme.Dark()
	default:
		a.theme = theme.Light()
	}
	a.change()
}
