package moments

import (
	"math"

	"fms-tui/model"
)

// Moments are the averages of a set of objects, before any projection.
type Moments struct {
	Objects       int         // m; objects that count
	LabelMean     float64     // ȳ, in the label's units; NaN without objects
	LabelVariance float64     // Var(y), squared label units, divisor m; 0 for a constant label, NaN without objects
	Attr          []Attribute // in the order of the data
	// Sigma is Σ before its projection, d×d by rows and symmetric, with the
	// severity term of the aware mode on it. Entries that no object supports
	// are 0 and listed in Unsupported.
	Sigma []float64
	// Borrowed lists the pairs of attributes that no object has from different raters,
	// so that their entry of Σ comes from all pairs; Unsupported lists the pairs that
	// no object has at all. Both are of usable attributes alone, and the lesser number
	// comes first.
	Borrowed, Unsupported [][2]int
}

// Attribute holds one attribute's averages over the objects that have it.
type Attribute struct {
	Objects   int     // |O(a)|
	Judgments int     // of these objects
	Fewest    int     // judgments in the smallest cell that has any; 0 without judgments
	Most      int     // judgments in the largest
	Mean      float64 // μ, in the attribute's units; NaN without judgments
	B         float64 // b, label covariance, in units of attribute and label; NaN without judgments
	V         float64 // v >= 0, internal variance, squared units; NaN where no cell holds two judgments and none is assumed
	T         float64 // t >= 0, standard deviation of the cell means
	Corr      float64 // Pearson's correlation of cell means and label; NaN if either is constant
	Sigma2    float64 // σ² >= 0, external variance, squared units; NaN where V is
	Status    Status  // whether it can be selected, and why not
	Once      bool    // no object of the data has it twice: v and σ² are unknown, and it is asked at most once
	Assumed   float64 // the reliability that V and Sigma2 rest on, in (0,1]; 0 where they are the judgments' own
	// within is the mean s² of the judgments as they are summed; V but for a fixed
	// panel, of which V is m/(m-1) times it, and for an attribute asked once, where it is 0.
	within float64
}

// Status says whether an attribute can be selected at all.
type Status int

// Reasons for an unusable attribute, in the order of their checks.
const (
	Usable       Status = iota
	NoJudgments         // no object that counts has a judgment of it
	SingleCells         // no cell holds two judgments, as cells of other objects do: v is unknown
	ConstantMean        // all cell means are equal, or differ by less than 1e-140
	TooLarge            // squares of its judgments leave the range of floating point
)

// constantSpread is the spread of cell means, relative to the largest, up to
// which an attribute counts as constant.
const constantSpread = 1e-12

// Sums of squares up to largestSquares, and spreads from smallestSpread on, can
// be multiplied with each other, and with the number of raters, without leaving
// the range of floating point.
const (
	largestSquares = 1e280
	smallestSpread = 1e-140
)

// Moments returns the averages of s, which must be a union of b's blocks.
func (b *Blocks) Moments(s *Sums) *Moments {
	d := b.d
	m := &Moments{
		Objects: s.Objects,
		Attr:    make([]Attribute, d),
		Sigma:   make([]float64, d*d),
	}
	if s.Objects == 0 {
		m.LabelMean, m.LabelVariance = math.NaN(), math.NaN()
	} else {
		y := s.Y / float64(s.Objects)
		m.LabelMean = b.ShiftY + y
		m.LabelVariance = variance(s.YY, s.Y, s.Objects)
	}
	for a := range m.Attr {
		m.Attr[a] = b.attribute(&s.Attr[a], a)
	}
	b.external(m, s)
	return m
}

