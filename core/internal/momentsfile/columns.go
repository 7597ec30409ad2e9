package momentsfile

import "fms-tui/core/internal/moments"

// attrCounts and attrSums are the fields of moments.AttrSums in the order in
// which they are stored, an array each.
var (
	attrCounts = []func(*moments.AttrSums) *int{
		func(q *moments.AttrSums) *int { return &q.Objects },
		func(q *moments.AttrSums) *int { return &q.Judgments },
		func(q *moments.AttrSums) *int { return &q.Repeated },
		func(q *moments.AttrSums) *int { return &q.Single },
		func(q *moments.AttrSums) *int { return &q.Fewest },
		func(q *moments.AttrSums) *int { return &q.Most },
	}
	attrSums = []func(*moments.AttrSums) *float64{
		func(q *moments.AttrSums) *float64 { return &q.X },
		func(q *moments.AttrSums) *float64 { return &q.XX },
		func(q *moments.AttrSums) *float64 { return &q.XY },
		func(q *moments.AttrSums) *float64 { return &q.Y },
		func(q *moments.AttrSums) *float64 { return &q.YY },
		func(q *moments.AttrSums) *float64 { return &q.S2 },
		func(q *moments.AttrSums) *float64 { return &q.S2n },
		func(q *moments.AttrSums) *float64 { return &q.Min },
		func(q *moments.AttrSums) *float64 { return &q.Max },
	}
)
