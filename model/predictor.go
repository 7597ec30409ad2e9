package model

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Predictor predicts a label from a few judgments:
//
//	prediction = Intercept + Σ_a Weight[a] · (mean of Repeats[a] judgments of a)
//
// (Sabato & Kalai 2013, Table 2.) It carries the moments of its support, so
// that its weights can be recomputed for other numbers of judgments later.
// The fields marshal to the contract's JSON, version 1.
type Predictor struct {
	Version       int                  `json:"version"`
	Kind          string               `json:"kind"`
	Label         string               `json:"label"`
	Algorithm     string               `json:"algorithm"`
	Budget        Amount               `json:"budget"`
	Intercept     float64              `json:"intercept"` // in the label's units
	Attributes    []PredictorAttribute `json:"attributes"`
	External      [][]float64          `json:"external"`       // Σ⁺ of the support, in the order of Attributes
	LabelVariance float64              `json:"label_variance"` // mean square deviation, not divided by m-1
	Ridge         float64              `json:"ridge"`          // λ >= 0, in units of the attributes' scales
	Shrink        string               `json:"shrink"`         // "" in old files: none
	Weights       *string              `json:"weights"`        // what the weights are made from; nil where it is not known
	Raters        struct {
		Mode    string                        `json:"mode"`
		Offsets map[string]map[string]float64 `json:"offsets"` // attribute → rater → offset; empty unless the panel is fixed
	} `json:"raters"` // how their judgments were combined
	Design        *PredictorDesign `json:"design"`             // nil: every judgment by another rater
	ProjectedLoss float64          `json:"projected_loss"`     // squared label units; may be below 0
	HonestLoss    *float64         `json:"honest_loss"`        // squared label units; nil where it is not known
	HonestLossSE  *float64         `json:"honest_loss_se"`     // its standard error; likewise
	Two           *twoClasses      `json:"classes,omitempty"`  // of a label with two classes, which Classes returns
	Stopping      *Stopping        `json:"stopping,omitempty"` // nil: no decision was named
	// Scores are set where the judgments predict several numbers, classes or labels. The
	// fields above are then of the first of them, but for losses, which are sums.
	Scores []PredictorScore `json:"scores,omitempty"`
	Many   *manyClasses     `json:"multiclass,omitempty"` // of a label with three classes or more; likewise
	// Reading is how the files of the pilot were read, by option: new files of the same
	// source are read alike. Empty where that is not known.
	Reading map[Option]string `json:"reading,omitempty"`
	Data    struct {
		File    *string `json:"file"`    // without its folder; nil where it is not known
		SHA256  *string `json:"sha256"`  // of the file as stored, in hexadecimal; likewise
		Objects int     `json:"objects"` // with the label and a judgment
	} `json:"data"` // what the predictor was learned from
	Warnings []Finding `json:"warnings"`
	Created  string    `json:"created"` // RFC 3339, UTC
	Tool     string    `json:"tool"`
}

// readingOptions are the options of Predictor.Reading: which columns mean what.
var readingOptions = []Option{
	OptionLayout, OptionObject, OptionAttribute, OptionJudgment, OptionRater, OptionPivot, OptionNameIs, OptionDecimal, OptionMissing, OptionScale, OptionColumns, OptionRecords,
}

// ReadAs are the choices of a reading that a predictor carries.
func ReadAs(choices []Choice) map[Option]string {
	var m map[Option]string
	for _, c := range choices {
		if slices.Contains(readingOptions, c.Option) {
			if m == nil {
				m = make(map[Option]string)
			}
			m[c.Option] = c.Value
		}
	}
	return m
}

// Choices are the choices of Reading, in a fixed order.
func (p *Predictor) Choices() (list []Choice) {
	for _, o := range readingOptions {
		if value, ok := p.Reading[o]; ok {
			list = append(list, Choice{Option: o, Value: value})
		}
	}
	return list
}

// What the weights of a predictor are made from. Weights for other numbers of judgments come from the predictor's
// moments, and of a refit from its weights, too.
const (
	WeightsPosterior = "posterior" // b̃, what the pilot can vouch for of the label covariance
	WeightsPaper     = "paper"     // b as estimated, as in the paper
	WeightsRefit     = "refit"     // the label regressed on the pilot's own cell means
)

