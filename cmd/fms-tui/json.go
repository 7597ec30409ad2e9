package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"math"
	"slices"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// The parts of what `select --json` prints, version 1. Every key is always there; what is
// not computed, not finite or not applicable is null.
type (
	dataJSON struct {
		Objects       int          `json:"objects"`
		Attributes    int          `json:"attributes"`
		Judgments     int          `json:"judgments"`
		Label         string       `json:"label"`
		LabelMean     number       `json:"label_mean"`
		LabelVariance number       `json:"label_variance"`
		Raters        model.Raters `json:"raters"` // the mode taken
		PSDCut        number       `json:"psd_cut"`
		Blocks        int          `json:"blocks"`
	}

	settingsJSON struct {
		Costs   map[string]model.Amount `json:"costs"`
		Exclude []string                `json:"exclude"`
		Min     map[string]int          `json:"min"`
		Max     map[string]int          `json:"max"`
		Ridge   any                     `json:"ridge"` // number, or "auto"
		Raters  model.Raters            `json:"raters"`
		PSD     model.Projection        `json:"psd"`
		Shrink  model.Shrink            `json:"shrink"`
		Design  model.BoughtDesign      `json:"design"` // the one taken
		Seed    uint64                  `json:"seed"`
		Folds   int                     `json:"folds"`
	}

	attributeJSON struct {
		Name                  string       `json:"name"`
		Cost                  model.Amount `json:"cost"`
		Objects               int          `json:"objects"`
		Judgments             int          `json:"judgments"`
		Mean                  number       `json:"mean"`
		LabelCovariance       number       `json:"label_covariance"`           // b, as measured
		Posterior             number       `json:"label_covariance_posterior"` // b̃ of --shrink auto, in the units of b
		Tau                   number       `json:"tau"`                        // its prior variance, squared label units
		Correlation           number       `json:"correlation"`
		InternalVariance      number       `json:"internal_variance"`
		ExternalVariance      number       `json:"external_variance"`
		NormalizedCorrelation number       `json:"normalized_correlation"`
		NoiseRatio            number       `json:"noise_ratio"`
		Reliability           number       `json:"reliability"`
		Selectable            bool         `json:"selectable"`
	}

	selectionJSON struct {
		Algorithm        selection.Algorithm     `json:"algorithm"`
		Budget           model.Amount            `json:"budget"`
		Spent            model.Amount            `json:"spent"`
		Ridge            number                  `json:"ridge"`
		Repeats          map[string]int          `json:"repeats"`      // of the support
		CostByForm       map[string]model.Amount `json:"cost_by_form"` // what is left of spent is for single judgments; null without forms
		ProjectedLoss    number                  `json:"projected_loss"`
		RMSE             number                  `json:"rmse"`
		R2               number                  `json:"r2"`
		ScoringObjective number                  `json:"scoring_objective"`
		HonestLoss       number                  `json:"honest_loss"`
		HonestLossSE     number                  `json:"honest_loss_se"`
		seenJSON
		LowerBound         number            `json:"lower_bound"`
		OptimalityGap      number            `json:"optimality_gap"`
		Optimal            bool              `json:"optimal"`
		SelectionFrequency map[string]number `json:"selection_frequency"`
		MedianRepeats      map[string]number `json:"median_repeats"`
		Weights            map[string]number `json:"weights"` // of the support
		WeightsFrom        model.Weights     `json:"weights_from"`
		Refit              refitWeightsJSON  `json:"refit"`
		Intercept          number            `json:"intercept"`
		Warnings           []model.Finding   `json:"warnings"` // on this selection
		Path               []stepJSON        `json:"path"`
	}

	stepJSON struct {
		Attribute     string       `json:"attribute"`
		Spent         model.Amount `json:"spent"`
		ProjectedLoss number       `json:"projected_loss"`
	}
)

// number is null where it is not finite.
type number float64

