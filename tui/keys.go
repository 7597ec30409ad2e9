package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/model"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// action is what keys do, how it is named, and why it cannot be done now. The one
// table of them feeds dispatch, the footer, the help, the palette and docs/keys.md.
type action struct {
	keys  []string // as bubbletea names them
	shown string   // as people read them
	help  string   // what it does
	group string
	// off returns "" where it can be done; nil where it always can. The footer asks
	// for each frame, so it must not compute anything.
	off func(*app) string
	do  func(*app)
	// budget actions act on B alone: they are off where the slider sets something else.
	budget bool
}

// hint is a key in a word, for the footer. Where the line is too short, hints of high rank leave first.
type hint struct {
	key         string // the first of its action
	rank        int
	shown, text string
	on          screen.Listing // whose rows are listed; 0 is all
}

// footerHints are all hints, from the left.
var footerHints = []hint{
	{"enter", 8, "↵", "why this one", screen.ListsAttributes},
	{"right", 2, "←/→", "budget", 0},
	{"b", 5, "b", "type it", 0},
	{"down", 7, "↑/↓", "attribute", screen.ListsAttributes},
	{"down", 7, "↑/↓", "algorithm", screen.ListsAlgorithms},
	{"down", 4, "↑/↓", "scroll", screen.ListsText},
	{"enter", 4, "enter", "make active", screen.ListsAlgorithms},
	{"space", 4, "space", "leave out", screen.ListsAttributes | screen.ListsCard},
	{"a", 6, "a", "algorithm", 0},
	{"B", 8, "B", "recommended", 0},
	{"/", 9, "/", "filter", screen.ListsAttributes | screen.ListsWorth},
	{"tab", 10, "tab", "panel", 0},
	{"z", 11, "z", "full screen", 0},
	{":", 10, ":", "commands", 0},
	{"s", 12, "s", "sort", screen.ListsColumns},
	{"v", 7, "v", "turn", 0},
	{"l", 13, "l", "label", 0},
	{"R", 16, "R", "how bought", 0},
	{"e", 3, "e", "export", 0},
	{"u", 14, "u", "undo", 0},
	{"w", 15, "w", "error or R²", 0},
	{"A", 17, "A", "compare", screen.ListsAttributes | screen.ListsAlgorithms},
	{"?", 0, "?", "help", 0},
	{"q", 1, "q", "quit", 0},
}

// whyNot says why an action cannot be done now; "" where it can.
func (b *action) whyNot(a *app) string {
	_, other := a.kind().Keys[b.keys[0]]
	switch {
	case other:
		return ""
	case b.budget && a.kind().Dial != nil:
		return "the slider is not the budget here: that is on Plan"
	case b.off == nil:
		return ""
	}
	return b.off(a)
}

// Groups of the help, in order.
const (
	groupBudget     = "Budget"
	groupAttributes = "Attributes"
	groupSettings   = "Settings"
	groupProgram    = "Program"
)

func by[T any](n T, do func(*app, T)) func(*app) {
	return func(a *app) { do(a, n) }
}

func actions(screens []*screen.Screen) []action {
	return slices.Concat(budgetActions(), attributeActions(), settingActions(), screenActions(screens), programActions())
}

func budgetActions() []action {
	const g = groupBudget
	return []action{
		{[]string{"left"}, "←", "take B one step down; on Votes λ, on Partial the norm", g, turnOff, by(-1, turnBy), false},
		{[]string{"right"}, "→", "take B one step up; on Votes λ, on Partial the norm", g, turnOff, by(1, turnBy), false},
		{[]string{"shift+left", "<"}, "shift+← or <", "take B ten steps down", g, turnOff, by(-10, turnBy), false},
		{[]string{"shift+right", ">"}, "shift+→ or >", "take B ten steps up", g, turnOff, by(10, turnBy), false},
		{[]string{"home"}, "home", "set B to 0", g, turnOff, by(0, turnEnd), false},
		{[]string{"end"}, "end", "set B to the end of the slider", g, turnOff, by(1, turnEnd), false},
		{[]string{"b"}, "b", "type B; a larger one extends the slider", g, nil, promptBudget, true},
		{[]string{"B"}, "B", "set B to the recommended budget, by the honest loss", g, (*app).RecommendOff, (*app).Recommend, true},
		{[]string{"+"}, "+", "double the slider's range; on Partial two more judgments an object", g, stretchOff(1), by(1, (*app).Stretch), true},
		{[]string{"-"}, "-", "halve the slider's range; on Partial two fewer", g, stretchOff(-1), by(-1, (*app).Stretch), true},
		{[]string{"0"}, "0", "show the slider's usual range", g, nil, (*app).ResetRange, true},
	}
}