// HasMoments reports whether the predictor carries the moments of its support. A
// predictor read from the CSV form does not.
func (p *Predictor) HasMoments() bool {
	return len(p.External) == len(p.Attributes) && p.LabelVariance > 0
}

// PredictorAttribute is one attribute of the support.
type PredictorAttribute struct {
	Name             string  `json:"name"`
	Repeats          int     `json:"repeats"`           // judgments to buy per object, at least 1
	Weight           float64 `json:"weight"`            // label units per unit of the attribute
	Cost             Amount  `json:"cost"`              // price of one judgment
	Mean             float64 `json:"mean"`              // μ
	InternalVariance float64 `json:"internal_variance"` // v >= 0, squared units of the attribute; 0 where AskedOnce
	// AskedOnce says that the pilot had one judgment of each object: nothing is known of asking twice.
	AskedOnce bool `json:"asked_once,omitempty"`
	// AssumedReliability, in (0,1], is what InternalVariance rests on; 0 where it was measured.
	AssumedReliability float64 `json:"assumed_reliability,omitempty"`
	// LabelCovariance is b as measured, in units of attribute and label; with --psd
	// label as it was moved together with Σ.
	LabelCovariance float64 `json:"label_covariance"`
	// LabelCovariancePosterior is b̃, from which the weights are made; in the units of
	// b. Nil where they are made from b.
	LabelCovariancePosterior *float64 `json:"label_covariance_posterior"`
	Scale                    float64  `json:"scale"` // t, standard deviation of the cell means
	// Least and Greatest are the pilot's judgments at the ends; both 0 where they are not known.
	Least    float64 `json:"least,omitempty"`
	Greatest float64 `json:"greatest,omitempty"`
}

// Outside tells whether a judgment lies outside the pilot's by more than half the width of
// their range; never where that is not known or 0.
func (a *PredictorAttribute) Outside(x float64) bool {
	half := (a.Greatest - a.Least) / 2
	return half > 0 && (x < a.Least-half || x > a.Greatest+half)
}

// Covariance is the label covariance that the weights are made from: b̃ where there
// is one, else b.
func (a *PredictorAttribute) Covariance() float64 {
	if a.LabelCovariancePosterior != nil {
		return *a.LabelCovariancePosterior
	}
	return a.LabelCovariance
}

// Version and kind of the predictor files this program writes.
const (
	PredictorVersion = 1
	// PredictorScoresVersion is the version of files with several scores or three
	// classes. Programs that know single scores cannot read these files.
	PredictorScoresVersion = 2
	PredictorKind          = "fms-predictor"
)

// PredictorScore predicts one of several numbers from the judgments of a [Predictor]: the
// indicator of a class, or one of several labels.
//
//	score = Intercept + Σ_a Weights[a] · (mean of the judgments of a)
type PredictorScore struct {
	Name          string    `json:"name"`  // the class, or the label
	Label         string    `json:"label"` // whose class it is; Name where it is a label
	Intercept     float64   `json:"intercept"`
	Weights       []float64 `json:"weights"`        // in the order of the attributes, label units per unit of the attribute
	Covariances   []float64 `json:"covariances"`    // with the label, of which the weights are made; likewise
	LabelVariance float64   `json:"label_variance"` // squared label units
	ProjectedLoss float64   `json:"projected_loss"` // likewise; may be below 0
	HonestLoss    *float64  `json:"honest_loss"`    // likewise; nil where it is not known
}

// WeightOf begins the heads of the columns of weights of several scores in the form csv.
const WeightOf = "weight of "

// ScoreNames are the names of several scores, as predict has them in its columns: the class, the
// label, or both of a class of one of several labels. nil where there is one number.
func (p *Predictor) ScoreNames() (names []string) {
	for _, s := range p.Scores {
		if p.Many == nil && s.Label != s.Name {
			s.Name = s.Label + "_" + s.Name
		}
		names = append(names, s.Name)
	}
	return names
}

