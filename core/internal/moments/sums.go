package moments

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Sums are the sufficient statistics of a set of objects for one label. They
// are additive: the Sums of a union of disjoint sets is the sum of theirs.
// Primes mean "about the shift": x' = x - shift[a], y' = y - shift of the label.
type Sums struct {
	Objects int     // m
	Y, YY   float64 // Σ y', Σ y'²
	Attr    []AttrSums
	Pairs   [kinds]*PairSums // nil for a kind that is not kept
	Class   []ClassSums      // of a label with three or more classes; else nil
}

// AttrSums are the sums of one attribute over the objects that have it, O(a).
type AttrSums struct {
	Objects   int     // |O(a)|
	Judgments int     // Σ n
	X, XX     float64 // Σ x̄', Σ x̄'²
	XY        float64 // Σ x̄'y'
	Y, YY     float64 // Σ y', Σ y'² over O(a)
	Repeated  int     // number of objects with n >= 2
	Single    int     // number of objects with n = 1
	S2, S2n   float64 // Σ s² and Σ s²/n over objects with n >= 2
	Min, Max  float64 // of x̄, not shifted; +Inf and -Inf where O(a) is empty
	Fewest    int     // smallest n over O(a); 0 where O(a) is empty
	Most      int     // largest n
}

// Counts and Figures are how many counts and sums of objects an AttrSums has.
const (
	Counts  = 6
	Figures = 9
)

// Count is one of the counts, in the order in which files have them.
func (s *AttrSums) Count(i int) *int {
	return [Counts]*int{&s.Objects, &s.Judgments, &s.Repeated, &s.Single, &s.Fewest, &s.Most}[i]
}

// Figure is one of the sums likewise, and at the end the extremes.
func (s *AttrSums) Figure(i int) *float64 {
	return [Figures]*float64{&s.X, &s.XX, &s.XY, &s.Y, &s.YY, &s.S2, &s.S2n, &s.Min, &s.Max}[i]
}

// Kind names a way to average products of two attributes' judgments within an
// object.
type Kind int

const (
	// AllPairs averages over all pairs of judgments, which is x̄[a]·x̄[a'].
	AllPairs Kind = iota
	// DifferentRaters averages over pairs judged by different raters.
	DifferentRaters
	// SameRater is the average over pairs judged by one rater less that over
	// pairs by different raters, in objects that have both kinds: what the errors
	// of one rater in two attributes share (halo.go).
	SameRater
	kinds int = iota
)

// PairSums are the sums of one kind over pairs of attributes, as d×d matrices
// by rows. An object enters (a,a') if it has at least one pair of that kind.
//
//	N[a,a']  number of such objects            symmetric
//	P[a,a']  Σ avg(x'[a]·x'[a'])               symmetric: the upper triangle by rows, packed
//	A[a,a']  Σ avg(x'[a]) over those pairs     not symmetric
//
// In complete data N is the number of objects and A[a,a'] is Σx̄'[a], of
// SameRater 0: then N and A are nil and follow from the AttrSums. Where no
// object has any pair of the kind, P is nil too.
type PairSums struct {
	P, N, A []float64
}

// NewSums returns the sums of no objects over d attributes.
func NewSums(d int) *Sums {
	s := &Sums{Attr: make([]AttrSums, d)}
	for a := range s.Attr {
		s.Attr[a].Min, s.Attr[a].Max = math.Inf(1), math.Inf(-1)
	}
	return s
}

// complete tells whether N and A follow from the attributes' own sums.
func (p *PairSums) complete() bool { return !p.none() && p.N == nil }

// none tells whether no object has a pair of the kind.
func (p *PairSums) none() bool { return p.P == nil }

// add adds o to s. Both must keep the same kinds; a set of complete blocks
// and one with gaps may be mixed, the union then has gaps.
func (s *Sums) add(o *Sums) {
	s.addPairs(o) // first: it reads both sides' counts as they were
	s.addSingly(o)
}

// addSingly adds all but the sums over pairs.
func (s *Sums) addSingly(o *Sums) {
	s.addClasses(o)
	s.Objects += o.Objects
	s.Y += o.Y
	s.YY += o.YY
	for a := range s.Attr {
		s.Attr[a].add(&o.Attr[a])
	}
}

func (s *AttrSums) add(o *AttrSums) {
	if o.Objects > 0 && (s.Objects == 0 || o.Fewest < s.Fewest) {
		s.Fewest = o.Fewest
	}
	s.Most = max(s.Most, o.Most)
	s.Objects += o.Objects
	s.Judgments += o.Judgments
	s.X += o.X
	s.XX += o.XX
	s.XY += o.XY
	s.Y += o.Y
	s.YY += o.YY
	s.Repeated += o.Repeated
	s.Single += o.Single
	s.S2 += o.S2
	s.S2n += o.S2n
	s.Min = min(s.Min, o.Min)
	s.Max = max(s.Max, o.Max)
}

func (s *Sums) addPairs(o *Sums) {
	for k, from := range o.Pairs {
		if from == nil {
			continue
		}
		to := s.Pairs[k]
		if to == nil {
			to = new(PairSums)
			s.Pairs[k] = to
		}
		switch {
		case from.none() && !to.complete(): // nothing is added
		case to.none() && (s.Objects == 0 || to.N == nil && from.N != nil):
			*to = *from.clone()
		case from.complete() && to.complete():
			floats.Add(to.P, from.P)
		default:
			to.expand(s, Kind(k))
			to.addExpanded(from, o, Kind(k))
		}
	}
}

func (p *PairSums) clone() *PairSums {
	return &PairSums{P: slices.Clone(p.P), N: slices.Clone(p.N), A: slices.Clone(p.A)}
}

// addExpanded adds from, the sums of o's objects, to sums that are written out. It writes
// out none of from.
func (p *PairSums) addExpanded(from *PairSums, o *Sums, k Kind) {
	d := len(o.Attr)
	switch {
	case from.N != nil:
		floats.Add(p.N, from.N)
		floats.Add(p.A, from.A)
	case from.none():
		return
	default:
		floats.AddConst(float64(o.Objects), p.N)
		for a := range d {
			if k != SameRater {
				floats.AddConst(o.Attr[a].X, p.A[a*d:(a+1)*d])
			}
		}
	}
	floats.Add(p.P, from.P)
}

// expand writes out what follows from the attributes' sums, or is 0.
func (p *PairSums) expand(s *Sums, k Kind) {
	if p.N != nil {
		return
	}
	d := len(s.Attr)
	p.N, p.A = make([]float64, d*d), make([]float64, d*d)
	if p.none() {
		p.P = make([]float64, d*(d+1)/2)
		return
	}
	for a := range d {
		for b := range d {
			p.N[a*d+b] = float64(s.Objects)
			if k != SameRater {
				p.A[a*d+b] = s.Attr[a].X
			}
		}
	}
}
