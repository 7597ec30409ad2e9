package momentsfile

import (
	"fmt"
	"slices"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// Merge returns the file of the data whose parts the files hold; names are how
// errors call them. Attributes are told by name and come in the order of first
// appearance. Labels must be the same, and so must prices.
//
// That no object is in two parts cannot be seen from sums: it is for the caller
// to know.
func Merge(files []*File, names []string) (*File, error) {
	if len(files) == 1 {
		return files[0], nil
	}
	first := files[0]
	out := &File{Name: first.Name, Blocks: first.Blocks, Panel: first.Panel}
	for i, f := range files {
		if f.Blocks != first.Blocks {
			return nil, fmt.Errorf("%s has %d blocks and %s has %d: files of one data set have the same number", names[0], first.Blocks, names[i], f.Blocks)
		}
		out.take(f)
	}
	out.link(files)
	out.Name = fmt.Sprintf("%s and %d more", first.Name, len(files)-1)
	if err := out.price(files, names); err != nil {
		return nil, err
	}
	for i := range first.Labels {
		l, err := out.join(first.Labels[i].Name, files, names)
		if err != nil {
			return nil, err
		}
		out.Labels = append(out.Labels, l)
	}
	return out, nil
}

// take adds what needs no other file.
func (f *File) take(o *File) {
	f.Simulated, f.Private = f.Simulated || o.Simulated, f.Private || o.Private
	f.Parts += o.Parts
	f.Grouped = max(f.Grouped, o.Grouped)
	f.Panel = f.Panel || o.Panel
	for _, a := range o.Attributes {
		if !slices.Contains(f.Attributes, a) {
			f.Attributes = append(f.Attributes, a)
		}
	}
	s, t := &f.Summary, &o.Summary
	if t.Cells > 0 && (s.Cells == 0 || t.Fewest < s.Fewest) {
		s.Fewest = t.Fewest
	}
	s.Most = max(s.Most, t.Most)
	s.Objects += t.Objects
	s.Raters += t.Raters
	s.Judgments += t.Judgments
	s.Cells += t.Cells
	for _, w := range o.Warnings {
		if !slices.ContainsFunc(f.Warnings, w.Equal) {
			f.Warnings = append(f.Warnings, w)
		}
	}
}

// link adds up the links, where all files have them.
func (f *File) link(files []*File) {
	var sum *moments.Links
	for _, o := range files {
		if o.Links == nil {
			return
		}
		place := make([]int, len(o.Attributes))
		for a, name := range o.Attributes {
			place[a] = slices.Index(f.Attributes, name)
		}
		own := o.Links.Among(len(f.Attributes), place)
		if sum != nil {
			own.Add(sum)
		}
		sum = own
	}
	f.Links = sum
}

// price takes each attribute's price from the files that have it.
func (f *File) price(files []*File, names []string) error {
	if !slices.ContainsFunc(files, func(o *File) bool { return o.Prices != nil }) {
		return nil
	}
	f.Prices = make([]model.Amount, len(f.Attributes))
	from := make([]string, len(f.Attributes))
	for i, o := range files {
		for a, name := range o.Attributes {
			at, p := slices.Index(f.Attributes, name), model.Unit
			if o.Prices != nil {
				p = o.Prices[a]
			}
			if f.Prices[at] != 0 && f.Prices[at] != p {
				return fmt.Errorf("%s costs %s in %s and %s in %s: write both with the same prices", name, f.Prices[at], from[at], p, names[i])
			}
			f.Prices[at], from[at] = p, names[i]
		}
	}
	return nil
}

// join merges one label.
func (f *File) join(name string, files []*File, names []string) (Label, error) {
	l := Label{Name: name}
	labelled := 0
	var paper, aware []*moments.Blocks
	for i, o := range files {
		of := o.Label(name)
		if of == nil || len(o.Labels) != len(files[0].Labels) {
			return l, model.Advise(fmt.Errorf("%s has moments for %s and %s for %s: files of parts must have the same labels",
				names[0], listed(files[0]), names[i], listed(o)), oneLabel)
		}
		if at := slices.IndexFunc(o.Labels, func(l Label) bool { return l.Name == name }); at < len(o.Summary.Labelled) {
			labelled += o.Summary.Labelled[at]
		}
		if l.Unfit == nil {
			l.Unfit = of.Unfit
		}
		place := make([]int, len(o.Attributes))
		same := len(o.Attributes) == len(f.Attributes)
		for a, attribute := range o.Attributes {
			place[a] = slices.Index(f.Attributes, attribute)
			same = same && place[a] == a
		}
		p, w := of.Paper, of.Aware
		if !same {
			p, w = p.Among(len(f.Attributes), place), w.Among(len(f.Attributes), place)
		}
		paper, aware = append(paper, p), append(aware, w)
	}
	if slices.ContainsFunc(aware, func(w *moments.Blocks) bool { return w.ByPosition != aware[0].ByPosition }) {
		for i, w := range aware {
			switch {
			case !w.ByPosition && len(w.Raters()) > 0:
				return l, fmt.Errorf("the raters of %s are known, and those of another file are places in the cells: write both anew from the judgments", names[i])
			case w.ByPosition:
				aware[i] = Anonymous(paper[i])
			}
		}
	}
	if name != NoLabel {
		f.Summary.Labelled = append(f.Summary.Labelled, labelled)
	}
	l.Paper, l.Aware = moments.Merge(paper), moments.Merge(aware)
	return l, nil
}

// Anonymous returns moments of the aware mode in which every judgment is another
// rater's, from those of the paper's. Parts of data without rater ids are read by
// places where their errors go together, and small parts can differ in that by
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

// listed names the labels of a file.
func listed(f *File) string {
	if f.Labels[0].Name == NoLabel {
		return "no label"
	}
	s := f.Labels[0].Name
	for _, l := range f.Labels[1:] {
		s += ", " + l.Name
	}
	return s
}
