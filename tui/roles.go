package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// Roles is the question of how data are read, before there is anything to predict: readings to
// choose from, and the columns, whose roles can be changed.
type Roles struct {
	Question string
	Readings []model.Alternative
	Open     bool // others that the first rows allow join the readings; else one of them is meant
	// Read reads the first rows with choices. It is called aside, and again after every change. With
	// an error, the columns may still be known.
	Read func(ctx context.Context, choices []model.Choice) (model.FirstRows, error)
	// Give are choices that give columns their roles, in place of those among others.
	Give func(columns []model.ColumnRole, others []model.Choice) []model.Choice
	// Words are the command that says choices.
	Words func(choices []model.Choice) string
}

// rowsRead is what the first rows come to in one reading, or why they cannot be read so.
type rowsRead struct {
	model.FirstRows
	err error
}

// rolesRead are the first rows as they were asked for, and, one after another, in each reading.
type rolesRead struct {
	rowsRead
	readings []model.Alternative
	each     []rowsRead // as far as they are known
}

// Choose shows the question on the whole screen, and returns the number of the reading that was taken and the choices
// that it comes to; false if the user left without one. It reads the terminal's parts of o alone.
func (q Roles) Choose(ctx context.Context, o screen.Options) (reading int, choices []model.Choice, taken bool, err error) {
	m := newRolesView(ctx, q, o)
	_, err = tea.NewProgram(m, program(ctx, &o)...).Run()
	if ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled) {
		err = context.Cause(ctx)
	}
	return m.now.reading, m.now.choices, m.taken, err
}

// asked is a reading with the roles as they were changed.
type askedRoles struct {
	reading int
	choices []model.Choice
}

type rolesView struct {
	Roles
	job.Commands
	ctx   context.Context
	copy  func(text string) error
	theme looks
	w, h  int

	now     askedRoles
	past    []askedRoles
	reads   job.Latest[bool, rolesRead]
	given   int // readings, without those that the first rows allow
	found   model.FirstRows
	err     error       // why the data cannot be read so
	each    []rowsRead  // by reading, as far as they are known
	offered panel.Table // the readings
	sheet   panel.Table // the columns
	menu    panel.Table // the roles that the selected column can have
	toast   panel.Span
	wanted  bool // Enter was pressed before the data were read
	taken   bool
}

func newRolesView(ctx context.Context, q Roles, o screen.Options) *rolesView {
	v := &rolesView{Roles: q, ctx: ctx, copy: o.Copy, theme: newLooks(&o), now: askedRoles{0, q.Readings[0].Choices}, given: len(q.Readings)}
	v.offered = panel.Table{Title: "Readings, and what each would leave", Over: true}
	v.offered.Columns = []tables.Column{{Head: tables.NoHead}, {Head: tables.NoHead, Least: 60}, {Head: tables.NoHead, Priority: 2}, {Head: tables.NoHead, Priority: 1, Least: 44}}
	v.sheet = panel.Table{Title: "Columns", Focus: true, Empty: "no column is known: another reading may be"}
	v.sheet.Columns = []tables.Column{
		{Head: "column", Least: 10}, {Head: "role"}, {Head: "why", Priority: 2, Least: 12}, {Head: "some of its values", Priority: 1, Least: 12},
	}
	v.menu.Columns = []tables.Column{{Head: tables.NoHead}, {Head: tables.NoHead}, {Head: tables.NoHead, Least: 10}}
	for _, r := range rolesInOrder {
		v.menu.Row(r.letter, panel.Cell{Text: r.name, Pen: theme.Text.Strong()}, panel.Cell{Text: r.is, Pen: theme.Muted})
	}
	v.list()
	return v
}

