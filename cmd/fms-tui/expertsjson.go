package main

import (
	"math"

	"fms-tui/core/experts"
	"fms-tui/model"
)

// What `experts --json` prints, version 1. What is not known is null.
type (
	expertsJSON struct {
		Version  int             `json:"version"`
		Label    string          `json:"label"`
		Data     votesJSON       `json:"data"`
		Held     heldJSON        `json:"held_out"`
		Models   []votersJSON    `json:"models"`
		Chosen   experts.Model   `json:"chosen"` // of the smallest surrogate risk
		Fit      voteFitJSON     `json:"fit"`    // of chosen, or of --model
		Experts  []expertJSON    `json:"experts"`
		Labels   []madeLabelJSON `json:"labels"`
		Warnings findings        `json:"warnings"`
	}

	votesJSON struct {
		Objects  int      `json:"objects"`
		Voted    int      `json:"objects_with_votes"`
		Votes    int      `json:"votes"`
		Experts  int      `json:"experts"`
		Features []string `json:"features"`
	}

	heldJSON struct {
		Objects  int    `json:"objects"`
		Folds    *int   `json:"folds"` // null: held out once
		Restarts int    `json:"restarts"`
		Seed     uint64 `json:"seed"`
	}

	votersJSON struct {
		Model experts.Model `json:"model"`
		lambdaJSON
		Difference   number       `json:"difference"` // to the one of "fit"
		DifferenceSE number       `json:"difference_se"`
		Curve        []lambdaJSON `json:"curve"`
	}

	lambdaJSON struct {
		Lambda    number `json:"lambda"` // for all objects with votes
		Gamma     number `json:"lambda_gamma"`
		Surrogate number `json:"surrogate_risk"`
		SE        number `json:"surrogate_risk_se"`
		Support   int    `json:"support"`
	}

	voteFitJSON struct {
		Model        experts.Model         `json:"model"`
		Lambda       number                `json:"lambda"`
		Gamma        number                `json:"lambda_gamma"`
		Intercept    number                `json:"intercept"`
		Coefficients []voteCoefficientJSON `json:"coefficients"`
		Objective    number                `json:"penalized_log_likelihood"`
		Iterations   int                   `json:"iterations"`
		Converged    bool                  `json:"converged"`
		MeanError    number                `json:"mean_error"` // of the experts
		Risk         number                `json:"risk"`       // read off the surrogate risk
	}

	voteCoefficientJSON struct {
		Feature string `json:"feature"`
		Label   number `json:"label"` // β, per unit of the feature
		LabelSD number `json:"label_per_sd"`
		Ease    number `json:"ease"` // γ
		EaseSD  number `json:"ease_per_sd"`
	}

	expertJSON struct {
		Expert    string `json:"expert"`
		Votes     int    `json:"votes"`
		Accuracy  number `json:"accuracy"`
		Low       number `json:"accuracy_low"` // of a 95 % interval
		High      number `json:"accuracy_high"`
		Agreement number `json:"agreement"`
		Alpha     number `json:"alpha"` // log odds of a right vote at mean features
		Saturated bool   `json:"saturated"`
	}

	madeLabelJSON struct {
		Object      string `json:"object"`
		Votes       int    `json:"votes"`
		Label       *int   `json:"label"` // null where neither votes nor features are known
		Probability number `json:"probability"`
	}
)

// document is the consensus as JSON.
func (v *consensus) document() expertsJSON {
	d, f := v.data, v.fit
	out := expertsJSON{
		Version: 1, Label: d.Label, Chosen: v.study.Chosen().Model,
		Data:     votesJSON{len(d.Objects), len(d.Voted()), len(d.Yes), len(d.Experts), append([]string{}, d.Features...)},
		Held:     heldJSON{Restarts: v.study.Options.Restarts, Seed: v.study.Options.Seed},
		Models:   []votersJSON{},
		Experts:  []expertJSON{},
		Labels:   []madeLabelJSON{},
		Warnings: append(append([]model.Finding{}, d.Warnings...), v.warnings()...),
		Fit: voteFitJSON{
			Model: f.Model, Lambda: number(f.Penalty.Beta), Gamma: ofVotes(f.Model, f.Penalty.Gamma), Intercept: number(f.Beta0),
			Coefficients: []voteCoefficientJSON{}, Objective: number(f.Objective), Iterations: f.Iterations, Converged: f.Converged,
			MeanError: number(f.MeanError(&d.Data)), Risk: number(v.risk()),
		},
	}
	for _, p := range v.study.Parts {
		out.Held.Objects += len(p.Test)
	}
	if n := len(v.study.Parts); n > 1 {
		out.Held.Folds = &n
	}
	v.fillModels(&out)
	for j, name := range d.Features {
		out.Fit.Coefficients = append(out.Fit.Coefficients, voteCoefficientJSON{
			name, number(f.Beta[j]), number(f.Beta[j] * f.Spread[j]), ofVotes(f.Model, f.Gamma[j]), ofVotes(f.Model, f.Gamma[j]*f.Spread[j]),
		})
	}
	for k, e := range v.found {
		out.Experts = append(out.Experts, expertJSON{d.Experts[k], e.Votes, number(e.Accuracy), number(e.Low), number(e.High), number(e.Agreement), number(e.Alpha), e.Saturated})
	}
	for i, l := range f.Labels(&d.Data) {
		one := madeLabelJSON{Object: d.Objects[i], Votes: d.Of(i)}
		if d.Blank[i] {
			one.Probability = number(math.NaN())
		} else {
			class := classOf(l)
			one.Label, one.Probability = &class, number(l.Probability)
		}
		out.Labels = append(out.Labels, one)
	}
	return out
}

func (v *consensus) fillModels(out *expertsJSON) {
	for _, m := range experts.Models() {
		best := v.study.Best(m)
		if best == nil {
			continue
		}
		one := votersJSON{Model: m, lambdaJSON: lambdaOf(best), Curve: []lambdaJSON{}}
		d, se := best.Difference(v.point)
		one.Difference, one.DifferenceSE = number(d), number(se)
		for _, p := range v.study.Curve(m) {
			one.Curve = append(one.Curve, lambdaOf(p))
		}
		out.Models = append(out.Models, one)
	}
}

func lambdaOf(p *experts.Point) lambdaJSON {
	return lambdaJSON{number(p.Penalty.Beta), ofVotes(p.Model, p.Penalty.Gamma), number(p.S), number(p.SE), p.Fit.Support()}
}

// ofVotes is a figure about how votes come about, of which Majority knows nothing.
func ofVotes(m experts.Model, x float64) number {
	if m == experts.Majority {
		x = math.NaN()
	}
	return number(x)
}
