package experts

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"fms-tui/core/parallel"
)

// world is data drawn from the model, with the labels.
type world struct {
	theta   Theta
	missing float64 // share of votes
}

func (w world) draw(seed uint64, objects int) (*Data, []bool) {
	rng := rand.New(rand.NewPCG(seed, 1))
	d := &Data{Votes: Votes{Experts: len(w.theta.Alpha), Start: []int{0}}, X: make([][]float64, len(w.theta.Beta))}
	for j := range d.X {
		for range objects {
			d.X[j] = append(d.X[j], rng.NormFloat64())
		}
	}
	eta, ease := make([]float64, objects), make([]float64, objects)
	combined(w.theta.Beta0, w.theta.Beta, d.X, eta)
	combined(0, w.theta.Gamma, d.X, ease)
	labels := make([]bool, objects)
	for i := range labels {
		labels[i] = rng.Float64() < sigmoid(eta[i])
		for k, alpha := range w.theta.Alpha {
			right := rng.Float64() < sigmoid(alpha+ease[i])
			if rng.Float64() >= w.missing {
				d.Expert, d.Yes = append(d.Expert, int32(k)), append(d.Yes, labels[i] == right)
			}
		}
		d.Start = append(d.Start, len(d.Yes))
	}
	return d, labels
}

// clear5 is a world with much signal: five features, three of them irrelevant.
var clear5 = world{theta: Theta{.2, []float64{2, -1.5, 0, 0, 0}, []float64{2, 1, .5, 1.5, 0}, []float64{0, 0, .8, 0, 0}}, missing: .2}

func quick(t *testing.T, d *Data, o Options) *Study {
	t.Helper()
	if o.Lambdas == 0 {
		o.Lambdas, o.Restarts = 5, 2
	}
	s := must(Select(context.Background(), d, o, nil))
	return s
}

// TestRecovers: with enough votes the parameters come back, the irrelevant features go,
// and labels are better than the majority's.
func TestRecovers(t *testing.T) {
	d, labels := clear5.draw(3, 1000)
	s := quick(t, d, Options{Seed: 1, Lambdas: 6, Restarts: 3})
	chosen := s.Chosen()
	if chosen.Model != EMSparse {
		t.Errorf("%s was chosen", chosen.Model)
	}
	f := s.Best(EMSparse).Fit
	for k, e := range f.Experts(d) {
		var right, n float64
		for i := range labels {
			for r := d.Start[i]; r < d.Start[i+1]; r++ {
				if int(d.Expert[r]) == k {
					n++
					if d.Yes[r] == labels[i] {
						right++
					}
				}
			}
		}
		if math.Abs(e.Accuracy-right/n) > .03 || e.Votes != int(n) || e.Saturated {
			t.Errorf("expert %d is right in %g of the votes, and said to be in %g", k, right/n, e.Accuracy)
		}
	}
	if f.Beta[0] < 1.5 || f.Beta[1] > -1 || math.Abs(f.Gamma[2]-.8) > .25 {
		t.Errorf("β %g γ %g", f.Beta, f.Gamma)
	}
	errs := func(of []Label) (n int) {
		for i, l := range of {
			if l.Class != labels[i] {
				n++
			}
		}
		return n
	}
	if em, most := errs(f.Labels(d)), errs(s.Best(Majority).Fit.Labels(d)); em >= most {
		t.Errorf("EM-Sparse mistakes %d objects, the majority %d", em, most)
	}
	if p, q := s.Best(EMSparse), s.Curve(Majority)[0]; p.S >= q.S {
		t.Errorf("Ŝ is %g, and %g without features", p.S, q.S)
	}
	// Ŝ contains the accuracy of the votes.
	held := d.Part(s.Parts[0].Test)
	var wrong float64
	for i, c := range chosen.Parts[0].Classify(held) {
		if c != labels[s.Parts[0].Test[i]] {
			wrong++
		}
	}
	risk := wrong / float64(held.Objects())
	if got := Risk(chosen.S, chosen.Fit.MeanError(d)); math.Abs(got-risk) > .06 {
		t.Errorf("the risk is %g, and read off Ŝ %g", risk, got)
	}
}