// read reads the data aside as they are asked for now, once nothing is changed for a moment.
func (v *rolesView) read() {
	choices := v.now.choices
	if v.offered.Cursor = v.now.reading; !slices.Equal(choices, v.Readings[v.now.reading].Choices) {
		v.offered.Cursor = -1 // none any more
	}
	after := func(d time.Duration, msg tea.Msg) tea.Cmd { return tea.Tick(d, func(time.Time) tea.Msg { return msg }) }
	v.reads.Still, v.reads.Took = screen.Stillness/3, v.took
	now := rolesRead{readings: v.Readings, each: v.each}
	v.reads.Forget()
	v.reads.Ask(job.Runner{Context: v.ctx, After: after, Run: v.Run}, true, func(ctx context.Context, report func(rolesRead)) (rolesRead, error) {
		now.FirstRows, now.err = v.Read(ctx, choices)
		if n := v.given; v.Open && len(now.readings) == n {
			now.readings = append(now.readings[:n:n], now.Others[:min(len(now.Others), max(mostAtAGlance-n, 0))]...)
		}
		if isList(now.readings) {
			return now, ctx.Err()
		}
		for report(now); len(now.each) < len(now.readings) && ctx.Err() == nil; report(now) {
			var l rowsRead
			l.FirstRows, l.err = v.Read(ctx, now.readings[len(now.each)].Choices)
			now.each = append(now.each[:len(now.each):len(now.each)], l)
		}
		return now, ctx.Err()
	})
}

func (v *rolesView) took() {
	now := v.reads.Value
	v.err = cmp.Or(v.reads.Err, now.err)
	if v.err == nil || len(v.found.Columns) == 0 { // else the columns stay, to be changed again
		v.found = now.FirstRows
	} else {
		v.found.Judged, v.found.Findings = nil, nil
	}
	v.Readings, v.each = now.readings, now.each
	v.list()
	if v.wanted {
		v.leave()
	}
}

func (v *rolesView) change(to askedRoles) {
	v.past, v.now = append(v.past, v.now), to
	v.read()
}

func (v *rolesView) Init() tea.Cmd {
	v.read()
	return v.Take()
}

func (v *rolesView) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		v.w, v.h = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		v.theme.hear(msg)
	case job.Msg:
		msg()
	case tea.KeyPressMsg:
		v.toast, v.wanted = panel.Span{}, false
		v.key(keyName(msg))
	case tea.MouseClickMsg:
		p := image.Pt(msg.X, msg.Y)
		at := v.places()
		switch is, row := v.drawn().TargetAt(p).(panel.At); {
		case row && p.In(at.columns):
			v.sheet.Cursor = is.Row
			v.list()
		case row && p.In(at.menu):
			v.give(rolesInOrder[is.Row].name)
		case row:
			v.take(is.Row)
		}
	}
	return v, v.Take()
}

// role is a role that a column can have, and its key.
type role struct{ letter, name, is string }

// rolesInOrder are the roles in the order of the arrow keys.
var rolesInOrder = []role{
	{"o", model.RoleObject, "what is judged: a story, a face"},
	{"a", model.RoleAttribute, "what is asked: one criterion, or its judgments"},
	{"r", model.RoleRater, "who answered: a person, a model"},
	{"j", model.RoleJudgment, "the answer: a number, or yes and no"},
	{"l", model.RoleLabel, "what is to be predicted"},
	{"n", model.RoleNumbering, "numbers the judgments of a cell"},
	{"x", model.RoleUnused, "left out"},
}

// placeOf is the place among all of a role, by its name or its letter; -1 for none.
func placeOf(name string) int {
	return slices.IndexFunc(rolesInOrder, func(r role) bool { return r.name == name || r.letter == name })
}

// stepKeysOfRoles go through the readings, the columns and the roles of one.
var stepKeysOfRoles = map[string]int{"tab": 1, "shift+tab": -1, "down": 1, "up": -1, "k": -1, "right": 1, "left": -1}

