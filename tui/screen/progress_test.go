package screen

import (
	"context"
	"testing"
	"time"

	"fms-tui/core"
)

// TestProgress: a stage says its pieces, rate and time left; reports that overtake one
// another take nothing back, and another stage begins anew.
func TestProgress(t *testing.T) {
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(s int) time.Time { return begin.Add(time.Duration(s) * time.Second) }
	var p *Progress
	for _, c := range []struct {
		stage    string
		done, of int
		at       int
		want     string
	}{
		{"learning", 0, 0, 0, "learning · 0 s"},
		{"learning", 0, 0, 3, "learning · 3 s"},
		{"choosing", 0, 10, 4, "choosing · 0 s"},
		{"choosing", 4, 10, 6, "choosing · 4 of 10 · 2.0 a second · 3 s left"},
		{"choosing", 3, 10, 6, "choosing · 4 of 10 · 2.0 a second · 3 s left"},
		{"choosing", 0, 10, 7, "choosing · 0 s"},
	} {
		p = p.Next(c.stage, c.done, c.of, at(c.at))
		if got := p.Words(at(c.at)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := (&Progress{Done: 4, Of: 10, Since: begin}).brief(at(2)); got != "40% 3 s" {
		t.Errorf("brief %q", got)
	}
}

// TestWorkshop: work aside says how far it is once it has taken half a second, until it is
// over or nobody waits for it.
func TestWorkshop(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := &workshop{now: func() time.Time { return now }}
	asked, cancel := context.WithCancel(t.Context())
	said := func() string {
		if p, at := w.longest(); p != nil {
			return p.Words(at)
		}
		return ""
	}
	ctx, end := w.around(asked)
	_, endOther := w.around(t.Context())
	if got := said(); got != "" || !w.waits() {
		t.Errorf("%q at once", got)
	}
	now = now.Add(time.Second)
	if got := said(); got != "computing · 1 s" {
		t.Errorf("%q without a report", got)
	}
	hear(ctx, "choosing", 0, 4)
	now = now.Add(time.Second)
	hear(ctx, "choosing", 2, 4)
	if got := said(); got != "choosing · 2 of 4 · 2.0 a second · 1 s left" {
		t.Errorf("%q", got)
	}
	cancel()
	if got := said(); got != "computing · 2 s" {
		t.Errorf("%q of work that nobody waits for", got)
	}
	end()
	endOther()
	if got := said(); got != "" || w.waits() {
		t.Errorf("%q when all is over", got)
	}
}

func hear(ctx context.Context, stage string, done, of int) { core.Report(ctx, stage, done, of) }
