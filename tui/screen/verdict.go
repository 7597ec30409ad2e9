package screen

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/experiment"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// Verdict is a screen's answer in words, in at most so many lines of w columns: what to ask,
// how good the prediction is and how sure, where the screen has no other. The most important part comes first, and parts
// without room are left out.
func (a *Verdicts) Verdict(of *Screen, w, lines int) []panel.Line {
	if w <= 0 || lines <= 0 {
		return nil
	}
	f := flow{w: w, most: lines}
	sentences := a.verdict()
	if of.Answer != nil {
		sentences = of.Answer()
	}
	for i, sentence := range sentences {
		for kept, added := max(min(mostWanted, len(sentences)), i+1), false; kept > i && !added; kept-- {
			for _, spans := range sentence { // in fewer and fewer words
				if added = f.leaves(spans, sentences[i+1:kept]) && f.add(spans); added {
					break
				}
			}
		}
	}
	if len(f.lines) == 0 && of.Answer == nil {
		sentences = []said{a.asks(true)}
	}
	if len(f.lines) == 0 && len(sentences) > 0 {
		return []panel.Line{{Spans: sentences[0][len(sentences[0])-1]}}
	}
	return f.lines
}

// endless is more columns than any answer has.
const endless = 1 << 20

// Said is a screen's answer in one line of text.
func (a *Verdicts) Said(of *Screen) string {
	if why := of.WhyNot(); why != "" {
		return why
	}
	var spans []panel.Span
	for _, line := range a.Verdict(of, endless, 1) {
		spans = append(spans, line.Spans...)
	}
	return strings.ReplaceAll(strings.TrimSpace(panel.Plain(spans)), hard, " ")
}

// Sentence is what Plan says of a choice, in full. Calls of classes are left out: errors
// are those of the numbers that they are made from.
func Sentence(p *core.Pick) string {
	r, s := p.Result, p.Selection
	a := NewSession(context.Background(), Options{NoHonest: p.Honest == nil}, nil)
	state := State{Settings: r.Settings, View: View{Budget: s.Budget, Algorithm: s.Algorithm}}
	if classesOfLabel(r) != noClasses {
		state.Scale = ScaleR2
	}
	a.Shown, a.State = Shown{Result: r, Honest: p.Honest, State: state}, state
	a.Look.attributes(r, 0)
	a.Look.Picks = []core.Pick{*p}
	return a.Said(&Screen{})
}

// mostWanted is how many sentences give way to each other: what to ask, whether that is enough,
// and before both who gave the label. Others stand where there is room.
const mostWanted = 3

// leaves tells whether a sentence leaves room for the shortest form of those behind it.
func (f flow) leaves(spans []panel.Span, behind []said) bool {
	fits := f.add(spans)
	for _, s := range behind {
		if len(s) > 0 {
			fits = fits && f.add(s[len(s)-1])
		}
	}
	return fits
}

// said is a sentence, in fewer and fewer words.
type said [][]panel.Span

// dropping is a sentence of parts, without its last ones in fewer words.
func dropping(parts ...[]panel.Span) (s said) {
	for n := len(parts); n > 0; n-- {
		s = append(s, slices.Concat(parts[:n]...))
	}
	return s
}

// in is a piece of a sentence.
func in(pen theme.Pen, format string, args ...any) panel.Span {
	return panel.Span{Text: fmt.Sprintf(format, args...), Pen: pen}
}

// verdict is the answer in sentences: nothing can be chosen, the data refute the figures,
// nothing predicts the label, more helps, or the budget is enough as far as was looked. As
// long as the honest loss is not known it says none of the last three.
func (a *Verdicts) verdict() []said {
	if text := a.Shown.Honest.LabelRaters(); text != "" {
		return append([]said{{{in(theme.Warning.Strong(), "%s.", text)}}}, a.answer()...)
	}
	return a.answer()
}

