package selection

// Follow calls visit for each of a curve's choices in turn, at rising budgets. The
// arguments are the attributes with a weight, the repeats by attribute, and the weights
// of the attributes by label: w = M_S⁻¹ b_S in standardised units, as from WeightsOf.
// They hold until visit returns.
//
// It is for many budgets at once: choices along one path cost O(|S|²) a
// judgment, for nothing is kept of attributes that none of them buys.
func (p *Problem) Follow(choices []Choice, visit func(i int, support, repeats []int, w [][]float64)) {
	if p.OnForms() {
		for i := range choices {
			c := &choices[i]
			k := c.kept
			if k == nil || k.of != p.figures {
				k = newChoice(p, c.lots(), true).kept
			}
			visit(i, k.attrs, c.Repeats(p.d()), k.w)
		}
		return
	}
	var support []int
	repeats := make([]int, p.d())
	followIn(p, choices, func(i int, s *fullState, attrs []int) {
		support = support[:0]
		for _, k := range s.support {
			support = append(support, attrs[k])
		}
		for k, n := range s.repeats {
			repeats[attrs[k]] = n
		}
		visit(i, support, repeats, s.w)
	})
}

// followStates calls visit with the Full objective at each of a curve's choices.
func followStates(p *Problem, choices []Choice, visit func(i int, s *fullState)) {
	followIn(p, choices, func(i int, s *fullState, _ []int) { visit(i, s) })
}

// followIn is followStates with the attributes that the state's own numbers stand for.
func followIn(p *Problem, choices []Choice, visit func(i int, s *fullState, attrs []int)) {
	q, attrs, place := boughtIn(p, choices)
	walks := make(map[int]*walk)
	for i := range choices {
		c := &choices[i]
		if c.walk == 0 {
			visit(i, choiceState(q, c, place), attrs)
			continue
		}
		w := walks[c.walk]
		if w == nil {
			w = &walk{state: newBlindState(q)}
			w.state.expect(q.d())
			walks[c.walk] = w
		}
		w.advance(c.trunk, place)
		s := w.state
		if len(c.tail) > 0 {
			end := s.copyOf()
			for _, l := range c.tail {
				end.buy([]lot{{place[l.attribute], l.judgments}})
			}
			visit(i, end.(*fullState), attrs)
			end.drop()
			continue
		}
		visit(i, s, attrs)
	}
}

// walk is a state on its way along a trunk.
type walk struct {
	state *fullState
	lots  int // of the trunk
}

// farSteps is how many steps a judgment of each attribute in the state may stand for
// until a fresh factorisation costs less than all of them.
const farSteps = 8

// advance takes the state to the end of a trunk that begins with the lots it has:
// one by one, or over many lots at once by a fresh factorisation.
func (w *walk) advance(trunk []lot, place []int) {
	rest := trunk[w.lots:]
	w.lots = len(trunk)
	far := len(rest) > farSteps*(len(w.state.repeats)+firstRoom)
	for _, l := range rest {
		if l.attribute = place[l.attribute]; far {
			w.state.count(l.attribute, w.state.repeats[l.attribute]+l.judgments)
		} else {
			w.state.buy([]lot{l})
		}
	}
	if far {
		w.state.rebuild()
	}
}

// boughtIn returns the problem of the attributes that occur in any of the choices, these
// attributes, and the place of each attribute among them.
func boughtIn(p *Problem, choices []Choice) (q *Problem, attrs, place []int) {
	place, attrs = p.Columns(choices)
	return restrictTo(p, attrs), attrs, place
}

// Columns returns the attributes that occur in any of a curve's choices, in the order in which
// the choices come to them, and the place of each attribute among them, -1 for others.
func (p *Problem) Columns(choices []Choice) (place, attrs []int) {
	place = make([]int, p.d())
	for a := range place {
		place[a] = -1
	}
	attrs = make([]int, 0, p.d())
	add := func(lots []lot) {
		for _, l := range lots {
			if a := l.attribute; place[a] < 0 {
				place[a] = len(attrs)
				attrs = append(attrs, a)
			}
		}
	}
	seen := make(map[int]int) // by walk: lots looked at
	for i := range choices {
		c := &choices[i]
		from := 0
		if c.walk != 0 {
			from = seen[c.walk]
			seen[c.walk] = len(c.trunk)
		}
		add(c.trunk[from:])
		add(c.tail)
	}
	return place, attrs
}

// restrictTo returns the problem of some attributes, for their objective alone.
func restrictTo(p *Problem, attrs []int) *Problem {
	n := len(attrs)
	q := &Problem{
		B: make([]float64, n), V: make([]float64, n), Sigma: make([]float64, n*n),
		VarY: p.VarY, Candidate: make([]bool, n), Limits: Limits{Ridge: p.Ridge},
	}
	for range p.Also {
		q.Also = append(q.Also, make([]float64, n))
	}
	for i, a := range attrs {
		q.B[i], q.V[i], q.Candidate[i] = p.B[a], p.V[a], true
		for l, b := range p.Also {
			q.Also[l][i] = b[a]
		}
		row := p.row(a)
		for k, c := range attrs {
			q.Sigma[i*n+k] = row[c]
		}
	}
	return q
}

// choiceState returns the Full objective at a choice of another problem, whose
// attributes have the given places in p.
func choiceState(p *Problem, c *Choice, place []int) *fullState {
	repeats := make([]int, p.d())
	for _, l := range c.lots() {
		repeats[place[l.attribute]] += l.judgments
	}
	var order []int
	for _, a := range c.order(len(place)) {
		order = append(order, place[a])
	}
	return newFullStateAt(p, repeats, order)
}
