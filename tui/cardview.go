package tui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// cardView is an attribute's card over the screen.
type cardView struct{ panel panel.Document }

const (
	cardWidth  = 84
	cardMargin = 2 // rows above and below
)

// openCard shows the figures of the selected attribute.
func openCard(a *app) tea.Cmd {
	for i := range a.Shown.Result.Attributes {
		if a.Shown.Result.Attributes[i].Name == a.Selected() {
			a.release()
			width := min(cardWidth, a.w) - screen.DocumentEdge
			a.overlay = &cardView{panel.Document{Title: a.Selected(), Lines: a.CardLines(i, width)}}
		}
	}
	return nil
}

func (v *cardView) place(w, h int) image.Rectangle {
	bw, bh := min(w, cardWidth), min(h-cardMargin, len(v.panel.Lines)+2)
	return image.Rect((w-bw)/2, (h-bh)/2, (w-bw)/2+bw, (h-bh)/2+bh)
}

func (v *cardView) draw(c *chart.Canvas) {
	c.Fill(c.Bounds(), ' ', theme.Text)
	v.panel.Draw(c)
}

func (v *cardView) key(a *app, name string) (bool, tea.Cmd) {
	switch name {
	case "enter":
		return true, nil
	case "y", "Y":
		return false, copyRow(a, v.panel.Title)
	case "up", "k":
		v.wheel(a, -1)
	case "down", "j":
		v.wheel(a, 1)
	case "pgup", "g", "home":
		v.wheel(a, -len(v.panel.Lines))
	case "pgdown", "space", "G", "end":
		v.wheel(a, len(v.panel.Lines))
	}
	return false, nil
}

func (v *cardView) wheel(a *app, lines int) {
	v.panel.Offset += lines
	v.panel.Clamp(v.place(a.w, a.h).Dy())
}

func (v *cardView) click(a *app, p image.Point) (bool, tea.Cmd) { return !p.In(v.place(a.w, a.h)), nil }
