package screen

import (
	"context"
	"testing"

	"fms-tui/core"
	"fms-tui/tui/job"
)

// TestExperimentsWait: of many attributes experiments begin when all that is shown besides is
// known, and a change gives them up: each split takes as much memory as the honest loss. Of few
// they begin at once. What is under way goes on while the honest loss of other algorithms comes.
func TestExperimentsWait(t *testing.T) {
	for d, waits := range map[int]bool{core.PromptAttributes: false, core.PromptAttributes + 1: true} {
		a := NewSession(context.Background(), Options{}, nil)
		a.Shown.Result = &core.Result{Attributes: make([]core.Attribute, d)}
		busy := func() {
			a.Solving.Ask(a.Runner(), job.Question[problem, Shown]{Work: func(context.Context, func(Shown)) (Shown, error) { return Shown{}, nil }})
		}
		v := newExperimentsView(a)
		busy()
		v.Trying.ask(v.Host)
		if asked := v.tries(); asked == waits {
			t.Errorf("%d attributes, an honest loss to come: experiments were asked for: %v", d, asked)
		}
		a.Solving.Forget()
		if v.Trying.ask(v.Host); !v.tries() || !v.Trying.Pending() {
			t.Errorf("%d attributes, all is known: no experiments", d)
		}
		run := v.Trying.Run()
		busy()
		if v.Trying.ask(v.Host); v.Trying.Run() != run {
			t.Errorf("%d attributes: experiments about the same question were given up", d)
		}
		a.Shown.State.Settings = a.Shown.State.Settings.WithExcluded("other", true)
		if v.Trying.ask(v.Host); v.tries() == waits || v.Trying.Pending() == waits {
			t.Errorf("%d attributes, another question: experiments pending: %v", d, v.Trying.Pending())
		}
	}
}