func attributeActions() []action {
	const g = groupAttributes
	sortOff := unless(func(a *app) bool { return !a.layout().At(a.TablePane).Empty() }, "the table of attributes is not shown: it is on Plan")
	return []action{
		{[]string{"up", "k"}, "↑ or k", "go a row up in the panel with the focus", g, rowsOff, by(-1, moveRows), false},
		{[]string{"down", "j"}, "↓ or j", "go a row down", g, rowsOff, by(1, moveRows), false},
		{[]string{"pgup"}, "pgup", "go a page up", g, rowsOff, by(-1, movePages), false},
		{[]string{"pgdown"}, "pgdn", "go a page down", g, rowsOff, by(1, movePages), false},
		{[]string{"enter"}, "enter", "open the attribute's card; on Trust make the algorithm active", g, enterOff, enterRow, false},
		{[]string{"g"}, "g", "go to the first row", g, rowsOff, by(-allRows, moveRows), false},
		{[]string{"G"}, "G", "go to the last row", g, rowsOff, by(allRows, moveRows), false},
		{[]string{"space"}, "space", "exclude or include the attribute", g, attributeOff, (*app).ToggleAttribute, false},
		{[]string{"c"}, "c", "set the price of a judgment of the attribute", g, attributeOff, by("c", promptSetting), false},
		{[]string{"p"}, "p", "set the least and most repeats: 3, 3..8, 3.. or ..5", g, attributeOff, by("p", promptSetting), false},
		{[]string{"i"}, "i", "assume a reliability of the attribute", g, attributeOff, by("i", promptSetting), false},
		{[]string{"s"}, "s", "sort by the next column", g, sortOff, sortNext, false},
		{[]string{"S"}, "S", "reverse the order", g, sortOff, (*app).SortReverse, false},
		{[]string{"/"}, "/", "filter attributes: words, -word, /regex/, corr<-.2 noise<50 full>0", g, unless(func(a *app) bool { return !a.kind().Wide }, "no attributes are listed here"), promptFilter, false},
	}
}

func settingActions() []action {
	const g = groupSettings
	return []action{
		{[]string{"a"}, "a", "make the next algorithm active: rolls, marks and export follow it; on Votes the next model", g, nil, (*app).NextAlgorithm, false},
		{[]string{"A"}, "A", "hold the next algorithm against the active one: its rolls stand where that never asks; on Trust the selected one", g, nil, (*app).NextCompared, false},
		{[]string{"l"}, "l", "choose the label; on Votes what is voted on", g, (*app).LabelOff, (*app).ChooseLabel, false},
		{[]string{"r"}, "r", "set the ridge λ: it shrinks weights if objects are few; auto: by the honest loss", g, nil, by("r", promptSetting), false},
		{[]string{"R"}, "R", "choose how judgments are bought (single, forms, calls, a panel), by the R² of each", g, nil, chooseDesign, false},
		{[]string{"h"}, "h", "shrink label covariances where the pilot is small, or take the paper's", g, nil, by(model.OptionShrink, (*app).NextSetting), false},
		{[]string{"f"}, "f", "ask no more of an attribute than objects hold, or forecast beyond: auto, cells, none", g, nil, by(model.OptionMaxRepeats, (*app).NextSetting), false},
		{[]string{"L"}, "L", "say who gave the label: unknown, the raters of the judgments, or others", g, nil, by(model.OptionLabelBy, (*app).NextSetting), false},
		{[]string{"w"}, "w", "show losses as typical error, R² or mean squared error, on all screens; of two classes accuracy, κ, AUC, log loss, Brier too", g, nil, (*app).NextScale, false},
		{[]string{"u"}, "u", "undo the last change", g, unless(func(a *app) bool { return len(a.History.Past) > 0 }, "nothing to undo"), (*app).Undo, false},
		{[]string{"ctrl+r"}, "ctrl+r", "redo", g, unless(func(a *app) bool { return len(a.History.Future) > 0 }, "nothing to redo"), (*app).Redo, false},
	}
}

