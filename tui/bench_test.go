package tui

import (
	"context"
	"fmt"
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
	for _, size := range [][2]int{{80, 24}, {160, 50}, {250, 70}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			a := newApp(context.Background(), o, s)
			a.pace.least = 0
			a.After = func(time.Duration, tea.Msg) tea.Cmd { return nil }
			a.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			l := a.layout()
			from, to := a.Look.Table.AxisAt(l.slider.Dx())
			a.Update(tea.MouseClickMsg{X: from + 1, Y: l.slider.Min.Y, Button: tea.MouseLeft})
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				a.Update(tea.MouseMotionMsg{X: from + i%(to-from), Y: l.slider.Min.Y, Button: tea.MouseLeft})
				_ = a.View()
			}
		})
	}
}
