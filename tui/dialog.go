package tui

import (
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// dialog is something over the screen that takes the keys until it closes: a list to take a row
// of, a text that scrolls, a field to type in, or a field with one of these.
type dialog struct {
	view any             // what it shows, for whoever opened it
	list *panel.Table    // nil for none
	text *panel.Document // nil for none
	// field is what is typed, in the box of a list, else in the last line; nil where keys are no text.
	field *field
	// at is where the list or the text lies on a screen of w×h cells.
	at func(w, h int) image.Rectangle

	moved func(a *app) // is told that another row is selected; nil for nobody
	// take does what the selected row, or what is typed, is for, and reports whether that closes
	// the dialog; nil for a text, which enter closes.
	take func(a *app) bool
	keys map[string]func(a *app) bool // that only it has
	// passes tells that any other key closes it and does what it does on the screen.
	passes bool
	weighs bool // it shows what the ways to buy give
	// hints are its keys, in the last line; nil where that is the screen's.
	hints []panel.Hint
	// cancel is told that esc closed it; nil for nobody.
	cancel func()
	// refresh brings it up to what is known; nil where that does not change.
	refresh func(a *app)
}

// box is in the middle of the screen, and begins at most on a line.
func box(wide, top int, lines func() int) func(w, h int) image.Rectangle {
	return func(w, h int) image.Rectangle {
		bw, bh := min(w, wide), min(h, lines()+2)
		x, y := (w-bw)/2, min((h-bh)/2, top)
		return image.Rect(x, y, x+bw, y+bh)
	}
}

// centred is the line at which no box need begin.
const centred = math.MaxInt

func closes(*app) bool { return true }

func (a *app) openDialog(d *dialog) {
	a.pointer.release(a) // what is dragged meanwhile would change what is asked about
	a.over = d
}

func (d *dialog) draw(c *chart.Canvas) {
	w, h := c.Size()
	switch {
	case d.field == nil:
	case d.list != nil:
		d.list.Prompt = d.field.panel()
	default:
		p := d.field.panel()
		p.Draw(lastLines(c, p.Lines(w)))
	}
	if d.at == nil {
		return
	}
	if d.hints != nil { // else the last lines are news
		c.Restyle(image.Rect(0, 1, w, h), func(theme.Pen) theme.Pen { return theme.Faint })
		footer := panel.Footer{Hints: d.hints}
		footer.Draw(lastLines(c, 1))
	}
	c = c.Sub(d.at(w, h))
	c.Target(c.Bounds(), nil)
	if d.list != nil {
		d.list.Draw(c)
	} else {
		d.text.Draw(c)
	}
}

// lastLines are the last n lines of a screen, cleared for what is said there for a while.
func lastLines(c *chart.Canvas, n int) *chart.Canvas {
	w, h := c.Size()
	last := c.Sub(image.Rect(0, max(h-n, 0), w, h))
	last.Fill(last.Bounds(), ' ', theme.Text)
	last.Target(last.Bounds(), nil)
	return last
}

func (d *dialog) move(a *app, n int) {
	switch {
	case d.text != nil:
		d.text.Offset += n
		d.text.Clamp(d.at(a.w, a.h).Dy())
	case d.list != nil:
		if d.list.Move(n); d.moved != nil {
			d.moved(a)
		}
	}
}

// rowKeys are the keys that move by rows; a letter does where keys are no text.
var rowKeys = map[string]int{"up": -1, "k": -1, "down": 1, "j": 1, "home": -allRows, "g": -allRows, "end": allRows, "G": allRows}

func (d *dialog) key(a *app, name string, k tea.KeyPressMsg) {
	typing, page := d.field != nil, 1
	text := typing && k.Text != ""
	if d.at != nil {
		page = max(d.at(a.w, a.h).Dy()-4, 1)
	}
	step, moves := rowKeys[name]
	switch own := d.keys[name]; {
	case name == "esc" || name == "q" && !typing && !d.passes:
		a.over = nil
		if d.cancel != nil {
			d.cancel()
		}
	case own != nil && !text:
		d.answer(a, own)
	case name == "enter" || name == "space" && !typing && d.take != nil:
		d.answer(a, d.take)
	case name == "pgup":
		d.move(a, -page)
	case name == "pgdown" || name == "space" && !typing:
		d.move(a, page)
	case d.passes:
		a.over = nil
		a.press(name)
	case moves && (!typing || step*step == 1 && !text):
		d.move(a, step)
	case typing:
		d.edit(k)
	}
}

// answer does what a key or a press is for, which closes the dialog or may open another.
func (d *dialog) answer(a *app, do func(*app) bool) {
	if (do == nil || do(a)) && a.over == d {
		a.over = nil
	}
}

// click does what a press at a point of the screen means: beside the dialog, that it closes; on a
// row, what that is for. What is being typed is not lost by a stray press.
func (d *dialog) click(a *app, p image.Point) {
	is, row := a.canvas.TargetAt(p).(panel.At)
	do, hint := a.canvas.TargetAt(p).(func())
	switch {
	case hint:
		do()
	case d.field != nil && d.list == nil:
	case !p.In(d.at(a.w, a.h)):
		d.answer(a, nil)
	case row:
		d.move(a, is.Row-d.list.Cursor)
		d.answer(a, d.take)
	}
}

// edit edits the field, and brings up to it what follows what is typed.
func (d *dialog) edit(msg tea.Msg) {
	f := d.field
	before := f.input.Value()
	if f.edit(msg); f.input.Value() == before {
		return
	}
	text := f.text()
	f.bad = ""
	if text != "" && f.read != nil {
		if _, err := f.read(text); err != nil {
			f.bad = err.Error()
		}
	}
	if f.live != nil {
		f.live(text)
	}
}

type field struct {
	name, hint string
	bad        string // what is wrong with the text, as far as that is known
	input      textinput.Model
	read       reading           // nil where any text will do
	live       func(text string) // is told what is typed; nil for nobody
	fresh      bool              // what stands there was not typed: the first character replaces it
}

// reading says of a text what entering it does, or what is wrong with it: while it is typed, too.
type reading = func(text string) (enter func(), err error)

// fieldLimit is the longest text of a field, in runes: longer than any path.
const fieldLimit = 4096

func newField(name, text string) *field {
	f := &field{name: name, input: textinput.New(), fresh: text != ""}
	f.input.CharLimit = fieldLimit
	f.input.Focus()
	f.input.SetValue(text)
	f.input.CursorEnd()
	return f
}

func (f *field) text() string { return strings.TrimSpace(f.input.Value()) }

func (f *field) edit(msg tea.Msg) {
	k, isKey := msg.(tea.KeyPressMsg)
	if f.fresh && (!isKey || k.Text != "") {
		f.input.SetValue("")
	}
	f.fresh = false
	if isKey && key.Matches(k, f.input.KeyMap.DeleteWordForward) && f.input.Position() == len([]rune(f.input.Value()))-1 {
		msg = tea.KeyPressMsg{Code: tea.KeyDelete}
	}
	f.input, _ = f.input.Update(msg)
}

func (f *field) panel() *panel.Prompt {
	p := &panel.Prompt{Name: f.name, Value: []rune(f.input.Value()), At: f.input.Position(), Hint: f.hint, Fresh: f.fresh}
	if f.bad != "" {
		p.Hint, p.Bad = f.bad, true
	}
	return p
}

func (a *app) Type(name, hint, text string, read reading) {
	f := newField(name, text)
	f.hint, f.read = hint, read
	a.openDialog(&dialog{field: f, take: func(*app) bool {
		enter, err := read(f.text())
		if err != nil {
			f.bad = err.Error()
		} else if enter != nil {
			enter()
		}
		return err == nil
	}})
}

// choicesMost is the widest list to take one of.
const choicesMost = 64

func (a *app) Choose(title string, items []string, at int, again string, take func(i int)) {
	v := &panel.Table{Title: title, Cursor: at, Over: true}
	v.Columns = []tables.Column{{Head: tables.NoHead}}
	for _, item := range items {
		v.Row(item)
	}
	a.openDialog(&dialog{
		view: v, list: v, at: box(choicesMost, 1, func() int { return len(items) }),
		take: func(*app) bool {
			take(v.Cursor)
			return true
		},
		keys: map[string]func(*app) bool{again: closes},
	})
}

// The widest card.
const cardWidth = 84

// openCard shows the card of the selected attribute. A wide screen shows it already: keys go there and back.
func openCard(a *app) {
	name, shown := a.Selected(), a.choices(a.focus.full)
	if i := slices.IndexFunc(shown, func(p *screen.Pane) bool { return p.Lists&screen.ListsCard != 0 }); i >= 0 {
		to := shown[i]
		if to == a.Focused() {
			to = a.TablePane
		}
		a.Focus(to)
		return
	}
	if name == "" {
		return
	}
	v := &panel.Document{Title: name, Over: true}
	a.openDialog(&dialog{
		view: v, text: v, at: box(cardWidth, centred, func() int { return len(v.Lines) }),
		refresh: func(a *app) { v.Lines = a.CardLines(name, min(cardWidth, a.w)-screen.DocumentEdge) },
	})
}

// mostFirst is how many findings are told before anything else.
const mostFirst = 3

// firstKeys are the keys of the first look, the last of which leave first where there is no room.
var firstKeys = [][2]string{
	{"enter", "go on"}, {"?", "help"}, {"q", "quit"}, {"space", "leave out"}, {"4", "all findings"}, {"l", "label"}, {"R", "how bought"},
}

// firstLook tells what is odd about the data: what a finding is, what hangs on it, and the keys that help.
func firstLook(a *app) {
	notes := a.Notes()
	notes = notes[:min(len(notes), mostFirst)]
	v := &panel.Document{Title: "Before you look: " + figure.CountOf(len(notes), "thing") + " about these data", Over: true}
	out := "" // the attribute that space leaves out
	d := &dialog{view: v, text: v, passes: true, at: box(cardWidth, centred, func() int { return len(v.Lines) })}
	d.keys = map[string]func(*app) bool{"space": func(a *app) bool {
		if out != "" {
			a.Alter(func(s *screen.State) { s.Settings = s.Settings.WithExcluded(out, true) })
		}
		return out != ""
	}}
	d.refresh = func(a *app) {
		o := &screen.Page{Width: min(cardWidth, a.w) - screen.DocumentEdge}
		blank := panel.Span{Text: "  "}
		out = ""
		for _, f := range notes {
			head, text, _ := strings.Cut(screen.AdviseKeys(f.Message, f.Remedies...), ": ")
			if !strings.Contains(head, " ") { // the file's name
				head, text, _ = strings.Cut(text, "; ")
			}
			o.Marked(panel.Span{Text: "! ", Pen: theme.Warning.Strong()}, screen.Capital(head), theme.Text.Strong())
			if text != "" {
				o.Marked(blank, screen.Capital(text), theme.Text)
			}
			attribute, stakes := a.Stakes(f)
			if stakes != "" {
				o.Marked(blank, stakes, theme.Muted)
			}
			if out == "" && attribute != "" {
				out = attribute
				o.Marked(panel.Span{Text: "  space ", Pen: theme.Key}, "leaves it out", theme.Muted)
			}
			o.Space()
		}
		o.Say(theme.Muted, "Read: %s.", sizeOf(a.Opt.Study.Data()))
		o.Marked(panel.Span{Text: "enter ", Pen: theme.Key}, "shows the plan; this is shown once, ! brings it back", theme.Muted)
		v.Lines = o.Lines
		if d.hints = nil; a.Toast.Text != "" {
			return
		}
		for i, h := range firstKeys {
			off, does := h[0] == "space" && out == "", func() { d.key(a, h[0], tea.KeyPressMsg{}) }
			d.hints = append(d.hints, panel.Hint{Key: h[0], Text: h[1], Rank: i, Off: off, Does: does})
		}
	}
	a.openDialog(d)
}

// usualHint is what can be done in a prompt that says no more of itself.
const usualHint = "enter to set, esc to cancel"

func promptBudget(a *app) {
	a.Type("Budget B =", usualHint, "", func(text string) (func(), error) {
		if text == "" {
			return nil, nil
		}
		b, err := model.ParseAmount(text)
		if err == nil {
			err = a.Shown.Result.CheckBudget(b)
		}
		return func() { a.TypeBudget(b) }, err
	})
}

// typedSettings are settings that are typed, by their keys: of the selected attribute (each), or of all.
var typedSettings = map[string]struct {
	name, hint string
	each       bool
	now        func(a *app, attribute string) string
	set        func(s model.Settings, attribute, text string) (model.Settings, error)
}{
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

func promptSetting(a *app, key string) {
	f, attribute := typedSettings[key], ""
	name := f.name
	if f.each {
		if attribute = a.Selected(); attribute == "" {
			return
		}
		name += " of " + attribute + ":"
	}
	a.Type(name, f.hint, f.now(a, attribute), func(text string) (func(), error) {
		settings, err := f.set(a.State.Settings, attribute, text)
		return func() { a.Alter(func(s *screen.State) { s.Settings = settings }) }, err
	})
}

// promptFilter asks for the filter and shows at once what it keeps. The attribute that was selected is again when the
// filter lets it through, unless another one was selected meanwhile.
func promptFilter(a *app) {
	before := a.Filter.Text
	a.Type("Filter:", screen.FilterHelp+"; enter keeps it, esc takes it back", before, func(text string) (func(), error) {
		return func() {
			a.SetFilter(text)
			if name := a.Selected(); name != "" {
				a.Cursor = name
			}
		}, nil
	})
	a.over.field.live, a.over.cancel = a.SetFilter, func() { a.SetFilter(before) }
}
