package tui

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core/selection"
)

// screen is what fills the middle of the terminal.
type screen int

// The screens that there are, in the order of the header.
const (
	screenBudget screen = iota
	screenMap
	screenCompare
	screenPredictor
	screenData
	screenExperiments
	screenExperts
	screenPartial
)

// screenKind is all that the program knows of a screen. A new one is a file with
// its functions, and entries in screens, paneKinds and the key table.
type screenKind struct {
	// tab is its key and its name, as the header has them.
	tab string
	// help is what it is, for its key in the help.
	help string
	// panes are in the order that tab goes through them. The first is where the
	// focus begins; one of them has rows.
	panes []pane
	// place puts them on the body.
	place func(l *layout, body image.Rectangle, of *content)
	// look makes what they show beyond what every screen has; nil for nothing.
	look func(*app)
	// work begins what the screen shows and is not known yet. It is called after
	// every message while the screen is shown; nil for nothing.
	work func(*app) tea.Cmd
	// sentence says in words what it shows, without a full stop.
	sentence func(*app) string
	// table writes its table and returns what the rows are, in words: "" where it
	// is not known yet.
	table func(*app, *tsv) string
	// command makes what is asked for another command than the screen's own; nil
	// where there is none.
	command func(*app, *Asked)
	// dial is what the slider sets; nil for B.
	dial *dial
	// instead is what keys of the table do here in place of what they do elsewhere.
	instead map[string]instead
	// losses tells that the sentence is about the losses at B.
	losses bool
	// noteless screens show the notes themselves, or nothing that they are about.
	noteless bool
}

// screens is the table of screens.
func screens() []screenKind {
	return []screenKind{
		screenBudget: {
			tab: "1 Budget", help: "the Budget screen",
			panes: []pane{paneTable, paneChart, paneRepeats}, place: (*layout).home,
			losses: true, sentence: (*app).budgetSentence, table: (*app).attributeTable,
		},
		screenMap: {
			tab: "2 Map", help: "the Map: what attributes say against how noisy they are",
			panes: []pane{paneMap, paneCard}, place: (*layout).mapping, instead: zooming(), look: (*app).lookMap,
			sentence: (*app).mapSentence, table: (*app).attributeTable,
		},
		screenCompare: {
			tab: "3 Compare", help: "the Compare screen: every algorithm at B",
			panes: []pane{paneCompare, paneChart, paneRepeats}, place: (*layout).comparing, look: (*app).lookCompare, work: (*app).seekAndWeigh,
			losses: true, sentence: (*app).compareSentence, table: (*app).compareTable,
		},
		screenPredictor: {
			tab: "4 Predictor", help: "the Predictor screen: its equation, weights, predictions, and what is still to be collected",
			panes: []pane{paneEquation, paneScatter, paneResiduals}, place: (*layout).predicting, look: (*app).lookPredictor,
			losses: true, sentence: (*app).predictorSentence, table: (*app).predictorTable,
		},
		screenData: {
			tab: "5 Data", help: "the Data screen: what was read, what is odd, what it is worth",
			panes: []pane{paneRead, paneWorth}, place: (*layout).reading, look: (*app).lookData, work: (*app).examine,
			sentence: (*app).dataSentence, table: (*app).dataTable, noteless: true,
		},
		screenExperiments: {
			tab: "6 Experiments", help: "the Experiments: test errors on random splits, as in the paper",
			panes: []pane{paneErrors, paneOutcomes, paneTradeoff}, place: (*layout).trying, look: (*app).lookExperiments, work: (*app).experiment,
			sentence: (*app).experimentSentence, table: (*app).experimentTable, command: (*app).askProtocol,
		},
		screenExperts: expertsScreen(),
		screenPartial: partialScreen(),
	}
}

// name is the screen's name alone.
func (k *screenKind) name() string {
	_, name, _ := strings.Cut(k.tab, " ")
	return name
}

// kind is the present screen's entry in the table.
func (a *app) kind() *screenKind { return &a.screens[a.screen] }

// work begins what the present screen still needs.
func (a *app) work() tea.Cmd {
	if work := a.kind().work; work != nil {
		return work(a)
	}
	return nil
}

// goTo shows a screen. Compare needs every algorithm, which is another question
// than that of the screen before.
func goTo(s screen) func(*app) tea.Cmd {
	return func(a *app) tea.Cmd {
		if a.screen == s {
			return nil
		}
		a.screen = s
		a.focus.full = false
		a.release()
		a.change()
		return a.turn(a.state)
	}
}

// enter does what the selected row of the screen is for.
func (a *app) enter() tea.Cmd {
	if enter := a.paneKinds[a.listed()].enter; enter != nil {
		return enter(a)
	}
	return a.openCard()
}

// activateCompared makes the algorithm selected on Compare the active one.
func (a *app) activateCompared() tea.Cmd {
	if i := a.look.compare.Cursor; i < len(a.look.selections) {
		return a.activate(i)
	}
	return a.say(a.look.compare.Rows[a.look.compare.Cursor].Refused)
}

// selectCompared selects a row of Compare.
func (a *app) selectCompared(i int) {
	rows := a.look.compare.Rows
	a.compared = selection.Algorithm(rows[max(0, min(i, len(rows)-1))].Algorithm)
	a.change()
}
