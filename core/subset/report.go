package subset

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
)

// Known is a format of figures, of which nothing is written where they are not
// known and no decimals where all are rounding.
func Known(digits int) func(any) string {
	return report.Float(func(x float64) string {
		if math.Abs(x) < 1e-9 || math.Abs(x-1) < 1e-9 {
			return figure.Fixed(x, 0)
		}
		return figure.Significant(x, digits)
	})
}

// Report adds the sizes of subsets, and how submodular gains are; all are the names of the attributes.
func (o *Comparison) Report(to *report.Report, all []string) {
	all = names(all, o.Attributes)
	to.Field("attributes", all, "judgments", append([]int{}, o.Judgments...)) // of each, taken together
	var added any
	if o.Alpha.E >= 0 {
		added = all[o.Alpha.E]
	}
	to.Begin("alpha").Field("value", o.Alpha.Value, "sampled", o.Alpha.Sampled, "s", names(all, o.Alpha.S), "t", names(all, o.Alpha.T), "e", added)
	why := o.Unsearched()
	to.Field("reason", report.OrNull(why)) // why larger sizes have no best subset
	to.Head("subsets of %s, each with the judgments of its cells (%s)", figure.CountOf(len(o.Attributes), "attribute"), between(o.Judgments))
	if len(o.Sizes) == 0 {
		to.Head("the budget does not pay for the judgments of any")
		to.Add(&report.Table{Name: "sizes"})
	} else {
		to.Add(o.sizes(all))
		if why != "" {
			to.Say("%s", why)
		}
	}
	o.sayRatio(to, all)
}

// sizes has a row for each size of subsets.
func (o *Comparison) sizes(all []string) *report.Table {
	t := &report.Table{Name: "sizes", Columns: []report.Column{
		{Name: "size", Head: "size"},
		{Head: "forward adds"},
		{Name: "forward"}, // in the order of joining
		{Name: "forward_cost", Head: "cost"},
		{Name: "forward_loss", Head: "forward", Format: report.Always(func(x float64) string { return figure.Significant(x, 4) })},
		{Name: "best"},
		{Name: "best_loss", Head: "best", Format: Known(4)},
		{Name: "gain_ratio", Head: "ratio", Format: Known(4)},
		{Name: "gamma", Head: "γ", Format: Known(3)},
		{Name: "alpha_greedy"},
		{Name: "guaranteed", Head: "guaranteed", Format: Known(3)},
		{Name: "certified", Head: "certified", Format: Known(3)},
		{Head: "best subset"},
	}}
	for _, s := range o.Sizes {
		var best any
		said := ""
		if s.Best.Set != nil {
			list := names(all, s.Best.Set)
			best, said = list, strings.Join(list, ", ")
			if slices.Equal(slices.Sorted(slices.Values(s.Forward.Set)), s.Best.Set) {
				said = "the same"
			}
		}
		forward := names(all, s.Forward.Set)
		t.Row(s.Size, forward[s.Size-1], forward, s.Forward.Cost, s.Forward.Loss, best, s.Best.Loss, s.Ratio, s.Gamma, s.AlphaGreedy,
			s.Guarantee, s.Certified, said)
	}
	return t
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
func few(all []string, attributes []int) string {
	switch {
	case len(attributes) == 0:
		return "none"
	case len(attributes) > 3:
		return figure.CountOf(len(attributes), "attribute")
	}
	return strings.Join(names(all, attributes), ", ")
}

// sayRatio says the submodularity ratio, and what is guaranteed.
func (o *Comparison) sayRatio(to *report.Report, all []string) {
	ratio := "= " + figure.Significant(o.Alpha.Value, 2)
	if o.Alpha.Sampled {
		ratio = "<= " + figure.Significant(o.Alpha.Value, 2) + " (sampled)"
	}
	if o.Alpha.E >= 0 {
		ratio += fmt.Sprintf(": of what %s gains beside %s it gains that share beside %s",
			all[o.Alpha.E], few(all, o.Alpha.T), few(all, o.Alpha.S))
	}
	to.Say("submodularity ratio α %s", ratio)
	if n := min(o.Guaranteed, len(o.Sizes)); n > 0 {
		s := o.Sizes[n-1]
		to.Say("guaranteed: with γ = %s forward selection of %d gains at least 1 - e^-γ = %s of what the best %d do",
			figure.Significant(s.Gamma, 3), n, figure.Significant(s.Guarantee, 3), n)
		to.Say("certified: at least that share, by the lower bound for all repeats that cost as much as the dearest such subset")
	}
}

// names are the names of attributes by number.
func names(all []string, attributes []int) []string {
	list := []string{}
	for _, a := range attributes {
		list = append(list, all[a])
	}
	return list
}
