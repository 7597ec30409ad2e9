package tui

import (
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
)

// prompt is a line in which the user types. Every key is text but Esc, Enter,
// ctrl+c and ctrl+z.
type prompt struct {
	name  string
	hint  string
	bad   string // what is wrong with the text, as far as that is known
	input textinput.Model
	read  reading
	above *exportView // what is typed for a file; nil where none is
	// live is told what is typed, and cancel that nothing is to come of it; nil
	// where enter alone counts.
	live   func(text string)
	cancel func()
	fresh  bool // what stands there was not typed: the first character replaces it
}

// reading says of a text what entering it does, or what is wrong with it: while it is typed, too.
type reading = func(text string) (enter func() tea.Cmd, err error)

// promptLimit is the longest text of a prompt, in runes: longer than any path.
const promptLimit = 4096

// Type shows a prompt with a text to begin with.
func (a *app) Type(name, hint, text string, read reading) {
	a.pointer.release(a) // what is dragged meanwhile would change what is asked about
	p := &prompt{name: name, hint: hint, input: newField(), read: read, fresh: text != ""}
	p.input.SetValue(text)
	p.input.CursorEnd()
	a.prompt = p
	a.Change()
}

// newField is an empty line of text that takes keys.
func newField() textinput.Model {
	f := textinput.New()
	f.CharLimit = promptLimit
	f.Focus()
	return f
}

// edit hands a key, or text that is pasted, to a field. A last character is deleted as one:
// as the word ahead, bubbles 2.1.0 looks for its end behind the text and panics.
func edit(f *textinput.Model, msg tea.Msg) {
	if k, ok := msg.(tea.KeyPressMsg); ok && key.Matches(k, f.KeyMap.DeleteWordForward) && f.Position() == len([]rune(f.Value()))-1 {
		msg = tea.KeyPressMsg{Code: tea.KeyDelete}
	}
	*f, _ = f.Update(msg)
}

func (p *prompt) key(a *app, name string, k tea.KeyPressMsg) tea.Cmd {
	a.Change()
	switch name {
	case "esc":
		a.prompt = nil
		if p.cancel != nil {
			p.cancel()
		}
		return nil
	case "tab":
		p.turn(1)
		return nil
	case "shift+tab":
		p.turn(-1)
		return nil
	case "enter":
		enter, err := p.read(p.text())
		if err != nil {
			p.bad = err.Error()
			return nil
		}
		a.prompt = nil // before: what is entered may open another
		if enter == nil {
			return nil
		}
		return enter()
	}
	p.replace(k.Text != "")
	edit(&p.input, k)
	p.typed()
	return nil
}

func (p *prompt) text() string { return strings.TrimSpace(p.input.Value()) }

// replace makes room for what is typed over what was there before; a key that is
// no text keeps that, to be changed.
func (p *prompt) replace(text bool) {
	if p.fresh && text {
		p.input.SetValue("")
	}
	p.fresh = false
}

// turn goes to the next form of an export, or the one before.
func (p *prompt) turn(by int) {
	if p.above != nil {
		p.input.SetValue(p.above.turn(p.input.Value(), by))
		p.input.CursorEnd()
		p.typed()
	}
}

// paste puts text into the open prompt.
func (a *app) paste(text string) {
	msg := tea.PasteMsg{Content: chart.Clean(text)}
	if d := a.overlay; d != nil && d.typed != nil && a.prompt == nil {
		d.edit(a, msg)
		return
	}
	if a.prompt == nil {
		return
	}
	a.prompt.replace(true)
	edit(&a.prompt.input, msg)
	a.prompt.typed()
	a.Change()
}

// typed brings what follows the prompt up to what stands in it.
func (p *prompt) typed() {
	text := p.text()
	if p.above != nil {
		p.above.follow(text)
	}
	p.bad = ""
	if text != "" {
		if _, err := p.read(text); err != nil {
			p.bad = err.Error()
		}
	}
	if p.live != nil {
		p.live(text)
	}
}

