package screen

import (
	"context"
	"maps"
	"math"

	"fms-tui/core"
)

// leftOut is the honest loss of a choice without one of its attributes, the money spent on others,
// and that loss less the one with it.
type leftOut struct{ loss, less core.Estimate }

// leavingAt is a choice that each of its attributes is left out of.
type leavingAt struct {
	chosenAt
	honest *core.Honest
}

func (a *Evidence) leavingAt() leavingAt { return leavingAt{a.Shown.choice(), a.Shown.Honest} }

// leaves tells whether attributes are left out: where an honest loss takes a moment.
func (a *Evidence) leaves() (leavingAt, bool) {
	h := a.Shown.Honest
	return a.leavingAt(), h != nil && h.Why == "" && !a.bundled() && promptHonest(a.Shown.Result)
}

// leaveOut finds out what the active choice loses without each of its attributes, the most bought
// first.
func (a *Evidence) leaveOut(leavingAt) work[map[int]leftOut] {
	pick, all, folds := *a.Pick(), a.buys(a.Active().Repeats), a.Opt.Folds
	return func(ctx context.Context, report func(map[int]leftOut)) (map[int]leftOut, error) {
		found := make(map[int]leftOut)
		for _, i := range all {
			without, less, err := core.LeaveOut(ctx, &pick, i.attribute, folds)
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case err != nil: // nothing else can be chosen
				continue
			}
			found[i.attribute] = leftOut{without.Estimate(), less}
			report(maps.Clone(found))
		}
		return found, nil
	}
}

// closeLoss is the share of what there is to predict below which a loss is the same.
const closeLoss = .01

// without says what predictions lose without an attribute; "" while that is not known.
func (a *Evidence) without(attribute int) string {
	found, _ := a.Leaving.Answer(a.leavingAt())
	x, known := found[attribute]
	switch {
	case !known || math.IsNaN(x.loss.Loss):
		return ""
	case !(x.less.Loss > max(2*x.less.SE, closeLoss*a.Shown.Result.LabelVar)):
		return "same without"
	}
	return "without " + a.measure().losses().text(x.loss.Loss)
}
