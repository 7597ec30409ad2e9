package read

import (
	"slices"
	"strings"

	"fms-tui/model"
)

// callNames are headers, simplified, of ids that judgments of one call share.
var callNames = strings.Fields("callid requestid completionid generationid messageid")

// calls finds out which attributes come from one call.
type calls struct {
	because string         // what says so
	column  int            // of the ids of calls; -1 for none
	first   map[string]int // the first attribute of a call, and
	object  map[string]int // the object it was about
}

// callColumn returns the column of ids that rows of one call share, or -1.
func (r *roles) callColumn() int {
	return slices.IndexFunc(r.header, func(h string) bool { return slices.Contains(callNames, simplify(h)) })
}

func newCalls(r *roles) *calls {
	column := r.callColumn()
	if column < 0 || r.role[column] == objectRole || r.role[column] == judgmentRole || slices.Contains(r.attribute, column) {
		return nil
	}
	because := "rows with the same " + plainOrQuoted(r.header[column]) + " hold them"
	if r.hint != nil && r.hint.records {
		because = "one record holds all of them"
	}
	return &calls{because: because, column: column, first: make(map[string]int), object: make(map[string]int)}
}

// enter notes the call of a judgment, and returns its id; "" for none.
func (s *calls) enter(to *collector, object, attribute int, cells []string) string {
	if s == nil {
		return ""
	}
	id := trim(cells[s.column])
	if id == "" {
		return ""
	}
	first, known := s.first[id]
	switch {
	case !known:
		id = strings.Clone(id)
		s.first[id], s.object[id] = attribute, object
	case s.object[id] == object && first != attribute:
		to.join(first, attribute, s.because)
	}
	return id
}

// join notes that two attributes, by their indices, come from one call.
func (c *collector) join(a, b int, because string) {
	for len(c.together) <= max(a, b) {
		c.together = append(c.together, len(c.together))
	}
	if c.because == nil {
		c.because = make(map[int]string)
	}
	c.because[a], c.because[b] = because, because
	c.together[c.root(b)] = c.root(a)
}

func (c *collector) root(a int) int {
	for c.together[a] != a {
		a = c.together[a]
	}
	return a
}

// joinRow notes that the attributes of one record come from one call.
func (w *wide) joinRow(own []int, has []bool) {
	if w.roles.rater >= 0 && w.price == nil || w.roles.layout != ByRater {
		return
	}
	because := "one row holds them, and names no rater"
	switch {
	case w.roles.rater >= 0:
		because = "one row holds them, at one price"
	case w.roles.hint != nil && w.roles.hint.records:
		because = "one record holds all of them"
	}
	first := -1
	for i, a := range own {
		if !has[i] || a < 0 {
			continue
		}
		if first < 0 {
			first = a
		} else if c := w.to; a >= len(c.together) || first >= len(c.together) || c.root(a) != c.root(first) {
			c.join(first, a, because)
		}
	}
}

// setCalls lists the found forms, in the order of their first attributes.
func (c *collector) setCalls(d *model.Dataset) {
	var roots []int
	members := make(map[int][]string)
	for _, name := range d.Attributes {
		a, _ := c.attributes.known(name)
		if a >= len(c.together) {
			continue
		}
		root := c.root(a)
		if members[root] == nil {
			roots = append(roots, root)
		}
		members[root] = append(members[root], name)
	}
	for _, root := range roots {
		if len(members[root]) < 2 {
			continue
		}
		first, _ := c.attributes.known(members[root][0])
		form := model.Sheet{Attributes: members[root], Why: c.because[first]}
		if d.Prices != nil {
			var sum model.Amount
			for _, name := range form.Attributes {
				sum += d.Price(slices.Index(d.Attributes, name))
			}
			form.Price = sum / model.Amount(len(form.Attributes))
		}
		d.Calls = append(d.Calls, form)
	}
}