func (p *prompt) panel() *panel.Prompt {
	d := &panel.Prompt{Name: p.name, Value: []rune(p.input.Value()), At: p.input.Position(), Hint: p.hint, Fresh: p.fresh}
	if p.bad != "" {
		d.Hint, d.Bad = p.bad, true
	}
	return d
}

// usualHint is what can be done in a prompt that says no more of itself.
const usualHint = "enter to set, esc to cancel"

func promptBudget(a *app) tea.Cmd {
	a.Type("Budget B =", usualHint, "", func(text string) (func() tea.Cmd, error) {
		if text == "" {
			return nil, nil
		}
		b, err := model.ParseAmount(text)
		if err == nil {
			err = a.Shown.Result.CheckBudget(b)
		}
		return func() tea.Cmd { return a.TypeBudget(b) }, err
	})
	return nil
}

// typedSetting is a setting that is typed: of the selected attribute, or of all.
type typedSetting struct {
	name, hint string
	each       bool
	now        func(a *app, attribute string) string
	set        func(s model.Settings, attribute, text string) (model.Settings, error)
}

// typedSettings are the settings that are typed, by their keys.
var typedSettings = map[string]typedSetting{
	"c": {"Cost of a judgment", usualHint, true, func(a *app, attribute string) string {
		for i := range a.Shown.Result.Attributes {
			if at := &a.Shown.Result.Attributes[i]; at.Name == attribute {
				return at.Price.String()
			}
		}
		return ""
	}, model.FieldOf(model.OptionCost).Set},
	"p": {
		"Repeats", "3, 3..8, 3.. or ..5; nothing for no limit", true,
		func(a *app, attribute string) string { return a.State.Settings.OwnLimit(attribute).String() },
		func(s model.Settings, attribute, text string) (model.Settings, error) {
			l, err := model.ParseLimit(text)
			return s.WithLimit(attribute, l), err
		},
	},
	"i": {"Reliability to assume", "above 0, at most 1; nothing: as the data say", true, func(a *app, attribute string) string {
		if r := a.State.Settings.Reliability(attribute); r > 0 {
			return strconv.FormatFloat(r, 'g', -1, 64)
		}
		return ""
	}, func(s model.Settings, attribute, text string) (model.Settings, error) {
		if text == "" {
			return s.WithReliability(attribute, 0), nil
		}
		return model.FieldOf(model.OptionReliability).Set(s, attribute, text)
	}},
	"r": {
		"Ridge λ =", "0 is none; .01 to 1 where objects are few; or auto", false,
		func(a *app, _ string) string { return a.State.Settings.RidgeString() }, model.FieldOf(model.OptionRidge).Set,
	},
}

func promptSetting(key string) func(*app) tea.Cmd {
	return func(a *app) tea.Cmd {
		f, attribute := typedSettings[key], ""
		name := f.name
		if f.each {
			if attribute = a.Selected(); attribute == "" {
				return nil
			}
			name += " of " + attribute + ":"
		}
		a.Type(name, f.hint, f.now(a, attribute), func(text string) (func() tea.Cmd, error) {
			settings, err := f.set(a.State.Settings, attribute, text)
			return func() tea.Cmd { return a.Alter(func(s *screen.State) { s.Settings = settings }) }, err
		})
		return nil
	}
}

// promptFilter asks for the filter and shows at once what it keeps. The
// attribute that was selected is again when the filter lets it through, unless
// another one was selected meanwhile.
func promptFilter(a *app) tea.Cmd {
	before := a.Filter.Text
	a.Type("Filter:", screen.FilterHelp+"; enter keeps it, esc takes it back", before, func(text string) (func() tea.Cmd, error) {
		return func() tea.Cmd {
			a.SetFilter(text)
			if name := a.Selected(); name != "" {
				a.Cursor = name
			}
			return nil
		}, nil
	})
	a.prompt.live, a.prompt.cancel = a.SetFilter, func() { a.SetFilter(before) }
	return nil
}
