package momentsfile

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// leastObjects is the number of objects that a block of a private file holds at
// least, and leastBlocks the number of blocks.
const (
	leastObjects = 10
	leastBlocks  = 3
)

// oneLabel is what helps where labels do not go together.
var oneLabel = model.Choose(model.OptionLabel, "NAME", "writes one label")

// TooSmallError says that too few blocks are left for a private file.
type TooSmallError struct {
	Label           string
	Objects, Blocks int
}

func (e *TooSmallError) Error() string {
	of := ""
	if e.Label != NoLabel {
		of = " of the label " + e.Label
	}
	return fmt.Sprintf("the %d objects%s make %d blocks of at least %d, and a private file needs %d: with fewer, a block would hold nearly all objects",
		e.Objects, of, e.Blocks, leastObjects, leastBlocks)
}

// Protect returns the file without names of objects or raters, and without figures of
// few of them: docs/privacy.md says what this protects and what it does not.
//
//   - Blocks of under 10 objects are put together, which changes the folds, and
//     so the honest losses; fewer than 3 left are a *TooSmallError unless small
//     is allowed.
//   - The shift is near the mean, not the first value of the data.
//   - The smallest and largest cell means of a block, which belong to single objects, give way to the mean of all data less and plus their spread: what
//     they tell, that cell means differ, they tell still.
//   - Each rater's sums and the hashes of raters' ids are left out: the severity term of the
//     aware mode is 0, and losses from the file are lower than losses of the judgments
//     ([File.SeverityShare]).
//   - Warnings, which may name objects, are left out.
//   - Labels of different objects are an error: differences of their sums would show the objects that only one label has.
func (f *File) Protect(allowSmall bool) (*File, error) {
	out := *f
	out.Private, out.Warnings, out.Labels = true, nil, nil
	out.Raters, out.Key = nil, 0
	for i := range f.Labels {
		l := &f.Labels[i]
		if !sameObjects(&f.Labels[0], l) {
			return nil, model.Advise(fmt.Errorf("the labels %s and %s are of different objects, and the difference of their moments would show single ones",
				f.Labels[0].Name, l.Name), oneLabel)
		}
		groups := grouped(l.Paper.Block)
		if len(groups) < leastBlocks && !allowSmall {
			return nil, model.Advise(&TooSmallError{Label: l.Name, Objects: l.Paper.Union(nil).Objects, Blocks: len(groups)},
				model.Choose(model.OptionAllowSmall, "", "writes them all the same"))
		}
		private := Label{Name: l.Name, Naming: l.Naming, Unfit: l.Unfit, Paper: l.Paper, Aware: l.Aware}
		if n := l.filled(); len(groups) < n {
			out.Grouped = max(out.Grouped, n)
			private.Paper, private.Aware = private.Paper.Regroup(groups), private.Aware.Regroup(groups)
		}
		shift, shiftY := centre(private.Paper)
		private.Paper = blurred(private.Paper).About(shift, shiftY)
		private.Aware = private.Aware.WithSums(private.Aware.Block, nil)
		private.Aware = blurred(private.Aware).About(shift, shiftY)
		out.Labels = append(out.Labels, private)
	}
	return &out, nil
}

// centre returns a shift near the means, where there are any: rounded to an
// eighth of the spread and a power of two, so that sums of judgments with few
// digits keep few.
func centre(b *moments.Blocks) (shift []float64, shiftY float64) {
	m := b.Moments(b.Union(nil))
	shift = slices.Clone(b.Shift)
	for a := range shift {
		if m.Attr[a].Objects > 0 {
			shift[a] = rounded(m.Attr[a].Mean, m.Attr[a].T)
		}
	}
	if m.Objects > 0 {
		shiftY = rounded(m.LabelMean, math.Sqrt(m.LabelVariance))
	}
	return shift, shiftY
}

// rounded is x to an eighth of a spread; a spread of 0 or beyond floating point
// leaves x as it is.
func rounded(x, spread float64) float64 {
	if !(spread > 0) || math.IsInf(spread, 0) {
		return x
	}
	unit := math.Ldexp(1, math.Ilogb(spread)-3)
	if r := math.Round(x/unit) * unit; r-r == 0 {
		return r
	}
	return x
}

// blurred returns the blocks without the extremes of their cell means.
func blurred(b *moments.Blocks) *moments.Blocks {
	m := b.Moments(b.Union(nil))
	blocks := make([]*moments.Sums, len(b.Block))
	for k, s := range b.Block {
		if s == nil {
			continue
		}
		o := *s
		o.Attr = slices.Clone(s.Attr)
		for a := range o.Attr {
			if q := &o.Attr[a]; q.Min < q.Max {
				q.Min, q.Max = m.Attr[a].Mean-m.Attr[a].T, m.Attr[a].Mean+m.Attr[a].T
			}
		}
		blocks[k] = &o
	}
	return b.WithSums(blocks, b.Raters())
}

// SeverityShare is the largest share of an attribute's variance that is the severity term,
// over all labels, and the attribute; 0 without raters known by id. Protect leaves the term
// out, and with it what raters hide who judge much: losses are then too low.
func (f *File) SeverityShare() (share float64, attribute string) {
	for i := range f.Labels {
		b := f.Labels[i].Aware
		if len(b.Raters()) == 0 {
			continue
		}
		m, d := b.Moments(b.Union(nil)), len(f.Attributes)
		for a, name := range f.Attributes {
			if at := a*d + a; m.Attr[a].Status == moments.Usable && b.Severity.K[at] > share*m.Sigma[at] {
				share, attribute = b.Severity.K[at]/m.Sigma[at], name
			}
		}
	}
	return share, attribute
}

// grouped returns groups of non-empty blocks that hold at least leastObjects
// each, where there are that many: small blocks are put together in order, and
// what is left of them goes to the smallest group. Groups are numbered by their
// first block, without gaps, so that folds are as even as can be; where no block
// is small, each is a group.
func grouped(blocks []*moments.Sums) [][]int {
	var groups [][]int
	var rest []int
	size := func(group []int) (n int) {
		for _, k := range group {
			n += blocks[k].Objects
		}
		return n
	}
	for k, s := range blocks {
		switch {
		case s == nil:
		case s.Objects >= leastObjects:
			groups = append(groups, []int{k})
		default:
			if rest = append(rest, k); size(rest) >= leastObjects {
				groups, rest = append(groups, rest), nil
			}
		}
	}
	if len(rest) > 0 && len(groups) == 0 {
		return [][]int{rest}
	}
	if len(rest) > 0 {
		slices.SortStableFunc(groups, func(p, q []int) int { return cmp.Compare(size(p), size(q)) })
		groups[0] = append(groups[0], rest...)
	}
	slices.SortStableFunc(groups, func(p, q []int) int { return cmp.Compare(slices.Min(p), slices.Min(q)) })
	return groups
}

// sameObjects tells whether two labels are of the same objects: their blocks
// then have the same sums of judgments.
func sameObjects(l, o *Label) bool {
	for k, s := range l.Paper.Block {
		t := o.Paper.Block[k]
		if (s == nil) != (t == nil) {
			return false
		}
		for a := 0; s != nil && a < len(s.Attr); a++ {
			p, q := &s.Attr[a], &t.Attr[a]
			if s.Objects != t.Objects || p.Objects != q.Objects || p.X != q.X || p.XX != q.XX || l.Paper.Shift[a] != o.Paper.Shift[a] {
				return false
			}
		}
	}
	return true
}
