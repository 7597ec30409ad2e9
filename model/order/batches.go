package order

import (
	"fmt"
	"slices"
	"strings"
)

// Batch is a set of questions that the same number of raters answer about each of its
// objects. An annotation tool can ask a batch as one project.
type Batch struct {
	Name       string   // unique among the batches, of a-z, 0-9 and -
	Form       string   // that the questions are on; "" for a question by itself
	Attributes []string // asked together, at least one
	Raters     int      // of each object, at least 1; other raters than in the form's other batches
	Objects    []Object // in the order's order
}

// Batches are the layers of an order. Tools give every question of a task the same
// number of raters: so layer j asks what is wanted at least j times of an object, and
// layers with equal questions are one batch with more raters. Attributes that are
// bought by themselves are batches of one question each, for raters who answer several
// questions err on them alike.
func (o *Order) Batches() []Batch {
	var batches []Batch
	at := make(map[string]int)
	for _, x := range o.Objects {
		for _, asks := range x.groups() {
			for _, l := range layers(asks) {
				key := fmt.Sprintf("%q %q %d", l.Form, l.Attributes, l.Raters)
				i, known := at[key]
				if !known {
					i = len(batches)
					at[key] = i
					batches = append(batches, l)
				}
				batches[i].Objects = append(batches[i].Objects, x)
			}
		}
	}
	for i := range batches {
		batches[i].Name = fmt.Sprintf("batch-%0*d", len(fmt.Sprint(len(batches))), i+1)
	}
	return batches
}

// layers are the batches of one object's asks on a form, from the layer of the first
// judgments on.
func layers(asks []Ask) []Batch {
	var times []int
	for _, a := range asks {
		times = append(times, a.Times)
	}
	slices.Sort(times)
	var out []Batch
	before := 0
	for _, n := range slices.Compact(times) {
		l := Batch{Form: asks[0].Form, Raters: n - before}
		for _, a := range asks {
			if a.Times >= n {
				l.Attributes = append(l.Attributes, a.Attribute)
			}
		}
		out, before = append(out, l), n
	}
	return out
}

// Title is a batch in a few words for people.
func (b *Batch) Title() string {
	what := strings.Join(b.Attributes, ", ")
	if b.Form != "" {
		what = b.Form + ": " + what
	}
	return what
}
