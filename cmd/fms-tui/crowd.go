package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/read"
)

// addCrowd adds the flag that names another crowd's judgments.
func (f *flags) addCrowd(c *cobra.Command) {
	c.Flags().StringVar(&f.crowd, "crowd", "", "`FILE` of judgments by another crowd than the pilot's, without labels: the predictor is adapted to it")
}

// adapt replaces a predictor by one for the crowd of the flags, if there is one.
func adaptPredictor(ctx context.Context, p *program, predictor *model.Predictor, f *flags) error {
	if f.crowd == "" {
		return nil
	}
	ds, err := p.open(ctx, []string{f.crowd}, f.with(func(g *flags) {
		g.labels, g.labelFrom = nil, ""
		g.read = read.Options{Label: "", Clip: f.read.Clip}
		g.read.MaybeLabel, g.quiet = true, true
	}))
	if err != nil {
		return fmt.Errorf("the crowd: %w", err)
	}
	adapted, kept, err := core.AdaptCrowd(predictor, ds)
	if err != nil {
		return fmt.Errorf("%s: %w", f.crowd, err)
	}
	if len(kept) > 0 {
		p.warn([]model.Finding{{Message: fmt.Sprintf("too few judgments by the new crowd of %s: it needs ten objects with two each; the pilot's figures stay", some(kept))}}, f)
	}
	before := predictor.ProjectedLoss
	*predictor = adapted
	if !f.quiet {
		p.tell(strings.Join([]string{
			"adapted to the crowd of " + f.crowd,
			figure.CountOf(len(ds.Objects), "object"),
			fmt.Sprintf("projected loss %s, before %s", figure.Loss(adapted.ProjectedLoss), figure.Loss(before)),
		}, ", "))
	}
	return nil
}
