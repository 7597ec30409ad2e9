package read

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"fms-tui/model"
)

// mostPredictor bounds the bytes of a predictor file: a hundred times one of five hundred attributes.
const mostPredictor = 256 << 20

const noPredictor = "is no predictor: accepted is the JSON form that fms-tui export writes"

// Predictor reads a predictor in the JSON form of export, plain or compressed. Errors are [*Error]: they
// name the key, or the line of what is no JSON. A document without a checksum is a finding, and one with
// a wrong checksum an error unless the source is unchecked.
func Predictor(s Source) (p model.Predictor, found []model.Finding, err error) {
	text, found, err := s.document(noPredictor)
	if err == nil {
		p, err = predictorJSON(s.Name, text)
	}
	if err != nil {
		return model.Predictor{}, nil, err
	}
	return p, found, nil
}

// Stopping reads a stopping rule in the JSON form of export --form stopping, plain or
// compressed. Errors are *Error. Its checksum is as that of [Predictor].
func Stopping(s Source) (*model.Stopping, []model.Finding, error) {
	rule := new(model.Stopping)
	text, found, err := s.document("is no stopping rule: accepted is a rule as export writes it in JSON; its CSV is for people")
	if err == nil {
		err = decodeWhole(s.Name, text, rule)
	}
	if err != nil {
		return nil, nil, err
	}
	if err := rule.Check(); err != nil {
		return nil, nil, &Error{File: s.Name, Message: "is no stopping rule: " + err.Error()}
	}
	return rule, found, nil
}

