package core

import (
	"context"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/momentsfile"
	"fms-tui/core/internal/overflow"
	"fms-tui/model"
)

// PartMoments sums a data set that comes in parts, so that memory does not depend on the
// number of its judgments: it keeps the sums of all parts so far, and no part. The zero
// value is ready to use.
//
// Parts are disjoint sets of objects, each of them whole, in which attributes and raters
// have the same numbers; later parts may know more of both. Part by part are the data of
// package read's Query.Part, or rows of a database in the order of objects. The sums
// equal [Study.Moments] of all parts together, except for rounding: sums of blocks are
// added in another order. The first part decides whether places in cells stand for
// unknown raters.
type PartMoments struct {
	merger momentsfile.Merger
	raters raterCount
	places map[string]bool // by label
	n      int
	last   *model.Dataset // without its objects
}

// PartSize returns the least number of judgments of a part of data with d attributes that is
// worth summing: half a million. With many attributes it is larger, so that the judgments
// take about as much memory as the sums of their blocks.
func PartSize(d int) int { return max(1<<19, 3*moments.BlockCount(d)*d*d) }

// Add adds a part, which need not be kept afterwards. An error names what parts do not
// have in common, such as their labels; then the PartMoments is of no use.
func (p *PartMoments) Add(ctx context.Context, part *model.Dataset) (err error) {
	defer overflow.Catch(&err)
	p.raters.add(part)
	own := *part
	own.Prices = nil // the last part knows the mean price of all
	s := &Study{data: &own, source: judgments{Dataset: &own}, raters: (&raterCount{}).found(&own), known: make(map[momentsKey]*knownMoments)}
	s.raters.panel = false // that is said of all parts
	f, err := s.partMoments(ctx, p)
	if err != nil {
		return err
	}
	if p.n++; p.n > 1 {
		f.Parts = 0 // of one data set
	}
	kept := *part
	kept.Objects, kept.Labels, kept.Start, kept.Attr, kept.Value, kept.Rater = nil, nil, nil, nil, nil, nil
	p.last = &kept
	return p.merger.Add(f, part.Name)
}

// partMoments returns the moments of a part. Places in cells stand for raters if they
// do in the first part.
func (s *Study) partMoments(ctx context.Context, p *PartMoments) (*momentsfile.File, error) {
	if p.places == nil {
		places := make(map[string]bool)
		labels := s.labelsKept()
		for i := range labels {
			yes, err := s.placesKept(ctx, &labels[i])
			if err != nil {
				return nil, err
			}
			places[labels[i].Name] = yes
		}
		p.places = places
	}
	s.placesOf = p.places
	return s.Moments(ctx, "")
}

// File returns the moments of all parts; at least one part must have been added. Facts
// about the data as a whole, such as prices and warnings, come from the last part.
func (p *PartMoments) File() *MomentsFile {
	f := *p.merger.File()
	f.Name, f.Simulated, f.Prices = p.last.Name, p.last.Simulated, p.last.Prices
	f.Warnings = unadvised(p.last.Warnings)
	f.Panel = p.raters.found(p.last).panel
	return &f
}