// Score returns the predictor of one of several scores, as a predictor of its own.
func (p *Predictor) Score(k int) Predictor {
	s, out := &p.Scores[k], *p
	out.Label, out.Intercept, out.LabelVariance, out.ProjectedLoss, out.HonestLoss = s.Label, s.Intercept, s.LabelVariance, s.ProjectedLoss, s.HonestLoss
	out.Scores, out.Many, out.Two, out.HonestLossSE = nil, nil, nil, nil
	out.Attributes = append([]PredictorAttribute(nil), p.Attributes...)
	for a := range out.Attributes {
		out.Attributes[a].Weight, out.Attributes[a].LabelCovariance, out.Attributes[a].LabelCovariancePosterior = s.Weights[a], s.Covariances[a], nil
	}
	return out
}

// PredictorClasses turn the scores of a predictor into the probabilities of K >= 2 classes, for
// as many judgments as the predictor asks for (docs/classes.md). Ordered classes, as any two are,
// have one score, the prediction; others have a score each. With o the weight of a class
//
//	P(k) = o_k / Σ_j o_j,   o_k = exp(Intercepts[k] + Slopes[k]·score),
//
// and of classes of no order o_k = 1/(1+exp(-(Intercepts[k] + Slopes[k]·score_k))). An object is
// called the class of the largest P(k)·Costs[k], the last of equals.
type PredictorClasses struct {
	Names      []string
	Ordered    bool
	Shares     []float64 // of the classes in the pilot
	Intercepts []float64 // of the lines, by class; of two classes the first line is 0
	Slopes     []float64 // likewise, per unit of the score
	// Costs are what it costs to call an object of a class another one; nil where that is the
	// same for all.
	Costs []float64
	// Covariance of prediction and label and Variance of predictions, in squared label units, are
	// known of two classes: their line follows the number of judgments.
	Covariance, Variance float64
}

// twoClasses are two classes as files have them: the log odds of the second are LogitIntercept +
// LogitSlope · prediction, and an object is called the second from the probability Threshold on.
type twoClasses struct {
	Names          [2]string `json:"names"`      // of class 0 and class 1
	Prevalence     float64   `json:"prevalence"` // share of class 1 in the pilot, between 0 and 1
	Covariance     float64   `json:"covariance"`
	Variance       float64   `json:"variance"`
	LogitIntercept float64   `json:"logit_intercept"`
	LogitSlope     float64   `json:"logit_slope"`
	Threshold      float64   `json:"threshold"` // between 0 and 1
}

// manyClasses are three classes or more as files have them.
type manyClasses struct {
	Names           []string  `json:"names"`
	Ordered         bool      `json:"ordered"`
	Shares          []float64 `json:"shares"`
	LogitIntercepts []float64 `json:"logit_intercepts"`
	LogitSlopes     []float64 `json:"logit_slopes"`
	Costs           []float64 `json:"costs,omitempty"`
}

// Classes returns the classes that the scores are turned into, nil where there are none.
func (p *Predictor) Classes() *PredictorClasses {
	switch two, many := p.Two, p.Many; {
	case two != nil:
		return &PredictorClasses{
			Names: two.Names[:], Ordered: true, Shares: []float64{1 - two.Prevalence, two.Prevalence},
			Intercepts: []float64{0, two.LogitIntercept}, Slopes: []float64{0, two.LogitSlope},
			Costs: []float64{two.Threshold, 1 - two.Threshold}, Covariance: two.Covariance, Variance: two.Variance,
		}
	case many != nil:
		return &PredictorClasses{Names: many.Names, Ordered: many.Ordered, Shares: many.Shares, Intercepts: many.LogitIntercepts, Slopes: many.LogitSlopes, Costs: many.Costs}
	}
	return nil
}

// SetClasses gives a predictor the classes; nil is none.
func (p *Predictor) SetClasses(c *PredictorClasses) {
	p.Two, p.Many = nil, nil
	switch {
	case c == nil:
	case len(c.Names) == 2:
		p.Two = &twoClasses{
			Names: [2]string(c.Names), Prevalence: c.Shares[1], Covariance: c.Covariance, Variance: c.Variance,
			LogitIntercept: c.Intercepts[1] - c.Intercepts[0], LogitSlope: c.Slopes[1] - c.Slopes[0], Threshold: c.Threshold(),
		}
	default:
		p.Many = &manyClasses{c.Names, c.Ordered, c.Shares, c.Intercepts, c.Slopes, c.Costs}
	}
}

