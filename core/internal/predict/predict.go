package predict

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core/classes"
	"fms-tui/model"
)

// ErrNoMoments says that weights cannot be recomputed: the predictor, read from
// the CSV form, carries no moments.
var ErrNoMoments = errors.New("the predictor carries no moments to recompute weights from: export it as JSON")

// Run applies one predictor to one data set. It is not safe for concurrent use.
type Run struct {
	data    *model.Dataset
	p       *model.Predictor
	partial bool
	noise   noise
	at      []int       // by attribute of the data: its place in the predictor, or -1
	absent  []string    // needed attributes that the data lack
	offset  [][]float64 // by attribute of the predictor and rater of the data, NaN if not known; nil unless the panel is fixed

	classes *model.PredictorClasses // nil: none
	scores  []*Run                  // of several scores, each as a predictor of its own

	by    []last // by rater
	n     []int  // of the object at hand, by attribute of the predictor
	sum   []float64
	key   []byte
	rules map[string]*rule // by counts
}

// rule is how objects with the same counts are predicted.
type rule struct {
	none      bool // they are not
	weights   []float64
	intercept float64
	se        float64
}

// last is what a rater judged last: the object's number counted from 1, and an
// attribute of the predictor.
type last struct{ object, attribute int }

// Prediction is what is said of one object.
type Prediction struct {
	Value float64 // in the label's units; NaN where there is none
	// SE is the root of the expected squared error, NaN where it is not known:
	// without a prediction, without moments, or where these contradict
	// themselves.
	SE     float64
	Scores []Score // of several scores; nil of one
	// P are the probabilities of the classes, and Class is the number of the class that the object
	// is called. P is nil where there are no classes or no prediction.
	P       []float64
	Class   int
	Lacking int  // needed attributes without a judgment
	Mean    bool // Value is the label's mean: under partial, of an object without judgments
	Short   int  // needed attributes with some judgments, but fewer than the predictor's repeats
	Unknown int  // judgments by raters whose offset is not known; 0 unless the panel is fixed
	// Halo says that a rater judged several needed attributes which the design of
	// the predictor asks of different raters: what these errors share SE does not
	// count.
	Halo bool
}

// Score is the Value and the SE of one of several scores.
type Score struct{ Value, SE float64 }

// New prepares a run. Every attribute of the predictor must be one of the data;
// under partial at least one must be, and weights are recomputed for whatever
// judgments an object has, which takes moments: else ErrNoMoments. An object without any
// is then predicted by the label's mean, of which SE is the label's standard deviation.
func New(p *model.Predictor, ds *model.Dataset, partial bool) (*Run, error) {
	if partial && !p.HasMoments() {
		return nil, ErrNoMoments
	}
	r := &Run{
		data: ds, p: p, partial: partial, noise: noiseOf(p),
		at: slices.Repeat([]int{-1}, len(ds.Attributes)),
		by: make([]last, len(ds.Raters)),
		n:  make([]int, len(p.Attributes)), sum: make([]float64, len(p.Attributes)),
		rules: make(map[string]*rule),
	}
	for i, a := range p.Attributes {
		if j := slices.Index(ds.Attributes, a.Name); j >= 0 {
			r.at[j] = i
		} else {
			r.absent = append(r.absent, a.Name)
		}
	}
	if len(r.absent) > 0 && (!partial || len(r.absent) == len(p.Attributes)) {
		return nil, r.lacks()
	}
	r.findOffsets()
	r.classes = p.Classes()
	for k := range p.Scores {
		one := p.Score(k)
		run, err := New(&one, ds, partial)
		if err != nil {
			return nil, err
		}
		r.scores = append(r.scores, run)
	}
	return r, nil
}

// Absent returns the attributes of the predictor that the data lack.
func (r *Run) Absent() []string { return r.absent }

func (r *Run) lacks() error {
	const mostNamed, mostNear = 3, 3
	var parts []string
	for _, name := range r.absent[:min(len(r.absent), mostNamed)] {
		near := model.Nearest(name, r.data.Attributes)
		for i, n := range near {
			near[i] = fmt.Sprintf("%q", n)
		}
		parts = append(parts, fmt.Sprintf("%q (the nearest there are: %s)", name, strings.Join(near[:min(len(near), mostNear)], ", ")))
	}
	if more := len(r.absent) - mostNamed; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return fmt.Errorf("the data have no judgments of what the predictor needs: %s", strings.Join(parts, "; "))
}

