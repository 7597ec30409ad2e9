package moments

import "math"

// An attribute that no object has twice has no internal variance of its own. The variance of
// one judgment is known, t² = σ² + v, and at one judgment nothing else is needed:
//
//	M[a,a] = σ² + v/1 = t²
//
// So v := 0, σ² := t², and it is asked at most once. Its covariances are those between the
// judgments of one object, and hold what their errors have in common: a form filled once has
// that too, and nothing is to be split. With a reliability R that somebody assumes, v and σ²
// follow from t², and it may be asked again.

// Assuming returns b with the internal variances that judgments do not give. Reliability is what
// somebody assumes by attribute, in (0,1], 0 for nothing; nil assumes nothing. Other attributes that no
// object of b has twice are asked once: b must hold all data, whose parts take it from there.
func (b *Blocks) Assuming(reliability []float64) *Blocks {
	out := *b
	out.given, out.once = reliability, make([]bool, b.d)
	for a := range out.once {
		out.once[a] = out.assumed(a) == 0
	}
	for _, s := range b.Block {
		for a := 0; s != nil && a < b.d; a++ {
			out.once[a] = out.once[a] && s.Attr[a].Repeated == 0
		}
	}
	return &out
}

// As returns b with the internal variances that judgments do not give as they are in o, blocks
// of the same attributes.
func (b *Blocks) As(o *Blocks) *Blocks {
	out := *b
	out.once, out.given = o.once, o.given
	return &out
}

func (b *Blocks) isOnce(a int) bool { return b.once != nil && b.once[a] }

func (b *Blocks) assumed(a int) float64 {
	if b.given == nil {
		return 0
	}
	return b.given[a]
}

// ownNoise tells whether the internal variance of an attribute is found in its judgments.
func (b *Blocks) ownNoise(a int) bool { return !b.isOnce(a) && b.assumed(a) == 0 }

// Measured is the reliability of one judgment that the judgments of some objects show, whatever is
// assumed; NaN where they do not.
func (b *Blocks) Measured(s *Sums, a int) float64 {
	own := *b
	own.once, own.given = nil, nil
	sigma, ok := own.ownVariance(a, &s.Attr[a])
	if !ok {
		return math.NaN()
	}
	return max(0, sigma) / (max(0, sigma) + own.attribute(&s.Attr[a], a).V)
}

// Internal is the v that choices go by: V, or 0 for an attribute asked once; NaN where it
// is unknown.
func (at *Attribute) Internal() float64 {
	if at.Once {
		return 0
	}
	return at.V
}

// External is the σ² that choices go by: Sigma2, or t² for an attribute asked once.
func (at *Attribute) External() float64 {
	if at.Once {
		return at.T * at.T
	}
	return at.Sigma2
}

// assumedNoise is the v of an assumed reliability R. A judgment has the variance u = σ² + v, of
// which σ² = R u, and the mean of n judgments σ² + v/n, so that with h the mean of 1/n over O(a)
//
//	t² = R u + (1-R) u h,   v = (1-R) u
//
// which is (1-R) t² where every cell holds one.
func (at *Attribute) assumedNoise(q *AttrSums) float64 {
	r, h := at.Assumed, q.inverses()/float64(q.Objects)
	return (1 - r) * at.T * at.T / (r + (1-r)*h)
}

// inverses is the sum of 1/n over the objects; of different n >= 2 by their mean.
func (q *AttrSums) inverses() float64 {
	if q.Repeated == 0 {
		return float64(q.Single)
	}
	repeated := float64(q.Repeated)
	return float64(q.Single) + repeated*repeated/float64(q.Judgments-q.Single)
}
