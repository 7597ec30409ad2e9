package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core/selection"
	"fms-tui/tui/screen"
)

// copyText puts text on the clipboard and says so. It asks the terminal, which works
// over SSH too, and the system, which works in terminals that do not listen. Neither
// reports success.
func copyText(a *app, text, what string) tea.Cmd {
	cmds := []tea.Cmd{a.Say("copied " + what), tea.SetClipboard(text)}
	if native := a.Opt.Copy; native != nil {
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
	return copyText(a, text, "the readout: "+text)
}

// copyTable copies the table of the screen.
func copyTable(a *app) tea.Cmd {
	text, what := tableText(a)
	if text == "" {
		return a.Say("the data are still being examined: no table to copy yet")
	}
	return copyText(a, text, "a table of "+what+", tab-separated")
}

// copyCell copies the explained figure of the selected attribute.
func copyCell(a *app) tea.Cmd {
	text, what := a.Cell()
	if text == "" {
		return a.Say("no attribute is selected: nothing to copy")
	}
	return copyText(a, text, what+" of "+a.Selected()+": "+text)
}

// copyCommand copies the command that shows the same again.
func copyCommand(a *app) tea.Cmd {
	if a.Opt.Command == nil {
		return a.Say("there is no command for these data")
	}
	text := a.Opt.Command(a.asked())
	if text == "" {
		return a.Say("no command repeats this on the bundled sample: fms-tui init writes it to files for the other commands")
	}
	return copyText(a, text, "the command: "+text)
}

func (a *app) asked() screen.Asked {
	s := a.Shown.State
	q := screen.Asked{Settings: s.Settings, Budget: s.Budget, Algorithms: []selection.Algorithm{s.Algorithm}}
	if a.screens[a.screen].Command(&q) {
		return q
	}
	for _, alg := range a.Visible() {
		if alg != s.Algorithm {
			q.Algorithms = append(q.Algorithms, alg)
		}
	}
	if slices.Equal(q.Algorithms, screen.Algorithms()) {
		q.Algorithms = nil
	}
	return q
}

// tableText is the table of the screen and what it holds, in words; "" where it
// is not known yet.
func tableText(a *app) (text, what string) {
	var t screen.Tsv
	what = a.screens[a.screen].Table(&t)
	return t.String(), what
}

// sentence says in plain words what the screen shows, to be quoted elsewhere:
// it names the label, the budget and the algorithm that its figures belong to.
func (a *app) sentence() string {
	text := a.screens[a.screen].Sentence()
	if about := a.kind().Losses; about && a.Look.Refuted() {
		text = fmt.Sprintf("Refuted by the data's own judgments (%s): %s", a.Look.Refutation(), text)
	}
	if said := a.Shown.Honest.LabelRaters(); said != "" && a.kind().Losses {
		text = said + ". " + text
	}
	if a.Opt.Study.Data().Simulated {
		text += "; the data are simulated"
	}
	return text + "."
}
