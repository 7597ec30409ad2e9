package honest

import (
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

	made *sync.Map // problems by *Learned; nil where each is made anew
}

// Once returns the terms of one question, whose algorithms all choose from the same problems.
func (t Terms) Once() Terms {
	t.made = new(sync.Map)
	return t
}

// Learned holds the facts about objects that choices need.
type Learned struct {
	Moments   *moments.Moments
	Projected moments.Projected
	Halo      func() moments.ProjectedHalo // what raters' errors share
	Also      []*Learned                   // of the labels besides the first

	blocks *moments.Blocks
	sums   func() *moments.Sums // of these blocks

	mu      sync.Mutex
	kept    *posterior.Posterior // for the exclusions below
	without string
}

// NewLearned returns what the objects of some sums of blocks say, whose moments are m, projected p.
func NewLearned(blocks *moments.Blocks, sums func() *moments.Sums, m *moments.Moments, p moments.Projected) *Learned {
	halo := sync.OnceValue(func() moments.ProjectedHalo { return m.ProjectHalo(blocks.Halo(m, sums())) })
	return &Learned{Moments: m, Projected: p, Halo: halo, blocks: blocks, sums: sums}
}

// of is what the same judgments of the same objects say of another label: Σ⁺ and C⁺ are the same.
func (l *Learned) of(blocks *moments.Blocks, sums func() *moments.Sums, m *moments.Moments) *Learned {
	return &Learned{Moments: m, Projected: l.Projected, Halo: l.Halo, blocks: blocks, sums: sums}
}

// noise is that of the cell means, its diagonal completed. The uncertainty of noise-free
// attributes with gaps is an error of the pilot like any other, and the posterior must not learn
// from it.
func (l *Learned) noise(s *moments.Sums) []float64 {
	noise, m := l.blocks.CellNoise(s, l.Moments), l.Moments
	for a, x := range l.Projected.Unsure {
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
		s := l.sums()
		l.kept, l.without = posterior.Of(l.Moments, l.Projected, l.noise(s), s.Held(l.Moments), excluded), string(key)
	}
	return l.kept
}

// Problem is what an algorithm chooses from, given what was learned of each label.
func (t Terms) Problem(l *Learned) *selection.Problem {
	if t.made != nil {
		if q, found := t.made.Load(l); found {
			return q.(*selection.Problem)
		}
	}
	q := t.problemOf(l)
	for _, other := range l.Also {
		q = q.WithLabel(t.problemOf(other))
	}
	if t.made != nil {
		t.made.Store(l, q)
	}
	return q
}

func (t Terms) problemOf(l *Learned) *selection.Problem {
	q := selection.NewProblem(l.Moments, l.Projected, t.Price, t.Limits, t.Excluded).WithNames(t.Names)
	if t.Forms != nil {
		q = q.WithForms(t.Forms.With(l.Halo()))
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
