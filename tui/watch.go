package tui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/screen"
)

const watchEvery = time.Second

func (a *app) watch() {
	if a.Opt.Watch != nil {
		a.Later(watchEvery, a.lookAgain)
	}
}

// lookAgain looks at the data aside: where they have changed, they are solved for the state that is wanted.
func (a *app) lookAgain() {
	opt, state, ctx := a.Opt, a.State, a.Runner().Context
	a.Run(func() tea.Msg {
		var shown screen.Shown
		study, err := opt.Watch(ctx)
		if study != nil && err == nil {
			opt.Study = study
			shown, err = screen.Ask(ctx, opt, state)
		}
		return screen.Timed(func() {
			a.watch()
			switch {
			case err != nil:
				a.Toast.Fail("the data have changed and cannot be used: " + err.Error())
				a.Change()
			case study != nil:
				a.renew(study, shown)
			}
		})
	})
}

// renew shows data that have changed: B, the selection and all settings stay. The screens' results
// about the old data are dropped.
func (a *app) renew(study *core.Study, shown screen.Shown) {
	a.Change()
	a.updates++
	grown := study.Data().Summary().Judgments - a.Opt.Study.Data().Summary().Judgments
	a.Reopen(study, shown)
	saved := a.kind().Saved
	a.screens, a.views = screen.Screens(a.Session)
	a.showNamed(saved)
	said := fmt.Sprintf("updated: %s added", figure.CountOf(grown, "judgment"))
	if grown <= 0 {
		said = "read again: the data have changed"
	}
	a.Say(said)
}
