package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/panel"
)

// action is what keys do, and how it is named.
type action struct {
	keys  []string // as bubbletea names them
	shown string   // as people read them
	help  string   // what it does, for the help
	group string
	do    func(*app) tea.Cmd
}

// binding is an action and why it cannot be done now. The one table of them
// feeds dispatch, the footer, the help and the palette.
type binding struct {
	action
	// off returns "" where it can be done; nil where it always can. The footer asks
	// for each frame, so it must not compute anything.
	off func(*app) string
}

// act does it, or what stands in its place on the present screen.
func (b *binding) act(a *app) tea.Cmd {
	if x, ok := a.kind().instead[b.keys[0]]; ok {
		return x.do(a)
	}
	return b.do(a)
}

// Groups of the help, in order.
const (
	groupBudget     = "Budget"
	groupAttributes = "Attributes"
	groupSettings   = "Settings"
	groupProgram    = "Program"
)

// bindings is the key table of ui.md, as far as this build has it.
func bindings() []binding {
	return explained([]action{
		{[]string{"left"}, "←", "B one step down; on Experts λ, on Partial the norm", groupBudget, turnBy(-1)},
		{[]string{"right"}, "→", "B one step up; on Experts λ, on Partial the norm", groupBudget, turnBy(1)},
		{[]string{"shift+left", "<"}, "shift+← or <", "B ten steps down", groupBudget, turnBy(-10)},
		{[]string{"shift+right", ">"}, "shift+→ or >", "B ten steps up", groupBudget, turnBy(10)},
		{[]string{"home"}, "home", "B to 0", groupBudget, (*app).turnFirst},
		{[]string{"end"}, "end", "B to the end of the slider", groupBudget, (*app).turnLast},
		{[]string{"b"}, "b", "type B; a larger one extends the slider", groupBudget, (*app).promptBudget},
		{[]string{"B"}, "B", "the recommended budget, by the honest loss", groupBudget, (*app).recommend},
		{[]string{"["}, "[", "the mark before: ≠ full and scoring part, ∨ the loss bends, ┴ recommended, ◇ reference", groupBudget, toMark(-1)},
		{[]string{"]"}, "]", "the next mark", groupBudget, toMark(1)},
		{[]string{"m"}, "m", "make B the reference: figures show what differs from it", groupBudget, (*app).setReference},
		{[]string{"M"}, "M", "clear the reference", groupBudget, (*app).clearReference},
		{[]string{"+"}, "+", "double the slider's range; on the Map zoom in; on Partial two more judgments an object", groupBudget, zoomOr(1, stretch(1))},
		{[]string{"-"}, "-", "halve the slider's range; on the Map zoom out; on Partial two fewer", groupBudget, zoomOr(-1, stretch(-1))},
		{[]string{"0"}, "0", "the slider's usual range; on the Map all of it", groupBudget, zoomOr(-mostZoom, (*app).resetRange)},

		{[]string{"up", "k"}, "↑ or k", "a row up in the panel with the focus", groupAttributes, rows(-1)},
		{[]string{"down", "j"}, "↓ or j", "a row down", groupAttributes, rows(1)},
		{[]string{"pgup"}, "pgup", "a page up", groupAttributes, pages(-1)},
		{[]string{"pgdown"}, "pgdn", "a page down", groupAttributes, pages(1)},
		{[]string{"enter"}, "enter", "the attribute's card; on Compare make the algorithm active", groupAttributes, (*app).enter},
		{[]string{"g"}, "g", "first row", groupAttributes, (*app).rowFirst},
		{[]string{"G"}, "G", "last row", groupAttributes, (*app).rowLast},
		{[]string{"space"}, "space", "exclude or include the attribute", groupAttributes, (*app).toggleAttribute},
		{[]string{"c"}, "c", "price of a judgment of the attribute", groupAttributes, (*app).promptCost},
		{[]string{"p"}, "p", "least and most repeats: 3, 3..8, 3.. or ..5", groupAttributes, (*app).promptLimit},
		{[]string{"s"}, "s", "sort by the next column", groupAttributes, (*app).sortNext},
		{[]string{"S"}, "S", "reverse the order", groupAttributes, (*app).sortReverse},
		{[]string{"/"}, "/", "filter attributes by name", groupAttributes, (*app).promptFilter},

		{[]string{"a"}, "a", "next algorithm: gains, marks and export follow the active one; on Experts the next model", groupSettings, (*app).nextAlgorithm},
		{[]string{"l"}, "l", "choose the label; on Experts what is voted on", groupSettings, (*app).chooseLabel},
		{[]string{"r"}, "r", "ridge λ: shrinks weights where objects are few; auto: by the honest loss", groupSettings, (*app).promptRidge},
		{[]string{"R"}, "R", "how judgments are bought: singles, forms, calls or a panel, and what each would give", groupSettings, (*app).chooseDesign},
		{[]string{"h"}, "h", "shrink label covariances to what the pilot can vouch for, or take the paper's", groupSettings, (*app).toggleShrink},
		{[]string{"u"}, "u", "undo any setting", groupSettings, (*app).undo},
		{[]string{"ctrl+r"}, "ctrl+r", "redo", groupSettings, (*app).redo},

		{[]string{"1"}, "1", "the Budget screen", groupProgram, goTo(screenBudget)},
		{[]string{"2"}, "2", "the Map: what attributes say against how noisy they are", groupProgram, goTo(screenMap)},
		{[]string{"3"}, "3", "the Compare screen: every algorithm at B", groupProgram, goTo(screenCompare)},
		{[]string{"4"}, "4", "the Predictor screen: its equation, weights, predictions, and what is still to be collected", groupProgram, goTo(screenPredictor)},
		{[]string{"5"}, "5", "the Data screen: what was read, what is odd, what it is worth", groupProgram, goTo(screenData)},
		{[]string{"6"}, "6", "the Experiments: test errors on random splits, as in the paper", groupProgram, goTo(screenExperiments)},
		{[]string{"7"}, "7", "the Experts: labels from votes, none of which need be right", groupProgram, goTo(screenExperts)},
		{[]string{"8"}, "8", "Partial: learning from a few judgments of each object", groupProgram, goTo(screenPartial)},
		{[]string{"tab"}, "tab", "next panel", groupProgram, turnFocus(1)},
		{[]string{"shift+tab"}, "shift+tab", "previous panel", groupProgram, turnFocus(-1)},
		{[]string{"z"}, "z", "the panel on the full screen, and back", groupProgram, (*app).toggleFull},
		{[]string{":", "ctrl+p"}, ": or ctrl+p", "palette: search all commands", groupProgram, (*app).openPalette},
		{[]string{"e"}, "e", "export the active predictor at B, in any form; on Experts the labels", groupProgram, (*app).promptExport},
		{[]string{"esc"}, "esc", "close what is on top, then clear the filter; never quits", groupProgram, (*app).escape},
		{[]string{"?"}, "?", "this help, and notes on the data", groupProgram, (*app).toggleHelp},
		{[]string{"y"}, "y", "copy what the screen says, as a sentence", groupProgram, (*app).copyReadout},
		{[]string{"Y"}, "Y", "copy the screen's table, tab-separated, with all digits", groupProgram, (*app).copyTable},
		{[]string{"C"}, "C", "copy the command that shows the same again", groupProgram, (*app).copyCommand},
		{[]string{"ctrl+z"}, "ctrl+z", "suspend", groupProgram, (*app).suspend},
		{[]string{"q", "ctrl+c"}, "q or ctrl+c", "quit", groupProgram, (*app).quit},
	})
}

