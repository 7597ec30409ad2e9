package selection

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// Problem holds the data of a selection. It is immutable once built. d is the number of
// attributes; only candidates can be chosen.
//
// B, V and Sigma are standardised: with t[a] the spread of attribute a's cell
// means, B[k][a] = b_k[a]/t[a], V[a] = v[a]/t[a]² and Sigma[a,a'] =
// Σ⁺[a,a']/(t[a]·t[a']). A weight in these units is t[a] times the weight in
// the attribute's own.
type Problem struct {
	B         [][]float64 // by label (labels.go) and attribute
	V         []float64
	Sigma     []float64      // d×d by rows
	Sigma2    []float64      // σ² = max(0, Σ[a,a]) before the projection, standardised, for Scoring; nil: Sigma's diagonal
	PaperB    [][]float64    // b as measured, standardised, where B is another; nil: B is it (WithPosterior, moments.Projected)
	VarY      float64        // Var(y) > 0, in squared label units; of several labels the sum
	Price     []model.Amount // of a judgment, by attribute; above 0 but on forms with a price of their own
	Candidate []bool         // may be bought
	Limits

	names    []string                // of the attributes; nil where not given
	features map[Algorithm]*features // that an algorithm selects among, where they are given
	forms    *layout                 // nil where every judgment is by another rater
}

// WithNames returns p with the attributes' names, for single=NAME.
func (p *Problem) WithNames(names []string) *Problem {
	q := *p
	q.names = names
	return &q
}

// Limits restrict what may be bought. The zero value restricts nothing.
type Limits struct {
	Min   []int   // least judgments by attribute, paid first; nil for none
	Max   []int   // most judgments by attribute; nil or 0 for any number
	Ridge float64 // λ >= 0: M_S = Σ⁺_SS + λ Diag(t²) + Diag(v/r)
}

// NewProblem standardises moments and their projection. Attributes that are not usable,
// or for which excluded is true, are no candidates. Exclusions do not affect the
// projection.
func NewProblem(m *moments.Moments, p moments.Projected, price []model.Amount, limits Limits, excluded func(a int) bool) *Problem {
	d := len(m.Attr)
	q := &Problem{
		B: [][]float64{make([]float64, d)}, V: make([]float64, d), Sigma2: make([]float64, d),
		VarY: m.LabelVariance, Price: price, Candidate: make([]bool, d), Limits: limits,
	}
	if !slices.ContainsFunc(limits.Max, func(most int) bool { return most > 0 }) {
		q.Max = nil
	}
	if p.B != nil {
		q.PaperB = [][]float64{make([]float64, d)}
	}
	for a := range d {
		at := &m.Attr[a]
		if at.Status != moments.Usable {
			continue
		}
		q.Candidate[a] = !excluded(a)
		q.B[0][a] = at.B / at.T
		if p.B != nil {
			q.PaperB[0][a], q.B[0][a] = q.B[0][a], p.B[a]/at.T
		}
		q.V[a] = at.Internal() / (at.T * at.T)
		q.Sigma2[a] = at.External() / (at.T * at.T)
	}
	if q.Sigma = p.Sigma; p.Unsure != nil {
		q.Sigma = slices.Clone(p.Sigma)
		for a, x := range p.Unsure {
			q.Sigma[a*d+a] += x
		}
	}
	return q
}

// d is the number of attributes, candidates or not.
func (p *Problem) d() int { return len(p.V) }

// row returns the row (and column) of Σ⁺ that belongs to attribute a.
func (p *Problem) row(a int) []float64 { return p.Sigma[a*p.d():][:p.d()] }

// diag is the diagonal of Σ⁺ with the ridge on it, for attribute a.
func (p *Problem) diag(a int) float64 { return p.Sigma[a*p.d()+a] + p.Ridge }

// Least returns the judgments of candidate a that every choice contains.
func (p *Problem) Least(a int) int {
	if p.Min == nil || !p.Candidate[a] {
		return 0
	}
	return p.Min[a]
}

// Most returns the judgments of a that no choice exceeds.
func (p *Problem) Most(a int) int {
	if p.Max == nil || p.Max[a] == 0 {
		return math.MaxInt
	}
	return p.Max[a]
}

// Required returns what the minima cost, and false where that is beyond
// model.MaxAmount.
func (p *Problem) Required() (model.Amount, bool) { return p.Cost(minimalRepeats(p)) }

// negligibleGain is the largest gain in the objective that counts as 0: a path ends there.
func negligibleGain(p *Problem) float64 { return 1e-12 * p.VarY }

// Cheapest returns the lowest price of anything that can be bought, a judgment or a call, and 0
// if there is no candidate.
func (p *Problem) Cheapest() model.Amount {
	return lowestPrice(p, func(a int) model.Amount {
		if p.Price[a] > 0 || p.forms == nil {
			return p.Price[a]
		}
		return p.forms.Price[p.forms.Of[a]]
	})
}

// lowestPrice is the least of what candidates cost, 0 without any.
func lowestPrice(p *Problem, price func(a int) model.Amount) (lowest model.Amount) {
	for a, ok := range p.Candidate {
		if ok && (lowest == 0 || price(a) < lowest) {
			lowest = price(a)
		}
	}
	return lowest
}

// samePrice tells whether all that can be bought costs the same.
func samePrice(p *Problem) bool {
	if p.OnForms() {
		return false
	}
	c := p.Cheapest()
	for a, ok := range p.Candidate {
		if ok && p.Price[a] != c {
			return false
		}
	}
	return true
}

// LossOf is the projected loss of any standardised weights w with repeats r, by
// attribute: Var(y) - 2 bᵀw + wᵀ M_r w without the ridge, in squared label units. It
// is least at Weights where there is no ridge. Where w is 0, r is not read.
func (p *Problem) LossOf(w []float64, r []int) float64 {
	return p.VarY - 2*floats.Dot(p.B[0], w) + quadraticForm(w, func(a, e int) float64 { return p.Covariance(a, r[a], e, r[e]) })
}

// quadraticForm is Σ w[a] w[e] entry(a, e) over weights that are not 0.
func quadraticForm(w []float64, entry func(a, e int) float64) (sum float64) {
	for a, x := range w {
		for e := 0; x != 0 && e < len(w); e++ {
			if w[e] != 0 {
				sum += x * w[e] * entry(a, e)
			}
		}
	}
	return sum
}

// Projected returns a function that finds the projected loss of repeats, without a ridge, whose
// support enters in the given order, and tells whether an attribute of it was redundant. It keeps
// room from call to call, and is not safe for concurrent use.
func (p *Problem) Projected() func(repeats, order []int) (loss float64, redundant bool) {
	q, f := *p, new(cholesky)
	q.Ridge = 0
	return func(repeats, order []int) (float64, bool) {
		redundant := f.fill(&q, repeats, order)
		return q.VarY - f.objective(), redundant
	}
}
