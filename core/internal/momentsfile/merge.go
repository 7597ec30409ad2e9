package momentsfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// Merger puts files of parts of the data together, one after another: it holds
// the sums of all files so far, and no file. The zero value is ready to use.
//
// Attributes are told by name and come in the order of first appearance. Labels
// must be the same, and so must prices. A rater whose id has the same hash in two
// files is one rater; the raters of a file without hashes are others.
//
// The sums cannot show that no object is in two parts: the caller must know.
type Merger struct {
	out    File
	files  int
	first  string            // how errors call the first file
	from   map[string]string // the file that said the price of an attribute
	places bool              // in some file the raters are places in the cells
	known  string            // a file whose raters are known; "" for none
}

// File returns what was put together. At least one file must have been added.
func (m *Merger) File() *File {
	out := m.out
	if m.files > 1 {
		out.Name = fmt.Sprintf("%s and %d more", out.Name, m.files-1)
	}
	return &out
}

// Add adds the sums of a file, which errors call name. After an error the Merger
// is of no use.
func (m *Merger) Add(f *File, name string) error {
	if m.files == 0 {
		m.out, m.first, m.from = *f, name, make(map[string]string)
	}
	if err := m.fits(f, name); err != nil {
		return err
	}
	if m.files++; m.files == 1 {
		return nil
	}
	out := &m.out
	place := m.placesOf(f)
	if out.Prices != nil || f.Prices != nil {
		prices := slices.Repeat([]model.Amount{model.Unit}, len(out.Attributes))
		copy(prices, out.Prices)
		for a, at := range place {
			prices[at] = f.price(a)
		}
		out.Prices = prices
	}
	isSame := func(a, b model.Sheet) bool { return a.Price == b.Price && slices.Equal(a.Attributes, b.Attributes) }
	if !slices.EqualFunc(out.Calls, f.Calls, isSame) {
		out.Calls = nil
	}
	out.take(f)
	out.Links = linked(out, f, place)
	raters := out.takeRaters(f)
	out.Labels = slices.Clone(out.Labels)
	for i := range out.Labels {
		if err := m.label(i, f, place, raters, name); err != nil {
			return err
		}
	}
	return nil
}

// fits tells what keeps a file from those before it.
func (m *Merger) fits(f *File, name string) error {
	out := &m.out
	for i := range f.Labels {
		aware := f.Labels[i].Aware
		if m.places = m.places || aware.ByPosition; len(aware.Raters()) > 0 {
			m.known = name
		}
	}
	switch {
	case f.Blocks != out.Blocks:
		return fmt.Errorf("%s has %d blocks and %s has %d: files of one data set have the same number", m.first, out.Blocks, name, f.Blocks)
	case f.Raters != nil && out.Raters != nil && f.Key != out.Key:
		return model.Advise(fmt.Errorf("%s hashes its raters with another key than the files before it: write all with the same key", name),
			model.Choose(model.OptionRaterKey, "FILE", "names the key"))
	case f.PriceUnit != out.PriceUnit:
		return fmt.Errorf("prices are %s in %s and %s in %s: write both with the same prices",
			cmp.Or(out.PriceUnit, "plain numbers"), m.first, cmp.Or(f.PriceUnit, "plain numbers"), name)
	case m.places && m.known != "":
		return fmt.Errorf("the raters of %s are known, and in another file places in the cells stand for them: write both anew from the judgments", m.known)
	}
	for a, attribute := range f.Attributes {
		from, known := m.from[attribute]
		if m.from[attribute] = cmp.Or(from, name); !known {
			continue
		}
		if was, p := out.price(slices.Index(out.Attributes, attribute)), f.price(a); was != p {
			return fmt.Errorf("%s costs %s in %s and %s in %s: write both with the same prices", attribute, was, from, p, name)
		}
	}
	return nil
}

// price is what a judgment of an attribute costs.
func (f *File) price(a int) model.Amount {
	if f.Prices == nil {
		return model.Unit
	}
	return f.Prices[a]
}

// placesOf returns the numbers of a file's attributes; new attributes come after all
// others.
func (m *Merger) placesOf(f *File) []int {
	number := make(map[string]int)
	for a, name := range m.out.Attributes {
		number[name] = a
	}
	place := make([]int, len(f.Attributes))
	for a, name := range f.Attributes {
		at, known := number[name]
		if !known {
			at = len(m.out.Attributes)
			m.out.Attributes = append(slices.Clip(m.out.Attributes), name)
		}
		place[a] = at
	}
	return place
}

// upTo is the numbers below n: the place of what stays where it is.
func upTo(n int) []int {
	place := make([]int, n)
	for i := range place {
		place[i] = i
	}
	return place
}

