package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model/read"
)

// compareAnswer says which algorithms are worse than the first, and at which budgets; and what each
// is worth at a few budgets that flags name, or else at the recommended one.
func (f *flags) compareAnswer(ctx context.Context, t *core.Tuning, picks [][]core.Pick, named bool, paths []string) (*report.Report, error) {
	r := &report.Report{Metric: report.SquaredLoss()}
	if why := t.Answers[0].Honest.Why; why != "" {
		r.Say("Nothing can be compared: %s.", why)
		return r, nil
	}
	r.Say("%s", judgment(picks))
	r.Space()
	first := firstPick(t, picks)
	table := &report.Table{Columns: []report.Column{
		{Head: "budget", Merge: true, Align: report.Right}, {Head: "algorithm"}, {Head: "typical error", Align: report.Right}, {Head: "R²"}, {Head: "enough at", Align: report.Right}, {Head: "against " + string(first.Selection.Algorithm)},
	}}
	for _, row := range picks {
		if &row[0] != first && (!named || len(picks)*len(row) > mostAsked) {
			continue
		}
		for i := range row {
			p := &row[i]
			s, e := &p.Selection, p.Estimate()
			share := figure.Share(s.R2At(e.Loss))
			if !math.IsNaN(e.R2SE) {
				share += " ± " + figure.Share(e.R2SE)
			}
			enough := "none"
			if b, err := p.Honest.Budget(s.Algorithm, core.Rule{}); err == nil && b > 0 {
				enough = b.String()
			}
			table.Row(s.Budget, s.Algorithm, figure.TypicalError(math.Sqrt(max(0, e.Loss))), share, enough, against(p, &row[0]))
		}
	}
	r.Add(table)
	words, err := f.nextWords(ctx, first, paths)
	if err != nil {
		return nil, err
	}
	r.Space()
	r.Head("Next: %s", read.ShellWords(words))
	r.Say("Figures are of objects held out. Enough: the smallest budget whose loss exceeds the lowest by no more than chance. --all prints all budgets and losses.")
	return r, nil
}

// against is the paired difference of a pick to the first one, in words.
func against(p, first *core.Pick) string {
	if p == first {
		return ""
	}
	if len(p.Impossible())+len(first.Impossible()) > 0 {
		return "not comparable: an impossible loss"
	}
	d := p.Less(first)
	if d.Loss == 0 && d.SE == 0 {
		return "the same"
	}
	lower := "lower"
	if d.Loss < 0 {
		lower = "higher"
	}
	words := fmt.Sprintf("R² %s ± %s %s", figure.Share(math.Abs(d.Loss)/p.LabelVar), figure.Share(d.SE/p.LabelVar), lower)
	switch verdict := p.Honest.Verdict(d); verdict {
	case "better", "worse":
		return "clearly " + verdict + ": " + words
	case "":
		return "tied: " + words
	default:
		return verdict + ": " + words
	}
}

