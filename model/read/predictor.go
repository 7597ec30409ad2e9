package read

import (
	"bufio"
	"bytes"
	"cmp"
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

// flaw is what no predictor has that a selection led to.
type flaw struct {
	is         bool
	path, says string
}

// refuse is the error about the first flaw.
func (s *strict) refuse(flaws ...flaw) error {
	for _, f := range flaws {
		if f.is {
			return s.wrong(f.path, "%s", f.says)
		}
	}
	return nil
}

// below is the flaw of a number below 0.
func below0(x float64, path, needs string) flaw {
	return flaw{x < 0, path, fmt.Sprintf("is %v: %s", x, needs)}
}

// none is the flaw of a text that is none of the accepted ones.
func none[T ~string](text T, path string, accepted ...T) flaw {
	return flaw{!slices.Contains(accepted, text), path, fmt.Sprintf("is %s: accepted are %s", quote(string(text)), strings.Trim(strings.ReplaceAll(fmt.Sprint(accepted), " ", ", "), "[]"))}
}

// sound refuses a predictor that no selection could have led to.
func (s *strict) sound(p *model.Predictor) error {
	flaws := []flaw{
		{p.Version < model.PredictorVersion, "version", fmt.Sprintf("is %d: %d or %d is needed", p.Version, model.PredictorVersion, model.PredictorScoresVersion)},
		{!(p.LabelVariance > 0), "label_variance", fmt.Sprintf("is %v: a label that can be predicted varies", p.LabelVariance)},
		below0(p.Ridge, "ridge", "0 or more is needed"),
		below0(float64(p.Data.Objects), "data.objects", "0 or more is needed"),
		none(p.Raters.Mode, "raters.mode", model.RatersAware, model.RatersPaper, model.RatersFixed),
		none(cmp.Or(p.Shrink, model.ShrinkNone), "shrink", model.ShrinkAuto, model.ShrinkNone),
	}
	if p.Weights != nil {
		flaws = append(flaws, none(*p.Weights, "weights", model.WeightsPosterior, model.WeightsPaper, model.WeightsRefit))
	}
	first := make(map[string]int)
	for i, a := range p.Attributes {
		at := fmt.Sprintf("attributes[%d]", i)
		before, twice := first[a.Name]
		first[a.Name] = i
		flaws = append(flaws,
			flaw{twice, at + ".name", fmt.Sprintf("is %s as in attributes[%d]: each attribute is there once", quote(a.Name), before)},
			flaw{a.Repeats < 1, at + ".repeats", fmt.Sprintf("is %d: at least 1 is needed", a.Repeats)},
			flaw{a.Cost == 0, at + ".cost", "is 0: write an amount above 0"},
			below0(a.InternalVariance, at+".internal_variance", "a variance is 0 or more"),
			flaw{!(a.AssumedReliability >= 0 && a.AssumedReliability <= 1), at + ".assumed_reliability", fmt.Sprintf("is %v: a number from 0 to 1 is needed", a.AssumedReliability)},
			flaw{(p.Shrink == model.ShrinkAuto) != (a.LabelCovariancePosterior != nil), at, fmt.Sprintf("has shrink %s with %s label_covariance_posterior: auto needs a number, none has null",
				quote(string(p.Shrink)), map[bool]string{true: "a", false: "no"}[a.LabelCovariancePosterior != nil])},
			below0(a.Scale, at+".scale", "0 or more is needed"))
	}
	for name := range p.Raters.Offsets {
		_, known := first[name]
		flaws = append(flaws, flaw{!known, "raters.offsets", fmt.Sprintf("has %s, which is not an attribute of the predictor", quote(name))})
	}
	if err := s.refuse(flaws...); err != nil {
		return err
	}
	if err := s.square(p.Attributes, "external", p.External); err != nil || p.Design == nil {
		return err
	}
	return s.designed(p)
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
	d, panel := p.Design, 1
	if d.Panel != nil {
		panel = *d.Panel
	}
	flaws := []flaw{
		none(d.Kind, "design.kind", model.DesignSingle, model.DesignForm, model.DesignCall, model.DesignSheets),
		{panel < 1, "design.panel", fmt.Sprintf("is %d: at least 1 is needed, or null without a panel", panel)},
	}
	of := make(map[string]string)
	for g, f := range d.Forms {
		for i, name := range f.Attributes {
			at, known := fmt.Sprintf("design.forms[%d].attributes[%d]", g, i), slices.ContainsFunc(p.Attributes, func(a model.PredictorAttribute) bool { return a.Name == name })
			flaws = append(flaws,
				flaw{!known, at, fmt.Sprintf("is %s, which is not an attribute of the predictor", quote(name))},
				flaw{of[name] != "", at, fmt.Sprintf("is %s, which %s has too: an attribute is asked on one form", quote(name), of[name])})
			of[name] = fmt.Sprintf("design.forms[%d]", g)
		}
	}
	if err := s.refuse(flaws...); err != nil || d.Halo == nil {
		return err
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

// firstWeight is the column of the first weight; price and mean follow the last.
const firstWeight = 2

// predictorCSV reads the CSV form.
func predictorCSV(file string, text []byte) (model.Predictor, error) {
	r := &csvPredictor{file: file, csv: csv.NewReader(bytes.NewReader(text))}
	r.csv.FieldsPerRecord = -1
	p := model.Predictor{Version: model.PredictorVersion, Kind: model.PredictorKind, Attributes: []model.PredictorAttribute{}}
	if !r.next() || !r.header(&p) {
		message := noPredictor
		if len(r.columns) > 0 {
			message += fmt.Sprintf("; the header of the latter is %s, and here it is %s", strings.Join(predictorColumns, ","), listSome(r.columns))
		}
		return p, &Error{File: file, Line: 1, Message: message}
	}
	if !r.next() {
		r.fail("", "", "has no row "+interceptRow+": it comes first")
		return p, r.err
	}
	r.intercept(&p)
	first := make(map[string]int)
	for r.next() {
		a := r.attribute(&p)
		if line, twice := first[a.Name]; twice {
			r.fail("attribute", a.Name, fmt.Sprintf("was there on line %d: each attribute is there once", line))
		}
		first[a.Name] = r.line
	}
	return p, r.err
}

// csvPredictor goes through the rows of a CSV form; the first error ends it.
type csvPredictor struct {
	file           string
	csv            *csv.Reader
	columns, cells []string
	line           int
	err            error
}

func (r *csvPredictor) next() bool {
	if r.err != nil {
		return false
	}
	cells, err := r.csv.Read()
	if p := (*csv.ParseError)(nil); errors.As(err, &p) {
		r.err = &Error{File: r.file, Line: p.Line, Message: "is no CSV: " + p.Err.Error(), Err: err}
	}
	if err != nil {
		return false
	}
	r.cells = cells
	if r.line, _ = r.csv.FieldPos(0); r.columns == nil {
		r.columns = cells
	}
	if len(cells) != len(r.columns) {
		r.fail("", "", fmt.Sprintf("has %s: %d are needed, %s", counted(len(cells), "cell"), len(r.columns), list(r.columns, "and")))
		return false
	}
	return true
}

// header takes the header: the columns of one weight, or a weight for each of several scores.
func (r *csvPredictor) header(p *model.Predictor) bool {
	n := len(r.columns) - len(predictorColumns)
	if n < 0 {
		return false
	}
	for i, name := range r.columns {
		score, is := strings.CutPrefix(name, model.WeightOf)
		switch {
		case n > 0 && i >= firstWeight && i <= firstWeight+n:
			if !is || slices.ContainsFunc(p.Scores, func(s model.PredictorScore) bool { return s.Name == score }) {
				return false
			}
			p.Scores = append(p.Scores, model.PredictorScore{Name: score, Label: score, Weights: []float64{}, Covariances: []float64{}})
			continue
		case i > firstWeight:
			i -= n
		}
		if strings.TrimSpace(name) != predictorColumns[i] {
			return false
		}
	}
	return true
}

func (r *csvPredictor) fail(column, value, message string) {
	if r.err == nil {
		r.err = &Error{File: r.file, Line: r.line, Column: strings.TrimSpace(column), Value: value, Message: message}
	}
}

// intercept takes the first row.
func (r *csvPredictor) intercept(p *model.Predictor) {
	if r.cells[0] != interceptRow {
		r.fail("attribute", r.cells[0], "is not "+interceptRow+", which comes first")
	}
	for _, i := range []int{1, len(r.columns) - 2, len(r.columns) - 1} {
		if r.cells[i] != "" {
			r.fail(r.columns[i], r.cells[i], "stands in the row of the intercept, which has a weight alone")
		}
	}
	if p.Scores == nil {
		p.Intercept = r.number(firstWeight)
	}
	for k := range p.Scores {
		p.Scores[k].Intercept = r.number(firstWeight + k)
	}
}

// attribute takes the row of an attribute.
func (r *csvPredictor) attribute(p *model.Predictor) model.PredictorAttribute {
	cost, last := len(r.columns)-2, len(r.columns)-1
	a := model.PredictorAttribute{Name: r.cells[0], Mean: r.number(last)}
	var err error
	if a.Repeats, err = strconv.Atoi(r.cells[1]); err != nil || a.Repeats < 1 {
		r.fail("repeats", r.cells[1], "is not a number of judgments. Accepted: whole numbers from 1 on")
	}
	if a.Cost, err = model.ParsePrice(r.cells[cost]); err != nil {
		r.fail("cost", r.cells[cost], "is no price: a plain decimal number above 0 is needed, such as 4 or 0.25")
	}
	if p.Scores == nil {
		a.Weight = r.number(firstWeight)
	}
	for k := range p.Scores {
		s := &p.Scores[k]
		s.Weights, s.Covariances = append(s.Weights, r.number(firstWeight+k)), append(s.Covariances, 0)
	}
	p.Attributes = append(p.Attributes, a)
	return a
}

func (r *csvPredictor) number(column int) float64 {
	x, err := strconv.ParseFloat(r.cells[column], 64)
	if err != nil || !isDecimal(r.cells[column]) {
		r.fail(r.columns[column], r.cells[column], "is no finite number")
	}
	return x
}
