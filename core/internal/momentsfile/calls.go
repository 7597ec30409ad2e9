package momentsfile

import (
	"slices"

	"fms-tui/model"
)

// What a judgment costs may hang on calls that ask several attributes at once, at one
// price: a file keeps the calls that the data hold, so that moments are bought as the
// judgments are. Versions before 4 have none.

func (e *encoder) calls(f *File) {
	e.number(uint64(f.Nameless))
	e.string(f.PriceUnit)
	e.number(uint64(len(f.Calls)))
	for _, c := range f.Calls {
		e.number(e.ints(places(f.Attributes, c.Attributes)))
		e.string(c.Why)
		e.number(uint64(c.Price))
	}
}

// places are the numbers of attributes by name.
func places(attributes, names []string) []int {
	var out []int
	for _, name := range names {
		out = append(out, slices.Index(attributes, name))
	}
	return out
}

func (d *decoder) calls(f *File) {
	f.Nameless = d.upTo("raters without an id", f.Summary.Raters)
	f.PriceUnit = d.string("the unit of prices")
	taken := make([]bool, len(f.Attributes))
	for range d.length("calls", 3) {
		var c model.Sheet
		for _, a := range d.ints(-1, "attributes of a call") {
			if a >= len(taken) || taken[a] {
				d.fail("a call asks an attribute that does not exist, or that another call asks")
			}
			taken[a] = true
			c.Attributes = append(c.Attributes, f.Attributes[a])
		}
		if len(c.Attributes) < 2 {
			d.fail("a call asks %d attributes: two at least", len(c.Attributes))
		}
		c.Why = d.string("what says so of a call")
		c.Price = model.Amount(d.upTo("the price of a call", int(model.MaxAmount)))
		f.Calls = append(f.Calls, c)
	}
}

// sameCalls tells whether two files have the same calls.
func sameCalls(f, o *File) bool {
	return slices.EqualFunc(f.Calls, o.Calls, func(a, b model.Sheet) bool {
		return a.Price == b.Price && slices.Equal(a.Attributes, b.Attributes)
	})
}
