package read

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model"
)

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
		r.fail("repeats", r.cells[1], "is no number of judgments: a whole number from 1 on is needed")
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
