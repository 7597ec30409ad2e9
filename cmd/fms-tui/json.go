package main

import (
	"context"
	"encoding/json"
	"io"
	"math"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// What `select --json` prints, version 1. Every key is always there; what is
// not computed, not finite or not applicable is null.
type (
	selectJSON struct {
		Version    int             `json:"version"`
		Data       dataJSON        `json:"data"`
		Settings   settingsJSON    `json:"settings"`
		Attributes []attributeJSON `json:"attributes"` // in data order
		Selections []selectionJSON `json:"selections"` // by budget, then by algorithm
		Warnings   []model.Warning `json:"warnings"`
	}

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
		Ridge   number                  `json:"ridge"`
		Raters  model.Raters            `json:"raters"`
		PSD     model.Projection        `json:"psd"`
		Seed    int                     `json:"seed"`
		Folds   int                     `json:"folds"`
	}

	attributeJSON struct {
		Name                  string       `json:"name"`
		Cost                  model.Amount `json:"cost"`
		Objects               int          `json:"objects"`
		Judgments             int          `json:"judgments"`
		Mean                  number       `json:"mean"`
		LabelCovariance       number       `json:"label_covariance"`
		Correlation           number       `json:"correlation"`
		InternalVariance      number       `json:"internal_variance"`
		ExternalVariance      number       `json:"external_variance"`
		NormalizedCorrelation number       `json:"normalized_correlation"`
		NoiseRatio            number       `json:"noise_ratio"`
		Reliability           number       `json:"reliability"`
		Selectable            bool         `json:"selectable"`
	}

	selectionJSON struct {
		Algorithm          selection.Algorithm `json:"algorithm"`
		Budget             model.Amount        `json:"budget"`
		Spent              model.Amount        `json:"spent"`
		Ridge              number              `json:"ridge"`
		Repeats            map[string]int      `json:"repeats"` // of the support
		ProjectedLoss      number              `json:"projected_loss"`
		RMSE               number              `json:"rmse"`
		R2                 number              `json:"r2"`
		ScoringObjective   number              `json:"scoring_objective"`
		HonestLoss         *number             `json:"honest_loss"`
		HonestLossSE       *number             `json:"honest_loss_se"`
		LowerBound         number              `json:"lower_bound"`
		OptimalityGap      number              `json:"optimality_gap"`
		Optimal            bool                `json:"optimal"`
		SelectionFrequency map[string]number   `json:"selection_frequency"`
		MedianRepeats      map[string]number   `json:"median_repeats"`
		Weights            map[string]number   `json:"weights"` // of the support
		Intercept          number              `json:"intercept"`
		Path               []stepJSON          `json:"path"`
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

func writeJSON(ctx context.Context, w io.Writer, ds *model.Dataset, r *core.Result, all []core.Selection) error {
	out := selectJSON{
		Version: 1,
		Data: dataJSON{
			Objects: r.Objects, Attributes: len(r.Attributes), Judgments: r.Judgments,
			Label: r.Label, LabelMean: number(r.LabelMean), LabelVariance: number(r.LabelVar),
			Raters: r.Raters, PSDCut: number(r.PSDCut), Blocks: r.Blocks,
		},
		Settings: settingsOf(r),
		Warnings: append(append([]model.Warning{}, ds.Warnings...), r.Warnings...),
	}
	for i := range r.Attributes {
		out.Attributes = append(out.Attributes, attributeOf(&r.Attributes[i]))
	}
	for i := range all {
		c, err := r.Certify(ctx, &all[i])
		if err != nil {
			return err
		}
		out.Selections = append(out.Selections, selectionOf(r, &all[i], c))
	}
	out.Warnings = append(out.Warnings, selectionWarnings(r, [][]core.Selection{all})...)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func settingsOf(r *core.Result) settingsJSON {
	s := settingsJSON{
		Costs: map[string]model.Amount{}, Exclude: []string{}, Min: map[string]int{}, Max: map[string]int{},
		Ridge: number(r.Settings.Ridge), Raters: r.Settings.Raters, PSD: r.Settings.PSD, Seed: 1, Folds: 10,
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

func attributeOf(a *core.Attribute) attributeJSON {
	return attributeJSON{
		Name: a.Name, Cost: a.Price, Objects: a.Objects, Judgments: a.Judgments,
		Mean: number(a.Mean), LabelCovariance: number(a.B), Correlation: number(a.Corr),
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

func selectionOf(r *core.Result, s *core.Selection, c core.Certificate) selectionJSON {
	weights, intercept := r.Weights(s)
	out := selectionJSON{
		Algorithm: s.Algorithm, Budget: s.Budget, Spent: s.Spent, Ridge: number(r.Settings.Ridge), Repeats: map[string]int{},
		ProjectedLoss: number(s.Loss), RMSE: rmseOf(s), R2: number(s.R2()), ScoringObjective: number(s.Score),
		LowerBound: number(c.Bound), OptimalityGap: number(c.Gap), Optimal: c.Optimal,
		Weights: map[string]number{}, Intercept: number(intercept), Path: []stepJSON{},
	}
	for a, n := range s.Repeats {
		if n > 0 {
			name := r.Attributes[a].Name
			out.Repeats[name] = n
			out.Weights[name] = number(weights[a])
		}
	}
	for _, step := range r.Path(s) {
		out.Path = append(out.Path, stepJSON{r.Attributes[step.Attribute].Name, step.Spent, number(step.Loss)})
	}
	return out
}
