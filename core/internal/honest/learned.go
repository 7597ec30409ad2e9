package honest

import (
	"runtime"
	"sync"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/posterior"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Terms are what a selection is made under.
type Terms struct {
	Names    []string         // of the attributes
	Price    []model.Amount   // of a judgment, by attribute
	Limits   selection.Limits // on repeats, and the ridge
	Excluded func(a int) bool // by the user
	// Forms is the design under which judgments are bought, whose Halo each part
	// finds for itself; nil where every judgment is by another rater.
	Forms *selection.Forms
	// Shrink takes what a part can vouch for of the label covariance in place of the
	// paper's b.
	Shrink bool
}

// Learned holds the facts about objects that choices need. Functions compute their
// values at the first call.
type Learned struct {
	Moments   *moments.Moments
	Projected moments.Projected
	Halo      func() moments.ProjectedHalo // what raters' errors share
	Noise     func() []float64             // of the cell means, see moments.Blocks.CellNoise
	Held      func() []float64             // the shares of moments.Sums.Held
	Also      []*Learned                   // of the labels besides the first

	sigma *moments.Packed // Σ⁺ of many attributes, in place of Projected.Sigma; else nil
	// sums are what Halo and Noise are made from, which of many attributes takes long.
	sums func() *moments.Sums

	mu      sync.Mutex
	kept    *posterior.Posterior // for the exclusions below
	without string
}

// NewLearned returns what the objects of some sums of blocks say. Σ⁺ stays as it is given; of
// many attributes the halo is packed, and the noise is not kept.
func NewLearned(blocks *moments.Blocks, sums *moments.Sums, m *moments.Moments, p moments.Projected) *Learned {
	l := newLearned(blocks, func() *moments.Sums { return sums }, m, p, len(m.Attr) > moments.Several)
	l.Projected, l.sigma = p, nil
	return l
}

// newLearned is NewLearned. If they are to be packed, matrices of all attributes are packed, and
// written out for each problem anew; the noise, which few need twice, is not kept.
func newLearned(blocks *moments.Blocks, sums func() *moments.Sums, m *moments.Moments, p moments.Projected, pack bool) *Learned {
	halo := func() moments.ProjectedHalo { return projectedHalo(blocks, sums(), m) }
	noise := func() []float64 { return withUnsure(blocks.CellNoise(sums(), m), m, p) }
	held := func() []float64 { return sums().Held(m) }
	if !pack {
		return &Learned{Moments: m, Projected: p, Halo: sync.OnceValue(halo), Noise: sync.OnceValue(noise), Held: held, sums: sums}
	}
	sigma := moments.Pack(p.Sigma, len(m.Attr))
	p.Sigma = nil
	kept := sync.OnceValues(func() (moments.Packed, float64) {
		h := halo()
		return moments.Pack(h.C, len(m.Attr)), h.Cut
	})
	written := func() moments.ProjectedHalo {
		c, cut := kept()
		return moments.ProjectedHalo{C: c.Full(), Cut: cut}
	}
	return &Learned{Moments: m, Projected: p, Halo: written, Noise: noise, Held: held, sigma: &sigma, sums: sums}
}

// projected is Projected with Σ⁺ written out.
func (l *Learned) projected() moments.Projected {
	p := l.Projected
	if l.sigma != nil {
		p.Sigma = l.sigma.Full()
	}
	return p
}

func projectedHalo(blocks *moments.Blocks, sums *moments.Sums, m *moments.Moments) moments.ProjectedHalo {
	return m.ProjectHalo(blocks.Halo(m, sums))
}

// withUnsure completes the diagonal of the noise of the cell means. The uncertainty of
// noise-free attributes with gaps is an error of the pilot like any other, and the
// posterior must not learn from it.
func withUnsure(noise []float64, m *moments.Moments, p moments.Projected) []float64 {
	for a, x := range p.Unsure {
		noise[a*len(m.Attr)+a] += x * m.Attr[a].T * m.Attr[a].T
	}
	return noise
}

// Posterior is what the objects can vouch for of the label covariance, without
// the attributes that are excluded. It is kept for the last exclusions asked for.
func (l *Learned) Posterior(excluded func(a int) bool) *posterior.Posterior {
	key := make([]byte, len(l.Moments.Attr))
	for a := range key {
		if excluded(a) {
			key[a] = 1
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.kept == nil || l.without != string(key) {
		l.kept, l.without = posterior.Of(l.Moments, l.projected(), l.Noise(), l.Held(), excluded), string(key)
	}
	return l.kept
}

// hasPosterior tells whether a posterior is kept.
func (l *Learned) hasPosterior() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.kept != nil
}

// Problem is what an algorithm chooses from, given what was learned of each label.
func (t Terms) Problem(l *Learned) *selection.Problem {
	q := t.problemOf(l)
	for _, other := range l.Also {
		q = q.WithLabel(t.problemOf(other))
	}
	return q
}

// problemOf is Problem for one label.
func (t Terms) problemOf(l *Learned) *selection.Problem {
	if t.Shrink && t.Forms != nil && !l.hasPosterior() {
		defer runtime.KeepAlive(l.sums()) // which the halo and then the noise are made from
	}
	q := selection.NewProblem(l.Moments, l.projected(), t.Price, t.Limits, t.Excluded).WithNames(t.Names)
	if t.Forms != nil {
		q = q.WithForms(t.Forms.With(l.Moments, l.Halo()))
	}
	if t.Shrink {
		q = l.shrink(q, t.Excluded)
	}
	return q
}

// shrink puts b̃ in the place of b, but where these objects contradict it.
func (l *Learned) shrink(q *selection.Problem, excluded func(a int) bool) *selection.Problem {
	p := l.Posterior(excluded)
	if p.Refuted() {
		return q
	}
	return q.WithPosterior(p.B)
}
