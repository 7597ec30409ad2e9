package selection

import (
	"math"
	"slices"

	"fms-tui/model"
)

// rule says what a greedy compares.
type rule int

const (
	perCost rule = iota // gain per unit of cost
	byGain              // gain
)

// tie is the relative difference within which two scores are the same; the
// attribute that comes first in the data is then taken.
const tie = 1e-9

// unlimited is a budget that no path reaches.
const unlimited = model.Amount(math.MaxInt64)

// everyJudgment is the number of judgments, or raters, on sheets up to which a move buys one.
// Beyond it a move buys a hundredth of the present number. There the gain of a judgment
// falls with the square of the number, by 2 % over a move, and a path to a million
// raters has a thousand moves.
const everyJudgment = 200

// step is how many judgments are bought at once on top of r, of most.
func step(r, most int) int {
	t := 1
	if r >= everyJudgment {
		t = r / 100
	}
	return min(t, most-r)
}

// score is what a rule compares. What costs nothing, on a form that is paid already, has
// infinitely much for it.
func (by rule) score(gain float64, price model.Amount) float64 {
	switch {
	case by == byGain:
		return gain
	case price == 0:
		return math.Inf(1)
	}
	return gain / price.Float()
}

// picker finds the best of the moves that money pays for.
type picker struct {
	by         rule
	left       model.Amount
	negligible float64
	top        float64 // highest score that is affordable
	list       []offered
	lots       []lot // of all, one move after another
}

// offered is a move: its lots are those from one place until another.
type offered struct {
	score    float64
	price    model.Amount
	from, to int
}

func (k *picker) begin(p *Problem, by rule, left model.Amount) {
	*k = picker{by: by, left: left, negligible: negligibleGain(p), list: k.list[:0], lots: k.lots[:0]}
}

// offer adds a move that gains something.
func (k *picker) offer(gain float64, price model.Amount, lots ...lot) {
	if !(gain > k.negligible) {
		return
	}
	score := k.by.score(gain, price)
	if price <= k.left {
		k.top = max(k.top, score)
	}
	n := len(k.lots)
	k.lots = append(k.lots, lots...)
	k.list = append(k.list, offered{score, price, n, len(k.lots)})
}

// offerSingles offers a judgment of each attribute that is for sale.
func (k *picker) offerSingles(p *Problem, gains []float64, repeats []int, price []model.Amount) {
	for a, gain := range gains {
		if gain > k.negligible && p.Candidate[a] && (p.Max == nil || repeats[a] < p.most(a)) {
			k.offer(gain, price[a], lot{a, 1})
		}
	}
}

// pick returns the best move, of moves within a tie the first, its price, and the money from
// which on another one may be better.
func (k *picker) pick() (lots []lot, price, until model.Amount, ok bool) {
	until = unlimited
	for i := range k.list {
		switch o := &k.list[i]; {
		case o.score < k.top*(1-tie):
		case o.price > k.left:
			until = min(until, o.price)
		case !ok:
			lots, price, ok = k.lots[o.from:o.to], o.price, true
		}
	}
	return lots, price, until, ok
}

func (s *fullState) best(by rule, left model.Amount, price []model.Amount) (lots []lot, cost, until model.Amount, ok bool) {
	for {
		if !s.market.known {
			s.market.gains()
			s.market.known = true
		}
		k := &s.room.picker
		k.begin(s.p, by, left)
		sooner := unlimited
		if s.p.OnForms() {
			sooner = s.market.offer(k)
		} else {
			k.offerSingles(s.p, s.market.one, s.repeats, price)
		}
		lots, cost, until, ok = k.pick()
		if !ok || s.exact || s.market.isSettled(lots) {
			return lots, cost, min(until, sooner), ok
		}
		s.rebuild()
	}
}

// market is what can be bought next at a state.
type market struct {
	*fullState
	known    bool        // the rest is of the present state
	one      []float64   // by attribute: gain of as many judgments as a move buys
	far      []float64   // and of a judgment by all raters of its form, where it is not asked yet
	raises   []raise     // by form, like openings
	openings [][]opening // of forms that nobody filled yet
}

