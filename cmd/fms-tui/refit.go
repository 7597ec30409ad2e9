package main

import (
	"math"

	"fms-tui/core"
)

// refitWeightsJSON is the candidate for weights that is the label regressed on the
// pilot's own cell means. Reason says why there is none; null where there is.
type refitWeightsJSON struct {
	HonestLoss   number  `json:"honest_loss"`
	HonestLossSE number  `json:"honest_loss_se"`
	Less         number  `json:"less"` // than the honest loss of the weights that moments give
	LessSE       number  `json:"less_se"`
	Reason       *string `json:"reason"`
}

func refitWeightsOf(p *core.Pick) refitWeightsJSON {
	x := p.RidgeRefit
	if x == nil {
		nan, why := number(math.NaN()), "there is no honest loss to choose it by"
		return refitWeightsJSON{nan, nan, nan, nan, &why}
	}
	out := refitWeightsJSON{HonestLoss: number(x.Honest.Loss), HonestLossSE: number(x.Honest.SE), Less: number(x.Less.Loss), LessSE: number(x.Less.SE)}
	if x.Why != "" {
		out.Reason = &x.Why
	}
	return out
}
