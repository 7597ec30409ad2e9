package tui

import (
	"context"
	"errors"
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// Choose asks a question on the whole screen and returns the index of the
// answer, or false if the user left without one. It reads the terminal's
// parts of o alone.
func Choose(ctx context.Context, o screen.Options, question string, answers []string) (int, bool, error) {
	return (&chooser{question: question, list: panel.Choices("Choose", answers, 0)}).run(ctx, o)
}

// ChooseLabel shows the Data screen of data without a label, with a list of possible
// labels. It returns the index of the user's choice, or false if the user left without
// a choice. It reads o's Study, Settings and terminal parts.
func ChooseLabel(ctx context.Context, o screen.Options, candidates []string) (int, bool, error) {
	x, err := o.Study.Examine(ctx, o.Settings)
	if err != nil {
		return 0, false, err
	}
	return labelChooser(o.Study.Data(), x, candidates, o).run(ctx, o)
}

func labelChooser(ds *model.Dataset, x *core.Examination, candidates []string, o screen.Options) *chooser {
	odd, worth := slices.Concat(ds.Warnings, x.Warnings), &report.Section{}
	x.Report(worth, ds)
	c := &chooser{
		question: screen.DisplayName(ds) + " has no label to predict. Which of these is it? (--labels FILE brings labels from another file.)",
		list:     panel.Choices("Label", candidates, 0),
		document: func(width int) []panel.Line {
			return screen.Joined(screen.OddLines(odd, width), screen.ReportLines(worth, width), screen.ReadingLines(ds, width))
		},
	}
	c.theme = newLooks(&o)
	return c
}

func (c *chooser) run(ctx context.Context, o screen.Options) (int, bool, error) {
	c.theme = newLooks(&o)
	_, err := tea.NewProgram(c, program(ctx, &o)...).Run()
	if ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled) {
		err = context.Cause(ctx)
	}
	return c.list.Cursor, c.answered, err
}

// chooser is the model of Choose.
type chooser struct {
	question string
	list     *panel.Sheet
	theme    looks
	answered bool
	w, h     int

	document func(width int) []panel.Line // what the question is about; nil for nothing
	data     panel.Document
	made     int // the width that the document's lines were made for
}

func (c *chooser) Init() tea.Cmd { return nil }

func (c *chooser) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		c.w, c.h = msg.Width, msg.Height
		c.write()
	case tea.ColorProfileMsg:
		c.theme.hear(msg)
	case tea.KeyPressMsg:
		return c, c.key(keyName(msg))
	case tea.MouseClickMsg:
		box := c.box()
		if p := image.Pt(msg.X, msg.Y); p.In(box) {
			if i := c.list.RowAt(p.Y-box.Min.Y, box.Dy()); i >= 0 {
				c.list.Cursor, c.answered = i, true
				return c, tea.Quit
			}
		}
	case tea.MouseWheelMsg:
		c.wheel(image.Pt(msg.X, msg.Y), msg.Button)
	}
	return c, nil
}

func (c *chooser) key(name string) tea.Cmd {
	switch name {
	case "up", "k":
		c.list.Move(-1)
	case "down", "j":
		c.list.Move(1)
	case "pgup":
		c.scroll(-c.page().Dy() + 2)
	case "pgdown":
		c.scroll(c.page().Dy() - 2)
	case "g", "home":
		c.list.Cursor = 0
	case "G", "end":
		c.list.Move(len(c.list.Table.Rows))
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
	top := len(c.lines()) + 2
	most := max(c.h-1, 0)
	if c.document != nil && c.w < screen.ColumnsWidth {
		most = min(most, top+max((c.h-top)/3, 3))
	}
	return c.list.Box(1, top, c.w, most)
}

// page is where the document lies: beside the list, or below it.
func (c *chooser) page() image.Rectangle {
	box := c.box()
	if c.document == nil {
		return image.Rectangle{}
	}
	if c.w < screen.ColumnsWidth {
		return image.Rect(0, box.Max.Y, c.w, max(c.h-1, box.Max.Y))
	}
	return image.Rect(min(box.Max.X+1, c.w/2), box.Min.Y, c.w, max(c.h-1, box.Min.Y))
}

// write makes the document's lines for the present size.
func (c *chooser) write() {
	if width := c.page().Dx() - screen.DocumentEdge; c.document != nil && width != c.made {
		c.made = width
		c.data = panel.Document{Title: "Data", Lines: c.document(width)}
	}
	c.scroll(0)
}

func (c *chooser) scroll(lines int) {
	c.data.Offset += lines
	c.data.Clamp(c.page().Dy())
}

func (c *chooser) wheel(p image.Point, b tea.MouseButton) {
	n := 0
	switch b {
	case tea.MouseWheelUp:
		n = -1
	case tea.MouseWheelDown:
		n = 1
	}
	if p.In(c.page()) {
		c.scroll(3 * n)
	} else {
		c.list.Move(n)
	}
}

func (c *chooser) lines() []string { return chart.Wrap(c.question, max(c.w-2, 10)) }

func (c *chooser) View() tea.View {
	screen := chart.New(c.w, c.h)
	for i, line := range c.lines() {
		screen.TextMax(1, i+1, line, c.w-2, theme.Text)
	}
	hints := []panel.Hint{
		{Key: "↑/↓", Text: "move", Rank: 2}, {Key: "enter", Text: "take it", Rank: 0}, {Key: "q", Text: "quit", Rank: 1},
	}
	if page := c.page(); !page.Empty() {
		c.data.Draw(screen.Sub(page))
		hints = append(hints, panel.Hint{Key: "pgup/pgdn", Text: "scroll the data", Rank: 3})
	}
	c.list.Draw(screen.Sub(c.box()))
	footer := panel.Footer{Hints: hints}
	if c.h > 0 {
		footer.Draw(screen.Sub(image.Rect(0, c.h-1, c.w, c.h)))
	}
	v := tea.NewView(screen.String(c.theme.Theme))
	v.AltScreen, v.MouseMode = true, tea.MouseModeCellMotion
	return v
}
