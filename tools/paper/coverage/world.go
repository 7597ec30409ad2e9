package coverage

import (
	"fmt"
	"math"
	"math/rand/v2"

	"fms-tui/model"
)

// kind is what worlds have in common.
type kind struct {
	objects, attributes int
	// halo is the share of the noise that the judgments of one rater on one
	// object have in common, whatever the attribute.
	halo float64
}

// judgmentsACell is k, the pilot's judgments of every attribute of an object.
const judgmentsACell = 2

// factors is how many things in common the attributes have.
const factors = 3

// world is a population of objects, all of it known. An object's true values
// are z = Λf + e with standard normal factors f and own parts e, its label
//
//	y = Σ β z + ε
//
// and a judgment is z plus noise of variance v. All means are 0.
type world struct {
	kind
	loading [][factors]float64 // by attribute
	own     []float64          // standard deviation of e
	noise   []float64          // √v
	beta    []float64
	rest    float64 // standard deviation of ε
}

// newWorld draws the parameters. Reliabilities σ²/(σ²+v) spread from .17 to
// .83, scales over two powers of ten, a third of the attributes enter the
// label, and with judgments without end .5 to .8 of its variance could be
// predicted.
func newWorld(k kind, rng *rand.Rand) *world {
	d := k.attributes
	w := &world{
		kind: k, loading: make([][factors]float64, d), own: make([]float64, d),
		noise: make([]float64, d), beta: make([]float64, d),
	}
	for a := range d {
		scale := math.Exp(rng.NormFloat64())
		variance := 0.0
		for q := range factors {
			w.loading[a][q] = scale * rng.NormFloat64() * .5
			variance += w.loading[a][q] * w.loading[a][q]
		}
		w.own[a] = scale * (.3 + .7*rng.Float64())
		variance += w.own[a] * w.own[a]
		w.noise[a] = math.Sqrt(variance * math.Exp(math.Log(.2)+rng.Float64()*math.Log(25)))
		if a%3 == 0 {
			w.beta[a] = rng.NormFloat64() / math.Sqrt(variance)
		}
	}
	known := w.explained()
	share := .5 + .3*rng.Float64()
	w.rest = math.Sqrt(known * (1 - share) / share)
	return w
}

// covariance is Σ[a,c] of the true values.
func (w *world) covariance(a, c int) float64 {
	var s float64
	for q := range factors {
		s += w.loading[a][q] * w.loading[c][q]
	}
	if a == c {
		s += w.own[a] * w.own[a]
	}
	return s
}

// labelCovariance is b[a].
func (w *world) labelCovariance(a int) float64 {
	var s float64
	for c, beta := range w.beta {
		s += beta * w.covariance(a, c)
	}
	return s
}

// explained is the variance of Σ β z.
func (w *world) explained() float64 {
	var s float64
	for a, beta := range w.beta {
		s += beta * w.labelCovariance(a)
	}
	return s
}

// object draws an object's true values into z and returns its label.
func (w *world) object(z []float64, rng *rand.Rand) (y float64) {
	var f [factors]float64
	for q := range f {
		f[q] = rng.NormFloat64()
	}
	y = w.rest * rng.NormFloat64()
	for a := range z {
		z[a] = w.own[a] * rng.NormFloat64()
		for q := range f {
			z[a] += w.loading[a][q] * f[q]
		}
		y += w.beta[a] * z[a]
	}
	return y
}

// pilot draws the judgments that fms-tui is given. Each object is judged by two
// raters of a crowd, each of whom judges all of its attributes.
func (w *world) pilot(rng *rand.Rand) *model.Dataset {
	b := new(model.Builder)
	label := b.AddLabel("y")
	crowd := max(w.objects/4, 20)
	z := make([]float64, w.attributes)
	for i := range w.objects {
		o := b.Object(fmt.Sprintf("object %d", i))
		b.SetLabel(label, o, w.object(z, rng))
		for _, rater := range rng.Perm(crowd)[:judgmentsACell] {
			id := b.RaterID(fmt.Sprintf("rater %d", rater))
			shared := math.Sqrt(w.halo) * rng.NormFloat64()
			for a, x := range z {
				e := shared + math.Sqrt(1-w.halo)*rng.NormFloat64()
				b.Add(o, b.Attribute(fmt.Sprintf("attribute %d", a)), id, x+w.noise[a]*e)
			}
		}
	}
	return b.Build()
}

// truth measures the loss of a predictor on fresh objects, each attribute
// judged as often as r says, every judgment by another rater.
func (w *world) truth(weights []float64, r []int, intercept float64, fresh int, rng *rand.Rand) float64 {
	z := make([]float64, w.attributes)
	var sum float64
	for range fresh {
		y := w.object(z, rng) - intercept
		for a, n := range r {
			if n > 0 {
				// The mean of n judgments, drawn at once.
				y -= weights[a] * (z[a] + w.noise[a]/math.Sqrt(float64(n))*rng.NormFloat64())
			}
		}
		sum += y * y
	}
	return sum / float64(fresh)
}
