package heldout

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/honest"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// blocks compares losses, and with that of guessing, by 40 blocks of an object each.
type blocks struct{ guess honest.Loss }

func (blocks) Sizes() []int { return make([]int, 40) }

func (b blocks) Difference(l, from honest.Loss) Estimate {
	d := difference(l, from)
	mean, sum := floats.Sum(d)/float64(len(d)), 0.
	for _, x := range d {
		sum += (x - mean) * (x - mean)
	}
	return Estimate{Loss: floats.Sum(d), SE: math.Sqrt(sum * float64(len(d)) / float64(len(d)-1))}
}

func (b blocks) Gain(l honest.Loss) Estimate { return b.Difference(l, b.guess) }

// TestAdvice draws curves that fall less with each doubling of B, cuts the slider anywhere, and
// holds what is said against the curve up to twice the slider's end.
func TestAdvice(t *testing.T) {
	seen := make(map[string]int)
	for seed := range fresh.Seeds(t, 0, 2000) {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		n, end := 40, 4+r.IntN(60)
		amplitude, base := make([]float64, n), make([]float64, n)
		height, spread := math.Exp(r.NormFloat64()*2-2), r.ExpFloat64()*3
		for k := range amplitude {
			base[k], amplitude[k] = r.ExpFloat64()/float64(n), height*(1+spread*r.NormFloat64())/float64(n)
		}
		rate, bend := r.ExpFloat64()+.1, r.ExpFloat64()*4+.1
		loss := func(b float64) honest.Loss { // base + amplitude · a power of B from the bend on
			l := make(honest.Loss, n)
			for k := range l {
				l[k] = base[k] + amplitude[k]*math.Pow(1+b/bend, -rate)
			}
			return l
		}
		c := lossCurve{parts: blocks{loss(0)}, labelVar: floats.Sum(loss(0))}
		for b := 1; b <= end; b++ {
			c.budgets, c.losses = append(c.budgets, model.Amount(b)), append(c.losses, loss(float64(b)))
		}
		c.end, c.gain = model.Amount(end), furtherGain(loss(float64(end)/4), loss(float64(end)/2), loss(float64(end)))
		best, enough := c.losses[end-1], model.Amount(0)
		for i, l := range c.losses {
			if d := c.parts.Difference(l, best); d.Loss <= max(d.SE, closeEnough*c.labelVar) {
				enough = c.budgets[i]
				break
			}
		}
		if floats.Sum(best) > floats.Sum(loss(0)) {
			continue // it rises
		}
		b := r.IntN(end + 1)
		here := loss(float64(b))
		got := c.advise(model.Amount(b), here, enough)
		seen[got.State]++
		useful := func(from honest.Loss, to int) bool {
			_, is := c.useful(loss(float64(to)), from)
			return is
		}
		least := 0
		for x := b + 1; x <= 2*end && least == 0; x++ {
			if useful(here, x) {
				least = x
			}
		}
		twice := c.parts.Difference(loss(0), loss(2*float64(end)))
		wrong := ""
		switch got.State {
		case AdviceHopeless:
			if d := c.parts.Difference(loss(0), best); d.Loss > 2.1*d.SE || twice.Loss > 2.1*twice.SE {
				wrong = "a budget beats guessing"
			}
		case AdviceTooLittle, AdviceMore, AdviceLittleMore:
			if int(got.At) != least || least > end {
				wrong = "another budget is the least useful"
			}
		case AdviceEnds:
			if least > 0 && least <= end {
				wrong = "a budget of the slider is useful"
			}
		case AdviceLess, AdviceEnough:
			if least > 0 {
				wrong = "a budget is useful"
			}
			if got.State == AdviceLess && (int(got.At) >= b || useful(loss(float64(got.At)), b)) {
				wrong = "less is not enough"
			}
		default:
			wrong = "nothing is said"
		}
		if wrong != "" {
			t.Fatalf("seed %d: at %d of %d %+v is said, but %s: the least useful is %d", seed, b, end, got, wrong, least)
		}
	}
	for s := range adviceWords {
		if s != "" && seen[s] == 0 && fresh.Fixed() {
			t.Errorf("state %s is never drawn", s)
		}
	}
}

// TestRefutedLeast: a loss is refuted by what is beyond chance and matters.
func TestRefutedLeast(t *testing.T) {
	for _, c := range []struct {
		off, se, least float64
		want           bool
	}{
		{1e-16, 1e-18, 0, false},
		{.1, .01, .02, true},
		{-.1, .01, .02, true},
		{.1, .05, .02, false}, // chance
		{.1, .01, .11, false}, // within one standard error of the honest loss
		{0, 0, 0, false},
		{math.NaN(), math.NaN(), 0, false},
	} {
		s := Seen{Estimate: Estimate{Loss: .4}, Off: Estimate{Loss: c.off, SE: c.se}, least: c.least, blocks: 1000}
		if s.Refuted() != c.want {
			t.Errorf("%g ± %g, least %g: refuted %v", c.off, c.se, c.least, !c.want)
		}
	}
}
