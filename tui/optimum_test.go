package tui

import (
	"context"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/tui/chart"
	"fms-tui/tui/job"
)

// few is the sample with eight attributes.
func few(t *testing.T) *harness {
	t.Helper()
	x := start(t, bodies(), 120, 40)
	for i, at := range x.shown.result.Attributes {
		if i%5 != 0 {
			x.state.Settings = x.state.Settings.WithExcluded(at.Name, true)
		}
	}
	x.keys("3", "left") // whatever it changes, all is asked anew
	x.keys("right")
	return x
}

// TestOptimumLine: with few attributes Compare says how far the active algorithm
// is from the best possible, once the screen stands still.
func TestOptimumLine(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	x.keys("3")
	if strings.Contains(x.screen(), "optimum") || x.compare().optimum.Run() != 0 {
		t.Error("39 attributes are searched through")
	}
	x = few(t)
	x.want("optimum: searching…")
	number := x.compare().optimum.Run()
	x.send(x.compare().optimum.Due())
	o, err := x.shown.result.Optimum(context.Background(), x.state.Budget)
	if err != nil {
		t.Fatal(err)
	}
	x.want("optimum, by exhaustive search: ")
	all := selection.AllAlgorithms()
	last := all[len(all)-1]
	for range all {
		text := "reaches it"
		if x.shown.result.Behind(x.active(), o) > 0 {
			text = "R² behind"
		}
		x.want(string(x.state.Algorithm) + " ")
		x.want(text)
		x.keys("down", "enter")
	}
	if x.state.Algorithm != last || !strings.Contains(x.screen(), string(last)+" is ") {
		t.Errorf("%s is active", x.state.Algorithm)
	}
	if x.compare().optimum.Run() != number {
		t.Error("another algorithm has the same optimum")
	}

	for _, size := range [][2]int{{100, 24}, {80, 24}, {60, 15}, {40, 10}, {200, 60}} {
		x.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		lines := strings.Split(x.screen(), "\n")
		for _, line := range lines {
			if len(lines) != size[1] || chart.Width(line) > size[0] {
				t.Fatalf("%v: %d lines, one of %d: %q", size, len(lines), chart.Width(line), line)
			}
		}
		if size[0] >= 80 {
			x.want(string(last) + " is ")
		}
	}
	x.send(tea.WindowSizeMsg{Width: 120, Height: 40})

	// Another budget, and answers to older questions.
	x.keys("left")
	x.want("optimum: searching…")
	due := x.compare().optimum.Due()
	_, cmd := x.Update(due)
	old := answers[job.Msg](cmd)[0]
	x.keys("left")
	x.send(old)
	x.send(due)
	x.want("optimum: searching…")
	_, cmd = x.Update(x.compare().optimum.Due())
	x.keys("left")
	if late := answers[job.Msg](cmd); len(late) != 0 {
		t.Error("a search that was given up has an answer")
	}
	x.compare().optimum.Forget()
	x.run(x.compare().optimum.Ask(x.runner(), job.Question[boughtAt, *core.Optimum]{
		Key: boughtAt{x.shown.result, x.shown.state.Budget}, Work: func(context.Context, func(*core.Optimum)) (*core.Optimum, error) {
			return nil, context.DeadlineExceeded
		},
	}))
	x.want("no optimum: context deadline exceeded")
	x.keys("1")
	number = x.compare().optimum.Run()
	x.keys("left")
	if x.compare().optimum.Run() != number {
		t.Error("an optimum is sought that no screen shows")
	}
}
