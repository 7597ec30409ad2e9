package export

import (
	"bytes"
	"cmp"
	"encoding/json"
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
	if len(p.External) != len(p.Attributes) {
		return sizes(p)
	}
	return sealed(w, withoutNull(p))
}

// sealed writes a document with its checksum.
func sealed(w io.Writer, document any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(document); err != nil {
		return err
	}
	text, err := model.Seal(b.Bytes())
	if err == nil {
		_, err = w.Write(text)
	}
	return err
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
		p.Warnings = []model.Finding{}
	}
	p.Shrink = cmp.Or(p.Shrink, model.ShrinkNone)
	if p.Raters.Offsets == nil {
		p.Raters.Offsets = map[string]map[string]float64{}
	}
	if p.Design != nil && p.Design.Forms == nil {
		d := *p.Design
		d.Forms = []model.Sheet{}
		p.Design = &d
	}
	return p
}

// finite returns an error that names the first number of p that is not finite.
func finite(p model.Predictor) error {
	if p.External != nil && len(p.External) != len(p.Attributes) { // nil for the CSV form
		return sizes(p)
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
			check("label_covariance_posterior"+of, a.Covariance()), check("scale"+of, a.Scale))
		if p.External != nil {
			for _, x := range p.External[i] {
				errs = append(errs, check("an external covariance"+of, x))
			}
		}
		for _, x := range p.Raters.Offsets[a.Name] {
			errs = append(errs, check("a rater's offset"+of, x))
		}
	}
	if p.Design != nil {
		for _, row := range p.Design.Halo {
			for _, x := range row {
				errs = append(errs, check("a same-rater covariance of the design", x))
			}
		}
	}
	errs = append(errs, p.CheckScores())
	if p.Stopping != nil {
		errs = append(errs, p.Stopping.Check())
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func sizes(p model.Predictor) error {
	return fmt.Errorf("the predictor has %d attributes and %d rows of external covariances", len(p.Attributes), len(p.External))
}

func check(what string, x float64) error {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return fmt.Errorf("%s is %v: the predictor cannot be written", what, x)
	}
	return nil
}
