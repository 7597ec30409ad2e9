package tui

import (
	"fmt"
	"slices"
)

const nothingToBuy = "no attribute can be bought: the budget is of no use"

func stepOff(a *app) string {
	if a.shown.result.Step == 0 {
		return nothingToBuy
	}
	return ""
}

// stretchOff is about the slider's range.
func stretchOff(n int) func(*app) string {
	return func(a *app) string {
		_, why := a.stretched(n)
		return why
	}
}

// zoomOff is about the map.
func zoomOff(n int) func(*app) string {
	return func(a *app) string {
		switch {
		case n > 0 && a.zoom == mostZoom:
			return "the map cannot be enlarged further"
		case n < 0 && a.zoom == 0:
			return "all of the map is shown"
		}
		return ""
	}
}

// rowsOff is about the rows of the pane that is listed.
func rowsOff(a *app) string {
	if off := a.paneKinds[a.listed()].off; off != nil {
		return off(a)
	}
	return ""
}

func (a *app) repeatsOff() string {
	switch {
	case len(a.look.repeats.Rows) > 0:
		return ""
	case a.filter.on():
		return "the filter leaves no attribute that is bought"
	}
	return "nothing is bought at this budget"
}

// attributeOff is about what is done to the selected attribute.
func attributeOff(a *app) string {
	if p := a.listed(); p != paneCard && !slices.Contains(ofAttributes, p) {
		return fmt.Sprintf("no attribute is selected on %s: go to Budget or the Map", a.kind().name())
	}
	return a.filter.none()
}

func enterOff(a *app) string {
	kind := &a.paneKinds[a.listed()]
	switch {
	case kind.enter == nil:
		return attributeOff(a)
	case kind.enterOff == nil:
		return ""
	}
	return kind.enterOff(a)
}

func (a *app) comparedOff() string {
	t := &a.look.compare
	if t.Cursor < len(t.Rows) {
		return t.Rows[t.Cursor].Refused
	}
	return ""
}

func sortOff(a *app) string {
	if a.layout().panes[paneTable].Empty() {
		return "the table of attributes is not shown: it is on Budget"
	}
	return ""
}

func filterOff(a *app) string {
	if a.screen == screenCompare && a.layout().panes[paneRepeats].Empty() {
		return "no attributes are listed here"
	}
	return ""
}

func undoOff(a *app) string {
	if len(a.history.past) == 0 {
		return "nothing to undo"
	}
	return ""
}

func redoOff(a *app) string {
	if len(a.history.future) == 0 {
		return "nothing to redo"
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

func fullOff(a *app) string {
	if len(a.choices(true)) < 2 {
		return onePane
	}
	return ""
}
