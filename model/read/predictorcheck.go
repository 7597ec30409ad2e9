package read

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"fms-tui/model"
)

// otherKind checks first whether the document is of another kind, or of a newer
// program, whose keys are unknown here.
func otherKind(file string, text []byte) error {
	var head struct {
		Version *int    `json:"version"`
		Kind    *string `json:"kind"`
	}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&head); err != nil {
		return nil // the strict decoder says better what is wrong
	}
	switch {
	case head.Kind == nil:
		return &Error{File: file, Line: 1, Message: fmt.Sprintf("%s, whose kind is %q", noPredictor, model.PredictorKind)}
	case *head.Kind != model.PredictorKind:
		return &Error{File: file, Line: 1, Message: fmt.Sprintf("its kind is %s, not %q: accepted are the JSON and CSV forms that fms-tui export writes",
			quote(*head.Kind), model.PredictorKind)}
	case head.Version != nil && *head.Version > model.PredictorScoresVersion:
		return &Error{File: file, Line: 1, Message: fmt.Sprintf("its version is %d, and this program reads version %d: a newer fms-tui is needed",
			*head.Version, model.PredictorScoresVersion)}
	}
	return nil
}

// sound refuses a predictor that no selection could have led to.
func (s *strict) sound(p *model.Predictor) error {
	switch {
	case p.Version != model.PredictorVersion && p.Version != model.PredictorScoresVersion:
		return s.wrong("version", "is %d: %d or %d is needed", p.Version, model.PredictorVersion, model.PredictorScoresVersion)
	case !(p.LabelVariance > 0):
		return s.wrong("label_variance", "is %v: a label that can be predicted varies", p.LabelVariance)
	case p.Ridge < 0:
		return s.wrong("ridge", "is %v: 0 or more is needed", p.Ridge)
	case p.Data.Objects < 0:
		return s.wrong("data.objects", "is %d: 0 or more is needed", p.Data.Objects)
	case p.Raters.Mode != model.RatersAware && p.Raters.Mode != model.RatersPaper && p.Raters.Mode != model.RatersFixed:
		return s.wrong("raters.mode", "is %s: accepted are aware, paper, fixed", quote(string(p.Raters.Mode)))
	}
	if p.Shrink != "" && p.Shrink != model.ShrinkAuto && p.Shrink != model.ShrinkNone {
		return s.wrong("shrink", "is %s: accepted are auto, none", quote(string(p.Shrink)))
	}
	if from := p.Weights; from != nil && *from != model.WeightsPosterior && *from != model.WeightsPaper && *from != model.WeightsRefit {
		return s.wrong("weights", "is %s: accepted are posterior, paper, refit", quote(string(*from)))
	}
	first := make(map[string]int)
	for i, a := range p.Attributes {
		at := fmt.Sprintf("attributes[%d]", i)
		if before, twice := first[a.Name]; twice {
			return s.wrong(at+".name", "is %s as in attributes[%d]: each attribute is there once", quote(a.Name), before)
		}
		first[a.Name] = i
		if err := s.soundAttribute(at, p.Shrink, &a); err != nil {
			return err
		}
	}
	for name := range p.Raters.Offsets {
		if _, known := first[name]; !known {
			return s.wrong("raters.offsets", "has %s, which is no attribute of the predictor", quote(name))
		}
	}
	if err := s.square(p.Attributes, "external", p.External); err != nil {
		return err
	}
	return s.designed(p)
}

// soundAttribute is the same of an attribute, whose place in the file is at.
func (s *strict) soundAttribute(at string, shrink model.Shrink, a *model.PredictorAttribute) error {
	switch {
	case a.Repeats < 1:
		return s.wrong(at+".repeats", "is %d: at least 1 is needed", a.Repeats)
	case a.Cost == 0:
		return s.wrong(at+".cost", "is 0: write an amount above 0")
	case a.InternalVariance < 0:
		return s.wrong(at+".internal_variance", "is %v: a variance is 0 or more", a.InternalVariance)
	case !(a.AssumedReliability >= 0 && a.AssumedReliability <= 1):
		return s.wrong(at+".assumed_reliability", "is %v: a number from 0 to 1 is needed", a.AssumedReliability)
	case (shrink == model.ShrinkAuto) != (a.LabelCovariancePosterior != nil):
		return s.wrong(at, "has shrink %s with %s label_covariance_posterior: auto needs a number, none has null",
			quote(string(shrink)), map[bool]string{true: "a", false: "no"}[a.LabelCovariancePosterior != nil])
	case a.Scale < 0:
		return s.wrong(at+".scale", "is %v: 0 or more is needed", a.Scale)
	}
	return nil
}

// asymmetry is how far, relative to the variances, two entries of Σ⁺ that
// should be equal may differ by rounding.
const asymmetry = 1e-6

// square checks that there is a covariance of each two attributes.
func (s *strict) square(attributes []model.PredictorAttribute, key string, rows [][]float64) error {
	n := len(attributes)
	if len(rows) != n {
		return s.wrong(key, "has %s for %s: one for each is needed", counted(len(rows), "row"), counted(n, "attribute"))
	}
	for i, row := range rows {
		if len(row) != n {
			return s.wrong(fmt.Sprintf("%s[%d]", key, i), "has %s for %s: one for each is needed", counted(len(row), "number"), counted(n, "attribute"))
		}
	}
	for i, row := range rows {
		if row[i] < 0 {
			return s.wrong(fmt.Sprintf("%s[%d][%d]", key, i, i), "is %v: a variance is 0 or more", row[i])
		}
		for j := range i {
			other := rows[j][i]
			if size := math.Sqrt(row[i]) * math.Sqrt(rows[j][j]); math.Abs(row[j]-other) > asymmetry*max(size, math.Abs(row[j]), math.Abs(other)) {
				return s.wrong(fmt.Sprintf("%s[%d][%d]", key, i, j), "is %v, and %s[%d][%d] is %v: the covariance of two attributes is one number", row[j], key, j, i, other)
			}
		}
	}
	return nil
}