// judgment says which algorithms are clearly better or worse than the first one, and where.
func judgment(picks [][]core.Pick) string {
	first := string(picks[0][0].Selection.Algorithm)
	said := map[string][]string{}
	for i := range picks[0] {
		where := map[string][]string{}
		last := true // worse at all budgets from the first such on
		for k := range picks {
			p, of := &picks[k][i], &picks[k][0]
			if i == 0 || len(p.Impossible())+len(of.Impossible()) > 0 {
				continue
			}
			verdict := p.Honest.Verdict(p.Less(of))
			last = last && (len(where["worse"]) == 0 || verdict == "worse")
			where[verdict] = append(where[verdict], p.Selection.Budget.String())
		}
		for _, verdict := range []string{"better", "worse"} {
			at := where[verdict]
			words := "at " + figure.List(at, "and")
			switch {
			case len(at) == 0:
				continue
			case len(at) == len(picks):
				words = "at every budget"
			case len(at) > 1 && verdict == "worse" && last:
				words = "from " + at[0]
			}
			said[verdict] = append(said[verdict], string(picks[0][i].Selection.Algorithm)+" "+words)
		}
	}
	text := first + " is best or tied at every budget"
	if better := said["better"]; len(better) > 0 {
		text = "Clearly better than " + first + ": " + strings.Join(better, ", ")
	}
	if worse := said["worse"]; len(worse) > 0 {
		text += "; clearly worse: " + strings.Join(worse, ", ")
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// validation is the honest losses of picks, by budget and algorithm, and the
// budgets that they recommend.
func validation(t *core.Tuning, picks [][]core.Pick, f *flags) *report.Report {
	result, first := t.Answers[0].Result, picks[0][0].Selection.Algorithm
	r := &report.Report{Metric: report.SquaredLoss()}
	why := t.Answers[0].Honest.Why
	r.Field("version", 1, "objects", result.Objects, "label", result.Label, "label_variance", result.LabelVar, "folds", f.foldsTaken(),
		"settings", designSettings{describedDesign(result), result.Settings.Shrunk()}, "reason", unlessEmpty(why))
	r.Head("honest (cross-validated) loss of %s, %d folds over %s; Var = %s",
		result.Label, f.foldsTaken(), figure.CountOf(result.Objects, "object"), r.Metric.Text(result.LabelVar))
	if why != "" {
		r.Head("there is none: %s", why)
	}
	r.Space()
	table := &report.Table{Name: "estimates", Columns: estimateColumns("algorithm", "from "+string(first), report.NoHead, "gap R²")}
	for _, row := range picks {
		for i := range row {
			addEstimate(table, &row[i], &row[0], string(row[i].Selection.Algorithm))
		}
	}
	r.Add(table)
	sayLegend(&r.Section, slices.Concat(picks...), why == "")
	recommend(&r.Section, picks[0], why == "")
	return r
}

// unlessEmpty is a text, nil for an empty one.
func unlessEmpty(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// estimateColumns are the columns of picks' estimates. People see the budget, a name,
// and the comparison if it has headings.
func estimateColumns(name, less, verdict, gap string) []report.Column {
	return []report.Column{
		{Head: "budget", Merge: true},
		{Head: name},
		{Name: "algorithm"},
		{Name: "budget"},
		{Name: "spent", Head: "spent"},
		{Name: "cost_by_form", Only: report.OnlyJSON}, // null without forms
		{Name: "ridge"},
		{Name: "projected_loss", Head: "projected", Format: asLoss},
		{Name: "honest_loss", Estimate: true},
		{Name: "seen_loss", Estimate: true},
		{Name: "seen_objects"},
		{Name: "seen_reason"}, // why it is not seen
		{Head: "honest ± se"},
		{Head: "R²", Format: asShare},
		{Head: "seen"},
		{Name: "honest_r2"},
		{Name: "difference", Head: less, Estimate: true, Format: report.Known}, // to the first; null for itself, and where either loss is impossible
		{Name: "verdict", Head: verdict},                                       // better or worse, beyond two standard errors
		{Name: "optimality_gap", Head: gap, Format: report.Always(func(x float64) string { return figure.Significant(x, 2) })},
		{Name: "warnings", Only: report.OnlyJSON},
	}
}

// addEstimate adds what a pick comes to, and in lines of their own what is refuted
// or impossible about it.
func addEstimate(t *report.Table, p, first *core.Pick, name string) {
	s, e := &p.Selection, p.Estimate()
	var difference, verdict any
	if p != first && len(p.Impossible()) == 0 && len(first.Impossible()) == 0 { // what is impossible compares with nothing
		d := p.Less(first)
		difference, verdict = estimate(d), unlessEmpty(p.Honest.Verdict(d))
	}
	seen, why, r2, honest := seenOf(p), any(nil), s.R2At(e.Loss), estimate(e).String()
	if p.Seen != nil {
		why = unlessEmpty(p.Seen.Why)
	}
	if p.BeyondCells(s) >= 0 {
		honest += " +"
	}
	row := []report.Value{
		s.Budget, name, s.Algorithm, s.Budget, s.Spent, p.CostByForm(s), p.Settings.Ridge, s.Loss, estimate(e), seen.loss, seen.objects, why,
		honest, r2, seen.String(), r2, difference, verdict, p.CertificateFrom(s, p.Bound(s.Budget)).Gap, warningsOf(p.Warnings()),
	}
	if t.Columns[0].Name == "name" { // a way to buy
		row = append([]report.Value{name}, row...)
	}
	t.Row(row...)
	if text := p.Refutation(); text != "" {
		t.Aside(1, "! "+text)
	}
	for _, text := range p.Impossible() {
		t.Aside(1, "! "+text)
	}
}

// sayLegend explains the marks in a table of estimates. If all losses are honest, it
// also explains why there is no seen loss.
func sayLegend(r *report.Section, picks []core.Pick, honest bool) {
	general, seen, few, beyond := "", false, -1, false
	for i := range picks {
		p := &picks[i]
		beyond = beyond || p.BeyondCells(&p.Selection) >= 0
		objects, held := seenOf(p).objects.(int)
		switch {
		case p.Seen == nil || p.Seen.Why == "":
			seen = seen || held
		case !held:
			general = p.Seen.Why
		default:
			few = objects
		}
	}
	if beyond || seen || few >= 0 || general != "" && honest {
		r.Space()
	}
	if beyond {
		r.Say("+: wants more judgments of an attribute than any cell of the pilot holds; how they agree is extrapolated")
	}
	if seen || few >= 0 {
		line := "seen: the loss on the pilot's objects that hold the judgments chosen, each predicted by the other folds"
		if few >= 0 {
			line += fmt.Sprintf("; (%d): not measured, because %s and %d are needed", few, heldBy(few), core.LeastSeen)
		}
		r.Say("%s", line)
	} else if general != "" && honest {
		r.Say("nothing is seen: %s", general)
	}
}

// heldBy says in words how many objects hold the chosen judgments.
func heldBy(n int) string {
	switch n {
	case 0:
		return "no object holds them"
	case 1:
		return "1 object holds them"
	}
	return figure.Count(n) + " objects hold them"
}

// recommend adds the budget that each algorithm would recommend; 0 where no budget
// is better than none by a standard error.
func recommend(r *report.Section, picks []core.Pick, known bool) {
	t := &report.Table{Name: "recommended", Columns: []report.Column{
		{Name: "algorithm", Head: "algorithm"},
		{Name: "budget"},
		{Head: "budget"},
		{Name: "honest_loss", Head: "honest ± se", Estimate: true},
		{Name: "lowest_budget"},
		{Name: "lowest_honest_loss", Head: "lowest", Format: asLoss},
		{Head: "at"},
	}}
	none := false
	for i := range picks {
		p, a := &picks[i], picks[i].Selection.Algorithm
		b, err := p.Honest.Budget(a, core.Rule{})
		if !known || err != nil {
			continue // the rule always has an answer
		}
		shown := b.String()
		if b == 0 {
			none, shown = true, "none"
		}
		at, least := p.Honest.Lowest(a)
		t.Row(a, b, shown, estimate(p.Honest.At(a, b)), at, least.Loss, at)
	}
	if len(t.Rows) > 0 {
		r.Space()
		r.Head("recommended: smallest budget whose honest loss exceeds the lowest by no more than the standard error of this difference, or 1%% of Var")
		r.Space()
	} else {
		t = &report.Table{Name: t.Name} // no headings over nothing
	}
	r.Add(t)
	if none {
		r.Head("none: no budget is clearly better than judging nothing")
	}
}

// resampleFirst runs the bootstrap that --bootstrap asks for, of one pick.
func resampleFirst(ctx context.Context, p *program, to *report.Report, pick *core.Pick, f *flags) error {
	if f.bootstrap == 0 {
		to.Field("bootstrap", nil)
		return nil
	}
	s := &pick.Selection
	wanted := []core.Wanted{{Algorithm: s.Algorithm, Budget: s.Budget}}
	resampled := p.pieces("resampling", f)
	boot, err := pick.Bootstrap(ctx, core.Draws{Replicates: f.bootstrap, Seed: f.seed}, wanted, func(b *core.Bootstrap) {
		resampled(b.Replicates, b.Of)
	})
	if err != nil {
		return err
	}
	r := to.Begin("bootstrap")
	r.Field("replicates", boot.Replicates, "algorithm", s.Algorithm, "budget", s.Budget, "reason", unlessEmpty(boot.Why))
	r.Space()
	r.Head("%d resamples of the objects by block; how often %s at B = %s chooses", boot.Replicates, s.Algorithm, s.Budget)
	if boot.Why != "" {
		r.Head("none: %s", boot.Why)
		r.Add(&report.Table{Name: "attributes"})
		return nil
	}
	r.Space()
	r.Add(bandTable(pick, boot))
	return nil
}

// bandTable is how much the figures of attributes vary.
func bandTable(pick *core.Pick, boot *core.Bootstrap) *report.Table {
	t := &report.Table{Name: "attributes", Columns: []report.Column{
		{Name: "name", Head: "attribute"},
		{Head: "chosen", Format: asPercent},
		{Head: "median", Format: report.Always(func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) })},
		{Name: "label_covariance", Head: "b", Format: asBand},
		{Name: "internal_variance", Head: "v", Format: asBand},
		{Name: "external_variance", Head: "σ²", Format: asBand},
		{Name: "reliability", Head: "rel", Format: asBand},
		{Name: "selection_frequency"},
		{Name: "median_repeats"},
	}}
	for a, b := range boot.Bands {
		frequency, median := math.NaN(), math.NaN()
		if st := boot.Stability[0]; st.Frequency != nil {
			frequency, median = st.Frequency[a], st.Median[a]
		}
		t.Row(pick.Attributes[a].Name, frequency, median, ends(b.B), ends(b.V), ends(b.Sigma2), ends(b.Reliability), frequency, median)
	}
	return t
}

// ends are the low and the high end of a band.
func ends(b core.Band) [2]number { return [2]number{number(b.Low), number(b.High)} }

func asBand(v report.Value) string {
	x := v.([2]number)
	return figure.Significant(float64(x[0]), 2) + ".." + figure.Significant(float64(x[1]), 2)
}
