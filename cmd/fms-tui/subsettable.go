package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
)

// comparison is a selection beside the optimum.
type comparison struct {
	s             *core.Selection
	certificate   core.Certificate
	ratio, behind float64 // gain as a share of the optimum's, and what lacks in R² points; NaN without one
}

func (t *subsetAnswer) compared(i int) comparison {
	p := &t.picks[i]
	c := comparison{s: &p.Selection, ratio: math.NaN(), behind: math.NaN()}
	c.certificate = p.CertificateFrom(c.s, p.Bound(c.s.Budget))
	if t.optimum != nil {
		c.behind = p.Behind(c.s, t.optimum)
		if best := p.LabelVar - t.optimum.Loss; best > 0 {
			c.ratio = (p.LabelVar - c.s.Loss) / best
		}
	}
	return c
}

// table writes the answer for people.
func (t *subsetAnswer) table(width int) string {
	var b strings.Builder
	p := &t.picks[0]
	s := &p.Selection
	fmt.Fprintf(&b, "repeats for %s within a budget of %s, projected losses; Var = %s\n\n", p.Label, s.Budget, figure.Loss(p.LabelVar))
	rows := [][]string{{"", "spent", "projected", "ratio", "behind", "gap R²", "repeats"}}
	if o := t.optimum; o != nil {
		gap := max(0, (o.Loss-p.Bound(o.Budget))/p.LabelVar)
		rows = append(rows, []string{"optimum", o.Spent.String(), figure.Significant(o.Loss, 4), known(1, 4), known(0, 2), known(gap, 2), written(p.Result, o.Repeats)})
	}
	for i := range t.picks {
		c := t.compared(i)
		rows = append(rows, []string{
			string(c.s.Algorithm), c.s.Spent.String(), figure.Significant(c.s.Loss, 4),
			known(c.ratio, 4), known(c.behind, 2), known(c.certificate.Gap, 2), written(p.Result, c.s.Repeats),
		})
	}
	writeTable(&b, rows, width)
	if o := t.optimum; o != nil {
		b.WriteByte('\n')
		writeWrapped(&b, width, "optimum: %s", written(p.Result, o.Repeats))
		writeWrapped(&b, width, "ratio: gain as a share of the optimum's; behind: what lacks in R²")
		writeWrapped(&b, width, "about %s repeat vectors cost at most %s: the bound ruled out all but %s of the search",
			roughly(o.Vectors), o.Budget, figure.CountOf(o.Parts, "part"))
	} else {
		b.WriteByte('\n')
		writeWrapped(&b, width, "no optimum: %s", t.refused)
	}
	writeSubsets(&b, p.Result, t.subsets, width)
	return b.String()
}

// known writes a figure, or nothing for what is not known.
func known(x float64, digits int) string {
	switch {
	case math.IsNaN(x):
		return ""
	case math.Abs(x) < 1e-9, math.Abs(x-1) < 1e-9: // rounding
		return figure.Fixed(x, 0)
	}
	return figure.Significant(x, digits)
}

func writeSubsets(b *strings.Builder, r *core.Result, o *core.Subsets, width int) {
	fmt.Fprintf(b, "\nsubsets of %s, each with the judgments of its cells (%s)\n", figure.CountOf(len(o.Attributes), "attribute"), between(o.Judgments))
	if len(o.Sizes) == 0 {
		b.WriteString("the budget does not pay for those of any\n")
	} else {
		b.WriteByte('\n')
		rows := [][]string{{"size", "forward adds", "cost", "forward", "best", "ratio", "γ", "guaranteed", "certified", "best subset"}}
		for _, s := range o.Sizes {
			rows = append(rows, sizeRow(r, s))
		}
		writeTable(b, rows, width)
		if why := o.Unsearched(); why != "" {
			b.WriteByte('\n')
			writeWrapped(b, width, "%s", why)
		}
	}
	b.WriteByte('\n')
	writeRatio(b, r, o, width)
}

// writeWrapped writes a paragraph.
func writeWrapped(b *strings.Builder, width int, format string, args ...any) {
	for _, line := range chart.Wrap(fmt.Sprintf(format, args...), width) {
		b.WriteString(line + "\n")
	}
}

func sizeRow(r *core.Result, s core.SubsetSize) []string {
	best := ""
	switch {
	case s.Best.Attributes == nil:
	case slices.Equal(slices.Sorted(slices.Values(s.Forward.Attributes)), s.Best.Attributes):
		best = "the same"
	default:
		best = strings.Join(names(r, s.Best.Attributes), ", ")
	}
	return []string{
		strconv.Itoa(s.Size), r.Attributes[s.Forward.Attributes[s.Size-1]].Name, s.Forward.Cost.String(),
		figure.Significant(s.Forward.Loss, 4), known(s.Best.Loss, 4), known(s.Ratio, 4),
		known(s.Gamma, 3), known(s.Guarantee, 3), known(s.Certified, 3), best,
	}
}

// between writes the range of numbers.
func between(n []int) string {
	if len(n) == 0 {
		return "none"
	}
	low, high := slices.Min(n), slices.Max(n)
	if low == high {
		return strconv.Itoa(low)
	}
	return fmt.Sprintf("%d to %d", low, high)
}

// few lists a few attributes, or counts them.
func few(r *core.Result, attributes []int) string {
	switch {
	case len(attributes) == 0:
		return "none"
	case len(attributes) > 3:
		return figure.CountOf(len(attributes), "attribute")
	}
	return strings.Join(names(r, attributes), ", ")
}

// writeRatio says the submodularity ratio, and what is guaranteed.
func writeRatio(b *strings.Builder, r *core.Result, o *core.Subsets, width int) {
	ratio := "= " + figure.Significant(o.Alpha.Value, 2)
	if o.Alpha.Sampled {
		ratio = "<= " + figure.Significant(o.Alpha.Value, 2) + " (sampled)"
	}
	if o.Alpha.E >= 0 {
		ratio += fmt.Sprintf(": of what %s gains beside %s it gains that share beside %s",
			r.Attributes[o.Alpha.E].Name, few(r, o.Alpha.T), few(r, o.Alpha.S))
	}
	writeWrapped(b, width, "submodularity ratio α %s", ratio)
	if n := min(o.Guaranteed, len(o.Sizes)); n > 0 {
		s := o.Sizes[n-1]
		writeWrapped(b, width, "guaranteed: with γ = %s forward selection of %d gains at least 1 - e^-γ = %s of what the best %d do",
			figure.Significant(s.Gamma, 3), n, figure.Significant(s.Guarantee, 3), n)
		writeWrapped(b, width, "certified: at least that share, by the lower bound for all repeats that cost as much as the dearest such subset")
	}
}

// roughly is an estimated count, in two digits where it is large.
func roughly(n float64) string {
	if n < 1000 {
		return strconv.FormatFloat(math.Round(n), 'f', 0, 64)
	}
	return strconv.FormatFloat(n, 'g', 2, 64)
}
