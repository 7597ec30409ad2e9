package screen

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// card is a document about the selected attribute.
type card struct {
	*Document
	of string // the attribute shown last
}

// aim is the reliability that one may want of a mean of judgments, and negligible what rounding
// leaves of a mean.
const aim, negligible = .8, 1e-9

func newCard(changed func()) card { return card{Document: newDocument(ListsCard, changed)} }

// refresh writes the card if it has a place, from its top where it is of another attribute
// than before.
func (d *card) refresh(a *Session, b *Body) {
	if b.At(&d.Pane).Empty() {
		return
	}
	selected := a.Selected()
	a.Card = selected
	if selected != d.of {
		d.of, d.Text.Offset = selected, 0
	}
	title, lines := cmp.Or(selected, "no attribute"), []panel.Line(nil)
	for i := range a.Shown.Result.Attributes {
		if a.Shown.Result.Attributes[i].Name == selected {
			lines = a.CardLines(i, d.width(b))
		}
	}
	d.show(b, title, lines)
}

// CardLines are an attribute's figures, each with the formula and this
// attribute's values in it, and their bands once they are resampled.
func (a *Focus) CardLines(i, width int) []panel.Line {
	r := a.Shown.Result
	at := &r.Attributes[i]
	o := &Page{ds: r.Data(), Width: width}
	if why := at.Unusable(); why != "" {
		o.say(theme.Warning, "%s", why)
	}
	o.fact("judgments", fmt.Sprintf("%s of %s; mean %s, price %s", figure.Count(at.Judgments), figure.CountOf(at.Objects, "object"),
		figure.Significant(at.Mean, 3), at.Price))
	if line := a.histogram(i, max(min(width-30, 48), 8)); line != "" {
		o.fact("", line)
	}
	bands := a.bandsOf(i)
	o.estimates(r, at, bands)
	o.shrunk(r, i)
	o.reliabilityOf(at, bands)
	if at.Usable() {
		a.choiceLines(o, i)
		o.related(r, i)
	}
	return o.Lines
}

// estimates are b, v, σ² and what follows from them.
func (o *Page) estimates(r *core.Result, at *core.Attribute, bands core.Bands) {
	sig := func(v float64) string { return figure.Significant(v, 3) }
	if r.Several() {
		bands.B[0] = math.NaN() // resamples hold the first score's b only
	}
	o.fact("corr", fmt.Sprintf("%s with %s", figure.Corr(at.Corr), r.Label))
	if corr, clipped := at.Disattenuated(r.LabelVar); !math.IsNaN(corr) {
		mark := ""
		if clipped {
			mark = " (beyond 1, clipped: too few objects to tell)"
		}
		o.fact("  no noise", fmt.Sprintf("%s if judgments had no noise%s", figure.Corr(corr), mark))
	}
	o.fact("b", fmt.Sprintf("%s%s   label covariance", sig(at.B), within(bands.B)))
	if at.Once {
		o.fact("t²", sig(at.T*at.T)+"   variance of one judgment, noise and signal")
		o.fact("v, σ²", core.UnknownLegend)
		return
	}
	o.fact("v", fmt.Sprintf("%s%s   internal variance: judgments of one object", sig(at.V), within(bands.V)))
	o.fact("σ²", fmt.Sprintf("%s%s   external variance: objects, noise removed", sig(at.Sigma2), within(bands.Sigma2)))
	if at.Sigma2 > 0 {
		o.fact("  from", fmt.Sprintf("t² − noise of the means = %s − %s", sig(at.T*at.T), sig(at.T*at.T-at.Sigma2)))
		o.fact("on the map", fmt.Sprintf("b/σ = %s/%s = %s; v/σ² = %s/%s = %s", sig(at.B), sig(math.Sqrt(at.Sigma2)), sig(at.NormalizedCorrelation()),
			sig(at.V), sig(at.Sigma2), sig(at.NoiseRatio())))
	}
}

// shrunk says what takes the place of b on an attribute's card.
func (o *Page) shrunk(r *core.Result, attribute int) {
	b, tau, share := r.Shrunk(attribute)
	if math.IsNaN(b) {
		return
	}
	left := ""
	if !math.IsNaN(share) {
		left = fmt.Sprintf("   shrunk to %s of what was seen", figure.Percent(share))
	}
	o.fact("b shrunk", fmt.Sprintf("%s%s; prior variance τ = %s", figure.Significant(b, 3), left, figure.Significant(tau, 3)))
}

func (o *Page) reliabilityOf(at *core.Attribute, bands core.Bands) {
	if at.Once {
		o.fact("reliability", core.AskedOnce)
		return
	}
	text := figure.Share(at.Reliability()) + within(bands.Reliability) + " of one judgment"
	if at.Assumed > 0 {
		text += ", assumed"
	}
	if !math.IsNaN(at.Reliability()) {
		text += fmt.Sprintf(": σ²/(σ²+v) = %s/(%[1]s+%s)", figure.Significant(at.Sigma2, 3), figure.Significant(at.V, 3))
	}
	o.fact("reliability", text)
	o.fact("  of a mean", fmt.Sprintf("%s of 2, %s of 5, %s of 10 judgments",
		figure.Share(at.ReliabilityOf(2)), figure.Share(at.ReliabilityOf(5)), figure.Share(at.ReliabilityOf(10))))
	o.fact("for .80", needed(at.JudgmentsFor(aim)))
}

