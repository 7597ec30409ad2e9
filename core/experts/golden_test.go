package experts

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"
)

// The golden cases come from an independent reference, whose regressions agree
// with glmnet's.

type goldenTheta struct {
	B0    float64
	Beta  []float64
	Alpha []float64
	Gamma []float64
}

func (g goldenTheta) theta() Theta { return Theta{g.B0, g.Beta, g.Alpha, g.Gamma}.clone() }

func readGolden(t *testing.T, name string, to any) {
	t.Helper()
	text := must(os.ReadFile("testdata/" + name + ".json"))
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatal(err)
	}
}

// dataOf turns matrices into Data; nil is a missing vote.
func dataOf(x [][]float64, y [][]*float64) *Data {
	d := &Data{Votes: Votes{Start: []int{0}, Experts: len(y[0])}}
	for i := range y {
		for k, vote := range y[i] {
			if vote != nil {
				d.Expert, d.Yes = append(d.Expert, int32(k)), append(d.Yes, *vote == 1)
			}
		}
		d.Start = append(d.Start, len(d.Yes))
	}
	if len(x) > 0 {
		d.X = make([][]float64, len(x[0]))
		for j := range d.X {
			for i := range x {
				d.X[j] = append(d.X[j], x[i][j])
			}
		}
	}
	return d
}

func near(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %v, want %v", what, got, want)
		return
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tolerance*max(1, math.Abs(want[i]))) {
			t.Errorf("%s: %.12g, want %.12g", what, got, want)
			return
		}
	}
}

func (t Theta) flat() (all []float64) {
	all = append(all, t.Beta0)
	for _, v := range [][]float64{t.Beta, t.Alpha, t.Gamma} {
		all = append(all, v...)
	}
	return all
}

func TestIterationGolden(t *testing.T) {
	var g struct {
		Cases []struct {
			Name  string
			Input struct {
				X     [][]float64
				Y     [][]*float64
				Theta goldenTheta
				LamB  float64 `json:"lam_beta"`
				LamG  float64 `json:"lam_gamma"`
			}
			Expected struct {
				Z      []float64
				Loglik float64
				Before float64     `json:"J_before"`
				After  float64     `json:"J_after"`
				Theta  goldenTheta `json:"theta_new"`
			}
		}
	}
	readGolden(t, "em_iteration", &g)
	if len(g.Cases) != 4 {
		t.Fatalf("%d cases", len(g.Cases))
	}
	for _, c := range g.Cases {
		all := dataOf(c.Input.X, c.Input.Y)
		theta := c.Input.Theta.theta()
		near(t, c.Name+": z", theta.posterior(all), c.Expected.Z, 1e-10)
		d := all.Part(all.Voted())
		m := newEM(d)
		near(t, c.Name+": l", []float64{m.expect(&theta)}, []float64{c.Expected.Loglik}, 1e-10)
		m.setPenalty(c.Input.LamB, c.Input.LamG)
		near(t, c.Name+": J before", []float64{m.expect(&theta)}, []float64{c.Expected.Before}, 1e-10)
		m.maximise(&theta, 300)
		near(t, c.Name+": θ", theta.flat(), c.Expected.Theta.theta().flat(), 1e-9)
		near(t, c.Name+": J after", []float64{m.expect(&theta)}, []float64{c.Expected.After}, 1e-9)
	}
}

func TestSparseGolden(t *testing.T) {
	var g struct {
		Cases []struct {
			Name  string
			Input struct {
				X     [][]float64
				Y     [][]*float64
				Start goldenTheta
				Lam   float64
			}
			Expected struct {
				First       []float64 `json:"J_first"`
				J           float64
				Fixpoint    goldenTheta `json:"theta_fixpoint"`
				Theta       goldenTheta
				Agreement   float64
				Zhat, Z     []float64
				B0          float64
				Beta, Gamma []float64
			}
		}
	}
	readGolden(t, "em_sparse_full", &g)
	if len(g.Cases) != 7 {
		t.Fatalf("%d cases", len(g.Cases))
	}
	for _, c := range g.Cases {
		d := dataOf(c.Input.X, c.Input.Y)
		all := d
		d = d.Part(d.Voted())
		m := newEM(d)
		m.setPenalty(c.Input.Lam, c.Input.Lam)
		theta := c.Input.Start.theta()
		var first []float64
		for range c.Expected.First {
			first = append(first, m.expect(&theta))
			m.maximise(&theta, 300)
		}
		near(t, c.Name+": first J", first, c.Expected.First, 1e-9)
		// Both kinds of M-step must end in the same point.
		for _, steps := range []int{1, 300} {
			theta := c.Input.Start.theta()
			j, _, _ := m.run(context.Background(), &theta, limits{1200, -1, steps})
			near(t, c.Name+": J", []float64{j}, []float64{c.Expected.J}, 1e-9)
			if strings.HasPrefix(c.Name, "DEGENERATE") {
				near(t, c.Name+": β, γ", append(append([]float64{theta.Beta0}, theta.Beta...), theta.Gamma...),
					append(append([]float64{c.Expected.B0}, c.Expected.Beta...), c.Expected.Gamma...), 1e-6)
				continue
			}
			near(t, c.Name+": fixpoint", theta.flat(), c.Expected.Fixpoint.theta().flat(), 1e-7)
			signed := theta.signed(all)
			near(t, c.Name+": θ", signed.flat(), c.Expected.Theta.theta().flat(), 1e-7)
			near(t, c.Name+": z", signed.posterior(all), c.Expected.Z, 1e-7)
			for i, class := range signed.Classify(all) {
				if class != (c.Expected.Zhat[i] == 1) {
					t.Errorf("%s: object %d is put in %v", c.Name, i, class)
				}
			}
		}
	}
}

