package tui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/screen"
)

// watchEvery is how often data that are watched are looked at.
const watchEvery = time.Second

// watchMsg comes when it is time to look at the data again.
type watchMsg struct{}

// watchedMsg brings data that have changed, solved for the state that was wanted;
// without a study they have not.
type watchedMsg struct {
	study *core.Study
	shown screen.Shown
	err   error
}

// watch waits until it is time to look at the data; nil where they are not watched.
func (a *app) watch() tea.Cmd {
	if a.Opt.Watch == nil {
		return nil
	}
	return a.After(watchEvery, watchMsg{})
}

// deliver looks at the data aside.
func (watchMsg) deliver(a *app) tea.Cmd {
	opt, state, ctx := a.Opt, a.State, a.Runner().Context
	return func() tea.Msg {
		study, err := opt.Watch(ctx)
		m := watchedMsg{study: study, err: err}
		if study != nil && err == nil {
			opt.Study = study
			m.shown, m.err = screen.Ask(ctx, opt, state)
		}
		return m
	}
}

// deliver shows data that have changed: B, the selection and all settings stay. What
// the screens have found out of the old data is forgotten.
func (m watchedMsg) deliver(a *app) tea.Cmd {
	again := a.watch()
	switch {
	case m.err != nil:
		a.Toast.Fail("the data have changed and cannot be used: " + m.err.Error())
		a.Change()
		return again
	case m.study == nil:
		return again
	}
	grown := m.study.Data().Summary().Judgments - a.Opt.Study.Data().Summary().Judgments
	cmd := a.Reopen(m.study, m.shown)
	saved := a.screens[a.screen].Saved()
	a.screens = screen.Screens(a.Analysis)
	a.screens[a.screen].Return(saved)
	said := fmt.Sprintf("read again: %s more", figure.CountOf(grown, "judgment"))
	if grown <= 0 {
		said = "read again: the data have changed"
	}
	return tea.Batch(cmd, again, a.Say(said))
}