// document is the JSON of a file that export wrote, without its checksum; isNone says what another file is not. A
// wrong checksum is an error unless the source is unchecked; a document without one is told.
func (s Source) document(isNone string) (text []byte, found []model.Finding, err error) {
	_, err = s.content(func(content *bufio.Reader, _ int64) (err error) {
		if text, err = io.ReadAll(io.LimitReader(content, mostPredictor+1)); err != nil {
			return readError(s.Name, 0, err)
		}
		if len(text) > mostPredictor {
			return &Error{File: s.Name, Message: fmt.Sprintf("is larger than %d MiB, and %s", mostPredictor>>20, isNone)}
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	if !isJSON("", text) {
		return nil, nil, &Error{File: s.Name, Line: 1, Message: isNone}
	}
	text, sealed, right := model.Unseal(text)
	if sealed && !right && !s.Unchecked {
		return nil, nil, model.Advise(&Error{File: s.Name, Message: "is not what fms-tui wrote: its checksum is another"}, model.Choose(model.OptionForce, "", "reads it all the same"))
	}
	if !sealed {
		found = []model.Finding{{
			Code: model.CodeNoChecksum, Message: "there is no checksum in " + s.Name + ": nothing tells whether it is what fms-tui wrote",
		}}
	}
	return text, found, nil
}

// predictorJSON reads the JSON form.
func predictorJSON(file string, text []byte) (p model.Predictor, err error) {
	if err := otherKind(file, text); err != nil {
		return p, err
	}
	if err := decodeWhole(file, text, &p); err != nil {
		return p, err
	}
	for _, f := range flaws(&p) {
		if f.is {
			return p, &Error{File: file, Message: printable(f.path) + " " + f.says}
		}
	}
	if err := p.CheckScores(); err != nil {
		return p, &Error{File: file, Message: "is no predictor: " + err.Error()}
	}
	if p.Stopping != nil {
		if err := p.Stopping.Check(); err != nil {
			return p, &Error{File: file, Message: "holds a wrong stopping rule: " + err.Error()}
		}
	}
	return p, nil
}

// otherKind checks first whether the document is of another kind, or of a newer program, whose keys are unknown here.
func otherKind(file string, text []byte) error {
	var head struct {
		Version *int    `json:"version"`
		Kind    *string `json:"kind"`
	}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&head); err != nil {
		return nil // decodeWhole says better what is wrong
	}
	switch {
	case head.Kind == nil:
		return &Error{File: file, Line: 1, Message: fmt.Sprintf("%s, whose kind is %q", noPredictor, model.PredictorKind)}
	case *head.Kind != model.PredictorKind:
		return &Error{File: file, Line: 1, Message: fmt.Sprintf("its kind is %s, not %q: accepted is the JSON form that fms-tui export writes",
			quote(*head.Kind), model.PredictorKind)}
	case head.Version != nil && *head.Version > model.PredictorScoresVersion:
		return &Error{File: file, Line: 1, Message: fmt.Sprintf("its version is %d, and this program reads version %d: a newer fms-tui is needed",
			*head.Version, model.PredictorScoresVersion)}
	}
	return nil
}

// decodeWhole reads the only document of text into a pointer. Plain encoding/json takes a missing key, and null, for
// 0, and any case for the right case: so what was read is written again, and each of its keys must be in the text.
func decodeWhole(file string, text []byte, to any) error {
	fail := func(at int64, format string, args ...any) error {
		return &Error{File: file, Line: 1 + bytes.Count(text[:min(at, int64(len(text)))], lineEnd), Message: fmt.Sprintf(format, args...)}
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch err := dec.Decode(to); {
	case errors.As(err, &syntax):
		return fail(syntax.Offset, "is no JSON: %s", printable(err.Error()))
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return fail(int64(len(text)), "ends in the middle: was the file copied in part?")
	case errors.As(err, &kind):
		return fail(kind.Offset, "%s: %s", printable(cmp.Or(kind.Field, "the document")), jsonProblem(err))
	case err != nil:
		return fail(0, "is not as this program writes it: %s", printable(strings.TrimPrefix(err.Error(), "json: ")))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return fail(dec.InputOffset(), "there is more after the end of the document")
	}
	written, err := json.Marshal(to)
	if err != nil {
		return fail(0, "%s", printable(err.Error()))
	}
	var has, needs any
	_ = json.Unmarshal(text, &has) // both were read before
	_ = json.Unmarshal(written, &needs)
	if lack := lacking("", has, needs); lack != "" {
		return &Error{File: file, Message: printable(lack)}
	}
	return nil
}

// mayLack are the keys that predictors did not have from the beginning.
var mayLack = strings.Fields("design shrink weights label_covariance_posterior")

// lacking says which value of a document is missing in a text; "" for none.
func lacking(path string, has, needs any) string {
	if needs != nil && has == nil {
		return strings.TrimPrefix(path, ".") + " is null: a value is needed"
	}
	switch needs := needs.(type) {
	case map[string]any:
		given, _ := has.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(needs)) {
			value, is := given[key]
			if !is && !slices.Contains(mayLack, key) {
				return fmt.Sprintf("%s lacks the key %q", cmp.Or(strings.TrimPrefix(path, "."), "the document"), key)
			}
			if lack := lacking(path+"."+key, value, needs[key]); is && lack != "" {
				return lack
			}
		}
	case []any:
		given, _ := has.([]any)
		if len(given) != len(needs) {
			return fmt.Sprintf("%s has %s: %d are needed", strings.TrimPrefix(path, "."), counted(len(given), "value"), len(needs))
		}
		for i := range needs {
			if lack := lacking(fmt.Sprintf("%s[%d]", path, i), given[i], needs[i]); lack != "" {
				return lack
			}
		}
	}
	return ""
}

// flaw is what no predictor has that a selection led to.
type flaw struct {
	is         bool
	path, says string
}

// below0 is the flaw of a number below 0.
func below0(x float64, path string) flaw {
	return flaw{!(x >= 0), path, fmt.Sprintf("is %v: 0 or more is needed", x)}
}

// none is the flaw of a text that is none of the accepted ones.
func none[T ~string](text T, path string, accepted ...T) flaw {
	return flaw{!slices.Contains(accepted, text), path, fmt.Sprintf("is %s: accepted are %s", quote(string(text)), strings.Trim(strings.ReplaceAll(fmt.Sprint(accepted), " ", ", "), "[]"))}
}

// flaws are those that a predictor could have.
func flaws(p *model.Predictor) []flaw {
	all := []flaw{
		{p.Version < model.PredictorVersion, "version", fmt.Sprintf("is %d: %d or %d is needed", p.Version, model.PredictorVersion, model.PredictorScoresVersion)},
		{!(p.LabelVariance > 0), "label_variance", fmt.Sprintf("is %v: a label that can be predicted varies", p.LabelVariance)},
		below0(p.Ridge, "ridge"), below0(float64(p.Data.Objects), "data.objects"),
		none(p.Raters.Mode, "raters.mode", model.RatersAware, model.RatersPaper, model.RatersFixed),
		none(cmp.Or(p.Shrink, model.ShrinkNone), "shrink", model.ShrinkAuto, model.ShrinkNone),
	}
	if p.Weights != nil {
		all = append(all, none(*p.Weights, "weights", model.WeightsPosterior, model.WeightsPaper, model.WeightsRefit))
	}
	known := make(map[string]bool)
	for i, a := range p.Attributes {
		at := fmt.Sprintf("attributes[%d]", i)
		all = append(all,
			flaw{known[a.Name], at + ".name", fmt.Sprintf("is %s as before: each attribute is there once", quote(a.Name))},
			flaw{a.Repeats < 1, at + ".repeats", fmt.Sprintf("is %d: at least 1 is needed", a.Repeats)},
			flaw{a.Cost == 0, at + ".cost", "is 0: write an amount above 0"},
			flaw{(p.Shrink == model.ShrinkAuto) != (a.LabelCovariancePosterior != nil), at + ".label_covariance_posterior", "does not go with shrink: auto needs a number, none has null"},
			flaw{!(a.AssumedReliability >= 0 && a.AssumedReliability <= 1), at + ".assumed_reliability", fmt.Sprintf("is %v: a number from 0 to 1 is needed", a.AssumedReliability)},
			below0(a.InternalVariance, at+".internal_variance"), below0(a.Scale, at+".scale"))
		known[a.Name] = true
	}
	for name := range p.Raters.Offsets {
		all = append(all, unknown(known, name, "raters.offsets"))
	}
	all = append(all, square(len(p.Attributes), "external", p.External)...)
	if d := p.Design; d != nil {
		all = append(all, none(d.Kind, "design.kind", model.DesignSingle, model.DesignForm, model.DesignCall, model.DesignSheets),
			flaw{d.Panel != nil && *d.Panel < 1, "design.panel", "is below 1: at least 1 is needed, or null without a panel"})
		asked := make(map[string]bool)
		for _, f := range d.Forms {
			for _, name := range f.Attributes {
				all = append(all, unknown(known, name, "design.forms"), flaw{asked[name], "design.forms", fmt.Sprintf("ask %s twice: an attribute is asked on one form", quote(name))})
				asked[name] = true
			}
		}
		if d.Halo != nil {
			all = append(all, square(len(p.Attributes), "design.halo", d.Halo)...)
		}
	}
	return all
}

// unknown is the flaw of a name that no attribute has.
func unknown(known map[string]bool, name, path string) flaw {
	return flaw{!known[name], path, fmt.Sprintf("names %s, which is not an attribute of the predictor", quote(name))}
}

// square are the flaws of what should have a covariance of each two attributes.
func square(n int, path string, rows [][]float64) []flaw {
	all := []flaw{{len(rows) != n, path, fmt.Sprintf("has %s for %s: one for each is needed", counted(len(rows), "row"), counted(n, "attribute"))}}
	for i, row := range rows {
		at := fmt.Sprintf("%s[%d]", path, i)
		if len(row) != n {
			return append(all, flaw{true, at, fmt.Sprintf("has %s for %s: one for each is needed", counted(len(row), "number"), counted(n, "attribute"))})
		}
		if i < n {
			all = append(all, below0(row[i], fmt.Sprintf("%s[%d]", at, i)))
		}
	}
	return all
}