func (v *rolesView) key(name string) {
	n, err := strconv.Atoi(name)
	step, all := stepKeysOfRoles[name], len(v.Readings)
	switch {
	case err == nil && n >= 1 && n <= all:
		v.take(n - 1)
	case strings.HasSuffix(name, "tab"), isList(v.Readings) && (name == "down" || name == "up"):
		v.take((v.now.reading + step + all) % all)
	case name == "left", name == "right":
		if roles := len(rolesInOrder); len(v.found.Columns) > 0 {
			v.give(rolesInOrder[(max(placeOf(v.found.Columns[v.sheet.Cursor].Role), 0)+step+roles)%roles].name)
		}
	case step != 0:
		v.sheet.Move(step)
		v.list()
	case name == "u" && len(v.past) == 0:
		v.toast = panel.Span{Text: "nothing was changed here", Pen: theme.Muted}
	case name == "u":
		last := len(v.past) - 1
		v.now, v.past = v.past[last], v.past[:last]
		v.read()
	case name == "w":
		text := v.command()
		v.toast = panel.Span{Text: "copied: " + text, Pen: theme.Good}
		if v.copy != nil {
			_ = v.copy(text) // where there is no clipboard, the terminal's is all there is
		}
		v.Run(tea.SetClipboard(text))
	case name == "enter":
		v.leave()
	case name == "q" || name == "esc" || name == "ctrl+c":
		v.Run(tea.Quit)
	case name == "ctrl+z":
		v.Run(tea.Suspend)
	case placeOf(name) >= 0:
		v.give(rolesInOrder[placeOf(name)].name)
	}
}

// reading tells whether the data are still to be read as they are asked for now.
func (v *rolesView) reading() bool { return !v.reads.Known && !v.reads.Done }

// leave takes the reading, once the data are read so.
func (v *rolesView) leave() {
	busy := v.reading()
	v.wanted, v.taken = busy, !busy && v.err == nil
	switch {
	case v.taken:
		v.Run(tea.Quit)
	case !busy:
		v.toast = panel.Span{Text: "it cannot be read so: another role or reading may do, and u takes a change back", Pen: theme.Bad}
	}
}

// isList tells whether there are more readings than a glance takes, as of what could be the label:
// the arrows go through them.
func isList(readings []model.Alternative) bool { return len(readings) > mostAtAGlance }

const mostAtAGlance = 4

func (v *rolesView) take(reading int) {
	v.change(askedRoles{reading, v.Readings[reading].Choices})
}

// give gives the selected column a role. Roles of one column take it from the column that had it;
// objects and attributes may be several.
func (v *rolesView) give(role string) {
	all := slices.Clone(v.found.Columns)
	if len(all) == 0 {
		return
	}
	selected, several := &all[v.sheet.Cursor], slices.Contains([]string{model.RoleObject, model.RoleAttribute, model.RoleUnused}, role)
	for i := range all {
		if c := &all[i]; !several && c.Role == role && c.File == selected.File {
			c.Role, c.Code = model.RoleUnused, model.ReasonFlag
		}
	}
	selected.Role, selected.Code = role, model.ReasonFlag
	v.found.Columns = all // seen at once; the data follow
	v.list()
	v.change(askedRoles{v.now.reading, v.Give(all, v.now.choices)})
}

// list fills the tables from what is known.
func (v *rolesView) list() {
	t := &v.sheet
	t.Rows = nil
	for i, c := range v.found.Columns {
		role, mark := panel.Cell{Text: c.Role + " ▾", Pen: theme.Text.Strong()}, "✓ "
		if c.Role == model.RoleUnused {
			role.Pen = theme.Muted
		}
		if v.unsure(i) {
			role.Pen, mark = theme.Warning.Strong(), "? "
		}
		why := screen.AdviseKeys(c.Reason, c.Remedy)
		if c.Code == model.ReasonFlag || c.Code == model.ReasonIgnored {
			why = "chosen"
		}
		t.Row(chart.Clean(c.Column), role, panel.Cell{Text: mark + chart.Clean(why), Pen: theme.Muted}, strings.Join(v.found.Examples[i], " · "))
	}
	if t.Cursor = max(0, min(t.Cursor, len(t.Rows)-1)); len(t.Rows) > 0 {
		c := v.found.Columns[t.Cursor]
		v.menu.Title, v.menu.Cursor = chart.Clean(c.Column)+" is", placeOf(c.Role)
	}
	v.offered.Rows = nil
	for i, r := range v.Readings {
		makes, leaves := "", panel.Cell{}
		if i < len(v.each) {
			makes, leaves = comesTo(&v.each[i])
		}
		v.offered.Row(strconv.Itoa(i+1), cmp.Or(chart.Clean(r.Meaning), "as it is read now"), panel.Cell{Text: makes, Pen: theme.Muted}, leaves)
	}
}

