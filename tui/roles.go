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
	Readings []Reading
	// Read reads the first rows with choices. It is called aside, and again after every change. With
	// an error, the columns may still be known.
	Read func(ctx context.Context, choices []model.Choice) (RolesFound, error)
	// Give are choices that give columns their roles, in place of those among others.
	Give func(columns []model.ColumnRole, others []model.Choice) []model.Choice
	// Words are the flags that say choices.
	Words func(choices []model.Choice) string
}

// RolesFound is what the first rows of data come to in a reading.
type RolesFound struct {
	Columns             []model.ColumnRole
	Examples            [][]string     // by column: a few values
	Choices             []model.Choice // that say the reading
	LabelFrom           string         // the attribute that becomes the label, or the files of labels; "" for none
	Objects, Attributes int
	PerCell             float64 // judgments a cell
	Rows, Lost          int     // of Rows that were read
	Behind              float64 // nats behind the reading that the cells speak for; +Inf where they speak against it
	err                 error   // why the data cannot be read so
}

type Reading struct {
	Meaning string // what it takes for what
	Choices []model.Choice
}

// Choose shows the question on the whole screen, and returns the number of the reading that was
// taken and the choices that it comes to; false if the user left without one. It reads the
// terminal's parts of o alone.
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
	reads   job.Latest[int, RolesFound] // by the number of the question
	asked   int                         // questions so far
	found   RolesFound
	err     error        // why the data cannot be read so
	offered *panel.Table // the readings
	sheet   panel.Table  // the columns
	toast   string
	wanted  bool // Enter was pressed before the data were read
	taken   bool
}

func newRolesView(ctx context.Context, q Roles, o screen.Options) *rolesView {
	v := &rolesView{Roles: q, ctx: ctx, copy: o.Copy, theme: newLooks(&o), now: askedRoles{0, q.Readings[0].Choices}}
	var readings []string
	for i, r := range q.Readings {
		readings = append(readings, fmt.Sprintf("%*d  %s", len(strconv.Itoa(len(q.Readings))), i+1, r.Meaning))
	}
	v.offered = panel.Choices("Readings", readings, 0)
	v.sheet = panel.Table{Title: "Columns", Focus: true, Empty: "no column is known: another reading may be"}
	v.sheet.Columns = []tables.Column{
		{Head: "column", Least: 10}, {Head: "role"}, {Head: "why", Priority: 2, Least: 12}, {Head: "some of its values", Priority: 1, Least: 12},
	}
	return v
}

// read reads the data aside as they are asked for now, once nothing is changed for a moment.
func (v *rolesView) read() {
	v.asked++
	choices := v.now.choices
	after := func(d time.Duration, msg tea.Msg) tea.Cmd { return tea.Tick(d, func(time.Time) tea.Msg { return msg }) }
	v.reads.Still, v.reads.Took = screen.Stillness/3, v.took
	v.reads.Ask(job.Runner{Context: v.ctx, After: after, Run: v.Run}, v.asked, func(ctx context.Context, _ func(RolesFound)) (found RolesFound, err error) {
		found, found.err = v.Read(ctx, choices)
		return found, ctx.Err()
	})
}

func (v *rolesView) took() {
	v.err = cmp.Or(v.reads.Err, v.reads.Value.err)
	if v.err == nil || len(v.found.Columns) == 0 { // else the columns stay, to be changed again
		v.found = v.reads.Value
		v.list()
	}
	if v.wanted {
		v.leave()
	}
}

func (v *rolesView) change(to askedRoles) {
	v.past = append(v.past, v.now)
	v.show(to)
}

func (v *rolesView) show(to askedRoles) {
	v.now, v.offered.Cursor = to, to.reading
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
		msg.Deliver()
	case tea.KeyPressMsg:
		v.toast, v.wanted = "", false
		v.key(keyName(msg))
	case tea.MouseClickMsg:
		p := image.Pt(msg.X, msg.Y)
		_, columns, _ := v.places()
		switch is, row := v.drawn().TargetAt(p).(panel.At); {
		case row && p.In(columns):
			v.sheet.Cursor = is.Row
		case row:
			v.take(is.Row)
		}
	}
	return v, v.Take()
}

// rolesInOrder are the roles in the order of the arrow keys, and roleLetters their letters.
var (
	rolesInOrder = []string{model.RoleObject, model.RoleAttribute, model.RoleRater, model.RoleJudgment, model.RoleLabel, model.RoleNumbering, model.RoleUnused}
	roleLetters  = []string{"o", "a", "r", "j", "l", "n", "x"}
)

func (v *rolesView) key(name string) {
	letter := slices.Index(roleLetters, name)
	n, err := strconv.Atoi(name)
	switch {
	case err == nil && n >= 1 && n <= len(v.Readings):
		v.take(n - 1)
	case name == "tab", name == "down" && v.isList():
		v.take((v.now.reading + 1) % len(v.Readings))
	case name == "shift+tab", name == "up" && v.isList():
		v.take((v.now.reading - 1 + len(v.Readings)) % len(v.Readings))
	case name == "up" || name == "k":
		v.sheet.Move(-1)
	case name == "down":
		v.sheet.Move(1)
	case name == "left":
		v.turn(-1)
	case name == "right":
		v.turn(1)
	case name == "u" && len(v.past) > 0:
		before := v.past[len(v.past)-1]
		v.past = v.past[:len(v.past)-1]
		v.show(before)
	case name == "w":
		text := v.flags()
		v.toast = "copied the flags: " + text
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
	case letter >= 0:
		v.give(rolesInOrder[letter])
	}
}

