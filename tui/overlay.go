package tui

import (
	"fmt"
	"image"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// overlay is something over the screen that takes the keys until it closes.
type overlay interface {
	// key does what a key means to it and reports whether it closes.
	key(a *app, name string) (done bool, cmd tea.Cmd)
	// click does the same for a press at p.
	click(a *app, p image.Point) (done bool, cmd tea.Cmd)
	// wheel scrolls by so many lines.
	wheel(a *app, lines int)
	// place is where it lies on a screen of w×h cells.
	place(w, h int) image.Rectangle
	draw(c *chart.Canvas)
}

// typing is an overlay in which the user types: every key but esc is its own.
type typing interface {
	overlay
	// input takes a key press, or text that is pasted.
	input(a *app, msg tea.Msg) (done bool, cmd tea.Cmd)
	// cursor is where the text cursor stands on the screen.
	cursor(a *app) image.Point
}

func (a *app) overlayKey(name string, k tea.KeyPressMsg) tea.Cmd {
	a.Change()
	v, types := a.overlay.(typing)
	switch {
	case name == "esc" || name == "q" && !types:
		a.overlay = nil
		return nil
	case types:
		return a.answer(v.input(a, k))
	}
	return a.answer(a.overlay.key(a, name))
}

// answer closes the overlay if it is done.
func (a *app) answer(done bool, cmd tea.Cmd) tea.Cmd {
	if done {
		a.overlay = nil
	}
	a.Change()
	return cmd
}

// helpView shows the key table and the notes on the data.
type helpView struct{ panel panel.Help }

func toggleHelp(a *app) tea.Cmd {
	a.release()
	a.overlay = &helpView{panel.Help{Title: "Help", Lines: helpLines(a)}}
	return nil
}

// helpLines are the notes, then the keys by group, then the mouse.
func helpLines(a *app) []panel.HelpLine {
	lines := []panel.HelpLine{{Heading: "Notes on these data"}}
	note := func(text string, pen theme.Pen) {
		for _, s := range chart.Wrap(text, helpTextWidth) {
			lines = append(lines, panel.HelpLine{Text: s, Pen: pen})
		}
	}
	r := a.Shown.Result
	note(fmt.Sprintf("bought as %s: %s", r.Design.Words(), r.Design.Why), theme.Muted)
	note(fmt.Sprintf("raters %s: %s", r.Raters, r.RatersReason), theme.Muted)
	for _, n := range a.Notes() {
		note(screen.AdviseKeys(n.Message, n.Remedies...), theme.Warning)
	}
	lines = append(lines, panel.HelpLine{})
	group := ""
	for i := range a.actions {
		b := &a.actions[i]
		if b.group != group {
			if group != "" {
				lines = append(lines, panel.HelpLine{})
			}
			group = b.group
			lines = append(lines, panel.HelpLine{Heading: group})
		}
		if why := b.whyNot(a); why != "" {
			lines = append(lines, panel.HelpLine{Key: b.shown, Text: b.help, Pen: theme.Faint, Off: true})
			for _, s := range chart.Wrap("not now: "+why, helpTextWidth) {
				lines = append(lines, panel.HelpLine{Key: " ", Text: s, Pen: theme.Muted})
			}
			continue
		}
		lines = append(lines, panel.HelpLine{Key: b.shown, Text: b.help})
	}
	if !a.Opt.NoMouse {
		lines = append(lines, panel.HelpLine{}, panel.HelpLine{Heading: "Mouse"})
		for _, m := range mouseHelp {
			lines = append(lines, panel.HelpLine{Key: m.shown, Text: m.help})
		}
	}
	return append(lines, glossary()...)
}

// glossary says what the figures are.
func glossary() []panel.HelpLine {
	lines := []panel.HelpLine{{}, {Heading: "Figures"}}
	for _, g := range [][2]string{
		{"corr", "correlation of an attribute's mean judgment with the label"},
		{"v", "internal variance: how far judgments of one object differ"},
		{"σ²", "external variance: how far objects differ, noise taken off"},
		{"rel", "reliability of one judgment, σ²/(σ²+v)"},
		{"gain", "fall of the projected loss by the next judgment, by its cost"},
		{"projected", "√ of the loss that the choice promises, in label units"},
		{"honest", "√ of the honest (cross-validated) loss, what to decide by; R² too"},
		{"seen", "the same seen in the pilot's own judgments; refuted: 3 se and more from honest"},
		{"cells hold", "a choice asks for more repeats than any object of the pilot has"},
		{"noise floor!", "honest was estimated below the noise of the judgments, which is shown"},
		{"┌ form", "attributes asked together, and how often their form is filled"},
		{"░", "honest loss ± two standard errors"},
		{"┴ ○", "recommended: within one standard error of the lowest"},
		{"≠ ∨ ◇", "on the slider: full and scoring part; the honest loss bends; reference"},
		{"freq, med", "share of resampled data that choose it, median repeats there"},
		{"from best", "how far a choice can be from the best possible at B"},
		{"gap", "how far a choice can be from the best possible, in R²"},
		{"●", "chosen by the active algorithm"},
		{"×", "cannot be chosen, or excluded"},
	} {
		lines = append(lines, panel.HelpLine{Key: g[0], Text: g[1]})
	}
	return lines
}

// helpTextWidth is the width that notes are wrapped to.
const helpTextWidth = 74

func (v *helpView) place(w, h int) image.Rectangle {
	return panel.HelpBox(w, h, len(v.panel.Lines))
}

func (v *helpView) draw(c *chart.Canvas) { v.panel.Draw(c) }

func (v *helpView) key(a *app, name string) (bool, tea.Cmd) {
	page := max(a.h-4, 1)
	switch name {
	case "?", "enter":
		return true, nil
	case "up", "k":
		v.wheel(a, -1)
	case "down", "j":
		v.wheel(a, 1)
	case "pgup":
		v.wheel(a, -page)
	case "pgdown", "space":
		v.wheel(a, page)
	case "g", "home":
		v.panel.Offset = 0
	case "G", "end":
		v.wheel(a, len(v.panel.Lines))
	}
	return false, nil
}

func (v *helpView) wheel(a *app, lines int) {
	room := v.place(a.w, a.h).Dy() - 2
	v.panel.Offset = max(0, min(v.panel.Offset+lines, len(v.panel.Lines)-room))
}

func (v *helpView) click(a *app, p image.Point) (bool, tea.Cmd) {
	return !p.In(v.place(a.w, a.h)), nil
}
