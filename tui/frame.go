package tui

import (
	"fmt"
	"image"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

type front struct {
	header panel.Header
	// sentence is the answer in words, on top of every screen.
	sentence []panel.Line
	slider   panel.Slider
	footer   panel.Footer
	keys     []*action // of the hints in the footer
}

// refresh brings everything that is drawn up to what is shown.
func (a *app) refresh() {
	a.Look.Narrow = a.w < screen.ColumnsWidth
	a.Look.Flat, a.Look.Digits = a.theme.Flat, a.theme.Glyphs == theme.ASCII || a.theme.Name == "mono"
	a.RefreshLook()
	l := a.layout()
	if refresh := a.kind().Refresh; refresh != nil {
		refresh(&l.Body)
	}
	if d := a.over; d != nil && d.refresh != nil {
		d.refresh(a)
	}
	a.front.slider = a.dial().Slider()
	a.front.slider.Held = a.pointer.drag.on()
	a.front.lookHeader(a)
	a.front.lookHints(a)
	l = a.layout()
	a.Fit(&l.Body)
	focused := a.Focused()
	for _, p := range a.kind().Panes {
		if p.Focus != nil {
			*p.Focus = p == focused
		}
	}
	if a.kind().Axis {
		a.front.slider.Columns = a.Look.AxisColumns
	}
	a.front.sentence = a.Verdict(a.kind(), l.sentence.Dx()-2, l.sentence.Dy())
}

func (f *front) lookHeader(a *app) {
	ds, r := a.Opt.Study.Data(), a.Shown.Result
	f.header = panel.Header{
		Name: screen.DisplayName(ds), Facts: headerFacts(r), Label: r.Predicted(), Choose: a.LabelOff() == "",
		Labels: a.ChooseLabel, Doing: a.Doing(), Screen: a.screen,
	}
	if a.Opt.Watch != nil && len(f.header.Doing) == 0 {
		f.header.Doing = []string{"watching"}
		if a.updates > 0 {
			f.header.Doing[0] = fmt.Sprintf("updated %d×", a.updates)
		}
	}
	for i, s := range a.screens {
		f.header.Tabs = append(f.header.Tabs, panel.Tab{Name: s.Tab, Off: s.WhyNot() != "", Does: func() { a.goTo(i) }})
	}
}

func (a *app) drawn() *chart.Canvas {
	c := chart.New(a.w, a.h)
	if a.w <= 0 || a.h <= 0 {
		return c
	}
	l, typing := a.layout(), false
	if l.Mode == screen.ModeTiny {
		s := fmt.Sprintf("%d×%d is too small: %d×%d needed; q quits", a.w, a.h, screen.CompactWidth, screen.CompactHeight)
		if chart.Width(s) > a.w {
			s = fmt.Sprintf("needs %d×%d", screen.CompactWidth, screen.CompactHeight)
		}
		c.TextMax(0, 0, s, a.w, theme.Text)
	} else {
		a.drawScreen(c, l)
	}
	if a.over != nil {
		a.over.draw(c)
		typing = a.over.field != nil && a.over.list == nil
	}
	if a.Toast.Text != "" && l.Mode != screen.ModeTiny && !typing {
		pen := theme.Good
		if a.Toast.Bad {
			pen = theme.Bad
		}
		said(c, a.Toast.Text, pen)
	}
	return c
}

func (a *app) drawScreen(c *chart.Canvas, l *layout) {
	f := &a.front
	f.header.Draw(c.Sub(l.header))
	for _, p := range a.kind().Panes {
		if place := l.At(p); !place.Empty() {
			p.Panel.Draw(c.Sub(place))
		}
	}
	if text := a.Opt.Study.Data().Origin; text != "" && l.sentence.Min.Y > l.header.Max.Y {
		c.TextMax(1, l.header.Max.Y, "Real data: "+text, a.w-2, theme.Muted)
	}
	f.slider.Draw(c.Sub(l.slider))
	panel.DrawLines(c.Sub(l.sentence), f.sentence)
	f.footer.Draw(c.Sub(l.footer))
}

// said writes a text over the last lines of a screen, whole.
func said(c *chart.Canvas, text string, pen theme.Pen) {
	w, _ := c.Size()
	lines := chart.Wrap(text, max(w-2, 1))
	lastLines(c, len(lines)).Lines(1, 0, lines, w-1, pen)
}

// headerFacts are the size of the data, how judgments are bought, and the ridge. The last leave first where there is
// no room, but the design stays longest unless judgments are bought singly, because all figures depend on it.
func headerFacts(r *core.Result) (all []panel.Fact) {
	add := func(text string) {
		if text != "" {
			all = append(all, panel.Fact{Text: text, Rank: len(all) + 1})
		}
	}
	add(figure.CountOf(r.Objects, "object"))
	add(figure.CountOf(len(r.Attributes), "attribute"))
	add(screen.CellsFact(r))
	add(briefDesign(&r.Design))
	if !r.Design.Singles() {
		all[len(all)-1].Rank = 0
	}
	if r.Design.Singles() || r.Raters == model.RatersPaper { // else the design says it
		add("raters " + r.Raters)
	}
	add(screen.RidgeFact(r))
	if unit := r.Data().PriceUnit; unit != "" {
		add("budgets in " + chart.Clean(unit))
	}
	return all
}

func briefDesign(d *core.Design) string {
	var text string
	switch d.Kind {
	case model.DesignSingle:
		text = "singles"
	case model.DesignForm:
		text = "form"
	case model.DesignCall:
		text = "call at " + d.Forms[0].Price.String()
	default:
		text = figure.CountOf(len(d.Forms), "form")
	}
	if d.Panel > 0 {
		text += ", panel"
	}
	return text
}

// layout says where everything is on a screen of w×h cells. Rectangles that a
// mode does not show are empty. Both drawing and hit-testing read it.
type layout struct {
	screen.Body
	header, sentence, slider, footer image.Rectangle
}

// Heights from which there is room around the sentence, and for more of it.
const (
	roomyHeight  = 30
	usualHeight  = 20
	leastHeight  = 14
	sentenceWide = 110 // columns from which a sentence takes two lines
)

// newLayout is a pure function of the terminal's size and of what there is to
// show: a screen, and the pane that fills its body, nil where several share it.
func newLayout(w, h int, of *screen.Screen, full *screen.Pane) layout {
	l := layout{Body: screen.Body{Mode: screen.ModeOf(w, h), W: w, Full: full}}
	if l.Mode == screen.ModeTiny {
		return l
	}
	row := func(y int) image.Rectangle { return image.Rect(0, y, w, y+1) }
	l.header = row(0)
	l.footer = row(h - 1)
	top, bottom := 1, h-1
	rows, gap := 3, 0
	if h < usualHeight || w >= sentenceWide || h < roomyHeight && !of.Axis {
		rows = 2
	}
	if h < leastHeight || h < roomyHeight && of.Dial != nil { // what is learned aside says less
		rows = 1
	}
	if h >= roomyHeight {
		gap = 1
	}
	l.sentence = image.Rect(0, top+gap, w, top+gap+rows)
	top = l.sentence.Max.Y + gap
	if !of.Axis {
		bottom--
		l.slider = row(bottom)
	}
	l.Area = image.Rect(0, top, w, bottom)
	of.Place(&l.Body)
	switch {
	case of.Axis:
		l.slider = l.Slider
	case full != nil:
		l.Fill(full)
	}
	return l
}

func (a *app) layout() *layout {
	var full *screen.Pane
	if a.focus.full {
		full = a.Focused()
	}
	l := newLayout(a.w, a.h, a.kind(), full)
	return &l
}

// looks are the colours and characters that are drawn with: what the user asked for, as far as the terminal shows it.
type looks struct {
	*theme.Theme
	opt     *screen.Options
	dark    bool // the terminal's background
	profile colorprofile.Profile
}

// newLooks are the looks before the terminal has said anything.
func newLooks(o *screen.Options) looks {
	l := looks{opt: o, dark: true, profile: colorprofile.TrueColor}
	l.pick()
	return l
}

// hear takes what the terminal says of itself.
func (l *looks) hear(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.BackgroundColorMsg:
		l.dark = msg.IsDark()
	case tea.ColorProfileMsg:
		l.profile = msg.Profile
	}
	l.pick()
}

// asksBackground tells whether the terminal's background picks the theme.
func (l *looks) asksBackground() bool { return l.opt.Theme != "dark" && l.opt.Theme != "light" }

// byColours are the themes by what a terminal can show, dark and light.
var byColours = map[colorprofile.Profile][2]func() *theme.Theme{
	colorprofile.ANSI:      {theme.Dark16, theme.Light16},
	colorprofile.ANSI256:   {theme.Dark256, theme.Light256},
	colorprofile.TrueColor: {theme.Dark, theme.Light},
}

// pick takes the theme that is asked for, as far as the terminal shows it.
func (l *looks) pick() {
	pair, light := byColours[l.profile], 0
	if l.opt.Theme == "light" || l.asksBackground() && !l.dark {
		light = 1
	}
	t := theme.Mono
	if pair[light] != nil {
		t = pair[light]
	}
	l.Theme = t().With(l.opt.Glyphs)
}
