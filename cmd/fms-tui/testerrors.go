package main

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// What `validate --protocol --json` and `--tradeoff --json` print, version 1.
// What is not known is null. Errors are mean squared, on the test objects.
type (
	testErrorsJSON struct {
		Version    int             `json:"version"`
		Experiment string          `json:"experiment"` // protocol or tradeoff
		Label      string          `json:"label"`
		LabelVar   number          `json:"label_variance"`
		Objects    int             `json:"objects"`
		Test       int             `json:"test_objects"`
		Raters     model.Raters    `json:"raters"`
		Ridge      any             `json:"ridge"`  // number, or "auto"
		Shrink     model.Shrink    `json:"shrink"` // of the training parts
		Seed       uint64          `json:"seed"`
		Splits     int             `json:"splits"`
		Done       int             `json:"splits_done"`
		Errors     []testErrorJSON `json:"errors"`
		Warnings   findings        `json:"warnings"`
	}

	testErrorJSON struct {
		Total       *model.Amount       `json:"total"` // of a trade-off: what the judgments to learn from may cost
		Judgments   int                 `json:"judgments"`
		Train       int                 `json:"train_objects"`
		Algorithm   selection.Algorithm `json:"algorithm"`
		Budget      model.Amount        `json:"budget"`
		Refused     *string             `json:"refused"` // why the algorithm cannot be run
		Error       number              `json:"test_error"`
		ErrorSE     number              `json:"test_error_se"`
		ErrorSD     number              `json:"test_error_sd"`
		Projected   number              `json:"projected_test_error"` // of the predictor without further judgments
		ProjectedSE number              `json:"projected_test_error_se"`
		ProjectedSD number              `json:"projected_test_error_sd"`
		More        number              `json:"projected_difference"` // projected_test_error less test_error
		MoreSE      number              `json:"projected_difference_se"`
		Less        number              `json:"difference"` // to the first algorithm, or to the smallest number of judgments
		LessSE      number              `json:"difference_se"`
		Verdict     *string             `json:"verdict"` // better or worse, beyond two standard errors
		Training    number              `json:"training_error"`
		Promised    number              `json:"projected_loss"`
		Honest      number              `json:"honest_loss"`
		Attributes  number              `json:"attributes_chosen"`
		Chosen      number              `json:"judgments_chosen"`
		Again       number              `json:"drawn_again"`
	}
)

// experimentDocument is what an experiment came to.
type experimentDocument struct {
	*core.Result
	Protocol *core.Protocol
	seed     uint64
	totals   []model.Amount // by design of a trade-off; nil otherwise
	errors   *core.TestErrors
	rows     []testErrorJSON // by design, algorithm and budget
}

// fill takes over what was measured.
func (d *experimentDocument) fill(e *core.TestErrors) {
	d.errors = e
	for i := range e.Designs {
		for a := range e.Algorithms {
			for b := range e.Budgets {
				d.rows = append(d.rows, d.row(core.Arm{Design: i, Algorithm: a, Budget: b}))
			}
		}
	}
}

// first is what an arm is held against: the first algorithm, and of a trade-off
// the design of the same total with the fewest judgments.
func (d *experimentDocument) first(x core.Arm) core.Arm {
	if d.totals == nil {
		x.Algorithm = 0
		return x
	}
	x.Design = slices.Index(d.totals, d.totals[x.Design])
	return x
}

