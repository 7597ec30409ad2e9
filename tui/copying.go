package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// Asked is what a screen shows, as a command would ask for it.
type Asked struct {
	Settings model.Settings
	Budget   model.Amount
	// Algorithms are those on the screen, the active one first; nil for those
	// that are shown anyway.
	Algorithms []selection.Algorithm
	// Command is another command than the screen itself, validate, experts or
	// partial, and Flags are those that it alone has; Budget and Algorithms are then
	// in them.
	Command string
	Flags   []string
}

// copyText puts text on the clipboard and says so. The terminal is asked to,
// which works over SSH too, and the system itself, which works in terminals
// that do not listen. Neither tells whether it was heard.
func (a *app) copyText(text, what string) tea.Cmd {
	cmds := []tea.Cmd{a.say("copied " + what), tea.SetClipboard(text)}
	if native := a.opt.Copy; native != nil {
		cmds = append(cmds, func() tea.Msg {
			_ = native(text) // where there is none, the terminal's is all there is
			return nil
		})
	}
	return tea.Batch(cmds...)
}

// copyReadout copies what the screen shows, in a sentence.
func copyReadout(a *app) tea.Cmd {
	text := a.sentence()
	return a.copyText(text, "the readout: "+text)
}

// copyTable copies the table of the screen.
func copyTable(a *app) tea.Cmd {
	text, what := a.tableText()
	if text == "" {
		return a.say("the data are still being examined: there is no table to copy yet")
	}
	return a.copyText(text, "a table of "+what+", tab-separated")
}

// copyCommand copies the command that shows the same again.
func copyCommand(a *app) tea.Cmd {
	if a.opt.Command == nil {
		return a.say("there is no command for these data")
	}
	text := a.opt.Command(a.asked())
	if text == "" {
		return a.say("no command repeats this on the bundled sample: fms-tui sample writes it to files for the other commands")
	}
	return a.copyText(text, "the command: "+text)
}

func (a *app) asked() Asked {
	s := a.shown.state
	q := Asked{Settings: s.Settings, Budget: s.Budget, Algorithms: []selection.Algorithm{s.Algorithm}}
	if a.screens[a.screen].command(&q) {
		return q
	}
	for _, alg := range a.visible() {
		if alg != s.Algorithm {
			q.Algorithms = append(q.Algorithms, alg)
		}
	}
	if slices.Equal(q.Algorithms, algorithms()) {
		q.Algorithms = nil
	}
	return q
}

// tableText is the table of the screen and what it holds, in words; "" where it
// is not known yet.
func (a *app) tableText() (text, what string) {
	var t tsv
	what = a.screens[a.screen].table(&t)
	return t.String(), what
}

// sentence says in plain words what the screen shows, to be quoted elsewhere:
// it names the label, the budget and the algorithm that its figures belong to.
func (a *app) sentence() string {
	text := a.screens[a.screen].sentence()
	if about := a.kind().losses; about && a.look.refuted() {
		text = fmt.Sprintf("Refuted by the data's own judgments (%s): %s", a.look.refutation(), text)
	}
	if a.opt.Study.Data().Simulated {
		text += "; the data are simulated"
	}
	return text + "."
}
