package tui

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
)

// guard is the root model in front of Bubble Tea. A model that can go on after a panic in
// it, or in a command that it returned, does so: a defect of one key or panel loses nothing
// else. A second panic within a moment ends the program as a signal does: Bubble Tea
// restores the terminal, and Run panics again, where a report can be written. Bubble Tea's
// own answer to a panic prints what the panic says, which may be of the data, and ends no
// report.
type guard struct {
	tea.Model
	end   context.CancelFunc // ends the program
	run   func(tea.Cmd)      // has the program run a command, aside
	drew  func()             // is told of every view; nil where nobody is
	crash string             // the panic that ended the program, with its stack; "" for none

	shown tea.View  // the last that was drawn
	last  time.Time // of the last panic
}

// twoPanics is the time in which a second panic ends the program: what is shown, or every
// message, is defective then.
const twoPanics = time.Second

// broken is the message of a command that panicked.
type broken struct{ crash string }

// lasting is a model that goes on after a panic.
type lasting interface {
	// recover goes back to what was shown last and returns what says so; false where nothing
	// was shown yet. aside tells that the panic was in a command: the model itself is whole.
	recover(crash string, aside bool) (cmd tea.Cmd, lasts bool)
}

// note takes a panic: the model goes on, or the program ends.
func (g *guard) note(value any) tea.Cmd {
	return g.fail(fmt.Sprintf("%v\n%s", value, debug.Stack()), false)
}

func (g *guard) fail(crash string, aside bool) (cmd tea.Cmd) {
	if g.crash != "" {
		return nil
	}
	now := time.Now() // not the model's clock: that may be what is broken
	again := now.Sub(g.last) < twoPanics
	g.last = now
	defer func() {
		if recover() != nil { // the way back is broken too
			g.crash = crash
			g.end()
		}
	}()
	if m, ok := g.Model.(lasting); ok && !again {
		if cmd, lasts := m.recover(crash, aside); lasts {
			return watched(cmd)
		}
	}
	g.crash = crash
	g.end()
	return nil
}

func (g *guard) Init() tea.Cmd { return watched(g.Model.Init()) }

func (g *guard) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	defer func() {
		if p := recover(); p != nil {
			m, cmd = g, g.note(p)
		}
	}()
	if b, ok := msg.(broken); ok {
		return g, g.fail(b.crash, true)
	}
	if g.crash != "" {
		return g, nil
	}
	g.Model, cmd = g.Model.Update(msg)
	return g, watched(cmd)
}

func (g *guard) View() (v tea.View) {
	defer func() {
		if p := recover(); p != nil {
			v = g.shown
			if cmd := g.note(p); cmd != nil {
				g.run(cmd)
			}
		}
	}()
	if g.crash == "" {
		g.shown = g.Model.View()
	}
	if g.drew != nil {
		g.drew()
	}
	return g.shown
}

// watched is a command whose panic is a message.
func watched(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if p := recover(); p != nil {
				msg = broken{fmt.Sprintf("%v\n%s", p, debug.Stack())}
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = watched(batch[i])
			}
		}
		return msg
	}
}
