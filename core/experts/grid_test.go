package experts

import (
	"context"
	"math"
	"testing"
)

func fitterOf(t *testing.T, d *Data) *fitter {
	t.Helper()
	f := must(newFitter(d.Part(d.Voted()), len(d.Voted())))
	return f
}

// TestLargestSlope: the largest λ is the largest slope of the likelihood in any
// coefficient where all of them are 0, by differences; with it nothing is left.
func TestLargestSlope(t *testing.T) {
	d, _ := clear5.draw(43, 200)
	f := fitterOf(t, d)
	ctx := context.Background()
	alone := newEM(&Data{Votes: f.data.Votes})
	at := Theta{Beta0: f.prior.Beta0, Alpha: f.agreementOdds()}
	alone.run(ctx, &at, longRun)
	at.Beta, at.Gamma = make([]float64, 5), make([]float64, 5)
	m := newEM(f.data)
	const h = 1e-4
	most := 0.
	for _, v := range [][]float64{at.Beta, at.Gamma} {
		for j := range v {
			v[j] = h
			up := m.expect(&at)
			v[j] = -h
			down := m.expect(&at)
			v[j] = 0
			most = max(most, math.Abs(up-down)/(2*h))
		}
	}
	if got := f.largestSlope(ctx); math.Abs(got-most) > 1e-4*most {
		t.Errorf("%g, by differences %g", got, most)
	}
	s := quick(t, d, Options{Seed: 1})
	most = max(most, s.Curve(Majority)[0].Lambda)
	if first := s.Curve(EMSparse)[0]; math.Abs(first.Lambda-most) > 1e-4*most || first.Fit.Support() > 0 {
		t.Errorf("the largest λ is %g, want %g; %d features are left", first.Lambda, most, first.Fit.Support())
	}
}

// TestSpan: λ fall evenly in log λ to a thousandth.
func TestSpan(t *testing.T) {
	d, _ := clear5.draw(43, 60)
	for _, n := range []int{5, 20} {
		curve := quick(t, d, Options{Lambdas: n, Models: []Model{Majority}}).Curve(Majority)
		if len(curve) != n {
			t.Fatalf("%d λ, want %d", len(curve), n)
		}
		step := math.Pow(1e-3, 1/float64(n-1))
		for k := 1; k < n; k++ {
			if r := curve[k].Lambda / curve[k-1].Lambda; math.Abs(r-step) > 1e-9 {
				t.Errorf("λ falls by %g, want %g", r, step)
			}
		}
	}
}

// TestShare: a part of the objects has its share of λ, as J is a sum over objects.
func TestShare(t *testing.T) {
	d, _ := clear5.draw(53, 90)
	s := quick(t, d, Options{Seed: 1, Folds: 3})
	for i := range s.Points {
		p := &s.Points[i]
		for _, f := range p.Parts {
			if want := p.Lambda * 60 / 90; math.Abs(f.Lambda-want) > 1e-12*want || f.Objects != 60 {
				t.Fatalf("%s: a part of %d objects has λ %g, want %g", p.Model, f.Objects, f.Lambda, want)
			}
		}
		if p.Fit.Lambda != p.Lambda || p.Fit.Objects != 90 {
			t.Fatalf("%s: λ is %g for all", p.Model, p.Fit.Lambda)
		}
	}
}

// TestSignedTie: θ stays where -θ agrees with the majority on as many objects.
func TestSignedTie(t *testing.T) {
	d := dataOf([][]float64{{1}, {-1}, {2}}, [][]*float64{{one, zero}, {zero, one}, {one, zero}})
	theta := Theta{0, []float64{1}, []float64{1, 1}, []float64{0}}
	if signed := theta.signed(d); signed.Beta[0] != 1 {
		t.Error("θ was flipped without any majority")
	}
	d = dataOf([][]float64{{1}, {-1}}, [][]*float64{{zero, zero}, {one, one}})
	if signed := theta.signed(d); signed.Beta[0] != -1 || signed.Alpha[1] != -1 {
		t.Errorf("%+v against the majority", signed)
	}
}
