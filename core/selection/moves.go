package selection

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

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

// step is how many judgments on a sheet, or raters, a move buys on top of r, of most: one, and from 200
// on a hundredth of the present number. There the gain of a judgment falls with the square of the
// number, by 2 % over a move, and a path to a million raters has a thousand moves.
func step(r, most int) int { return min(max(1, r/100), most-r) }

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
	loose      []int // forms whose raise may be the best, of which only a bound is known
}

// offered is a move: its lots are those from one place until the next move's.
type offered struct {
	score float64
	price model.Amount
	from  int
	loose int // 1 more than the form whose raise it is, where the gain is an upper bound; else 0
}

func (k *picker) begin(p *Problem, by rule, left model.Amount) {
	*k = picker{by: by, left: left, negligible: negligibleGain(p), list: k.list[:0], lots: k.lots[:0], loose: k.loose[:0]}
}

// offer adds a move that gains something, unless a better one is affordable.
func (k *picker) offer(gain float64, price model.Amount, lots ...lot) {
	if !(gain > k.negligible) {
		return
	}
	score := k.by.score(gain, price)
	if score < k.top*(1-tie) {
		return
	}
	if price <= k.left {
		k.top = max(k.top, score)
	}
	n := len(k.lots)
	k.lots = append(k.lots, lots...)
	k.list = append(k.list, offered{score: score, price: price, from: n})
}

