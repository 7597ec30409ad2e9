package selection

import "slices"

// ledger is the order of buying of a choice after exchanges: the purchases of start,
// without the last purchases of what was taken back, and then the added judgments. It
// stores no single judgments. A ledger is a value: after shares no written memory with
// its receiver.
type ledger struct {
	start *Choice
	order []int // start's support in the order of buying
	kept  []int // by attribute: how many of start's judgments are left
	given []lot // in order
}

func newLedger(p *Problem, start *Choice) ledger {
	return ledger{start: start, order: start.order(p.d()), kept: start.Repeats(p.d())}
}

// after returns the ledger after a move. The judgments that came last are
// taken first.
func (l ledger) after(m transfer) ledger {
	l.kept, l.given = slices.Clone(l.kept), slices.Clone(l.given)
	n := m.taken
	for i := len(l.given) - 1; i >= 0 && n > 0; i-- {
		if l.given[i].attribute == m.from {
			k := min(n, l.given[i].judgments)
			l.given[i].judgments -= k
			n -= k
		}
	}
	if n > 0 {
		l.kept[m.from] -= n
	}
	l.given = slices.DeleteFunc(l.given, func(g lot) bool { return g.judgments == 0 })
	l.given = append(l.given, lot{m.to, m.given})
	return l
}

// support returns the attributes that are bought, in the order of buying.
func (l ledger) support() []int {
	var s []int
	for _, a := range l.order {
		if l.kept[a] > 0 {
			s = append(s, a)
		}
	}
	for _, g := range l.given {
		if !slices.Contains(s, g.attribute) {
			s = append(s, g.attribute)
		}
	}
	return s
}

// lots returns what is bought, in the order of buying.
func (l ledger) lots() []lot {
	var list []lot
	kept := slices.Clone(l.kept)
	for _, one := range l.start.lots() {
		if n := min(one.judgments, kept[one.attribute]); n > 0 {
			list = append(list, lot{one.attribute, n})
			kept[one.attribute] -= n
		}
	}
	return append(list, l.given...)
}