func newMarket(s *fullState) *market {
	m := &market{fullState: s, one: make([]float64, s.p.d())}
	if f := s.p.forms; f != nil {
		m.far, m.raises, m.openings = make([]float64, s.p.d()), make([]raise, len(f.on)), make([][]opening, len(f.on))
	}
	return m
}

// isSettled tells whether the gain of lots is no rounding: an attribute that looks almost
// redundant is judged by a fresh factorisation.
func (s *market) isSettled(lots []lot) bool {
	for _, l := range lots {
		if a := l.attribute; s.repeats[a] == 0 && !(s.q[a] > doubtful*s.p.own(a)) {
			return false
		}
	}
	return true
}

// gain returns by how much one more judgment of attribute a raises the objective.
//
// In S it is -τ Σ w_l². Outside S it is the squared residual covariance over the residual
// variance; nothing where that variance is lost in rounding, which keeps M_S positive
// definite and makes the paper's pseudo-inverse needless.
func (s *market) gain(a int) float64 {
	k := s.place[a]
	switch {
	case k >= 0 && s.isShared(a):
		return s.more(k, 1)
	case k >= 0:
		return s.single(k, a, 1)
	case s.repeats[a] > 0 || !(s.q[a] > s.noiseQ[a]):
		return 0
	}
	var square float64
	for _, c := range s.c {
		if c := c[a]; !(math.Abs(c) <= s.noiseC[a]) {
			square += c * c
		}
	}
	return square / s.q[a]
}

// gainBy is what t more judgments of attribute a bring, whatever else its raters are asked.
func (s *market) gainBy(a, t int) float64 {
	k := s.place[a]
	switch {
	case k >= 0 && s.isShared(a):
		return s.more(k, t)
	case k >= 0:
		return s.single(k, a, t)
	case s.repeats[a] > 0:
		return 0
	}
	return s.first(a, t)
}

// single is what t more judgments of the attribute a at place k bring, each by another rater.
func (s *market) single(k, a, t int) float64 {
	if s.p.V[a] == 0 {
		return 0
	}
	square := s.w[0][k] * s.w[0][k]
	for _, w := range s.w[1:] {
		square += w[k] * w[k]
	}
	return float64(t) * s.p.V[a] * square / s.slack(k, a, s.repeats[a]+t)
}

// gains finds what judgments of each attribute bring, as many as a move buys of it: for one
// label what gain does stands here once more, over slices of one length.
func (s *market) gains() {
	f := s.p.forms
	if f == nil || !f.shared {
		d := len(s.one)
		place, repeats, c, q, noiseC, noiseQ, w := s.place[:d], s.repeats[:d], s.c[0][:d], s.q[:d], s.noiseC[:d], s.noiseQ[:d], s.w[0]
		for a := range s.one {
			switch k := place[a]; {
			case len(s.b) > 1:
				s.one[a] = s.gain(a)
			case k >= 0 && s.p.V[a] > 0:
				s.one[a] = s.p.V[a] * (w[k] * w[k]) / s.slack(k, a, repeats[a]+1)
			case k < 0 && repeats[a] == 0 && q[a] > noiseQ[a] && !(math.Abs(c[a]) <= noiseC[a]):
				s.one[a] = c[a] * c[a] / q[a]
			default:
				s.one[a] = 0
			}
		}
		return
	}
	for g, on := range f.on {
		for _, a := range on {
			s.one[a] = s.gainOf(g, a)
		}
		s.raises[g] = s.raiseOf(g)
		if s.openings[g] = s.openings[g][:0]; f.kind[g] == form && s.top[g] == 0 {
			s.open(g)
		}
	}
}

// gainOf is what as many judgments as a move buys of an attribute on form g bring, by
// themselves; 0 where they are not for sale.
func (s *market) gainOf(g, a int) float64 {
	k, r, most, kind := s.place[a], s.repeats[a], s.p.most(a), s.p.forms.kind[g]
	switch {
	case r >= most || kind == call || kind == form && s.top[g] == 0:
		return 0
	case k >= 0 && kind == form:
		return s.more(k, step(r, most))
	case k >= 0:
		return s.single(k, a, step(r, most))
	}
	if kind == form {
		if s.far[a] = 0; r == 0 && s.noiseQ[a] < s.q[a] && min(s.top[g], most) > 1 {
			s.far[a] = s.first(a, min(s.top[g], most))
		}
	}
	return s.gain(a)
}

