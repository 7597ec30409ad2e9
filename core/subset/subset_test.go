package subset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/internal/fresh"
)

var background = context.Background()

// fromRows is F of least squares on the columns of rows, as the lecture has it:
// sums, not means.
func fromRows(rows [][]float64, y []float64, intercept bool) *Function {
	n := len(rows[0])
	mean := make([]float64, n+1)
	if intercept {
		for i, row := range rows {
			mean[n] += y[i] / float64(len(y))
			for j, x := range row {
				mean[j] += x / float64(len(y))
			}
		}
	}
	f := &Function{Cov: make([]float64, n), Gram: make([]float64, n*n)}
	for i, row := range rows {
		dy := y[i] - mean[n]
		f.Empty += dy * dy
		for j := range row {
			f.Cov[j] += (row[j] - mean[j]) * dy
			for k := range row {
				f.Gram[j*n+k] += (row[j] - mean[j]) * (row[k] - mean[k])
			}
		}
	}
	return f
}

// random is F of random rows, some columns nearly or quite functions of others.
func random(rng *rand.Rand, n int) *Function {
	rows, y := make([][]float64, 12+rng.IntN(20)), []float64{}
	for i := range rows {
		row := make([]float64, n)
		for j := range row {
			row[j] = rng.NormFloat64()
			if j > 1 && j%3 == 0 {
				row[j] = row[j-1] + row[j-2] + float64(j%2)*.1*row[j]
			}
		}
		rows[i] = row
		y = append(y, row[0]+row[n-1]+2*rng.NormFloat64())
	}
	return fromRows(rows, y, rng.IntN(2) == 0)
}

// literal is F of a set by a pseudo-inverse.
func literal(f *Function, set []int) float64 {
	k := len(set)
	if k == 0 {
		return f.Empty
	}
	g, c := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	for i, a := range set {
		c.SetVec(i, f.Cov[a])
		for j, b := range set[:i+1] {
			g.SetSym(i, j, f.Gram[a*f.N()+b])
		}
	}
	var eigen mat.EigenSym
	eigen.Factorize(g, true)
	var v mat.Dense
	eigen.VectorsTo(&v)
	loss := f.Empty
	largest := slices.Max(eigen.Values(nil))
	for i, l := range eigen.Values(nil) {
		if l > 1e-9*largest {
			along := mat.Dot(v.ColView(i), c)
			loss -= along * along / l
		}
	}
	return loss
}

func near(got, want, tol float64) bool { return math.Abs(got-want) <= tol }

// subsets lists all of them in lexicographic order by size.
func subsets(n, size int) [][]int {
	var all [][]int
	var from func(next int, set []int)
	from = func(next int, set []int) {
		if len(set) == size {
			all = append(all, slices.Clone(set))
			return
		}
		for e := next; e < n; e++ {
			from(e+1, append(set, e))
		}
	}
	from(0, nil)
	return all
}

// TestBest holds exhaustive and forward selection against a literal F.
func TestBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 1), 1))
	worse := 0
	for range 60 {
		f := random(rng, 2+rng.IntN(6))
		best := must(f.Best(background, f.N()))
		tol := 1e-8 * f.Empty
		for k, b := range best {
			want := math.Inf(1)
			for _, set := range subsets(f.N(), k) {
				want = min(want, literal(f, set))
			}
			if len(b.Set) != k || !near(b.Loss, want, tol) || !near(literal(f, b.Set), want, tol) {
				t.Fatalf("best of %d is %v, which loses %g; enumeration finds %g", k, b.Set, b.Loss, want)
			}
			if k > 0 && b.Loss > best[k-1].Loss+tol {
				t.Fatalf("F rises from %g to %g", best[k-1].Loss, b.Loss)
			}
		}
		for k, c := range f.Forward(f.N()) {
			if !near(c.Loss, literal(f, c.Set), tol) || c.Loss < best[k].Loss-tol {
				t.Fatalf("forward %v loses %g, literally %g, the best %g", c.Set, c.Loss, literal(f, c.Set), best[k].Loss)
			}
			if c.Loss > best[k].Loss+tol {
				worse++
			}
			if k == 0 {
				continue
			}
			for e := range f.N() {
				before := slices.Clone(c.Set[:k-1])
				if !slices.Contains(before, e) && literal(f, append(before, e)) < c.Loss-tol {
					t.Fatalf("forward %v: %d would have been better", c.Set, e)
				}
			}
		}
	}
	if fresh.Fixed() && worse < 10 {
		t.Errorf("forward was worse than the best %d times: the test lost its power", worse)
	}
}

