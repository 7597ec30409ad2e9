package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"fms-tui/model"
)

// beansSeed makes the bundled jars. It was picked, among thousands, for a jar
// set that can be followed by hand: no attribute is free of noise, Σ is positive
// definite as it stands, and Full spends a budget of 11 at equal prices as the
// paper's example does: 5, 2, 1 and 3 judgments.
const beansSeed = 7554

const (
	jarCount     = 10
	beansRepeats = 2
)

// beans simulates the toy example of S&K's introduction. The crowd's consensus
// on a jar is the guess that makes the paper's predictor
//
//	.95 estimated-beans - 50 round-jar + 100 monochromatic + 30 beautiful
//
// exactly right; single guesses are off by a sixth.
func beans(seed uint64) *model.Dataset {
	rng := rand.New(rand.NewPCG(seed, 0))
	var b model.Builder
	label := b.AddLabel("beans")
	for i := range jarCount {
		count := float64(400 + 10*rng.IntN(81))
		round := either(rng, .5, .9, .1)
		monochromatic := either(rng, .5, .98, .02)
		beautiful := either(rng, .5, .75, .25)
		consensus := (count + 50*round - 100*monochromatic - 30*beautiful) / .95
		jar := b.Object(fmt.Sprintf("jar%02d", i+1))
		b.SetLabel(label, jar, count)
		for range beansRepeats {
			guess := consensus * (1 + rng.NormFloat64()/6)
			b.Add(jar, b.Attribute("estimated-beans"), model.NoRater, 50*math.Round(guess/50))
		}
		for _, question := range []struct {
			name string
			p    float64
		}{{"round-jar", round}, {"monochromatic", monochromatic}, {"beautiful", beautiful}} {
			for range beansRepeats {
				b.Add(jar, b.Attribute(question.name), model.NoRater, either(rng, question.p, 1, 0))
			}
		}
	}
	d := b.Build()
	d.Name, d.Simulated = "beans", true
	return d
}

// either returns a with probability p, and otherwise b.
func either(rng *rand.Rand, p, a, b float64) float64 {
	if rng.Float64() < p {
		return a
	}
	return b
}