// answer is the verdict without who gave the label.
func (a *Verdicts) answer() []said {
	l, s, h := &a.Look, a.Active(), a.Shown.Honest
	e := l.Picks[l.Active].Estimate()
	switch {
	case a.Shown.Result.Step == 0:
		return []said{a.nothingToChoose()}
	case a.Pick().Refutation() != "":
		return []said{a.refuted(), a.asks(false), a.remarks()}
	case h == nil || h.Why != "" || math.IsNaN(e.Loss):
		return []said{a.asks(true), a.unproven(), a.remarks()}
	}
	if _, err := h.Budget(s.Algorithm, core.Rule{}); err != nil {
		return []said{a.asks(true), {{in(theme.Warning, "%s.", capital(err.Error()))}}, a.remarks()}
	}
	advice := a.advice()
	if advice.State == core.AdviceHopeless {
		return []said{a.advise(advice), a.asks(false), a.remarks()}
	}
	return []said{a.asks(true), a.advise(advice), a.eachLabel(), a.askingTwice(), a.seenToo(), a.guessing(), a.remarks()}
}

// capital begins a text with a capital letter.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// asks says what to ask of each object, and what error to expect: as advice, or only
// what B would give.
func (a *Verdicts) asks(advised bool) said {
	l, r, s, m := &a.Look, a.Shown.Result, a.Active(), a.measure()
	text, label := theme.Text, in(theme.Text.Strong(), "%s", chart.Clean(r.Predicted()))
	worth, pen, name, article := core.Estimate{Loss: m.of(s.Loss)}, panel.AlgorithmPen(string(s.Algorithm)), "projected "+m.Words(), "a "
	sure := in(text, "")
	if !math.IsNaN(l.Picks[l.Active].Estimate().Loss) {
		worth, pen, name, sure = a.worth(l.Active), theme.Honest, m.Words(), a.explains()
		article = m.article()
	}
	value := in(pen.Strong(), "%s", m.Text(worth.Loss))
	n := a.bought(s.Repeats)
	if n == 0 {
		nothing := in(theme.Accent.Strong(), "Ask nothing")
		guess := ", and guess the mean of "
		if m.kind != noClasses {
			guess = ", and guess the commonest class of "
		}
		return said{
			{nothing, in(text, "%s", guess), label, in(text, ": that has %s%s of ", article, name), value, in(text, ".")},
			{nothing, in(text, ": %s ", name), value, in(text, ".")},
		}
	}
	what, paid := in(theme.Accent.Strong(), "%s", figure.CountOf(n, a.unit())), ""
	if s.Spent != model.Units(n) {
		paid = " for " + a.money(s.Spent)
	}
	verb, most, least := "Ask ", mostNamed, 1
	if a.bundled() {
		verb, most, least = "Make ", len(r.Design.Forms), len(r.Design.Forms)
	}
	named, brief := in(text.Strong(), "%s", a.named(s, most)), in(text.Strong(), "%s", a.named(s, least))
	if s.Optimistic() && math.IsNaN(l.Picks[l.Active].Estimate().Loss) { // an error of 0 would be a lie
		doubt := in(theme.Bad.Strong(), "The projected loss is below 0 and cannot be believed")
		return said{
			{in(text, "%s", verb), what, in(text, " of each object%s: ", paid), named, in(text, ". "), doubt, in(text, ": take a smaller budget, or judge more objects.")},
			{in(text, "%s", verb), what, in(text, ". "), doubt, in(text, ".")},
		}
	}
	if !advised {
		return said{
			{in(text, "With "), what, in(text, " of each object%s (", paid), named, in(text, "), the %s of ", name), label, in(text, " is "), value, sure, in(text, ".")},
			{in(text, "With "), what, in(text, ": %s ", name), value, in(text, ".")},
		}
	}
	return said{
		{in(text, "%s", verb), what, in(text, " of each object%s: ", paid), named, in(text, ". Predicts "), label, in(text, " with %s%s of ", article, name), value, sure, in(text, ".")},
		{in(text, "%s", verb), what, in(text, "%s: ", paid), brief, in(text, ". %s ", capital(name)), value, sure, in(text, ".")},
		{in(text, "%s", verb), what, in(text, "%s: ", paid), brief, in(text, ". %s ", capital(name)), value, in(text, ".")},
		{in(text, "%s", verb), what, in(text, ": %s ", name), value, in(text, ".")},
	}
}

