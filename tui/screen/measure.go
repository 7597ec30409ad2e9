package screen

import (
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Scale is what losses are shown as, on all screens, by the name that it is kept by: one of these,
// or a metric of classes.
type Scale string

// The scales of every label.
const (
	ScaleUsual Scale = ""      // accuracy of classes, R² of several labels, else the typical error
	ScaleError Scale = "error" // typical error √loss, in the label's units
	ScaleR2    Scale = "r2"    // share of the label's variance explained
	ScaleLoss  Scale = "loss"  // mean squared error, in squared units
)

// lossScales are the words of the scales of every label, and what they mean of a single label.
var lossScales = map[Scale]struct{ words, means string }{
	ScaleUsual: {},
	ScaleError: {"typical error", "the root of the mean squared error, in units of the label; lower is better"},
	ScaleR2:    {"R²", "the share of the label's variance that the prediction explains; 1 is perfect, 0 is guessing the mean"},
	ScaleLoss:  {"mean squared error", "the mean of (label - prediction)², in squared units; lower is better"},
}

func (s Scale) Classes() bool {
	_, ofLosses := lossScales[s]
	return !ofLosses
}

func (s Scale) Words() string {
	if s.Classes() {
		return classes.Metric(s).Title()
	}
	return lossScales[s].words
}

func (s Scale) article() string {
	if strings.ContainsRune("aARF", []rune(s.Words())[0]) {
		return "an "
	}
	return "a "
}

func (s Scale) metricOf(m *classes.Metrics) float64 { return classes.Metric(s).Of(m) }

// Higher tells whether larger figures are better, in a fixed range.
func (s Scale) Higher() bool {
	return s == ScaleR2 || s.Classes() && classes.Metric(s).HigherIsBetter()
}

func (s Scale) Text(v float64) string {
	switch {
	case math.IsNaN(v):
		return "…"
	case s.Higher():
		return figure.Share(v)
	}
	return figure.Significant(v, 3)
}

// measure turns losses of one label into figures of a scale.
type measure struct {
	Scale
	variance float64      // of the label, squared units
	several  bool         // labels, or scores of classes without an order: the loss is a sum
	classes  *model.Label // nil: without classes
	curve    *classCurve  // of the classes
}

// Measure is the one that is shown. A metric of classes that the label has not is the usual scale.
func (a *Evidence) Measure() measure {
	r := a.Shown.Result
	m := measure{a.Shown.State.Scale, r.LabelVar, r.Several(), r.ClassLabel(), a.Shown.classCurve()}
	if !slices.Contains(m.scales(), m.Scale) {
		m.Scale = m.scales()[0]
	}
	return m
}

// scales are those that the label has, the usual one first.
func (m measure) scales() (all []Scale) {
	if !m.several {
		all = []Scale{ScaleError, ScaleR2, ScaleLoss}
	} else if all = []Scale{ScaleR2, ScaleLoss}; m.classes != nil {
		all = all[:1]
	}
	if m.classes == nil {
		return all
	}
	var metrics []Scale
	for _, metric := range classes.AllMetrics() {
		metrics = append(metrics, Scale(metric))
	}
	return append(metrics, all...)
}

func (m measure) means() string {
	switch {
	case m.Classes():
		return classes.Metric(m.Scale).Meaning(m.classes.Ordered)
	case m.Scale == ScaleR2 && m.several:
		return "the share of the variance of all labels or classes that the predictions explain; 1 is perfect, 0 is guessing"
	case m.several:
		return "the sum over the labels, each as a share of its variance times its weight; lower is better"
	}
	return lossScales[m.Scale].means
}

// of is a loss in the scale. Metrics of classes follow from it where predictions are
// normal in each class: least squares has Cov(z, y) = Var(z) = Var(y) - loss.
func (m measure) of(loss float64) float64 {
	switch {
	case m.Scale == ScaleR2:
		return 1 - loss/m.variance
	case m.Scale == ScaleLoss || math.IsNaN(loss):
		return loss
	case m.Classes():
		return m.curve.figure(m.Scale, m.variance-loss)
	}
	return math.Sqrt(max(loss, 0))
}

// TextOf writes a loss. An R² far below 0 is written as a bound, because its size means nothing.
func (m measure) TextOf(loss float64) string {
	v := m.of(loss)
	if m.Scale == ScaleR2 && v < -99 {
		return "below -99"
	}
	return m.Text(v)
}

// Losses is the measure without the metrics of classes: R² stands in their place, for
// figures that are known as a loss alone.
func (m measure) Losses() measure {
	if m.Classes() {
		m.Scale = ScaleR2
	}
	return m
}

// estimate is a loss with its standard error in the scale: the error of √L is se/(2√L) by
// the delta method, and R² has an error of its own.
func (m measure) estimate(e core.Estimate) core.Estimate {
	v := m.of(e.Loss)
	switch {
	case m.Scale == ScaleR2:
		return core.Estimate{Loss: v, SE: m.r2SE(e)}
	case m.Scale == ScaleLoss:
		return e
	case m.Scale == ScaleError && v > 0:
		return core.Estimate{Loss: v, SE: e.SE / (2 * v)}
	}
	return core.Estimate{Loss: v, SE: math.NaN()}
}

// r2SE is the standard error of the R² of an estimate. Where only its loss has one, Var(y) is taken as known.
func (m measure) r2SE(e core.Estimate) float64 {
	if !(e.R2SE > 0) {
		return e.SE / m.variance
	}
	return e.R2SE
}

// difference is the difference d of a loss from another one, in the scale:
// √x - √y = (x - y)/(√x + √y), and its standard error likewise.
func (m measure) difference(d core.Estimate, loss, from float64) core.Estimate {
	switch m.Scale {
	case ScaleR2:
		return core.Estimate{Loss: -d.Loss / m.variance, SE: m.r2SE(d)}
	case ScaleError:
		if sum := m.of(loss) + m.of(from); sum > 0 {
			return core.Estimate{Loss: d.Loss / sum, SE: d.SE / sum}
		}
	}
	return d
}

// called is the metric of classes shown, of calls that were measured; NaN of none.
func (m measure) called(c *core.Classes) core.Estimate {
	if c == nil {
		return core.UnknownEstimate()
	}
	x := c.Metric(classes.Metric(m.Scale))
	return core.Estimate{Loss: x.X, SE: x.SE}
}

// withError writes a figure of the scale with its standard error, where that is known.
func (m measure) withError(e core.Estimate) string {
	if math.IsNaN(e.SE) {
		return m.Text(e.Loss)
	}
	return figure.WithError(e.Loss, e.SE)
}

func (m measure) errorText(se float64) string {
	if m.Higher() {
		return figure.Share(se)
	}
	return figure.Significant(se, 2)
}

func (m measure) direction() string {
	return map[bool]string{true: "higher is better", false: "lower is better"}[m.Higher()]
}

// lowestFirst is a figure such that a smaller one is better.
func (m measure) lowestFirst(v float64) float64 {
	if m.Higher() {
		return -v
	}
	return v
}

func (m measure) signed(d core.Estimate) string {
	text := m.withError(d)
	if d.Loss > 0 {
		return "+" + text
	}
	return text
}

// NextScale shows losses in the next scale that the label has, and says what it means.
func (a *Focus) NextScale() {
	s, m := a.State, a.Measure()
	all := m.scales()
	if s.Scale = all[(slices.Index(all, m.Scale)+1)%len(all)]; s.Scale == all[0] {
		s.Scale = ScaleUsual
	}
	a.explained = explainsScale
	a.Set(s, ChangeSetting)
}

// MetricWords are the metrics of classes that the label has, each with what it means.
func (a *Evidence) MetricWords() (all [][2]string) {
	m := a.Measure()
	for _, s := range m.scales() {
		if m.Scale = s; s.Classes() {
			all = append(all, [2]string{s.Words(), m.means()})
		}
	}
	return all
}

// byMetric is the budget that the metric of classes shown recommends for an algorithm; nil while that is not known.
func (a *Evidence) byMetric(alg selection.Algorithm) *core.MetricBudget {
	if alg != a.Shown.State.Algorithm {
		return nil
	}
	for i := range a.Look.Picks {
		if by := a.Look.Picks[i].By; by != nil && by.Algorithm == alg { // a choice that a metric made
			return by
		}
	}
	return a.Enough.now()
}

// recommended is the budget recommended for an algorithm: by the metric of classes that is shown once that
// is known, by the honest loss otherwise; false where none is better than judging nothing, and while the honest
// loss is not known.
func (a *Evidence) recommended(alg selection.Algorithm) (model.Amount, bool) {
	if at := a.Shown.held(); !at.hasHonest() || !at.honest.Has(alg) {
		return 0, false
	}
	if by := a.byMetric(alg); by != nil {
		return by.Budget, by.Budget > 0
	}
	return a.Shown.Honest.Recommended(alg)
}

// advice is what the objects held out say of B, by the loss or by the metric of classes shown.
func (a *Evidence) advice() core.Advice {
	s := a.Active()
	if m := a.byMetric(s.Algorithm); m != nil {
		return m.Advise(s.Budget)
	}
	if a.Shown.Honest == nil {
		return core.Advice{}
	}
	return a.Shown.Honest.Advise(s.Algorithm, s.Budget)
}

// worth is the honest figure of the i-th selection in the scale shown, with its standard
// error; NaN while it is not known. Nothing bought is worth what asking nothing gives.
func (a *Evidence) worth(i int) core.Estimate {
	return a.worthOf(a.Look.Picks[i].Selection.Algorithm, a.Shown.State.Budget)
}

func (a *Evidence) worthAt(b model.Amount) core.Estimate {
	return a.worthOf(a.Shown.State.Algorithm, b)
}

// worthOf is the honest figure of an algorithm at a budget in the scale shown, NaN while it is not known.
func (a *Evidence) worthOf(alg selection.Algorithm, b model.Amount) core.Estimate {
	m := a.Measure()
	switch {
	case a.Shown.Result.At(alg, b).Spent == 0:
		return core.Estimate{Loss: m.of(m.variance), SE: math.NaN()}
	case !m.Classes():
		return m.estimate(honestAt(a.honestSoFar(), alg, b))
	}
	if by := a.byMetric(alg); by != nil {
		switch b {
		case by.Budget:
			return core.Estimate{Loss: by.Has.X, SE: by.Has.SE}
		case by.BestAt:
			return core.Estimate{Loss: by.Best.X, SE: by.Best.SE}
		}
	}
	return m.called(a.classesOf(alg, b))
}

// figureAt is what a budget gives: honest where that is known, else projected.
func (a *Evidence) figureAt(b model.Amount, loss float64) (text string, honest bool) {
	m := a.Measure()
	if e := a.worthAt(b); !m.Classes() && !math.IsNaN(e.Loss) {
		return m.Text(e.Loss), true
	}
	return m.TextOf(loss), false
}

// sameChoice is the word for no difference, besides those of core.
const sameChoice = "the same choice"

// difference is the honest figure of a selection minus the active selection's, on the same
// objects, and how sure the one is worse, in words; "" where it is not known.
func (a *Evidence) difference(i int) (d core.Estimate, words string) {
	l, h, m := &a.Look, a.Shown.Honest, a.Measure()
	active, b := a.Shown.State.Algorithm, a.Shown.State.Budget
	if d = core.UnknownEstimate(); i == l.Active || h == nil || math.IsNaN(l.Picks[i].Estimate().Loss) {
		return d, ""
	}
	if !m.Classes() {
		d = l.Picks[i].Less(a.Pick())
	} else if c, from := a.classesOf(l.Picks[i].Selection.Algorithm, b), a.classesOf(active, b); c != nil && from != nil && c.Why == "" && from.Why == "" {
		x, se := c.Less(&from.Measured)
		d = core.Estimate{Loss: m.metricOf(&x), SE: m.metricOf(&se)}
	}
	if math.IsNaN(d.Loss) {
		return d, ""
	}
	worse := d
	if m.Classes() {
		worse.Loss = m.lowestFirst(d.Loss)
	} else {
		d = m.difference(d, l.Picks[i].Estimate().Loss, l.Picks[l.Active].Estimate().Loss)
	}
	if slices.Equal(l.Picks[i].Selection.Repeats, l.Picks[l.Active].Selection.Repeats) {
		return d, sameChoice
	}
	_, words = h.Verdict(worse)
	return d, words
}

// measuredCalls are the calls of the active algorithm at B, or why there are none.
func (a *Evidence) measuredCalls() (c *core.Classes, why string) {
	if why := a.unknowable(); why != "" {
		return nil, "n/a: " + why
	}
	c = a.classesOf(a.Shown.State.Algorithm, a.Shown.State.Budget)
	switch {
	case a.Active().Spent == 0:
		return nil, "nothing is chosen at this budget"
	case c == nil:
		return nil, "calls are being measured…"
	case c.Why != "":
		return nil, "n/a: " + c.Why
	}
	return c, ""
}

// doubt says what is impossible about an honest loss, in a word or two; "" for nothing.
func doubt(p *core.Pick) string {
	switch s := &p.Selection; {
	case p.Impossible() == "":
		return ""
	case p.Honest.Raw(s.Algorithm, s.Budget).Loss < 0:
		return "R² above 1!"
	}
	return "noise floor!"
}
