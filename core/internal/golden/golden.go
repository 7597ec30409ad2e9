// Package golden holds figures that were computed by other programs, for the
// tests of several packages. Only tests may import it.
//
//   - forms_golden.json and posterior_golden.json: what is bought in forms, calls
//     and panels, and label covariances, on a ragged crowd and on a panel of three
//     raters. Figures are about all objects of a case; blocks and folds are like
//     those in package moments (50 blocks, 10 folds).
//   - The other files hold [Cases] of the papers' algorithms: subset selection
//     (subset), regression with partial information (aer, baseline) and
//     the regressions that they share (ridge_lasso, l1_projection).
package golden

import (
	"embed"
	"encoding/json"
	"path"
	"testing"

	"fms-tui/model"
)

//go:embed testdata/*.json
var files embed.FS

// Cases decodes the cases of a file: inputs of an algorithm with what an
// independent program answers to them. A missing or empty file fails the test.
func Cases[T any](t testing.TB, name string) []T {
	t.Helper()
	file := load[struct{ Cases []T }](t, name)
	if len(file.Cases) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return file.Cases
}

// LoadForms reads forms_golden.json.
func LoadForms(t testing.TB) *Pair[Case] { return load[Pair[Case]](t, "forms_golden.json") }

// LoadPosteriors reads posterior_golden.json: what the judgments of LoadForms say about the
// label covariance.
func LoadPosteriors(t testing.TB) *Pair[Posterior] {
	return load[Pair[Posterior]](t, "posterior_golden.json")
}

func load[T any](t testing.TB, name string) *T {
	t.Helper()
	to := new(T)
	text, err := files.ReadFile(path.Join("testdata", name))
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return to
}

// Pair is of a crowd, where raters come and go, some cells miss and some judgments are anonymous,
// and of a panel, where the same three raters judged every object.
type Pair[T any] struct{ Crowd, Panel T }

// Case is one data set with its figures. Matrices are rows of d numbers, in
// products of the attributes' own units.
type Case struct {
	Judgments  [][4]any // object, attribute, rater, "" where nobody knows who judged, and value
	Labels     [][2]any // object and value
	Attributes []string
	Raters     string // the mode: aware or fixed
	Moments    Moments
	Designs    []Design
}

// Moments are the averages of a case: μ, b, v (of a panel times m/(m-1)) and t² by attribute, Var(y),
// the severity K (0 for a panel), Σ with the severity on it and projected in standardised units,
// C with v on its diagonal and projected, and how many objects have both kinds of pairs, and pairs
// by different raters.
type Moments struct {
	Mean, B, V, T2                         []float64
	LabelVariance                          float64
	Severity, SigmaRaw, SigmaPSD           [][]float64
	HaloRaw, HaloPSD, BothKinds, Different [][]float64
}

// Design is one way to buy, with what follows from it at one budget.
type Design struct {
	Name          string
	Form          []int     // by attribute
	PriceOfForm   []float64 // by form
	PriceOfAnswer []float64
	Panel         int // R; 0 for none
	Budget        float64
	Given         Given
	Greedy        Greedy // by the largest gain by cost
	Chosen        Chosen
}

// Given are the figures of repeats that nobody chose: M_S over the attributes with r > 0, weights by
// attribute in their own units, and losses in squared units of the label; honest ones of weights
// refitted in each training part. Ridge01 are those at λ = 0.1.
type Given struct {
	R                                 []int
	M                                 [][]float64
	Weights                           []float64
	Cost, Projected, Honest, HonestSE float64
	Ridge01Projected, Ridge01Honest   float64
}

// Greedy is a path up to the budget.
type Greedy struct {
	R         []int
	Projected float64
	Path      []struct {
		R                []int
		Spent, Projected float64
	}
}

// Chosen is the best of greedy by gain by cost, by gain, and sweep, exchanged
// until nothing improves; in every fold of the honest loss too.
type Chosen struct {
	R                                 []int
	Cost, Projected, Honest, HonestSE float64
	Bound                             *float64 // nil where there is none
}

// Posterior are the label covariances of one case. Matrices, b and β are standardised by t; b and β
// are in label units. Z is Σ⁺ with K on it, N the covariance of the noise of cell means, projected.
type Posterior struct {
	Objects, LabelVariance float64
	T, B, BPosterior, Beta []float64
	Z, N                   [][]float64
	Residual, Tau0         float64 // σ², τ₀
	LogEvidence, Kappa     []float64
	// Single is the greedy by gain per cost at a budget of 8 with b̃, every judgment bought singly at
	// price 1; of the panel with r <= 3 and no C⁺ off the diagonal. Weights are in own units.
	Single struct {
		R         []int
		Weights   []float64
		Projected float64
	}
}

// Dataset is the data set of a case: attributes in the order of the case, objects in
// the order of the labels, judgments in the order of the file, and one label, "y".
func (c *Case) Dataset() *model.Dataset {
	b := new(model.Builder)
	for _, a := range c.Attributes {
		b.Attribute(a)
	}
	y := b.AddLabel("y")
	for _, l := range c.Labels {
		b.SetLabel(y, b.Object(l[0].(string)), l[1].(float64))
	}
	for _, j := range c.Judgments {
		rater := model.NoRater
		if id, _ := j[2].(string); id != "" {
			rater = b.RaterID(id)
		}
		b.Add(b.Object(j[0].(string)), b.Attribute(j[1].(string)), rater, j[3].(float64))
	}
	return b.Build()
}