// raise is one more rater of a form, or a hundredth more, for all attributes that each of its
// raters was asked; on a call that nobody answered yet, for all that can be asked.
type raise struct {
	lots []lot
	gain float64
}

func (s *market) raiseOf(g int) raise {
	f, top, m := s.p.forms, s.top[g], raise{lots: s.raises[g].lots[:0]}
	if f.kind[g] == single || f.kind[g] == form && top == 0 {
		return m
	}
	t := step(top, math.MaxInt)
	for _, a := range f.on[g] {
		if most := s.p.most(a); s.repeats[a] == top && top < most {
			t = min(t, most-top)
			m.lots = append(m.lots, lot{attribute: a})
		}
	}
	if len(m.lots) == 0 || len(m.lots) == 1 && f.kind[g] == form {
		m.lots = m.lots[:0] // the same as one more judgment of it
		return m
	}
	for i := range m.lots {
		m.lots[i].judgments = t
	}
	m.gain = s.raised(g, t, m.lots)
	return m
}

// priceOf is what lots on form g cost; unlimited where that is beyond any budget.
func (s *market) priceOf(g int, lots []lot) model.Amount {
	var sum model.Amount
	raters := 0
	for _, l := range lots {
		price, ok := s.p.Price[l.attribute].Times(l.judgments)
		if sum += price; !ok || sum > model.MaxAmount {
			return unlimited
		}
		raters = max(raters, s.repeats[l.attribute]+l.judgments-s.top[g])
	}
	price, ok := s.p.forms.Price[g].Times(raters)
	if !ok {
		return unlimited
	}
	return sum + price
}

// offer offers what can be bought next on forms, which is, form by form,
//
//   - one more judgment of an attribute, beyond everyJudgment a hundredth more;
//   - an attribute that is not asked yet, of all the form's raters at once;
//   - a form that nobody filled yet, with a set of first judgments;
//   - one more rater, for all attributes that every rater so far was asked;
//   - of a call, one more, for all of its attributes.
//
// Where a hundredth is too dear, it offers as many as the money pays for, and returns the money
// from which on that may be more.
func (s *market) offer(k *picker) (until model.Amount) {
	f := s.p.forms
	until = unlimited
	for g, on := range f.on {
		for _, o := range s.openings[g] {
			k.offer(o.gain, o.price, o.lots...)
		}
		for _, a := range on {
			if s.one[a] > k.negligible {
				t := 1
				if s.repeats[a] > 0 {
					t = step(s.repeats[a], s.p.most(a))
				}
				s.offerMore(k, &until, g, s.one[a], lot{a, t})
			}
			if f.kind[g] == form && s.top[g] > 0 && s.repeats[a] == 0 && s.far[a] > k.negligible {
				l := [1]lot{{a, min(s.top[g], s.p.most(a))}}
				k.offer(s.far[a], s.priceOf(g, l[:]), l[0])
			}
		}
	}
	for g := range s.raises {
		if len(s.raises[g].lots) > 0 {
			s.offerMore(k, &until, g, s.raises[g].gain, s.raises[g].lots...)
		}
	}
	return until
}

// offerMore offers more judgments of what was asked on form g, or fewer than that where they
// are too dear.
func (s *market) offerMore(k *picker, until *model.Amount, g int, gain float64, lots ...lot) {
	price := s.priceOf(g, lots)
	if t := lots[0].judgments; t > 1 && price > k.left {
		*until = k.left + 1
		lots = slices.Clone(lots)
		for i := range lots {
			lots[i].judgments = max(1, int(k.left.Float()/price.Float()*float64(t)))
		}
		gain, price = s.gainOfLots(g, lots), s.priceOf(g, lots)
	}
	k.offer(gain, price, lots...)
}

// gainOfLots is what more judgments of one attribute, or more raters of form g, bring.
func (s *market) gainOfLots(g int, lots []lot) float64 {
	a, t := lots[0].attribute, lots[0].judgments
	switch {
	case len(lots) > 1 || s.p.forms.kind[g] == call:
		return s.raised(g, t, lots)
	case s.p.forms.kind[g] == form:
		return s.more(s.place[a], t)
	}
	return s.single(s.place[a], a, t)
}