// attribute computes what needs no other attribute. With Σ over O(a),
//
//	b = Σx̄'y'/|O| - μ' Σy'/|O|
//
// which needs no ȳ: the deviations x̄-μ sum to 0 over O(a).
func (b *Blocks) attribute(q *AttrSums, a int) Attribute {
	at := Attribute{
		Objects: q.Objects, Judgments: q.Judgments, Fewest: q.Fewest, Most: q.Most,
		Corr: math.NaN(), V: math.NaN(), Sigma2: math.NaN(),
	}
	if q.Objects == 0 {
		at.Mean, at.B, at.Status = math.NaN(), math.NaN(), NoJudgments
		return at
	}
	n := float64(q.Objects)
	mean := q.X / n
	at.Mean = b.Shift[a] + mean
	at.B = (q.XY - mean*q.Y) / n
	at.T = math.Sqrt(variance(q.XX, q.X, q.Objects))
	at.Once, at.Assumed = b.isOnce(a), b.assumed(a)
	switch {
	case at.Assumed > 0:
		at.V = at.assumedNoise(q)
	case q.Repeated > 0:
		at.V = q.S2 / float64(q.Repeated)
	}
	// Cell means that cancel to nothing, judgments centred on themselves for
	// one, are as constant as large ones that agree.
	size := max(math.Abs(q.Max), math.Abs(q.Min), math.Sqrt(at.Internal()))
	constant := q.Max-q.Min <= constantSpread*size || at.T < smallestSpread
	if constant {
		at.T, at.B = 0, 0 // what is left is rounding
	}
	if vary := variance(q.YY, q.Y, q.Objects); vary > 0 && at.T > 0 {
		at.Corr = max(-1, min(1, at.B/(at.T*math.Sqrt(vary))))
	}
	switch {
	case math.IsNaN(at.Internal()):
		at.Status = SingleCells
	case constant:
		at.Status = ConstantMean
	}
	at.within = at.Internal()
	if b.Mode == model.RatersFixed && b.ownNoise(a) {
		// Taking the raters' own means off takes 1/m of the noise with them: what
		// new judgments cost in noise is that much more than what is left in these.
		at.V *= n / (n - 1)
	}
	// By Cauchy and Schwarz these bound every product that enters b and Σ.
	if !(q.XX+q.S2+q.YY <= largestSquares) {
		at.Status = TooLarge
	}
	return at
}

// OwnUnits turns weights of standardised attributes, in place, into label units
// per unit of each attribute, and returns the intercept of their predictor (S&K
// Table 2): with x̃ = (x-μ)/t
//
//	ȳ + Σ w̃[a] x̃[a] = (ȳ - Σ w[a] μ[a]) + Σ w[a] x[a],    w[a] = w̃[a]/t[a]
//
// An attribute of weight 0 does not enter, whether its μ and t are known or not.
func (m *Moments) OwnUnits(w []float64) (intercept float64) {
	for a := range w {
		if w[a] != 0 {
			w[a] /= m.Attr[a].T
		}
	}
	return m.Intercept(w)
}

// Intercept is the intercept ȳ - Σ w[a] μ[a] of weights in label units per unit of each
// attribute. An attribute of weight 0 does not enter.
func (m *Moments) Intercept(w []float64) float64 {
	intercept := m.LabelMean
	for a, x := range w {
		if x != 0 {
			intercept -= x * m.Attr[a].Mean
		}
	}
	return intercept
}

// variance is the mean square deviation of n values with the given sum of
// squares and sum, both about a shift near the values.
func variance(sumSquares, sum float64, n int) float64 {
	return max(0, (sumSquares-sum*sum/float64(n))/float64(n))
}

// external is Σ[a,a] without severity: t² less the noise of the cell means.
func (at *Attribute) external(q *AttrSums) float64 {
	return at.T*at.T - at.noise(q)
}

// noise is the variance that averaging n judgments leaves in a cell mean: s²/n where a
// cell shows its own variance, v where it holds a single judgment (S&K footnote 5). For
// a fixed panel it is, in both cases, the noise without the raters' offsets.
func (at *Attribute) noise(q *AttrSums) float64 {
	if at.Assumed > 0 {
		return at.within * q.inverses() / float64(q.Objects)
	}
	return (q.S2n + at.within*float64(q.Single)) / float64(q.Objects)
}

