package tui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
)

// pickView is a list over the screen to take one of.
type pickView struct {
	panel panel.Chooser
	x     int    // where the list opens
	again string // the key that opened it closes it too
	take  func(i int) tea.Cmd
}

func (v *pickView) place(w, h int) image.Rectangle { return v.panel.Box(v.x, 1, w, h) }

func (v *pickView) draw(c *chart.Canvas) { v.panel.Draw(c) }

func (v *pickView) key(a *app, name string) (bool, tea.Cmd) {
	switch name {
	case "up", "k":
		v.wheel(a, -1)
	case "down", "j":
		v.wheel(a, 1)
	case "g", "home":
		v.panel.Cursor = 0
	case "G", "end":
		v.panel.Cursor = len(v.panel.Items) - 1
	case "enter", "space":
		return true, v.take(v.panel.Cursor)
	case v.again:
		return true, nil
	}
	return false, nil
}

func (v *pickView) wheel(_ *app, lines int) {
	v.panel.Cursor = max(0, min(v.panel.Cursor+lines, len(v.panel.Items)-1))
}

func (v *pickView) click(a *app, p image.Point) (bool, tea.Cmd) {
	box := v.place(a.w, a.h)
	if !p.In(box) {
		return true, nil
	}
	if i := v.panel.ItemAt(p.Y-box.Min.Y, box.Dy()); i >= 0 {
		return true, v.take(i)
	}
	return false, nil
}

// choose shows a list to take one of.
func (a *app) Choose(title string, items []string, at int, again string, take func(i int) tea.Cmd) {
	a.overlay = &pickView{panel: panel.Chooser{Title: title, Items: items, Cursor: at}, x: a.front.header.LabelAt(a.w), again: again, take: take}
}

// Type asks for a text in a prompt.
func (a *app) Type(name, hint, text string, check func(text string) error, take func(text string) tea.Cmd) {
	a.open(name, hint, text, func(_ *app, text string) (tea.Cmd, error) {
		if err := check(text); err != nil {
			return nil, err
		}
		return take(text), nil
	})
	a.prompt.check = check
}
