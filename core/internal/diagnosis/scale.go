package diagnosis

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"

	"fms-tui/core/report/figure"
	"fms-tui/model"
)

var usualCodes = []float64{-1, -7, -8, -9, -77, -88, -98, -99, -999, -9999, 9, 77, 88, 98, 99, 999, 9999}

// farOutside is the gap, in ranges of all other values, beyond which a value
// lies far outside whatever it is.
const farOutside = 5

// codes warns of outermost values of attributes and labels that are likely to stand for missing ones.
// The values are kept.
func (x *examination) codes() {
	for i := range x.attributes {
		if a := &x.attributes[i]; a.judgments >= littleObjects {
			x.tellCodes(a, x.ds.Attributes[i], x.ds.Attributes[i], "judgment")
		}
	}
	for i := range x.ds.Labels {
		l, values := &x.ds.Labels[i], attribute{many: true}
		if l.ClassNames() == nil {
			for _, y := range l.Values {
				if y == y {
					values.take(y)
				}
			}
			x.tellCodes(&values, "", l.Name, "object")
		}
	}
}

// tellCodes warns of an outermost value that lies beyond a gap of at least the range of all others
// (two ranges of at least 2 for -1: the scale -1, 0, 1 is common) where it is a usual code, and of
// farOutside ranges where it is not.
func (x *examination) tellCodes(a *attribute, of, name, one string) {
	for _, end := range []struct {
		outer extreme
		far   float64 // the other end
	}{{a.low, a.high.value}, {a.high, a.low.value}} {
		others := math.Abs(end.outer.next - end.far)
		gap := math.Abs(end.outer.value - end.outer.next)
		if others > 0 && 2*end.outer.n < a.judgments && outlying(end.outer.value, gap, others, end.far > end.outer.value && end.outer.next >= 0) {
			v := strconv.FormatFloat(end.outer.value, 'g', -1, 64)
			x.Add(model.CodeHiddenMissing, of, "%s is %s in %s, far from all others (%s): correct it if it is a slip",
				name, v, figure.CountOf(end.outer.n, one), between(end.outer.next, end.far)).
				Remedies = []model.Choice{model.Choose(model.OptionMissing, v, "if it stands for a missing value")}
		}
	}
}

// outlying applies the rule of codes. positive says that all other values are
// 0 or more and the one in question is below them.
func outlying(value, gap, others float64, positive bool) bool {
	switch {
	case gap > farOutside*others && others > 1:
		return true
	case gap > 2*farOutside*others: // of 0 and 1, ten times as far
		return true
	case !slices.Contains(usualCodes, value):
		return false
	case value == -1:
		return positive && others >= 2
	case value < 0:
		return positive && gap >= others
	}
	return gap >= others
}

func between(u, v float64) string { return fmt.Sprintf("%g to %g", min(u, v), max(u, v)) }

// span is the range of one rater's judgments of one attribute.
type span struct {
	n         int
	low, high float64
}

// scales warns of an attribute whose raters fall into two groups with ranges apart: all
// judgments of one group lie above all judgments of the other, by at least the range of
// the lower group. For example some raters answered from 1 to 5 and others from 0 to
// 100. Both groups need littleObjects judgments.
func (x *examination) scales() {
	if x.spans == nil {
		return
	}
	d := len(x.ds.Attributes)
	var ranges []span
	for a := range d {
		ranges = ranges[:0]
		within := span{low: math.Inf(-1), high: math.Inf(1)} // what all ranges have in common
		for w := range x.ds.Raters {
			if x.ds.IsNameless(w) {
				continue // a row is on no scale of its own, as a single judgment is
			}
			if s := x.spans[w*d+a]; s.n > 1 {
				ranges = append(ranges, s)
				within.low, within.high = max(within.low, s.low), min(within.high, s.high)
			}
		}
		if within.low <= within.high {
			continue // no two ranges are apart
		}
		sort.Slice(ranges, func(i, k int) bool { return ranges[i].low < ranges[k].low })
		if at := apart(ranges); at > 0 {
			lower, upper := joined(ranges[:at]), joined(ranges[at:])
			x.Add(model.CodeSuspiciousScale, x.ds.Attributes[a],
				"%s was judged on two scales: %s by %s, %s by %s; bring them to one scale",
				x.ds.Attributes[a], between(lower.low, lower.high), figure.CountOf(at, "rater"),
				between(upper.low, upper.high), figure.CountOf(len(ranges)-at, "rater"))
		}
	}
}

// apart returns how many of the ranges, in order of their lower ends, lie apart
// from the rest; 0 for none.
func apart(ranges []span) int {
	if len(ranges) == 0 {
		return 0
	}
	all := joined(ranges)
	lower := ranges[0]
	for at := 1; at < len(ranges); at++ {
		if n := lower.n; ranges[at].low-lower.high >= max(lower.high-lower.low, math.SmallestNonzeroFloat64) && n >= littleObjects && all.n-n >= littleObjects {
			if upper := joined(ranges[at:]); upper.high > upper.low && lower.high > lower.low {
				return at
			}
		}
		lower = joined([]span{lower, ranges[at]})
	}
	return 0
}

func joined(ranges []span) span {
	all := ranges[0]
	for _, s := range ranges[1:] {
		all = span{all.n + s.n, min(all.low, s.low), max(all.high, s.high)}
	}
	return all
}

// duplicates warns of attributes that hold the same judgments of the same objects.
func (x *examination) duplicates() {
	first := make(map[uint64]int)
	for i := range x.attributes {
		a := &x.attributes[i]
		if a.judgments == 0 || a.constant() {
			continue
		}
		if alike, found := first[a.print]; found {
			x.Add(model.CodeDuplicateAttribute, x.ds.Attributes[i], "%s holds the same judgments as %s: exclude one of them, or you pay twice for one answer",
				x.ds.Attributes[i], x.ds.Attributes[alike])
		} else {
			first[a.print] = i
		}
	}
}