// external fills Σ.
func (b *Blocks) external(m *Moments, s *Sums) {
	d := b.d
	for i := range d {
		at := &m.Attr[i]
		if at.Status != Usable && at.Status != ConstantMean {
			continue
		}
		m.Sigma[i*d+i] = at.external(&s.Attr[i])
		for j := i + 1; j < d; j++ {
			if m.Attr[j].Status == Usable && at.Status == Usable {
				m.Sigma[i*d+j] = b.covariance(m, s, i, j)
			}
		}
	}
	for i := range d {
		at := &m.Attr[i]
		for j := i; j < d; j++ {
			usable := at.Status == Usable && m.Attr[j].Status == Usable
			if b.Severity != nil && usable && b.ownNoise(i) && b.ownNoise(j) {
				m.Sigma[i*d+j] += b.Severity.K[i*d+j]
			}
			m.Sigma[j*d+i] = m.Sigma[i*d+j]
		}
		if !math.IsNaN(at.V) {
			at.Sigma2 = max(0, m.Sigma[i*d+i])
		}
	}
	m.leaveOutOverflown()
}

// leaveOutOverflown makes attributes unusable whose entries of Σ are not finite
// although their own squares are within range: Severity.K is of all objects, whose
// judgments can be larger than a part's.
func (m *Moments) leaveOutOverflown() {
	d := len(m.Attr)
	finite := func(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }
	leave := func(a int) {
		m.Attr[a].Status, m.Attr[a].Sigma2 = TooLarge, math.NaN()
		for b := range d {
			m.Sigma[a*d+b], m.Sigma[b*d+a] = 0, 0
		}
	}
	for a := range m.Attr {
		if !finite(m.Sigma[a*d+a]) {
			leave(a)
		}
	}
	for a := range m.Attr {
		for b := range a {
			if !finite(m.Sigma[a*d+b]) {
				leave(a)
			}
		}
	}
}

// covariance returns an off-diagonal entry of Σ, i < j, from the kind of pair
// average that the mode asks for, or from all pairs where there is none.
func (b *Blocks) covariance(m *Moments, s *Sums, i, j int) float64 {
	kind := b.kind(i, j)
	c, ok := b.pairCovariance(m, s, kind, i, j)
	if !ok && kind == DifferentRaters {
		if c, ok = b.pairCovariance(m, s, AllPairs, i, j); ok {
			m.Borrowed = append(m.Borrowed, [2]int{i, j})
		}
	}
	if !ok {
		m.Unsupported = append(m.Unsupported, [2]int{i, j})
	}
	return c
}

// kind is the pair average that an entry of Σ off the diagonal is made of, where objects have it.
func (b *Blocks) kind(i, j int) Kind {
	if b.Mode == model.RatersPaper || b.isOnce(i) || b.isOnce(j) {
		return AllPairs
	}
	return DifferentRaters
}

// pairCovariance averages the products of one kind, i < j,
//
//	(P - μ'_j A[i,j] - μ'_i A[j,i])/N + μ'_i μ'_j
//
// which is the mean of avg (x'_i-μ'_i)(x'_j-μ'_j) multiplied out; 0 and false
// where no object has such a pair.
func (b *Blocks) pairCovariance(m *Moments, s *Sums, kind Kind, i, j int) (cov float64, ok bool) {
	n, p, ai, aj := s.pair(kind, i, j)
	if n == 0 {
		return 0, false
	}
	mi := m.Attr[i].Mean - b.Shift[i]
	mj := m.Attr[j].Mean - b.Shift[j]
	return (p-mj*ai-mi*aj)/n + mi*mj, true
}

// pair returns N, P, A[i,j] and A[j,i] of one kind for i < j.
func (s *Sums) pair(k Kind, i, j int) (n, p, ai, aj float64) {
	q, d := s.Pairs[k], len(s.Attr)
	switch {
	case q == nil || q.none():
		return 0, 0, 0, 0
	case !q.complete():
		return q.N[i*d+j], q.P[PlaceOf(i, j, d)], q.A[i*d+j], q.A[j*d+i]
	case k == SameRater:
		return float64(s.Objects), q.P[PlaceOf(i, j, d)], 0, 0
	}
	return float64(s.Objects), q.P[PlaceOf(i, j, d)], s.Attr[i].X, s.Attr[j].X
}
