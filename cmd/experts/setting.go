package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// setting is one experiment of the paper.
type setting struct {
	name  string
	held  float64 // share of the objects that is held out
	draw  func(rng *rand.Rand) (x [][]float64, labels []bool)
	right func(x []float64, expert int) float64 // P(vote is right)
	from  int                                   // experts
	// posterior is P(Z=1|x), and fresh draws an object's features; nil for real
	// data.
	posterior func(x []float64) float64
	fresh     func(rng *rand.Rand) []float64
}

func sigmoid(t float64) float64 { return 1 / (1 + math.Exp(-t)) }

// wrongBy are experts who are wrong with these probabilities.
func wrongBy(errors ...float64) (func([]float64, int) float64, int) {
	return func(_ []float64, k int) float64 { return 1 - errors[k] }, len(errors)
}

// logit are experts as in the paper's section 3, with features as they are, or
// their squares.
func logit(alpha, gamma []float64, squared bool) (func([]float64, int) float64, int) {
	return func(x []float64, k int) float64 {
		tau := alpha[k]
		for j, g := range gamma {
			v := x[j]
			if squared {
				v *= v
			}
			tau += g * v
		}
		return sigmoid(tau)
	}, len(alpha)
}

// The simulated problem of section 4.1.
var (
	simulatedBeta = []float64{-.1, 1, .25, .24, -.3, -.2} // the intercept first
	simulatedMean = []float64{1, 2, 3, 4, 5}
	simulatedCov  = []float64{
		.50, .10, .25, .10, .10,
		.10, .50, .10, .05, .04,
		.25, .10, .80, .01, .10,
		.10, .05, .01, .40, .10,
		.10, .04, .10, .10, .50,
	}
)

const (
	simulatedObjects = 2500
	irrelevant       = 50
)

// simulated are the settings of section 4.1. In (ii) the paper speaks of four
// experts and names three; in all of them it does not say how many objects are
// held out: half are.
func simulated() ([]setting, error) {
	var factor mat.Cholesky
	if !factor.Factorize(mat.NewSymDense(5, simulatedCov)) {
		return nil, fmt.Errorf("the covariance of the simulated features is not positive definite")
	}
	var lower mat.TriDense
	factor.LTo(&lower)
	fresh := func(rng *rand.Rand) []float64 {
		x, z := append([]float64{}, simulatedMean...), make([]float64, 5)
		for j := range x {
			z[j] = rng.NormFloat64()
			for k := range j + 1 {
				x[j] += lower.At(j, k) * z[k]
			}
		}
		for range irrelevant {
			x = append(x, rng.NormFloat64())
		}
		return x
	}
	posterior := func(x []float64) float64 {
		eta := simulatedBeta[0]
		for j, b := range simulatedBeta[1:] {
			eta += b * x[j]
		}
		return sigmoid(eta)
	}
	draw := func(rng *rand.Rand) (x [][]float64, labels []bool) {
		for range simulatedObjects {
			one := fresh(rng)
			x = append(x, one)
			labels = append(labels, rng.Float64() < posterior(one))
		}
		return x, labels
	}
	var all []setting
	add := func(name string, right func([]float64, int) float64, from int) {
		all = append(all, setting{"simulated " + name, .5, draw, right, from, posterior, fresh})
	}
	right, from := wrongBy(.5, .15, .47)
	add("(i)", right, from)
	right, from = logit([]float64{0, .75, -.1}, []float64{.1, .2, -.08, .025, -.065}, false)
	add("(ii)", right, from)
	right, from = logit([]float64{0, .65, -.12}, []float64{.05, .05, -.1, -.1, 0}, true)
	add("(iii)", right, from)
	return all, nil
}

// ionosphereSettings are those of section 4.2: a radar return is 1 if good.
func ionosphereSettings(rows [][]string) ([]setting, error) {
	x, labels, err := numbers(rows, 34, func(last string) (bool, error) {
		if last != "g" && last != "b" {
			return false, fmt.Errorf("%q is no class of a radar return: g or b", last)
		}
		return last == "g", nil
	})
	if err != nil {
		return nil, err
	}
	alpha, gamma := []float64{.7, 0, 1.6, .7}, []float64{.3, .25, -.3, .1}
	errors, of := wrongBy(.6, .2, .5, .4, .4)
	model, ofModel := logit(alpha, gamma, false)
	squares, ofSquares := logit(alpha, gamma, true)
	given := func(*rand.Rand) ([][]float64, []bool) { return x, labels }
	held := 1 - 175/float64(len(x))
	return []setting{
		{name: "Ionosphere (i)", held: held, draw: given, right: errors, from: of},
		{name: "Ionosphere (ii)", held: held, draw: given, right: model, from: ofModel},
		{name: "Ionosphere (iii)", held: held, draw: given, right: squares, from: ofSquares},
	}, nil
}

// wineSettings are those of section 4.3: a wine is 1 if its quality is above 5.
func wineSettings(rows [][]string) ([]setting, error) {
	x, labels, err := numbers(rows, 11, func(last string) (bool, error) {
		quality, err := strconv.ParseFloat(last, 64)
		return quality > 5, err
	})
	if err != nil {
		return nil, err
	}
	errors, of := wrongBy(.4, .3, .5)
	model, ofModel := logit([]float64{1, -.5, 2.1, 2.3}, []float64{.25, .4, .3, 0}, false)
	squares, ofSquares := logit([]float64{1, -.5, 1.2}, []float64{.1, .2, -.2, -.3, -.3}, true)
	given := func(*rand.Rand) ([][]float64, []bool) { return x, labels }
	held := 1 - 1000/float64(len(x))
	return []setting{
		{name: "Wine (i)", held: held, draw: given, right: errors, from: of},
		{name: "Wine (ii)", held: held, draw: given, right: model, from: ofModel},
		{name: "Wine (iii)", held: held, draw: given, right: squares, from: ofSquares},
	}, nil
}

func readRows(path string) ([][]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return csv.NewReader(f).ReadAll()
}

// numbers parts rows into features and the label that the last cell says.
func numbers(rows [][]string, features int, label func(last string) (bool, error)) (x [][]float64, labels []bool, err error) {
	for i, row := range rows {
		if len(row) != features+1 {
			return nil, nil, fmt.Errorf("row %d has %d cells, want %d features and the label", i+1, len(row), features)
		}
		one := make([]float64, features)
		for j := range one {
			if one[j], err = strconv.ParseFloat(row[j], 64); err != nil {
				return nil, nil, fmt.Errorf("row %d: %w", i+1, err)
			}
		}
		z, err := label(row[features])
		if err != nil {
			return nil, nil, fmt.Errorf("row %d: %w", i+1, err)
		}
		x, labels = append(x, one), append(labels, z)
	}
	return x, labels, nil
}
