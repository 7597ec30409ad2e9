package model

import "slices"

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
	Shrink        Shrink               `json:"shrink"`         // "" in old files: none
	Weights       *Weights             `json:"weights"`        // what the weights are made from; nil where it is not known
	Raters        PredictorRaters      `json:"raters"`
	Design        *PredictorDesign     `json:"design"`             // nil: every judgment by another rater
	ProjectedLoss float64              `json:"projected_loss"`     // squared label units; may be below 0
	HonestLoss    *float64             `json:"honest_loss"`        // squared label units; nil where it is not known
	HonestLossSE  *float64             `json:"honest_loss_se"`     // its standard error; likewise
	Classes       *PredictorClasses    `json:"classes,omitempty"`  // nil: the label has no two classes
	Stopping      *Stopping            `json:"stopping,omitempty"` // nil: no decision was named
	// Scores are set where the judgments predict several numbers, classes or labels. The
	// fields above are then of the first of them, but for losses, which are sums.
	Scores     []PredictorScore     `json:"scores,omitempty"`
	Multiclass *PredictorMulticlass `json:"multiclass,omitempty"` // nil: the label has no three classes
	// Reading is how the files of the pilot were read, by option: new files of the same
	// source are read alike. Empty where that is not known.
	Reading  map[Option]string `json:"reading,omitempty"`
	Data     PredictorData     `json:"data"`
	Warnings []Finding         `json:"warnings"`
	Created  string            `json:"created"` // RFC 3339, UTC
	Tool     string            `json:"tool"`
}

// readingOptions are the options of Predictor.Reading: which columns mean what.
var readingOptions = []Option{
	OptionLayout, OptionObject, OptionAttribute, OptionJudgment, OptionRater, OptionPivot, OptionNameIs, OptionDecimal, OptionMissing, OptionColumns, OptionRecords,
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

// Weights says what the weights of a predictor are made from.
type Weights string

// The sources of weights. Weights for other numbers of judgments come from the predictor's
// moments, and of a refit from its weights, too.
const (
	WeightsPosterior Weights = "posterior" // b̃, what the pilot can vouch for of the label covariance
	WeightsPaper     Weights = "paper"     // b as estimated, as in the paper
	WeightsRefit     Weights = "refit"     // the label regressed on the pilot's own cell means
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

// PredictorRaters tells how the judgments of raters were combined.
type PredictorRaters struct {
	Mode    Raters                        `json:"mode"`
	Offsets map[string]map[string]float64 `json:"offsets"` // attribute → rater → offset; empty unless the panel is fixed
}

// PredictorData names what the predictor was learned from.
type PredictorData struct {
	File    *string `json:"file"`    // without its folder; nil where it is not known
	SHA256  *string `json:"sha256"`  // of the file as stored, in hexadecimal; likewise
	Objects int     `json:"objects"` // with the label and a judgment
}

// Version and kind of the predictor files this program writes.
const (
	PredictorVersion = 1
	// PredictorScoresVersion is the version of files with several scores or three
	// classes. Programs that know single scores cannot read these files.
	PredictorScoresVersion = 2
	PredictorKind          = "fms-predictor"
)
