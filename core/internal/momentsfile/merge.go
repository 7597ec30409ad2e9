package momentsfile

import (
	"fmt"
	"slices"

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
	first  string // how errors call the first file
	name   string // of the first file's data
	files  int
	out    *File
	labels []mergedLabel
	number map[string]int // by attribute
	price  []model.Amount
	from   []string    // by attribute: the file that said the price
	priced bool        // some file has prices
	hashed bool        // some file has hashes of its raters
	rater  map[int]int // number by hash
	raters []int       // hash by number
	unlink bool        // some file has no links
}

// mergedLabel is the sums of one label so far. Sums of raters are kept apart,
// for the severity term is made of them once, at the end.
type mergedLabel struct {
	Label
	raters [][]moments.RaterSums // by number, about the shift of Aware
	places bool                  // in some file the raters are places in the cells
	known  string                // a file whose raters are known; "" for none
}

// Add adds the sums of a file, which errors call name. After an error the Merger
// is of no use.
func (m *Merger) Add(f *File, name string) error {
	if m.out == nil {
		m.begin(f, name)
	}
	switch {
	case f.Blocks != m.out.Blocks:
		return fmt.Errorf("%s has %d blocks and %s has %d: files of one data set have the same number", m.first, m.out.Blocks, name, f.Blocks)
	case f.Raters != nil && m.hashed && f.Key != m.out.Key:
		return model.Advise(fmt.Errorf("%s hashes its raters with another key than the files before it: write all with the same key", name),
			model.Choose(model.OptionRaterKey, "FILE", "names the key"))
	}
	place := m.places(f)
	if err := m.prices(f, place, name); err != nil {
		return err
	}
	if err := m.calls(f, name); err != nil {
		return err
	}
	m.files++
	m.out.take(f)
	m.link(f, place)
	raters := m.ratersOf(f)
	for i := range m.labels {
		if err := m.label(i, f, place, raters, name); err != nil {
			return err
		}
	}
	return nil
}

// File returns what was put together. At least one file must have been added.
func (m *Merger) File() *File {
	out := *m.out
	if out.Name = m.name; m.files > 1 {
		out.Name = fmt.Sprintf("%s and %d more", m.name, m.files-1)
	}
	if m.priced {
		out.Prices = m.price
	}
	if m.hashed {
		out.Raters = m.raters
	}
	for i := range m.labels {
		l := m.labels[i].Label
		if !l.Aware.ByPosition {
			l.Aware = l.Aware.WithSums(l.Aware.Block, m.labels[i].raters)
		}
		out.Labels = append(out.Labels, l)
	}
	return &out
}

func (m *Merger) begin(f *File, name string) {
	m.first, m.name, m.out = name, f.Name, &File{Blocks: f.Blocks}
	m.number, m.rater = make(map[string]int), make(map[int]int)
	for i := range f.Labels {
		m.labels = append(m.labels, mergedLabel{Label: Label{Name: f.Labels[i].Name}})
	}
	if f.Labels[0].Name != NoLabel {
		m.out.Summary.Labelled = make([]int, len(f.Labels))
	}
}

// take adds what needs no other file.
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
	for _, w := range o.Warnings {
		if !slices.ContainsFunc(f.Warnings, w.Equal) {
			f.Warnings = append(f.Warnings, w)
		}
	}
}