func (r *Run) findOffsets() {
	if r.p.Raters.Mode != model.RatersFixed {
		return
	}
	r.offset = make([][]float64, len(r.p.Attributes))
	for i, a := range r.p.Attributes {
		r.offset[i] = make([]float64, len(r.data.Raters))
		for w, rater := range r.data.Raters {
			r.offset[i][w] = math.NaN()
			if x, known := r.p.Raters.Offsets[a.Name][rater]; known {
				r.offset[i][w] = x
			}
		}
	}
}

// Object predicts the i-th object of the data.
func (r *Run) Object(i int) Prediction {
	out := Prediction{Value: math.NaN(), SE: math.NaN()}
	for _, run := range r.scores {
		one := run.Object(i)
		out.Scores = append(out.Scores, Score{one.Value, one.SE})
	}
	out.Unknown, out.Halo = r.collect(i)
	for a, n := range r.n {
		switch {
		case n == 0:
			out.Lacking++
		case n < r.p.Attributes[a].Repeats:
			out.Short++
		}
	}
	rule := r.rule()
	if rule.none {
		return out
	}
	out.Value, out.SE, out.Mean = rule.intercept, rule.se, out.Lacking == len(r.n)
	for a, w := range rule.weights {
		if r.n[a] > 0 {
			out.Value += w * (r.sum[a] / float64(r.n[a]))
		}
	}
	if r.classes != nil {
		out.P = r.probabilities(&out)
		out.Class = classes.Call(r.classes, out.P)
	}
	return out
}

// Any tells whether any object gets a prediction from judgments of its own.
func (r *Run) Any() bool {
	for i := range r.data.Objects {
		if p := r.Object(i); !math.IsNaN(p.Value) && !p.Mean {
			return true
		}
	}
	return false
}

// collect sums the judgments of an object, without the offsets of their raters,
// and returns how many are by raters whose offset is not known, and whether a
// rater judged several attributes that the design asks of different raters.
func (r *Run) collect(i int) (unknown int, halo bool) {
	clear(r.n)
	clear(r.sum)
	for j := r.data.Start[i]; j < r.data.Start[i+1]; j++ {
		a := r.at[r.data.Attr[j]]
		if a < 0 {
			continue
		}
		x, w := r.data.Value[j], r.data.Rater[j]
		if w != model.NoRater {
			before := r.by[w]
			halo = halo || before.object == i+1 && before.attribute != a && !r.noise.counts(before.attribute, a)
			r.by[w] = last{i + 1, a}
		}
		switch {
		case r.offset == nil:
		case w == model.NoRater || math.IsNaN(r.offset[a][w]):
			unknown++
		default:
			x -= r.offset[a][w]
		}
		r.n[a]++
		r.sum[a] += x
	}
	return unknown, halo
}

func (r *Run) rule() *rule {
	r.key = r.key[:0]
	for _, n := range r.n {
		r.key = binary.AppendUvarint(r.key, uint64(n))
	}
	if known := r.rules[string(r.key)]; known != nil {
		return known
	}
	made := r.make()
	r.rules[string(r.key)] = made
	return made
}

func (r *Run) make() *rule {
	if !r.partial && slices.Contains(r.n, 0) {
		return &rule{none: true}
	}
	of := Prefix{Intercept: r.p.Intercept, Loss: math.NaN()}
	if r.partial {
		of = prefix(r.p, &r.noise, r.n)
	} else {
		for a := range r.p.Attributes {
			of.Weights = append(of.Weights, r.p.Attributes[a].Weight)
		}
		if r.p.HasMoments() {
			of.Loss = loss(r.p, &r.noise, of.Weights, r.n)
		}
	}
	out := &rule{weights: of.Weights, intercept: of.Intercept, se: math.NaN()}
	if of.Loss >= 0 {
		out.se = math.Sqrt(of.Loss)
	}
	return out
}

// Prefix is a predictor's best prediction from some of its judgments.
type Prefix struct {
	Weights   []float64 // by attribute of the predictor; 0 where n is 0
	Intercept float64
	Loss      float64 // projected, squared label units
}

// AtCounts returns the weights of least projected loss for n judgments of each attribute,
// as predict --partial takes them. The predictor must hold moments.
func AtCounts(p *model.Predictor, n []int) Prefix {
	s := noiseOf(p)
	return prefix(p, &s, n)
}