// TestAlpha holds the ratios against their definitions.
func TestAlpha(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 2), 2))
	vacuous, found := 0, 0
	for range 25 {
		f := random(rng, 3+rng.IntN(3))
		n := f.N()
		loss := make([]float64, 1<<n)
		for mask := range loss {
			loss[mask] = literal(f, members(mask))
		}
		// Denominators next to the threshold may fall on either side of it.
		const tol = 1e-7
		alpha := 1.0
		for s := range loss {
			for u := range loss {
				for e := range n {
					if large := loss[u] - loss[u|1<<e]; s&^u == 0 && u>>e&1 == 0 && large > 1e-6*f.Empty {
						alpha = min(alpha, (loss[s]-loss[s|1<<e])/large)
					}
				}
			}
		}
		got, err := f.Alpha(background)
		if err != nil || got.Value > alpha+tol {
			t.Fatalf("α is %g (%v), by definition at most %g", got.Value, err, alpha)
		}
		if got.E >= 0 {
			s, u, e := maskOf(got.S), maskOf(got.T), 1<<got.E
			if ratio := (loss[s] - loss[s|e]) / (loss[u] - loss[u|e]); !near(ratio, got.Value, 1e-3*ratio+tol) || s&^u != 0 || u&e != 0 {
				t.Fatalf("α is %g at %+v, where the ratio is %g", got.Value, got, ratio)
			}
		}
		path := f.Forward(n)
		most := len(path) - 1
		gammas := must(f.Gammas(background, path, most))
		best, _ := f.Best(background, n)
		for k := 1; k <= most; k++ {
			gamma, want := 1.0, [2]float64{1, 1} // of denominators far above the threshold, and perhaps above it
			for _, c := range path[:k] {
				s := maskOf(c.Set)
				for l := range loss {
					for e := range n {
						large := loss[s|l] - loss[s|l|1<<e]
						for i, from := range []float64{1e-6, worthComparing / 10} {
							if (s|l)>>e&1 == 0 && bits.OnesCount(uint(l&^s)) <= k-1 && large > from*f.Empty {
								want[i] = min(want[i], (loss[s]-loss[s|1<<e])/large)
							}
						}
					}
					joint := loss[s] - loss[s|l]
					if l&s != 0 || bits.OnesCount(uint(l)) > k || joint <= 1e-8*f.Empty {
						continue
					}
					sum := 0.0
					for _, e := range members(l) {
						sum += loss[s] - loss[s|1<<e]
					}
					gamma = min(gamma, sum/joint)
				}
			}
			greedy := f.AlphaGreedy(path, k)
			if !near(gammas[k], gamma, 1e-5) || got.Value > greedy+tol || greedy > gammas[k]+tol || greedy > want[0]+1e-5 || greedy < want[1]-1e-3 {
				t.Fatalf("k=%d: γ %g, by definition %g; α %g, α_greedy %g, by definition %g to %g", k, gammas[k], gamma, got.Value, greedy, want[1], want[0])
			}
			gain, most := f.Empty-path[k].Loss, f.Empty-best[k].Loss
			if gain < Guarantee(gammas[k])*most-1e-9*f.Empty {
				t.Fatalf("k=%d: forward gains %g of %g, guaranteed are %g", k, gain, most, Guarantee(gammas[k]))
			}
		}
		if got.Value < .01 {
			vacuous++
		}
		sampled, err := f.SampleAlpha(background, 200, 1)
		if err != nil || sampled.Value < got.Value-1e-6 || !sampled.Sampled {
			t.Fatalf("sampled %g (%v), α %g", sampled.Value, err, got.Value)
		}
		if sampled.Value < got.Value+1e-6 {
			found++
		}
		if sampled.E >= 0 {
			s, u, e := maskOf(sampled.S), maskOf(sampled.T), 1<<sampled.E
			if ratio := (loss[s] - loss[s|e]) / (loss[u] - loss[u|e]); s&^u != 0 || u&e != 0 || !near(ratio, sampled.Value, 1e-3*ratio+tol) {
				t.Fatalf("sampled %+v, where the ratio is %g", sampled, ratio)
			}
		}
	}
	if fresh.Fixed() && (vacuous == 0 || found < 20) {
		t.Errorf("%d ratios near 0; sampling finds the ratio of 3 to 5 attributes %d times of 25", vacuous, found)
	}
}

