package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

func newChooser() *chooser {
	return &chooser{
		question: `odd.csv can be read in several ways: "score" and "rating" could each be the judgment.`,
		list:     panel.Choices("Choose", []string{"the judgment is score", "the judgment is rating"}, 0),
		theme:    looks{Theme: theme.Dark()},
	}
}

func TestChooser(t *testing.T) {
	c := newChooser()
	c.Update(tea.WindowSizeMsg{Width: 60, Height: 12})
	golden.RequireEqual(t, []byte(chart.Strip(c.View().Content)))
	c.Update(keyPress("down"))
	if _, cmd := c.Update(keyPress("enter")); cmd == nil || !c.answered || c.list.Cursor != 1 {
		t.Errorf("enter on the second: answered %v, %d", c.answered, c.list.Cursor)
	}
	c = newChooser()
	c.Update(tea.WindowSizeMsg{Width: 60, Height: 12})
	for y, line := range strings.Split(chart.Strip(c.View().Content), "\n") {
		if strings.Contains(line, "rating  ") {
			c.Update(tea.MouseClickMsg{X: 10, Y: y, Button: tea.MouseLeft})
		}
	}
	if !c.answered || c.list.Cursor != 1 {
		t.Errorf("a click on the second: answered %v, %d", c.answered, c.list.Cursor)
	}
	c = newChooser()
	if _, cmd := c.Update(keyPress("esc")); cmd == nil || c.answered {
		t.Error("esc did not leave without an answer")
	}
	for w := range 70 {
		for h := range 14 {
			c.Update(tea.WindowSizeMsg{Width: w, Height: h})
			c.View()
		}
	}
}
