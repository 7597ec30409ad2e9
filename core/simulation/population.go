package simulation

import (
	"fmt"
	"math"
	"math/rand/v2"

	"fms-tui/model"
)

// Population is what the worlds have in common that pilots are drawn from.
type Population struct {
	Attributes  int     // d, at least 1
	Reliability float64 // ρ of one judgment of each attribute, in (0,1)
	R2          float64 // of the label by perfect judgments of all attributes, in (0,1)
	Halo        float64 // share of a judgment's noise that the rater's judgments of one object have in common, in [0,1)
	Correlation float64 // of the true values of two attributes, in [0,1)
}

// World is one of a population, of which everything is known. An object's true values are
//
//	z[a] = √c f + √(1-c) e[a]         f, e standard normal: variance 1, correlation c
//
// its label y = Σ β[a] z[a] + ε with Var(ε) such that the β explain R2 of Var(y), and a
// judgment x = z[a] + √v (√h g + √(1-h) u), v = (1-ρ)/ρ, g one draw for each rater and
// object and u one for each judgment. Means are 0.
type World struct {
	Population
	beta []float64
	B    []float64 // label covariances Σβ
	Vary float64   // Var(y)
}

// World draws one: β are independent standard normal.
func (k Population) World(rng *rand.Rand) *World {
	p := &World{Population: k, beta: make([]float64, k.Attributes), B: make([]float64, k.Attributes)}
	sum := 0.
	for a := range p.beta {
		p.beta[a] = rng.NormFloat64()
		sum += p.beta[a]
	}
	explained := 0.
	for a, beta := range p.beta {
		p.B[a] = (1-k.Correlation)*beta + k.Correlation*sum
		explained += beta * p.B[a]
	}
	p.Vary = explained / k.R2
	return p
}

// Noise is v.
func (k *Population) Noise() float64 { return (1 - k.Reliability) / k.Reliability }

// crowd is how many raters there are for each judgment of an object.
const crowd = 10

// Pilot draws objects with k judgments of every attribute. With a halo k raters of a
// crowd judge all attributes of an object; without one nobody is named.
func (p *World) Pilot(objects, k int, rng *rand.Rand) *model.Dataset {
	b := new(model.Builder)
	label := b.AddLabel("label")
	names := make([]int, p.Attributes)
	for a := range names {
		names[a] = b.Attribute(fmt.Sprintf("attribute %d", a+1))
	}
	z := make([]float64, p.Attributes)
	raters := make([]int, crowd*k)
	for i := range objects {
		object := b.Object(fmt.Sprintf("object %d", i+1))
		b.SetLabel(label, object, p.object(z, rng))
		for r := range raters {
			raters[r] = r
		}
		for j := range k {
			other := j + rng.IntN(len(raters)-j)
			raters[j], raters[other] = raters[other], raters[j]
			id, shared := model.NoRater, 0.
			if p.Halo > 0 {
				id, shared = b.RaterID(fmt.Sprintf("rater %d", raters[j]+1)), rng.NormFloat64()
			}
			for a, x := range z {
				e := math.Sqrt(p.Halo)*shared + math.Sqrt(1-p.Halo)*rng.NormFloat64()
				b.Add(object, names[a], id, x+math.Sqrt(p.Noise())*e)
			}
		}
	}
	return b.Build()
}

// object draws true values into z and returns the label.
func (p *World) object(z []float64, rng *rand.Rand) (y float64) {
	f := rng.NormFloat64()
	y = math.Sqrt(p.Vary*(1-p.R2)) * rng.NormFloat64()
	for a := range z {
		z[a] = math.Sqrt(p.Correlation)*f + math.Sqrt(1-p.Correlation)*rng.NormFloat64()
		y += p.beta[a] * z[a]
	}
	return y
}

// TrueR2 is the R² of a predictor on new objects whose attribute a is judged repeats[a]
// times: of one form, rater j judges what is asked at least j times (docs/research/method.md); of
// single judgments, every judgment is by another rater.
//
//	loss = (ȳ - intercept)² + Var(y) - 2 bᵀw + wᵀ(Σ + C∘Ω)w
//
// with ȳ = 0, Ω[a,a] = 1/r[a], Ω[a,c] = 1/max(r[a], r[c]) on a form and else 0,
// C[a,a] = v and C[a,c] = h v.
func (p *World) TrueR2(w []float64, intercept float64, repeats []int, form bool) float64 {
	loss := p.Vary + intercept*intercept
	for a, wa := range w {
		if repeats[a] == 0 {
			continue
		}
		loss += wa * (wa*(1+p.Noise()/float64(repeats[a])) - 2*p.B[a])
		for c, wc := range w {
			if c == a || repeats[c] == 0 {
				continue
			}
			shared := p.Correlation
			if form {
				shared += p.Halo * p.Noise() / float64(max(repeats[a], repeats[c]))
			}
			loss += wa * wc * shared
		}
	}
	return 1 - loss/p.Vary
}
