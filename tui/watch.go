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

// watching is how it stands with data that are watched.
type watching struct {
	looks int  // at the data, so far
	busy  bool // one takes long
	times int  // the data have changed
}

// slow is how long a look at the data takes before the header says so.
const slow = 200 * time.Millisecond

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
	return a.After(watchEvery, later((*app).lookAgain))
}

// lookAgain looks at the data aside: where they have changed, they are solved for the state that
// is wanted. If it takes long, the header says so.
func (a *app) lookAgain() tea.Cmd {
	opt, state, ctx := a.Opt, a.State, a.Runner().Context
	a.watching.looks++
	look := a.watching.looks
	late := later(func(a *app) tea.Cmd {
		if look == a.watching.looks && !a.watching.busy {
			a.watching.busy = true
			a.Change()
		}
		return nil
	})
	return tea.Batch(a.After(slow, late), func() tea.Msg {
		var shown screen.Shown
		study, err := opt.Watch(ctx)
		if study != nil && err == nil {
			opt.Study = study
			shown, err = screen.Ask(ctx, opt, state)
		}
		return later(func(a *app) tea.Cmd { return tea.Batch(a.watch(), a.watched(study, shown, err)) })
	})
}

// watched shows data that have changed, none where they have not: B, the selection and all
// settings stay. The screens' results about the old data are dropped.
func (a *app) watched(study *core.Study, shown screen.Shown, err error) tea.Cmd {
	a.watching.looks++ // it is over
	if a.watching.busy {
		a.watching.busy = false
		a.Change()
	}
	switch {
	case err != nil:
		a.Toast.Fail("the data have changed and cannot be used: " + err.Error())
		a.Change()
		return nil
	case study == nil:
		return nil
	}
	a.watching.times++
	grown := study.Data().Summary().Judgments - a.Opt.Study.Data().Summary().Judgments
	cmd := a.Reopen(study, shown)
	saved := a.kind().Saved
	a.screens, a.views = screen.Screens(a.Session)
	a.showNamed(saved)
	said := fmt.Sprintf("updated: %s added", figure.CountOf(grown, "judgment"))
	if grown <= 0 {
		said = "read again: the data have changed"
	}
	return tea.Batch(cmd, a.Say(said))
}
