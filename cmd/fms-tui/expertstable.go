package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"fms-tui/core/experts"
	"fms-tui/core/report/figure"
	"fms-tui/model/export"
)

// table is the consensus for people.
func (v *consensus) table(width int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s by %s on %s, %s\n", v.data.Label, figure.CountOf(len(v.data.Yes), "vote"), figure.CountOf(len(v.data.Experts), "expert"),
		figure.CountOf(len(v.data.Voted()), "object"), figure.CountOf(len(v.data.X), "feature"))
	fmt.Fprintf(&b, "surrogate risk: share of held-out votes against the classifier; %s\n\n", v.rule())
	v.writeModels(&b, width)
	if f := v.fit; f.Support() > 0 || hasAny(f.Gamma) {
		b.WriteString("\n")
		v.writeCoefficients(&b, width)
	}
	b.WriteString("\n")
	v.writeExperts(&b, width)
	return b.String()
}

func hasAny(x []float64) bool {
	for _, v := range x {
		if v != 0 {
			return true
		}
	}
	return false
}

func (v *consensus) writeModels(b *strings.Builder, width int) {
	rows := [][]string{{"model", "λ", "surrogate risk ± se", "more than chosen", "features", ""}}
	for _, m := range experts.Models() {
		p := v.study.Best(m)
		if p == nil {
			continue
		}
		mark, more := "", ""
		if p == v.point {
			mark = "chosen"
			if v.asked {
				mark = "asked for"
			}
		} else {
			more = figure.WithError(p.Difference(v.point))
		}
		rows = append(rows, []string{
			string(m), lambdaText(p), figure.WithError(p.S, p.SE), more, strconv.Itoa(p.Fit.Support()), mark,
		})
	}
	writeTable(b, rows, width)
	if r := v.risk(); !math.IsNaN(r) && len(v.data.X) > 0 {
		fmt.Fprintf(b, "\nrisk of the classifier read off its surrogate risk: %s (experts' mean error %s)\n",
			figure.Share(r), figure.Share(v.fit.MeanError(&v.data.Data)))
	}
}

// lambdaText is λ, two of them where they differ.
func lambdaText(p *experts.Point) string {
	if p.Penalty.Beta == 0 {
		return "0"
	}
	l := figure.Significant(p.Penalty.Beta, 3)
	if p.Model == experts.EMSparse && p.Penalty.Gamma != p.Penalty.Beta {
		l += ", " + figure.Significant(p.Penalty.Gamma, 3)
	}
	return l
}

// writeCoefficients writes those that are not 0. A feature's coefficient times
// its standard deviation says what it counts beside others.
func (v *consensus) writeCoefficients(b *strings.Builder, width int) {
	f := v.fit
	rows := [][]string{{"feature", "label", "per sd", "ease", "per sd"}}
	left := 0
	for j, name := range v.data.Features {
		if f.Beta[j] == 0 && f.Gamma[j] == 0 {
			left++
			continue
		}
		ease, easeSD := "", ""
		if f.Model != experts.Majority {
			ease, easeSD = figure.Significant(f.Gamma[j], 3), figure.Fixed(f.Gamma[j]*f.Spread[j], 2)
		}
		rows = append(rows, []string{name, figure.Significant(f.Beta[j], 3), figure.Fixed(f.Beta[j]*f.Spread[j], 2), ease, easeSD})
	}
	rows = append(rows, []string{"(intercept)", figure.Significant(f.Beta0, 3), "", "", ""})
	fmt.Fprintf(b, "%s: log odds of a label of 1", f.Model)
	if f.Model != experts.Majority {
		b.WriteString(", and of a right vote (ease)")
	}
	b.WriteString("\n\n")
	writeTable(b, rows, width)
	if left > 0 {
		fmt.Fprintf(b, "and %s with coefficients of 0\n", figure.CountOf(left, "feature"))
	}
}

// mostExperts is how many experts the table lists.
const mostExperts = 50

func (v *consensus) writeExperts(b *strings.Builder, width int) {
	rows := [][]string{{"expert", "votes", "accuracy", "95 %", "agreement", ""}}
	all := v.found
	for k, e := range all[:min(len(all), mostExperts)] {
		note := ""
		if e.Saturated {
			note = "no limit: taken for always right or always wrong"
		}
		rows = append(rows, []string{v.data.Experts[k], figure.Count(e.Votes), figure.Share(e.Accuracy), intervalOf(e.Low, e.High), figure.Share(e.Agreement), note})
	}
	writeTable(b, rows, width)
	if more := len(all) - mostExperts; more > 0 {
		fmt.Fprintf(b, "and %s, with --json\n", figure.CountOf(more, "more expert"))
	}
	b.WriteString("\naccuracy: estimated share of right votes; agreement: with most of the other experts\n")
}

// intervalOf is an interval of shares.
func intervalOf(low, high float64) string {
	if math.IsNaN(low) {
		return ""
	}
	return figure.Share(low) + " to " + figure.Share(high)
}

// writeLabels writes a row for each object that anything is known of.
func (v *consensus) writeLabels(w io.Writer) error {
	return export.Labels(w, v.data.Labels(v.fit))
}

func classOf(l experts.Label) int {
	if l.Class {
		return 1
	}
	return 0
}