// leave takes the reading, once the data are read so.
func (v *rolesView) leave() {
	busy := v.reads.Pending()
	v.wanted, v.taken = busy, !busy && v.err == nil
	if v.taken {
		v.Run(tea.Quit)
	}
}

// isList tells whether there are more readings than a glance takes, as of what could be the label:
// the arrows go through them.
func (v *rolesView) isList() bool { return len(v.Readings) > 4 }

func (v *rolesView) take(reading int) {
	v.change(askedRoles{reading, v.Readings[reading].Choices})
}

func (v *rolesView) turn(n int) {
	all := v.found.Columns
	if len(all) == 0 {
		return
	}
	at, roles := slices.Index(rolesInOrder, all[v.sheet.Cursor].Role), len(rolesInOrder)
	v.give(rolesInOrder[(max(at, 0)+n+roles)%roles])
}

// give gives the selected column a role. Roles of one column take it from the column that had it;
// objects and attributes may be several.
func (v *rolesView) give(role string) {
	all := slices.Clone(v.found.Columns)
	if len(all) == 0 {
		return
	}
	for i := range all {
		if one := role != model.RoleObject && role != model.RoleAttribute && role != model.RoleUnused; one && all[i].Role == role && all[i].File == all[v.sheet.Cursor].File {
			all[i].Role = model.RoleUnused
		}
	}
	all[v.sheet.Cursor].Role = role
	v.found.Columns = all // seen at once; the data follow
	v.list()
	v.change(askedRoles{v.now.reading, v.Give(all, v.now.choices)})
}

func (v *rolesView) list() {
	t := &v.sheet
	t.Rows = nil
	for i, c := range v.found.Columns {
		role := panel.Cell{Text: c.Role, Pen: theme.Text.Strong()}
		if c.Role == model.RoleUnused {
			role.Pen = theme.Muted
		}
		t.Row(chart.Clean(c.Column), role, panel.Cell{Text: chart.Clean(screen.AdviseKeys(c.Reason, c.Remedy)), Pen: theme.Muted}, strings.Join(v.found.Examples[i], " · "))
	}
	v.sheet.Cursor = max(0, min(v.sheet.Cursor, len(t.Rows)-1))
}

func (v *rolesView) flags() string {
	if len(v.now.choices) == 0 {
		return v.Words(v.found.Choices)
	}
	return v.Words(v.now.choices)
}

func (v *rolesView) makes(width int) []panel.Line {
	o := &screen.Page{Width: width}
	switch found := &v.found; {
	case v.reads.Pending():
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
		o.Say(theme.Text, "in the first %s", figure.CountOf(found.Rows, "row"))
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
	if text := v.flags(); text != "" {
		o.Space()
		o.Say(theme.Muted, "The same without asking: %s", chart.Clean(text))
	}
	return o.Lines
}

func (v *rolesView) lines() []string { return chart.Wrap(v.Question, max(v.w-2, 10)) }

// places are where the readings lie, empty where there is one only, the columns, and what the data
// come to.
func (v *rolesView) places() (readings, columns, makes image.Rectangle) {
	top, bottom := min(len(v.lines())+2, v.h), max(v.h-1, 0)
	readings = image.Rect(0, top, v.w, top)
	if len(v.Readings) > 1 {
		readings.Max.Y = min(top+min(len(v.Readings)+2, max(v.h/3, 4)), v.h)
	}
	top = readings.Max.Y
	bottom = max(bottom, top)
	middle := top + (bottom-top)*3/5
	if n := len(v.sheet.Rows); n > 0 {
		middle = min(middle, top+n+4) // with its frame, heads and a line to spare
	}
	return readings, image.Rect(0, top, v.w, middle), image.Rect(0, middle, v.w, bottom)
}

func (v *rolesView) View() tea.View {
	view := tea.NewView(v.drawn().String(v.theme.Theme))
	view.AltScreen, view.MouseMode = true, tea.MouseModeCellMotion
	return view
}

func (v *rolesView) drawn() *chart.Canvas {
	c := chart.New(v.w, v.h)
	for i, line := range v.lines() {
		c.TextMax(1, i+1, line, v.w-2, theme.Text.Strong())
	}
	readings, columns, makes := v.places()
	if !readings.Empty() {
		v.offered.Draw(c.Sub(readings))
	}
	v.sheet.Draw(c.Sub(columns))
	document := panel.Document{Title: "What that makes", Lines: v.makes(makes.Dx() - screen.DocumentEdge)}
	document.Draw(c.Sub(makes))
	if v.h > 0 {
		last := c.Sub(image.Rect(0, v.h-1, v.w, v.h))
		footer := panel.Footer{Hints: []panel.Hint{
			{Key: "↵", Text: "read it so", Rank: 0},
			{Key: "↑↓", Text: map[bool]string{true: "reading", false: "column"}[v.isList()], Rank: 3},
			{Key: "←→", Text: "role", Rank: 4},
			{Key: "o a r j l n x", Text: "object attribute rater judgment label repeat ignore", Rank: 6},
			{Key: "u", Text: "undo", Rank: 5},
			{Key: "w", Text: "copy the flags", Rank: 5},
			{Key: "q", Text: "quit", Rank: 1},
		}}
		if len(v.Readings) > 1 {
			footer.Hints = slices.Insert(footer.Hints, 1, panel.Hint{Key: "tab", Text: "another reading", Rank: 2})
		}
		if v.toast != "" {
			said(c, v.toast, theme.Good)
		} else {
			footer.Draw(last)
		}
	}
	return c
}