func (n number) MarshalJSON() ([]byte, error) {
	if x := float64(n); math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// writeJSON writes the document piece by piece: the path of a selection can have
// a million steps, which are never in memory as text.
func writeJSON(ctx context.Context, w io.Writer, ds *model.Dataset, t *core.Tuning, all [][]core.Pick, boot []core.Stability, f *flags) error {
	r := t.Answers[0].Result
	buffered := bufio.NewWriter(w)
	out := &document{w: buffered}
	out.field("version", 1)
	out.field("data", dataJSON{
		Objects: r.Objects, Attributes: len(r.Attributes), Judgments: r.Judgments,
		Label: r.Label, LabelMean: number(r.LabelMean), LabelVariance: number(r.LabelVar),
		Raters: r.Raters, PSDCut: number(r.PSDCut), Blocks: r.Blocks,
	})
	out.field("settings", settingsOf(r, f))
	attributes := []attributeJSON{}
	for i := range r.Attributes {
		attributes = append(attributes, attributeOf(r, i))
	}
	out.field("attributes", attributes)
	out.begin("selections")
	for i, p := range slices.Concat(all...) {
		c, err := p.Certify(ctx, &p.Selection)
		if err != nil {
			return err
		}
		s := selectionOf(&p, c)
		if i < len(boot) {
			s.SelectionFrequency, s.MedianRepeats = named(r, boot[i].Frequency), named(r, boot[i].Median)
		}
		out.selection(i, s, p.Path(&p.Selection), r)
	}
	out.end()
	out.field("warnings", append(append(append([]model.Finding{}, ds.Warnings...), r.Warnings...), selectionWarnings(all)...))
	if out.err != nil {
		return out.err
	}
	buffered.WriteString("\n}\n")
	return buffered.Flush()
}

// named maps attributes to figures; nil stays nil, for null.
func named(r *core.Result, figures []float64) map[string]number {
	if figures == nil {
		return nil
	}
	m := make(map[string]number)
	for a, x := range figures {
		m[r.Attributes[a].Name] = number(x)
	}
	return m
}

func settingsOf(r *core.Result, f *flags) settingsJSON {
	s := settingsJSON{
		Costs: map[string]model.Amount{}, Exclude: []string{}, Min: map[string]int{}, Max: map[string]int{},
		Ridge: number(r.Settings.Ridge), Raters: r.Settings.Raters, PSD: r.Settings.PSD, Shrink: r.Settings.Shrunk(), Seed: f.seed, Folds: f.foldsTaken(),
		Design: describedDesign(r),
	}
	if r.Settings.AutoRidge {
		s.Ridge = "auto"
	}
	for i := range r.Attributes {
		name := r.Attributes[i].Name
		if cost, ok := r.Settings.Cost(name); ok {
			s.Costs[name] = cost
		}
		if r.Settings.Excluded(name) {
			s.Exclude = append(s.Exclude, name)
		}
		limit := r.Settings.Limit(name)
		if limit.Min > 0 {
			s.Min[name] = limit.Min
		}
		if limit.Max > 0 {
			s.Max[name] = limit.Max
		}
	}
	return s
}

func attributeOf(r *core.Result, i int) attributeJSON {
	a, shrunk := &r.Attributes[i], r.Shrunk(i)
	return attributeJSON{
		Name: a.Name, Cost: a.Price, Objects: a.Objects, Judgments: a.Judgments,
		Mean: number(a.Mean), LabelCovariance: number(a.B), Correlation: number(a.Corr),
		Posterior: number(shrunk.B), Tau: number(shrunk.Tau),
		InternalVariance: number(a.V), ExternalVariance: number(a.Sigma2),
		NormalizedCorrelation: number(a.NormalizedCorrelation()), NoiseRatio: number(a.NoiseRatio()),
		Reliability: number(a.Reliability()), Selectable: a.Selectable(),
	}
}

// rmseOf is null where the projected loss is below 0, and has no root.
func rmseOf(s *core.Selection) number {
	if s.Optimistic() {
		return number(math.NaN())
	}
	return number(s.RMSE())
}

// selectionOf leaves the path empty.
func selectionOf(p *core.Pick, c core.Certificate) selectionJSON {
	s := &p.Selection
	weights, intercept := p.Weights()
	e := p.Estimate()
	out := selectionJSON{
		Algorithm: s.Algorithm, Budget: s.Budget, Spent: s.Spent, Ridge: number(p.Settings.Ridge), Repeats: map[string]int{},
		CostByForm: p.CostByForm(s), ProjectedLoss: number(s.Loss), RMSE: rmseOf(s), R2: number(s.R2()), ScoringObjective: number(s.Score),
		HonestLoss: number(e.Loss), HonestLossSE: number(e.SE), seenJSON: seenOf(p),
		LowerBound: number(c.Bound), OptimalityGap: number(c.Gap), Optimal: c.Optimal,
		Weights: map[string]number{}, WeightsFrom: p.WeightsFrom(), Refit: refitWeightsOf(p), Intercept: number(intercept), Warnings: p.Warnings(), Path: []stepJSON{},
	}
	for a, n := range s.Repeats {
		if n > 0 {
			name := p.Attributes[a].Name
			out.Repeats[name] = n
			out.Weights[name] = number(weights[a])
		}
	}
	return out
}

// printJSON writes a document for --json: indented, and with < and & as they are.
func printJSON(w io.Writer, document any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(document)
}
