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
	"fms-tui/tui/screen"
)

// few is the sample with eight attributes.
func few(t *testing.T) *harness {
	t.Helper()
	x := start(t, bodies(), 120, 40)
	for i, at := range x.Shown.Result.Attributes {
		if i%5 != 0 {
			x.State.Settings = x.State.Settings.WithExcluded(at.Name, true)
		}
	}
	x.keys("2", "left") // whatever it changes, all is asked anew
	x.keys("right")
	return x
}

// TestOptimumLine: with few attributes Compare says how far the active algorithm
// is from the best possible, once the screen stands still.
func TestOptimumLine(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	x.keys("2")
	if strings.Contains(x.screen(), "optimum") || x.compare().Optimum.Run() != 0 {
		t.Error("39 attributes are searched through")
	}
	x = few(t)
	x.want("optimum: searching…")
	number := x.compare().Optimum.Run()
	x.send(x.compare().Optimum.Due())
	o, err := x.Shown.Result.Optimum(context.Background(), x.State.Budget)
	if err != nil {
		t.Fatal(err)
	}
	x.want("optimum, by exhaustive search: ")
	all := selection.AllAlgorithms()
	last := all[len(all)-1]
	for range all {
		text := "reaches it"
		if x.Shown.Result.Behind(x.Active(), o) > 0 {
			text = " behind"
		}
		x.want(string(x.State.Algorithm) + " ")
		x.want(text)
		x.keys("down", "enter")
	}
	if x.State.Algorithm != last || !strings.Contains(x.screen(), string(last)+" is ") {
		t.Errorf("%s is active", x.State.Algorithm)
	}
	if x.compare().Optimum.Run() != number {
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
	due := x.compare().Optimum.Due()
	_, cmd := x.Update(due)
	old := answers[job.Msg](cmd)[0]
	x.keys("left")
	x.send(old)
	x.send(due)
	x.want("optimum: searching…")
	_, cmd = x.Update(x.compare().Optimum.Due())
	x.keys("left")
	if late := answers[job.Msg](cmd); len(late) != 0 {
		t.Error("a search that was given up has an answer")
	}
	x.compare().Optimum.Forget()
	x.run(x.compare().Optimum.Ask(x.Runner(), job.Question[screen.BoughtAt, *core.Optimum]{
		Key: screen.BoughtAt{Result: x.Shown.Result, Budget: x.Shown.State.Budget}, Work: func(context.Context, func(*core.Optimum)) (*core.Optimum, error) {
			return nil, context.DeadlineExceeded
		},
	}))
	x.want("no optimum: context deadline exceeded")
	x.keys("1")
	number = x.compare().Optimum.Run()
	x.keys("left")
	if x.compare().Optimum.Run() != number {
		t.Error("an optimum is sought that no screen shows")
	}
}
