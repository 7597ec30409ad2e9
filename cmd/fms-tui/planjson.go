package main

import (
	"math"
	"slices"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// What `plan --json` prints, version 1. What is not known, or was not asked for,
// is null.
type (
	planJSON struct {
		Version   int                 `json:"version"`
		Label     string              `json:"label"`
		Algorithm selection.Algorithm `json:"algorithm"`
		Budget    model.Amount        `json:"budget"`
		Ridge     number              `json:"ridge"`
		Raters    model.Raters        `json:"raters"`
		Seed      uint64              `json:"seed"`
		Folds     int                 `json:"folds"`
		Settings  designSettings      `json:"settings"`
		Plan      *model.Plan         `json:"plan"`
		Refit     *refitJSON          `json:"refit"`
		Pilot     *pilotJSON          `json:"pilot"`
		Warnings  findings            `json:"warnings"`
	}

	refitJSON struct {
		Objects           int               `json:"objects"`
		Reason            *string           `json:"reason"` // why there is none
		Coefficients      []coefficientJSON `json:"coefficients"`
		R2                number            `json:"r2"`
		AdjustedR2        number            `json:"adjusted_r2"`
		ResidualSE        number            `json:"residual_se"`
		DF                *int              `json:"degrees_of_freedom"`
		Shared            number            `json:"raters_shared"` // share of the objects of which a rater judged several attributes
		HonestLoss        number            `json:"honest_loss"`
		HonestLossSE      number            `json:"honest_loss_se"`
		ProjectedHonest   number            `json:"projected_honest_loss"`
		ProjectedHonestSE number            `json:"projected_honest_loss_se"`
		Difference        number            `json:"difference"` // of the refit to the projected weights
		DifferenceSE      number            `json:"difference_se"`
		Verdict           *string           `json:"verdict"` // of the refit: better or worse, beyond two standard errors
	}

	coefficientJSON struct {
		Attribute *string `json:"attribute"` // null: the intercept
		Judgments *int    `json:"judgments"` // of which the mean is taken
		Estimate  number  `json:"estimate"`
		SE        number  `json:"se"`
		T         number  `json:"t"`
		Projected number  `json:"projected"`
	}

	pilotJSON struct {
		Cost       model.Amount `json:"cost"`
		PerRound   model.Amount `json:"cost_of_a_judgment_of_each"`
		Objects    int          `json:"objects"`   // of the data
		Judgments  int          `json:"judgments"` // a cell of them, on average
		Subsamples int          `json:"subsamples"`
		Done       int          `json:"subsamples_done"`
		Designs    []designJSON `json:"designs"`
	}

	designJSON struct {
		Objects      int          `json:"objects"`
		Judgments    int          `json:"judgments"` // a cell
		Cost         model.Amount `json:"cost"`
		HonestLoss   number       `json:"honest_loss"`
		HonestLossSE number       `json:"honest_loss_se"`
		HonestR2     number       `json:"honest_r2"`
		Difference   number       `json:"difference"` // to the lowest; null for itself
		DifferenceSE number       `json:"difference_se"`
		Spread       number       `json:"spread"`
		Again        number       `json:"drawn_again"` // share of the judgments
		Extrapolated bool         `json:"extrapolated"`
	}
)

func planOf(p *core.Pick, f *flags) planJSON {
	return planJSON{
		Version: 1, Label: p.Label, Algorithm: p.Selection.Algorithm, Budget: p.Selection.Budget,
		Ridge: number(p.Settings.Ridge), Raters: p.Raters, Seed: f.seed, Folds: f.foldsTaken(), Settings: designSettings{describedDesign(p.Result), p.Settings.Shrunk()},
		Warnings: slices.Concat(p.Data().Warnings, p.Result.Warnings, p.Warnings(), []model.Finding{}),
	}
}

func refitOf(p *core.Pick, r *core.Refit) *refitJSON {
	unknown := number(math.NaN())
	out := &refitJSON{
		Objects: r.Objects, Shared: number(r.Shared), Coefficients: []coefficientJSON{}, R2: unknown, AdjustedR2: unknown, ResidualSE: unknown,
		HonestLoss: number(r.Honest.Loss), HonestLossSE: number(r.Honest.SE),
		ProjectedHonest: number(r.ProjectedHonest.Loss), ProjectedHonestSE: number(r.ProjectedHonest.SE),
		Difference: number(r.Less.Loss), DifferenceSE: number(r.Less.SE),
	}
	if r.Why != "" {
		out.Reason = &r.Why
		return out
	}
	if v := r.Less.Verdict(); v != "" {
		out.Verdict = &v
	}
	df := r.DF()
	out.R2, out.AdjustedR2, out.ResidualSE, out.DF = number(r.R2()), number(r.AdjustedR2()), number(r.ResidualSE()), &df
	out.Coefficients = append(out.Coefficients, coefficientJSON{
		Estimate: number(r.Intercept), SE: number(r.InterceptSE), T: number(r.Intercept / r.InterceptSE),
		Projected: number(r.ProjectedIntercept),
	})
	for i, a := range r.Attributes {
		out.Coefficients = append(out.Coefficients, coefficientJSON{
			Attribute: &p.Attributes[a].Name, Judgments: &p.Selection.Repeats[a],
			Estimate: number(r.Coef[i]), SE: number(r.SE[i]), T: number(r.Coef[i] / r.SE[i]), Projected: number(r.Projected[i]),
		})
	}
	return out
}

func pilotOf(p *core.Pick, o *core.Pilot, cost model.Amount) *pilotJSON {
	out := &pilotJSON{
		Cost: cost, PerRound: o.PerRound, Objects: p.Objects, Judgments: o.Judgment,
		Subsamples: o.Of, Done: o.Done, Designs: []designJSON{},
	}
	for _, d := range o.Designs {
		j := designJSON{
			Objects: d.Objects, Judgments: d.K, Cost: d.Cost, HonestLoss: number(d.Loss.Loss), HonestLossSE: number(d.Loss.SE),
			HonestR2: number(p.Selection.R2At(d.Loss.Loss)), Difference: number(d.More.Loss), DifferenceSE: number(d.More.SE),
			Spread: number(d.Spread), Again: number(d.Repeated), Extrapolated: d.Extrapolated,
		}
		if d.Lowest {
			j.Difference, j.DifferenceSE = number(math.NaN()), number(math.NaN())
		}
		out.Designs = append(out.Designs, j)
	}
	return out
}