// mostNamed is how many attributes the sentence names, and mostName how many columns of a name it
// has.
const mostNamed, mostName = 3, 200

// named lists what is bought most, at most so many, and counts the judgments of the others.
func (a *Verdicts) named(s *core.Selection, most int) string {
	all, rest, parts := a.buys(s.Repeats), 0, []string(nil)
	for k, i := range all {
		if k >= most && len(all) > most+1 {
			rest += i.n
			continue
		}
		i.name = chart.TruncateMiddle(i.name, mostName)
		parts = append(parts, strings.ReplaceAll(i.String(), " ", hard))
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("%d"+hard+"of"+hard+"%s", rest, figure.CountOf(len(all)-most, "other")))
	}
	return strings.Join(parts, ", ")
}

// nothingToChoose says why no attribute is a candidate, and what helps.
func (a *Verdicts) nothingToChoose() said {
	r, text := a.Shown.Result, theme.Text
	word, advice := in(theme.Bad.Strong(), "No attribute can be chosen"), in(text, "Data names the cause for each.")
	why := in(text, ": each needs judgments of objects with the label, and values that differ. ")
	if slices.ContainsFunc(r.Attributes, func(at core.Attribute) bool { return at.Usable() }) {
		why, advice = in(text, ": all that could be are excluded. "), in(text, "Space on Plan includes one.")
	}
	return said{{word, why, advice}, {word, in(text, ". "), advice}, {word, in(text, ".")}}
}

// advicePens are the hues of what advice begins with; others are warnings.
var advicePens = map[string]theme.Pen{
	core.AdviceHopeless: theme.Bad.Strong(), core.AdviceTooLittle: theme.Bad.Strong(), core.AdviceEnough: theme.Good.Strong(),
}

// advise says an advice, with what its budget gives, in the scale shown.
func (a *Verdicts) advise(advice core.Advice) said {
	m := a.measure()
	lead, rest := advice.Words(a.gives, func(b model.Amount) string { return m.Text(a.worthAt(b).Loss) })
	pen, known := advicePens[advice.State]
	if !known {
		pen = theme.Warning.Strong()
	}
	if advice.State == core.AdviceHopeless {
		alg := a.Shown.State.Algorithm
		best := a.worthAt(a.enoughOf(alg).best)
		if !m.Classes() {
			_, e := a.Shown.Honest.Lowest(alg)
			m.Scale = ScaleR2
			best = m.estimate(e)
		}
		lead += fmt.Sprintf(" (%s"+hard+"%s"+hard+"±"+hard+"%s at best)", m.Words(), m.Text(best.Loss), m.errorText(best.SE))
	}
	spans := []panel.Span{in(pen, "%s", lead), in(theme.Text, "%s", rest)}
	if n := a.Shown.Result.Objects; n < core.LeastSeen {
		spans = append(spans, in(theme.Warning, " Only %d objects: unsure.", n))
	}
	return said{spans, {in(pen, "%s", lead), in(theme.Text, ".")}}
}

// gives is the subject and the verb of what a budget gives: judgments where each costs one.
func (a *Verdicts) gives(b model.Amount) string {
	text := a.money(b)
	switch {
	case currency(a.Shown.Result) != "":
	case a.Look.priced || a.Shown.Result.Step != model.Unit:
		text = "B" + hard + "=" + hard + text
	case b != model.Unit:
		return text + " give"
	}
	return text + " gives"
}

