package tui

import (
	"context"
	"fmt"
	"runtime/debug"

	tea "charm.land/bubbletea/v2"
)

// guard is the root model in front of Bubble Tea. A panic in it, or in a command that
// it returns, ends the program as a signal does: Bubble Tea restores the terminal, and
// Run panics again, where a report can be written. Bubble Tea's own answer to a panic
// prints what the panic says, which may be of the data, and ends no report.
type guard struct {
	tea.Model
	end   context.CancelFunc // ends the program
	crash string             // the first panic with its stack; "" for none
}

// broken is the message of a command that panicked.
type broken struct{ crash string }

// note keeps a panic, and ends the program.
func (g *guard) note(value any) { g.fail(fmt.Sprintf("%v\n%s", value, debug.Stack())) }

func (g *guard) fail(crash string) {
	if g.crash == "" {
		g.crash = crash
	}
	g.end()
}

func (g *guard) Init() tea.Cmd { return watched(g.Model.Init()) }

func (g *guard) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	defer func() {
		if p := recover(); p != nil {
			g.note(p)
		}
	}()
	if b, ok := msg.(broken); ok {
		g.fail(b.crash)
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
			g.note(p)
		}
	}()
	if g.crash != "" {
		return v
	}
	return g.Model.View()
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