// take adds what needs no names.
func (f *File) take(o *File) {
	f.Simulated, f.Private = f.Simulated || o.Simulated, f.Private || o.Private
	f.Parts += o.Parts
	f.Grouped = max(f.Grouped, o.Grouped)
	f.Panel = f.Panel || o.Panel
	f.Nameless += o.Nameless
	s, t := &f.Summary, &o.Summary
	if t.Cells > 0 && (s.Cells == 0 || t.Fewest < s.Fewest) {
		s.Fewest = t.Fewest
	}
	s.Most = max(s.Most, t.Most)
	s.Objects += t.Objects
	s.Judgments += t.Judgments
	s.Cells += t.Cells
	s.Labelled = slices.Clone(s.Labelled)
	for _, w := range o.Warnings {
		if !slices.ContainsFunc(f.Warnings, w.Equal) {
			f.Warnings = append(slices.Clip(f.Warnings), w)
		}
	}
}

// linked adds up the links, where all files have them.
func linked(f, o *File, place []int) *moments.Links {
	if f.Links == nil || o.Links == nil {
		return nil
	}
	d := len(f.Attributes)
	sum := o.Links.Among(d, place)
	sum.Add(f.Links.Among(d, upTo(f.Links.D)))
	return sum
}

// hashed are the hashes of the raters with sums, 0 where a file has none.
func (f *File) hashed() []int {
	if f.Raters != nil {
		return f.Raters
	}
	most := 0
	for i := range f.Labels {
		most = max(most, len(f.Labels[i].Aware.Raters()))
	}
	return make([]int, most)
}

// takeRaters adds the raters of a file, and returns their numbers in the whole.
func (f *File) takeRaters(o *File) (number []int) {
	all, known := slices.Clone(f.hashed()), make(map[int]int)
	for w, h := range all {
		known[h] = w
	}
	f.Summary.Raters += o.Summary.Raters
	for _, h := range o.hashed() {
		at, isKnown := known[h]
		if h == unknownRater || !isKnown {
			at = len(all)
			all = append(all, h)
		} else {
			f.Summary.Raters--
		}
		number = append(number, at)
	}
	if o.Raters != nil {
		f.Key = o.Key
	}
	if f.Raters != nil || o.Raters != nil {
		f.Raters = all
	}
	return number
}

// label adds the sums of a file for the label of number i.
func (m *Merger) label(i int, f *File, place, raters []int, name string) error {
	l := &m.out.Labels[i]
	at := slices.Index(f.names(), l.Name)
	if at < 0 || len(f.Labels) != len(m.out.Labels) {
		return model.Advise(fmt.Errorf("%s has moments for %s and %s for %s: files of parts must have the same labels",
			m.first, cmp.Or(strings.Join(m.out.names(), ", "), "no label"), name, cmp.Or(strings.Join(f.names(), ", "), "no label")), oneLabel)
	}
	if at < len(f.Summary.Labelled) && i < len(m.out.Summary.Labelled) {
		m.out.Summary.Labelled[i] += f.Summary.Labelled[at]
	}
	l.Unfit = cmp.Or(l.Unfit, f.Labels[at].Unfit)
	own, err := l.align(f.Labels[at], m.first, name)
	if err != nil {
		return err
	}
	d := len(m.out.Attributes)
	among := func(b *moments.Blocks, place []int) *moments.Blocks {
		if slices.Equal(place, upTo(d)) {
			return b
		}
		return b.Among(d, place)
	}
	before := upTo(len(l.Paper.Shift))
	join := func(b, o *moments.Blocks) *moments.Blocks {
		return moments.Merge(among(b, before), among(o, place), raters)
	}
	aware, other := l.Aware, own.Aware
	switch {
	case aware.ByPosition && !other.ByPosition:
		aware = l.Paper.Anonymous()
	case other.ByPosition && !aware.ByPosition:
		other = own.Paper.Anonymous()
	}
	l.Paper, l.Aware = join(l.Paper, own.Paper), join(aware, other)
	return nil
}

// align gives the label so far and another file's label the same classes. Parts of data may
// lack a class: words are in alphabetical order, so the words of all parts are too.
func (l *Label) align(own Label, first, name string) (Label, error) {
	binary := l.Binary && own.Binary
	list := func(n *Naming) string { return cmp.Or(strings.Join(n.Names, ", "), "numbers") }
	switch {
	case slices.Equal(l.Names, own.Names) && l.Ordered == own.Ordered:
		l.Binary = binary
		return own, nil
	case l.Ordered || own.Ordered || l.Names == nil || own.Names == nil:
		return own, model.Advise(fmt.Errorf("the classes of the label %s are %s in %s and %s in %s: write all parts with the same classes",
			l.Name, list(&l.Naming), first, list(&own.Naming), name), model.Choose(model.OptionOrdered, "LOW,MID,HIGH", "names the classes of a scale"))
	}
	all := slices.Concat(l.Names, own.Names)
	slices.Sort(all)
	all = slices.Compact(all)
	for _, of := range []*Label{l, &own} {
		var to []int
		for _, class := range of.Names {
			at, _ := slices.BinarySearch(all, class)
			to = append(to, at)
		}
		of.Paper, of.Aware, of.Naming = of.Paper.Reclassed(len(all), to), of.Aware.Reclassed(len(all), to), Naming{Names: all}
	}
	return own, nil
}
