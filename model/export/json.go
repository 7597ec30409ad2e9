package export

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"

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

// finite returns an error that names the first number of p that is not finite, or what does not fit.
func finite(p model.Predictor) error {
	if p.External != nil && len(p.External) != len(p.Attributes) { // nil for the CSV form
		return sizes(p)
	}
	err := finiteIn(reflect.ValueOf(p), "")
	if err == nil {
		err = p.CheckScores()
	}
	if err == nil && p.Stopping != nil {
		err = p.Stopping.Check()
	}
	return err
}

// finiteIn names the first number of a value that is not finite by the keys of the JSON form.
func finiteIn(v reflect.Value, name string) error {
	switch v.Kind() {
	case reflect.Float64:
		if x := v.Float(); math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("%s is %v: the predictor cannot be written", name, x)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			return finiteIn(v.Elem(), name)
		}
	case reflect.Slice, reflect.Map:
		for _, x := range v.Seq2() {
			of := name
			if x.Kind() == reflect.Struct && x.FieldByName("Name").IsValid() {
				of += " " + quoted(x.FieldByName("Name").String())
			}
			if err := finiteIn(x, of); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			key, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			if name != "" {
				key += " of " + name
			}
			if err := finiteIn(v.Field(i), key); err != nil {
				return err
			}
		}
	}
	return nil
}

func sizes(p model.Predictor) error {
	return fmt.Errorf("the predictor has %d attributes and %d rows of external covariances", len(p.Attributes), len(p.External))
}