// unsure tells whether likely readings, and all between which it is asked, give a column different roles.
func (v *rolesView) unsure(column int) bool {
	for _, l := range v.each {
		if l.err == nil && (!v.Open || l.Behind < nearlyAlike) && v.each[0].err == nil && l.Columns[column].Role != v.each[0].Columns[column].Role {
			return true
		}
	}
	return false
}

// nearlyAlike is how many nats apart two readings may be that are both likely.
const nearlyAlike = 1.5

// comesTo says what a reading makes, and what speaks for it or against it.
func comesTo(l *rowsRead) (makes string, leaves panel.Cell) {
	if l.err != nil {
		return "", panel.Cell{Text: chart.Clean(l.err.Error()), Pen: theme.Bad}
	}
	makes = fmt.Sprintf("%s × %s × %s", figure.CountOf(l.Objects, "object"), figure.CountOf(l.Attributes, "attribute"), figure.Significant(l.PerCell, 2))
	switch {
	case l.Objects < core.FewObjects:
		return makes, panel.Cell{Text: fmt.Sprintf("too few to learn from: %d are needed", core.FewObjects), Pen: theme.Bad}
	case math.IsInf(l.Behind, 1):
		return makes, panel.Cell{Text: "the cells speak against it", Pen: theme.Warning}
	case l.Labelled == 0 && l.LabelFrom == "":
		return makes, panel.Cell{Text: "no label to predict", Pen: theme.Warning}
	case l.Labelled > 0:
		return makes, panel.Cell{Text: fmt.Sprintf("%s of them have a label", figure.Count(l.Labelled)), Pen: theme.Good}
	}
	return makes, leaves
}

func (v *rolesView) command() string {
	if len(v.now.choices) == 0 {
		return v.Words(v.found.Choices)
	}
	return v.Words(v.now.choices)
}

func (v *rolesView) makes(width int) []panel.Line {
	o := &screen.Page{Width: width}
	switch found := &v.found; {
	case v.reading():
		o.Say(theme.Muted, "reading…")
	case v.err != nil:
		o.Say(theme.Bad, "%s", chart.Clean(v.err.Error()))
	default:
		o.Say(theme.Text, "%s", figure.CountOf(found.Objects, "object"))
		o.Say(theme.Text, "%s", figure.CountOf(found.Attributes, "attribute"))
		if found.PerCell == 1 {
			o.Say(theme.Text, "1 judgment a cell")
		} else {
			o.Say(theme.Text, "%s judgments a cell", strconv.FormatFloat(found.PerCell, 'g', 3, 64))
		}
		o.Say(theme.Text, "in the %s looked at", figure.CountOf(found.Rows, "row"))
		if found.Lost > 0 {
			o.Say(theme.Warning, "%s of them lost", figure.Count(found.Lost))
		}
		switch {
		case math.IsInf(found.Behind, 1):
			o.Say(theme.Warning, "the cells speak against this reading")
		case found.Behind > 0:
			o.Say(theme.Text, "the cells speak more for another reading (by %s)", figure.Significant(found.Behind, 2))
		}
		labels := []string{found.LabelFrom}
		for _, c := range found.Columns {
			if c.Role == model.RoleLabel {
				labels = append(labels, c.Column)
			}
		}
		for _, name := range slices.DeleteFunc(labels, func(name string) bool { return name == "" }) {
			o.Say(theme.Good, "label %s", chart.Clean(name))
		}
		if len(labels) == 1 && found.LabelFrom == "" {
			o.Say(theme.Warning, "no label to predict")
		}
	}
	return o.Lines
}

// asRead are two judgments as they are read, what is odd, and the command that says the same.
func (v *rolesView) asRead(width int) []panel.Line {
	o := &screen.Page{Width: width}
	for _, sentence := range v.found.Judged {
		o.Say(theme.Text, "%s", sentence)
	}
	for _, f := range v.found.Findings[:min(len(v.found.Findings), 2)] {
		o.Marked(panel.Span{Text: "! ", Pen: theme.Warning.Strong()}, chart.Clean(f.Message), theme.Warning)
	}
	if text := v.command(); text != "" {
		o.Say(theme.Muted, "The same without asking:")
		o.Marked(panel.Span{Text: " "}, chart.Clean(text), theme.Text)
	}
	return o.Lines
}

