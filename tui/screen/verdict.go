package screen

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/experiment"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// said is a sentence, in fewer and fewer words.
type said [][]panel.Span

// in is a piece of a sentence.
func in(pen theme.Pen, format string, args ...any) panel.Span {
	return panel.Span{Text: fmt.Sprintf(format, args...), Pen: pen}
}

// say is a sentence in which each %v stands for a piece in its own pen, or for a plain text.
func say(format string, args ...any) (spans []panel.Span) {
	for i, plain := range strings.Split(format, "%v") {
		if i > 0 {
			piece, ok := args[i-1].(panel.Span)
			if !ok {
				piece = in(theme.Text, "%v", args[i-1])
			}
			spans = append(spans, piece)
		}
		if plain != "" {
			spans = append(spans, in(theme.Text, "%s", plain))
		}
	}
	return spans
}

// mostWanted is how many sentences give way to each other: what to ask, whether that is enough,
// and before both who gave the label. Others stand where there is room.
const mostWanted = 3

// endless is more columns than any answer has.
const endless = 1 << 20

// Verdict is a screen's answer in words, in at most so many lines of w columns: what to ask,
// how good the prediction is and how sure, where the screen has no other. The most important part comes first, and parts
// without room are left out.
func (a *Verdicts) Verdict(of *Screen, w, lines int) []panel.Line {
	if w <= 0 || lines <= 0 || of.WhyNot() != "" { // the screen says it
		return nil
	}
	f, sentences := flow{w: w, most: lines}, []said(nil)
	if of.Answer != nil {
		sentences = of.Answer()
	} else {
		sentences = a.verdict()
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
	if len(f.lines) > 0 && w < endless && (of.Losses || of.Axis) { // a sentence alone has no study
		if n := len(a.Notes()); n > 0 {
			f.add([]panel.Span{in(theme.Warning, "4 shows %s.", figure.CountOf(n, "finding"))})
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

// Said is a screen's answer in one line of text.
func (a *Verdicts) Said(of *Screen) string {
	if why := of.WhyNot(); why != "" {
		return why
	}
	var text strings.Builder
	for _, line := range a.Verdict(of, endless, 1) {
		text.WriteString(panel.Plain(line.Spans))
	}
	return strings.ReplaceAll(strings.TrimSpace(text.String()), hard, " ")
}

// Sentence is what Plan says of a choice, in full: by the metric of classes that chose its budget, or
// else by errors of numbers.
func Sentence(p *core.Pick) string {
	r, s := p.Result, p.Selection
	a := NewSession(context.Background(), Options{NoHonest: p.Honest == nil}, nil)
	state := State{Settings: r.Settings, View: View{Budget: s.Budget, Algorithm: s.Algorithm}}
	if by := p.By; by != nil {
		state.Scale = Scale(by.Metric)
		c, _ := p.Classes(context.Background(), nil) // the only error is the context's
		a.calls, a.of = measured{choice{s.Algorithm, s.Budget}: c}, p.Honest
	} else if r.ClassLabel() != nil {
		state.Scale = ScaleR2
	}
	a.Shown, a.State = Shown{Result: r, Honest: p.Honest, State: state}, state
	if p.By != nil {
		a.Shown.curves = classCurves(&a.Shown)
	}
	a.Look.attributes(r)
	a.Look.Picks = []core.Pick{*p}
	return a.Said(&Screen{})
}

// verdict is the answer in sentences: who gave the label where that is in doubt; nothing can be chosen, the data
// refute the figures, nothing predicts the label, more helps, or the budget is enough as far as was looked. As long
// as the honest loss is not known it says none of the last three.
func (a *Verdicts) verdict() (all []said) {
	if text := a.Shown.Honest.LabelRaters(); text != "" {
		all = []said{{{in(theme.Warning.Strong(), "%s.", text)}}}
	}
	s, h := a.Active(), a.Shown.Honest
	switch {
	case a.Shown.Result.Step == 0:
		return append(all, a.nothingToChoose())
	case a.Pick().Refutation() != "":
		return append(all, a.refuted(), a.asks(false), a.remarks())
	case h == nil || h.Why != "" || math.IsNaN(a.Pick().Estimate().Loss):
		return append(all, a.asks(true), a.unproven(), a.remarks())
	}
	if _, err := h.Budget(s.Algorithm, core.Rule{}); err != nil {
		return append(all, a.asks(true), said{{in(theme.Warning, "%s.", Capital(err.Error()))}}, a.remarks())
	}
	advice := a.advice()
	if advice.State == core.AdviceHopeless {
		return append(all, a.advise(advice), a.asks(false), a.remarks())
	}
	return append(all, a.asks(true), a.advise(advice), a.eachLabel(), a.askingTwice(), a.seenToo(), a.lessThanPaid(), a.guessing(), a.remarks())
}

// Capital is a text as it begins a sentence. A name of a file or an attribute stays as it is.
func Capital(text string) string {
	if first, _, _ := strings.Cut(text, " "); first == "" || strings.ContainsAny(first, "._0123456789") {
		return text
	}
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// asks says what to ask of each object, and what error to expect: as advice, or only what B would give.
func (a *Verdicts) asks(advised bool) said {
	r, s, m, known := a.Shown.Result, a.Active(), a.Measure(), !math.IsNaN(a.Pick().Estimate().Loss)
	label := in(theme.Text.Strong(), "%s", chart.Clean(r.Predicted()))
	worth, pen, name, article, sure := m.of(s.Loss), panel.AlgorithmPen(string(s.Algorithm)), "projected "+m.Words(), "a ", any("")
	if known {
		worth, pen, name, article, sure = a.worth(a.Look.Active).Loss, theme.Honest, m.Words(), m.article(), a.explains()
	}
	value := in(pen.Strong(), "%s", m.Text(worth))
	n := a.bought(s.Repeats)
	if n == 0 {
		nothing, guess := in(theme.Accent.Strong(), "Ask nothing"), "the mean"
		if m.classes != nil {
			guess = "the commonest class"
		}
		return said{say("%v, and guess %v of %v: that has %v%v of %v.", nothing, guess, label, article, name, value), say("%v: %v %v.", nothing, name, value)}
	}
	what, paid := in(theme.Accent.Strong(), "%s", figure.CountOf(n, a.unit())), ""
	if s.Spent != model.Units(n) {
		paid = " for " + a.money(s.Spent)
	}
	verb, most, least := "Ask", mostNamed, 1
	if a.bundled() {
		verb, most, least = "Make", len(r.Design.Forms), len(r.Design.Forms)
	}
	named, brief := in(theme.Text.Strong(), "%s", a.named(s, most)), in(theme.Text.Strong(), "%s", a.named(s, least))
	switch {
	case s.Optimistic() && !known: // an error of 0 would be a lie
		doubt := in(theme.Bad.Strong(), "The projected loss is below 0 and cannot be believed")
		return said{say("%v %v of each object%v: %v. %v: take a smaller budget, or judge more objects.", verb, what, paid, named, doubt), say("%v %v. %v.", verb, what, doubt)}
	case !advised:
		return said{say("With %v of each object%v (%v), the %v of %v is %v%v.", what, paid, named, name, label, value, sure), say("With %v: %v %v.", what, name, value)}
	}
	return said{
		say("%v %v of each object%v: %v. Predicts %v with %v%v of %v%v.", verb, what, paid, named, label, article, name, value, sure),
		say("%v %v%v: %v. %v %v%v.", verb, what, paid, brief, Capital(name), value, sure),
		say("%v %v%v: %v. %v %v.", verb, what, paid, brief, Capital(name), value),
		say("%v %v: %v %v.", verb, what, name, value),
	}
}

// mostNamed is how many attributes the sentence names, and mostName how many columns of a name it has.
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
		parts = append(parts, fmt.Sprintf("%d"+hard+"among"+hard+"%s", rest, figure.CountOf(len(all)-most, "other")))
	}
	return strings.Join(parts, ", ")
}

func (a *Verdicts) nothingToChoose() said {
	word := in(theme.Bad.Strong(), "No attribute can be chosen")
	why, advice := "each needs judgments of objects with the label, and values that differ", "Data names the cause for each."
	if slices.ContainsFunc(a.Shown.Result.Attributes, func(at core.Attribute) bool { return at.Usable() }) {
		why, advice = "all that could be are excluded", "Space on Plan includes one."
	}
	return said{say("%v: %v. %v", word, why, advice), say("%v. %v", word, advice), say("%v.", word)}
}

// advicePens are the hues of what advice begins with; others are warnings.
var advicePens = map[string]theme.Pen{
	core.AdviceHopeless: theme.Bad.Strong(), core.AdviceTooLittle: theme.Bad.Strong(), core.AdviceEnough: theme.Good.Strong(),
}

func (a *Verdicts) adviceWords(advice core.Advice) (lead, rest string) {
	return advice.Words(a.gives, func(b model.Amount) string { return a.Measure().Text(a.worthAt(b).Loss) })
}

func (a *Verdicts) advise(advice core.Advice) said {
	if advice.State == "" && a.Shown.Result.AtBudgets() { // no other budget was asked for
		return nil
	}
	lead, rest := a.adviceWords(advice)
	pen := cmp.Or(advicePens[advice.State], theme.Warning.Strong())
	if advice.State == core.AdviceHopeless {
		m, alg := a.Measure(), a.Shown.State.Algorithm
		lowest, e := a.Shown.Honest.Lowest(alg)
		if by := a.byMetric(alg); by != nil {
			lowest = by.BestAt
		}
		best := a.worthAt(lowest)
		if !m.Classes() {
			m.Scale = ScaleR2
			best = m.estimate(e)
		}
		lead += fmt.Sprintf(" (%s"+hard+"%s"+hard+"±"+hard+"%s at best)", m.Words(), m.Text(best.Loss), m.errorText(best.SE))
	}
	word, few := in(pen, "%s", lead), any("")
	if n := a.Shown.Result.Objects; n < core.LeastSeen {
		few = in(theme.Warning, " Only %d objects: unsure.", n)
	}
	return said{say("%v%v%v", word, rest, few), say("%v.", word)}
}

// gives is the subject and the verb of what a budget gives: judgments where each costs one.
func (a *Verdicts) gives(b model.Amount) string {
	text := a.money(b)
	switch {
	case currency(a.Shown.Result) != "":
	case a.Look.Priced || a.Shown.Result.Step != model.Unit:
		text = "B" + hard + "=" + hard + text
	case b != model.Unit:
		return text + " give"
	}
	return text + " gives"
}

// refuted says that the data contradict the figures: what the design projects, and what the judgments at hand show.
func (a *Verdicts) refuted() said {
	m, pick := a.Measure().Losses(), a.Pick()
	against, of := pick.Seen.Contradiction(pick.Estimate())
	bad := theme.Bad.Strong()
	word, seen := in(bad, "Refuted by your own data"), in(bad, "%s", m.TextOf(against.Loss))
	projected, honest := m.Words()+" "+m.TextOf(pick.Selection.Loss), m.TextOf(of.Loss)
	whole := fmt.Sprintf("projected %s, honest %s", projected, honest)
	if pick.Seen.Within != nil {
		whole = fmt.Sprintf("with half of the judgments that your objects hold, %s honest %s", m.Words(), honest)
	}
	return said{
		say("%v: %v, seen %v on %v. %v", word, whole, seen, figure.CountOf(against.Objects, "object"), in(bad, "Do not buy by these figures.")),
		say("%v: projected %v, seen %v. %v", word, projected, seen, in(bad, "Do not buy.")),
		say("%v.", word),
	}
}

// unproven says why there is no honest loss, and that the error is projected.
func (a *Verdicts) unproven() (s said) {
	pen, all := theme.Muted, []string{"These errors are projected by the model; the honest ones are being computed…", "Honest errors are being computed…"}
	h := a.Shown.Honest
	p, now := a.working.longest()
	switch {
	case a.Opt.NoHonest:
		pen, all = theme.Warning, []string{"These errors are projected by the model; --no-honest left out the honest ones."}
	case h != nil && h.Why != "":
		no := "No honest error: " + h.Why + "."
		pen, all = theme.Warning, []string{"These errors are projected by the model. " + no, no}
	case p != nil && p.Of > 0:
		words := strings.ReplaceAll(p.Words(now), " · ", ", ")
		all = []string{"These errors are projected by the model; the honest ones are being computed: " + words + ".", "Honest errors are being computed: " + words + ".", "Honest errors: " + p.brief(now) + "."}
	}
	for _, text := range all {
		s = append(s, []panel.Span{{Text: text, Pen: pen}})
	}
	return s
}

// explains says how much of the label's variance that is, and how sure.
func (a *Verdicts) explains() panel.Span {
	const pm = hard + "±" + hard
	e, text := a.Pick().Estimate(), ""
	switch m := a.Measure(); {
	case m.Scale == ScaleR2 && !m.several:
		text = fmt.Sprintf(pm+"%s (typical error %s)", figure.Share(e.R2SE), figure.Significant(math.Sqrt(max(e.Loss, 0)), 3))
	case m.Classes():
		worth := a.worth(a.Look.Active)
		_, why := a.measuredCalls()
		switch {
		case !math.IsNaN(worth.SE):
			text = fmt.Sprintf(pm+"%s (%s)", m.errorText(worth.SE), a.companion(m))
		case strings.HasPrefix(why, "n/a"):
			text = " (" + why + ")"
		default:
			text = " (being measured)"
		}
	case m.several:
		text = pm + figure.Share(e.R2SE)
	default:
		text = " (R²" + hard + figure.Share(a.Active().R2At(e.Loss)) + pm + figure.Share(e.R2SE) + ")"
	}
	return panel.Span{Text: text, Pen: theme.Muted}
}

// companion is what is said of calls besides a metric: κ beside the accuracy, else the
// accuracy, and which direction is better where the name does not say.
func (a *Verdicts) companion(m measure) string {
	beside, text := m, ""
	if beside.Scale = Scale(classes.Accuracy); m.Scale == beside.Scale {
		beside.Scale = Scale(classes.Kappa)
	}
	if !m.Higher() {
		text = m.direction() + "; "
	}
	return text + beside.Words() + hard + beside.Text(beside.called(a.classesOf(a.Shown.State.Algorithm, a.Shown.State.Budget)).Loss)
}

func (a *Verdicts) eachLabel() said {
	if len(a.Shown.Result.Labels()) < 2 {
		return nil
	}
	of, parts := a.Shown.held(), []string(nil)
	if of.honest != nil && (!of.honest.Has(of.algorithm) || math.IsNaN(honestAt(of.honest, of.algorithm, of.budget).Loss)) {
		of.honest = nil // it would take longer than a frame
	}
	p := of.pick()
	for _, l := range p.LabelShares() {
		text := chart.Clean(l.Name) + " " + figure.Share(l.R2)
		if !math.IsNaN(l.SE) {
			text += hard + "±" + hard + figure.Share(l.SE)
		}
		parts = append(parts, text)
	}
	return said{say("R² of %v.", figure.List(parts, "and"))}
}

// lessThanPaid says how much less is paid for an object than the log of calls has cost.
func (a *Verdicts) lessThanPaid() said {
	r, s, paid := a.Shown.Result, a.Active(), 0.
	for _, f := range r.Design.Forms {
		paid += f.Price.Float() * float64(r.Attributes[f.Attributes[0]].Judgments) / float64(r.Objects)
	}
	cost, ok := s.Spent.Times(thousand)
	if !a.bundled() || currency(r) == "" || !ok || s.Spent == 0 || !(s.Spent.Float() < paid) {
		return nil
	}
	each, less := in(theme.Text.Strong(), "%s per 1,000 objects", a.money(cost)), figure.Percent(1-s.Spent.Float()/paid)+" less than your log paid"
	return said{{each, in(theme.Muted, ", %s.", less)}, {in(theme.Muted, "%s.", Capital(less))}}
}

func (a *Verdicts) guessing() said {
	if a.Active().Spent == 0 {
		return nil
	}
	return said{{in(theme.Muted, "Asking nothing gives %s.", a.Measure().TextOf(a.Shown.Result.LabelVar))}}
}

// seenToo says what the data's own judgments show, or why they show nothing.
func (a *Verdicts) seenToo() (all said) {
	r, s, seen := a.Shown.Result, a.Active(), a.Pick().Seen
	if i := r.BeyondCells(s); i >= 0 {
		lead, at := in(theme.Warning.Strong(), "Not seen in your data"), &r.Attributes[i]
		there := fmt.Sprintf(": there %s has %d, not %d", chart.Clean(at.Name), at.Most, s.Repeats[i])
		if r2, _ := core.WithinCells(r, s); !math.IsNaN(r2) {
			all = said{{lead, in(theme.Muted, "%s; within it R²"+hard+"%s, projected.", there, figure.Share(r2))}}
		}
		return append(all, []panel.Span{lead, in(theme.Muted, "%s.", there)}, []panel.Span{lead, in(theme.Muted, ".")})
	}
	if seen == nil || seen.Why != "" {
		return nil
	}
	m, scale := a.Measure(), ""
	if m.Classes() { // the figure beside it is of classes
		scale = m.Losses().Words() + hard
	}
	return said{{in(theme.Good.Strong(), "Seen in your data"), in(theme.Muted, ": %s%s.", scale, m.Losses().TextOf(seen.Loss))}}
}

// askingTwice says that nobody knows what repeats bring of attributes that are asked and that no object has twice.
func (a *Verdicts) askingTwice() said {
	r, lead, once := a.Shown.Result, in(theme.Warning.Strong(), "Noise unknown"), false
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
	text := doubt(a.Pick())
	if names := a.Shown.Result.Attributes.Assumed(a.Active().Repeats); names != "" {
		text = strings.TrimSpace(text + " Assumed: reliability " + chart.Clean(names) + ".")
	}
	if text == "" {
		return nil
	}
	return said{{in(theme.Warning, "%s", text)}}
}
