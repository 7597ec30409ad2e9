package main

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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

// TestStages: every command that computes says what it is doing. A command that is missing
// in both lists fails.
func TestStages(t *testing.T) {
	data := append(sampleArgs(t, "bodies")[:3], "--label", "height", "--attributes", "female,tall,short,estimated-height")
	bodies := append(data[:len(data):len(data)], "--folds", "3")
	reads := []string{"predict", "collect", "init", "check", "lab", "completion", "version", "help"} // reading has a line of its own, and lab is below
	out := func(name string) string { return filepath.Join(t.TempDir(), name) }
	for _, c := range []struct {
		command string
		data    []string
		flags   string
		want    []string
	}{
		{"select", bodies, "--budget 6 --bootstrap 20", []string{"averaging judgments", "learning what judgments are worth", "choosing judgments at every budget", "bounding what is possible", "learning without each fold", "choosing without each fold", "resampling for full at 6"}},
		{"select", bodies, "--no-honest", []string{"finding budgets worth looking at"}},
		{"export", bodies, "--budget 4 -o " + out("p.json"), []string{"choosing without each fold"}},
		{"moments", data, "-o " + out("m.moments"), []string{"averaging judgments"}},
		{"validate", bodies, "--budget 4 --bootstrap 20", []string{"choosing without each fold", "resampling"}},
		{"lab", append([]string{"protocol"}, bodies...), "--budget 4 --splits 2", []string{"testing on splits"}},
		{"plan", bodies, "--budget 4 --pilot 5000 --subsamples 20", []string{"drawing subsamples"}},
		{"plan", nil, "--simulate attributes=3", []string{"simulating sizes"}},
		{"agreement", data, "", []string{"measuring agreement", "comparing raters' errors", "finding where differences come from"}},
		{"report", bodies, "--budget 4 -o " + out("r.html"), []string{"trying budgets on the pilot"}},
		{"plot", append([]string{"curve"}, bodies...), "--budget 4 -o " + out("c.svg"), []string{"trying budgets on the pilot"}},
		{"subset", bodies, "--budget 4", []string{"searching for the optimum in parts", "searching subsets"}},
		{"experts", data[:1], "--label-from female --restarts 1 --lambdas 2", []string{"fitting"}},
		{"partial", data, "--k 2 --splits 2", []string{"fitting", "learning from all objects"}},
	} {
		args := slices.Concat([]string{c.command}, c.data, strings.Fields(c.flags))
		var mu sync.Mutex
		heard := make(map[string]bool)
		var stderr bytes.Buffer
		p := &program{stdin: strings.NewReader(""), stdout: new(bytes.Buffer), stderr: &stderr, now: time.Now, reported: func(stage string, _, _ int) {
			mu.Lock()
			defer mu.Unlock()
			heard[stage] = true
		}}
		if status := p.execute(t.Context(), args); status != statusDone {
			t.Errorf("%s: status %d: %.300s", args, status, stderr.String())
		}
		for _, stage := range c.want {
			if !heard[stage] {
				t.Errorf("%s %s: nothing is heard of %q", c.command, c.flags, stage)
			}
		}
		reads = append(reads, c.command)
	}
	for _, c := range commands(new(program)) {
		if !slices.Contains(reads, c.Name()) {
			t.Errorf("%s says nothing of what it does", c.Name())
		}
	}
}
