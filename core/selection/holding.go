package selection

import "fms-tui/model"

// holding is what was bought, and so what more of it costs.
type holding struct {
	p       *Problem
	repeats []int
	top     []int // raters by form; nil without forms
	order   []int // what is bought, in the order of buying
}

func newHolding(p *Problem) *holding {
	h := &holding{p: p, repeats: make([]int, p.d()), order: make([]int, 0, p.d())}
	if p.forms != nil {
		h.top = make([]int, len(p.forms.on))
	}
	return h
}

// count sets the repeats of an attribute that is bought; if it was not, it is the last in the
// order of buying.
func (h *holding) count(a, to int) {
	if h.repeats[a] == 0 {
		h.order = append(h.order, a)
	}
	h.repeats[a] = to
	if f := h.p.forms; f != nil {
		h.top[f.Of[a]] = max(h.top[f.Of[a]], to)
	}
}

// add counts a lot.
func (h *holding) add(l lot) { h.count(l.attribute, h.repeats[l.attribute]+l.judgments) }

// priceOf is what lots cost together that are all on one form: the answers, and the price of the
// form for raters who must fill it besides. It is unlimited where that is beyond any budget.
// No judgments, which nobody buys, are priced like one.
func (h *holding) priceOf(lots ...lot) model.Amount {
	var sum model.Amount
	raters := 0
	for _, l := range lots {
		price, ok := h.p.Price[l.attribute].Times(max(l.judgments, 1))
		if sum += price; !ok || sum > model.MaxAmount {
			return unlimited
		}
		if h.top != nil {
			raters = max(raters, h.repeats[l.attribute]+l.judgments-h.top[h.p.forms.Of[l.attribute]])
		}
	}
	if raters == 0 {
		return sum
	}
	price, ok := h.p.forms.Price[h.p.forms.Of[lots[0].attribute]].Times(raters)
	if !ok {
		return unlimited
	}
	return sum + price
}

// lotsOf lists repeats as lots, in an order of buying.
func lotsOf(repeats, order []int) []lot {
	lots := make([]lot, len(order))
	for i, a := range order {
		lots[i] = lot{a, repeats[a]}
	}
	return lots
}
