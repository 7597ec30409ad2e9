package coverage

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"fms-tui/model"
)

// kind is what worlds have in common.
type kind struct {
	objects, attributes int
	// halo is the share of the noise that the judgments of one rater on one
	// object have in common, whatever the attribute, or of that rater's job.
	halo float64
	// jobs is how many jobs of jobAttributes the first attributes form; raters then have no
	// names, and the attributes of a job are judged together. 0 for a crowd with names.
	jobs int
}

// jobAttributes is how many attributes a job has.
const jobAttributes = 3

// job is the job of an attribute; -1 where each of its judgments is by somebody else.
func (k *kind) job(attribute int) int {
	if j := attribute / jobAttributes; j < k.jobs {
		return j
	}
	return -1
}

// judgmentsACell is k, the pilot's judgments of every attribute of an object, and namelessACell
// where raters have no names.
const judgmentsACell, namelessACell = 2, 4

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
// raters of a crowd, each of whom judges all of its attributes; or each job by four of whom
// nobody knows who they are.
func (w *world) pilot(rng *rand.Rand) *model.Dataset {
	b := new(model.Builder)
	label := b.AddLabel("y")
	crowd := max(w.objects/4, 20)
	z := make([]float64, w.attributes)
	for i := range w.objects {
		o := b.Object(fmt.Sprintf("object %d", i))
		b.SetLabel(label, o, w.object(z, rng))
		raters := rng.Perm(crowd)[:judgmentsACell]
		if w.jobs > 0 {
			raters = slices.Repeat([]int{-1}, namelessACell)
		}
		for _, rater := range raters {
			id, shared := int32(model.NoRater), make([]float64, w.jobs+1)
			if rater >= 0 {
				id = b.RaterID(fmt.Sprintf("rater %d", rater))
			}
			for j := range shared {
				shared[j] = rng.NormFloat64()
			}
			for a, x := range z {
				e := rng.NormFloat64()
				switch job := w.job(a); {
				case w.jobs == 0:
					e = math.Sqrt(w.halo)*shared[0] + math.Sqrt(1-w.halo)*e
				case job >= 0:
					e = math.Sqrt(w.halo)*shared[job] + math.Sqrt(1-w.halo)*e
				}
				b.Add(o, b.Attribute(w.name(a)), id, x+w.noise[a]*e)
			}
		}
	}
	return b.Build()
}

// name is the name of an attribute.
func (w *world) name(attribute int) string { return fmt.Sprintf("attribute %d", attribute) }

// truth is the expected loss of a predictor on a new object, each attribute judged as often as
// r says, every judgment by another rater, but for those of a job by its first raters: with M = Σ +
// Diag(v/r) + C∘Ω of the attributes with repeats, Var(y) + intercept² - 2 wᵀb + wᵀMw. C is halo
// √(v v') in a job, and Ω = 1/max(r, r').
func (w *world) truth(weights []float64, r []int, intercept float64) float64 {
	loss := w.variance() + intercept*intercept
	for a, n := range r {
		if n == 0 {
			continue
		}
		loss += weights[a] * (weights[a]*w.noise[a]*w.noise[a]/float64(n) - 2*w.labelCovariance(a))
		for c, k := range r {
			if k > 0 {
				m := w.covariance(a, c)
				if a != c && w.job(a) >= 0 && w.job(a) == w.job(c) {
					m += w.halo * w.noise[a] * w.noise[c] / float64(max(n, k))
				}
				loss += weights[a] * weights[c] * m
			}
		}
	}
	return loss
}

// variance is Var(y).
func (w *world) variance() float64 { return w.explained() + w.rest*w.rest }
