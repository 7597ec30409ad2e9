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
type pace struct {
	now     func() time.Time
	least   time.Duration
	last    time.Time // of the last frame
	waiting bool      // a message is on its way that paints the next one
}

// since returns the time since then. If the clock was set back, the time counts as
// infinite: a frame, a press or a double click must not wait for the clock to catch up.
func (p *pace) since(then time.Time) time.Duration {
	if d := p.now().Sub(then); d >= 0 {
		return d
	}
	return math.MaxInt64
}

// draw paints the frame if it is out of date and the last one is old enough; otherwise it sees to
// it that a message comes when it is.
func (a *app) draw() tea.Cmd {
	p := &a.pace
	switch {
	case !a.Dirty:
		return nil
	case p.least > 0:
		if wait := p.least - p.since(p.last); wait > 0 {
			if p.waiting {
				return nil
			}
			p.waiting = true
			return a.After(wait, later(func(a *app) tea.Cmd {
				p.waiting, p.last = false, time.Time{}
				return nil
			}))
		}
		p.last = p.now()
	}
	a.repaint()
	return nil
}

// repaint brings the frame up to what is shown.
func (a *app) repaint() {
	a.refresh()
	a.canvas = a.drawn()
	a.frame = a.canvas.String(a.theme.Theme)
	a.sound = sound{a.State, a.Shown, a.screen}
	a.Dirty = false
}
