package tui

import (
	"math"
	"reflect"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// leastFrame is the time between two frames: painting more often than a terminal shows would only delay the next key.
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
	waiting bool      // the next frame has its time
}

// since returns the time since then. If the clock was set back, the time counts as
// infinite: a frame or a double click must not wait for the clock to catch up.
func (p *pace) since(then time.Time) time.Duration {
	if d := p.now().Sub(then); d >= 0 {
		return d
	}
	return math.MaxInt64
}

// draw paints the frame after a message if it is out of date and the last one is old enough;
// otherwise it sees to it that a message comes when it is.
func (a *app) draw(msg tea.Msg) {
	p := &a.pace
	switch {
	case !a.Dirty:
		return
	case p.least == 0:
		a.repaint()
		return
	}
	last, resized := &p.last, false
	switch msg.(type) {
	case tea.WindowSizeMsg:
		resized = true
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg:
		p.owed = true
	}
	if p.owed {
		last = &p.hand
	}
	if wait := p.least - p.since(*last); wait > 0 && !resized {
		if !p.waiting {
			p.waiting = true
			a.Later(wait, func() { p.waiting = false })
		}
		return
	}
	p.last, *last, p.owed = p.now(), p.now(), false
	a.repaint()
}

func (a *app) repaint() {
	a.refresh()
	a.canvas = a.drawn()
	a.frame = a.canvas.String(a.theme.Theme)
	a.Dirty = false
}

// frames lets Bubble Tea's clock of frames rest while nothing is drawn, for looking for a new view takes 1 % of a
// processor. While there are views it looks every [frameTick]: a view that just missed it would wait for the next.
// Its ticker is a private field; where there is none of that name, it goes on ticking.
type frames struct {
	mu     sync.Mutex
	drawn  time.Time   // the last view
	rest   *time.Timer // nil until the first view
	asleep bool
}

const frameTick = 3 * time.Millisecond

// restAfter is far longer than Bubble Tea takes from a view to its frame.
const restAfter = time.Second

// drew notes a view, which the next frame shows. Only the program's event loop calls it.
func (f *frames) drew(p *tea.Program) {
	ticker := tickerOf(p)
	if ticker == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.drawn = time.Now()
	switch {
	case f.rest == nil:
		f.rest = time.AfterFunc(restAfter, func() { f.sleep(ticker) })
		ticker.Reset(frameTick)
	case f.asleep: // else the next frame would be put off by every view
		f.asleep = false
		ticker.Reset(frameTick)
		f.rest.Reset(restAfter)
	}
}

// sleep stops the ticker, or looks again restAfter the last view.
func (f *frames) sleep(ticker *time.Ticker) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if left := restAfter - time.Since(f.drawn); left > 0 {
		f.rest.Reset(left)
		return
	}
	f.asleep = true
	ticker.Stop()
}

func tickerOf(p *tea.Program) *time.Ticker {
	field := reflect.ValueOf(p).Elem().FieldByName("ticker")
	if !field.IsValid() {
		return nil
	}
	ticker, _ := reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem().Interface().(*time.Ticker)
	return ticker
}