// refuted says that the data contradict the figures: what the design projects, and what
// the judgments at hand show.
func (a *Verdicts) refuted() said {
	l, m, text := &a.Look, a.measure().losses(), theme.Text
	against, of := a.Pick().Seen.Contradiction(l.Picks[l.Active].Estimate())
	word, seen := in(theme.Bad.Strong(), "Refuted by your own data"), in(theme.Bad.Strong(), "%s", m.text(against.Loss))
	projected, honest := m.text(a.Active().Loss), m.text(of.Loss)
	whole := in(text, ": projected %s %s, honest %s, seen ", m.Words(), projected, honest)
	if a.Pick().Seen.Within != nil {
		whole = in(text, ": with half of the judgments that your objects hold, %s honest %s, seen ", m.Words(), honest)
	}
	return said{
		{word, whole, seen, in(text, " on %s. ", figure.CountOf(against.Objects, "object")), in(theme.Bad.Strong(), "Do not buy by these figures.")},
		{word, in(text, ": projected %s %s, seen ", m.Words(), projected), seen, in(text, ". "), in(theme.Bad.Strong(), "Do not buy.")},
		{word, in(text, ".")},
	}
}

// unproven says why there is no honest loss, and that the error is projected.
func (a *Verdicts) unproven() said {
	h := a.Shown.Honest
	switch {
	case a.Opt.NoHonest:
		return said{{in(theme.Warning, "These errors are projected by the model; --no-honest left out the honest ones.")}}
	case h != nil && h.Why != "":
		return said{{in(theme.Warning, "These errors are projected by the model. No honest error: %s.", h.Why)}, {in(theme.Warning, "No honest error: %s.", h.Why)}}
	}
	if p, now := a.working.longest(); p != nil && p.Of > 0 {
		words := strings.ReplaceAll(p.Words(now), " · ", ", ")
		return said{{in(theme.Muted, "These errors are projected by the model; the honest ones are being computed: %s.", words)}, {in(theme.Muted, "Honest errors are being computed: %s.", words)}, {in(theme.Muted, "Honest errors: %s.", p.brief(now))}}
	}
	return said{{in(theme.Muted, "These errors are projected by the model; the honest ones are being computed…")}, {in(theme.Muted, "Honest errors are being computed…")}}
}

// explains says how much of the label's variance that is, and how sure.
func (a *Verdicts) explains() panel.Span {
	s, e := a.Active(), a.Look.Picks[a.Look.Active].Estimate()
	switch m := a.measure(); {
	case m.Scale == ScaleR2 && !m.several:
		root := math.Sqrt(max(e.Loss, 0))
		return in(theme.Muted, hard+"±"+hard+"%s (typical error %s)", figure.Share(e.R2SE), figure.Significant(root, 3))
	case m.Classes():
		if worth := a.worth(a.Look.Active); !math.IsNaN(worth.SE) {
			return in(theme.Muted, hard+"±"+hard+"%s (%s)", m.errorText(worth.SE), a.companion(m))
		}
		if _, why := a.measuredCalls(); strings.HasPrefix(why, "n/a") {
			return in(theme.Muted, " (%s)", why)
		}
		return in(theme.Muted, " (being measured)")
	case m.several:
		return in(theme.Muted, hard+"±"+hard+"%s", figure.Share(e.R2SE))
	}
	return in(theme.Muted, " (R²"+hard+"%s"+hard+"±"+hard+"%s)", figure.Share(s.R2At(e.Loss)), figure.Share(e.R2SE))
}

// companion is what is said of calls besides a metric: κ beside the accuracy, else the
// accuracy, and which direction is better where the name does not say.
func (a *Verdicts) companion(m measure) string {
	beside, text := m, ""
	if beside.Scale = scaleOf(classes.Accuracy); m.Scale == beside.Scale {
		beside.Scale = scaleOf(classes.Kappa)
	}
	if !m.Metric().Higher {
		text = m.direction() + "; "
	}
	return text + beside.Words() + hard + beside.Text(beside.called(a.classesOf(a.Shown.State.Algorithm, a.Shown.State.Budget)).Loss)
}