// screenActions are the keys of the screens, by their tabs. The header shows them all, so the footer need not.
func screenActions(screens []*screen.Screen) []action {
	var all []action
	for i, s := range screens {
		key, _, _ := strings.Cut(s.Tab, " ")
		all = append(all, action{keys: []string{key}, shown: key, help: s.Help, group: groupProgram, do: by(i, (*app).goTo)})
	}
	return append(all, action{
		keys: []string{"v"}, shown: "v", help: "show the Map on Plan, the paper's test errors on Trust, the risk against λ on Votes; again: back", group: groupProgram,
		do:  turnHalf,
		off: unless(func(a *app) bool { return a.kind().Half != nil }, "there is one view here: Plan turns to the Map, Trust to the test errors, Votes to the risk"),
	})
}

func programActions() []action {
	const g = groupProgram
	return []action{
		{[]string{"tab"}, "tab", "go to the next panel", g, tabOff, by(1, turnFocus), false},
		{[]string{"shift+tab"}, "shift+tab", "go to the previous panel", g, tabOff, by(-1, turnFocus), false},
		{[]string{"z"}, "z", "show the panel on the full screen, and back", g, unless(func(a *app) bool { return len(a.choices(true)) > 1 }, onePane), toggleFull, false},
		{[]string{":", "ctrl+p"}, ": or ctrl+p", "search commands, attributes, labels: the palette", g, nil, openPalette, false},
		{[]string{"e"}, "e", "export the active predictor at B, in any form; on Votes the labels", g, (*app).ExportOff, promptExport, false},
		{[]string{"esc"}, "esc", "close what is on top, then clear the filter; never quits", g, nil, escape, false},
		{[]string{"?"}, "?", "show this help, and notes on the data", g, nil, toggleHelp, false},
		{[]string{"!"}, "!", "show the findings on the data, as when they were opened first", g, (*app).oddOff, firstLook, false},
		{[]string{"y"}, "y", "copy the screen's result, as a sentence", g, nil, copyReadout, false},
		{[]string{"Y"}, "Y", "copy the screen's table, tab-separated, with all digits", g, nil, copyTable, false},
		{[]string{"C"}, "C", "copy the command that repeats this", g, unless(func(a *app) bool { return a.Opt.Command != nil }, "there is no command for these data"), copyCommand, false},
		{[]string{"W"}, "W", "write this down as a study file, which every command takes in place of the data", g, unless(func(a *app) bool { return a.Opt.StudyFile != nil }, "the bundled sample is in no file: fms-tui init writes it, with a study file"), promptStudy, false},
		{[]string{"D"}, "D", "show what each column was taken for, and read the data another way", g, unless(func(a *app) bool { return a.Opt.Roles != nil }, "these data are read as they are: their columns have no other roles"), leaveForRoles, false},
		{[]string{"P"}, "P", "save a picture of the screen, as SVG or PNG", g, nil, promptPicture, false},
		{[]string{"T"}, "T", "change the theme: dark, light, or as the terminal says", g, nil, nextTheme, false},
		{[]string{"%"}, "%", "turn the mouse on or off: off, the terminal selects text as usual", g, nil, toggleMouse, false},
		{[]string{"ctrl+z"}, "ctrl+z", "suspend", g, nil, by(tea.Cmd(tea.Suspend), (*app).Run), false},
		{[]string{"q", "ctrl+c"}, "q or ctrl+c", "quit", g, nil, by(tea.Cmd(tea.Quit), (*app).Run), false},
	}
}

// lookHints are the hints for the pane that has the focus; what cannot be done now is fainter than the rest.
func (f *front) lookHints(a *app) {
	listed, kind := a.listed(), a.kind()
	f.keys, f.footer.Hints, f.footer.Steps = f.keys[:0], f.footer.Hints[:0], f.steps(a)
	for _, h := range footerHints {
		b := a.byKey[h.key]
		switch {
		case f.footer.Steps != "" && h.rank > rankQuit, h.on != 0 && listed.Lists&h.on == 0, b.budget && kind.Dial != nil:
			continue
		case h.key == "right" && kind.Dial != nil:
			h.text = kind.Dial.Hint
		case h.key == "v":
			h.text = kind.Turns
		case h.key == "space" && a.State.Settings.Excluded(a.Selected()):
			h.text = "include"
		}
		if x, ok := kind.Keys[h.key]; ok {
			h.text = x.Hint
		}
		if h.text != "" {
			f.keys = append(f.keys, b)
			f.footer.Hints = append(f.footer.Hints, panel.Hint{Key: f.plain(a, h.shown), Text: h.text, Rank: h.rank, Off: b.whyNot(a) != "", Does: func() { a.press(h.key) }})
		}
	}
}

