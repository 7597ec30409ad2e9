package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"fms-tui/model"
)

// JSON writes the contract's form, version 1, with all digits of every number.
// A number that is not finite is an error that says which: no predictor can be
// made from it.
func JSON(w io.Writer, p model.Predictor) error {
	if err := finite(p); err != nil {
		return err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(withoutNull(p))
}

// withoutNull puts empty lists and maps where p has none.
func withoutNull(p model.Predictor) model.Predictor {
	if p.Attributes == nil {
		p.Attributes = []model.PredictorAttribute{}
	}
	if p.External == nil {
		p.External = [][]float64{}
	}
	if p.Warnings == nil {
		p.Warnings = []model.Warning{}
	}
	if p.Raters.Offsets == nil {
		p.Raters.Offsets = map[string]map[string]float64{}
	}
	return p
}

// finite returns an error that names the first number of p that is not finite.
func finite(p model.Predictor) error {
	if len(p.External) != len(p.Attributes) {
		return fmt.Errorf("the predictor has %d attributes and %d rows of external covariances", len(p.Attributes), len(p.External))
	}
	errs := []error{
		check("the intercept", p.Intercept), check("label_variance", p.LabelVariance),
		check("ridge", p.Ridge), check("projected_loss", p.ProjectedLoss),
	}
	if p.HonestLoss != nil {
		errs = append(errs, check("honest_loss", *p.HonestLoss))
	}
	if p.HonestLossSE != nil {
		errs = append(errs, check("honest_loss_se", *p.HonestLossSE))
	}
	for i, a := range p.Attributes {
		of := fmt.Sprintf(" of attribute %q", a.Name)
		errs = append(errs, check("the weight"+of, a.Weight), check("the mean"+of, a.Mean),
			check("internal_variance"+of, a.InternalVariance), check("label_covariance"+of, a.LabelCovariance),
			check("scale"+of, a.Scale))
		for _, x := range p.External[i] {
			errs = append(errs, check("an external covariance"+of, x))
		}
		for _, x := range p.Raters.Offsets[a.Name] {
			errs = append(errs, check("a rater's offset"+of, x))
		}
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func check(what string, x float64) error {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return fmt.Errorf("%s is %v: the predictor cannot be written", what, x)
	}
	return nil
}

// Decode reads what JSON writes. It refuses other versions and kinds, keys it
// does not know, and predictors that contradict themselves.
func Decode(r io.Reader) (model.Predictor, error) {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	var p model.Predictor
	if err := dec.Decode(&p); err != nil {
		return model.Predictor{}, fmt.Errorf("not a predictor: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return model.Predictor{}, errors.New("not a predictor: there is more after its end")
	}
	if err := consistent(p); err != nil {
		return model.Predictor{}, err
	}
	return p, nil
}

func consistent(p model.Predictor) error {
	switch {
	case p.Kind != model.PredictorKind:
		return fmt.Errorf("not a predictor: its kind is %q, not %q", p.Kind, model.PredictorKind)
	case p.Version != model.PredictorVersion:
		return fmt.Errorf("the predictor has version %d: this program reads version %d", p.Version, model.PredictorVersion)
	case len(p.External) != len(p.Attributes):
		return fmt.Errorf("the predictor has %d attributes and %d rows of external covariances", len(p.Attributes), len(p.External))
	}
	seen := make(map[string]bool)
	for i, a := range p.Attributes {
		switch {
		case seen[a.Name]:
			return fmt.Errorf("the predictor has attribute %q twice", a.Name)
		case a.Repeats < 1:
			return fmt.Errorf("attribute %q has %d repeats: at least 1 is needed", a.Name, a.Repeats)
		case a.Cost == 0:
			return fmt.Errorf("attribute %q has no cost above 0", a.Name)
		case len(p.External[i]) != len(p.Attributes):
			return fmt.Errorf("attribute %q has %d external covariances, not %d", a.Name, len(p.External[i]), len(p.Attributes))
		}
		seen[a.Name] = true
	}
	return nil
}