func (d *experimentDocument) row(x core.Arm) testErrorJSON {
	e := d.errors
	t := e.At(x)
	nan := number(math.NaN())
	r := testErrorJSON{
		Judgments: e.Designs[x.Design].K, Train: e.Designs[x.Design].Objects, Algorithm: e.Algorithms[x.Algorithm], Budget: e.Budgets[x.Budget],
		Error: number(t.Refit.Loss), ErrorSE: number(t.Refit.SE), ErrorSD: number(t.RefitSD),
		Projected: number(t.Projected.Loss), ProjectedSE: number(t.Projected.SE), ProjectedSD: number(t.ProjectedSD),
		More: number(t.More.Loss), MoreSE: number(t.More.SE), Less: nan, LessSE: nan,
		Training: number(t.Training), Promised: number(t.Promised), Honest: number(t.Honest),
		Attributes: number(t.Attributes), Chosen: number(t.Judgments), Again: number(t.Again),
	}
	if d.totals != nil {
		r.Total = &d.totals[x.Design]
	}
	if t.Refused != nil {
		why := t.Refused.Error()
		r = testErrorJSON{
			Total: r.Total, Judgments: r.Judgments, Train: r.Train, Algorithm: r.Algorithm, Budget: r.Budget, Refused: &why,
			Error: nan, ErrorSE: nan, ErrorSD: nan, Projected: nan, ProjectedSE: nan, ProjectedSD: nan, More: nan, MoreSE: nan,
			Less: nan, LessSE: nan, Training: nan, Promised: nan, Honest: nan, Attributes: nan, Chosen: nan, Again: nan,
		}
		return r
	}
	if from := d.first(x); from != x {
		less := d.errors.Less(x, from)
		r.Less, r.LessSE, r.Verdict = number(less.Loss), number(less.SE), verdict(less)
	}
	return r
}

// verdict is nil for a difference that may be chance, or is not known.
func verdict(e core.Estimate) *string {
	if v := e.Verdict(); v != "" && !math.IsNaN(e.SE) {
		return &v
	}
	return nil
}

func (d *experimentDocument) name() string {
	if d.totals != nil {
		return "tradeoff"
	}
	return "protocol"
}

func (d *experimentDocument) json() testErrorsJSON {
	e := d.errors
	out := testErrorsJSON{
		Version: 1, Experiment: d.name(), Label: d.Label, LabelVar: number(d.LabelVar), Objects: d.Objects, Test: e.Test,
		Raters: d.Raters, Ridge: d.Settings.Ridge, Shrink: d.Settings.Shrunk(), Seed: d.seed, Splits: e.Splits, Done: e.Done, Errors: d.rows,
		Warnings: slices.Concat(d.Data().Warnings, d.Result.Warnings, []model.Finding{}),
	}
	if e.Ridges != nil {
		out.Ridge = "auto"
	}
	return out
}

// csv has a row for each of the JSON's errors, in columns of the same names.
func (d *experimentDocument) csv() [][]string {
	table := [][]string{{
		"total", "judgments", "train_objects", "algorithm", "budget", "refused", "test_error", "test_error_se", "test_error_sd",
		"projected_test_error", "projected_test_error_se", "projected_test_error_sd", "projected_difference", "projected_difference_se",
		"difference", "difference_se", "verdict", "training_error", "projected_loss", "honest_loss", "attributes_chosen", "judgments_chosen", "drawn_again",
	}}
	for i := range d.rows {
		r := &d.rows[i]
		total := ""
		if r.Total != nil {
			total = r.Total.String()
		}
		row := []string{total, strconv.Itoa(r.Judgments), strconv.Itoa(r.Train), string(r.Algorithm), r.Budget.String(), text(r.Refused)}
		row = append(row, plain(r.Error, r.ErrorSE, r.ErrorSD, r.Projected, r.ProjectedSE, r.ProjectedSD, r.More, r.MoreSE, r.Less, r.LessSE)...)
		row = append(row, text(r.Verdict))
		row = append(row, plain(r.Training, r.Promised, r.Honest, r.Attributes, r.Chosen, r.Again)...)
		table = append(table, row)
	}
	return table
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// plain writes numbers with all their digits, nothing for what is not known.
func plain(numbers ...number) []string {
	var words []string
	for _, x := range numbers {
		word, err := json.Marshal(x)
		if err != nil {
			panic(fmt.Sprintf("a number cannot be written: %v", err))
		}
		if string(word) == "null" {
			word = nil
		}
		words = append(words, string(word))
	}
	return words
}
