package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
)

// findNext selects the next attribute, or the one before, that the last filter would
// keep: the filter hides, and after esc n and N walk through what it kept.
func findNext(a *app, direction int) tea.Cmd {
	if !a.Unfolded {
		a.Unfold(true)
	}
	rows := a.Look.Table.Rows
	var matches []int
	for i := range rows {
		if a.Matches(rows[i].Name) {
			matches = append(matches, i)
		}
	}
	if len(matches) == 0 {
		return a.Say(fmt.Sprintf("no attribute matches %q", a.Filter.Last))
	}
	here := slices.IndexFunc(rows, func(r panel.Row) bool { return r.Name == a.Selected() })
	at, _ := slices.BinarySearch(matches, here)
	switch found := at < len(matches) && matches[at] == here; {
	case direction < 0:
		at += len(matches) - 1
	case found:
		at++
	}
	at %= len(matches)
	a.Cursor = rows[matches[at]].Name
	a.Reveal()
	a.Change()
	return a.Say(fmt.Sprintf("match %d of %d of %q", at+1, len(matches), a.Filter.Last))
}

// findOff says why there is nothing to walk through.
func findOff(a *app) string {
	switch {
	case a.Filter.Last == "":
		return "there was no filter yet: / sets one, and n walks through what it keeps"
	case a.listed().Lists&(screen.ListsAttributes|screen.ListsCard) == 0:
		return attributeOff(a)
	}
	return ""
}

// copyRow copies the row of an attribute under the heads of the table.
func copyRow(a *app, name string) tea.Cmd {
	text, _ := tableText(a)
	var kept []string
	for i, line := range strings.Split(text, "\n") {
		if cell, _, _ := strings.Cut(line, "\t"); i == 0 || cell == name {
			kept = append(kept, line)
		}
	}
	return copyText(a, strings.Join(kept, "\n")+"\n", "the row of "+name+", tab-separated")
}
