package tui

import (
	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/screen"
)

// promptDecision asks for a decision on each object, and shows on Predictor what
// stopping early saves.
func promptDecision(a *app) tea.Cmd {
	a.open("Decide:", a.DecisionHelp(), a.State.Decision.String(), func(a *app, text string) (tea.Cmd, error) {
		d, err := a.ParseDecision(text)
		if err != nil {
			return nil, err
		}
		cmd := a.Decide(d)
		for i, s := range a.screens {
			if v, is := s.(*screen.PredictorView); is && i != a.screen && text != "" {
				cmd = tea.Batch(cmd, a.goTo(i))
				a.Focus(&v.Stop.Pane)
			}
		}
		return cmd, nil
	})
	a.prompt.check = func(text string) error {
		_, err := a.ParseDecision(text)
		return err
	}
	return nil
}
