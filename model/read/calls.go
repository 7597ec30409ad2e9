package read

import (
	"slices"
	"strings"

	"fms-tui/model"
)

// callNames are headers, simplified, of ids that judgments of one call share.
var callNames = strings.Fields("callid requestid completionid generationid messageid")

// calls finds out which attributes come from one call: those of rows with one id, or of one row.
type calls struct {
	because string // what says so
	column  int    // of the ids of calls; -1 where a row is a call
	first   map[string]called
	id      string // of the present row's call
	one     called // likewise
}

// called is the first attribute of a call, -1 for none yet, and the object it was about.
type called struct{ attribute, object int }

// newCalls is nil for a file that does not show calls: neither ids, nor rows by-rater that name no
// rater, or have a price.
func newCalls(r *roles, priced bool) *calls {
	s := &calls{column: -1, because: "one row holds them, and names no rater", first: make(map[string]called)}
	switch {
	case r.layout == ByObject || r.layout == ByRater && r.rater >= 0 && !priced:
		return nil
	case r.layout == Long:
		s.column = slices.IndexFunc(r.header, func(h string) bool { return slices.Contains(callNames, simplify(h)) })
		if s.column < 0 || r.role[s.column] == objectRole || r.role[s.column] == judgmentRole || slices.Contains(r.names, s.column) {
			return nil
		}
		s.because = "rows with the same " + plainOrQuoted(r.header[s.column]) + " hold them"
	case r.rater >= 0:
		s.because = "one row holds them, at one price"
		return s
	}
	if r.hint != nil && r.hint.records {
		s.because = "one record holds all of them"
	}
	return s
}

// begin takes the call of a row, and returns its id; "" for none.
func (s *calls) begin(cells []string) string {
	if s == nil {
		return ""
	}
	s.id, s.one = "", called{-1, -1}
	if s.column >= 0 {
		s.id = trim(cells[s.column])
		if one, known := s.first[s.id]; known {
			s.one = one
		}
	}
	return s.id
}

// enter notes that an attribute comes from the call.
func (s *calls) enter(to *collector, object, attribute int) {
	switch {
	case s == nil || s.column >= 0 && s.id == "":
	case s.one.attribute < 0:
		if s.one = (called{attribute, object}); s.column >= 0 {
			s.first[strings.Clone(s.id)] = s.one
		}
	case s.one.object == object:
		to.join(s.one.attribute, attribute, s.because)
	}
}

// join notes that two attributes, by their indices, come from one call.
func (c *collector) join(a, b int, because string) {
	for len(c.together) <= max(a, b) {
		c.together = append(c.together, len(c.together))
	}
	to, from := c.together[a], c.together[b]
	if to == from {
		return
	}
	c.because[a], c.because[b] = because, because
	for i, call := range c.together {
		if call == from {
			c.together[i] = to
		}
	}
}

// setCalls lists the found forms, in the order of their first attributes.
func (c *collector) setCalls(d *model.Dataset) {
	members := make([][]string, len(c.together)) // by what together says
	for _, name := range d.Attributes {
		if a, _ := c.builder.KnownAttribute(name); a < len(c.together) {
			members[c.together[a]] = append(members[c.together[a]], name)
		}
	}
	for _, name := range d.Attributes {
		a, _ := c.builder.KnownAttribute(name)
		if a >= len(c.together) || len(members[c.together[a]]) < 2 || members[c.together[a]][0] != name {
			continue
		}
		form := model.Sheet{Attributes: members[c.together[a]], Why: c.because[a]}
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
