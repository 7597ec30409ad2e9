package read

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model"
)

// mostPredictor bounds the bytes of a predictor file: a hundred times one of
// five hundred attributes.
const mostPredictor = 256 << 20

const noPredictor = "is no predictor: accepted are the JSON and CSV forms that fms-tui export writes"

// Predictor reads a predictor in the JSON or the CSV form of export, plain or compressed;
// the first character tells the form. Errors are [*Error]: they name the line and the key,
// or column, and list the accepted values. JSON without a checksum is a finding, and one with a
// wrong checksum an error unless the source is unchecked. The CSV form holds only the figures for
// prediction: the predictor has no label, no moments (see [model.Predictor.HasMoments]) and
// no raters.
func Predictor(s Source) (model.Predictor, []model.Finding, error) {
	var p model.Predictor
	text, err := s.document(noPredictor)
	if err != nil {
		return p, nil, err
	}
	var found []model.Finding
	if isJSON("", text) {
		if text, found, err = s.unseal(text); err == nil {
			p, err = predictorJSON(s.Name, text)
		}
	} else {
		p, err = predictorCSV(s.Name, text)
	}
	if err != nil {
		return model.Predictor{}, nil, err
	}
	return p, found, nil
}

// document is the content of a file that export wrote; isNone says what a larger file is not.
func (s Source) document(isNone string) (text []byte, err error) {
	_, err = s.content(func(content *bufio.Reader, _ int64) error {
		var err error
		if text, err = io.ReadAll(io.LimitReader(content, mostPredictor+1)); err != nil {
			return readError(s.Name, 0, err)
		}
		if len(text) > mostPredictor {
			return &Error{File: s.Name, Message: fmt.Sprintf("is larger than %d MiB, and %s", mostPredictor>>20, isNone)}
		}
		text = bytes.TrimPrefix(text, []byte(byteOrderMark))
		return nil
	})
	return text, err
}

// Stopping reads a stopping rule in the JSON form of export --form stopping, plain or
// compressed. Errors are *Error. Its checksum is as that of [Predictor].
func Stopping(s Source) (*model.Stopping, []model.Finding, error) {
	text, err := s.document("is no stopping rule")
	if err == nil && !isJSON("", text) {
		err = &Error{File: s.Name, Message: "is no stopping rule: accepted is a rule as export writes it in JSON; its CSV is for people"}
	}
	if err != nil {
		return nil, nil, err
	}
	text, found, err := s.unseal(text)
	if err != nil {
		return nil, nil, err
	}
	rule := new(model.Stopping)
	if _, err := decodeStrict(s.Name, text, rule); err != nil {
		return nil, nil, err
	}
	if err := rule.Check(); err != nil {
		return nil, nil, &Error{File: s.Name, Message: "is no stopping rule: " + err.Error()}
	}
	return rule, found, nil
}

func predictorJSON(file string, text []byte) (model.Predictor, error) {
	var p model.Predictor
	if err := otherKind(file, text); err != nil {
		return p, err
	}
	s, err := decodeStrict(file, text, &p)
	if err != nil {
		return p, err
	}
	if err := p.CheckScores(); err != nil {
		return p, s.wrong(map[bool]string{true: "classes", false: "scores"}[p.Two != nil], "is wrong: %v", err)
	}
	if p.Stopping != nil {
		if err := p.Stopping.Check(); err != nil {
			return p, s.wrong("stopping", "is wrong: %v", err)
		}
	}
	return p, s.sound(&p)
}

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
			return s.wrong("raters.offsets", "has %s, which is not an attribute of the predictor", quote(name))
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

// designed refuses a design that the attributes of the predictor cannot have.
func (s *strict) designed(p *model.Predictor) error {
	d := p.Design
	if d == nil {
		return nil
	}
	if kinds := []model.DesignKind{model.DesignSingle, model.DesignForm, model.DesignCall, model.DesignSheets}; !slices.Contains(kinds, d.Kind) {
		return s.wrong("design.kind", "is %s: accepted are single, form, call, sheets", quote(string(d.Kind)))
	}
	if d.Panel != nil && *d.Panel < 1 {
		return s.wrong("design.panel", "is %d: at least 1 is needed, or null without a panel", *d.Panel)
	}
	of := make(map[string]string)
	for _, a := range p.Attributes {
		of[a.Name] = ""
	}
	for g, f := range d.Forms {
		for i, name := range f.Attributes {
			at := fmt.Sprintf("design.forms[%d].attributes[%d]", g, i)
			switch before, known := of[name]; {
			case !known:
				return s.wrong(at, "is %s, which is not an attribute of the predictor", quote(name))
			case before != "":
				return s.wrong(at, "is %s, which %s has too: an attribute is asked on one form", quote(name), before)
			}
			of[name] = fmt.Sprintf("design.forms[%d]", g)
		}
	}
	if d.Halo == nil {
		return nil
	}
	return s.square(p.Attributes, "design.halo", d.Halo)
}

// unseal returns a JSON document of this program without its checksum. One that is wrong is an
// error unless the source is unchecked; a document without one is told.
func (s *Source) unseal(text []byte) ([]byte, []model.Finding, error) {
	plain, sealed, right := model.Unseal(text)
	switch {
	case sealed && !right && !s.Unchecked:
		return nil, nil, model.Advise(&Error{File: s.Name, Message: "is not what fms-tui wrote: its checksum is another"}, model.Choose(model.OptionForce, "", "reads it all the same"))
	case !sealed:
		return plain, []model.Finding{{
			Code: model.CodeNoChecksum, Message: "there is no checksum in " + s.Name + ": nothing tells whether it is what fms-tui wrote",
		}}, nil
	}
	return plain, nil, nil
}

