package tui

import (
	"math"
	"time"

	tea "charm.land/bubbletea/v2"
)

// leastFrame is the time between two frames: painting more often than a
// terminal shows would only delay the next key.
const leastFrame = 8 * time.Millisecond

// pace keeps frames apart. With least 0 every change is painted at once.
//
// A frame after a key or the pointer is kept apart from frames of its kind alone: what
// work aside reports must not delay it.
type pace struct {
	now     func() time.Time
	least   time.Duration
	last    time.Time // of any frame
	hand    time.Time // of a frame after a key or the pointer
	owed    bool      // a key or the pointer changed something since the last frame
	waiting bool      // a frameMsg is on its way
}

// since returns the time since then. If the clock was set back, the time counts as
// infinite: a frame or a double click must not wait for the clock to catch up.
func (p *pace) since(then time.Time) time.Duration {
	if d := p.now().Sub(then); d >= 0 {
		return d
	}
	return math.MaxInt64
}

// frameMsg comes when the next frame may be painted.
type frameMsg struct{}

// wait is how long the frame after a message has to wait.
func (p *pace) wait(msg tea.Msg) time.Duration {
	switch msg.(type) {
	case frameMsg, tea.WindowSizeMsg:
		return 0
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg:
		p.owed = true
	}
	switch {
	case p.least == 0:
		return 0
	case p.owed:
		return p.least - p.since(p.hand)
	}
	return p.least - p.since(p.last)
}

// painted notes that a frame was painted.
func (p *pace) painted() {
	if p.least == 0 {
		return
	}
	p.last = p.now()
	if p.owed {
		p.hand, p.owed = p.last, false
	}
}

// draw paints the frame after a message if it is out of date and the last one is old enough;
// otherwise it sees to it that a message comes when it is.
func (a *app) draw(msg tea.Msg) tea.Cmd {
	if !a.Dirty {
		return nil
	}
	if wait := a.pace.wait(msg); wait > 0 {
		if a.pace.waiting {
			return nil
		}
		a.pace.waiting = true
		return a.After(wait, frameMsg{})
	}
	a.pace.painted()
	a.repaint()
	return nil
}

// repaint brings the frame up to what is shown.
func (a *app) repaint() {
	a.refresh()
	a.canvas = a.drawn()
	a.frame = a.canvas.String(a.theme.Theme)
	a.Dirty = false
}
