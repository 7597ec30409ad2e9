package agreement

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// draws are the replicates of a block bootstrap: how often each block was drawn.
//
// Every coefficient is a function of sums over blocks, so that a replicate is the
// same function of the sums weighted with these numbers. Sums over pairs of objects
// take a pair of blocks with the product of their weights, and leave out the pairs
// of an object with a copy of itself (variance.go): they are no two objects.
type draws struct {
	blocks  int         // that hold objects
	whole   []float64   // the data as they are: every block once
	weights [][]float64 // by replicate and block
}

// figures are functions of weights of blocks.
type figures func(w, out []float64)

// summed are functions of n sums over the objects with two judgments or more.
func (c *column) summed(blocks *blocks, n int, add func(own []judgment, sum []float64), of func(sum, out []float64)) figures {
	all := make([][]float64, blocks.n) // by block; nil where there are none
	c.objects(func(own []judgment) {
		if b := blocks.of[own[0].object]; len(own) >= 2 {
			if all[b] == nil {
				all[b] = make([]float64, n)
			}
			add(own, all[b])
		}
	})
	return func(w, out []float64) {
		sum := make([]float64, n)
		for b, x := range all {
			if x != nil && w[b] > 0 {
				floats.AddScaled(sum, w[b], x)
			}
		}
		of(sum, out)
	}
}

const leastBlocks = 5

// newDraws draws from the used ones of n blocks.
func newDraws(n int, used []int, q Question) *draws {
	d := &draws{blocks: len(used), whole: make([]float64, n)}
	for _, b := range used {
		d.whole[b] = 1
	}
	rng := rand.New(rand.NewPCG(q.Seed, 0xa62ee3e7))
	for i := 0; i < q.Replicates && len(used) >= leastBlocks; i++ {
		w := make([]float64, n)
		for range used {
			w[used[rng.IntN(len(used))]]++
		}
		d.weights = append(d.weights, w)
	}
	return d
}

// one is a coefficient with its interval.
func (d *draws) one(f figures) Coefficient { return d.all(1, f)[0] }

func (d *draws) all(n int, f figures) []Coefficient {
	out, all, drawn := make([]float64, n), make([]Coefficient, n), make([][]float64, n)
	f(d.whole, out)
	for k, x := range out {
		all[k].Value = x
	}
	for _, w := range d.weights {
		f(w, out)
		for k, x := range out {
			drawn[k] = append(drawn[k], x)
		}
	}
	for k := range all {
		all[k].Low, all[k].High = d.interval(all[k].Value, drawn[k])
	}
	return all
}

// undrawn is the largest share of replicates without a figure for which an interval is
// given. A replicate has no figure if, for example, all its judgments are equal.
const undrawn = .1

// interval returns the ends of the percentile interval, bias-corrected (Efron 1981)
// and expanded (Hesterberg 2015, "What Teachers Should Know About the Bootstrap",
// section 4.2.2): with g blocks, replicates vary by the factor (g-1)/g too little,
// and their tails are the normal's where the t distribution's with g-1 degrees of
// freedom are due. The level of an end is therefore Φ(2z0 ± t √(g/(g-1))), where z0
// is the normal quantile of the share of replicates below the figure itself.
func (d *draws) interval(value float64, drawn []float64) (low, high float64) {
	known := slices.DeleteFunc(drawn, math.IsNaN)
	if math.IsNaN(value) || len(known) == 0 || float64(len(drawn)-len(known)) > undrawn*float64(len(drawn)) {
		return math.NaN(), math.NaN()
	}
	slices.Sort(known)
	g := float64(d.blocks)
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: g - 1}.Quantile((1+Level)/2) * math.Sqrt(g/(g-1))
	below := 0.
	for _, x := range known {
		switch {
		case x < value:
			below++
		case x == value:
			below += .5
		}
	}
	n := float64(len(known))
	z0 := distuv.UnitNormal.Quantile(min(max(below, .5), n-.5) / n)
	end := func(z float64) float64 { return quantile(known, distuv.UnitNormal.CDF(2*z0+z)) }
	return min(end(-t), value), max(end(t), value)
}

// quantile is the p quantile of sorted values, linear between them.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	k := min(int(at), len(sorted)-1)
	if k+1 >= len(sorted) {
		return sorted[k]
	}
	return sorted[k] + (at-float64(k))*(sorted[k+1]-sorted[k])
}
