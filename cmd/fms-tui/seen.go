package main

import (
	"context"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// seenPicks returns the picks that the flags ask for, each with its loss on the pilot's own
// judgments, and tells the warnings that no figure shows.
func seenPicks(ctx context.Context, p *program, t *core.Tuning, f *flags) ([][]core.Pick, error) {
	all, err := picks(ctx, t, f)
	if err != nil {
		return nil, err
	}
	for _, row := range all {
		for i := range row {
			if err := row[i].See(ctx); err != nil {
				return nil, err
			}
		}
	}
	p.warn(apartFromFigures(selectionWarnings(all)), f)
	return all, nil
}

// seen is the loss on the pilot's own judgments. The number of objects that hold them
// is set even if they are too few; nil without an honest loss.
type seen struct {
	loss    report.Estimate
	objects any
}

func seenOf(p *core.Pick) seen {
	if p.Seen == nil {
		return seen{report.Estimate{X: math.NaN(), SE: math.NaN()}, nil}
	}
	out := seen{loss: estimate(p.Seen.Estimate)}
	if p.Honest.Why == "" && p.Seen.Judged {
		out.objects = p.Seen.Objects
	}
	return out
}

// String is the seen loss in a cell: in brackets the number of objects where they
// are too few.
func (s seen) String() string {
	if objects, known := s.objects.(int); math.IsNaN(s.loss.X) && known {
		return "(" + figure.Count(objects) + ")"
	}
	return asLossKnown(s.loss.X)
}

// besideFigures are the codes of findings that stand in the line of the figures
// they are about, and are not said on stderr again.
var besideFigures = []model.Code{model.CodeRefuted, model.CodeBeyondCells, model.CodeWithinCells}

// apartFromFigures are the findings that no line of figures says.
func apartFromFigures(ws []model.Finding) []model.Finding {
	return slices.DeleteFunc(slices.Clone(ws), func(w model.Finding) bool { return slices.Contains(besideFigures, w.Code) })
}

// worth says what a pick is worth: projected, honest and seen typical error, and
// what is impossible about them. Where the data refute it, the first words say so.
func worth(p *core.Pick) string {
	s := &p.Selection
	var parts []string
	if text := p.Honest.LabelRaters(); text != "" {
		parts = append(parts, text)
	}
	if text := p.Refutation(); text != "" {
		parts = append(parts, text)
	}
	projected := figure.TypicalError(s.RMSE())
	if s.Optimistic() {
		projected = "not known"
	}
	line := "typical error projected " + projected
	if e := p.Estimate(); !math.IsNaN(e.Loss) {
		line += ", honest " + figure.TypicalError(math.Sqrt(max(0, e.Loss)))
	}
	if p.Seen != nil && p.Seen.Why == "" {
		line += ", seen " + figure.TypicalError(math.Sqrt(p.Seen.Loss)) + " on " + figure.CountOf(p.Seen.Objects, "object")
	}
	return strings.Join(append(append(parts, line), p.Remarks()...), "; ")
}