func prefix(p *model.Predictor, s *noise, n []int) Prefix {
	out := Prefix{Weights: weights(p, s, n), Intercept: labelMean(p)}
	for a, w := range out.Weights {
		out.Intercept -= w * p.Attributes[a].Mean
	}
	out.Loss = conditional(p, s, out.Weights, n)
	return out
}

// Values returns the judgments of the i-th object of the data by attribute of the
// predictor, in their order, each less the offset of its rater where the panel is fixed.
func (r *Run) Values(i int) [][]float64 {
	out := make([][]float64, len(r.p.Attributes))
	for j := r.data.Start[i]; j < r.data.Start[i+1]; j++ {
		a := r.at[r.data.Attr[j]]
		if a < 0 {
			continue
		}
		x := r.data.Value[j]
		if w := r.data.Rater[j]; r.offset != nil && w != model.NoRater && !math.IsNaN(r.offset[a][w]) {
			x -= r.offset[a][w]
		}
		out[a] = append(out[a], x)
	}
	return out
}

// probabilities are those of the classes, as docs/classes.md derives them.
func (r *Run) probabilities(p *Prediction) []float64 {
	k := r.classes
	if len(k.Names) == 2 {
		k = r.line(p.SE * p.SE)
	}
	scores := []float64{p.Value}
	if !k.Ordered {
		scores = scores[:0]
		for _, s := range p.Scores {
			scores = append(scores, s.Value)
		}
	}
	return classes.Probabilities(k, scores)
}

// line are two classes for predictions of a loss. It follows from the covariance c of
// predictions with the label and their variance V.
//
// The predictor's own V is for its repeats. Other numbers n of judgments change only the
// noise in z, so V(n) = V + loss(n) - loss(r), and SE² is loss(n). Weights recomputed for
// n are of least loss: c and V are both projected to be Var(y) - loss(n). c then shrinks
// by the same share as the honest loss shrinks the predictor's own c. Of a refit c and V shrink
// by the share V(n)/V(r) of ŷ(r) that n judgments explain.
func (r *Run) line(loss float64) *model.PredictorClasses {
	k := r.classes
	c, v, vary := k.Covariance, k.Variance, r.p.LabelVariance
	switch own := vary - r.p.ProjectedLoss; {
	case math.IsNaN(loss):
	case !r.partial:
		v += loss - r.p.ProjectedLoss
	case r.noise.refit:
		if whole := r.noise.v; whole > 0 {
			left := max(whole+r.p.ProjectedLoss-loss, 0) / whole // V(n)/V(r)
			c, v = c*left, v*left
		}
	case own > 0:
		v = vary - loss
		c *= v / own
	}
	offset, slope := k.Correction()
	return classes.WithLines(*k, &classes.Correction{Slope: slope, Offset: []float64{0, offset}}, classes.Moment{Covariance: c, Variance: v})
}

// Summary adds up predictions, object by object. Its zero value summarises none.
type Summary struct {
	Objects int // all
	Empty   int // without a prediction
	Short   int // predicted from fewer judgments of an attribute than the predictor's repeats
	Partial int // predicted without an attribute of the predictor
	Mean    int // predicted by the label's mean: without a judgment of any attribute
	Halo    int // predicted, with a rater who judged several needed attributes
	Unknown int // judgments by raters whose offset is not known
	Labels  int // objects that have both a prediction and a label

	squares   float64 // of the residuals
	mean      float64 // of the labels
	deviation float64 // sum of the labels' squared deviations from their mean
}

// Add enters one object; label is NaN where it has none.
func (s *Summary) Add(p Prediction, label float64) {
	s.Objects++
	s.Unknown += p.Unknown
	if math.IsNaN(p.Value) {
		s.Empty++
		return
	}
	if p.Lacking > 0 {
		s.Partial++
	}
	if p.Mean {
		s.Mean++
	}
	if p.Halo {
		s.Halo++
	}
	if p.Short > 0 {
		s.Short++
	}
	if math.IsNaN(label) {
		return
	}
	s.Labels++
	s.squares += (label - p.Value) * (label - p.Value)
	before := label - s.mean
	s.mean += before / float64(s.Labels)
	s.deviation += before * (label - s.mean)
}

// Loss is the mean squared error over the objects that have both; NaN without
// any.
func (s *Summary) Loss() float64 { return s.squares / float64(s.Labels) }

// R2 is 1 - Loss/Var(y), with the variance of the same objects' labels; NaN where these
// are all equal.
func (s *Summary) R2() float64 {
	if !(s.deviation > 0) {
		return math.NaN()
	}
	return 1 - s.squares/s.deviation
}
