package regress

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/core/internal/golden"
)

func TestProjectL1Golden(t *testing.T) {
	type c struct {
		Name     string
		Input    struct{ V, B json.RawMessage }
		Expected struct{ U []float64 }
	}
	for _, c := range golden.Cases[c](t, "l1_projection.json") {
		var v []float64
		var b float64
		if json.Unmarshal(c.Input.V, &v) != nil || json.Unmarshal(c.Input.B, &b) != nil {
			t.Fatal(c.Name)
		}
		ProjectL1(v, b, nil)
		for i := range v {
			if math.Abs(v[i]-c.Expected.U[i]) > 1e-10 {
				t.Errorf("%s: %v, want %v", c.Name, v, c.Expected.U)
				break
			}
		}
	}
}

// literalL1 sorts, as Duchi et al. 2008 do in fig. 1.
func literalL1(v []float64, radius float64) []float64 {
	u, sum := make([]float64, len(v)), 0.0
	for i, x := range v {
		u[i] = math.Abs(x)
		sum += u[i]
	}
	if sum <= radius {
		return slices.Clone(v)
	}
	slices.Sort(u)
	slices.Reverse(u)
	var theta, c float64
	for j, x := range u {
		c += x
		if x-(c-radius)/float64(j+1) > 0 {
			theta = (c - radius) / float64(j+1)
		}
	}
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = math.Copysign(max(math.Abs(x)-theta, 0), x)
	}
	return out
}

// TestProjectL1Literal compares with the sorting form on vectors of every kind:
// with ties, zeros, heavy tails, ascending and descending.
func TestProjectL1Literal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var scratch []float64
	for n := range 4000 {
		d := 1 + rng.IntN(60)
		v := make([]float64, d)
		for i := range v {
			switch n % 5 {
			case 0:
				v[i] = rng.NormFloat64()
			case 1:
				v[i] = float64(rng.IntN(5) - 2)
			case 2:
				v[i] = math.Exp(6 * rng.NormFloat64())
			case 3:
				v[i] = float64(i) * (1 - 2*rng.Float64()*float64(n%2))
			case 4:
				v[i] = 1
			}
		}
		radius := 2 * float64(d) * rng.Float64() * rng.Float64() * rng.Float64()
		want := literalL1(v, radius)
		got := slices.Clone(v)
		ProjectL1(got, radius, scratch)
		size := slices.Max(v) - slices.Min(v) + 1
		for i := range v {
			if math.Abs(got[i]-want[i]) > 1e-11*size {
				t.Fatalf("%v to %v: %v, want %v", v, radius, got, want)
			}
		}
		if n > 100 {
			scratch = make([]float64, 60)
		}
	}
}

// TestProjectL1Large holds large vectors, also such as make bad pivots, against
// the sorting form.
func TestProjectL1Large(t *testing.T) {
	const d = 20000
	rng := rand.New(rand.NewPCG(3, 4))
	for name, at := range map[string]func(i int) float64{
		"ascending": func(i int) float64 { return float64(i) },
		"organ":     func(i int) float64 { return float64(min(i, d-i)) },
		"few":       func(i int) float64 { return float64(i % 3) },
		"random":    func(int) float64 { return rng.ExpFloat64() },
		"powers":    func(i int) float64 { return math.Pow(.999, float64(i)) },
	} {
		v := make([]float64, d)
		for i := range v {
			v[i] = at(i)
		}
		for _, radius := range []float64{1e-6, 1, 1e3, 1e5} {
			got := slices.Clone(v)
			ProjectL1(got, radius, nil)
			for i, want := range literalL1(v, radius) {
				if math.Abs(got[i]-want) > 1e-9*v[d/2]+1e-12*float64(d) {
					t.Fatalf("%s to %v: entry %d is %v, want %v", name, radius, i, got[i], want)
				}
			}
		}
	}
}

// TestThresholdBadPivots: the way out of bad pivots gives the same.
func TestThresholdBadPivots(t *testing.T) {
	u := make([]float64, 40)
	for i := range u {
		u[i] = math.Pow(2, float64(i%20))
	}
	want := literalL1(u, 3)
	theta := threshold(slices.Clone(u), 3)
	for i, x := range u {
		if got := max(x-theta, 0); math.Abs(got-want[i]) > 1e-9 {
			t.Fatalf("%v, want %v", got, want[i])
		}
	}
}

func TestProjectL1Allocations(t *testing.T) {
	v, scratch := make([]float64, 500), make([]float64, 500)
	rng := rand.New(rand.NewPCG(5, 6))
	if n := testing.AllocsPerRun(20, func() {
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		ProjectL1(v, 7, scratch)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
	defer func() {
		if recover() == nil {
			t.Error("a negative radius is no error")
		}
	}()
	ProjectL1(v, -1, scratch)
}

func BenchmarkProjectL1(b *testing.B) {
	for _, d := range []int{784, 1_000_000} {
		rng := rand.New(rand.NewPCG(1, 1))
		from, v, scratch := make([]float64, d), make([]float64, d), make([]float64, d)
		for i := range from {
			from[i] = rng.NormFloat64()
		}
		for _, share := range []float64{.01, .5} {
			b.Run(fmt.Sprintf("d=%d/norm=%g", d, share), func(b *testing.B) {
				for b.Loop() {
					copy(v, from)
					ProjectL1(v, share*float64(d), scratch)
				}
			})
		}
	}
}
