package experts

import (
	"context"
	"math"
	"math/rand/v2"

	"fms-tui/core/experts"
	"fms-tui/tools/paper/page"
)

// question is what is asked of every setting.
type question struct {
	*page.Page
	repetitions, restarts, lambdas int
	fresh                          int // new objects that a true risk is measured on
}

// outcome is a model in one repetition, with the λ of least Ŝ.
type outcome struct {
	s      float64 // Ŝ
	risk   float64 // R̂, the share of mistakes on the held-out objects
	truth  float64 // risk on new objects; NaN for real data
	oracle float64 // the least R̂ of any λ
	rank   float64 // Kendall's τ of Ŝ and R̂ over the λ; NaN for one λ
	sure   bool    // an expert is taken for infallible
	size   int     // features in the classifier
}

// trial is one repetition.
type trial struct {
	models map[experts.Model]outcome
	labels outcome // logistic regression on the labels themselves
	wrong  float64 // share of wrong votes, ē
	bayes  float64 // the least possible risk; NaN for real data
	common float64 // R̂ of the more frequent class
}

// measure draws votes, fits everything and holds it against the labels.
func (q question) measure(ctx context.Context, s setting, stream uint64) (trial, error) {
	rng := rand.New(rand.NewPCG(q.Seed, stream))
	rows, labels := s.draw(rng)
	d := &experts.Data{Votes: experts.Votes{Experts: s.from, Start: []int{0}}, X: make([][]float64, len(rows[0]))}
	wrong := 0
	for i, x := range rows {
		for j, v := range x {
			d.X[j] = append(d.X[j], v)
		}
		for k := range s.from {
			right := rng.Float64() < s.right(x, k)
			if !right {
				wrong++
			}
			d.Expert, d.Yes = append(d.Expert, int32(k)), append(d.Yes, labels[i] == right)
		}
		d.Start = append(d.Start, len(d.Yes))
	}
	opt := experts.Options{Lambdas: q.lambdas, Restarts: q.restarts, Holdout: s.held, Seed: rng.Uint64()}
	study, err := experts.Select(ctx, d, opt, nil)
	if err != nil {
		return trial{}, err
	}
	opt.Models = []experts.Model{experts.Majority}
	taught, err := experts.Select(ctx, perfect(d, labels), opt, nil)
	if err != nil {
		return trial{}, err
	}
	new, bayes := q.newObjects(s, rng)
	t := trial{models: make(map[experts.Model]outcome), wrong: float64(wrong) / float64(len(d.Yes)), bayes: bayes}
	for _, m := range experts.Models() {
		t.models[m] = outcomeOf(study, m, labels, new)
	}
	t.labels = outcomeOf(taught, experts.Majority, labels, new)
	t.common = commonest(study.Parts[0].Test, labels)
	return t, nil
}

// perfect are votes of two experts who are always right.
func perfect(d *experts.Data, labels []bool) *experts.Data {
	out := &experts.Data{Votes: experts.Votes{Experts: 2, Start: []int{0}}, X: d.X}
	for _, z := range labels {
		out.Expert, out.Yes = append(out.Expert, 0, 1), append(out.Yes, z, z)
		out.Start = append(out.Start, len(out.Yes))
	}
	return out
}

// commonest is the share of mistakes of who always says the more frequent class.
func commonest(test []int, labels []bool) float64 {
	yes := 0
	for _, i := range test {
		if labels[i] {
			yes++
		}
	}
	return float64(min(yes, len(test)-yes)) / float64(len(test))
}

// newcomers are objects on which the true risk of a classifier is measured; what
// a mistake costs is known exactly for each.
type newcomers struct {
	data      *experts.Data
	posterior []float64 // P(Z=1|x)
}

// newObjects draws them; there are none of real data.
func (q question) newObjects(s setting, rng *rand.Rand) (*newcomers, float64) {
	if s.fresh == nil {
		return nil, math.NaN()
	}
	n := &newcomers{data: &experts.Data{Votes: experts.Votes{Start: make([]int, q.fresh+1)}}}
	var bayes float64
	for range q.fresh {
		x := s.fresh(rng)
		if n.data.X == nil {
			n.data.X = make([][]float64, len(x))
		}
		for j, v := range x {
			n.data.X[j] = append(n.data.X[j], v)
		}
		p := s.posterior(x)
		n.posterior = append(n.posterior, p)
		bayes += min(p, 1-p) / float64(q.fresh)
	}
	return n, bayes
}

// risk is the true risk of a classifier; NaN for none.
func (n *newcomers) risk(f *experts.Fit) (sum float64) {
	if n == nil {
		return math.NaN()
	}
	for i, class := range f.Classify(n.data) {
		if p := n.posterior[i]; class {
			sum += 1 - p
		} else {
			sum += p
		}
	}
	return sum / float64(len(n.posterior))
}

// outcomeOf holds a model against the labels.
func outcomeOf(s *experts.Study, m experts.Model, labels []bool, new *newcomers) outcome {
	best := s.Best(m)
	fit := best.Parts[0]
	part := s.Data.Part(s.Parts[0].Train)
	o := outcome{s: best.S, truth: new.risk(fit), oracle: math.Inf(1), size: fit.Support()}
	for _, e := range fit.Experts(part) {
		o.sure = o.sure || e.Saturated
	}
	var surrogate, risk []float64
	for _, p := range s.Curve(m) {
		r := mistakes(s, p.Parts[0], labels)
		if p == best {
			o.risk = r
		}
		o.oracle = min(o.oracle, r)
		surrogate, risk = append(surrogate, p.S), append(risk, r)
	}
	o.rank = kendall(surrogate, risk)
	return o
}

// mistakes is R̂.
func mistakes(s *experts.Study, f *experts.Fit, labels []bool) float64 {
	test := s.Parts[0].Test
	n := 0
	for k, class := range f.Classify(s.Data.Part(test)) {
		if class != labels[test[k]] {
			n++
		}
	}
	return float64(n) / float64(len(test))
}

// kendall is τ-b: how far two orders agree, from -1 to 1, ties apart.
func kendall(x, y []float64) float64 {
	var agree, inX, inY float64
	sign := func(d float64) float64 {
		switch {
		case d > 1e-12:
			return 1
		case d < -1e-12:
			return -1
		}
		return 0
	}
	for i := range x {
		for j := range i {
			a, b := sign(x[i]-x[j]), sign(y[i]-y[j])
			agree += a * b
			inX += a * a
			inY += b * b
		}
	}
	return agree / math.Sqrt(inX*inY)
}
