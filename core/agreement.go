package core

import (
	"context"
	"math"

	"fms-tui/core/agreement"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/momentsfile"
	"fms-tui/core/internal/overflow"
	"fms-tui/model"
)

// Agreement measures how far the judgments agree with each other and with a label, ""
// for the first. Data without a label are measured by their judgments only. Moments
// have only ICC(1) and the figures that follow from it, for the objects with the label.
// Errors name a label that does not exist, or are the context's.
func (s *Study) Agreement(ctx context.Context, label string, q agreement.Question) (_ *agreement.Agreement, err error) {
	defer overflow.Catch(&err)
	found, err := s.label(label)
	if err != nil && (label != "" || len(s.data.Labels) > 0) {
		return nil, err
	}
	q.Label = found
	if s.data.MomentsOf == nil {
		return agreement.Measure(ctx, s.data, q)
	}
	if found == nil {
		found = &model.Label{Name: momentsfile.NoLabel}
	}
	kept := s.source.(stored).Label(found.Name)
	attributes, sums := sumsOf(s.data.Attributes, kept.Aware)
	return agreement.OfSums(attributes, sums, q), nil
}

// sumsOf are the sums that moments hold of every attribute, by block. The harmonic
// mean of the judgments of an object is known where all have as many.
func sumsOf(names []string, b *moments.Blocks) ([]agreement.Attribute, [][]agreement.Sums) {
	attributes, sums := make([]agreement.Attribute, len(names)), make([][]agreement.Sums, len(names))
	for a, name := range names {
		attributes[a] = agreement.Attribute{Name: name, K: math.NaN()}
		sums[a] = make([]agreement.Sums, len(b.Block))
	}
	fewest, most := make([]int, len(names)), make([]int, len(names))
	for k, block := range b.Block {
		if block == nil {
			continue
		}
		for a := range names {
			q := &block.Attr[a]
			if q.Objects == 0 {
				continue
			}
			if fewest[a] == 0 || q.Fewest < fewest[a] {
				fewest[a] = q.Fewest
			}
			most[a] = max(most[a], q.Most)
			attributes[a].Objects += q.Objects
			attributes[a].Judgments += q.Judgments
			sums[a][k] = agreement.Sums{Objects: q.Objects, Repeated: q.Repeated, X: q.X, XX: q.XX, S2: q.S2, S2n: q.S2n}
		}
	}
	for a := range attributes {
		if most[a] > 0 && fewest[a] == most[a] {
			attributes[a].K = float64(most[a])
		}
	}
	return attributes, sums
}