// eachLabel says how much of each of several labels is explained.
func (a *Verdicts) eachLabel() said {
	parts := a.shares()
	if len(parts) == 0 {
		return nil
	}
	return said{{in(theme.Text, "R² of %s.", figure.List(parts, "and"))}}
}

// shares are the labels with what is explained of each, where there are several.
func (a *Verdicts) shares() (parts []string) {
	r := a.Shown.Result
	if len(r.Labels()) < 2 {
		return nil
	}
	for _, l := range a.labelShares() {
		if text := chart.Clean(l.Name) + " " + figure.Share(l.R2); math.IsNaN(l.SE) {
			parts = append(parts, text)
		} else {
			parts = append(parts, text+hard+"±"+hard+figure.Share(l.SE))
		}
	}
	return parts
}

// guessing says what asking nothing gives.
func (a *Verdicts) guessing() said {
	if a.Active().Spent == 0 {
		return nil
	}
	return said{{in(theme.Muted, "Asking nothing gives %s.", a.measure().text(a.Shown.Result.LabelVar))}}
}

// seenToo says what the data's own judgments show, or why they show nothing.
func (a *Verdicts) seenToo() said {
	s := a.Active()
	i := a.Shown.Result.BeyondCells(s)
	switch {
	case i >= 0:
		at := &a.Shown.Result.Attributes[i]
		var all said
		if r2, _ := core.WithinCells(a.Shown.Result, s); !math.IsNaN(r2) {
			all = said{{in(theme.Warning.Strong(), "Not seen in your data"), in(theme.Muted, ": there %s has %d, not %d; within it R²"+hard+"%s, projected.", chart.Clean(at.Name), at.Most, s.Repeats[i], figure.Share(r2))}}
		}
		return append(all, said{
			{in(theme.Warning.Strong(), "Not seen in your data"), in(theme.Muted, ": there %s has %d, not %d.", chart.Clean(at.Name), at.Most, s.Repeats[i])},
			{in(theme.Warning.Strong(), "Not seen in your data"), in(theme.Muted, ".")},
		}...)
	case a.Pick().Seen != nil && a.Pick().Seen.Why == "":
		m, scale := a.measure(), ""
		if m.Classes() { // the figure beside it is of classes
			scale = m.losses().Words() + hard
		}
		return said{{in(theme.Good.Strong(), "Seen in your data"), in(theme.Muted, ": %s%s.", scale, m.losses().text(a.Pick().Seen.Loss))}}
	}
	return nil
}

// askingTwice says that nobody knows what repeats bring of attributes that are asked and that no
// object has twice.
func (a *Verdicts) askingTwice() said {
	r, lead := a.Shown.Result, in(theme.Warning.Strong(), "Noise unknown")
	once := false
	for i, repeats := range a.Active().Repeats {
		once = once || repeats > 0 && r.Attributes[i].Once
	}
	if !once {
		return nil
	}
	objects := figure.CountOf(min(experiment.SecondRoundObjects, r.Objects), "object")
	return said{
		{lead, in(theme.Muted, ": one judgment of an object cannot say what asking twice would bring. Judge %s again to see.", objects)},
		{lead, in(theme.Muted, ": judge %s again to see whether asking twice helps.", objects)},
		{lead, in(theme.Muted, ": judge %s again.", objects)},
	}
}

// remarks are what makes the figures less than they seem.
func (a *Verdicts) remarks() said {
	r := a.Shown.Result
	var spans []panel.Span
	if wrong := doubt(a.Pick()); wrong != "" {
		spans = append(spans, in(theme.Warning, "%s ", wrong))
	}
	if names := r.Assumed(a.Active().Repeats); names != "" {
		spans = append(spans, in(theme.Warning, "Assumed: reliability %s. ", chart.Clean(names)))
	}
	if len(spans) == 0 {
		return nil
	}
	return said{spans}
}
