package screen

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"fms-tui/core/partial"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// Refresh makes the screen of what there is so far.
func (v *PartialView) Refresh(b *Body) {
	c, r := &v.Course.Value, v.Report()
	for i, against := range []panel.LearningAxis{panel.LearningObjects, panel.LearningJudgments} {
		v.learning[i] = panel.Learning{Against: against, LabelVar: c.variance, Boxed: true, Empty: v.unlearned()}
	}
	o := &Page{Width: v.text.width(b)}
	title := "What is learned"
	if r != nil {
		for i := range v.learning {
			v.learning[i].Curves = learningCurves(r)
		}
		if !v.Course.Done {
			title += fmt.Sprintf(" · %d of %d splits", r.Splits, cmp.Or(v.Opt.Courses, partialSplits))
		}
		o.learned(v, r)
	} else {
		o.say(theme.Muted, "%s", v.unlearned())
	}
	v.text.show(b, title, o.Lines)
}

func learningCurves(r *partial.Report) []panel.LearningCurve {
	var curves []panel.LearningCurve
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		c := panel.LearningCurve{Name: string(o.Algorithm), Whole: !o.Algorithm.Partial()}
		for _, p := range o.Curve {
			c.Objects, c.Seen, c.Loss = append(c.Objects, float64(p.Examples)), append(c.Seen, p.Seen), append(c.Loss, p.Loss)
		}
		if len(c.Loss) > 0 {
			curves = append(curves, c)
		}
	}
	return curves
}

// learned is the table of what each algorithm comes to.
func (o *Page) learned(v *PartialView, r *partial.Report) {
	c := &v.Course.Value
	var rows [][]panel.Cell
	for i := range r.Outcomes {
		out := &r.Outcomes[i]
		name := panel.Cell{Text: string(out.Algorithm), Pen: panel.LearnerPen(string(out.Algorithm))}
		if len(out.Curve) == 0 {
			rows = append(rows, []panel.Cell{name, {Text: "…"}, {}, {}, {}, {}})
			continue
		}
		p := out.Last()
		norm, lambda := tunedText(out.Tuned)
		rows = append(rows, []panel.Cell{
			name, {Text: figure.WithError(p.Loss, p.SE)}, {Text: figure.Share(1 - p.Loss/c.variance)}, {Text: figure.Count(int(math.Round(p.Seen)))}, {Text: norm}, {Text: lambda},
		})
	}
	o.Lines = append(o.Lines, panel.Grid([]panel.GridColumn{
		{Head: "algorithm"},
		{Head: "loss ± se", Right: true},
		{Head: "R²", Right: true},
		{Head: "judgments", Right: true, Leave: 1},
		{Head: "norm", Right: true, Leave: 2},
		{Head: "λ", Right: true, Leave: 3},
	}, rows, o.Width)...)
	o.Lines = append(o.Lines, panel.Line{})
	o.say(theme.Muted, "%ss of %s on %s, from all their judgments, after learning from %s; aer and baseline look at %d judgments of each, of attributes drawn at random; lasso and ridge at all of %s; variance %s",
		v.Shown.Result.Metric().Mean, chart.Clean(v.Shown.Result.Label), figure.CountOf(r.Test, "object"), figure.CountOf(r.Train, "object"), v.Shown.State.Partial.k(), figure.CountOf(c.attributes, "attribute"), figure.Loss(c.variance))
	if c.left > 0 {
		o.say(theme.Warning, "%s without a judgment of every attribute: any might be looked at, so they are left out", figure.CountOf(c.left, "object"))
	}
	if v.Shown.State.Partial.Norm == 0 {
		o.say(theme.Muted, "norm and λ are chosen by cross-validation among the objects learned from; ←/→ sets the norm, +/- how many judgments are looked at")
	}
}

// tunedText is what was tuned, where it is the same in all splits, or its range.
func tunedText(all []partial.Tuned) (norm, lambda string) {
	span := func(of func(partial.Tuned) float64) string {
		low, high := math.Inf(1), math.Inf(-1)
		for _, t := range all {
			if v := of(t); !math.IsNaN(v) {
				low, high = min(low, v), max(high, v)
			}
		}
		switch {
		case low > high:
			return ""
		case low == high:
			return figure.Significant(low, 2)
		}
		return figure.Significant(low, 2) + "–" + figure.Significant(high, 2)
	}
	return span(func(t partial.Tuned) float64 { return t.Norm }), span(func(t partial.Tuned) float64 { return t.Lambda })
}

func (v *PartialView) Sentence() string {
	r := v.Report()
	if r == nil {
		return "Nothing is learned yet"
	}
	var parts []string
	for i := range r.Outcomes {
		if o := &r.Outcomes[i]; len(o.Curve) > 0 {
			p := o.Last()
			parts = append(parts, fmt.Sprintf("%s %s from %s", o.Algorithm, figure.WithError(p.Loss, p.SE), figure.CountOf(int(math.Round(p.Seen)), "judgment")))
		}
	}
	return fmt.Sprintf("Learning %s from %d judgments of each of %s, the %ss on %s are %s; the variance is %s",
		chart.Clean(v.Shown.Result.Label), v.Shown.State.Partial.k(), figure.CountOf(r.Train, "object"), v.Shown.Result.Metric().Mean, figure.CountOf(r.Test, "object"), enumerate(parts), figure.Loss(v.Course.Value.variance))
}

func (v *PartialView) Table(t *Tsv) string {
	r := v.Report()
	if r == nil {
		return ""
	}
	t.head("algorithm", "objects", "splits", "judgments_seen", "loss", "loss_se")
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		for _, p := range o.Curve {
			t.Row(string(o.Algorithm), p.Examples, p.Splits, p.Seen, p.Loss, p.SE)
		}
	}
	return t.counted("point") + " of the learning curves"
}

// Command asks for the command of the learning curves.
func (v *PartialView) Command(q *Asked) bool {
	p := v.Shown.State.Partial
	q.Command, q.Flags = "partial", []string{"--k", strconv.Itoa(p.k())}
	if p.Norm > 0 {
		q.Flags = append(q.Flags, "--norm", strconv.FormatFloat(p.norm(), 'g', -1, 64))
	}
	return true
}
