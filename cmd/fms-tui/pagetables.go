package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"fms-tui/core"
	"fms-tui/core/agreement"
	"fms-tui/core/report/figure"
	"fms-tui/core/report/handout"
	"fms-tui/model"
)

// glossary are the words of the page.
var glossary = []handout.Term{
	{Word: "judgment", Meaning: "one rater's value for one attribute of one object"},
	{Word: "label", Meaning: "the trusted value that is predicted"},
	{Word: "budget", Meaning: "what the judgments of one new object may cost"},
	{Word: "weight", Meaning: "change of the prediction for one unit of the attribute"},
	{Word: "projected", Meaning: "by the model of the noise, from the objects that were learned from"},
	{Word: "honest", Meaning: "cross-validated: estimated on objects left out; the figure to decide by"},
	{Word: "typical error", Meaning: "root mean squared error of the prediction, in the label's units"},
	{Word: "R²", Meaning: "share of the label's variance that the prediction explains; ± is a standard error"},
	{Word: "recommended", Meaning: "the smallest budget whose honest loss exceeds the lowest by no more than chance, or by at most 1 % of the label's variance"},
	{Word: "reliability", Meaning: "share of a judgment's variance that is about the object, ICC(1); [ ] is a 95 % interval"},
	{Word: "α", Meaning: "Krippendorff's agreement of raters beyond chance, interval scale"},
	{Word: "AUC", Meaning: "of a label of two classes: the share of pairs of an object of each in which the right one has the larger prediction"},
	{Word: "r", Meaning: "correlation of the mean judgments with the label"},
}

// Rows of the page's tables: it prints on two sheets.
const (
	mostPageAttributes = 40
	mostPageJudges     = 6
	mostPageFindings   = 12
)

// pageReplicates is how often blocks are drawn for the page's intervals.
const pageReplicates = 300

// pageTables are reliability and agreement by attribute, and how many judges the
// judges are worth.
func pageTables(ctx context.Context, study *core.Study, p *core.Pick, f *flags) ([]handout.Table, error) {
	a, err := study.Agreement(ctx, p.Settings.Label, agreement.Question{Replicates: pageReplicates, Seed: f.seed})
	if err != nil {
		return nil, err
	}
	tables, err := classesOfPage(ctx, p)
	if err != nil {
		return nil, err
	}
	tables = append(tables, classMeansOfPage(p)...)
	tables = append(tables, attributesOfPage(p, a))
	if t := ratersOfPage(study.Data(), a, f.private); len(t.Rows) > 0 {
		tables = append(tables, t)
	}
	return tables, nil
}

// attributesOfPage lists what is bought first, and then what goes with the label.
func attributesOfPage(p *core.Pick, a *agreement.Agreement) handout.Table {
	t := handout.Table{
		Title: "Reliability and agreement",
		Heads: []string{"attribute", "bought", "judgments", "r", "reliability", "α", "of bought", "for .80"},
		Right: []bool{false, true, true, true, true, true, true, true},
	}
	order := make([]int, len(p.Attributes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int {
		if n := p.Selection.Repeats[k] - p.Selection.Repeats[i]; n != 0 {
			return n
		}
		if math.Abs(p.Attributes[i].Corr) > math.Abs(p.Attributes[k].Corr) {
			return -1
		}
		return 1
	})
	for _, i := range order[:min(mostPageAttributes, len(order))] {
		at, m := &p.Attributes[i], &a.Attributes[i]
		bought, of := "", ""
		if n := p.Selection.Repeats[i]; n > 0 {
			bought, of = figure.Count(n), figure.Share(m.Curve(n)[n-1].Reliability.Value)
		}
		n, _, _ := m.Repeats(.8)
		reliability := texted(interval(m.ICC1))
		if at.Noise() != "measured" {
			reliability = at.Mark(figure.Share(at.Assumed))
			if of != "" {
				of = at.Mark(figure.Share(at.ReliabilityOf(p.Selection.Repeats[i])))
			}
		}
		row := []string{clean(at.Name), bought, figure.Count(m.Judgments), figure.Corr(at.Corr), reliability, texted(interval(m.AlphaInterval)), of, texted(repeats(n, math.NaN(), math.NaN()))}
		t.Rows = append(t.Rows, row)
	}
	t.Note = "of bought: reliability of the mean of the judgments bought; for .80: judgments for a reliability of .80"
	if legend := core.Legend(p.Attributes); legend != "" {
		t.Note += "; " + legend
	}
	if more := len(order) - len(t.Rows); more > 0 {
		t.More = fmt.Sprintf("%s more: fms-tui check --agreement lists all.", figure.CountOf(more, "attribute"))
	}
	return t
}

func texted(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// ratersOfPage is how many independent judges the judges are worth; raters are named
// by numbers where names are left out.
func ratersOfPage(ds *model.Dataset, a *agreement.Agreement, private bool) handout.Table {
	t := handout.Table{
		Title: "Independent judges",
		Note:  "How many independent judges a group is worth, from the correlation ρ̄ of their errors about the label; without each of them in turn.",
		Heads: []string{"judges", "number", "ρ̄", "worth", "without each"}, Right: []bool{false, true, true, true, false},
	}
	n := len(a.Judges)
	for i := range a.Judges {
		j := &a.Judges[(i+n-1)%n] // the last, which is of the attributes, first
		of, names := "the attributes", ds.Attributes
		if j.Attribute != agreement.Everybody {
			of, names = "raters of "+clean(ds.Attributes[j.Attribute]), ds.Raters
			if private {
				names = numbered(len(ds.Raters))
			}
		}
		if i == mostPageJudges {
			t.More = fmt.Sprintf("%d more: fms-tui check --agreement lists all.", n-i)
			break
		}
		t.Rows = append(t.Rows, []string{of, figure.Count(len(j.Judges)), figure.Corr(j.Rho), fewJudges(j.Effective), clean(leastNeeded(j, names))})
	}
	return t
}

// numbered are names in place of names.
func numbered(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("rater %d", i+1)
	}
	return names
}

// secrets are names that a private page must not show.
type secrets map[string]bool

// namesIn are the names of objects and raters; none of what is not private.
func namesIn(ds *model.Dataset, private bool) secrets {
	s := make(secrets)
	if private {
		for _, names := range [][]string{ds.Objects, ds.Raters} {
			for _, name := range names {
				s[strings.Join(wordsOf(name), " ")] = true
			}
		}
	}
	return s
}

// wordsOf are the runs of letters and digits of a text.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// mostWords is how many words of a name are looked for.
const mostWords = 12

// in reports whether a text has such a name among its words. A name that is also an
// English word removes a sentence too many: better than a sentence too few.
func (s secrets) in(text string) bool {
	words := wordsOf(text)
	for i := range words {
		for n := 1; n <= mostWords && i+n <= len(words); n++ {
			if s[strings.Join(words[i:i+n], " ")] {
				return true
			}
		}
	}
	return false
}
