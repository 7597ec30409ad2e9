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
	bad   string // what was wrong with what was entered, until the next key
	input textinput.Model
	enter func(a *app, text string) (tea.Cmd, error)
	above *exportView // what is typed for a file; nil where none is
	// live is told what is typed, and cancel that nothing is to come of it; nil
	// where enter alone counts.
	live   func(a *app, text string)
	cancel func(a *app)
	// check says, while it is typed, what is wrong with a text; nil where that shows
	// only when it is entered.
	check func(text string) error
	fresh bool // what stands there was not typed: the first character replaces it
}

// promptLimit is the longest text of a prompt, in runes: longer than any path.
const promptLimit = 4096

// open shows a prompt with a text to begin with.
func (a *app) open(name, hint, text string, enter func(a *app, text string) (tea.Cmd, error)) {
	a.pointer.release(a) // what is dragged meanwhile would change what is asked about
	p := &prompt{name: name, hint: hint, input: newField(), enter: enter, fresh: text != ""}
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
			p.cancel(a)
		}
		return nil
	case "tab":
		p.turn(1)
		return nil
	case "shift+tab":
		p.turn(-1)
		return nil
	case "enter":
		cmd, err := p.enter(a, strings.TrimSpace(p.input.Value()))
		switch {
		case err != nil:
			p.bad = err.Error()
		case a.prompt == p: // the answer may have opened another
			a.prompt = nil
		}
		return cmd
	}
	p.replace(k.Text != "")
	edit(&p.input, k)
	p.typed(a)
	return nil
}

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
		p.bad = ""
		p.input.SetValue(p.above.turn(p.input.Value(), by))
		p.input.CursorEnd()
		p.followed()
	}
}

// followed brings what is above the prompt up to what is typed.
func (p *prompt) followed() {
	if p.above != nil {
		p.above.follow(strings.TrimSpace(p.input.Value()))
	}
}

// paste puts text into the open prompt.
func (a *app) paste(text string) {
	if d := a.overlay; d != nil && d.typed != nil && a.prompt == nil {
		d.edit(a, tea.PasteMsg{Content: chart.Clean(text)})
		return
	}
	if a.prompt == nil {
		return
	}
	a.prompt.replace(true)
	edit(&a.prompt.input, tea.PasteMsg{Content: chart.Clean(text)})
	a.prompt.typed(a)
	a.Change()
}

// typed brings what follows the prompt up to what stands in it.
func (p *prompt) typed(a *app) {
	p.followed()
	text := strings.TrimSpace(p.input.Value())
	p.bad = ""
	if p.check != nil && text != "" {
		if err := p.check(text); err != nil {
			p.bad = err.Error()
		}
	}
	if live := p.live; live != nil {
		live(a, text)
	}
}

func (p *prompt) panel() *panel.Prompt {
	d := &panel.Prompt{Name: p.name, Value: []rune(p.input.Value()), At: p.input.Position(), Hint: p.hint, Fresh: p.fresh}
	if p.bad != "" {
		d.Hint, d.Bad = p.bad, true
	}
	return d
}

// promptBudget asks for B.
func promptBudget(a *app) tea.Cmd {
	a.open("Budget B =", "enter to set, esc to cancel", "", func(a *app, text string) (tea.Cmd, error) {
		if text == "" {
			return nil, nil
		}
		b, err := parseBudget(a, text)
		if err != nil {
			return nil, err
		}
		return a.TypeBudget(b), nil
	})
	a.prompt.check = func(text string) error {
		_, err := parseBudget(a, text)
		return err
	}
	return nil
}

func parseBudget(a *app, text string) (model.Amount, error) {
	b, err := model.ParseAmount(text)
	if err == nil {
		err = a.Shown.Result.CheckBudget(b)
	}
	return b, err
}

