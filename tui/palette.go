package tui

import (
	"image"
	"slices"
	"sort"
	"strings"
	"unicode"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
)

// paletteView searches the table of actions and runs what is found.
type paletteView struct {
	typed    textinput.Model
	actions  []*action // all that can be run from here
	commands []panel.Command
	found    []int // indices of both, best first
	panel    panel.Palette
}

// openPalette lists every action with its key; what cannot be done now says why.
func openPalette(a *app) tea.Cmd {
	a.release()
	v := &paletteView{typed: textinput.New()}
	v.typed.CharLimit = promptLimit
	v.typed.Focus()
	for i := range a.actions {
		b := &a.actions[i]
		if b.keys[0] == ":" {
			continue // it is open
		}
		v.actions = append(v.actions, b)
		v.commands = append(v.commands, panel.Command{Text: b.help, Key: b.shown, Off: b.whyNot(a)})
	}
	v.panel.Of = len(v.commands)
	v.search()
	a.overlay = v
	return nil
}

// search finds the commands that hold the letters typed, in order.
func (v *paletteView) search() {
	v.found, v.panel.Commands, v.panel.Cursor, v.panel.Offset = v.found[:0], v.panel.Commands[:0], 0, 0
	add := func(i int, marks []int) {
		c := v.commands[i]
		c.Marks = marks
		v.found, v.panel.Commands = append(v.found, i), append(v.panel.Commands, c)
	}
	text := v.typed.Value()
	if text == "" {
		for i := range v.commands {
			add(i, nil)
		}
	}
	for _, m := range v.matches(text) {
		add(m.Index, m.MatchedIndexes)
	}
	v.panel.Prompt = panel.Prompt{Name: ":", Value: []rune(text), At: v.typed.Position()}
}

// matches are the commands that hold the letters of a text in order. Those that
// hold it as it stands come first, the earlier the better, and best at the
// beginning of a word, or as their key: the search alone favours what is short.
func (v *paletteView) matches(text string) fuzzy.Matches {
	found := fuzzy.FindFrom(text, searched(v.commands))
	for i := range found {
		m := &found[i]
		if slices.Contains(v.actions[m.Index].keys, text) {
			m.Score += 3 * wholeBonus
		}
		at, begins := whole(m.Str, text)
		if at < 0 {
			continue
		}
		m.Score += wholeBonus - at
		if begins {
			m.Score += wholeBonus
		}
		m.MatchedIndexes = m.MatchedIndexes[:0]
		for k := range m.Str[at : at+len(text)] {
			m.MatchedIndexes = append(m.MatchedIndexes, at+k)
		}
	}
	sort.Stable(found)
	return found
}

// wholeBonus is more than the search's own scores of a line differ by.
const wholeBonus = 1000

// whole is where a text stands in a command, in capitals or not, at the
// beginning of a word if it does anywhere; -1 where it does not.
func whole(command, text string) (at int, begins bool) {
	at = -1
	previous := ' '
	for i, r := range command {
		if len(command)-i >= len(text) && strings.EqualFold(command[i:i+len(text)], text) {
			if !unicode.IsLetter(previous) && !unicode.IsDigit(previous) {
				return i, true
			}
			if at < 0 {
				at = i
			}
		}
		previous = r
	}
	return at, false
}

// searched is commands as the search reads them.
type searched []panel.Command

func (s searched) String(i int) string { return s[i].Searched() }

func (s searched) Len() int { return len(s) }

func (v *paletteView) input(a *app, msg tea.Msg) (bool, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		if done, cmd, taken := v.walk(a, keyName(k)); taken {
			return done, cmd
		}
	}
	before := v.typed.Value()
	v.typed, _ = v.typed.Update(msg)
	if v.typed.Value() != before {
		v.search()
	}
	v.panel.Prompt.At = v.typed.Position()
	return false, nil
}

// walk does what a key means that is no text.
func (v *paletteView) walk(a *app, name string) (done bool, cmd tea.Cmd, taken bool) {
	page := max(v.place(a.w, a.h).Dy()-4, 1)
	switch name {
	case "up":
		v.wheel(a, -1)
	case "down":
		v.wheel(a, 1)
	case "pgup":
		v.wheel(a, -page)
	case "pgdown":
		v.wheel(a, page)
	case "enter":
		return false, v.run(a, v.panel.Cursor), true
	case "ctrl+p":
		return true, nil, true
	default:
		return false, nil, false
	}
	return false, nil, true
}

// run closes the palette and does what the i-th command found does.
func (v *paletteView) run(a *app, i int) tea.Cmd {
	if i >= len(v.found) {
		return nil
	}
	a.overlay = nil // before: what is run may open another
	return a.press(v.actions[v.found[i]].keys[0])
}

func (v *paletteView) key(*app, string) (bool, tea.Cmd) { return false, nil } // all come as input

func (v *paletteView) click(a *app, p image.Point) (bool, tea.Cmd) {
	box := v.place(a.w, a.h)
	if !p.In(box) {
		return true, nil
	}
	if i := v.panel.CommandAt(p.Y-box.Min.Y, box.Dy()); i >= 0 {
		return false, v.run(a, i)
	}
	return false, nil
}

func (v *paletteView) wheel(a *app, lines int) { v.panel.Move(lines, v.place(a.w, a.h).Dy()) }

func (v *paletteView) place(w, h int) image.Rectangle { return v.panel.Box(w, h) }

func (v *paletteView) draw(c *chart.Canvas) { v.panel.Draw(c) }

func (v *paletteView) cursor(a *app) image.Point {
	line := v.panel.PromptLine(v.place(a.w, a.h))
	return line.Min.Add(image.Pt(min(v.panel.Prompt.Cursor(line.Dx()), max(line.Dx()-1, 0)), 0))
}
