package tui

import (
	"reflect"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// frames lets Bubble Tea's clock of frames rest while nothing is drawn: it looks
// [framesPerSecond] times a second for a new view, and takes 1 % of a processor for that.
// Its ticker is a private field; where there is none of that name, it goes on ticking.
type frames struct {
	mu     sync.Mutex
	drawn  time.Time   // the last view
	rest   *time.Timer // nil until the first view
	asleep bool
}

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
	case f.asleep: // else the next frame would be put off by every view
		f.asleep = false
		ticker.Reset(time.Second / framesPerSecond)
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

// tickerOf is the ticker of p's frames, nil before p runs.
func tickerOf(p *tea.Program) *time.Ticker {
	field := reflect.ValueOf(p).Elem().FieldByName("ticker")
	if !field.IsValid() {
		return nil
	}
	ticker, _ := reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem().Interface().(*time.Ticker)
	return ticker
}
