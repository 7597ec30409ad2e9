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
	take  func(a *app, i int) tea.Cmd
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
		return true, v.take(a, v.panel.Cursor)
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
		return true, v.take(a, i)
	}
	return false, nil
}

// chooseLabel lists the labels.
func (a *app) chooseLabel() tea.Cmd {
	labels := a.opt.Study.Data().Labels
	if why := a.labelOff(); why != "" {
		return a.say(why) // the name in the header was clicked
	}
	v := &pickView{panel: panel.Chooser{Title: "Label"}, x: a.look.header.LabelAt(a.w), again: "l"}
	for i, l := range labels {
		v.panel.Items = append(v.panel.Items, l.Name)
		if l.Name == a.shown.result.Label {
			v.panel.Cursor = i
		}
	}
	v.take = func(a *app, i int) tea.Cmd {
		s := a.state
		s.Settings.Label = labels[i].Name
		return a.set(s, changeSetting)
	}
	a.overlay = v
	return nil
}

func (a *app) labelOff() string {
	if len(a.opt.Study.Data().Labels) < 2 {
		return "these data have one label, " + a.shown.result.Label
	}
	return ""
}