// rankQuit is the rank of the hint that leaves last but one.
const rankQuit = 1

// steps are what to do on the first start; "" once the user has found other keys.
func (f *front) steps(a *app) string {
	switch {
	case !a.Opt.First || a.found:
		return ""
	case a.w < 80:
		return "drag the budget → e take the predictor"
	}
	return f.plain(a, "first: drag the budget → ↵ why this attribute → e take the predictor")
}

// plain is a text with the name of a key for a sign that the terminal has not.
func (f *front) plain(a *app, text string) string {
	if a.theme.Glyphs == theme.ASCII {
		return strings.ReplaceAll(text, "↵", "Enter")
	}
	return text
}

// stepKeys are the keys of the first steps.
var stepKeys = []string{"left", "right", "shift+left", "shift+right", "up", "down", "enter", "esc"}

// mouseHelp is what the mouse does, for the help.
var mouseHelp = []struct{ shown, help string }{
	{"drag", "on the slider or the chart: set B"},
	{"wheel", "over slider or chart: B one step, with ctrl ten; over lists: scroll"},
	{"click", "a panel: give it the focus"},
	{"click", "a column's head: sort, again: reverse; an attribute: select"},
	{"click", "an algorithm: make it active; the label: choose; a key: press; the readout: copy it"},
	{"click", "▲ on the axis: go to the recommended budget"},
	{"click", "the name of a line: make that algorithm active, the other one is compared; among the test errors: light it"},
	{"click", "the chart's axis name: the next scale, as w"},
	{"double click", "a row: what enter does"},
	{"shift+drag", "select text (option+drag in some terminals); % releases the mouse"},
}

func index(table []action) map[string]*action {
	m := make(map[string]*action)
	for i := range table {
		for _, k := range table[i].keys {
			if m[k] != nil {
				panic("tui: the key " + k + " is bound twice")
			}
			m[k] = &table[i]
		}
	}
	return m
}

func keyName(k tea.KeyPressMsg) string {
	s := k.String()
	if strings.HasSuffix(s, "+esc") {
		return "esc" // two quick Esc arrive as alt+esc
	}
	return s
}

func nextTheme(a *app) {
	themes := []string{"auto", "dark", "light"}
	a.Opt.Theme = themes[(max(0, slices.Index(themes, a.Opt.Theme))+1)%len(themes)]
	a.theme.pick()
	a.Say("theme: " + a.Opt.Theme)
}

func toggleMouse(a *app) {
	a.Opt.NoMouse = !a.Opt.NoMouse
	if a.Opt.NoMouse {
		a.Say("the mouse is the terminal's: drag selects text; % takes it back")
	} else {
		a.Say("the mouse works here again")
	}
}

func leaveForRoles(a *app) {
	a.forRoles = true
	a.Run(tea.Quit)
}

// unless says why something cannot be done where it cannot.
func unless(can func(*app) bool, why string) func(*app) string {
	return func(a *app) string {
		if can(a) {
			return ""
		}
		return why
	}
}

func stretchOff(n int) func(*app) string {
	return func(a *app) string {
		_, why := a.Stretched(n)
		return why
	}
}

func turnOff(a *app) string { return a.dial().Off() }

func rowsOff(a *app) string {
	if off := a.listed().Off; off != nil {
		return off()
	}
	return ""
}

func attributeOff(a *app) string {
	if a.listed().Lists&(screen.ListsAttributes|screen.ListsCard) == 0 {
		return fmt.Sprintf("no attribute is selected on %s: go to Plan", a.kind().Name())
	}
	return a.Filter.None()
}

func enterOff(a *app) string {
	switch p := a.listed(); {
	case p.Enter == nil:
		return attributeOff(a)
	case p.EnterOff == nil:
		return ""
	default:
		return p.EnterOff()
	}
}

func (a *app) oddOff() string {
	if len(a.Notes()) == 0 {
		return "nothing is odd about these data"
	}
	return ""
}

const onePane = "there is no other panel here"

func tabOff(a *app) string {
	switch {
	case len(a.choices(a.focus.full)) > 1:
		return ""
	case len(a.choices(true)) > 1:
		return "there is no room for other panels: z and then tab shows them"
	}
	return onePane
}
