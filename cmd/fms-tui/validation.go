package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
)

// What `validate --json` prints, version 1. What is not known is null.
type (
	validation struct {
		Version     int               `json:"version"`
		Objects     int               `json:"objects"`
		Label       string            `json:"label"`
		LabelVar    number            `json:"label_variance"`
		Folds       int               `json:"folds"`
		Settings    designSettings    `json:"settings"`
		Reason      *string           `json:"reason"` // why there is no honest loss
		Estimates   []estimateJSON    `json:"estimates"`
		Recommended []recommendedJSON `json:"recommended"`
		Bootstrap   *bootstrapJSON    `json:"bootstrap"`
		Designs     *designsJSON      `json:"designs"` // with --designs
	}

	estimateJSON struct {
		Algorithm     selection.Algorithm     `json:"algorithm"`
		Budget        model.Amount            `json:"budget"`
		Spent         model.Amount            `json:"spent"`
		CostByForm    map[string]model.Amount `json:"cost_by_form"` // null without forms
		Ridge         number                  `json:"ridge"`
		ProjectedLoss number                  `json:"projected_loss"`
		HonestLoss    number                  `json:"honest_loss"`
		HonestLossSE  number                  `json:"honest_loss_se"`
		seenJSON
		SeenReason   *string  `json:"seen_reason"` // why it is not seen
		HonestR2     number   `json:"honest_r2"`
		Difference   number   `json:"difference"` // to the first algorithm; null for itself, and where either loss is impossible
		DifferenceSE number   `json:"difference_se"`
		Verdict      *string  `json:"verdict"` // better or worse, beyond two standard errors
		Gap          number   `json:"optimality_gap"`
		Warnings     findings `json:"warnings"`

		remarks    []string // what is refuted or impossible, for a line of its own
		impossible bool     // the honest loss is one that no loss can be
		beyond     bool     // the pilot: repeats that no cell holds
	}

	recommendedJSON struct {
		Algorithm    selection.Algorithm `json:"algorithm"`
		Budget       model.Amount        `json:"budget"` // 0: no budget is better than none by a standard error
		HonestLoss   number              `json:"honest_loss"`
		HonestLossSE number              `json:"honest_loss_se"`
		Lowest       model.Amount        `json:"lowest_budget"`
		LowestLoss   number              `json:"lowest_honest_loss"`
	}

	bootstrapJSON struct {
		Replicates int                 `json:"replicates"`
		Algorithm  selection.Algorithm `json:"algorithm"`
		Budget     model.Amount        `json:"budget"`
		Reason     *string             `json:"reason"`
		Attributes []bandsJSON         `json:"attributes"`
	}

	bandsJSON struct {
		Name        string    `json:"name"`
		B           [2]number `json:"label_covariance"` // low and high
		V           [2]number `json:"internal_variance"`
		Sigma2      [2]number `json:"external_variance"`
		Reliability [2]number `json:"reliability"`
		Frequency   number    `json:"selection_frequency"`
		Median      number    `json:"median_repeats"`
	}
)

// table writes the validation for people.
func (v *validation) table(width int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "honest (cross-validated) loss of %s, %d folds over %s; Var = %s\n",
		v.Label, v.Folds, figure.CountOf(v.Objects, "object"), figure.Loss(float64(v.LabelVar)))
	if v.Reason != nil {
		fmt.Fprintf(&b, "there is none: %s\n", *v.Reason)
	}
	b.WriteByte('\n')
	rows := [][]string{{"budget", "algorithm", "spent", "projected", "honest ± se", "R²", "seen", "less " + string(v.Estimates[0].Algorithm), "", "gap R²"}}
	var last model.Amount = -1
	for i := range v.Estimates {
		e := &v.Estimates[i]
		budget := ""
		if e.Budget != last {
			budget, last = e.Budget.String(), e.Budget
		}
		rows = append(rows, e.row(budget))
		for _, remark := range e.remarks {
			rows = append(rows, []string{"", "! " + remark})
		}
	}
	writeTable(&b, rows, width)
	writeLegend(&b, v.Estimates, v.Reason == nil, width)
	if len(v.Recommended) > 0 {
		b.WriteString("\nrecommended: smallest budget whose honest loss is within one standard error, or 1% of Var, of the lowest\n\n")
		rows = [][]string{{"algorithm", "budget", "honest ± se", "lowest", "at"}}
		for _, r := range v.Recommended {
			budget := r.Budget.String()
			if r.Budget == 0 {
				budget = "none"
			}
			rows = append(rows, []string{
				string(r.Algorithm), budget, figure.WithError(float64(r.HonestLoss), float64(r.HonestLossSE)),
				figure.Loss(float64(r.LowestLoss)), r.Lowest.String(),
			})
		}
		writeTable(&b, rows, width)
		if slices.ContainsFunc(v.Recommended, func(r recommendedJSON) bool { return r.Budget == 0 }) {
			b.WriteString("none: no budget is clearly better than judging nothing\n")
		}
	}
	v.Designs.write(&b, string(v.Estimates[0].Algorithm), width)
	v.Bootstrap.write(&b, width)
	return b.String()
}

