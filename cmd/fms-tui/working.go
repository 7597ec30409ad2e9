package main

import (
	"fmt"
	"sync"
	"time"

	"fms-tui/core/report/figure"
)

// working is how far a computation has come, and the line on stderr that says so.
type working struct {
	mutex    sync.Mutex
	stage    string
	own      string // the stage of a command's own work that is under way; "" for none
	done, of int
	since    time.Time // of the stage
	watched  bool
	shown    bool // a line is shown
	over     bool // results or other lines have come
}

// heard takes what the core reports. Pieces of a command's own work, such as splits or
// replicates, say more than the stages within each.
func (p *program) heard(stage string, done, of int) {
	w := &p.working
	w.mutex.Lock()
	if w.own == "" {
		if stage != w.stage || done < w.done && done == 0 {
			w.stage, w.since, w.done = stage, time.Now(), 0
		}
		w.done, w.of = max(w.done, done), of
	}
	w.mutex.Unlock()
	if p.reported != nil {
		p.reported(stage, done, of)
	}
}

// pieces returns what a command's own work reports its pieces to.
func (p *program) pieces(stage string, f *flags) func(done, of int) {
	p.watchWorking(f)
	p.heard(stage, 0, 0)
	began := time.Now()
	return func(done, of int) { p.piece(stage, began, done, of) }
}

// piece takes how many pieces of a command's own work are done since it began.
func (p *program) piece(stage string, began time.Time, done, of int) {
	w := &p.working
	w.mutex.Lock()
	if w.own = stage; done >= of {
		w.own = ""
	}
	w.stage, w.since, w.done, w.of = stage, began, done, of
	w.mutex.Unlock()
	if p.progressed != nil {
		p.progressed(workingWords(stage, done, of, time.Since(began)))
	}
	if p.reported != nil {
		p.reported(stage, done, of)
	}
}

// inPieces tells whether a command's own work is under way.
func (w *working) inPieces() bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.own != ""
}

// watchWorking shows on a terminal how far work has come, once that takes a while.
func (p *program) watchWorking(f *flags) {
	w := &p.working
	if p.opening != nil || f.quiet || !p.redraws() || w.watched {
		return
	}
	w.watched = true
	go func() {
		time.Sleep(progressAfter)
		for p.showWorking() {
			time.Sleep(progressEvery)
		}
	}()
}

// showWorking shows the line, and tells whether another one is to follow.
func (p *program) showWorking() bool {
	w := &p.working
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if !w.over && w.stage != "" {
		w.shown = true
		fmt.Fprintf(p.stderr, "\r\x1b[K%s", workingWords(w.stage, w.done, w.of, time.Since(w.since)))
	}
	return !w.over
}

// workingWords say how far a stage has come: its pieces, their rate and the time left.
func workingWords(stage string, done, of int, elapsed time.Duration) string {
	words := figure.Progress(stage, done, of, elapsed.Seconds())
	if of == 0 || done == 0 {
		return words
	}
	return bar(done, of) + " " + words
}

// hush takes the line away, for good where over.
func (p *program) hush(over bool) {
	w := &p.working
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.over = w.over || over
	if w.shown {
		w.shown = false
		fmt.Fprint(p.stderr, "\r\x1b[K")
	}
}

// resultsOf is stdout, before which the line of progress goes.
type resultsOf struct{ *program }

func (r resultsOf) Write(b []byte) (int, error) {
	r.hush(true)
	n, err := r.stdout.Write(b)
	if err != nil {
		err = fmt.Errorf("cannot write the results: %w", err)
	}
	return n, err
}