func TestSurrogateGolden(t *testing.T) {
	var g struct {
		Cases []struct {
			Name  string
			Input struct {
				Zhat, Z, Lams, Scores []float64
				X                     [][]float64
				Y                     [][]*float64
				Lam                   float64
			}
			Expected struct {
				Unit, Lemma1 float64
				RHat         *float64 `json:"r_hat"`
				Majority     []*float64
				Index        int
				B0           float64
				Beta, Zhat   []float64
			}
		}
	}
	readGolden(t, "s_hat", &g)
	seen := map[string]int{}
	for _, c := range g.Cases {
		switch {
		case len(c.Input.Lams) > 0:
			seen["λ"]++
			var study Study
			for k, score := range c.Input.Scores {
				study.Points = append(study.Points, Point{Model: EMSparse, S: score, Lambda: c.Input.Lams[k]})
			}
			if got := study.Best(EMSparse); got != &study.Points[c.Expected.Index] {
				t.Errorf("%s: %+v, want that of %d", c.Name, got, c.Expected.Index)
			}
		case len(c.Input.X) > 0:
			seen["majority"]++
			d := dataOf(c.Input.X, c.Input.Y)
			l := d.onMajority()
			path := must(l.Path([]float64{c.Input.Lam}))
			theta := majorityTheta(path[0])
			near(t, c.Name, theta.flat()[:3], append([]float64{c.Expected.B0}, c.Expected.Beta...), 1e-9)
			near(t, c.Name, numbers(theta.Classify(d)), c.Expected.Zhat, 0)
		default:
			seen["Ŝ"]++
			d := dataOf(nil, c.Input.Y)
			classes := make([]bool, len(c.Input.Zhat))
			for i, z := range c.Input.Zhat {
				classes[i] = z == 1
			}
			s, _ := mean(wrongShares(classes, &d.Votes))
			near(t, c.Name, []float64{s}, []float64{c.Expected.Unit}, 1e-10)
			for i, m := range d.majority() {
				if want := c.Expected.Majority[i]; want == nil && !math.IsNaN(m) || want != nil && *want != m {
					t.Errorf("%s: majority of %d is %g", c.Name, i, m)
				}
			}
			if c.Expected.RHat != nil {
				lemma1(t, c.Name, classes, c.Input.Z, d, s, *c.Expected.RHat)
			}
		}
	}
	if seen["λ"] != 3 || seen["majority"] != 2 || seen["Ŝ"] != 2 {
		t.Error(seen)
	}
}

// lemma1 is Ŝ = mean[(1-2V)W + V], W whether the classifier errs, V the share of
// experts who do; R̂ is the mean of W.
func lemma1(t *testing.T, name string, classes []bool, labels []float64, d *Data, s, risk float64) {
	t.Helper()
	var sum, errs float64
	n := float64(len(classes))
	for i, c := range classes {
		v := float64(disagree(labels[i] == 1, &d.Votes, i)) / float64(d.Of(i))
		if c != (labels[i] == 1) {
			errs++
			sum += 1 - 2*v
		}
		sum += v
	}
	near(t, name+": lemma 1", []float64{sum / n, errs / n}, []float64{s, risk}, 1e-12)
}

func numbers(classes []bool) (out []float64) {
	for _, c := range classes {
		if c {
			out = append(out, 1)
		} else {
			out = append(out, 0)
		}
	}
	return out
}

// must is a value without an error.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
