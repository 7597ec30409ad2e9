package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/model/read"
	"fms-tui/model/read/engine"
	"fms-tui/tui"
	"fms-tui/tui/screen"
)

const (
	// progressAfter is how long work may take before a line of progress is shown.
	progressAfter = 500 * time.Millisecond
	// progressEvery is the time from one line of progress to the next.
	progressEvery = 200 * time.Millisecond
)

// watchReading shows on stderr how far the meter has come, once that takes a while, until stop is called.
func (p *program) watchReading(meter *read.Meter) (stop func()) {
	began := time.Now()
	p.working.read(func() string {
		now, elapsed := meter.Progress(), time.Since(began)
		line := "reading " + strings.Join(readingWords(now, elapsed), " · ")
		if now.Share() > 0 {
			line = bar(int(100*now.Share()), 100) + " " + line
		}
		return line
	})
	p.watchWorking()
	return func() {
		p.working.read(nil)
		p.hush(false)
	}
}

func readingWords(now read.Progress, elapsed time.Duration) []string {
	words := []string{now.File}
	if !strings.HasPrefix(now.File, "query of ") { // of a database
		words[0] = filepath.Base(now.File)
	}
	switch {
	case now.Size > 0:
		words = append(words, sizeWords(now.Bytes)+" of "+sizeWords(now.Size))
	case now.Bytes > 0:
		words = append(words, sizeWords(now.Bytes))
	}
	if now.Rows > 0 && elapsed > 0 {
		words = append(words, figure.Count(int(now.Rows))+" rows", figure.Count(int(float64(now.Rows)/elapsed.Seconds()))+" rows a second")
	}
	if left := now.Left(elapsed); left > 0 {
		words = append(words, fmt.Sprintf("%.0f s left", left.Seconds()))
	}
	return words
}

func sizeWords(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }

// openShowing is openStudy with progress on the opening screen, which shows what it is about before
// anything is read, and stays until p.opening is closed. A file that is not there is nothing to open.
func (p *program) openShowing(ctx context.Context, paths []string, f *flags, o screen.Options) (study *core.Study, err error) {
	missing := func(path string) bool {
		file, _ := read.Inside(path)
		_, err := os.Stat(file)
		return path != "-" && !engine.IsAddress(path) && errors.Is(err, fs.ErrNotExist)
	}
	if !slices.ContainsFunc(paths, missing) {
		p.take(o.Input)
		p.opening = tui.NewOpening(ctx, o, openingStatus(paths, read.Progress{}, 0))
	}
	p.meter = new(read.Meter)
	began, meter := time.Now(), p.meter
	var opened *core.Study
	err = p.opening.Do(ctx, func() tui.Status { return openingStatus(paths, meter.Progress(), time.Since(began)) }, func(ctx context.Context) (err error) {
		opened, err = p.openStudy(ctx, paths, f)
		return err
	})
	if errors.Is(err, tui.ErrLeft) { // opening may go on
		return nil, err
	}
	return opened, err
}

func openingStatus(paths []string, now read.Progress, elapsed time.Duration) tui.Status {
	if now.File == "" {
		name := "the bundled sample"
		switch {
		case len(paths) > 0 && engine.IsAddress(paths[0]):
			name = "a database"
		case len(paths) > 0:
			name = filepath.Base(paths[0])
		}
		return tui.Status{Lines: []string{"Reading " + name + " …"}}
	}
	words := readingWords(now, elapsed)
	return tui.Status{Lines: []string{"Reading " + words[0] + " …", strings.Join(words[1:], " · ")}, Share: now.Share()}
}

// working is how far a computation has come, and the line on stderr that says so.
type working struct {
	mutex    sync.Mutex
	reading  func() string // how far reading has come; nil for none under way
	stage    string
	own      bool // a command's own work is under way, such as splits or replicates
	done, of int
	since    time.Time // of the stage
	watched  bool
	shown    bool // a line is shown
	over     bool // results or other lines have come
}

func (w *working) read(words func() string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.reading = words
}

func (p *program) heard(stage string, done, of int) { p.piece(stage, time.Time{}, done, of) }

// pieces returns what a command's own work reports its pieces to.
func (p *program) pieces(stage string) func(done, of int) {
	p.watchWorking()
	p.heard(stage, 0, 0)
	began := time.Now()
	return func(done, of int) { p.piece(stage, began, done, of) }
}

// piece takes how many pieces of a command's own work are done since it began; of what the core
// reports began is zero. Pieces of own work say more than the stages within each.
func (p *program) piece(stage string, began time.Time, done, of int) {
	w := &p.working
	w.mutex.Lock()
	switch {
	case !began.IsZero():
		w.stage, w.since, w.done, w.of, w.own = stage, began, done, of, done < of
	case !w.own:
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

func (p *program) watchWorking() {
	w := &p.working
	if p.opening != nil || p.quiet || !p.redraws() || w.watched {
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
	line := ""
	switch {
	case w.reading != nil:
		line = w.reading()
	case w.stage != "":
		line = workingWords(w.stage, w.done, w.of, time.Since(w.since))
	}
	if !w.over && line != "" {
		w.shown = true
		fmt.Fprintf(p.stderr, "\r\x1b[K%s", line)
	}
	return !w.over
}

func workingWords(stage string, done, of int, elapsed time.Duration) string {
	words := figure.Progress(stage, done, of, elapsed.Seconds())
	if of > 0 && done > 0 {
		words = bar(done, of) + " " + words
	}
	return words
}

func bar(done, of int) string {
	const width = 30
	full := width * done / of
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", width-full) + "]"
}

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