// choiceLines say what the algorithms buy of an attribute, and what more would
// bring.
func (a *Focus) choiceLines(o *Page, i int) {
	r := a.Shown.Result
	for _, k := range a.Look.Beside {
		s := &a.Look.Picks[k].Selection
		text := fmt.Sprintf("%s at B = %s", figure.CountOf(s.Repeats[i], "judgment"), Money(r, s.Budget))
		if spent, ok := r.Enters(s, i); ok {
			text += fmt.Sprintf("; enters the path at %s", Money(r, spent))
		}
		o.fact(string(s.Algorithm), text)
	}
	sel := a.Active()
	more := "being computed…"
	losses, _ := a.Further.Answer(furtherAt{a.Shown.choice(), i}) // the card may be another attribute's
	switch once := r.Attributes[i].Once; {
	case once && sel.Repeats[i] > 0:
		more = "none: asked at most once"
	case losses == nil:
	case once:
		more = fmt.Sprintf("the projected loss falls by %s with one", figure.Significant(sel.Loss-losses[0], 2))
	default:
		more = fmt.Sprintf("the projected loss falls by %s with one more, %s with two, %s with five",
			figure.Significant(sel.Loss-losses[0], 2), figure.Significant(sel.Loss-losses[1], 2), figure.Significant(sel.Loss-losses[4], 2))
	}
	o.fact("more of it", more)
	if st := a.Look.stable; st != nil {
		o.fact("resampled", fmt.Sprintf("chosen in %s of the resamples, median %s", figure.Percent(st.Frequency[i]), plainNumber(st.Median[i])))
	} else if a.resamples() {
		o.line(theme.Muted, "intervals come with the resampling")
	}
}

// mostRelated is how many attributes a card compares with.
const mostRelated = 4

// related names what an attribute correlates with most, noise and halo taken
// out.
func (o *Page) related(r *core.Result, i int) {
	with := r.Related(i)
	var order []int
	for k, c := range with {
		if k != i && !math.IsNaN(c) {
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(k, l int) int { return cmp.Compare(math.Abs(with[l]), math.Abs(with[k])) })
	var names []string
	for _, k := range order[:min(len(order), mostRelated)] {
		names = append(names, fmt.Sprintf("%s %s", r.Attributes[k].Name, figure.Corr(with[k])))
	}
	if len(names) > 0 {
		o.fact("goes with", strings.Join(names, ", ")+" (correlations without noise)")
	}
}

// histogram is a line of the attribute's judgments, kept until another Result
// brings other data.
func (a *Focus) histogram(i, bins int) string {
	key := histogramKey{i, bins}
	if line, known := a.histograms[key]; known {
		return line
	}
	ds := a.Opt.Study.Data()
	var values []float64
	for j, at := range ds.Attr {
		if int(at) == i {
			values = append(values, ds.Value[j])
		}
	}
	line := sharesOf(values)
	if len(values) > 0 && line == "" {
		if text := panel.Histogram(values, bins); text != "" {
			line = fmt.Sprintf("%s %s %s", figure.Significant(slices.Min(values), 3), text, figure.Significant(slices.Max(values), 3))
		}
	}
	if a.histograms == nil {
		a.histograms = make(map[histogramKey]string)
	}
	a.histograms[key] = line
	return line
}

// fewValues is up to how many different judgments their shares are written out.
const fewValues = 5

// sharesOf writes what share of the judgments each value is: 0: 54 %, 1: 46 %; "" where
// there are more than a few values.
func sharesOf(values []float64) string {
	count := make(map[float64]int)
	for _, v := range values {
		if count[v]++; len(count) > fewValues {
			return ""
		}
	}
	var parts []string
	for _, v := range slices.Sorted(maps.Keys(count)) {
		parts = append(parts, fmt.Sprintf("%s: %s", strconv.FormatFloat(v, 'g', 3, 64), figure.Percent(float64(count[v])/float64(len(values)))))
	}
	return strings.Join(parts, ", ")
}

type histogramKey struct{ attribute, bins int }

// bandsOf are an attribute's intervals, NaN while they are not known.
func (a *Focus) bandsOf(i int) core.Bands {
	if b := a.Resampling.Value; b != nil && a.Resampling.Key().result == a.Shown.Result && b.Why == "" {
		return b.Bands[i]
	}
	none := [2]float64{math.NaN(), math.NaN()}
	return core.Bands{B: none, V: none, Sigma2: none, Reliability: none}
}

// within writes a band behind its figure.
func within(b [2]float64) string {
	if math.IsNaN(b[0]) {
		return ""
	}
	return fmt.Sprintf(" (%s to %s)", figure.Significant(b[0], 2), figure.Significant(b[1], 2))
}

// needed says how many judgments an object needs.
func needed(n float64) string {
	switch {
	case math.IsNaN(n):
		return "not known how many judgments"
	case math.IsInf(n, 1) || n > core.MostJudgments:
		return "no number of judgments is enough"
	}
	return figure.CountOf(int(n), "judgment") + " of an object"
}
