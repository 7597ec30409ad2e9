package momentsfile

import (
	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// Bounds on what a file can ask for: with these numbers of attributes and blocks the
// sums are a gigabyte.
const (
	mostBlocks = 1000
	mostSums   = 1 << 23
)

func (d *decoder) file() *File {
	f := &File{Name: d.string("the name")}
	f.Simulated, f.Private = d.flag("simulated"), d.flag("private")
	f.Parts, f.Blocks = d.count("parts"), d.upTo("blocks", mostBlocks)
	f.Grouped = d.upTo("blocks before they were put together", mostBlocks)
	f.Attributes = make([]string, d.length("attributes", 2))
	seen := make(map[string]bool)
	for i := range f.Attributes {
		a := d.string("an attribute's name")
		if a == "" || seen[a] {
			d.fail("the attribute %q is empty or there twice", a)
		}
		f.Attributes[i], seen[a] = a, true
	}
	if len(f.Attributes) == 0 || f.Blocks == 0 {
		d.fail("there is no attribute, or no block")
	}
	if d.flag("prices") {
		for _, p := range d.ints(len(f.Attributes), "prices") {
			if p == 0 || model.Amount(p) > model.MaxAmount {
				d.fail("a price of %d billionths: it must be above 0 and at most %s", p, model.MaxAmount)
			}
			f.Prices = append(f.Prices, model.Amount(p))
		}
	}
	s := &f.Summary
	for _, n := range []*int{&s.Objects, &s.Raters, &s.Judgments, &s.Cells, &s.Fewest, &s.Most} {
		*n = d.count("a count of the data")
	}
	f.Panel = d.flag("panel")
	if d.flag("hashes of raters") {
		d.raterHashes(f)
	}
	if d.flag("links") {
		f.Links = d.links(len(f.Attributes))
	}
	d.calls(f)
	d.warnings(f)
	d.labels(f)
	return f
}

func (d *decoder) warnings(f *File) {
	for range d.length("warnings", 6) {
		var w model.Finding
		for _, text := range []*string{(*string)(&w.Code), &w.Message, &w.Object, &w.Attribute, &w.Column} {
			*text = d.string("a warning")
		}
		w.Row = d.count("a row")
		f.Warnings = append(f.Warnings, w)
	}
}

func (d *decoder) labels(f *File) {
	n := d.length("labels", 7)
	if n == 0 {
		d.fail("%v", errNoLabel)
	}
	for range n {
		name := d.string("a label's name")
		if f.Label(name) != nil || name == NoLabel && n > 1 {
			d.fail("the label %q is empty or there twice", name)
		}
		f.Summary.Labelled = append(f.Summary.Labelled, d.count("objects with the label"))
		f.Labels = append(f.Labels, d.label(name, len(f.Attributes), f.Blocks, f.Raters))
	}
	if f.Labels[0].Name == NoLabel {
		f.Summary.Labelled = nil
	}
}

// raterHashes reads the hashes of the raters' ids: at least one, each but 0 once.
func (d *decoder) raterHashes(f *File) {
	f.Key = d.uvarint()
	f.Raters = d.ints(-1, "hashes of raters")
	seen := make(map[int]bool, len(f.Raters))
	for _, h := range f.Raters {
		if h != unknownRater && seen[h] {
			d.fail("a rater is listed twice")
		}
		seen[h] = true
	}
	if len(f.Raters) == 0 {
		d.fail("hashes of no rater")
	}
}

func (d *decoder) label(name string, attributes, blocks int, hashes []int) Label {
	l := Label{Name: name, Naming: d.naming()}
	if d.flag("unfit") {
		l.Unfit = &moments.PanelError{
			Attribute: d.string("an attribute's name"), Objects: d.count("objects"), Anonymous: d.count("anonymous judgments"),
		}
	}
	if !d.flag("same-rater sums") {
		d.fail("no sums of the pairs by one rater")
	}
	byPosition := d.flag("places as raters")
	shift, shiftY := d.floats(attributes, "the shift"), d.floats(1, "the label's shift")[0]
	paper, _ := d.blocks(attributes, blocks, 1, l.classes())
	aware, ignored := d.blocks(attributes, blocks, 3, l.classes())
	for k := range paper {
		if (paper[k] == nil) != (aware[k] == nil) || paper[k] != nil && paper[k].Objects != aware[k].Objects {
			d.fail("the raters modes differ in the objects of block %d", k)
		}
	}
	raters := d.raters(attributes, aware, hashes)
	l.Paper = moments.Restore(model.RatersPaper, shift, shiftY, paper, nil, 0)
	if byPosition {
		if len(raters) > 0 || ignored > 0 {
			d.fail("the raters are places in the cells, and have sums of their own or judged twice")
		}
		l.Aware = moments.RestoreByPosition(shift, shiftY, aware)
		return l
	}
	l.Aware = moments.Restore(model.RatersAware, shift, shiftY, aware, raters, ignored)
	return l
}

// blocks reads the blocks of one raters mode, with the given numbers of kinds of pairs and of
// classes.
func (d *decoder) blocks(attributes, n, kinds, classes int) (blocks []*moments.Sums, ignored int) {
	ignored = d.count("judgments left out")
	blocks = make([]*moments.Sums, n)
	for k := range blocks {
		if m := d.count("objects of a block"); m > 0 {
			blocks[k] = d.block(m, attributes, kinds)
			d.classSums(blocks[k], classes)
		}
	}
	bounds := boundsOf(attributes, blocks)
	for _, s := range blocks {
		if s != nil {
			d.check(s, bounds)
		}
	}
	return blocks, ignored
}

func (d *decoder) block(objects, attributes, kinds int) *moments.Sums {
	if d.sums += attributes; d.sums > mostSums {
		d.fail("more than %d sums of attributes", mostSums)
	}
	y := d.floats(2, "the label's sums")
	counts := make([][]int, len(attrCounts))
	for i := range counts {
		counts[i] = d.counts(attributes, "counts of the attributes")
	}
	sums := make([][]float64, len(attrSums))
	for i := range sums {
		sums[i] = d.floats(attributes, "sums of the attributes")
	}
	var pairs [3]*moments.PairSums
	for k := range kinds {
		if moments.Kind(k) == moments.SameRater && !d.flag("same-rater pairs") {
			pairs[k] = new(moments.PairSums)
			continue
		}
		pairs[k] = d.pairs(attributes)
	}
	s := moments.NewSums(attributes)
	s.Objects, s.Y, s.YY = objects, y[0], y[1]
	copy(s.Pairs[:], pairs[:])
	for a := range s.Attr {
		q := &s.Attr[a]
		low, high := q.Min, q.Max
		for i, of := range attrCounts {
			*of(q) = counts[i][a]
		}
		for i, of := range attrSums {
			*of(q) = sums[i][a]
		}
		if q.Objects == 0 {
			q.Min, q.Max = low, high
		}
	}
	return s
}

func (d *decoder) pairs(attributes int) *moments.PairSums {
	n := attributes * (attributes - 1) / 2
	p := &moments.PairSums{P: packed(d.floats(n, "products"), attributes)}
	if !d.flag("gaps") {
		return p
	}
	counts := d.counts(n, "objects of pairs")
	p.N = fromUpper(reals(counts), attributes, true)
	p.A = fromUpper(d.floats(n, "sums of pairs"), attributes, false)
	below := fromUpper(d.floats(n, "sums of pairs"), attributes, false)
	for i := range attributes {
		for j := i + 1; j < attributes; j++ {
			p.A[j*attributes+i] = below[i*attributes+j]
		}
	}
	return p
}

// links reads in how many objects how many raters are shared.
func (d *decoder) links(attributes int) *moments.Links {
	n := attributes * (attributes - 1) / 2
	shared, smaller := d.counts(n, "shared raters"), d.counts(n, "smaller cells")
	for i := range shared {
		if shared[i] > smaller[i] {
			d.fail("%d shared raters of %d judgments", shared[i], smaller[i])
		}
	}
	return &moments.Links{D: attributes, Shared: fromUpper(shared, attributes, false), Smaller: fromUpper(smaller, attributes, false)}
}

func (d *decoder) raters(attributes int, blocks []*moments.Sums, hashes []int) [][]moments.RaterSums {
	var which []int
	if hashes != nil {
		which = d.ints(-1, "numbers of raters")
	}
	judged := d.counts(-1, "attributes by rater")
	total := 0
	for _, n := range judged {
		if total += n; n == 0 || n > attributes {
			d.fail("a rater judged %d attributes of %d", n, attributes)
		}
	}
	attr, n := d.ints(total, "raters' attributes"), d.counts(total, "raters' judgments")
	x, share := d.floats(total, "raters' sums"), d.floats(total, "raters' shares")
	raters := make([][]moments.RaterSums, len(judged))
	bounds := boundsOf(attributes, blocks)
	for w, k := range judged {
		raters[w] = make([]moments.RaterSums, k)
		last := -1
		for i := range k {
			if attr[i] <= last || attr[i] >= attributes {
				d.fail("a rater's attributes are out of order")
			}
			last = attr[i]
			raters[w][i] = moments.RaterSums{Attr: int32(attr[i]), N: float64(n[i]), X: x[i], Share: share[i]}
			if !bounds.attr[last].allow(&raters[w][i]) {
				d.fail("a rater's sums cannot come from %d judgments", n[i])
			}
		}
		attr, n, x, share = attr[k:], n[k:], x[k:], share[k:]
	}
	if hashes != nil && len(judged) > 0 {
		return d.numbered(raters, which, len(hashes))
	}
	return raters
}

// numbered gives the raters' sums the raters' numbers, below the given number of
// raters.
func (d *decoder) numbered(sums [][]moments.RaterSums, which []int, raters int) [][]moments.RaterSums {
	if len(which) != len(sums) {
		d.fail("%d numbers of %d raters", len(which), len(sums))
	}
	all, last := make([][]moments.RaterSums, raters), -1
	for i, w := range which {
		if w <= last || w >= raters {
			d.fail("the raters' numbers are out of order")
		}
		all[w], last = sums[i], w
	}
	return all
}
