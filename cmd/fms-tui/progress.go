package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/model/read"
	"fms-tui/model/read/engine"
	"fms-tui/tui"
)

const (
	// progressAfter is how long work may take before a line of progress is shown.
	progressAfter = 500 * time.Millisecond
	// progressEvery is the time from one line of progress to the next.
	progressEvery = 200 * time.Millisecond
)

// watchReading shows on stderr how far the meter has come, once that takes a while. stop
// takes the line away again.
func (p *program) watchReading(meter *read.Meter, f *flags) (stop func()) {
	if p.opening != nil || f.quiet || !p.redraws() && p.progressed == nil {
		return func() {}
	}
	began, ended := time.Now(), make(chan struct{})
	var shown sync.WaitGroup
	shown.Go(func() {
		wait := progressAfter
		for {
			select {
			case <-ended:
				if wait != progressAfter { // a line is shown
					p.line("", f)
				}
				return
			case <-time.After(wait):
			}
			wait = progressEvery
			now, elapsed := meter.Progress(), time.Since(began)
			line := "reading " + strings.Join(readingWords(now, elapsed), " · ")
			if now.Share() > 0 {
				line = fmt.Sprintf("%s %s", bar(int(100*now.Share()), 100), line)
			}
			p.line(line, f)
		}
	})
	return func() {
		close(ended)
		shown.Wait()
	}
}

// readingWords say how far reading has come: file, bytes, rows, rate and the time left.
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

// beginOpening shows what opening the data is about, before anything of them is read,
// until p.opening is closed. A file that is not there is nothing to open.
func (p *program) beginOpening(ctx context.Context, paths []string, o tui.Options) {
	for _, path := range paths {
		if _, err := os.Stat(path); path != "-" && !engine.IsAddress(path) && errors.Is(err, fs.ErrNotExist) {
			return
		}
	}
	p.take(o.Input)
	p.opening = tui.NewOpening(ctx, o, openingStatus(paths, read.Progress{}, 0))
}

// endOpening gives the terminal back.
func (p *program) endOpening() {
	p.opening.Close()
	p.opening = nil
}

// openShowing is openStudy with progress on the opening screen.
func (p *program) openShowing(ctx context.Context, paths []string, f *flags) (study *core.Study, err error) {
	meter := new(read.Meter)
	p.meter = meter
	began := time.Now()
	status := func() tui.Status { return openingStatus(paths, meter.Progress(), time.Since(began)) }
	var opened *core.Study
	err = p.opening.Do(ctx, status, func(ctx context.Context) (err error) {
		opened, err = p.openStudy(ctx, paths, f)
		return err
	})
	if errors.Is(err, tui.ErrLeft) { // opening may go on
		return nil, err
	}
	return opened, err
}

// openingStatus says how far reading has come; at the very first, what is to be read.
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
