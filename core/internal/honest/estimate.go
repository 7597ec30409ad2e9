package honest

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a cross-validated loss, or a difference of two, in squared label units, with
// its standard error. R2SE is the standard error of R² = 1 - Loss/Var(y), of its difference
// for a difference. A standard error that cannot be had is NaN.
type Estimate struct{ Loss, SE, R2SE float64 }

// Sizes are the objects of each block, in the order of a Loss.
func (p *Parts) Sizes() []int { return p.size }

// Estimate sums up the contributions of the blocks.
//
// L and Var(y) are means over the same objects: an object that is hard to predict often
// lies far from ȳ, and raises both. By the delta method the error of L/V is that of
//
//	Σ_k (l_k - L/V v_k) / V,    v_k the block's part of Var(y) = V
//
// whose terms sum to 0.
func (p *Parts) Estimate(l Loss) Estimate {
	e := Sum(l, p.size)
	share := make([]float64, len(l))
	for k, v := range p.spread {
		share[k] = l[k]/p.labelVar - e.Loss/p.labelVar*(v/p.labelVar)
	}
	e.R2SE = Sum(share, p.size).SE
	return e
}

// Sum adds up what parts of the objects contribute to a cross-validated loss; size is the
// number of objects in each. R2SE is NaN.
//
// The standard error is that of a sum over parts that are independent; [Estimate.Learned] adds
// what they have in common.
func Sum(l []float64, size []int) Estimate {
	sum, dev := deviations(l, size)
	return Estimate{sum, spread(dev), math.NaN()}
}

// Learned adds to the standard errors of a loss what comes from learning, by its
// [Candidate.Excess] E. Object i's residual r_i has a part in the weights that predict object j,
// and the other way round. With weights that move by h_i r_i/m, h_i = M⁻¹x_i, each pair of m adds
//
//	4 r_i² r_j² (x_iᵀM⁻¹x_j)²/m²
//
// to m² Var(loss): 4 L² p/m² to Var(loss) in all, p the number of weights. Without it the variance is
// 2 L²/m for normal residuals, so that it grows by the share 2p/m, which is 2 E/L. Choices that
// change from sample to sample raise E like weights do. Where E is no smaller than L, the share is 2.
func (e Estimate) Learned(excess float64) Estimate {
	if excess > 0 {
		grown := math.Sqrt(1 + 2*excess/max(excess, e.Loss))
		e.SE, e.R2SE = e.SE*grown, e.R2SE*grown
	}
	return e
}

// deviations returns the sum of the parts, and what each contributes beyond what it would if all
// objects were alike, so that parts of unequal size do not count as noise.
func deviations(l []float64, size []int) (sum float64, dev []float64) {
	objects := 0
	for k, x := range l {
		sum += x
		objects += size[k]
	}
	dev = make([]float64, len(l))
	for k, x := range l {
		dev[k] = x - float64(size[k])/float64(objects)*sum
	}
	return sum, dev
}

func spread(dev []float64) float64 {
	k := float64(len(dev))
	return math.Sqrt(k / (k - 1) * floats.Dot(dev, dev))
}

// Paired is the estimate of a difference of two losses whose standard errors are those of a sum of
// independent parts. What makes objects hard to predict cancels in a difference, and what the
// training parts of the folds have in common remains: the variance is larger by the share F/(F-1).
func (e Estimate) Paired(folds int) Estimate {
	f := float64(folds)
	wider := math.Sqrt(1 + f/(f-1))
	return Estimate{e.Loss, e.SE * wider, e.R2SE * wider}
}

// Apart is one loss less another, each summed over the same blocks but of objects of its own: what the
// blocks have in common cancels. Sizes are the objects of each block in l and in from.
func Apart(l, from []float64, size, sizeFrom []int, folds int) Estimate {
	sum, dev := deviations(l, size)
	other, devFrom := deviations(from, sizeFrom)
	floats.Sub(dev, devFrom)
	return Estimate{sum - other, spread(dev), math.NaN()}.Paired(folds)
}

func (p *Parts) Difference(l, from Loss) Estimate { return p.difference(l, from).Paired(len(p.folds)) }

// Gain is a loss less that of guessing the mean. Its standard error is that of R² in units of
// the loss: a block that is hard to predict raises what guessing loses as well, so that a
// verdict on the gain and R² ± its error say the same but for what [Estimate.Learned] adds, which is
// little where the label has no signal. Of 600 worlds of 60 objects with two attributes that correlate by .5
// with the label 499 are then better than guessing, by the error of the bare difference 410.
func (p *Parts) Gain(l Loss) Estimate {
	e := p.difference(l, p.Guess())
	e.SE = e.R2SE * p.labelVar
	return e
}

func (p *Parts) difference(l, from Loss) Estimate {
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

// Verdict is [Estimate.Beyond] two standard errors.
func (e Estimate) Verdict(n int) string { return e.Beyond(n, 2, 0) }

// Words are a verdict for people.
func (e Estimate) Words(n int) string {
	switch verdict := e.Verdict(n); {
	case math.IsNaN(e.Loss) || math.IsNaN(e.SE):
		return ""
	case verdict == "":
		return TooClose
	case verdict != TooEarly && math.Abs(e.Loss) > 4*e.SE:
		return "clearly " + verdict
	default:
		return verdict
	}
}

// Verdicts on a difference that comes from too few samples, and on one that may be chance.
const (
	TooEarly = "too early"
	TooClose = "too close to call"
)

// leastSamples is from how many samples on a difference is judged: with fewer, its standard
// error is itself a guess.
const leastSamples = 10

var quantiles sync.Map // .975 of Student's t by degrees of freedom: to find them took half of a frame

func student(freedom int) float64 {
	t, known := quantiles.Load(freedom)
	if !known {
		t, _ = quantiles.LoadOrStore(freedom, distuv.StudentsT{Sigma: 1, Nu: float64(freedom)}.Quantile(.975))
	}
	return t.(float64)
}

// Beyond is "better" for a difference below 0 by more than so many standard errors and by more than least,
// in squared label units, "worse" for one above 0 by as much, and "" for one that may be chance or does not
// matter, or is not known. The standard error comes from n samples: two count as the quantile .975 of
// Student's t. With fewer than ten samples Beyond is TooEarly. Where training parts overlap the standard error
// must say so, as [Parts.Difference] has it.
func (e Estimate) Beyond(n int, errors, least float64) string {
	switch {
	case math.IsNaN(e.Loss) || math.IsNaN(e.SE):
		return ""
	case n < leastSamples:
		return TooEarly
	}
	switch {
	case math.Abs(e.Loss) <= max(errors*student(n-1)/2*e.SE, least):
		return ""
	case e.Loss < 0:
		return "better"
	}
	return "worse"
}
