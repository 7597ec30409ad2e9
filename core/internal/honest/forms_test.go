package honest

import (
	"context"
	"math"
	"slices"
	"testing"

	"fms-tui/core/internal/golden"
	"fms-tui/core/internal/moments"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// goldenParts are the training parts of a case, and what a design's selections
// are made under.
func goldenParts(t *testing.T, c *golden.Case, design *golden.Design) (*Parts, Terms) {
	t.Helper()
	ds := c.Dataset()
	ctx := context.Background()
	blocks, err := moments.Accumulate(ctx, ds, &ds.Labels[0], c.Raters)
	if err != nil {
		t.Fatal(err)
	}
	source := Source{Blocks: blocks, Sums: blocks.Union(nil), Projection: model.ProjectScaled}
	if c.Raters == model.RatersFixed {
		source.Fixed = func(ctx context.Context, include func(int) bool) (*moments.Blocks, error) {
			return moments.AccumulateWithOffsets(ctx, ds, &ds.Labels[0], include)
		}
	}
	parts, err := NewParts(ctx, source, DefaultFolds)
	if err != nil {
		t.Fatal(err)
	}
	amount := func(x float64) model.Amount { return model.Amount(math.Round(x * float64(model.Unit))) }
	terms := Terms{Names: c.Attributes, Excluded: func(int) bool { return false }, Forms: &selection.Forms{Of: design.Form, Panel: design.Panel}}
	for _, price := range design.PriceOfForm {
		terms.Forms.Price = append(terms.Forms.Price, amount(price))
	}
	for _, price := range design.PriceOfAnswer {
		terms.Price = append(terms.Price, amount(price))
	}
	if design.Panel > 0 {
		terms.Limits.Max = slices.Repeat([]int{design.Panel}, len(c.Attributes))
	}
	return parts, terms
}

// givenLoss is the honest loss of repeats that are given in every fold.
func givenLoss(t *testing.T, p *Parts, terms Terms, repeats []int) Estimate {
	t.Helper()
	given, err := p.Given(context.Background(), terms, repeats)
	if err != nil {
		t.Fatal(err)
	}
	return p.Estimate(p.Projected(given, terms.Forms))
}

// TestFormsGolden compares the honest loss of given repeats, and of a choice in every
// fold, with the golden figures of each design.
func TestFormsGolden(t *testing.T) {
	cases := golden.LoadForms(t)
	for _, c := range []*golden.Case{&cases.Crowd, &cases.Panel} {
		for i := range c.Designs {
			design := &c.Designs[i]
			t.Run(design.Name, func(t *testing.T) {
				parts, terms := goldenParts(t, c, design)
				near := func(what string, got, want float64) {
					if !(math.Abs(got-want) <= 1e-8*max(1, math.Abs(want))) {
						t.Errorf("%s is %.12g, want %.12g", what, got, want)
					}
				}
				e := givenLoss(t, parts, terms, design.Given.R)
				near("the honest loss of given repeats", e.Loss, design.Given.Honest)
				near("its standard error", e.Paired(len(parts.folds)).SE, design.Given.HonestSE)
				ridge := terms
				ridge.Limits.Ridge = .1
				near("the honest loss under a ridge", givenLoss(t, parts, ridge, design.Given.R).Loss, design.Given.Ridge01Honest)

				budget := model.Amount(math.Round(design.Budget * float64(model.Unit)))
				run, err := parts.Run(context.Background(), terms, selection.Exchange, []model.Amount{budget})
				if err != nil {
					t.Fatal(err)
				}
				e = parts.Estimate(run.Projected(run.Chosen(budget)))
				near("the honest loss of choosing", e.Loss, design.Chosen.Honest)
				near("its standard error", e.Paired(len(parts.folds)).SE, design.Chosen.HonestSE)
				along, err := run.Along(context.Background(), []model.Amount{budget})
				if err != nil {
					t.Fatal(err)
				}
				near("the same along a path", parts.Estimate(along[0]).Loss, design.Chosen.Honest)
			})
		}
	}
}
