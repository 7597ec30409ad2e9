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
	"encoding/json"
	"fmt"
	"testing"

	"fms-tui/model"
)

// Forms are the cases of forms_golden.json.
type Forms struct {
	Crowd Case `json:"crowd"` // raters come and go: some cells miss, some judgments are anonymous
	Panel Case `json:"panel"` // the same three raters judged every object
}

// Case is one data set with its figures. Matrices are rows of d numbers, in
// products of the attributes' own units.
type Case struct {
	Judgments  []Judgment    `json:"judgments"`
	Labels     []ObjectLabel `json:"labels"`
	Attributes []string      `json:"attributes"`
	Raters     model.Raters  `json:"raters"` // the mode: aware or fixed
	Moments    Moments       `json:"moments"`
	Designs    []Design      `json:"designs"`
}

// Judgment is one of them; Rater is "" where nobody knows who judged.
type Judgment struct {
	Object, Attribute, Rater string
	Value                    float64
}

// ObjectLabel is the label of an object.
type ObjectLabel struct {
	Object string
	Value  float64
}

// Moments are the averages of a case.
type Moments struct {
	Mean          []float64   `json:"mean"`           // μ
	B             []float64   `json:"b"`              // label covariance
	V             []float64   `json:"v"`              // internal variance; of a panel times m/(m-1)
	T2            []float64   `json:"t2"`             // t²
	LabelVariance float64     `json:"label_variance"` // Var(y)
	Severity      [][]float64 `json:"severity"`       // K; 0 for a panel
	SigmaRaw      [][]float64 `json:"sigma_raw"`      // Σ with the severity on it
	SigmaPSD      [][]float64 `json:"sigma_psd"`      // Σ⁺, projected in standardised units
	HaloRaw       [][]float64 `json:"halo_raw"`       // C, v on its diagonal
	HaloPSD       [][]float64 `json:"halo_psd"`       // C⁺
	BothKinds     [][]float64 `json:"objects_with_both_kinds"`
	Different     [][]float64 `json:"objects_with_different"` // pairs by different raters
}

// Design is one way to buy, with what follows from it at one budget.
type Design struct {
	Name          string    `json:"name"`
	Form          []int     `json:"form"`          // by attribute
	PriceOfForm   []float64 `json:"price_of_form"` // by form
	PriceOfAnswer []float64 `json:"price_of_answer"`
	Panel         int       `json:"panel"` // R; 0 for none
	Budget        float64   `json:"budget"`
	Given         Given     `json:"given_r"`
	Greedy        Greedy    `json:"greedy_by_gain_per_cost"`
	Chosen        Chosen    `json:"chosen"`
}

// Given are the figures of repeats that nobody chose. Losses are in squared
// units of the label.
type Given struct {
	R         []int       `json:"r"`
	Cost      float64     `json:"cost"`
	M         [][]float64 `json:"M"`       // M_S over the attributes with r > 0
	Weights   []float64   `json:"weights"` // by attribute, in their own units
	Projected float64     `json:"projected"`
	Honest    float64     `json:"honest"` // of weights refitted in each training part
	HonestSE  float64     `json:"honest_se"`
	// Ridge01 are the losses at λ = 0.1.
	Ridge01Projected float64 `json:"ridge_01_projected"`
	Ridge01Honest    float64 `json:"ridge_01_honest"`
}

// Greedy is the path of the largest gain by cost up to the budget.
type Greedy struct {
	R         []int   `json:"r"`
	Projected float64 `json:"projected"`
	Path      []Step  `json:"path"`
}

// Step is one point of a path.
type Step struct {
	R         []int   `json:"r"`
	Spent     float64 `json:"spent"`
	Projected float64 `json:"projected"`
}

// Chosen is the best of greedy by gain by cost, by gain, and sweep, exchanged
// until nothing improves; in every fold of the honest loss too.
type Chosen struct {
	R         []int    `json:"r"`
	Cost      float64  `json:"cost"`
	Projected float64  `json:"projected"`
	Honest    float64  `json:"honest_of_procedure"`
	HonestSE  float64  `json:"honest_se"`
	Bound     *float64 `json:"bound"` // nil where there is none
}

// UnmarshalJSON reads [object, attribute, rater, value].
func (j *Judgment) UnmarshalJSON(data []byte) error {
	return tuple(data, &j.Object, &j.Attribute, &j.Rater, &j.Value)
}

// UnmarshalJSON reads [object, value].
func (l *ObjectLabel) UnmarshalJSON(data []byte) error {
	return tuple(data, &l.Object, &l.Value)
}

// tuple reads an array of exactly these elements.
func tuple(data []byte, into ...any) error {
	n := len(into)
	if err := json.Unmarshal(data, &into); err != nil {
		return err
	}
	if len(into) != n {
		return fmt.Errorf("%s holds %d elements, not %d", data, len(into), n)
	}
	return nil
}

// LoadForms reads forms_golden.json.
func LoadForms(t testing.TB) *Forms {
	t.Helper()
	return load[Forms](t, "forms_golden.json")
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
		b.SetLabel(y, b.Object(l.Object), l.Value)
	}
	for _, j := range c.Judgments {
		rater := model.NoRater
		if j.Rater != "" {
			rater = b.RaterID(j.Rater)
		}
		b.Add(b.Object(j.Object), b.Attribute(j.Attribute), rater, j.Value)
	}
	return b.Build()
}

// Flat lays rows out one after another, as packages moments and selection keep
// their matrices.
func Flat(rows [][]float64) []float64 {
	var flat []float64
	for _, row := range rows {
		flat = append(flat, row...)
	}
	return flat
}
