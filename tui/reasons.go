package tui

import (
	"fmt"

	"fms-tui/tui/screen"
)

// stretchOff is about the slider's range.
func stretchOff(n int) func(*app) string {
	return func(a *app) string {
		_, why := a.Stretched(n)
		return why
	}
}

// turnOff is about what the slider sets.
func turnOff(a *app) string {
	switch d := a.kind().Dial; {
	case d != nil:
		return d.Off()
	case a.Shown.Result.Step == 0:
		return screen.NothingToBuy
	}
	return ""
}

// rowsOff is about the rows of the pane that is listed.
func rowsOff(a *app) string {
	if off := a.listed().Off; off != nil {
		return off()
	}
	return ""
}

// attributeOff is about what is done to the selected attribute.
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

func sortOff(a *app) string {
	if l := a.layout(); l.At(a.TablePane).Empty() {
		return "the table of attributes is not shown: it is on Plan"
	}
	return ""
}

func filterOff(a *app) string {
	if l := a.layout(); a.kind().Wide && l.At(a.RepeatsPane).Empty() {
		return "no attributes are listed here"
	}
	return ""
}

func undoOff(a *app) string {
	if len(a.History.Past) == 0 {
		return "nothing to undo"
	}
	return ""
}

func redoOff(a *app) string {
	if len(a.History.Future) == 0 {
		return "nothing to redo"
	}
	return ""
}

// turnHalfOff is about the halves of a screen.
func turnHalfOff(a *app) string {
	if _, two := a.screens[a.screen].(screen.Turner); !two {
		return fmt.Sprintf("%s has one view: Plan turns to the Map, and Trust to the test errors", a.kind().Name())
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
