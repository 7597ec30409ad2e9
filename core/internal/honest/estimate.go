package honest

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a cross-validated loss, or a difference of two, in squared label
// units. A standard error that cannot be had is NaN.
type Estimate struct{ Loss, SE float64 }

// Sizes returns the objects of each block, in the order of a Loss.
func (p *Parts) Sizes() []int { return p.size }

// Estimate sums up the contributions of the blocks.
func (p *Parts) Estimate(l Loss) Estimate { return Sum(l, p.size, len(p.folds)) }

// Sum adds up what parts of the objects contribute to a cross-validated loss; size is
// the number of objects in each, and folds the number of folds.
func Sum(l []float64, size []int, folds int) Estimate {
	var e Estimate
	objects := 0
	for k, x := range l {
		e.Loss += x
		objects += size[k]
	}
	// Each part is held against what it would contribute if all objects were
	// alike, so that parts of unequal size do not count as noise.
	var ss float64
	for k, x := range l {
		dev := x - float64(size[k])/float64(objects)*e.Loss
		ss += dev * dev
	}
	k, f := float64(len(l)), float64(folds)
	e.SE = math.Sqrt(k / (k - 1) * ss * (1 + f/(f-1)))
	return e
}

// Apart is one loss less another, each summed over the same blocks but of objects
// of its own, with the standard error of the difference: what the blocks have in
// common cancels in it. Sizes are the objects of each block in l and in from.
func Apart(l, from []float64, size, sizeFrom []int, folds int) Estimate {
	total := func(x []int) (n float64) {
		for _, k := range x {
			n += float64(k)
		}
		return n
	}
	a, b := Sum(l, size, folds), Sum(from, sizeFrom, folds)
	m, n := total(size), total(sizeFrom)
	var ss float64
	for k := range l {
		dev := l[k] - float64(size[k])/m*a.Loss - (from[k] - float64(sizeFrom[k])/n*b.Loss)
		ss += dev * dev
	}
	k, f := float64(len(l)), float64(folds)
	return Estimate{a.Loss - b.Loss, math.Sqrt(k / (k - 1) * ss * (1 + f/(f-1)))}
}

// Difference is the honest loss of one selection minus another's on the same parts,
// with the standard error of the difference: what both have in common, such as objects
// that are hard to predict, cancels in it.
func (p *Parts) Difference(l, from Loss) Estimate {
	diff := make(Loss, len(l))
	for k := range l {
		if d := l[k] - from[k]; math.Abs(d) > rounding*(math.Abs(l[k])+math.Abs(from[k])) {
			diff[k] = d
		}
	}
	return p.Estimate(diff)
}

// rounding is the relative difference up to which two contributions are the same, as
// for equal choices that were computed in another order.
const rounding = 1e-11

// Clear tells whether a difference is beyond two standard errors, and with it
// whether one of two selections may be called better.
func (e Estimate) Clear() bool { return math.Abs(e.Loss) > 2*e.SE }

// Verdict is "better" for a difference that is clearly below 0, "worse" for one
// clearly above, and "" for one that may be chance.
func (e Estimate) Verdict() string {
	switch {
	case !e.Clear():
		return ""
	case e.Loss < 0:
		return "better"
	}
	return "worse"
}

// TooEarly is the verdict on a difference that comes from too few samples.
const TooEarly = "too early"

// leastSamples is from how many splits or blocks on a difference is judged: with
// fewer, its standard error is itself a guess.
const leastSamples = 10

// VerdictOf is Verdict for a difference averaged over n splits or blocks, by the
// quantile of Student's t of n-1 degrees of freedom; TooEarly below ten. The standard
// error must have the correction for training parts that overlap, as [Sum] has it.
func (e Estimate) VerdictOf(n int) string {
	if n < leastSamples {
		return TooEarly
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile(.975)
	e.SE *= t / 2
	return e.Verdict()
}
