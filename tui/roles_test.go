package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/screen"
)

// editor is the roles of the columns of the pilot panelled, and what it was asked to read.
type editor struct {
	*rolesView
	said []string
}

func newEditor(t *testing.T) *editor {
	e := &editor{}
	words := func(choices []model.Choice) string {
		var all []string
		for _, c := range choices {
			all = append(all, fmt.Sprintf("{%s %s}", c.Option, c.Value))
		}
		return strings.Join(all, " ")
	}
	choice := func(o model.Option, value string) []model.Choice { return []model.Choice{{Option: o, Value: value}} }
	e.rolesView = newRolesView(t.Context(), Roles{
		Question: `panel.csv can be read in several ways: may "judge" be chosen?`,
		Readings: []model.Alternative{{Meaning: "judge is the rater", Choices: choice(model.OptionRater, "judge")}, {Meaning: "judge is part of the attribute", Choices: choice(model.OptionPivot, "judge")}},
		Read: func(_ context.Context, choices []model.Choice) (found model.FirstRows, err error) {
			e.said = append(e.said, words(choices))
			if strings.Contains(words(choices), "broken") {
				return found, errors.New("no column is the object")
			}
			return model.FirstRows{
				Judged:  []string{"ann judged o1 on clear: 4", "o1 on clear: 5"},
				Objects: 24, Attributes: 3, PerCell: 3.06, Rows: 220, Lost: 4,
				Examples: [][]string{{"o1", "o2", "o3"}, {"ann", "bob"}, {"1", "4", "5"}, {"2.5"}},
				Columns: []model.ColumnRole{
					{File: "panel.csv", Column: "id", Role: model.RoleObject, Reason: "named like an object"},
					{File: "panel.csv", Column: "judge", Role: model.RoleRater, Reason: "named like a rater"},
					{File: "panel.csv", Column: "clear", Role: model.RoleAttribute, Reason: "holds numbers"},
					{File: "panel.csv", Column: "y", Role: model.RoleLabel, Reason: "one value an object"},
				},
			}, nil
		},
		Give: func(columns []model.ColumnRole, _ []model.Choice) (all []model.Choice) {
			for _, c := range columns {
				if c.Column == "id" && c.Role == model.RoleUnused {
					return choice(model.OptionObject, "broken")
				}
				all = append(all, model.Choice{Option: model.Option(c.Role), Value: c.Column})
			}
			return all
		},
		Words: words,
	}, screen.Options{Theme: "dark"})
	e.Update(tea.WindowSizeMsg{Width: 120, Height: 30})
	e.read()
	e.settle()
	return e
}

// settle reads what is asked for, as when nothing is changed for a moment.
func (e *editor) settle() {
	e.Take() // the clock that comes
	_, cmd := e.Update(e.reads.Due)
	for e.reads.Pending() {
		_, cmd = e.Update(cmd())
	}
}

func (e *editor) press(names ...string) {
	for _, n := range names {
		e.Update(keyPress(n))
		if e.reads.Pending() {
			e.settle()
		}
	}
}

// TestRoles: the first reading is read at once; tab takes another, arrows and letters give columns
// roles, each change is read and can be undone, and Enter takes what could be read.
func TestRoles(t *testing.T) {
	e := newEditor(t)
	golden.RequireEqual(t, []byte(chart.Strip(e.View().Content)))
	last := func(want string) {
		t.Helper()
		if got := e.Words(e.now.choices); got != want || !slices.Contains(e.said, want) {
			t.Errorf("asked for %q, want %q", got, want)
		}
	}
	last("{rater-col judge}")
	e.press("tab")
	last("{pivot judge}")
	for row, letter := range strings.Split("oarjlnx", "") { // a press on a line of the menu is its letter
		e.press("u")
		e.press(letter)
		menu := e.places().menu
		text := chart.Strip(e.View().Content)
		e.press("u")
		e.Update(tea.MouseClickMsg{X: menu.Min.X + 5, Y: menu.Min.Y + 1 + row})
		e.settle()
		if got := chart.Strip(e.View().Content); got != text {
			t.Errorf("pressing the menu's line %d gives\n%s\nand %s gives\n%s", row, got, letter, text)
		}
		e.press("u", "tab")
	}
	e.press("1", "down", "a")
	last("{object id} {attribute judge} {attribute clear} {label y}")
	e.press("u", "u")
	last("{pivot judge}")
	e.press("down", "down", "r") // one rater only
	last("{object id} {not used judge} {attribute clear} {rater y}")
	e.press("up", "up", "up", "x")
	if _, cmd := e.Update(keyPress("enter")); cmd != nil || e.taken {
		t.Error("what cannot be read is taken")
	}
	if text := chart.Strip(e.View().Content); !strings.Contains(text, "no column is the object") || !strings.Contains(text, "judge") {
		t.Errorf("what is wrong, or the columns, are not shown:\n%s", text)
	}
	e.press("u")
	if _, cmd := e.Update(keyPress("enter")); cmd == nil || !e.taken || e.now.reading != 1 {
		t.Errorf("enter: taken %v, reading %d", e.taken, e.now.reading)
	}
	for w := range 130 {
		for _, h := range []int{0, 1, 5, 12, 30} {
			e.Update(tea.WindowSizeMsg{Width: w, Height: h})
			if h > 0 {
				fits(t, e.View().Content, w, h)
			}
		}
	}
}