// hint is a key of the table in a word, for the footer. Where the line is too
// short, hints of high rank leave first.
type hint struct {
	key, shown, text string
	rank             int
	on               []pane // whose rows are listed; nil is all
}

// Panes that hints are about.
var (
	ofAttributes = []pane{paneTable, paneRepeats, paneMap}
	toScroll     = []pane{paneCard, paneEquation, paneResiduals, paneRead, paneWorth, paneOutcomes, paneCoefficients, paneExperts, paneDoubt, paneLearned}
)

var hints = []hint{
	{"right", "←/→", "budget", 2, nil},
	{"b", "b", "type it", 5, nil},
	{"down", "↑/↓", "attribute", 7, ofAttributes},
	{"down", "↑/↓", "algorithm", 7, []pane{paneCompare}},
	{"down", "↑/↓", "scroll", 4, toScroll},
	{"enter", "enter", "make active", 4, []pane{paneCompare}},
	{"space", "space", "include", 4, append(ofAttributes, paneCard)},
	{"a", "a", "algorithm", 6, nil},
	{"B", "B", "recommended", 8, nil},
	{"/", "/", "filter", 9, append(ofAttributes, paneWorth)},
	{"+", "+/-", "zoom", 9, []pane{paneMap}},
	{"tab", "tab", "panel", 10, nil},
	{"z", "z", "full screen", 11, nil},
	{":", ":", "commands", 10, nil},
	{"s", "s", "sort", 12, []pane{paneTable}},
	{"2", "2", "map", 13, nil},
	{"3", "3", "compare", 13, nil},
	{"4", "4", "predictor", 15, nil},
	{"5", "5", "data", 15, nil},
	{"6", "6", "experiments", 16, nil},
	{"7", "7", "experts", 17, nil},
	{"8", "8", "partial", 17, nil},
	{"l", "l", "label", 13, nil},
	{"R", "R", "how bought", 16, nil},
	{"e", "e", "export", 3, nil},
	{"u", "u", "undo", 14, nil},
	{"?", "?", "help", 0, nil},
	{"q", "q", "quit", 1, nil},
}

// lookHints are the hints for the pane that has the focus; what cannot be done
// now is fainter than the rest.
func (a *app) lookHints() {
	l, listed, dial := &a.look, a.listed(), a.kind().dial
	l.hints, l.footer.Hints = l.hints[:0], l.footer.Hints[:0]
	for _, h := range hints {
		if h.on != nil && !slices.Contains(h.on, listed) || dial != nil && slices.Contains(onBudget, h.key) {
			continue
		}
		if dial != nil && h.key == "right" {
			h.text = dial.hint
		}
		if x, ok := a.kind().instead[h.key]; ok {
			h.text = x.hint
		}
		if h.text == "" {
			continue
		}
		l.hints = append(l.hints, h)
		l.footer.Hints = append(l.footer.Hints, panel.Hint{
			Key: h.shown, Text: h.text, Rank: h.rank, Off: a.byKey[h.key].whyNot(a) != "",
		})
	}
}

// mouseHelp is what the mouse does, for the help.
var mouseHelp = []struct{ shown, help string }{
	{"drag", "on the slider or the chart: set B"},
	{"wheel", "over slider or chart: B one step, with ctrl ten; over lists: scroll"},
	{"click", "a panel: give it the focus"},
	{"click", "a column's head: sort, again: reverse; an attribute: select"},
	{"click", "an algorithm: make it active; the label: choose; a key: press"},
	{"shift+drag", "select text (option+drag in some terminals)"},
}

// index finds bindings by the names of their keys.
func index(table []binding) map[string]*binding {
	m := make(map[string]*binding)
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

// keyName is the name of a key press as the table has it.
func keyName(k tea.KeyPressMsg) string {
	s := k.String()
	if strings.HasSuffix(s, "+esc") {
		return "esc" // two quick Esc arrive as alt+esc
	}
	return s
}