// promptAttribute asks for something about the selected attribute and makes
// the settings that set returns the present ones.
func promptAttribute(a *app, what, hint, text string, set func(s model.Settings, name, text string) (model.Settings, error)) tea.Cmd {
	if len(a.Look.Table.Rows) == 0 {
		return nil
	}
	name := a.Selected()
	a.open(what+" of "+name+":", hint, text, func(a *app, text string) (tea.Cmd, error) {
		s := a.State
		settings, err := set(s.Settings, name, text)
		if err != nil {
			return nil, err
		}
		s.Settings = settings
		return a.Set(s, screen.ChangeSetting), nil
	})
	a.prompt.check = func(text string) error {
		_, err := set(a.State.Settings, name, text)
		return err
	}
	return nil
}

// promptCost asks for the price of a judgment of the selected attribute.
func promptCost(a *app) tea.Cmd {
	price := ""
	for i := range a.Shown.Result.Attributes {
		if at := &a.Shown.Result.Attributes[i]; at.Name == a.Selected() {
			price = at.Price.String()
		}
	}
	return promptAttribute(a, "Cost of a judgment", "enter to set, esc to cancel", price,
		func(s model.Settings, name, text string) (model.Settings, error) {
			c, err := model.ParsePrice(text)
			return s.WithCost(name, c), err
		})
}

// promptLimits asks for least and most repeats of the selected attribute.
func promptLimits(a *app) tea.Cmd {
	limit := a.State.Settings.OwnLimit(a.Selected()).String()
	return promptAttribute(a, "Repeats", "3, 3..8, 3.. or ..5; nothing for no limit", limit,
		func(s model.Settings, name, text string) (model.Settings, error) {
			l, err := model.ParseLimit(text)
			return s.WithLimit(name, l), err
		})
}

// promptReliability asks for the reliability that is assumed for the selected attribute.
func promptReliability(a *app) tea.Cmd {
	text := ""
	if r := a.State.Settings.Reliability(a.Selected()); r > 0 {
		text = strconv.FormatFloat(r, 'g', -1, 64)
	}
	return promptAttribute(a, "Reliability to assume", "above 0, at most 1; nothing: as the data say", text,
		func(s model.Settings, name, text string) (model.Settings, error) {
			if text == "" {
				return s.WithReliability(name, 0), nil
			}
			r, err := model.ParseReliability(text)
			return s.WithReliability(name, r), err
		})
}

// promptRidge asks for λ.
func promptRidge(a *app) tea.Cmd {
	text := a.State.Settings.RidgeString()
	a.open("Ridge λ =", "0 is none; .01 to 1 where objects are few; or auto", text, func(a *app, text string) (tea.Cmd, error) {
		lambda, auto, err := model.ParseRidge(text)
		if err != nil {
			return nil, err
		}
		return a.Alter(func(s *screen.State) { s.Settings = s.Settings.WithRidge(lambda, auto) }), nil
	})
	return nil
}

// promptFilter asks for the filter and shows at once what it keeps. The
// attribute that was selected is again when the filter lets it through, unless
// another one was selected meanwhile.
func promptFilter(a *app) tea.Cmd {
	before := a.Filter.Text
	a.open("Filter:", screen.FilterHelp+"; enter keeps it, esc takes it back", before, func(a *app, text string) (tea.Cmd, error) {
		a.SetFilter(text)
		if name := a.Selected(); name != "" {
			a.Cursor = name
		}
		return nil, nil
	})
	a.prompt.live = func(a *app, text string) { a.SetFilter(text) }
	a.prompt.cancel = func(a *app) { a.SetFilter(before) }
	return nil
}

// promptDecision asks for a decision on each object, and shows on Predictor what
// stopping early saves.
func promptDecision(a *app) tea.Cmd {
	a.open("Decide:", a.DecisionHelp(), a.State.Decision.String(), func(a *app, text string) (tea.Cmd, error) {
		d, err := a.ParseDecision(text)
		if err != nil {
			return nil, err
		}
		cmd := a.Decide(d)
		for i, s := range a.screens {
			if s.Saved == "predictor" && i != a.screen && text != "" {
				cmd = tea.Batch(cmd, a.goTo(i))
				a.Focus(&a.views.Predictor.Stop.Pane)
			}
		}
		return cmd, nil
	})
	a.prompt.check = func(text string) error {
		_, err := a.ParseDecision(text)
		return err
	}
	return nil
}
