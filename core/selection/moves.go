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

// picker keeps the best of the moves that money pays for.
type picker struct {
	by         rule
	left       model.Amount
	negligible float64
	top        float64 // score of the best
	lots       []lot
	price      model.Amount
	dear       []offered // what money does not pay for
	until      model.Amount
}

type offered struct {
	score float64
	price model.Amount
}

// offer takes a move if it is better than those before, by more than a tie.
func (k *picker) offer(gain float64, price model.Amount, lots ...lot) {
	if !(gain > k.negligible) {
		return
	}
	score := k.by.score(gain, price)
	switch {
	case price > k.left:
		k.dear = append(k.dear, offered{score, price})
	case score > k.top*(1+tie):
		k.top, k.price, k.lots = score, price, append(k.lots[:0], lots...)
	}
}

// next returns the money from which on a better move is affordable.
func (k *picker) next() model.Amount {
	for _, o := range k.dear {
		if o.price < k.until && !(o.score < k.top*(1-tie)) {
			k.until = o.price
		}
	}
	return k.until
}

func (s *fullState) best(by rule, left model.Amount, price []model.Amount) (lots []lot, cost, until model.Amount, ok bool) {
	for {
		if !s.market.known {
			s.market.gains()
			s.market.known = true
		}
		if s.p.OnForms() {
			lots, cost, until, ok = s.market.pick(by, left)
		} else {
			lots, cost, until, ok = pickSingle(s.p, s.market.one, s.repeats, price, by, left, &s.room.picking)
		}
		if !ok || s.exact || s.market.isSettled(lots) {
			return lots, cost, until, ok
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

// picking is room for pickSingle.
type picking struct {
	scores []float64
	bought []lot
}

func newPicking(d int) *picking { return &picking{make([]float64, d), make([]lot, 1)} }

// pickSingle is best where each judgment has a price of its own, whatever else is bought.
func pickSingle(p *Problem, gains []float64, repeats []int, price []model.Amount, by rule, left model.Amount, room *picking) ([]lot, model.Amount, model.Amount, bool) {
	top, negligible, until := 0.0, negligibleGain(p), unlimited
	scores := room.scores
	candidate, price := p.Candidate[:len(scores)], price[:len(scores)]
	last, each := model.Unit, 1.0 // a price and the same as a number
	for j, gain := range gains {
		if scores[j] = 0; !(gain > negligible) || !candidate[j] || p.Max != nil && repeats[j] >= p.most(j) {
			continue
		}
		if by == perCost {
			if price[j] != last {
				last, each = price[j], price[j].Float()
			}
			if each != 1 {
				gain /= each
			}
		}
		if scores[j] = gain; gain > top && price[j] <= left {
			top = gain
		}
	}
	for j, score := range scores {
		switch {
		case score == 0 || score < top*(1-tie):
		case price[j] > left:
			until = min(until, price[j])
		case top > 0:
			room.bought = append(room.bought[:0], lot{j, 1})
			for e, score := range scores[j+1:] {
				if x := price[j+1+e]; x > left && score >= top*(1-tie) {
					until = min(until, x)
				}
			}
			return room.bought, price[j], until, true
		}
	}
	return nil, 0, until, false
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
	lots  []lot
	price model.Amount
	gain  float64
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
	if len(m.lots) == 1 && f.kind[g] == form {
		m.lots = m.lots[:0] // the same as one more judgment of it
	}
	s.ask(&m, g, t)
	return m
}

// ask sets the raters of a raise, its price and its gain.
func (s *market) ask(m *raise, g, t int) {
	for i := range m.lots {
		m.lots[i].judgments = t
	}
	if m.price = s.priceOf(g, m.lots); len(m.lots) > 0 {
		m.gain = s.raised(g, t, m.lots)
	}
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

// pick is best on forms. What can be bought next is, form by form,
//
//   - one more judgment of an attribute, beyond everyJudgment a hundredth more;
//   - an attribute that is not asked yet, of all the form's raters at once;
//   - a form that nobody filled yet, with a set of first judgments;
//   - one more rater, for all attributes that every rater so far was asked;
//   - of a call, one more, for all of its attributes.
//
// Where a hundredth is too dear, as many as the money pays for.
func (s *market) pick(by rule, left model.Amount) ([]lot, model.Amount, model.Amount, bool) {
	f, k := s.p.forms, &s.room.picked
	*k = picker{by: by, left: left, negligible: negligibleGain(s.p), lots: k.lots[:0], dear: k.dear[:0], until: unlimited}
	for g, on := range f.on {
		for _, o := range s.openings[g] {
			k.offer(o.gain, o.price, o.lots...)
		}
		for _, a := range on {
			if s.one[a] > k.negligible {
				s.offerMore(k, g, a)
			}
			if f.kind[g] == form && s.top[g] > 0 && s.repeats[a] == 0 && s.far[a] > k.negligible {
				l := [1]lot{{a, min(s.top[g], s.p.most(a))}}
				k.offer(s.far[a], s.priceOf(g, l[:]), l[0])
			}
		}
	}
	for g := range s.raises {
		if len(s.raises[g].lots) > 0 {
			s.offerRaise(k, g)
		}
	}
	return k.lots, k.price, k.next(), k.top > 0
}

// offerMore offers more judgments of an attribute.
func (s *market) offerMore(k *picker, g, a int) {
	r, t := s.repeats[a], 1
	if r > 0 {
		t = step(r, s.p.most(a))
	}
	gain, l := s.one[a], [1]lot{{a, t}}
	price := s.priceOf(g, l[:])
	if t > 1 && price > k.left {
		l[0].judgments, k.until = share(t, price, k.left), k.left+1
		if price = s.priceOf(g, l[:]); s.p.forms.kind[g] == form {
			gain = s.more(s.place[a], l[0].judgments)
		} else {
			gain = s.single(s.place[a], a, l[0].judgments)
		}
	}
	k.offer(gain, price, l[0])
}

// share is how many of t judgments money pays for, at least one.
func share(t int, price, left model.Amount) int {
	return max(1, int(left.Float()/price.Float()*float64(t)))
}

// offerRaise offers more raters of form g.
func (s *market) offerRaise(k *picker, g int) {
	m := s.raises[g]
	if t := m.lots[0].judgments; t > 1 && m.price > k.left {
		m.lots, k.until = slices.Clone(m.lots), k.left+1
		s.ask(&m, g, share(t, m.price, k.left))
	}
	k.offer(m.gain, m.price, m.lots...)
}
