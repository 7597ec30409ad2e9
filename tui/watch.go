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

// watching is how it stands with data that are watched.
type watching struct {
	looks int  // at the data, so far
	busy  bool // one takes long
	times int  // the data have changed
}

// slowMsg comes a while after a look at the data began.
type slowMsg struct{ look int }

// slow is how long a look at the data takes before the header says so.
const slow = 200 * time.Millisecond

// deliver says that the data are being read, if the look at them still goes on.
func (m slowMsg) deliver(a *app) tea.Cmd {
	if m.look == a.watching.looks && !a.watching.busy {
		a.watching.busy = true
		a.Change()
	}
	return nil
}

// words say for the header how it stands.
func (w *watching) words(on bool) string {
	switch {
	case !on:
		return ""
	case w.busy:
		return "reading again…"
	case w.times > 0:
		return fmt.Sprintf("updated %d×", w.times)
	}
	return "watching"
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
	a.watching.looks++
	return tea.Batch(a.After(slow, slowMsg{a.watching.looks}), func() tea.Msg {
		study, err := opt.Watch(ctx)
		m := watchedMsg{study: study, err: err}
		if study != nil && err == nil {
			opt.Study = study
			m.shown, m.err = screen.Ask(ctx, opt, state)
		}
		return m
	})
}

// deliver shows changed data: B, the selection and all settings stay. The screens'
// results about the old data are dropped.
func (m watchedMsg) deliver(a *app) tea.Cmd {
	again := a.watch()
	a.watching.looks++ // it is over
	if a.watching.busy {
		a.watching.busy = false
		a.Change()
	}
	switch {
	case m.err != nil:
		a.Toast.Fail("the data have changed and cannot be used: " + m.err.Error())
		a.Change()
		return again
	case m.study == nil:
		return again
	}
	a.watching.times++
	grown := m.study.Data().Summary().Judgments - a.Opt.Study.Data().Summary().Judgments
	cmd := a.Reopen(m.study, m.shown)
	saved := a.kind().Saved
	a.screens, a.views = screen.Screens(a.Session)
	a.showNamed(saved)
	said := fmt.Sprintf("updated: %s added", figure.CountOf(grown, "judgment"))
	if grown <= 0 {
		said = "read again: the data have changed"
	}
	return tea.Batch(cmd, again, a.Say(said))
}
