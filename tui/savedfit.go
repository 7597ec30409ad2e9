package tui

import (
	"context"
	"fmt"
	"strings"

	"fms-tui/model"
	"fms-tui/tui/screen"
)

// piece is a part of what was kept that the data may have outgrown.
type piece struct {
	name string
	put  func(to, kept *screen.Options, attributes []string)
}

// pieces are in the order in which they are taken: what is computed first, so that
// what depends on others is held against what is left of these.
func pieces() []piece {
	return []piece{
		{"label", func(to, kept *screen.Options, _ []string) { to.Settings.Label = kept.Settings.Label }},
		{"raters", func(to, kept *screen.Options, _ []string) { to.Settings.Raters = kept.Settings.Raters }},
		{"projection", func(to, kept *screen.Options, _ []string) { to.Settings.PSD = kept.Settings.PSD }},
		{"who gave the label", func(to, kept *screen.Options, _ []string) { to.Settings.LabelBy = kept.Settings.LabelBy }},
		{"shrinkage", func(to, kept *screen.Options, _ []string) { to.Settings.Shrink = kept.Settings.Shrink }},
		{"ridge", func(to, kept *screen.Options, _ []string) {
			to.Settings = to.Settings.WithRidge(kept.Settings.Ridge, kept.Settings.AutoRidge)
		}},
		{"design", func(to, kept *screen.Options, _ []string) { to.Settings = to.Settings.WithDesign(kept.Settings.Design) }},
		{"reliabilities", putReliabilities},
		{"exclusions", putExclusions},
		{"costs", putCosts},
		{"least and most judgments", putLimits},
		{"range", func(to, kept *screen.Options, _ []string) { to.Saved.Range = kept.Saved.Range }},
		{"algorithm", func(to, kept *screen.Options, _ []string) { to.Algorithm = kept.Algorithm }},
		{"algorithm compared", func(to, kept *screen.Options, _ []string) { to.Saved.Compared = kept.Saved.Compared }},
		{"budget", func(to, kept *screen.Options, _ []string) { to.Budget, to.HasBudget = kept.Budget, kept.HasBudget }},
	}
}

func putExclusions(to, kept *screen.Options, attributes []string) {
	for _, name := range attributes {
		to.Settings = to.Settings.WithExcluded(name, kept.Settings.Excluded(name))
	}
}

func putCosts(to, kept *screen.Options, attributes []string) {
	for _, name := range attributes {
		if c, ok := kept.Settings.Cost(name); ok {
			to.Settings = to.Settings.WithCost(name, c)
		}
	}
}

func putReliabilities(to, kept *screen.Options, attributes []string) {
	for _, name := range attributes {
		to.Settings = to.Settings.WithReliability(name, kept.Settings.Reliability(name))
	}
}

func putLimits(to, kept *screen.Options, attributes []string) {
	to.Settings.MaxRepeats = kept.Settings.MaxRepeats
	for _, name := range attributes {
		to.Settings = to.Settings.WithLimit(name, kept.Settings.OwnLimit(name))
	}
}

// keepWhatFits takes one piece of what was kept after the other, and drops each
// that leaves the question without an answer. It begins with what is asked for now
// and returns what became of it, with the pieces dropped and why. It solves the
// question once a piece.
func keepWhatFits(ctx context.Context, now, kept screen.Options) (fits screen.Options, dropped []string) {
	fits = now
	look := *kept.Saved
	look.Settings, look.Range, look.Compared = model.Settings{}, 0, ""
	fits.Saved = &look
	attributes := now.Study.Data().Attributes
	for _, p := range pieces() {
		try := fits
		saved := *fits.Saved
		try.Saved = &saved
		p.put(&try, &kept, attributes)
		quick := try
		quick.NoHonest, quick.Rule = true, nil
		if _, err := screen.First(ctx, quick); err != nil {
			dropped = append(dropped, fmt.Sprintf("%s (%v)", p.name, err))
			continue
		}
		fits = try
	}
	return fits, dropped
}

// partly says which pieces of what was kept are dropped, after what was said before.
func partly(dropped []string, before string) string {
	if before != "" {
		before += "; "
	}
	return before + "part of the settings of the last session cannot be used: " + strings.Join(dropped, "; ")
}
