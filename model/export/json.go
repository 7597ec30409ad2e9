package export

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"fms-tui/model"
)

// JSON writes the contract's form, version 1, with all digits of every number.
// A number that is not finite is an error: no predictor can be made from it.
func JSON(w io.Writer, p model.Predictor) error {
	if err := finite(p); err != nil {
		return err
	}
	if len(p.External) != len(p.Attributes) {
		return sizes(p)
	}
	return sealed(w, withoutNull(p))
}

// errNoRule says that a predictor carries no rule.
var errNoRule = errors.New("the predictor carries no stopping rule: name a decision, such as y>6.5")

// StoppingJSON writes the stopping rule that a predictor carries, as collect reads it.
func StoppingJSON(w io.Writer, p model.Predictor) error {
	if p.Stopping == nil {
		return errNoRule
	}
	if err := p.Stopping.Check(); err != nil {
		return err
	}
	return sealed(w, p.Stopping)
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

// finite returns an error where a number of p is not finite, or what it holds does not fit together.
func finite(p model.Predictor) error {
	if p.External != nil && len(p.External) != len(p.Attributes) { // nil where nothing is known of errors
		return sizes(p)
	}
	_, err := json.Marshal(p)
	if wrong := new(json.UnsupportedValueError); errors.As(err, &wrong) {
		return fmt.Errorf("a number of the predictor is %s: it cannot be written", wrong.Str)
	}
	if err == nil {
		err = p.CheckScores()
	}
	if err == nil && p.Stopping != nil {
		err = p.Stopping.Check()
	}
	return err
}

func sizes(p model.Predictor) error {
	return fmt.Errorf("the predictor has %d attributes and %d rows of external covariances", len(p.Attributes), len(p.External))
}
