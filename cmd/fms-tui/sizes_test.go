package main

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestLargeAmounts: amounts that nobody can compute are refused before work begins, or
// go on with progress, its rate and the time left, and an end at once.
func TestLargeAmounts(t *testing.T) {
	data := beansFile(t)
	for _, c := range []struct{ args, want string }{
		{"--budget 2000000", "a budget of 2000000 buys up to 2000000 judgments of every object: at most 1000000 are computed"},
		{"--min beautiful=1000000 --budget 2000000", "at most 1000000 are computed"},
		{"--min beautiful=1000000 --min round-jar=2", "the least judgments asked for cost 1000002, as much as 1000002 of the cheapest: at most 1000000 are computed"},
	} {
		fms(t, append([]string{"select", data, "--label", "beans"}, strings.Fields(c.args)...)...).want(t, statusFailed, c.want)
	}

	ctx, cancel := context.WithCancelCause(context.Background())
	interrupted := errors.New("interrupted by the test")
	var lines []string
	p := &program{stdin: strings.NewReader(""), stdout: new(bytes.Buffer), stderr: new(bytes.Buffer), now: time.Now}
	p.progressed = func(line string) {
		if strings.Contains(line, "resampling") {
			lines = append(lines, line)
			cancel(interrupted)
		}
	}
	if status := p.execute(ctx, append([]string{"select", "--budget", "6", "--bootstrap", "100000", "--algorithm", "full", "--label", "height"}, sampleArgs(t, "bodies")...)); status != statusFailed {
		t.Errorf("status %d", status)
	}
	if len(lines) == 0 || len(lines) > 3 || !regexp.MustCompile(` · \d+ of 100,000 · [\d.,]+ a second · .* left$`).MatchString(lines[0]) {
		t.Errorf("progress: %q", lines)
	}
}
