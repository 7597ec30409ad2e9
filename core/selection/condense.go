package selection

// A curve's choices at rising budgets share one path, which holds every judgment: 16 MB
// for a million. Where only repeats are asked for they take less.

// condense forgets in which order judgments were bought, if the repeats of all choices take
// less room than their paths. Steps of a choice are then by attribute, in the order of
// their first judgments. All else stays.
func (c *Curve) condense() {
	longest, d := 0, c.p.d()
	for i := range c.Choices {
		longest = max(longest, len(c.Choices[i].trunk))
	}
	if longest < 2*d*len(c.Choices) {
		return
	}
	counted := make(map[int]*counts) // by walk
	for i := range c.Choices {
		one := &c.Choices[i]
		of := counted[one.walk]
		if of == nil || one.walk == 0 {
			of = newCounts(d)
			counted[one.walk] = of
		}
		of.to(one.trunk, nil)
		if len(one.tail) > 0 {
			of = of.with(one.tail)
		}
		one.trunk, one.tail, one.walk = nil, nil, 0
		for _, a := range of.order {
			one.tail = append(one.tail, lot{a, of.repeats[a]})
		}
	}
}

// counts are the judgments of a path so far.
type counts struct {
	place   []int // the number of an attribute of the path; nil for its own
	steps   int   // of the path
	repeats []int // by attribute
	order   []int // of the attributes, as they were first bought
}

func newCounts(d int) *counts { return &counts{repeats: make([]int, d)} }

// to goes on to the end of a path that begins with the lots counted. It calls visit, if
// there is one, with each further lot.
func (c *counts) to(trunk []lot, visit func(a, n int)) {
	for _, l := range trunk[c.steps:] {
		if c.place != nil {
			l.attribute = c.place[l.attribute]
		}
		c.add(l)
		if visit != nil {
			visit(l.attribute, l.judgments)
		}
	}
	c.steps = len(trunk)
}

func (c *counts) add(l lot) {
	if c.repeats[l.attribute] == 0 {
		c.order = append(c.order, l.attribute)
	}
	c.repeats[l.attribute] += l.judgments
}

// with returns counts with further judgments, which share nothing with these.
func (c *counts) with(tail []lot) *counts {
	o := &counts{repeats: append([]int(nil), c.repeats...), order: append([]int(nil), c.order...)}
	for _, l := range tail {
		o.add(l)
	}
	return o
}
