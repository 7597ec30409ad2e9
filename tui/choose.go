package tui

import (
	"context"
	"errors"
	"image"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// Choose asks a question on the whole screen and returns the index of the
// answer, or false if the user left without one. It reads the terminal's
// parts of o alone.
func Choose(ctx context.Context, o Options, question string, answers []string) (int, bool, error) {
	c := &chooser{question: question, list: panel.Chooser{Title: "Choose", Items: answers}, theme: theme.Dark()}
	if o.Theme == "light" {
		c.theme = theme.Light()
	}
	_, err := tea.NewProgram(c, o.program(ctx)...).Run()
	if ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled) {
		err = context.Cause(ctx)
	}
	return c.list.Cursor, c.answered, err
}

// chooser is the model of Choose.
type chooser struct {
	question string
	list     panel.Chooser
	theme    *theme.Theme
	answered bool
	w, h     int
}

func (c *chooser) Init() tea.Cmd { return nil }

func (c *chooser) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		c.w, c.h = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		if msg.Profile <= colorprofile.ASCII {
			c.theme = theme.Mono()
		}
	case tea.KeyPressMsg:
		return c, c.key(keyName(msg))
	case tea.MouseClickMsg:
		box := c.box()
		if p := image.Pt(msg.X, msg.Y); p.In(box) {
			if i := c.list.ItemAt(p.Y-box.Min.Y, box.Dy()); i >= 0 {
				c.list.Cursor, c.answered = i, true
				return c, tea.Quit
			}
		}
	}
	return c, nil
}

func (c *chooser) key(name string) tea.Cmd {
	last := len(c.list.Items) - 1
	switch name {
	case "up", "k":
		c.list.Cursor = max(c.list.Cursor-1, 0)
	case "down", "j":
		c.list.Cursor = min(c.list.Cursor+1, last)
	case "g", "home":
		c.list.Cursor = 0
	case "G", "end":
		c.list.Cursor = last
	case "enter", "space":
		c.answered = true
		return tea.Quit
	case "q", "esc", "ctrl+c":
		return tea.Quit
	case "ctrl+z":
		return tea.Suspend
	}
	return nil
}

// box is where the list lies: below the question.
func (c *chooser) box() image.Rectangle {
	return c.list.Box(1, len(c.lines())+2, c.w, max(c.h-1, 0))
}

func (c *chooser) lines() []string { return wrap(c.question, max(c.w-2, 10)) }

func (c *chooser) View() tea.View {
	screen := chart.New(c.w, c.h)
	for i, line := range c.lines() {
		screen.TextMax(1, i+1, line, c.w-2, theme.Text)
	}
	c.list.Draw(screen.Sub(c.box()))
	footer := panel.Footer{Hints: []panel.Hint{
		{Key: "↑/↓", Text: "move", Rank: 2}, {Key: "enter", Text: "take it", Rank: 0}, {Key: "q", Text: "quit", Rank: 1},
	}}
	if c.h > 0 {
		footer.Draw(screen.Sub(image.Rect(0, c.h-1, c.w, c.h)))
	}
	v := tea.NewView(screen.String(c.theme))
	v.AltScreen, v.MouseMode = true, tea.MouseModeCellMotion
	return v
}