// predictorColumns is the header of the CSV form, and interceptRow the name in
// its first row.
var predictorColumns = []string{"attribute", "repeats", "weight", "cost", "mean"}

const interceptRow = "(intercept)"

// predictorCSV reads the CSV form.
func predictorCSV(file string, text []byte) (model.Predictor, error) {
	r := &csvPredictor{file: file, csv: csv.NewReader(bytes.NewReader(text)), first: make(map[string]int)}
	r.csv.FieldsPerRecord = -1
	p := model.Predictor{Version: model.PredictorVersion, Kind: model.PredictorKind, Attributes: []model.PredictorAttribute{}}
	if !r.next() || !r.header() {
		return p, r.noHeader()
	}
	for _, name := range r.scores {
		p.Scores = append(p.Scores, model.PredictorScore{Name: name, Label: name, Weights: []float64{}, Covariances: []float64{}})
	}
	for row := 0; r.next(); row++ {
		switch {
		case len(r.cells) != len(r.columns):
			r.fail("", "", fmt.Sprintf("has %s: %d are needed, %s", counted(len(r.cells), "cell"), len(r.columns), list(r.columns, "and")))
		case row == 0:
			p.Intercept = r.intercept()
			for k := range p.Scores {
				p.Scores[k].Intercept = r.number(firstWeight + k)
			}
		default:
			p.Attributes = append(p.Attributes, r.attribute())
			for k := range p.Scores {
				s := &p.Scores[k]
				s.Weights, s.Covariances = append(s.Weights, r.number(firstWeight+k)), append(s.Covariances, 0)
			}
		}
	}
	if p.Scores != nil {
		p.Intercept = 0
		for a := range p.Attributes {
			p.Attributes[a].Weight = 0
		}
	}
	if r.err == nil && r.line < 2 {
		r.fail("", "", "has no row "+interceptRow+": it comes first")
	}
	return p, r.err
}

func trimmed(cells []string) []string {
	var t []string
	for _, c := range cells {
		t = append(t, strings.TrimSpace(c))
	}
	return t
}

// csvPredictor goes through the rows of a CSV form; the first error ends it.
type csvPredictor struct {
	file  string
	csv   *csv.Reader
	cells []string
	// columns is the header, and scores are the names of several scores, nil of one.
	columns, scores []string
	line            int
	first           map[string]int // line of an attribute
	err             error
}

func (r *csvPredictor) next() bool {
	if r.err != nil {
		return false
	}
	cells, err := r.csv.Read()
	var p *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return false
	case errors.As(err, &p):
		r.err = &Error{File: r.file, Line: p.Line, Message: "is no CSV: " + p.Err.Error(), Err: err}
		return false
	}
	r.cells = cells
	r.line, _ = r.csv.FieldPos(0)
	return true
}

// firstWeight is the column of the first weight; price and mean follow the last.
const firstWeight = 2

// header takes the header: the columns of one weight, or a weight for each of several scores.
func (r *csvPredictor) header() bool {
	r.columns = trimmed(r.cells)
	if slices.Equal(r.columns, predictorColumns) {
		return true
	}
	n := len(r.columns)
	if n < len(predictorColumns)+1 || !slices.Equal(r.columns[:firstWeight], predictorColumns[:firstWeight]) || !slices.Equal(r.columns[n-2:], predictorColumns[firstWeight+1:]) {
		return false
	}
	for _, head := range r.cells[firstWeight : n-2] {
		name, is := strings.CutPrefix(head, model.WeightOf)
		if !is || slices.Contains(r.scores, name) {
			return false
		}
		r.scores = append(r.scores, name)
	}
	return true
}

func (r *csvPredictor) noHeader() error {
	message := noPredictor
	if len(r.cells) > 0 {
		message += fmt.Sprintf("; the header of the latter is %s, and here it is %s", strings.Join(predictorColumns, ","), listSome(r.cells))
	}
	return &Error{File: r.file, Line: 1, Message: message}
}

func (r *csvPredictor) fail(column, value, message string) {
	if r.err == nil {
		r.err = &Error{File: r.file, Line: r.line, Column: column, Value: value, Message: message}
	}
}

func (r *csvPredictor) intercept() float64 {
	if r.cells[0] != interceptRow {
		r.fail("attribute", r.cells[0], "is not "+interceptRow+", which comes first")
	}
	for _, i := range []int{1, len(r.columns) - 2, len(r.columns) - 1} {
		if r.cells[i] != "" {
			r.fail(r.columns[i], r.cells[i], "stands in the row of the intercept, which has a weight alone")
		}
	}
	return r.number(2)
}

func (r *csvPredictor) attribute() model.PredictorAttribute {
	a := model.PredictorAttribute{Name: r.cells[0], Weight: r.number(firstWeight), Mean: r.number(len(r.columns) - 1)}
	if line, twice := r.first[a.Name]; twice {
		r.fail("attribute", a.Name, fmt.Sprintf("was there on line %d: each attribute is there once", line))
	}
	r.first[a.Name] = r.line
	var err error
	if a.Repeats, err = strconv.Atoi(r.cells[1]); err != nil || a.Repeats < 1 {
		r.fail("repeats", r.cells[1], "is not a number of judgments. Accepted: whole numbers from 1 on")
	}
	if a.Cost, err = model.ParsePrice(r.cells[len(r.columns)-2]); err != nil {
		r.fail("cost", r.cells[len(r.columns)-2], "is no price: a plain decimal number above 0 is needed, such as 4 or 0.25")
	}
	return a
}

func (r *csvPredictor) number(column int) float64 {
	x, err := strconv.ParseFloat(r.cells[column], 64)
	if err != nil || !isDecimal(r.cells[column]) {
		r.fail(r.columns[column], r.cells[column], "is no finite number")
	}
	return x
}
