package tui

import (
	"context"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/tui/screen"
)

// BenchmarkDrag is one step of a drag on the slider: Update, and the frame that it
// makes.
func BenchmarkDrag(b *testing.B) {
	o := screen.Options{Study: core.NewStudy(bodies()), Theme: "dark"}
	s, err := screen.First(context.Background(), o)
	if err != nil {
		b.Fatal(err)
	}
	a := newApp(context.Background(), o, s)
	a.pace.least = 0
	a.After = func(time.Duration, tea.Msg) tea.Cmd { return nil }
	a.Update(tea.WindowSizeMsg{Width: 160, Height: 44})
	y := a.layout().slider.Min.Y
	a.Update(tea.MouseClickMsg{X: 20, Y: y, Button: tea.MouseLeft})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		a.Update(tea.MouseMotionMsg{X: 15 + i%40, Y: y, Button: tea.MouseLeft})
		_ = a.View()
	}
}
