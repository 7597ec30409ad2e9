package selection

import (
	"slices"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// Forms holds the form of each attribute, the cost of a form, and the covariance of one
// rater's errors in two attributes of an object. A nil *Forms in a Problem is the
// design with another rater for every judgment.
//
// Raters of a form are nested: rater j answers what is wanted at least j times.
// With C+ = Halo, for the support S of repeats r
//
//	cost(r)  = Σ_g Price[g] max_{a∈g} r[a] + Σ_a c[a] r[a]          c = Problem.Price
//	M_S      = Σ⁺_SS + (C+ ∘ Ω(r))_SS + λI
//	Ω[a,a]   = 1/r[a]
//	Ω[a,a']  = 1/max(r[a], r[a'])  on one form
//	           1/Panel             between other attributes where Panel > 0
//	           0                   else
//
// in standardised units (docs/buying.md). M_S is positive semi-definite: 1/max
// is the covariance of nested means, and an elementwise product of positive
// semi-definite matrices is one (Schur).
type Forms struct {
	Of    []int          // by attribute: the number of its form; an attribute bought singly has a form of its own
	Price []model.Amount // by form: of one filled form or call; 0 where answers alone are paid
	Panel int            // R, the raters who judge every object; 0 where raters are others each time
	// Halo is C+, d×d by rows and symmetric, standardised like Problem.Sigma:
	// what the errors of one rater in two attributes share; its diagonal is V.
	Halo []float64
}

// Omega is the share of the errors' covariance that is left between attributes a
// and e at their repeats: 1/max of both on one form, 1/R from a panel, else 0; on
// the diagonal 1/r.
func (f *Forms) Omega(a, ra, e, re int) float64 {
	switch {
	case f.Of[a] == f.Of[e]:
		return 1 / float64(max(ra, re))
	case f.Panel > 0:
		return 1 / float64(f.Panel)
	}
	return 0
}

// Noise is the variance that the noise of r judgments of each attribute leaves in
// a prediction with standardised weights w: Σ w_a w_e (C+ ∘ Ω)_ae, in squared
// label units. Where w is 0, r is not read.
func (p *Problem) Noise(w []float64, r []int) float64 {
	var sum float64
	for a, x := range w {
		if x != 0 {
			sum += x * x * p.V[a] / float64(r[a])
		}
	}
	if f := p.Forms(); f != nil && f.Halo != nil {
		sum += quadraticForm(w, func(a, e int) float64 {
			if a == e {
				return 0
			}
			return f.Omega(a, r[a], e, r[e]) * f.Halo[a*p.d()+e]
		})
	}
	return sum
}

// With returns the design for data of whose raters' errors halo is C+.
func (f *Forms) With(halo moments.ProjectedHalo) *Forms {
	out := *f
	out.Halo = halo.C
	return &out
}

// WithForms returns p with the design f; nil is every judgment by another rater.
//
// Between attributes on different forms of a panel the errors share C+/R at any
// repeats. For a choice this covariance is a part of Σ⁺, and is added to Σ⁺: a panel
// whose judgments are bought singly is an ordinary problem.
func (p *Problem) WithForms(f *Forms) *Problem {
	if f == nil {
		return p
	}
	q := *p
	q.forms = newLayout(p, f)
	if f.Panel > 0 {
		d := p.d()
		q.Sigma = make([]float64, len(p.Sigma))
		copy(q.Sigma, p.Sigma)
		for a := range d {
			for e := range d {
				if f.Of[a] != f.Of[e] {
					q.Sigma[a*d+e] += f.Halo[a*d+e] / float64(f.Panel)
				}
			}
		}
	}
	return &q
}

// Forms returns the design of p, nil where every judgment is by another rater.
func (p *Problem) Forms() *Forms {
	if p.forms == nil {
		return nil
	}
	return p.forms.Forms
}

// kind is how the attributes of a sheet are bought.
type kind uint8

const (
	single kind = iota // one candidate: each of its judgments is by another rater
	form               // answers by themselves; errors of one rater go together
	call               // all at once, as far as their maxima go: a rater has one price whatever is asked
)

// layout is the partition of the attributes into sheets, which a rater fills at once.
type layout struct {
	*Forms
	on   [][]int // by sheet: its candidates, in data order
	kind []kind
	// within is C+ between attributes of one form of kind form, and 0 elsewhere, by rows;
	// nil where there is no such form.
	within []float64
	// shared tells whether any form has a price, or two candidates: where none
	// has, each judgment is bought by itself, as without forms.
	shared bool
}

func newLayout(p *Problem, f *Forms) *layout {
	l := &layout{Forms: f, on: make([][]int, len(f.Price)), kind: make([]kind, len(f.Price))}
	sheets := sheetsOf(p, f)
	for _, s := range sheets {
		g := f.Of[s.On[0]]
		l.on[g] = s.On
		l.shared = l.shared || len(s.On) > 1 || s.Price > 0
		if s.IsCall {
			l.kind[g] = call
		} else if len(s.On) > 1 {
			l.kind[g] = form
			if len(s.On) == len(f.Of) {
				l.within = f.Halo
				continue
			}
			if l.within == nil {
				l.within = make([]float64, len(f.Of)*len(f.Of))
			}
			for _, a := range s.On {
				for _, e := range s.On {
					l.row(a)[e] = l.halo(a)[e]
				}
			}
		}
	}
	return l
}

// row is the row of within that belongs to attribute a.
func (l *layout) row(a int) []float64 { return l.within[a*len(l.Of):][:len(l.Of)] }

// OnForms tells whether judgments are bought several at once, or have noise in common that
// depends on the repeats: the design has a form with a price of its own, or of several
// candidates. Choices at rising budgets need not contain one another then. Where not, the
// paper's steps of one judgment apply.
func (p *Problem) OnForms() bool { return p.forms != nil && p.forms.shared }

func hasCalls(p *Problem) bool { return p.forms != nil && slices.Contains(p.forms.kind, call) }

// Sheet is what a rater fills at once: a single attribute, a form, or a call.
type Sheet struct {
	On     []int        // its candidates, in data order
	Price  model.Amount // of one filled sheet; 0 where answers alone are paid
	IsCall bool         // of several candidates, which have one price whatever is asked
}

// Sheets is the partition of what are candidates now, by first candidate.
func (p *Problem) Sheets() []Sheet { return sheetsOf(p, p.Forms()) }

// sheetsOf is the partition under a design, nil for attributes that are bought singly.
func sheetsOf(p *Problem, f *Forms) []Sheet {
	var list []Sheet
	at := map[int]int{} // by form
	for a, ok := range p.Candidate {
		if !ok {
			continue
		}
		g, s := a, Sheet{}
		if f != nil {
			g = f.Of[a]
			s.Price = f.Price[g]
		}
		k, known := at[g]
		if !known {
			k, at[g] = len(list), len(list)
			s.IsCall = s.Price > 0
			list = append(list, s)
		}
		list[k].On = append(list[k].On, a)
		list[k].IsCall = list[k].IsCall && p.Price[a] == 0
	}
	for k := range list {
		list[k].IsCall = list[k].IsCall && len(list[k].On) > 1
	}
	return list
}

// halo returns the row of C+ that belongs to attribute a.
func (l *layout) halo(a int) []float64 { return l.Halo[a*len(l.Of):][:len(l.Of)] }

// Covariance is the entry of M_S between attributes a and e with ra and re
// judgments, standardised and without a ridge.
func (p *Problem) Covariance(a, ra, e, re int) float64 {
	x := p.Sigma[a*p.d()+e]
	switch f := p.forms; {
	case a == e:
		x += p.V[a] / float64(ra)
	case f != nil && f.Of[a] == f.Of[e]:
		x += f.Halo[a*p.d()+e] / float64(max(ra, re))
	}
	return x
}

// fillColumn sets dst to what M has between attribute a with r judgments and the given
// attributes at their repeats, which are by attribute. At a itself it is anything.
func fillColumn(p *Problem, dst []float64, a, r int, attrs, repeats []int) {
	sigma := p.row(a)
	for k, e := range attrs {
		dst[k] = sigma[e]
	}
	if !isShared(p, a) {
		return
	}
	f := p.forms
	halo, g := f.halo(a), f.Of[a]
	for k, e := range attrs {
		if f.Of[e] == g {
			dst[k] += halo[e] / float64(max(r, repeats[e]))
		}
	}
}

// isShared tells whether errors of a may go together with errors of candidates on its form.
func isShared(p *Problem, a int) bool {
	f := p.forms
	return f != nil && (f.kind[f.Of[a]] != single || !p.Candidate[a])
}

// top is the number of raters of form g at repeats r: of its most judged
// attribute.
func (l *layout) top(g int, r []int) int {
	n := 0
	for _, a := range l.on[g] {
		n = max(n, r[a])
	}
	return n
}

// Cost returns what repeats cost, forms included, and false where that is beyond
// model.MaxAmount. Attributes that are no candidates must not be bought.
func (p *Problem) Cost(r []int) (model.Amount, bool) {
	var sum model.Amount
	add := func(price model.Amount, n int) bool {
		c, ok := price.Times(n)
		sum += c
		return ok && sum <= model.MaxAmount
	}
	for a, n := range r {
		if !add(p.Price[a], n) {
			return 0, false
		}
	}
	if p.forms != nil {
		for g, price := range p.forms.Price {
			if !add(price, p.forms.top(g, r)) {
				return 0, false
			}
		}
	}
	return sum, true
}

// minimalRepeats are the judgments that every choice contains; on a call, all
// that comes with them.
func minimalRepeats(p *Problem) []int {
	r := make([]int, p.d())
	for a := range r {
		r[a] = p.Least(a)
	}
	if p.forms != nil {
		fillCalls(p, r)
	}
	return r
}

// isPriced tells whether any form has a price of its own, so that prices of judgments depend
// on what was bought.
func (l *layout) isPriced() bool {
	return l != nil && slices.ContainsFunc(l.Price, func(x model.Amount) bool { return x > 0 })
}

// fillCalls raises repeats, in place, to what comes without a price: all that
// can be asked in a call is asked of each of its raters.
func fillCalls(p *Problem, r []int) {
	for g, list := range p.forms.on {
		if p.forms.kind[g] != call {
			continue
		}
		top := p.forms.top(g, r)
		for _, a := range list {
			r[a] = min(top, p.Most(a))
		}
	}
}

// openingPrice is what the first judgment on the cheapest form costs, 0 without candidates.
func openingPrice(p *Problem) model.Amount {
	none := newHolding(p)
	return lowestPrice(p, func(a int) model.Amount { return none.priceOf(lot{a, 1}) })
}
