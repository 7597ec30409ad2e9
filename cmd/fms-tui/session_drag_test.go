//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"fms-tui/internal/session"
	"fms-tui/model"
)

// sampleFiles writes the bundled sample and returns the arguments that open it.
func sampleFiles(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	fms(t, "sample", "bodies", "-o", dir).want(t, statusDone)
	return []string{
		filepath.Join(dir, "bodies.csv.gz"), "--labels", filepath.Join(dir, "bodies_labels.csv"), "--costs", filepath.Join(dir, "bodies_costs.csv"),
	}
}

// chosen is what `select --json` tells of a budget, by algorithm.
func chosen(t *testing.T, data []string, flags ...string) map[string]selectionJSON {
	t.Helper()
	args := append([]string{"select", "--json", "--quiet"}, flags...)
	c := command(t, nil, append(args, data...)...)
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	return selectionsOf(t, out)
}

// selectionsOf are the selections that `select --json` prints, by algorithm.
func selectionsOf(t *testing.T, out []byte) map[string]selectionJSON {
	t.Helper()
	var all struct{ Selections []selectionJSON }
	if err := json.Unmarshal(out, &all); err != nil {
		t.Fatal(err)
	}
	by := make(map[string]selectionJSON)
	for _, s := range all.Selections {
		by[string(s.Algorithm)] = s
	}
	return by
}

// errorInWords finds the honest error in the sentence on top of the screen.
var errorInWords = regexp.MustCompile(`with\s+a\s+typical\s+error\s+of\s+([\d.]+\d)`)

// figures fails unless the screen tells what select does, once it has the honest loss.
func (u *ui) figures(want map[string]selectionJSON) {
	u.Helper()
	u.await(errorInWords.MatchString)
	m := errorInWords.FindStringSubmatch(u.Screen())
	exact := math.Sqrt(float64(want["full"].HonestLoss))
	if got, err := strconv.ParseFloat(m[1], 64); err != nil || math.Abs(got-exact) > .01*exact {
		u.Errorf("the screen shows %q, select %v", m[1], exact)
	}
}

// TestDrag drags B, reads the figures off the screen, exports and quits; a
// script would get the same.
func TestDrag(t *testing.T) {
	data := sampleFiles(t)
	for _, size := range []struct{ w, h int }{{120, 40}, {80, 24}, {44, 12}} {
		t.Run(fmt.Sprintf("%dx%d", size.w, size.h), func(t *testing.T) {
			t.Parallel()
			u := openUI(t, size.w, size.h, data...)
			before := budget(u.Screen())
			u.drag(0.3, 0.9, 0.66)
			b := budget(u.Screen())
			if b == "" || b == before {
				u.Fatalf("B was %s and is %s after the drag", before, b)
			}
			want := chosen(t, data, "--budget", b)
			if size.w >= 80 { // there is room for both
				u.figures(want)
			}
			u.send("e")
			u.awaitText("Export full at B=" + b)
			u.send("\x15", "mine.json", "\r") // ctrl+u clears the name that is proposed
			u.awaitText("exported full")
			u.exports("mine.json", want["full"])
			u.send("q")
			u.ends(statusDone)
		})
	}
}

// drag presses on the slider, moves, and lets go, each at a share of the track;
// the pointer leaves the row on the way.
func (u *ui) drag(shares ...float64) {
	u.Helper()
	_, y := slider(u.Screen())
	for i, share := range shares {
		first, last, _ := track(u.Screen())
		x := first + int(math.Round(share*float64(last-first)))
		switch i {
		case 0:
			u.send(session.Mouse(session.Left, x, y, true))
		case len(shares) - 1:
			u.send(session.Mouse(session.Left, x, 0, false))
		default:
			u.send(session.Mouse(session.Left+session.Motion, x, 3, true))
		}
		u.await(func(screen string) bool {
			_, _, thumb := track(screen)
			return thumb >= x-1 && thumb <= x+1 // there may be fewer budgets than columns
		})
	}
}

// exports fails unless the file holds the predictor of a selection.
func (u *ui) exports(name string, want selectionJSON) {
	u.Helper()
	text, err := os.ReadFile(filepath.Join(u.dir, name))
	if err != nil {
		u.Fatal(err)
	}
	var p model.Predictor
	if err := json.Unmarshal(text, &p); err != nil {
		u.Fatal(err)
	}
	repeats, weights := map[string]int{}, map[string]number{}
	for _, a := range p.Attributes {
		repeats[a.Name], weights[a.Name] = a.Repeats, number(a.Weight)
	}
	if !maps.Equal(repeats, want.Repeats) || !maps.Equal(weights, want.Weights) {
		u.Errorf("exported are %v and %v, select has %v and %v", repeats, weights, want.Repeats, want.Weights)
	}
	if p.Intercept != float64(want.Intercept) || p.ProjectedLoss != float64(want.ProjectedLoss) || p.Budget != want.Budget {
		u.Errorf("exported are the intercept %v, the loss %v at B = %v, select has %v, %v at %v",
			p.Intercept, p.ProjectedLoss, p.Budget, want.Intercept, want.ProjectedLoss, want.Budget)
	}
}

// TestLabels chooses the other label.
func TestLabels(t *testing.T) {
	t.Parallel()
	u := openUI(t, 120, 40, append(sampleFiles(t), "--budget", "17")...)
	u.awaitText("label height")
	u.send("l")
	u.awaitText("weight")
	u.send("\x1b[B", "\r")
	u.awaitText("label weight", "B = 17")
	u.figures(chosen(t, sampleFiles(t), "--budget", "17", "--label", "weight"))
	u.send("q")
	u.ends(statusDone)
}