// TestNeverFalls: J never falls from one iteration to the next, whatever the
// start and λ, with votes missing and with few steps of each M-step.
func TestNeverFalls(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for seed := range uint64(15) {
		w := clear5
		w.missing = .6 * rng.Float64()
		d, _ := w.draw(seed, 60)
		f := must(newFitter(d.Part(d.Voted()), 60))
		m := newEM(f.data)
		m.setPenalty(10*rng.Float64()*float64(seed%3), 10*rng.Float64()*float64(seed%2))
		theta := f.start(seed, 1)
		last := m.expect(&theta)
		for k := range 60 {
			m.maximise(&theta, 1+int(seed%2)*300)
			j := m.expect(&theta)
			if j < last-1e-10*math.Abs(last) {
				t.Fatalf("seed %d: J fell from %.12g to %.12g in iteration %d", seed, last, j, k)
			}
			last = j
		}
	}
}

// TestStudy: a repeated study is the same, with any number of processors. J grows along
// falling λ.
func TestStudy(t *testing.T) {
	d, _ := clear5.draw(7, 90)
	d.X = append(d.X, make([]float64, 90)) // says nothing at all
	for _, opt := range []Options{
		{Seed: 2, Lambdas: 4, Restarts: 3},
		{Seed: 2, Lambdas: 4, Restarts: 2, Folds: 3},
	} {
		var mu sync.Mutex
		last, of := 0, 0
		ctx := parallel.Hear(context.Background(), func(_ string, done, all int) {
			mu.Lock()
			defer mu.Unlock()
			last, of = max(last, done), all
		})
		s := must(Select(ctx, d, opt, nil))
		if last != of || of == 0 {
			t.Errorf("%d of %d were told", last, of)
		}
		again := quick(t, d, opt)
		for k, p := range s.Points {
			q := again.Points[k]
			if p.S != q.S || p.Lambda != q.Lambda || !reflect.DeepEqual(p.Fit.Theta, q.Fit.Theta) {
				t.Fatalf("a second study differs at %s, λ %g: %v and %v", p.Model, p.Lambda, p.Fit, q.Fit)
			}
		}
		tested := 0
		for _, p := range s.Parts {
			tested += len(p.Test)
			if len(p.Train)+len(p.Test) != 90 {
				t.Error("parts do not add up")
			}
		}
		if want := map[int]int{1: 45, 3: 90}[len(s.Parts)]; tested != want {
			t.Errorf("%d objects were held out, want %d", tested, want)
		}
		curve := s.Curve(EMSparse)
		for k, p := range curve {
			if k%opt.Lambdas > 0 && p.Fit.Objective < curve[k-1].Fit.Objective-1e-6 {
				t.Errorf("J falls to %g with λ", p.Fit.Objective)
			}
			for i, f := range p.Parts {
				if k%opt.Lambdas > 0 && f.Objective < curve[k-1].Parts[i].Objective-1e-6 {
					t.Errorf("J of a part falls to %g with λ", f.Objective)
				}
			}
			if p.Fit.Beta[5] != 0 || p.Fit.Gamma[5] != 0 {
				t.Error("a constant feature has a coefficient")
			}
		}
	}
}

