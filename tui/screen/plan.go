package screen

import tea "charm.land/bubbletea/v2"

const (
	planTab  = "1 Plan"
	planHelp = "show Plan: what to ask at B, and what that gives"
)

// PlanView is Plan: the attributes with what is bought of them or, turned by v, on
// the Map.
type PlanView struct {
	rolls  Screen
	Map    *MapView
	Mapped bool // the Map is shown
}

func newPlanView(a *Session) *PlanView {
	return &PlanView{rolls: newBudgetView(a), Map: newMapView(a)}
}

// shown is the half that is shown.
func (v *PlanView) shown() Screen {
	if v.Mapped {
		return v.Map
	}
	return v.rolls
}

// Turn shows the other half.
func (v *PlanView) Turn() tea.Cmd {
	v.Mapped = !v.Mapped
	return nil
}

// Saved names the half that is shown.
func (v *PlanView) Saved() string {
	if v.Mapped {
		return "map"
	}
	return "plan"
}

// Return shows the half that was kept by that name.
func (v *PlanView) Return(saved string) { v.Mapped = saved == "map" }

func (v *PlanView) About() *About         { return v.shown().About() }
func (v *PlanView) Place(b *Body)         { v.shown().Place(b) }
func (v *PlanView) Refresh(b *Body)       { v.shown().Refresh(b) }
func (v *PlanView) Work() tea.Cmd         { return v.shown().Work() }
func (v *PlanView) Sentence() string      { return v.shown().Sentence() }
func (v *PlanView) Table(t *Tsv) string   { return v.shown().Table(t) }
func (v *PlanView) Command(q *Asked) bool { return v.shown().Command(q) }