// TestSubmodular: uncorrelated attributes gain the same beside any others.
func TestSubmodular(t *testing.T) {
	f := &Function{Empty: 10, Cov: []float64{1, 2, .5}, Gram: []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}}
	a, err := f.Alpha(background)
	sampled, err2 := f.SampleAlpha(background, 10, 1)
	gammas, err3 := f.Gammas(background, f.Forward(3), 3)
	if err != nil || err2 != nil || err3 != nil || a.Value != 1 || sampled.Value != 1 || slices.Min(gammas) < 1-1e-15 {
		t.Errorf("α %+v, sampled %+v, γ %v (%v %v %v)", a, sampled, gammas, err, err2, err3)
	}
	if a.E != -1 {
		t.Errorf("a ratio of 1 is taken at %+v", a)
	}
}

// TestCounterexample: the bound on the loss that the lecture prints does not hold.
func TestCounterexample(t *testing.T) {
	rows := [][]float64{{1, 2, 3.5}, {2, -1, .5}, {3, 0, 3.25}, {4, 1, 5}, {-1, 1, -.25}, {-2, -3, -4.5}, {0, 2, 2}, {1, 0, .5}}
	var y []float64
	for _, row := range rows {
		y = append(y, row[0]+row[1])
	}
	f := fromRows(rows, y, false)
	best, _ := f.Best(background, 2)
	path := f.Forward(2)
	alpha, _ := f.Alpha(background)
	if !near(best[2].Loss, 0, 1e-12) || !slices.Equal(path[2].Set, []int{2, 0}) || path[2].Loss < 1 {
		t.Errorf("best %+v, forward %+v", best[2], path[2])
	}
	if printed := best[2].Loss / Guarantee(alpha.Value); path[2].Loss <= printed {
		t.Errorf("F = %g keeps to the printed bound %g", path[2].Loss, printed)
	}
}

func TestCount(t *testing.T) {
	for n := range 9 {
		sum := 0
		for k := 1; k <= n; k++ {
			sum += len(subsets(n, k))
			if got := Count(n, k); got != float64(sum) {
				t.Errorf("Count(%d, %d) = %g, want %d", n, k, got, sum)
			}
		}
		if got := Searchable(n, n, float64(sum)); got != n {
			t.Errorf("all %d subsets of %d are searchable up to %d", sum, n, got)
		}
		if got := Searchable(n, n, float64(sum)-1); n > 0 && got != n-1 {
			t.Errorf("one less: up to %d of %d", got, n)
		}
	}
	if got := Searchable(39, 39, 1<<22); got != 6 {
		t.Errorf("39 attributes are searched up to %d", got)
	}
}

