package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core/report"
	"fms-tui/core/selection"
	"fms-tui/tui/screen"
)

// copyText puts text on the clipboard and says so. It asks the terminal, which works
// over SSH too, and the system, which works in terminals that do not listen. Neither
// reports success.
func copyText(a *app, text, what string) {
	a.Say("copied " + what)
	a.Run(tea.SetClipboard(text))
	if native := a.Opt.Copy; native != nil {
		a.Run(func() tea.Msg {
			_ = native(text) // where there is none, the terminal's is all there is
			return nil
		})
	}
}

func copyReadout(a *app) {
	text := a.sentence()
	copyText(a, text, "the readout: "+text)
}

func copyTable(a *app) {
	if text, what := tableText(a); text != "" {
		copyText(a, text, "a table of "+what+", tab-separated")
	} else {
		a.Say("the data are still being examined: no table to copy yet")
	}
}

func copyCommand(a *app) {
	if text := a.Opt.Command(a.asked()); text != "" {
		copyText(a, text, "the command: "+text)
	} else {
		a.Say("no command repeats this on the bundled sample: fms-tui init writes it to files for the other commands")
	}
}

func (a *app) asked() screen.Asked {
	s := a.Shown.State
	q := screen.Asked{Settings: s.Settings, Budget: s.Budget, Algorithms: []selection.Algorithm{s.Algorithm}}
	if command := a.kind().Command; command != nil && command(&q) {
		return q
	}
	for _, alg := range a.Visible() {
		if alg != s.Algorithm {
			q.Algorithms = append(q.Algorithms, alg)
		}
	}
	if slices.Equal(q.Algorithms, selection.Algorithms()) {
		q.Algorithms = nil
	}
	return q
}

// tableText is the table of the screen and what it holds, in words; "" where it
// is not known yet.
func tableText(a *app) (text, what string) {
	var r report.Report
	if table := a.kind().Table; table != nil {
		what = table(&r)
	}
	var b strings.Builder
	_ = report.TSV(&b, &r, report.Options{}) // a Builder has no errors
	return b.String(), what
}

func (a *app) sentence() string {
	text := a.Said(a.kind())
	if a.Opt.Study.Data().Simulated {
		text += " The data are simulated."
	}
	return text
}