// TestDegenerate: what goes wrong in practice has an answer.
func TestDegenerate(t *testing.T) {
	ctx := context.Background()
	d, _ := clear5.draw(13, 100)
	all := func(change func(d *Data)) *Data {
		copied := *d
		copied.Yes = append([]bool{}, d.Yes...)
		change(&copied)
		return &copied
	}
	for name, c := range map[string]struct {
		data *Data
		opt  Options
		want string
	}{
		"one class": {data: all(func(d *Data) {
			for r := range d.Yes {
				d.Yes[r] = true
			}
		}), want: "are 1: there is only one class"},
		"the other class": {data: all(func(d *Data) { clear(d.Yes) }), want: "are 0: there is only one class"},
		"one expert": {data: func() *Data {
			w := clear5
			w.theta.Alpha = []float64{1}
			d, _ := w.draw(1, 100)
			return d
		}(), want: "no object has votes of two experts"},
		"few objects": {data: d.Part(d.Voted()[:9]), want: "at least 10 are needed"},
		"many folds":  {data: d, opt: Options{Folds: 1000}, want: "1000 folds of"},
		"all held":    {data: d, opt: Options{Holdout: .99}, want: "would be held out"},
	} {
		if _, err := Select(ctx, c.data, c.opt, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	// An expert without votes stays unknown; one who is always right is saturated;
	// features that separate the classes do not stop anything.
	d, labels := clear5.draw(17, 100)
	d.Experts++
	truth := make([]float64, 100)
	for i, l := range labels {
		if l {
			truth[i] = 1
		}
	}
	d.X = append(d.X, truth)
	s := quick(t, d, Options{Seed: 1})
	es := s.Best(EM).Fit.Experts(d)
	if last := es[len(es)-1]; last.Votes != 0 || !math.IsNaN(last.Accuracy) || !math.IsNaN(last.Agreement) {
		t.Errorf("an expert without votes: %+v", last)
	}
	if eta := s.Best(EM).Fit.eta(d); math.IsNaN(eta[0]) || math.IsInf(eta[0], 0) {
		t.Error(eta)
	}
	// Without features labels come from the votes.
	d.X = nil
	s = quick(t, d, Options{Seed: 1})
	if c := s.Chosen(); c.Model != EM || s.Best(EMSparse) != nil || s.Best(Majority) == nil {
		t.Errorf("without features %s", c.Model)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Select(cancelled, d, Options{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestLabels: new objects get labels, with votes or without.
func TestLabels(t *testing.T) {
	theta := Theta{1, []float64{2}, []float64{1, -.5}, []float64{.5}}
	d := dataOf([][]float64{{1}, {1}, {-2}, {0}}, [][]*float64{{nil, nil}, {one, zero}, {zero, nil}, {one, zero}})
	f := &Fit{Model: EM, Theta: theta}
	want := []float64{sigmoid(3), sigmoid(3 + 1.5 - 0), sigmoid(-3 - 0), sigmoid(1 + 1 + .5)}
	for i, l := range f.Labels(d) {
		if math.Abs(l.Probability-want[i]) > 1e-12 || l.Class != (want[i] > .5) {
			t.Errorf("object %d: %v, want %g", i, l, want[i])
		}
	}
	f.Model = Majority
	want = []float64{sigmoid(3), sigmoid(3), 0, sigmoid(1)} // a tie is the classifier's
	for i, l := range f.Labels(d) {
		if math.Abs(l.Probability-want[i]) > 1e-12 {
			t.Errorf("Majority, object %d: %v, want %g", i, l, want[i])
		}
	}
	if got := Risk(.3, .2); math.Abs(got-.1/.6) > 1e-12 || !math.IsNaN(Risk(.3, .5)) {
		t.Error(got)
	}
}

// TestSeparates: every object with votes must be beyond doubt by its features.
func TestSeparates(t *testing.T) {
	d := dataOf([][]float64{{1}, {-1}, {0}}, [][]*float64{{one}, {zero}, {nil}})
	for _, c := range []struct {
		b0, slope float64
		want      bool
	}{{0, 20, true}, {0, -20, true}, {0, 10, false}, {10, 20, false}, {-10, 20, false}, {20, 0, false}} {
		f := &Fit{Theta: Theta{Beta0: c.b0, Beta: []float64{c.slope}}}
		if f.Separates(d) != c.want {
			t.Errorf("%+v", c)
		}
	}
}

var (
	oneVote, noVote = 1., 0.
	one, zero       = &oneVote, &noVote
)

// TestScale: coefficients go to other units and back.
func TestScale(t *testing.T) {
	d, _ := clear5.draw(19, 50)
	for i := range d.X[1] {
		d.X[1][i] = 1000 + 20*d.X[1][i]
	}
	z, s := d.standardised()
	theta := clear5.theta.clone()
	raw := s.restored(theta)
	near(t, "η", raw.eta(d), theta.eta(z), 1e-12)
	near(t, "P", raw.posterior(d), theta.posterior(z), 1e-12)
	near(t, "θ", s.applied(raw).flat(), theta.flat(), 1e-12)
	near(t, "J is that of -θ", []float64{newEM(z).expect(&theta)}, []float64{func() float64 { n := theta.negated(); return newEM(z).expect(&n) }()}, 1e-12)
}