// writeLegend says what the marks in a table of estimates mean that are there, and
// where all are honest why nothing is seen.
func writeLegend(b *strings.Builder, all []estimateJSON, honest bool, width int) {
	var lines []string
	var general *string
	seen, few, beyond := false, -1, false
	for i := range all {
		e := &all[i]
		beyond = beyond || e.beyond
		switch {
		case e.SeenReason == nil:
			seen = seen || e.SeenObjects != nil
		case e.SeenObjects == nil:
			general = e.SeenReason
		default:
			few = *e.SeenObjects
		}
	}
	if beyond {
		lines = append(lines, "+: wants more judgments of an attribute than any cell of the pilot holds; how they agree is extrapolated")
	}
	if seen || few >= 0 {
		line := "seen: the loss on the pilot's objects that hold the judgments chosen, each predicted by the other folds"
		if few >= 0 {
			line += fmt.Sprintf("; (%d): not seen, for %s and %d are needed", few, heldBy(few), core.LeastSeen)
		}
		lines = append(lines, line)
	} else if general != nil && honest {
		lines = append(lines, "nothing is seen: "+*general)
	}
	if len(lines) > 0 {
		b.WriteByte('\n')
	}
	for _, line := range lines {
		for _, l := range chart.Wrap(line, max(width, leastWrapped)) {
			b.WriteString(l + "\n")
		}
	}
}

// heldBy says that so many objects hold the judgments chosen.
func heldBy(n int) string {
	switch n {
	case 0:
		return "no object holds them"
	case 1:
		return "1 object holds them"
	}
	return figure.Count(n) + " objects hold them"
}

// seen is the cell of the seen loss: in brackets the number of objects where they
// are too few.
func (s *seenJSON) seen() string {
	switch {
	case !math.IsNaN(float64(s.SeenLoss)):
		return figure.Loss(float64(s.SeenLoss))
	case s.SeenObjects != nil:
		return "(" + figure.Count(*s.SeenObjects) + ")"
	}
	return ""
}

func (e *estimateJSON) row(budget string) []string {
	difference, verdict := "", ""
	if !math.IsNaN(float64(e.Difference)) {
		difference = figure.WithError(float64(e.Difference), float64(e.DifferenceSE))
	}
	if e.Verdict != nil {
		verdict = *e.Verdict
	}
	honest := figure.WithError(float64(e.HonestLoss), float64(e.HonestLossSE))
	if e.beyond {
		honest += " +"
	}
	return []string{
		budget, string(e.Algorithm), e.Spent.String(), figure.Loss(float64(e.ProjectedLoss)),
		honest, figure.Share(float64(e.HonestR2)), e.seen(),
		difference, verdict, figure.Significant(float64(e.Gap), 2),
	}
}

func (o *bootstrapJSON) write(b *strings.Builder, width int) {
	if o == nil {
		return
	}
	fmt.Fprintf(b, "\n%d resamples of the objects by block; how often %s at B = %s chooses\n", o.Replicates, o.Algorithm, o.Budget)
	if o.Reason != nil {
		fmt.Fprintf(b, "none: %s\n", *o.Reason)
		return
	}
	b.WriteByte('\n')
	rows := [][]string{{"attribute", "chosen", "median", "b", "v", "σ²", "rel"}}
	for i := range o.Attributes {
		a := &o.Attributes[i]
		rows = append(rows, []string{
			a.Name, figure.Percent(float64(a.Frequency)), strconv.FormatFloat(float64(a.Median), 'f', -1, 64),
			span(a.B), span(a.V), span(a.Sigma2), span(a.Reliability),
		})
	}
	writeTable(b, rows, width)
}

// span writes an interval.
func span(x [2]number) string {
	return figure.Significant(float64(x[0]), 2) + ".." + figure.Significant(float64(x[1]), 2)
}
