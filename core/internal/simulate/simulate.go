// Package simulate draws small judgment data for tests: a linear factor model
// with every irregularity that real files have. It is deterministic by seed.
package simulate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// World describes the data to draw. The zero value of a field means none of
// that irregularity.
type World struct {
	Objects, Attributes, K int     // K judgments a cell before raggedness
	Raters                 int     // 0: judgments carry no rater
	WholeForms             bool    // the same K raters judge all attributes of an object
	Halo                   float64 // sd of what a rater adds to all his judgments of an object
	Severity               float64 // sd of a rater's own shift
	Missing                float64 // share of cells without judgments
	Ragged                 float64 // chance of each judgment after the first to be lacking
	Anonymous              float64 // share of judgments whose rater is not known
	Zero                   float64 // share of attributes judged without noise
	Constant               float64 // share of constant attributes
	Duplicate              float64 // share of attributes that copy an earlier one's truth exactly, noiselessly
	Unlabelled             float64 // share of objects without label
	Scale                  float64 // attributes' units are 10^±Scale
	LabelShift             float64
}

type attribute struct {
	loading []float64
	noise   float64
	unit    float64
	shift   float64
	copyOf  int
	still   bool // constant
}

const factors = 4

// Draw returns the data of a world.
func Draw(w World, seed uint64) *model.Dataset {
	rng := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	attrs := make([]attribute, w.Attributes)
	for a := range attrs {
		attrs[a] = drawAttribute(w, rng, a)
	}
	severity := make([]float64, max(w.Raters, 1))
	for i := range severity {
		severity[i] = w.Severity * rng.NormFloat64()
	}
	b := new(model.Builder)
	for r := range w.Raters {
		b.RaterID(fmt.Sprintf("w%d", r))
	}
	for a := range attrs {
		b.Attribute(fmt.Sprintf("a%d", a))
	}
	label := b.AddLabel("y")
	for i := range w.Objects {
		o := b.Object(fmt.Sprintf("o%03d", i))
		f := make([]float64, factors)
		for k := range f {
			f[k] = rng.NormFloat64()
		}
		if rng.Float64() >= w.Unlabelled {
			b.SetLabel(label, o, w.LabelShift+2*f[0]-f[1]+0.5*rng.NormFloat64())
		}
		w.judge(b, rng, o, attrs, f, severity)
	}
	return b.Build()
}

func drawAttribute(w World, rng *rand.Rand, a int) attribute {
	at := attribute{
		loading: make([]float64, factors),
		noise:   math.Exp(rng.NormFloat64()),
		unit:    math.Pow(10, w.Scale*(2*rng.Float64()-1)),
		shift:   3 * rng.NormFloat64(),
		copyOf:  -1,
		still:   rng.Float64() < w.Constant,
	}
	for k := range at.loading {
		at.loading[k] = rng.NormFloat64()
	}
	if rng.Float64() < w.Zero {
		at.noise = 0
	}
	if a > 0 && rng.Float64() < w.Duplicate {
		at.copyOf, at.noise = rng.IntN(a), 0
	}
	return at
}

func (w World) judge(b *model.Builder, rng *rand.Rand, o int, attrs []attribute, f, severity []float64) {
	panel := rng.Perm(max(w.Raters, 1))
	halo := make([]float64, len(panel))
	for i := range halo {
		halo[i] = w.Halo * rng.NormFloat64()
	}
	truth := make([]float64, len(attrs))
	for a, at := range attrs {
		for k, l := range at.loading {
			truth[a] += l * f[k]
		}
		if at.copyOf >= 0 {
			truth[a] = truth[at.copyOf]
		}
		if at.still {
			truth[a] = 0
		}
		if rng.Float64() < w.Missing {
			continue
		}
		if !w.WholeForms {
			panel = rng.Perm(max(w.Raters, 1))
		}
		for j := range w.K {
			if j > 0 && rng.Float64() < w.Ragged {
				continue
			}
			rater := model.NoRater
			x := truth[a] + at.noise*rng.NormFloat64()
			if w.Raters > 0 {
				r := panel[j%len(panel)]
				x += halo[r] + severity[r]
				if rng.Float64() >= w.Anonymous {
					rater = int32(r)
				}
			}
			if at.still {
				x = 0
			}
			b.Add(o, a, rater, at.unit*(x+at.shift))
		}
	}
}

// Worlds returns n varied worlds with their seeds, or [fresh.Share] of n: collinear, noiseless,
// ragged, m < d, panels and crowds, constant attributes, other units.
func Worlds(n int, seed uint64) func(yield func(World, uint64) bool) {
	return func(yield func(World, uint64) bool) {
		rng := rand.New(rand.NewPCG(seed, 1))
		some := func(p, most float64) float64 {
			if rng.Float64() < p {
				return most * rng.Float64()
			}
			return 0
		}
		for i := range fresh.Share(n) {
			w := World{
				Objects: 5 + rng.IntN(60), Attributes: 1 + rng.IntN(12), K: 2 + rng.IntN(3),
				Missing: some(.4, .3), Ragged: some(.5, .7), Zero: some(.4, .6), Constant: some(.3, .4),
				Duplicate: some(.4, .5), Unlabelled: some(.3, .3), Scale: some(.5, 4),
			}
			if rng.IntN(3) > 0 {
				w.Raters = w.K + rng.IntN(8)
				w.WholeForms = rng.IntN(2) == 0
				w.Halo, w.Severity, w.Anonymous = some(.6, 2), some(.6, 2), some(.3, .4)
			}
			if !yield(w, seed+uint64(i)) {
				return
			}
		}
	}
}

// Countdown returns a context that ends at the n-th question for its error: a test that
// counts n up cancels work at every possible point.
func Countdown(n int) context.Context { return &countdown{Context: context.Background(), n: n} }

type countdown struct {
	context.Context
	mu sync.Mutex
	n  int
}

// Err implements context.Context.
func (c *countdown) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n--; c.n < 0 {
		return context.Canceled
	}
	return nil
}
