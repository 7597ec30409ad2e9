// Package terminal writes frames to a terminal: at once, and only the cells that changed.
//
// Bubble Tea's renderer is given a frame as text. At its next tick, up to 8 ms later, it
// parses the text into cells and compares these with the cells before, which takes longer
// than all else in a step of a drag. The canvas that a frame was drawn on has the cells.
//
// Bubble Tea keeps what a terminal is told besides: the alternate screen, the mouse, the
// title, the cursor, key reports. It shows a blank frame, and what it writes goes
// through [Output], which puts its own frame over it.
package terminal

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Frame is a picture of the whole terminal. Nobody may draw on the canvas any more.
type Frame struct {
	Canvas       *chart.Canvas
	Theme        *theme.Theme
	Profile      colorprofile.Profile // what colours are brought down to
	Synchronised bool                 // the terminal can show a frame at once (mode 2026)
}

// Output is a terminal that Bubble Tea writes to, with frames on it while the alternate
// screen is on. Its methods may be called from any goroutine.
type Output struct {
	term.File

	wanted newest

	mu    sync.Mutex // of writing, and of what follows
	on    bool       // the alternate screen
	last  Frame      // that was to be shown; none where its canvas is nil
	shown bool       // the terminal shows the last frame
}

// newest is a place for the newest frame that is to be shown.
type newest struct {
	mu    sync.Mutex
	frame Frame // none where its canvas is nil
	came  chan struct{}
	ended chan struct{}
}

// NewOutput returns an output to a terminal, until it is ended.
func NewOutput(f term.File) *Output {
	o := &Output{File: f, wanted: newest{came: make(chan struct{}, 1), ended: make(chan struct{})}}
	go o.work()
	return o
}

// Show has a frame shown soon, in place of any other that was to be shown. It does not
// wait for the terminal.
func (o *Output) Show(f Frame) {
	o.wanted.mu.Lock()
	o.wanted.frame = f
	o.wanted.mu.Unlock()
	select {
	case o.wanted.came <- struct{}{}:
	default: // it was told already
	}
}

// End ends the output: no frame is shown after it.
func (o *Output) End() {
	close(o.wanted.ended)
	o.mu.Lock()
	o.on = false
	o.mu.Unlock()
}

// work writes frames as they come.
func (o *Output) work() {
	for {
		select {
		case <-o.wanted.ended:
			return
		case <-o.wanted.came:
			o.mu.Lock()
			_ = o.write(nil) // as for Bubble Tea: a terminal that is gone is heard of otherwise
			o.mu.Unlock()
		}
	}
}

// take takes the newest frame, if there is one.
func (w *newest) take() (f Frame, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f, w.frame = w.frame, Frame{}
	return f, f.Canvas != nil
}

// erasing finds sequences that may change the cells of a terminal: they erase, shift or
// scroll. Moves, modes, colours, the title and questions change none.
var erasing = regexp.MustCompile(`\x1b\[[0-9;]*[JKLMPX@STr]|\x1b[MDEc]|\x1b\[\?1049h`)

// Write writes what Bubble Tea has to say, and puts the frame back where that may have
// changed cells.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	on, off := bytes.LastIndex(p, []byte(ansi.SetModeAltScreenSaveCursor)), bytes.LastIndex(p, []byte(ansi.ResetModeAltScreenSaveCursor))
	if on != off {
		o.on = on > off
	}
	if erasing.Match(p) || strings.Trim(ansi.Strip(string(p)), "\r\n\b\t") != "" {
		o.shown = false
	}
	if err := o.write(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// write writes bytes, and behind them what brings the newest frame on the terminal; o.mu is
// held. Bubble Tea knows where the cursor is and goes on from there: it is put back.
func (o *Output) write(p []byte) error {
	if o.on {
		p = append(bytes.Clone(p), o.changes()...)
	}
	if len(p) == 0 {
		return nil
	}
	_, err := o.File.Write(p)
	return err
}

// changes are what brings the newest frame on the terminal; none where it is there.
func (o *Output) changes() []byte {
	next, ok := o.wanted.take()
	if !ok {
		next = o.last
	}
	if next.Canvas == nil || o.shown && !ok {
		return nil
	}
	var before *chart.Canvas
	if o.shown && next.Theme == o.last.Theme && next.Profile == o.last.Profile {
		before = o.last.Canvas
	}
	o.last, o.shown = next, true
	cells := next.Canvas.Changes(nil, before, next.Theme)
	if len(cells) == 0 {
		return nil
	}
	var out bytes.Buffer
	if next.Synchronised {
		out.WriteString(ansi.SetModeSynchronizedOutput)
	}
	out.WriteString(ansi.SaveCursor + ansi.ResetStyle)
	coloured := colorprofile.Writer{Forward: &out, Profile: max(next.Profile, colorprofile.ASCII)}
	_, _ = coloured.Write(cells) // a buffer takes all
	out.WriteString(ansi.RestoreCursor)
	if next.Synchronised {
		out.WriteString(ansi.ResetModeSynchronizedOutput)
	}
	return out.Bytes()
}
