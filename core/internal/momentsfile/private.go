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
// least, and leastBlocks the number of blocks. What fewer than leastInAll objects have cannot
// be in three blocks by ten.
const (
	leastObjects = 10
	leastBlocks  = 3
	leastInAll   = leastObjects * leastBlocks
)

// oneLabel is what helps where labels do not go together.
var oneLabel = model.Choose(model.OptionLabel, "NAME", "writes one label")

// TooSmallError says that too few blocks are left for a private file, or that a class has too
// few objects.
type TooSmallError struct {
	Label           string
	Class           string // "" where the blocks are too few
	Objects, Blocks int
}

func (e *TooSmallError) Error() string {
	of := ""
	if e.Class != "" {
		return fmt.Sprintf("the class %s of %s has %d objects, and a private file needs %d: the sums of fewer would show their judgments", e.Class, e.Label, e.Objects, leastInAll)
	}
	if e.Label != NoLabel {
		of = " of the label " + e.Label
	}
	return fmt.Sprintf("the %d objects%s make %d blocks of at least %d, of each attribute and class too, and a private file needs %d: with fewer, a block would hold nearly all objects",
		e.Objects, of, e.Blocks, leastObjects, leastBlocks)
}

// Protect returns the file without names of objects or raters, and without figures of
// few of them: docs/formats.md says what this protects and what it does not.
//
//   - Attributes that fewer than 30 objects have, or fewer than 30 of a class, are left out, as
//     if nobody had judged them ([File.Scarce]), and so are products of two attributes that
//     fewer have. A class of fewer is a *TooSmallError.
//   - Blocks are put together until each holds 10 objects, and none or 10 of each attribute, pair
//     of attributes, and class. That changes the folds, and so the honest losses; fewer than 3
//     left are a *TooSmallError.
//   - If small is allowed, all attributes, pairs and classes stay, and blocks hold 10 objects
//     where there are that many.
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
	scarce := f.scarce()
	for i := range f.Labels {
		l := &f.Labels[i]
		if !sameObjects(&f.Labels[0], l) {
			return nil, model.Advise(fmt.Errorf("the labels %s and %s are of different objects, and the difference of their moments would show single ones",
				f.Labels[0].Name, l.Name), oneLabel)
		}
		if class, n := l.rareClass(); n > 0 && !allowSmall {
			return nil, model.Advise(&TooSmallError{Label: l.Name, Class: class, Objects: n}, model.Choose(model.OptionAllowSmall, "", "writes it all the same"))
		}
		groups := grouped(l.Paper.Block, l.enough(scarce, allowSmall))
		if len(groups) < leastBlocks && !allowSmall {
			return nil, model.Advise(&TooSmallError{Label: l.Name, Objects: l.Paper.Union(nil).Objects, Blocks: len(groups)},
				model.Choose(model.OptionAllowSmall, "", "writes them all the same"))
		}
		private, n := *l, 0
		for _, s := range l.Paper.Block {
			if s != nil {
				n++
			}
		}
		if len(groups) < n {
			out.Grouped = max(out.Grouped, n)
			private.Paper, private.Aware = private.Paper.Regroup(groups), private.Aware.Regroup(groups)
		}
		if !allowSmall {
			without := func(s *moments.Sums) *moments.Sums { return s.Without(scarce, leastObjects) }
			private.Paper, private.Aware = private.Paper.Each(without), private.Aware.Each(without)
		}
		shift, shiftY := centre(private.Paper)
		private.Paper = blurred(private.Paper).About(shift, shiftY)
		private.Aware = blurred(private.Aware.WithRaters(nil)).About(shift, shiftY)
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
	return b.Each(func(s *moments.Sums) *moments.Sums {
		o := *s
		o.Attr = slices.Clone(s.Attr)
		for a := range o.Attr {
			if q := &o.Attr[a]; q.Min < q.Max {
				q.Min, q.Max = m.Attr[a].Mean-m.Attr[a].T, m.Attr[a].Mean+m.Attr[a].T
			}
		}
		return &o
	})
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

// Scarce lists the attributes that Protect leaves out: fewer than 30 objects have them, or
// fewer than 30 of a class. Their sums by block would show judgments of single objects.
func (f *File) Scarce() []string {
	var names []string
	for a, is := range f.scarce() {
		if is {
			names = append(names, f.Attributes[a])
		}
	}
	return names
}

func (f *File) scarce() []bool {
	scarce := make([]bool, len(f.Attributes))
	for i := range f.Labels {
		l := &f.Labels[i]
		s := l.Paper.Union(nil)
		for a := range scarce {
			scarce[a] = scarce[a] || least(l.objects(s, a)) < leastInAll
		}
	}
	return scarce
}

// objects are the numbers of objects of sums that have an attribute, in all and by class; in all,
// for an attribute of -1, all objects.
func (l *Label) objects(s *moments.Sums, a int) []int {
	n, y := s.Objects, s.Y
	if a >= 0 {
		n, y = s.Attr[a].Objects, s.Attr[a].Y
	}
	counts := []int{n}
	switch {
	case s.Class != nil:
		for k := range s.Class {
			if a < 0 {
				counts = append(counts, s.Class[k].Objects)
			} else {
				counts = append(counts, s.Class[k].Attr[a])
			}
		}
	case l.Binary || len(l.Names) == 2:
		one := int(math.Round(y + float64(n)*l.Paper.ShiftY))
		counts = append(counts, n-one, one)
	}
	return counts
}

// least is the smallest of the counts above 0, the largest number where there is none.
func least(counts []int) int {
	n := math.MaxInt
	for _, c := range counts {
		if c > 0 {
			n = min(n, c)
		}
	}
	return n
}

// rareClass returns a class of fewer than leastObjects objects and their number, 0 for none.
func (l *Label) rareClass() (name string, objects int) {
	for k, n := range l.objects(l.Paper.Union(nil), -1)[1:] {
		if n > 0 && n < leastInAll {
			if k < len(l.Names) {
				return l.Names[k], n
			}
			return fmt.Sprint(k), n
		}
	}
	return "", 0
}

// enough returns a test whether the sums of a group of blocks show few objects: of all, and, unless
// small is allowed, of a class, with an attribute or two together that are not scarce.
func (l *Label) enough(scarce []bool, allowSmall bool) func(group []int) bool {
	all := []*moments.Sums{l.Paper.Union(nil), l.Aware.Union(nil)}
	return func(group []int) bool {
		for i, b := range []*moments.Blocks{l.Paper, l.Aware} {
			s := b.Union(func(k int) bool { return slices.Contains(group, k) })
			n := s.Objects
			if !allowSmall {
				n = min(n, least(l.objects(s, -1)), l.fewest(s, all[i], scarce))
			}
			if n < leastObjects {
				return false
			}
		}
		return true
	}
}

// fewest is the smallest number above 0 of objects with an attribute or two together, by class too,
// in sums that are part of all.
func (l *Label) fewest(s, all *moments.Sums, scarce []bool) int {
	n, d := math.MaxInt, len(s.Attr)
	for a, is := range scarce {
		if !is {
			n = min(n, least(l.objects(s, a)))
		}
	}
	for k, p := range s.Pairs {
		if p == nil || p.N == nil || moments.Kind(k) == moments.SameRater {
			continue // complete, or differences of one rater's products and others'
		}
		for at, of := range p.N {
			if total := all.Pairs[k].N; !scarce[at/d] && !scarce[at%d] && of > 0 && total[at] >= leastInAll {
				n = min(n, int(of))
			}
		}
	}
	return n
}

// grouped returns groups of non-empty blocks that are enough, where all together are:
// blocks are put together in order, and what is left of them goes to groups in order of their
// size until all is enough. Groups are numbered by their first block, without gaps, so that folds
// are as even as can be; where each block is enough, each is a group.
func grouped(blocks []*moments.Sums, enough func(group []int) bool) [][]int {
	var groups [][]int
	var rest []int
	for k, s := range blocks {
		switch {
		case s == nil:
		case enough([]int{k}):
			groups = append(groups, []int{k})
		default:
			if rest = append(rest, k); enough(rest) {
				groups, rest = append(groups, rest), nil
			}
		}
	}
	size := func(group []int) (n int) {
		for _, k := range group {
			n += blocks[k].Objects
		}
		return n
	}
	slices.SortStableFunc(groups, func(p, q []int) int { return cmp.Compare(size(p), size(q)) })
	for len(rest) > 0 && len(groups) > 0 {
		rest, groups = append(groups[0], rest...), groups[1:]
		if enough(rest) {
			groups, rest = append(groups, rest), nil
		}
	}
	if len(rest) > 0 {
		groups = append(groups, rest)
	}
	for _, g := range groups {
		slices.Sort(g)
	}
	slices.SortStableFunc(groups, func(p, q []int) int { return cmp.Compare(p[0], q[0]) })
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