// offerSingly offers a judgment of each attribute that is for sale.
func (k *picker) offerSingly(p *Problem, gains []float64, repeats []int, price []model.Amount) {
	for a, gain := range gains {
		if p.Candidate[a] && (p.Max == nil || repeats[a] < p.Most(a)) {
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
		case o.loose > 0:
			k.loose = append(k.loose, o.loose-1)
		case o.price > k.left:
			until = min(until, o.price)
		case !ok:
			lots, price, ok = k.lots[o.from:], o.price, true
			if i+1 < len(k.list) {
				lots = lots[:k.list[i+1].from-o.from]
			}
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
			k.offerSingly(s.p, s.market.one, s.repeats, price)
		}
		lots, cost, until, ok = k.pick()
		if len(k.loose) > 0 {
			s.market.tighten(k.loose)
			continue
		}
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

// gain returns by how much t more judgments of attribute a raise the objective, whatever else its
// raters are asked.
//
// In S it is -τ Σ w_l². Outside S it is the squared residual covariance over the residual
// variance; nothing where that variance is lost in rounding, which keeps M_S positive
// definite and makes the paper's pseudo-inverse needless.
func (s *market) gain(a, t int) float64 {
	k := s.place[a]
	switch {
	case k >= 0 && isShared(s.p, a):
		return s.more(k, t)
	case k >= 0 && s.p.V[a] == 0:
		return 0
	case k >= 0:
		return float64(t) * s.p.V[a] * sumSquares(s.w, k) / s.slack(k, a, s.repeats[a]+t)
	case s.repeats[a] > 0:
		return 0
	case t > 1 || isShared(s.p, a) && s.p.forms.kind[s.p.forms.Of[a]] == call: // c and q are not of this
		return s.first(a, t)
	case !(s.q[a] > s.noiseQ[a]):
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

// gains finds what all moves bring.
func (s *market) gains() {
	if !s.p.OnForms() {
		for a := range s.one {
			s.one[a] = s.gain(a, 1)
		}
		return
	}
	for g, on := range s.p.forms.on {
		for _, a := range on {
			s.one[a], s.far[a] = s.gainsOf(g, a)
		}
		s.raises[g] = s.raiseOf(g)
		if s.openings[g] = s.openings[g][:0]; s.p.forms.kind[g] == form && s.top[g] == 0 {
			s.open(g)
		}
	}
}

// gainsOf is what as many judgments as a move buys of an attribute on form g bring by themselves,
// and what judgments by all raters of the form would bring that it is not asked by yet; 0 where
// they are not for sale.
func (s *market) gainsOf(g, a int) (one, far float64) {
	r, most, kind := s.repeats[a], s.p.Most(a), s.p.forms.kind[g]
	switch {
	case r >= most || kind == call || kind == form && s.top[g] == 0:
		return 0, 0
	case r > 0:
		return s.gain(a, step(r, most)), 0
	}
	if t := min(s.top[g], most); kind == form && t > 1 && s.noiseQ[a] < s.q[a] {
		far = s.first(a, t)
	}
	return s.gain(a, 1), far
}

// raise is one more rater of a form, or a hundredth more, for all attributes that each of its
// raters was asked; on a call that nobody answered yet, for all that can be asked.
//
// The gain is a bound as long as another move may have more. With R raters who become R+t and δ =
// 1/R - 1/(R+t), M loses δ C+∘J, where J is 1 in the rows and columns of the lots. M_S is at least
// C+/R, and C+∘J at most C+, so that what is left of M is at least M R/(R+t). With u = (C+∘J)w the gain
// is at most
//
//	δ w'u + δ² u'Pu (R+t)/R
//
// Of a whole call, whose P is not known, it is at most w'u t/R².
type raise struct {
	lots  []lot
	gain  float64
	loose bool
}

func (s *market) raiseOf(g int) raise {
	m, isCall := raise{lots: s.raiseLots(g)}, s.p.forms.kind[g] == call
	switch {
	case len(m.lots) == 0:
	case s.p.forms.Panel > 0 || s.top[g] == 0 || len(s.order) > len(s.support) || isCall && len(m.lots) < len(s.p.forms.on[g]):
		m.gain = s.raised(g, m.lots)
	default:
		r, t := float64(s.top[g]), float64(m.lots[0].judgments)
		first, second := s.noiseOn(g, !isCall)
		if m.gain, m.loose = t*first/(r*r), true; !isCall {
			delta := t / (r * (r + t))
			m.gain = delta*first + delta*delta*second*(r+t)/r
		}
	}
	return m
}

// noiseOn is Σ w'u of what is asked on form g, and Σ u'Pu where that is wanted.
func (s *market) noiseOn(g int, both bool) (first, second float64) {
	f, top, n := s.p.forms, s.top[g], len(s.support)
	u, z := s.room.x[:n], s.room.y[:n]
	isRaised := func(a int) bool { return f.Of[a] == g && s.repeats[a] == top && top < s.p.Most(a) }
	for _, w := range s.w {
		clear(u)
		for k, a := range s.support {
			if !isRaised(a) {
				continue
			}
			halo := f.halo(a)
			for i, e := range s.support {
				if f.Of[e] != g {
					continue
				}
				if u[k] += halo[e] * w[i]; !isRaised(e) {
					u[i] += halo[e] * w[k]
				}
			}
		}
		first += floats.Dot(w, u)
		if both {
			s.times(z, u)
			second += floats.Dot(u, z)
		}
	}
	return first, second
}

// tighten finds what raises of some forms bring.
func (s *market) tighten(forms []int) {
	for _, g := range forms {
		s.raises[g].gain, s.raises[g].loose = s.literal(s.raises[g].lots), false
	}
}

// raiseLots are what one more rater of form g answers; none where that is the same as one more
// judgment of an attribute.
func (s *market) raiseLots(g int) []lot {
	f, top, lots := s.p.forms, s.top[g], s.raises[g].lots[:0]
	if f.kind[g] == single || f.kind[g] == form && top == 0 {
		return lots
	}
	t := step(top, math.MaxInt)
	for _, a := range f.on[g] {
		if most := s.p.Most(a); s.repeats[a] == top && top < most {
			t = min(t, most-top)
			lots = append(lots, lot{attribute: a})
		}
	}
	if len(lots) == 1 && f.kind[g] == form {
		return lots[:0]
	}
	for i := range lots {
		lots[i].judgments = t
	}
	return lots
}

// raised is what more raters of a form bring, for the lots that they are asked.
func (s *market) raised(g int, lots []lot) float64 {
	if s.p.forms.kind[g] == call && s.top[g] == 0 {
		if gain, ok := s.called(g); ok {
			return gain
		}
	}
	return s.literal(lots)
}

// offer offers what can be bought next on forms, which is, form by form,
//
//   - one more judgment of an attribute, from 200 on a hundredth more;
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
					t = step(s.repeats[a], s.p.Most(a))
				}
				s.offerMore(k, &until, g, s.one[a], lot{a, t})
			}
			if f.kind[g] == form && s.top[g] > 0 && s.repeats[a] == 0 && s.far[a] > k.negligible {
				l := [1]lot{{a, min(s.top[g], s.p.Most(a))}}
				k.offer(s.far[a], s.priceOf(l[0]), l[0])
			}
		}
	}
	for g := range s.raises {
		if len(s.raises[g].lots) > 0 {
			n := len(k.list)
			if s.offerMore(k, &until, g, s.raises[g].gain, s.raises[g].lots...); len(k.list) > n && s.raises[g].loose {
				k.list[n].loose = g + 1
			}
		}
	}
	return until
}

// offerMore offers more judgments of what was asked on form g, or fewer than that where they
// are too dear.
func (s *market) offerMore(k *picker, until *model.Amount, g int, gain float64, lots ...lot) {
	price := s.priceOf(lots...)
	if t := lots[0].judgments; t > 1 && price > k.left {
		*until = k.left + 1
		lots = slices.Clone(lots)
		for i := range lots {
			lots[i].judgments = max(1, int(k.left.Float()/price.Float()*float64(t)))
		}
		if price = s.priceOf(lots...); len(lots) > 1 || s.p.forms.kind[g] == call {
			gain = s.raised(g, lots)
		} else {
			gain = s.gain(lots[0].attribute, lots[0].judgments)
		}
	}
	k.offer(gain, price, lots...)
}
