package experts

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
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
	paper     *[3]float64 // Ŝ of EM-Sparse, EM and Majority in the paper's table 2
}

func sigmoid(t float64) float64 { return 1 / (1 + math.Exp(-t)) }

// voters are experts as in the paper's section 3: τ = α_k + γᵀx.
type voters struct{ alpha, gamma []float64 }

// units are what a feature is measured in.
type units struct{ mean, sd []float64 }

// asIs leaves features as they are.
var asIs units

// of is feature j in these units; 0 for one that does not vary.
func (u units) of(j int, v float64) float64 {
	switch {
	case u.sd == nil:
		return v
	case u.sd[j] == 0:
		return 0
	}
	return (v - u.mean[j]) / u.sd[j]
}

// right is P(vote is right), from features or their squares.
func (w voters) right(u units, squared bool) func(x []float64, expert int) float64 {
	return func(x []float64, expert int) float64 {
		tau := w.alpha[expert]
		for j, g := range w.gamma {
			v := u.of(j, x[j])
			if squared {
				v *= v
			}
			tau += g * v
		}
		return sigmoid(tau)
	}
}

// ways are the ways in which votes come about in a section of the paper.
type ways struct {
	wrong []float64 // (i): probabilities of a wrong vote
	model voters    // (ii)
	other voters    // (iii), from squares
	paper [3][3]float64
}

// settings are the settings of the section, and (ii) and (iii) once more with votes
// that depend on standardised features: the paper does not say which it means.
func (w ways) settings(standard units) []setting {
	return []setting{
		{
			name: "(i)", from: len(w.wrong), paper: &w.paper[0],
			right: func(_ []float64, k int) float64 { return 1 - w.wrong[k] },
		},
		{name: "(ii)", from: len(w.model.alpha), paper: &w.paper[1], right: w.model.right(asIs, false)},
		{name: "(iii)", from: len(w.other.alpha), paper: &w.paper[2], right: w.other.right(asIs, true)},
		{name: "(ii) standardised", from: len(w.model.alpha), paper: &w.paper[1], right: w.model.right(standard, false)},
		{name: "(iii) standardised", from: len(w.other.alpha), paper: &w.paper[2], right: w.other.right(standard, true)},
	}
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
func simulated(string) ([]setting, error) {
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
	settings := ways{
		wrong: []float64{.5, .15, .47},
		model: voters{[]float64{0, .75, -.1}, []float64{.1, .2, -.08, .025, -.065}},
		other: voters{[]float64{0, .65, -.12}, []float64{.05, .05, -.1, -.1, 0}},
		paper: [3][3]float64{{.434, .485, .446}, {.459, .510, .483}, {.462, .463, .477}},
	}.settings(simulatedUnits())
	for k := range settings {
		s := &settings[k]
		s.held, s.draw, s.posterior, s.fresh = .5, draw, posterior, fresh
	}
	return settings, nil
}

// ionosphere is section 4.2: a radar return is 1 if good.
func ionosphere(data string) ([]setting, error) {
	rows, err := readRows(filepath.Join(data, "ionosphere", "ionosphere.csv"))
	if err != nil {
		return nil, err
	}
	x, labels, err := numbers(rows, 34, func(last string) (bool, error) {
		if last != "g" && last != "b" {
			return false, fmt.Errorf("%q is no class of a radar return: g or b", last)
		}
		return last == "g", nil
	})
	if err != nil {
		return nil, err
	}
	same := voters{[]float64{.7, 0, 1.6, .7}, []float64{.3, .25, -.3, .1}}
	return ways{
		wrong: []float64{.6, .2, .5, .4, .4}, model: same, other: same,
		paper: [3][3]float64{{.432, .477, .435}, {.422, .512, .544}, {.323, .370, .398}},
	}.onReal(x, labels, 175), nil
}

// simulatedUnits are the means and standard deviations of the features that count.
func simulatedUnits() units {
	standard := units{mean: simulatedMean}
	for j := range simulatedMean {
		standard.sd = append(standard.sd, math.Sqrt(simulatedCov[j*len(simulatedMean)+j]))
	}
	return standard
}

// onReal are the settings with features and labels, with the number of objects to learn
// from.
func (w ways) onReal(x [][]float64, labels []bool, train int) []setting {
	var standard units
	for j := range x[0] {
		column := make([]float64, len(x))
		for i, row := range x {
			column[i] = row[j]
		}
		mean, sd := stat.PopMeanStdDev(column, nil)
		standard.mean, standard.sd = append(standard.mean, mean), append(standard.sd, sd)
	}
	settings := w.settings(standard)
	for k := range settings {
		settings[k].held = 1 - float64(train)/float64(len(x))
		settings[k].draw = func(*rand.Rand) ([][]float64, []bool) { return x, labels }
	}
	return settings
}

// wine is section 4.3: a wine is 1 if its quality is above 5.
func wine(data string) ([]setting, error) {
	rows, err := readRows(filepath.Join(data, "winequality_red", "winequality-red.csv"))
	if err != nil {
		return nil, err
	}
	x, labels, err := numbers(rows, 11, func(last string) (bool, error) {
		quality, err := strconv.ParseFloat(last, 64)
		return quality > 5, err
	})
	if err != nil {
		return nil, err
	}
	return ways{
		wrong: []float64{.4, .3, .5},
		model: voters{[]float64{1, -.5, 2.1, 2.3}, []float64{.25, .4, .3, 0}},
		other: voters{[]float64{1, -.5, 1.2}, []float64{.1, .2, -.2, -.3, -.3}},
		paper: [3][3]float64{{.432, .505, .431}, {.386, .389, .399}, {.433, .450, .451}},
	}.onReal(x, labels, 1000), nil
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
