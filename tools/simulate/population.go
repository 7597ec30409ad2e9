package simulate

import (
	"math"
	"math/rand/v2"
	"slices"
)

// objectCount is the number of photos in the paper's experiment.
const objectCount = 880

// Mean and standard deviation of the labels, in inches and pounds.
const (
	heightMean, heightSD = 66., 4.
	weightMean, weightSD = 165., 35.
)

// population is what is fixed before anyone judges: the objects' labels and,
// for every attribute, how an object is judged on average.
type population struct {
	height []float64 // inches, whole
	weight []float64 // pounds, whole
	// expected[a][i] is the expected judgment of attribute a on object i: the
	// probability of a positive one, or the crowd's consensus estimate.
	expected [][]float64
	// logError[a] is the standard deviation of the logarithm of a numeric
	// judgment's error factor; 0 for binary attributes.
	logError []float64
}

// newPopulation draws m objects and calibrates every attribute on these very
// objects, so that Table 1's figures hold for them and not just on average
// over populations.
func newPopulation(m int, rng *rand.Rand) *population {
	t := drawTraits(m, rng)
	pop := &population{
		height:   scaled(t[stature], heightMean, heightSD),
		weight:   scaled(exponential(t[mass], weightSD/weightMean), weightMean, weightSD),
		expected: make([][]float64, len(bodiesAttributes)),
		logError: make([]float64, len(bodiesAttributes)),
	}
	labels := [2][]float64{standardised(pop.height), standardised(pop.weight)}
	looks := make([][]float64, len(bodiesAttributes))
	for a, at := range bodiesAttributes {
		looks[a] = at.look.draw(t[:], m, rng)
	}
	for _, a := range calibrationOrder() {
		at := bodiesAttributes[a]
		if est, ok := estimates[at.name]; ok {
			z := at.calibrate(looks[a], labels, identity)
			pop.expected[a], pop.logError[a] = est.fit(z, at.noise)
			continue
		}
		pop.expected[a] = at.calibrate(looks[a], labels, at.probit(pop.limit(at.name)))
	}
	return pop
}

// calibrationOrder is table order, but the age questions from the youngest on,
// because each bounds the next.
func calibrationOrder() []int {
	order := make([]int, len(bodiesAttributes))
	for a := range order {
		order[a] = a
	}
	rank := func(a int) int { return slices.Index(ageQuestions, bodiesAttributes[a].name) }
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	return order
}

// limit returns upper bounds for the probabilities of a question: for an age question
// the probabilities of the next younger age, otherwise nil.
func (pop *population) limit(name string) []float64 {
	q := slices.Index(ageQuestions, name)
	if q < 1 {
		return nil
	}
	return pop.expected[attributeIndex(ageQuestions[q-1])]
}

// attributeIndex returns the place of a name in bodiesAttributes.
func attributeIndex(name string) int {
	return slices.IndexFunc(bodiesAttributes, func(at attribute) bool { return at.name == name })
}

// drawTraits returns m values of every trait, standardised.
func drawTraits(m int, rng *rand.Rand) [traitCount][]float64 {
	var t [traitCount][]float64
	for k, mix := range traits {
		if trait(k) != sex {
			t[k] = mix.draw(t[:k], m, rng)
			continue
		}
		t[k] = make([]float64, m)
		for i := range t[k] {
			t[k][i] = float64(2*rng.IntN(2) - 1)
		}
		t[k] = standardised(t[k])
	}
	return t
}

// draw returns m values of the mixture, standardised.
func (mix mixture) draw(t [][]float64, m int, rng *rand.Rand) []float64 {
	z := make([]float64, m)
	for i := range z {
		z[i] = mix.own * rng.NormFloat64()
		for _, l := range mix.loads {
			z[i] += l.by * t[l.on][i]
		}
	}
	return standardised(z)
}

// scaled returns x shifted and scaled to a mean and a standard deviation, and
// rounded to whole numbers, as people state their height and weight.
func scaled(x []float64, mean, sd float64) []float64 {
	y := standardised(x)
	for i := range y {
		y[i] = math.Round(mean + sd*y[i])
	}
	return y
}

// exponential returns exp(rate·x): weights are skewed to the right.
func exponential(x []float64, rate float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = math.Exp(rate * x[i])
	}
	return y
}