func (v *rolesView) lines() []string { return chart.Wrap(v.Question, max(v.w-2, 10)) }

// rolesPlaces are where the parts lie: the columns, the menu of roles, what the data come to, the
// readings where there are several, and what is as it is read. Empty is what has no room.
type rolesPlaces struct{ columns, menu, makes, readings, asRead image.Rectangle }

func (v *rolesView) places() (p rolesPlaces) {
	top, bottom := min(len(v.lines())+2, v.h), max(v.h-1, 0)
	room := max(bottom-top, 0)
	take := func(n int) image.Rectangle {
		from := top
		top = min(top+max(n, 0), bottom)
		return image.Rect(0, from, v.w, max(top, from))
	}
	const frame, few = 2, 6 // lines around a list, and of what the data come to
	readings, menu := 0, len(rolesInOrder)+frame
	if len(v.Readings) > 1 {
		readings = min(len(v.Readings)+frame, max(room/3, 4))
	}
	if isList(v.Readings) { // they are what is asked
		p.readings = take(readings)
		room, readings = room-readings, 0
	}
	p.columns = take(min(len(v.sheet.Rows)+frame+1, max(room-readings-few, room/2)))
	left := bottom - top - readings
	asRead := len(v.asRead(v.w-screen.DocumentEdge)) + frame
	if p.makes = take(min(left, max(left-asRead, few, min(left, menu)))); v.w >= 90 && p.makes.Dy() >= menu {
		p.makes.Max.Y = p.makes.Min.Y + menu
		top = p.makes.Max.Y
		p.menu = p.makes
		p.menu.Max.X = v.w * 11 / 20
		p.makes.Min.X = p.menu.Max.X
	}
	if readings > 0 {
		p.readings = take(readings)
	}
	p.asRead = take(bottom - top)
	return p
}

func (v *rolesView) View() tea.View {
	view := tea.NewView(v.drawn().String(v.theme.Theme))
	view.AltScreen, view.MouseMode = true, tea.MouseModeCellMotion
	return view
}

func (v *rolesView) drawn() *chart.Canvas {
	c := chart.New(v.w, v.h)
	c.Lines(1, 1, v.lines(), v.w-2, theme.Text.Strong())
	at := v.places()
	v.sheet.Draw(c.Sub(at.columns))
	v.menu.Draw(c.Sub(at.menu))
	for _, d := range []struct {
		title string
		lines func(width int) []panel.Line
		in    image.Rectangle
	}{{"What that makes", v.makes, at.makes}, {"As it is read", v.asRead, at.asRead}} {
		document := panel.Document{Title: d.title, Lines: d.lines(d.in.Dx() - screen.DocumentEdge)}
		document.Draw(c.Sub(d.in))
	}
	v.offered.Draw(c.Sub(at.readings))
	if v.h > 0 {
		footer := panel.Footer{Hints: []panel.Hint{
			{Key: "↵", Text: "read it so", Rank: 0},
			{Key: "↑↓", Text: map[bool]string{true: "reading", false: "column"}[isList(v.Readings)], Rank: 3},
			{Key: "←→", Text: "role", Rank: 4},
			{Key: "o a r j l n x", Text: "object attribute rater judgment label repeat ignore", Rank: 6},
			{Key: "u", Text: "undo", Rank: 5},
			{Key: "w", Text: "copy the command", Rank: 5},
			{Key: "q", Text: map[bool]string{true: "back", false: "quit"}[v.Open], Rank: 1},
		}}
		if len(v.Readings) > 1 {
			footer.Hints = slices.Insert(footer.Hints, 1, panel.Hint{Key: "tab", Text: "another reading", Rank: 2})
		}
		if v.toast.Text != "" {
			said(c, v.toast.Text, v.toast.Pen)
		} else {
			footer.Draw(c.Sub(image.Rect(0, v.h-1, v.w, v.h)))
		}
	}
	return c
}