// Threshold is the probability of the second of two classes from which on an object is called it.
func (c *PredictorClasses) Threshold() float64 {
	if c.Costs == nil {
		return .5
	}
	return c.Costs[0] / (c.Costs[0] + c.Costs[1])
}

// Steps tells whether there are three or more classes, the steps of a scale.
func (c *PredictorClasses) Steps() bool { return c.Ordered && len(c.Names) > 2 }

// Shown are the numbers of the classes whose probability is shown: of two classes the first one's
// is what is left of the second one's.
func (c *PredictorClasses) Shown() (shown []int) {
	for k := range c.Names {
		if k > 0 || len(c.Names) > 2 {
			shown = append(shown, k)
		}
	}
	return shown
}

// Correction returns how the line of two classes differs from the line of the normal model: log
// odds x of that become offset + slope x. It is what calibration on objects held out found, for
// every number of judgments: 0 and 1 where it found nothing, and where predictions say nothing.
func (c *PredictorClasses) Correction() (offset, slope float64) {
	pi := c.Shares[1]
	gap := c.Covariance / (pi * (1 - pi))
	if !(gap > 0 && c.Variance > 0 && c.Slopes[1] > 0) {
		return 0, 1
	}
	normal := gap / max(c.Variance-c.Covariance*gap, 1e-12*c.Variance)
	intercept := math.Log(pi/(1-pi)) - normal*(pi+gap*(1-2*pi)/2)
	if slope = c.Slopes[1] / normal; math.Abs(slope-1) < 1e-9 && math.Abs(c.Intercepts[1]-intercept) < 1e-9*max(1, math.Abs(intercept)) {
		return 0, 1
	}
	return c.Intercepts[1] - slope*intercept, slope
}

// CheckScores returns an error for scores or classes that do not fit the attributes or one another.
func (p *Predictor) CheckScores() error {
	for _, s := range p.Scores {
		if len(s.Weights) != len(p.Attributes) || len(s.Covariances) != len(p.Attributes) {
			return fmt.Errorf("the score %q has %d weights and %d covariances for %d attributes", s.Name, len(s.Weights), len(s.Covariances), len(p.Attributes))
		}
	}
	if c := p.Classes(); c != nil {
		return c.check(len(p.Scores))
	}
	return nil
}

// check returns an error for classes that do not fit the scores, or that no export writes.
func (c *PredictorClasses) check(scores int) error {
	k := len(c.Names)
	switch {
	case k < 2 || len(c.Shares) != k || len(c.Intercepts) != k || len(c.Slopes) != k || c.Costs != nil && len(c.Costs) != k:
		return errors.New("its classes have names, shares and lines of different number")
	case !c.Ordered && scores != k || c.Ordered && scores != 0:
		return fmt.Errorf("it has %d scores for %d classes", scores, k)
	case k == 2 && !(c.Shares[1] > 0 && c.Shares[1] < 1):
		return fmt.Errorf("the prevalence of its classes is %g: accepted are numbers between 0 and 1", c.Shares[1])
	case k == 2 && !(c.Costs[0] > 0 && c.Costs[0] < 1):
		return fmt.Errorf("the threshold of its classes is %g: accepted are numbers between 0 and 1", c.Costs[0])
	case k == 2 && (c.Variance < 0 || c.Slopes[1] < 0):
		return errors.New("a variance or slope of its classes is below 0")
	}
	seen := make(map[string]bool)
	for i, name := range c.Names {
		if seen[name] {
			return fmt.Errorf("two of its classes are called %q", name)
		}
		if seen[name] = true; c.Costs != nil && !(c.Costs[i] > 0) {
			return fmt.Errorf("a wrong call of the class %q costs %g: accepted are numbers above 0", name, c.Costs[i])
		}
	}
	return nil
}
