package tui

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"

	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/screen"
)

// Describe writes what the screen would show in sentences, a line each: for a reader of the screen, or for a terminal
// without one. The errors come from the data and of w, and the context's.
func Describe(ctx context.Context, w io.Writer, o screen.Options) error {
	s, err := screen.First(ctx, o)
	if err == nil && s.Honest == nil && !o.NoHonest {
		s.Honest, err = s.Result.Honest(ctx, o.Folds, s.Result.Algorithms()...)
	}
	if err != nil {
		return err
	}
	a := newApp(ctx, o, s)
	a.w, a.h = describedWidth, describedHeight
	a.refresh()
	var out strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	say("Answer. %s", a.Said(a.kind()))
	for i, v := range a.screens {
		if v.Dial == nil { // what is learned aside takes its commands
			a.screen = i
			a.refresh()
			describe(a, say)
		}
	}
	for _, n := range a.Notes() {
		say("Finding: %s", n.Message)
	}
	_, err = io.WriteString(w, spoken(out.String()))
	return err
}

// The terminal that is described.
const describedWidth, describedHeight = 200, 60

// describe says what a screen shows beyond the answer: the rows of its table, a line each.
func describe(a *app, say func(string, ...any)) {
	switch name := a.kind().Name(); name {
	case "Plan":
		for i, row := range a.Look.Table.Rows {
			if n := a.Look.Roll(i).Repeats; n != [2]int{} {
				at, noise := &a.Shown.Result.Attributes[a.Look.Roll(i).Of], fmt.Sprint(row[screen.ColumnNoise])
				say("%s: asked %s, by %s %s; correlation %s, noise %s.", chart.Clean(at.Name), figure.CountOf(n[0], "time"), string(a.Look.Against().Algorithm),
					figure.CountOf(n[1], "time"), figure.Corr(at.Corr), strings.NewReplacer("?", "unknown", "~", "assumed ").Replace(noise))
			}
		}
		for _, b := range a.Budgets() {
			how := map[bool]string{true: "honest", false: "projected"}[b.Honest]
			say("Budget %s: %s, %s %s %s.", b.Budget, cmp.Or(b.Buys, "nothing"), how, a.Measure().Words(), b.Gives)
		}
	case "Predictor":
		for i, line := range a.Equation() {
			if i == 0 {
				line = name + ". " + line
			}
			say("%s.", line)
		}
	default:
		if say("%s. %s", name, a.sentence()); name == "Trust" {
			a.views.Trust.Said(say)
		}
	}
}

// spelt are the signs that readers of the screen pass over or spell, and the words for them.
var spelt = strings.NewReplacer(
	" ± ", " plus or minus ", "R²", "R squared", " ≈ ", " is about ", " × ", " times ", " − ", " minus ", "− ", "minus ", "–", " to ",
	"−", "minus ", "λ", "lambda", "σ²", "sigma squared", "τ", "tau", "…", "...", "n/a", "not available", " → ", " to ", " · ", ", ",
)

var (
	plusBefore  = regexp.MustCompile(`(^|[\s(])\+ ?(\.?[0-9])`)
	minusBefore = regexp.MustCompile(`(^|[\s(])- ?(\.?[0-9])`)
	bareDot     = regexp.MustCompile(`(^|[\s(])\.([0-9])`)
)

// spoken writes signs as words, and a figure with the digit before its point.
func spoken(text string) string {
	text = plusBefore.ReplaceAllString(spelt.Replace(text), "${1}plus $2")
	text = minusBefore.ReplaceAllString(text, "${1}minus $2")
	return bareDot.ReplaceAllString(text, "${1}0.$2")
}
