package tui

import (
	"context"
	"fmt"
	"runtime/debug"

	tea "charm.land/bubbletea/v2"
)

// guard is the root model in front of Bubble Tea. A panic in the model, or in a command of it,
// ends the program as a signal does: Bubble Tea restores the terminal, and Run panics again,
// where a report can be written. Bubble Tea's own answer to a panic prints what the panic says,
// which may be of the data, and ends no report.
type guard struct {
	tea.Model
	end   context.CancelFunc // ends the program
	drew  func()             // is told of every view; nil where nobody is
	crash string             // the first panic, with its stack; "" for none
}

// crashed is the message of a command that panicked.
type crashed string

// caught is a panic with the stack of whoever calls it from a deferred function.
func caught(value any) string { return fmt.Sprintf("%v\n%s", value, debug.Stack()) }

func (g *guard) fail(crash string) {
	if g.crash == "" {
		g.crash = crash
	}
	g.end()
}

// check, deferred, takes a panic.
func (g *guard) check() {
	if p := recover(); p != nil {
		g.fail(caught(p))
	}
}

func (g *guard) Init() tea.Cmd { return watched(g.Model.Init()) }

func (g *guard) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	m = g
	defer g.check()
	switch crash, ok := msg.(crashed); {
	case ok:
		g.fail(string(crash))
	case g.crash == "":
		g.Model, cmd = g.Model.Update(msg)
	}
	return m, watched(cmd)
}

func (g *guard) View() (v tea.View) {
	defer g.check()
	if g.drew != nil {
		g.drew()
	}
	if g.crash == "" {
		v = g.Model.View()
	}
	return v
}

// watched is a command whose panic is a message.
func watched(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if p := recover(); p != nil {
				msg = crashed(caught(p))
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
