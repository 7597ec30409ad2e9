package tui

import (
	"context"
	"fmt"
	"io"
	"strings"

	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/screen"
)

// Describe writes what the screen would show in sentences, a line each: for a reader
// of the screen, or for a terminal without one. The errors come from the data and
// of w, and the context's.
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
	var out strings.Builder
	for i, v := range a.screens {
		if k := v.About(); k.Dial == nil { // what is learned aside takes its commands
			a.screen = i
			a.refresh()
			fmt.Fprintf(&out, "%s. %s\n", k.Name(), a.sentence())
			a.describe(&out, k.Name())
		}
	}
	for _, n := range a.Notes() {
		fmt.Fprintf(&out, "Finding: %s\n", n.Message)
	}
	_, err = io.WriteString(w, out.String())
	return err
}

// The terminal that is described.
const describedWidth, describedHeight = 200, 60

// describe writes the rows of a screen's table that the sentence leaves out.
func (a *app) describe(out *strings.Builder, name string) {
	switch name {
	case "Plan":
		for _, r := range a.Look.Table.Rows {
			if r.Active > 0 || r.Compared > 0 {
				fmt.Fprintf(out, "%s: %s asks %s, %s %s; correlation %s, noise %s.\n", chart.Clean(r.Name), a.Look.Table.ActiveName,
					figure.CountOf(r.Active, "judgment"), a.Look.Table.ComparedName, figure.Count(r.Compared), figure.Corr(r.Corr), figure.Percent(1-r.Rel))
			}
		}
	case "Trust":
		for _, r := range a.screens[a.screen].(*screen.TrustView).Compare.Compare.Rows {
			if r.Refused != "" {
				fmt.Fprintf(out, "%s: %s.\n", r.Algorithm, r.Refused)
				continue
			}
			fmt.Fprintf(out, "%s: spends %s, projected %s, honest %s", r.Algorithm, r.Spent, r.Projected, r.Honest)
			if r.Difference != "" {
				fmt.Fprintf(out, ", difference from %s %s", a.State.Algorithm, strings.TrimSpace(r.Difference+" "+r.Verdict))
			}
			fmt.Fprintf(out, ".\n")
		}
	}
}