// TestCancelled: what takes long ends with its context.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	cancel()
	f := random(rand.New(rand.NewPCG(4, 4)), 14)
	_, best := f.Best(ctx, 14)
	_, alpha := f.Alpha(ctx)
	_, sampled := f.SampleAlpha(ctx, 5, 1)
	_, gammas := f.Gammas(ctx, f.Forward(7), 7)
	for _, err := range []error{best, alpha, sampled, gammas} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("best %v, α %v, sampled %v, γ %v", best, alpha, sampled, gammas)
		}
	}
}

// TestRedundant: what is a function of others gains exactly nothing beside them,
// in whatever order they come; to rounding, which grows with the square of how
// different their sizes are.
func TestRedundant(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 5), 5))
	for range 20 {
		rows, y := make([][]float64, 15), []float64{}
		for i := range rows {
			a, b := rng.NormFloat64(), 100*rng.NormFloat64()
			rows[i] = []float64{a, b, a/3 + b/7, rng.NormFloat64()}
			y = append(y, rng.NormFloat64())
		}
		f := fromRows(rows, y, false)
		b := f.beside()
		for i, e := range rng.Perm(3) {
			gain := b.gain(e)
			if redundant := b.isRedundant(e); redundant != (i == 2) || redundant && gain != 0 {
				t.Errorf("attribute %d, number %d, gains %g (%t)", e, i, gain, redundant)
			} else if !redundant {
				b.join(e, 0)
			}
		}
		if path := f.Forward(4); len(path) != 4 {
			t.Errorf("forward takes %v of rank 3", path[len(path)-1].Set)
		}
	}
}

// TestRatioUnits: a label in other units has the same ratios, also where
// attributes add nothing but rounding.
func TestRatioUnits(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 7), 7))
	for range 10 {
		rows, y := make([][]float64, 20), []float64{}
		for i := range rows {
			a, b := rng.NormFloat64(), rng.NormFloat64()
			rows[i] = []float64{a, b, a - b/3, rng.NormFloat64(), 2 * a}
			y = append(y, a+b/2+rng.NormFloat64())
		}
		f := fromRows(rows, y, false)
		want := must(f.Alpha(background))
		for _, unit := range []float64{1e-5, 1e5} {
			g := &Function{Empty: f.Empty * unit * unit, Cov: slices.Clone(f.Cov), Gram: f.Gram}
			for e := range g.Cov {
				g.Cov[e] *= unit
			}
			got, err := g.Alpha(background)
			if err != nil || !(math.Abs(got.Value-want.Value) <= 1e-6) {
				t.Errorf("in units of %g α is %g, want %g (%v)", unit, got.Value, want.Value, err)
			}
		}
	}
}

// Loss is F of a set, whose members may come in any order.
func (f *Function) Loss(set []int) float64 {
	b, loss := f.beside(), f.Empty
	for _, e := range set {
		if loss -= b.gain(e); !b.isRedundant(e) {
			b.join(e, 0)
		}
	}
	return loss
}

// TestShares: of two attributes the second counts while a share of more than
// 1e-6 of its variance is its own.
func TestShares(t *testing.T) {
	for _, c := range []struct{ share, want float64 }{{1e-2, .65}, {1e-5, .65}, {2e-6, .65}, {1e-7, .75}, {1e-13, .75}} {
		t.Run(fmt.Sprint(c.share), func(t *testing.T) {
			rho := math.Sqrt(1 - c.share)
			f := &Function{Empty: 1, Cov: []float64{.5, .5*rho + math.Sqrt(.1*c.share)}, Gram: []float64{1, rho, rho, 1}}
			if loss := f.Loss([]int{0, 1}); !near(loss, c.want, 1e-3) {
				t.Errorf("loss %g, want %g", loss, c.want)
			}
			b := f.beside()
			b.join(0, 0)
			if got := b.isRedundant(1); got != (c.want == .75) {
				t.Errorf("redundant beside the first: %t", got)
			}
		})
	}
}
