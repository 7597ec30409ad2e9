package screen

import (
	"fmt"
	"math"

	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// Verdict is the answer in words: what to ask, how good that is and how sure, in at
// most so many lines of w columns. What is most important comes first, and what has no
// room is left out.
func (a *Analysis) Verdict(w, lines int) []panel.Line {
	if w <= 0 || lines <= 0 {
		return nil
	}
	f := flow{w: w, most: lines}
	for _, sentence := range a.verdict() {
		for _, spans := range sentence { // in fewer and fewer words
			if f.add(spans) {
				break
			}
		}
	}
	if len(f.lines) == 0 {
		asked := a.asks()
		return []panel.Line{{Spans: asked[len(asked)-1]}}
	}
	return f.lines
}

// said is a sentence, in fewer and fewer words.
type said [][]panel.Span

// in is a piece of a sentence.
func in(pen theme.Pen, format string, args ...any) panel.Span {
	return panel.Span{Text: fmt.Sprintf(format, args...), Pen: pen}
}

// verdict is the answer in sentences. It is in one of four states: the budget is
// enough, more helps, nothing predicts the label, or the data refute the figures. As
// long as the honest loss is not known it is in none.
func (a *Analysis) verdict() []said {
	l, s, h := &a.Look, a.Active(), a.Shown.Honest
	e := l.Estimates[l.Active]
	switch {
	case l.Refuted():
		return []said{a.refuted(), a.asks(), a.remarks()}
	case h == nil || h.Why != "" || math.IsNaN(e.Loss):
		return []said{a.asks(), a.unproven(), a.remarks()}
	}
	b, ok := h.Recommended(s.Algorithm)
	switch {
	case !ok:
		return []said{a.hopeless(), a.asks(), a.remarks()}
	case s.Budget < b:
		return []said{a.asks(), a.moreHelps(b), a.guessing(), a.remarks(), a.seenToo()}
	}
	return []said{a.asks(), a.enough(), a.guessing(), a.remarks(), a.seenToo()}
}

// figureOf writes a loss in the scale shown.
func (a *Analysis) figureOf(loss float64) string {
	scale := a.Shown.State.Scale
	return scale.Text(scale.Of(loss, a.Shown.Result.LabelVar))
}

// asks says what to ask of each object, and what error to expect.
func (a *Analysis) asks() said {
	l, r, s, scale := &a.Look, a.Shown.Result, a.Active(), a.Shown.State.Scale
	text, label := theme.Text, in(theme.Text.Strong(), "%s", chart.Clean(r.Label))
	loss, pen, name := s.Loss, panel.AlgorithmPen(string(s.Algorithm)), "projected "+scale.Words()
	sure := in(text, "")
	if e := l.Estimates[l.Active]; !math.IsNaN(e.Loss) {
		loss, pen, name, sure = e.Loss, theme.Honest, scale.Words(), a.explains()
	}
	value, article := in(pen.Strong(), "%s", a.figureOf(loss)), "a "
	if name == ScaleR2.Words() {
		article = "an "
	}
	n, k := 0, 0
	for _, repeats := range s.Repeats {
		n, k = n+repeats, k+min(repeats, 1)
	}
	if n == 0 {
		nothing := in(theme.Accent.Strong(), "Ask nothing")
		return said{
			{nothing, in(text, ", and guess the mean of "), label, in(text, ": that has %s%s of ", article, name), value, in(text, ".")},
			{nothing, in(text, ": %s ", name), value, in(text, ".")},
		}
	}
	what, paid := in(theme.Accent.Strong(), "%s", figure.CountOf(n, "judgment")), ""
	if s.Spent != model.Units(n) {
		paid = " for " + s.Spent.String()
	}
	of := in(text.Strong(), "%d of %s", k, figure.CountOf(len(r.Attributes), "attribute"))
	return said{
		{in(text, "Ask "), what, in(text, " of each new object%s, about ", paid), of, in(text, ", to predict "), label, in(text, " with %s%s of ", article, name), value, sure, in(text, ".")},
		{in(text, "Ask "), what, in(text, " on "), of, in(text, "%s: %s ", paid, name), value, sure, in(text, ".")},
		{in(text, "Ask "), what, in(text, " on "), of, in(text, "%s: %s ", paid, name), value, in(text, ".")},
		{in(text, "Ask "), what, in(text, ": %s ", name), value, in(text, ".")},
	}
}

// at names a budget: judgments where each costs one.
func (a *Analysis) at(b model.Amount) string {
	switch {
	case a.Look.priced || a.Shown.Result.Step != model.Unit:
		return "B = " + b.String()
	case b == model.Unit:
		return "1 judgment"
	}
	return b.String() + " judgments"
}

// enough says that no more judgments are needed.
func (a *Analysis) enough() said {
	word := in(theme.Good.Strong(), "Enough")
	best, e := a.Shown.Honest.Lowest(a.Active().Algorithm)
	if best <= a.Active().Budget || a.figureOf(e.Loss) == a.figureOf(a.Look.Estimates[a.Look.Active].Loss) {
		return said{{word, in(theme.Muted, ": more judgments would not help.")}, {word, in(theme.Muted, ".")}}
	}
	return said{{word, in(theme.Muted, ": %s would give %s.", a.at(best), a.figureOf(e.Loss))}, {word, in(theme.Muted, ".")}}
}

// moreHelps says how many judgments are worth their price.
func (a *Analysis) moreHelps(b model.Amount) said {
	word := in(theme.Warning.Strong(), "More helps")
	e := a.Shown.Honest.At(a.Active().Algorithm, b)
	return said{{word, in(theme.Text, ": %s would reach %s.", a.at(b), a.figureOf(e.Loss))}, {word, in(theme.Text, ": B = %s.", b)}}
}

// hopeless says that no budget is better than guessing.
func (a *Analysis) hopeless() said {
	s, r := a.Active(), a.Shown.Result
	_, e := a.Shown.Honest.Lowest(s.Algorithm)
	word, advice := in(theme.Bad.Strong(), "No budget beats guessing"), in(theme.Bad.Strong(), "Do not buy.")
	return said{
		{word, in(theme.Text, ": honest R² is %s ± %s at best. ", figure.Share(s.R2At(e.Loss)), figure.Share(e.SE/r.LabelVar)), advice},
		{word, in(theme.Text, ". "), advice},
	}
}

// refuted says that the data contradict the figures.
func (a *Analysis) refuted() said {
	l, scale, text := &a.Look, a.Shown.State.Scale, theme.Text
	word, seen := in(theme.Bad.Strong(), "Refuted by your own data"), in(theme.Bad.Strong(), "%s", a.figureOf(l.Seen.Loss))
	expected := a.figureOf(l.Estimates[l.Active].Loss)
	return said{
		{
			word, in(text, ": they show %s of ", scale.Words()), seen, in(text, " on %s, not %s. ", figure.CountOf(l.Seen.Objects, "object"), expected),
			in(theme.Bad.Strong(), "Do not buy by these figures."),
		},
		{word, in(text, ": %s ", scale.Words()), seen, in(text, ", not %s.", expected)},
		{word, in(text, ".")},
	}
}

// unproven says why there is no honest loss, and that the projected one is optimistic.
func (a *Analysis) unproven() said {
	h := a.Shown.Honest
	switch {
	case a.Opt.NoHonest:
		return said{{in(theme.Warning, "Projected errors are optimistic; --no-honest left out the honest ones.")}}
	case h != nil && h.Why != "":
		return said{{in(theme.Warning, "Projected errors are optimistic. No honest error: %s.", h.Why)}, {in(theme.Warning, "No honest error: %s.", h.Why)}}
	}
	return said{{in(theme.Muted, "Projected errors are optimistic; the honest ones are being computed…")}, {in(theme.Muted, "Honest errors are being computed…")}}
}

// explains says how much of the label's variance that is, and how sure.
func (a *Analysis) explains() panel.Span {
	s, e := a.Active(), a.Look.Estimates[a.Look.Active]
	if a.Shown.State.Scale == ScaleR2 {
		root := math.Sqrt(max(e.Loss, 0))
		return in(theme.Muted, " ± %s (typical error %s)", figure.Share(e.SE/a.Shown.Result.LabelVar), figure.Significant(root, 3))
	}
	return in(theme.Muted, " (R² %s ± %s)", figure.Share(s.R2At(e.Loss)), figure.Share(e.SE/a.Shown.Result.LabelVar))
}

// guessing says what asking nothing gives.
func (a *Analysis) guessing() said {
	if a.Active().Spent == 0 {
		return nil
	}
	return said{{in(theme.Muted, "Asking nothing gives %s.", a.figureOf(a.Shown.Result.LabelVar))}}
}

// seenToo says what the data's own judgments show.
func (a *Analysis) seenToo() said {
	if seen := a.Look.Seen; seen != nil && seen.Why == "" {
		return said{{in(theme.Muted, "Seen in your data: R² %s.", ShownR2(a.Active(), seen.Loss))}}
	}
	return nil
}

// remarks are what makes the figures less than they seem, and what changed since the
// reference.
func (a *Analysis) remarks() said {
	l, r := &a.Look, a.Shown.Result
	var spans []panel.Span
	if e := l.Estimates[l.Active]; !math.IsNaN(e.Loss) {
		if wrong := Doubt(e, l.Raw[l.Active]); wrong != "" {
			spans = append(spans, in(theme.Warning, "%s ", wrong))
		}
	}
	if i, ok := beyond(r, a.Active()); ok {
		at := &r.Attributes[i]
		spans = append(spans, in(theme.Warning, "Your data hold %s of %s at most. ", figure.CountOf(at.Most, "repeat"), chart.Clean(at.Name)))
	}
	if spans = append(spans, l.changes()...); len(spans) == 0 {
		return nil
	}
	return said{spans}
}
