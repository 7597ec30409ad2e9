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
	last    time.Time
	waiting bool // a frameMsg is on its way
}

// since returns the time since then. If the clock was set back, the time counts as
// infinite: a frame, a press or a double click must not wait for the clock to catch up.
func (p *pace) since(then time.Time) time.Duration {
	if d := p.now().Sub(then); d >= 0 {
		return d
	}
	return math.MaxInt64
}

// within tells whether less than most has passed since then; never without a clock.
func (p *pace) within(then time.Time, most time.Duration) bool {
	return p.now != nil && p.since(then) < most
}

func (p *pace) reset() { p.last = time.Time{} }

func (p *pace) tick() {
	p.waiting = false
	p.reset()
}

// draw paints the frame if it is out of date and the last one is old enough;
// otherwise it sees to it that a message comes when it is.
func (a *app) draw() tea.Cmd {
	if !a.Dirty {
		return nil
	}
	if a.pace.least > 0 {
		if since := a.pace.since(a.pace.last); since < a.pace.least {
			if a.pace.waiting {
				return nil
			}
			a.pace.waiting = true
			return a.After(a.pace.least-since, frameMsg{})
		}
		a.pace.last = a.pace.now()
	}
	a.refresh()
	a.frame = a.paint(a.theme.Theme)
	a.Dirty = false
	return nil
}
