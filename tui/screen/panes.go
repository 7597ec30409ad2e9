package screen

import (
	"image"
	"slices"
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// mode is how much of the screen fits a terminal's size.
type mode int

const (
	ModeTiny    mode = iota // a line that says what is needed
	modeCompact             // table, slider and readout
	modeStacked             // chart above the table
	modeColumns             // table beside chart and repeats
)

// The least sizes of the modes (ui.md, "Sizes").
const (
	ColumnsWidth, columnsHeight = 100, 24
	stackedHeight, stackedArea  = 24, 80 * 24
	CompactWidth, CompactHeight = 40, 10
	besideTable                 = 6 // least rows of what stands below a table
)

func ModeOf(w, h int) mode {
	switch {
	case w >= ColumnsWidth && h >= columnsHeight:
		return modeColumns
	case w >= CompactWidth && h >= stackedHeight && w*h >= stackedArea:
		return modeStacked
	case w >= CompactWidth && h >= CompactHeight:
		return modeCompact
	}
	return ModeTiny
}

// Body is the part of the terminal that a screen fills, with the places of its panes. Both drawing and hit-testing
// read it. Panes without room on a smaller terminal are left out, and reached by z.
type Body struct {
	Mode mode
	W    int // width of the terminal
	Area image.Rectangle
	Full *Pane // fills it; nil where several panes share it
	// Slider is where the slider lies, on screens that have it on their axis.
	Slider image.Rectangle
	places []placed
}

type placed struct {
	pane *Pane
	at   image.Rectangle
}

func (b *Body) put(p *Pane, at image.Rectangle) {
	b.places = append(b.places, placed{p, at})
}

func (b *Body) Fill(p *Pane) {
	b.places = []placed{{p, b.Area}}
}

// share gives a pane a share of an area in percent: on the left where there are columns, of half of
// it above where these are stacked, none else. It returns the rest.
func (b *Body) share(p *Pane, area image.Rectangle, percent int) (rest image.Rectangle) {
	var own image.Rectangle
	switch rest = area; b.Mode {
	case modeColumns:
		own, rest = cutLeft(area, area.Dx()*percent/100)
	case modeStacked:
		own, rest = cutTop(area, area.Dy()/2)
	default:
		return area
	}
	b.put(p, own)
	return rest
}

func (b *Body) At(p *Pane) image.Rectangle {
	for _, x := range b.places {
		if x.pane == p {
			return x.at
		}
	}
	return image.Rectangle{}
}

func (b *Body) PaneAt(p image.Point) *Pane {
	for _, x := range b.places {
		if p.In(x.at) {
			return x.pane
		}
	}
	return nil
}

func cutTop(r image.Rectangle, rows int) (top, rest image.Rectangle) {
	y := r.Min.Y + max(0, min(rows, r.Dy()))
	return image.Rect(r.Min.X, r.Min.Y, r.Max.X, y), image.Rect(r.Min.X, y, r.Max.X, r.Max.Y)
}

func cutBottom(r image.Rectangle, rows int) (rest, bottom image.Rectangle) {
	return cutTop(r, r.Dy()-max(0, min(rows, r.Dy())))
}

func cutLeft(r image.Rectangle, columns int) (left, rest image.Rectangle) {
	x := r.Min.X + max(0, min(columns, r.Dx()))
	return image.Rect(r.Min.X, r.Min.Y, x, r.Max.Y), image.Rect(x, r.Min.Y, r.Max.X, r.Max.Y)
}

// Pane is a panel of a screen, and what is done there.
type Pane struct {
	// Panel is what is drawn, and Focus where it is told whether it has the focus; nil where it never has.
	Panel panel.Panel
	Focus *bool
	// Lists says what its rows are, for hints and for keys that act on a row.
	Lists Listing
	// Joins says that it is part of another pane where it has no place of its own.
	Joins bool
	// Rows moves the selection by n rows, or scrolls; nil where that is meant for
	// the screen's first pane that has rows.
	Rows func(n int)
	// Page is how many rows a page of a pane so high is; nil for its height.
	Page func(h int) int
	// Off says why no row can be selected; nil where one always can.
	Off func() string
	// Enter does what the selected row is for, enterOff says why it cannot; nil
	// for the card of the selected attribute.
	Enter    func()
	EnterOff func() string
	// Press does what a press is for on what its panel drew; nil for nothing.
	Press func(is any)
	// Set brings what is dragged on its dials to a value, from the press to the release and
	// wherever the pointer goes; nil where nothing is dragged.
	Set func(x float64)
	// Wheel turns by n notches; nil for what is dragged there, or nothing.
	Wheel func(n int)
}

type Listing int

const (
	ListsAttributes Listing = 1 << iota
	ListsColumns            // attributes, with columns to sort by
	ListsAlgorithms
	ListsText
	ListsCard  // text about the selected attribute
	ListsWorth // text about attributes that the filter keeps
)

type Document struct {
	Pane
	Text panel.Document
}

func newDocument(of Listing) *Document {
	d := &Document{}
	scroll := func(n int) { d.Text.Offset = max(d.Text.Offset+n, 0) } // it may be drawn before it is placed anew
	d.Pane = Pane{
		Panel: &d.Text, Focus: &d.Text.Focus,
		Lists: of | ListsText,
		Rows:  scroll,
		Wheel: scroll,
	}
	return d
}

// show makes lines what the document shows, from where the user has scrolled to.
func (d *Document) show(b *Body, title string, lines []panel.Line) {
	d.Text.Title, d.Text.Lines = title, lines
	d.Text.Clamp(b.At(&d.Pane).Dy())
}

// write makes a page what the document shows; why is a sentence in its place, "" for none.
func (d *Document) write(b *Body, title, why string, write func(o *Page)) {
	o := &Page{Width: d.width(b)}
	if why != "" {
		o.Say(theme.Muted, "%s", why)
	} else {
		write(o)
	}
	d.show(b, title, o.Lines)
}

func (d *Document) width(b *Body) int { return b.At(&d.Pane).Dx() - DocumentEdge }

// DocumentEdge is the width of a document's box and margins.
const DocumentEdge = 4

// plotPane is the pane of a chart on which is dragged what stands on its axis.
func plotPane(c *panel.Chart, set func(x float64)) *Pane {
	return &Pane{Panel: c, Focus: &c.Focus, Set: set}
}

// pressTable sorts by a head, folds, or selects a row and explains its column.
func (a *Focus) pressTable(is any) {
	switch is := is.(type) {
	case panel.Head:
		c := Column(is)
		if a.Explain(c); c == a.State.Sort {
			a.SortReverse()
		} else {
			a.SortBy(c)
		}
	case panel.Folded:
		a.Unfold(!a.Unfolded)
	case panel.At:
		if a.selectName(a.Shown.Result.Attributes[a.Look.Roll(is.Row).Of].Name); is.Column >= 0 {
			a.explained = Column(is.Column)
		}
	}
}

// walkTable selects the attribute n rows below the selected one. A step beyond the
// last row opens what is folded below it.
func (a *Focus) walkTable(n int) {
	names := a.names()
	to := max(0, slices.Index(names, a.Selected())) + n
	if f := &a.Look.fold; f.shown && !f.open && n > 0 && to >= len(names) {
		a.Unfold(true)
		names = a.names()
	}
	if len(names) > 0 {
		a.selectName(names[max(0, min(to, len(names)-1))])
	}
}

func (a *Focus) names() (all []string) {
	for i := range a.Look.Table.Rows {
		if of := a.Look.Roll(i); of.Over == nil {
			all = append(all, a.Shown.Result.Attributes[of.Of].Name)
		}
	}
	return slices.Compact(all) // of a call with two rows once
}

func (a *Focus) selectName(name string) {
	a.Cursor = name
	if f := &a.Look.fold; f.shown && !f.open && !slices.Contains(a.names(), name) {
		a.Unfold(true)
	}
	a.Reveal()
}

// Reveal brings the selected row into sight wherever it is shown.
func (a *Focus) Reveal() { a.follow = true }

// Selected is the name of the selected attribute, or "" where there is none.
func (a *Focus) Selected() string {
	if i := a.cursorRow(); i >= 0 {
		return a.Shown.Result.Attributes[a.Look.Roll(i).Of].Name
	}
	return ""
}

// cursorRow is the row of the selected attribute, or else the first one; -1 where there is none.
func (a *Focus) cursorRow() int {
	first := -1
	for i := range a.Look.Table.Rows {
		switch of := a.Look.Roll(i); {
		case of.Over != nil:
		case a.Shown.Result.Attributes[of.Of].Name == a.Cursor:
			return i
		case first < 0:
			first = i
		}
	}
	return first
}

// scrollMargin is how many rows stay in sight around the selected one.
const scrollMargin = 2

// explained are the columns that an explanation takes.
const explained = 100

// Fit suits the shared panes to their places. The table follows the selection where
// the user moved it; an order that changes under B leaves the view where it is.
func (a *Focus) Fit(b *Body) {
	l := &a.Look
	place, t, rolls := b.At(a.TablePane), &l.Table, l.Table.Rolls
	if from, to := rolls.Lie(b.Slider.Max.X); !b.Slider.Empty() {
		left := b.At(a.ChartPane).Min.X
		l.Loss.Plot.Columns, l.AxisColumns = [2]int{from - left, to - left}, [2]int{from - b.Slider.Min.X, to - b.Slider.Min.X}
		if steps := a.steps(); steps != nil && len(l.Loss.Plot.Bands) > 0 {
			at := make([]float64, len(steps))
			for i, b := range steps {
				at[i] = l.axis.Share(b.Float())
			}
			l.Loss.Plot.Apart(at, to-from, a.Measure().Text)
		}
		rolls.At, rolls.Budget = l.axis.Col(a.Shown.State.Budget.Float(), to-from), a.money(a.Shown.State.Budget)
		for i := range l.Loss.Plot.Cursors {
			l.Loss.Plot.Cursors[i].X = float64(rolls.At) / float64(max(to-from-1, 1)) // a whole column
		}
		if !place.Empty() {
			r := a.Shown.Result
			rolls.By[0].Repeats, rolls.By[1].Repeats = l.rolls(r, a.Shown.State.Algorithm, to-from), l.rolls(r, l.Against().Algorithm, to-from)
		}
	}
	l.lookColumns(a.State, place.Dx())
	rolls.Tall = 1 + explained/max(place.Dx(), 1)
	n := t.Visible(place.Dy())
	if a.follow && n > 0 {
		margin := min(scrollMargin, max(n-1, 0)/2)
		a.offset = min(a.offset, t.Cursor-margin)
		a.offset = max(a.offset, t.Cursor+margin-n+1)
		a.follow = false
	}
	a.offset = max(0, min(a.offset, len(t.Rows)-n))
	rolls.Offset = a.offset
	text := ""
	if t.Lead, text = strings.TrimSpace(a.Filter.label()), a.Explanation(); t.Lead != "" {
		text = strings.TrimSuffix(t.Lead+" · "+text, " · ")
	} else if name, _, found := strings.Cut(text, ":"); found {
		t.Lead = name
	}
	if rows := t.BelowRows(place.Dy()); rows > 0 {
		t.Below = chart.Fit(text, place.Dx()-2, rows, chart.Width(t.Position(n)))
	}
}

func (a *Focus) SortBy(c Column) {
	a.Alter(func(s *State) { s.Sort, s.Reverse = c, false })
}

func (a *Focus) SortReverse() {
	a.Alter(func(s *State) { s.Reverse = !s.Reverse })
}

func (a *Focus) ToggleAttribute() {
	name := a.Selected()
	a.Alter(func(s *State) { s.Settings = s.Settings.WithExcluded(name, !s.Settings.Excluded(name)) })
}
