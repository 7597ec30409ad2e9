package momentsfile

import (
	"math"
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
	if optional(c, &f.Links, "links") {
		c.links(f.Links, len(f.Attributes))
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
	var prices []int
	for _, p := range f.Prices {
		prices = append(prices, int(p))
	}
	if c.ints(&prices, len(f.Attributes), "prices"); c.reads {
		f.Prices = nil
	}
	for _, p := range prices {
		if c.check(p != 0 && model.Amount(p) <= model.MaxAmount, "a price of %d billionths: it must be above 0 and at most %s", p, model.MaxAmount); c.reads {
			f.Prices = append(f.Prices, model.Amount(p))
		}
	}
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

// place finds the places of pairs of d attributes.
func (c *codec) place(d int) {
	if c.above != nil {
		return
	}
	for i := range d {
		for j := i + 1; j < d; j++ {
			c.above, c.below, c.packed = append(c.above, i*d+j), append(c.below, j*d+i), append(c.packed, moments.PlaceOf(i, j, d))
		}
	}
}

// pairsOf is a column of one figure for each pair of d attributes, at the given places of x. Room
// for size figures is made once so many are known to be there.
func pairsOf[V int | float64](c *codec, pass func(*codec, *[]V, int, string), d int, what string, x *[]V, size int, places *[]int) {
	room := func() {
		if *x == nil {
			*x = make([]V, size)
		}
	}
	column(c, pass, d*(d-1)/2, what, func(k int) *V {
		c.place(d)
		room()
		return &(*x)[(*places)[k]]
	})
	room()
}

// links are in how many objects how many raters are shared.
func (c *codec) links(l *moments.Links, d int) {
	if c.reads {
		l.D = d
	}
	pairsOf(c, (*codec).counts, d, "shared raters", &l.Shared, d*d, &c.above)
	pairsOf(c, (*codec).counts, d, "smaller cells", &l.Smaller, d*d, &c.above)
	for at, n := range l.Shared {
		c.check(n <= l.Smaller[at], "%d shared raters of %d judgments", n, l.Smaller[at])
	}
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
	paper, aware := moments.Blocks{Mode: model.RatersPaper}, moments.Blocks{Mode: model.RatersAware}
	var known [][]moments.RaterSums
	if !c.reads {
		paper, aware, known = *l.Paper, *l.Aware, l.Aware.Raters()
	}
	sameRater, d := true, len(f.Attributes)
	c.flag(&sameRater, "same-rater sums")
	c.check(sameRater, "it lacks the sums of pairs by one rater, as what was merged from a file of version 1: write it anew from the judgments")
	c.flag(&aware.ByPosition, "places as raters")
	c.floats(&paper.Shift, d, "the shift")
	column(c, (*codec).floats, 1, "the label's shift", func(int) *float64 { return &paper.ShiftY })
	aware.Shift, aware.ShiftY = paper.Shift, paper.ShiftY
	c.blocks(&paper, f, 1, l.classes())
	c.blocks(&aware, f, 3, l.classes())
	for k, own := range paper.Block {
		s := aware.Block[k]
		c.check((own == nil) == (s == nil) && (s == nil || own.Objects == s.Objects), "the raters modes differ in the objects of block %d", k)
	}
	known = c.raters(known, aware.Block, f)
	c.check(!aware.ByPosition || len(known) == 0 && aware.Ignored == 0, "the raters are places in the cells, and have sums of their own or judged twice")
	if c.reads {
		l.Paper, l.Aware = paper.WithRaters(nil), aware.WithRaters(known)
	}
}

// blocks are the blocks of one raters mode, with the given numbers of kinds of pairs and of
// classes.
func (c *codec) blocks(b *moments.Blocks, f *File, kinds, classes int) {
	c.count(&b.Ignored, "judgments left out")
	if c.reads {
		b.Block = make([]*moments.Sums, f.Blocks)
	}
	for k, s := range b.Block {
		objects := 0
		if s != nil {
			objects = s.Objects
		}
		if c.count(&objects, "objects of a block"); objects == 0 {
			continue
		}
		if c.reads {
			c.sums += len(f.Attributes) * (1 + classes)
			c.check(c.sums <= mostSums, "more than %d sums of attributes", mostSums)
			s = moments.NewSums(len(f.Attributes))
			if s.Objects = objects; classes > 0 {
				s.Class = make([]moments.ClassSums, classes)
			}
			b.Block[k] = s
		}
		c.block(s, kinds)
	}
	if c.reads {
		bounds := boundsOf(len(f.Attributes), b.Block)
		for _, s := range b.Block {
			if s != nil {
				c.checkSums(s, bounds)
			}
		}
	}
}

func (c *codec) block(s *moments.Sums, kinds int) {
	d := len(s.Attr)
	column(c, (*codec).floats, 2, "the label's sums", func(i int) *float64 { return []*float64{&s.Y, &s.YY}[i] })
	attr := slices.Clone(s.Attr)
	extremes := func(least, most float64) {
		for a := range attr {
			if attr[a].Objects == 0 {
				attr[a].Min, attr[a].Max = least, most
			}
		}
	}
	extremes(0, 0) // infinite here
	for i := range moments.Counts {
		column(c, (*codec).counts, d, "counts of the attributes", func(a int) *int { return attr[a].Count(i) })
	}
	for i := range moments.Figures {
		column(c, (*codec).floats, d, "sums of the attributes", func(a int) *float64 { return attr[a].Figure(i) })
	}
	if c.reads {
		extremes(math.Inf(1), math.Inf(-1))
		s.Attr = attr
	}
	for k := range kinds {
		if c.reads {
			s.Pairs[k] = new(moments.PairSums)
		}
		some := s.Pairs[k].P != nil
		if k < int(moments.SameRater) || c.flag(&some, "same-rater pairs") {
			c.pairs(s.Pairs[k], d)
		}
	}
	for k := range s.Class {
		of := &s.Class[k]
		c.count(&of.Objects, "objects of a class")
		c.counts(&of.Attr, d, "objects of a class")
		c.floats(&of.X, d, "sums of a class")
	}
}

func (c *codec) pairs(p *moments.PairSums, d int) {
	pairsOf(c, (*codec).floats, d, "products", &p.P, d*(d+1)/2, &c.packed)
	gaps := p.N != nil
	if !c.flag(&gaps, "gaps") {
		return
	}
	var objects []int
	for k := 0; !c.reads && k < len(c.above); k++ {
		objects = append(objects, int(p.N[c.above[k]]))
	}
	if c.counts(&objects, d*(d-1)/2, "objects of pairs"); c.reads {
		p.N = make([]float64, d*d)
		for k, n := range objects {
			p.N[c.above[k]], p.N[c.below[k]] = float64(n), float64(n)
		}
	}
	pairsOf(c, (*codec).floats, d, "sums of pairs", &p.A, d*d, &c.above) // A is not symmetric
	pairsOf(c, (*codec).floats, d, "sums of pairs", &p.A, d*d, &c.below)
}

// raters are the raters' sums, one rater after another, with their numbers where the file has
// hashes of their ids.
func (c *codec) raters(all [][]moments.RaterSums, blocks []*moments.Sums, f *File) [][]moments.RaterSums {
	var judged, which, attr, n []int // attributes, and the rater's number
	var flat []moments.RaterSums
	for w, own := range all {
		if len(own) > 0 {
			which, judged, flat = append(which, w), append(judged, len(own)), append(flat, own...)
		}
	}
	for _, r := range flat {
		attr, n = append(attr, int(r.Attr)), append(n, int(r.N))
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
	c.ints(&attr, total, "raters' attributes")
	c.counts(&n, total, "raters' judgments")
	if c.reads {
		flat = make([]moments.RaterSums, total)
	}
	column(c, (*codec).floats, total, "raters' sums", func(i int) *float64 { return &flat[i].X })
	column(c, (*codec).floats, total, "raters' shares", func(i int) *float64 { return &flat[i].Share })
	if !c.reads {
		return all
	}
	size := len(judged)
	if f.Raters != nil && size > 0 {
		size = len(f.Raters)
	} else {
		which = upTo(size)
	}
	c.check(len(which) == len(judged), "%d numbers of %d raters", len(which), len(judged))
	raters, last, bounds := make([][]moments.RaterSums, size), -1, boundsOf(len(f.Attributes), blocks)
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