// places returns the numbers of a file's attributes; new attributes come after all
// others.
func (m *Merger) places(f *File) []int {
	place := make([]int, len(f.Attributes))
	for a, name := range f.Attributes {
		at, known := m.number[name]
		if !known {
			at = len(m.out.Attributes)
			m.number[name] = at
			m.out.Attributes = append(m.out.Attributes, name)
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

// link adds up the links, where all files have them.
func (m *Merger) link(f *File, place []int) {
	m.unlink = m.unlink || f.Links == nil
	if m.unlink {
		m.out.Links = nil
		return
	}
	d := len(m.out.Attributes)
	own := f.Links.Among(d, place)
	if sum := m.out.Links; sum != nil {
		own.Add(sum.Among(d, upTo(sum.D)))
	}
	m.out.Links = own
}

// prices takes each attribute's price from the files that have it.
func (m *Merger) prices(f *File, place []int, file string) error {
	m.priced = m.priced || f.Prices != nil
	for len(m.price) < len(m.out.Attributes) {
		m.price, m.from = append(m.price, 0), append(m.from, "")
	}
	for a, name := range f.Attributes {
		at, p := place[a], model.Unit
		if f.Prices != nil {
			p = f.Prices[a]
		}
		if m.price[at] != 0 && m.price[at] != p {
			return fmt.Errorf("%s costs %s in %s and %s in %s: write both with the same prices", name, m.price[at], m.from[at], p, file)
		}
		m.price[at], m.from[at] = p, file
	}
	return nil
}

// calls keeps the calls that all files have. Prices of one unit are no prices of another.
func (m *Merger) calls(f *File, file string) error {
	switch {
	case m.files == 0:
		m.out.Calls, m.out.PriceUnit = f.Calls, f.PriceUnit
	case m.out.PriceUnit != f.PriceUnit:
		return fmt.Errorf("prices are %s in %s and %s in %s: write both with the same prices", unitOf(m.out), m.first, unitOf(f), file)
	case !sameCalls(m.out, f):
		m.out.Calls = nil
	}
	return nil
}

// sameCalls tells whether two files have the same calls.
func sameCalls(f, o *File) bool {
	return slices.EqualFunc(f.Calls, o.Calls, func(a, b model.Sheet) bool {
		return a.Price == b.Price && slices.Equal(a.Attributes, b.Attributes)
	})
}

// unitOf says what a file's prices count.
func unitOf(f *File) string {
	if f.PriceUnit == "" {
		return "plain numbers"
	}
	return f.PriceUnit
}

// ratersOf returns the numbers of a file's raters in the whole.
func (m *Merger) ratersOf(f *File) []int {
	m.out.Summary.Raters += f.Summary.Raters
	hashes := f.Raters
	if hashes != nil {
		m.hashed, m.out.Key = true, f.Key
	} else {
		most := 0
		for i := range f.Labels {
			most = max(most, len(f.Labels[i].Aware.Raters()))
		}
		hashes = make([]int, most)
	}
	number := make([]int, len(hashes))
	for w, h := range hashes {
		at, known := m.rater[h]
		if h == unknownRater || !known {
			at = len(m.raters)
			m.raters = append(m.raters, h)
		}
		if number[w] = at; h == unknownRater {
			continue
		}
		if m.rater[h] = at; known {
			m.out.Summary.Raters--
		}
	}
	return number
}

// label adds the sums of a file for the label of number i.
func (m *Merger) label(i int, f *File, place, raters []int, name string) error {
	l := &m.labels[i]
	own := f.Label(l.Name)
	if own == nil || len(f.Labels) != len(m.labels) {
		return model.Advise(fmt.Errorf("%s has moments for %s and %s for %s: files of parts must have the same labels",
			m.first, listed(m.names()), name, listed(f.names())), oneLabel)
	}
	if at := slices.Index(f.names(), l.Name); at < len(f.Summary.Labelled) {
		m.out.Summary.Labelled[i] += f.Summary.Labelled[at]
	}
	if l.Unfit == nil {
		l.Unfit = own.Unfit
	}
	aligned, err := l.align(*own, m.first, name)
	if err != nil {
		return err
	}
	paper, aware := aligned.Paper, aligned.Aware.WithSums(aligned.Aware.Block, nil)
	if d := len(m.out.Attributes); !slices.Equal(place, upTo(d)) {
		paper, aware = paper.Among(d, place), aware.Among(d, place)
	}
	if err := l.know(own.Aware, name); err != nil {
		return err
	}
	if l.Paper == nil {
		l.Paper, l.Aware = paper, aware
	} else {
		l.join(paper, aware)
	}
	l.addRaters(own.Aware, place, raters)
	return nil
}

// know refuses known raters beside raters who are places in the cells.
func (l *mergedLabel) know(aware *moments.Blocks, name string) error {
	l.places = l.places || aware.ByPosition
	if len(aware.Raters()) > 0 {
		l.known = name
	}
	if l.places && l.known != "" {
		return fmt.Errorf("the raters of %s are known, and in another file places in the cells stand for them: write both anew from the judgments", l.known)
	}
	return nil
}

// join adds the sums of a file. The attributes so far are the file's first attributes.
func (l *mergedLabel) join(paper, aware *moments.Blocks) {
	if before := upTo(len(l.Paper.Shift)); len(before) < len(paper.Shift) {
		l.Paper, l.Aware = l.Paper.Among(len(paper.Shift), before), l.Aware.Among(len(paper.Shift), before)
	}
	if l.Aware.ByPosition != aware.ByPosition {
		if aware.ByPosition {
			aware = Anonymous(paper)
		} else {
			l.Aware = Anonymous(l.Paper)
		}
	}
	l.Paper = moments.Merge([]*moments.Blocks{l.Paper, paper})
	l.Aware = moments.Merge([]*moments.Blocks{l.Aware, aware})
}

// addRaters adds what the raters of a file gave, whose numbers in the whole are
// number, to attributes at these places. An attribute that is new to the label has
// the file's own shift, all others keep theirs: what is known already need not move.
func (l *mergedLabel) addRaters(aware *moments.Blocks, place, number []int) {
	for w, list := range aware.Raters() {
		for len(l.raters) <= number[w] {
			l.raters = append(l.raters, nil)
		}
		own := slices.Clone(list)
		for i := range own {
			r := &own[i]
			at := place[r.Attr]
			r.X += r.N * (aware.Shift[r.Attr] - l.Aware.Shift[at])
			r.Attr = int32(at)
		}
		l.raters[number[w]] = moments.AddRater(l.raters[number[w]], own)
	}
}

// Anonymous returns moments of the aware mode in which every judgment is another
// rater's, from moments of the paper's mode. Parts of data without rater ids are read
// by places where their errors are correlated, and small parts can differ in that by
// chance; together they are then read as the paper does.
func Anonymous(paper *moments.Blocks) *moments.Blocks {
	blocks := make([]*moments.Sums, len(paper.Block))
	for k, s := range paper.Block {
		if s != nil {
			own := *s
			own.Pairs[moments.DifferentRaters] = s.Pairs[moments.AllPairs]
			own.Pairs[moments.SameRater] = &moments.PairSums{} // nobody judged two attributes
			blocks[k] = &own
		}
	}
	return moments.Restore(model.RatersAware, paper.Shift, paper.ShiftY, blocks, nil, 0)
}

func (m *Merger) names() []string {
	var names []string
	for _, l := range m.labels {
		names = append(names, l.Name)
	}
	return names
}

func (f *File) names() []string {
	var names []string
	for _, l := range f.Labels {
		names = append(names, l.Name)
	}
	return names
}

// listed names labels in a sentence.
func listed(labels []string) string {
	if labels[0] == NoLabel {
		return "no label"
	}
	s := labels[0]
	for _, l := range labels[1:] {
		s += ", " + l
	}
	return s
}
