package momentsfile

import (
	"cmp"
	"slices"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// Bounds on what a file can ask for: with these numbers of attributes and blocks the
// sums are a gigabyte. Readers of data take fewer classes.
const (
	mostBlocks  = 1000
	mostSums    = 1 << 23
	mostClasses = 1000
)

// file is the content after the pool, as docs/dev/moments_format.md lists it.
func (c *codec) file(f *File) {
	c.string(&f.Name, "the name")
	c.flag(&f.Simulated, "simulated")
	c.flag(&f.Private, "private")
	c.count(&f.Parts, "parts")
	c.upTo(&f.Blocks, "blocks", mostBlocks)
	c.upTo(&f.Grouped, "blocks before they were put together", mostBlocks)
	c.attributes(f)
	s := &f.Summary
	for _, n := range []*int{&s.Objects, &s.Raters, &s.Judgments, &s.Cells, &s.Fewest, &s.Most} {
		c.count(n, "a count of the data")
	}
	c.flag(&f.Panel, "panel")
	c.hashes(f)
	if d := len(f.Attributes); optional(c, &f.Links, "links") {
		c.links(f.Links, d)
	}
	c.upTo(&f.Nameless, "raters without an id", s.Raters)
	c.string(&f.PriceUnit, "the unit of prices")
	c.calls(f)
	list(c, &f.Warnings, "warnings", 6)
	for i := range f.Warnings {
		w := &f.Warnings[i]
		for _, text := range []*string{(*string)(&w.Code), &w.Message, &w.Object, &w.Attribute, &w.Column} {
			c.string(text, "a warning")
		}
		c.count(&w.Row, "a row")
	}
	c.labels(f)
}

// attributes are names and prices.
func (c *codec) attributes(f *File) {
	list(c, &f.Attributes, "attributes", 2)
	c.check(len(f.Attributes) > 0 && f.Blocks > 0, "there is no attribute, or no block")
	seen := make(map[string]bool)
	for i := range f.Attributes {
		c.string(&f.Attributes[i], "an attribute's name")
		a := f.Attributes[i]
		c.check(a != "" && !seen[a], "the attribute %q is empty or there twice", a)
		seen[a] = true
	}
	priced := f.Prices != nil
	if !c.flag(&priced, "prices") {
		return
	}
	prices := converted[int](f.Prices)
	c.ints(&prices, len(f.Attributes), "prices")
	for _, p := range prices {
		c.check(p != 0 && model.Amount(p) <= model.MaxAmount, "a price of %d billionths: it must be above 0 and at most %s", p, model.MaxAmount)
	}
	f.Prices = converted[model.Amount](prices)
}

// hashes are the hashes of the raters' ids: at least one, each but 0 once.
func (c *codec) hashes(f *File) {
	has := f.Raters != nil
	if !c.flag(&has, "hashes of raters") {
		return
	}
	c.number(&f.Key)
	c.ints(&f.Raters, -1, "hashes of raters")
	seen := make(map[int]bool, len(f.Raters))
	for _, h := range f.Raters {
		c.check(h == unknownRater || !seen[h], "a rater is listed twice")
		seen[h] = true
	}
	c.check(len(f.Raters) > 0, "hashes of no rater")
}

// links are in how many objects how many raters are shared.
func (c *codec) links(l *moments.Links, d int) {
	shared, smaller := upper(l.Shared, l.D), upper(l.Smaller, l.D)
	c.counts(&shared, d*(d-1)/2, "shared raters")
	c.counts(&smaller, d*(d-1)/2, "smaller cells")
	if !c.reads {
		return
	}
	for i := range shared {
		c.check(shared[i] <= smaller[i], "%d shared raters of %d judgments", shared[i], smaller[i])
	}
	*l = moments.Links{D: d, Shared: fromUpper(shared, d, false), Smaller: fromUpper(smaller, d, false)}
}

// calls ask several attributes at once, at one price: a file keeps the calls that the data
// hold, so that moments are bought as the judgments are.
func (c *codec) calls(f *File) {
	list(c, &f.Calls, "calls", 3)
	taken := make([]bool, len(f.Attributes))
	for i := range f.Calls {
		call := &f.Calls[i]
		var asked []int
		for _, name := range call.Attributes {
			asked = append(asked, slices.Index(f.Attributes, name))
		}
		c.ints(&asked, -1, "attributes of a call")
		c.check(len(asked) > 1, "a call asks %d attributes: two at least", len(asked))
		for _, a := range asked {
			c.check(a < len(taken) && !taken[a], "a call asks an attribute that does not exist, or that another call asks")
			if taken[a] = true; c.reads {
				call.Attributes = append(call.Attributes, f.Attributes[a])
			}
		}
		c.string(&call.Why, "what says so of a call")
		price := int(call.Price)
		if c.upTo(&price, "the price of a call", int(model.MaxAmount)); c.reads {
			call.Price = model.Amount(price)
		}
	}
}

func (c *codec) labels(f *File) {
	list(c, &f.Labels, "labels", 7)
	c.check(len(f.Labels) > 0, "%v", errNoLabel)
	labelled := make([]int, len(f.Labels))
	copy(labelled, f.Summary.Labelled)
	seen := make(map[string]bool)
	for i := range f.Labels {
		l := &f.Labels[i]
		c.string(&l.Name, "a label's name")
		c.check(!seen[l.Name] && (l.Name != NoLabel || len(f.Labels) == 1), "the label %q is empty or there twice", l.Name)
		seen[l.Name] = true
		c.count(&labelled[i], "objects with the label")
		c.naming(&l.Naming)
		if optional(c, &l.Unfit, "unfit") { // without the rater
			c.string(&l.Unfit.Attribute, "an attribute's name")
			c.count(&l.Unfit.Objects, "objects")
			c.count(&l.Unfit.Anonymous, "anonymous judgments")
		}
		c.moments(l, f)
	}
	if c.reads && f.Labels[0].Name != NoLabel {
		f.Summary.Labelled = labelled
	}
}

func (c *codec) naming(n *Naming) {
	classes := len(n.Names)
	if c.upTo(&classes, "classes", mostClasses); c.reads && classes > 0 {
		n.Names = make([]string, classes)
	}
	for i := range n.Names {
		c.string(&n.Names[i], "a class")
		c.check(!slices.Contains(n.Names[:i], n.Names[i]), "the class %q is listed twice", n.Names[i])
	}
	c.flag(&n.Ordered, "ordered")
	c.flag(&n.Binary, "binary")
	c.check(classes != 1 && (n.classes() > 0 || !n.Ordered) && (n.classes() == 0 || !n.Binary), "%d classes contradict each other", classes)
}

// moments are the sums of a label in the two raters modes.
func (c *codec) moments(l *Label, f *File) {
	if c.reads {
		l.Paper = moments.Restore(model.RatersPaper, nil, 0, nil, nil, 0)
		l.Aware = moments.Restore(model.RatersPaper, nil, 0, nil, nil, 0)
	}
	paper, aware, sameRater := l.Paper, l.Aware, true
	c.flag(&sameRater, "same-rater sums")
	c.check(sameRater, "it lacks the sums of pairs by one rater, as what was merged from a file of version 1: write it anew from the judgments")
	byPosition := aware.ByPosition
	c.flag(&byPosition, "places as raters")
	shift, shiftY := paper.Shift, []float64{paper.ShiftY}
	c.floats(&shift, len(f.Attributes), "the shift")
	c.floats(&shiftY, 1, "the label's shift")
	own, _ := c.blocks(paper, f, 1, l.classes())
	block, ignored := c.blocks(aware, f, 3, l.classes())
	for k := range own {
		c.check((own[k] == nil) == (block[k] == nil) && (own[k] == nil || own[k].Objects == block[k].Objects),
			"the raters modes differ in the objects of block %d", k)
	}
	raters := c.raters(aware.Raters(), block, f)
	if !c.reads {
		return
	}
	l.Paper = moments.Restore(model.RatersPaper, shift, shiftY[0], own, nil, 0)
	if byPosition {
		c.check(len(raters) == 0 && ignored == 0, "the raters are places in the cells, and have sums of their own or judged twice")
		l.Aware = moments.RestoreByPosition(shift, shiftY[0], block)
		return
	}
	l.Aware = moments.Restore(model.RatersAware, shift, shiftY[0], block, raters, ignored)
}

// blocks are the blocks of one raters mode, with the given numbers of kinds of pairs and of
// classes.
func (c *codec) blocks(b *moments.Blocks, f *File, kinds, classes int) (blocks []*moments.Sums, ignored int) {
	attributes := len(f.Attributes)
	blocks, ignored = make([]*moments.Sums, f.Blocks), b.Ignored
	copy(blocks, b.Block)
	c.count(&ignored, "judgments left out")
	for k, s := range blocks {
		if s == nil {
			s = new(moments.Sums)
		}
		objects := s.Objects
		if c.count(&objects, "objects of a block"); objects == 0 {
			continue
		}
		if c.reads {
			c.sums += attributes * (1 + classes)
			c.check(c.sums <= mostSums, "more than %d sums of attributes", mostSums)
			s = moments.NewSums(attributes)
			if s.Objects = objects; classes > 0 {
				s.Class = make([]moments.ClassSums, classes)
			}
			blocks[k] = s
		}
		c.block(s, kinds)
	}
	if c.reads {
		bounds := boundsOf(attributes, blocks)
		for _, s := range blocks {
			if s != nil {
				c.checkSums(s, bounds)
			}
		}
	}
	return blocks, ignored
}

func (c *codec) block(s *moments.Sums, kinds int) {
	d := len(s.Attr)
	y, attr := []float64{s.Y, s.YY}, slices.Clone(s.Attr)
	c.floats(&y, 2, "the label's sums")
	for a := range attr {
		if attr[a].Objects == 0 {
			attr[a].Min, attr[a].Max = 0, 0 // infinite here
		}
	}
	for _, of := range attrCounts {
		field(attr, of, func(x *[]int) { c.counts(x, d, "counts of the attributes") })
	}
	for _, of := range attrSums {
		field(attr, of, func(x *[]float64) { c.floats(x, d, "sums of the attributes") })
	}
	if c.reads {
		for a := range attr {
			if attr[a].Objects == 0 {
				attr[a].Min, attr[a].Max = s.Attr[a].Min, s.Attr[a].Max
			}
		}
		s.Y, s.YY, s.Attr = y[0], y[1], attr
	}
	for k := range kinds {
		if k < int(moments.SameRater) {
			c.pairs(&s.Pairs[k], d)
			continue
		}
		if c.reads {
			s.Pairs[k] = new(moments.PairSums)
		}
		if some := s.Pairs[k].P != nil; c.flag(&some, "same-rater pairs") {
			c.pairs(&s.Pairs[k], d)
		}
	}
	for k := range s.Class {
		of := &s.Class[k]
		c.count(&of.Objects, "objects of a class")
		c.counts(&of.Attr, d, "objects of a class")
		c.floats(&of.X, d, "sums of a class")
	}
}

func (c *codec) pairs(sums **moments.PairSums, d int) {
	if c.reads {
		*sums = &moments.PairSums{P: make([]float64, d*(d+1)/2)}
	}
	p, n := *sums, d*(d-1)/2
	products, gaps := offDiagonal(p.P, d), p.N != nil
	c.floats(&products, n, "products")
	if c.reads {
		p.P = packed(products, d)
	}
	if !c.flag(&gaps, "gaps") {
		return
	}
	var objects []int
	var above, below []float64 // A is not symmetric
	if !c.reads {
		objects, above, below = converted[int](upper(p.N, d)), upper(p.A, d), upper(turned(p.A, d), d)
	}
	c.counts(&objects, n, "objects of pairs")
	c.floats(&above, n, "sums of pairs")
	c.floats(&below, n, "sums of pairs")
	if c.reads {
		p.N, p.A = fromUpper(converted[float64](objects), d, true), fromUpper(above, d, false)
		for at, x := range turned(fromUpper(below, d, false), d) {
			p.A[at] += x // one of the two is 0
		}
	}
}

// raters are the raters' sums, one rater after another, with their numbers where the file has
// hashes of their ids.
func (c *codec) raters(all [][]moments.RaterSums, blocks []*moments.Sums, f *File) [][]moments.RaterSums {
	var judged, which []int // attributes, and the rater's number
	var flat []moments.RaterSums
	for w, own := range all {
		if len(own) > 0 {
			which, judged = append(which, w), append(judged, len(own))
			sorted := slices.Clone(own)
			slices.SortStableFunc(sorted, func(p, q moments.RaterSums) int { return cmp.Compare(p.Attr, q.Attr) })
			flat = append(flat, sorted...)
		}
	}
	if f.Raters != nil {
		c.ints(&which, -1, "numbers of raters")
	}
	c.counts(&judged, -1, "attributes by rater")
	total := 0
	for _, n := range judged {
		total += n
		c.check(n > 0 && n <= len(f.Attributes), "a rater judged %d attributes of %d", n, len(f.Attributes))
	}
	if c.reads { // before room is made: so many numbers follow in an array
		c.check(total <= c.size, "the raters judged %d attributes", total)
		flat = make([]moments.RaterSums, total)
	}
	attr := converted[int](column(flat, func(r *moments.RaterSums) *int32 { return &r.Attr }))
	n := converted[int](column(flat, func(r *moments.RaterSums) *float64 { return &r.N }))
	c.ints(&attr, total, "raters' attributes")
	c.counts(&n, total, "raters' judgments")
	field(flat, func(r *moments.RaterSums) *float64 { return &r.X }, func(x *[]float64) { c.floats(x, total, "raters' sums") })
	field(flat, func(r *moments.RaterSums) *float64 { return &r.Share }, func(x *[]float64) { c.floats(x, total, "raters' shares") })
	if !c.reads {
		return all
	}
	size := len(judged)
	if f.Raters != nil && size > 0 {
		size = len(f.Raters)
	} else {
		which = upTo(size)
	}
	raters, last := make([][]moments.RaterSums, size), -1
	c.check(len(which) == len(judged), "%d numbers of %d raters", len(which), len(judged))
	bounds := boundsOf(len(f.Attributes), blocks)
	for i, w := range which {
		c.check(w > last && w < len(raters), "the raters' numbers are out of order")
		raters[w], last = flat[:judged[i]:judged[i]], w
		flat = flat[judged[i]:]
		before := -1
		for j := range raters[w] {
			r := &raters[w][j]
			c.check(attr[0] > before && attr[0] < len(f.Attributes), "a rater's attributes are out of order")
			r.Attr, r.N, before = int32(attr[0]), float64(n[0]), attr[0]
			c.check(bounds.attr[before].allow(r), "a rater's sums cannot come from %d judgments", n[0])
			attr, n = attr[1:], n[1:]
		}
	}
	return raters
}

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

// column returns one figure of each element.
func column[T, V any](x []T, of func(*T) *V) []V {
	out := make([]V, len(x))
	for i := range x {
		out[i] = *of(&x[i])
	}
	return out
}

// field passes one figure of each element on, and takes what becomes of it.
func field[T, V any](x []T, of func(*T) *V, pass func(*[]V)) {
	figures := column(x, of)
	pass(&figures)
	for i, v := range figures {
		*of(&x[i]) = v
	}
}
