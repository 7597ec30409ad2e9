package main

import (
	"bytes"
	"context"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestWorkingWords: the line says what is done, how much of it, how fast, and how long it
// takes.
func TestWorkingWords(t *testing.T) {
	for _, c := range []struct {
		done, of int
		want     string
	}{
		{0, 0, "learning · 4 s"},
		{0, 10, "learning · 4 s"},
		{2, 10, "learning · 2 of 10 · 0.50 a second · 16 s left"},
	} {
		if got := workingWords("learning", c.done, c.of, 4*time.Second); !strings.HasSuffix(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestInterruptedFold: an interrupt while the third fold is learned from ends the command;
// at most the folds that are under way are finished.
func TestInterruptedFold(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	var after, folds atomic.Int64
	p := &program{stdin: strings.NewReader(""), stdout: new(bytes.Buffer), stderr: new(bytes.Buffer), now: time.Now}
	p.reported = func(stage string, done, of int) {
		if ctx.Err() != nil {
			after.Add(1)
		}
		if strings.HasPrefix(stage, "learning without") && done == 3 {
			folds.Store(int64(of))
			cancel(signalled{syscall.SIGINT})
		}
	}
	status := p.execute(ctx, append([]string{"select", "--label", "height"}, sampleArgs(t, "bodies")...))
	if status != statusSignal+int(syscall.SIGINT) || folds.Load() != 10 {
		t.Errorf("status %d, interrupted in one of %d folds", status, folds.Load())
	}
	if after.Load() > 10 { // two processors finish a fold each; no other stage begins
		t.Errorf("%d reports after the interrupt", after.Load())
	}
}
