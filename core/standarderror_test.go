package core

import (
	"math"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// TestStandardErrors: standard errors of the honest loss and of its R² are the standard
// deviations of their errors over simulated worlds. The spread is taken from quartiles: in
// a few worlds two choices are about as good by projection and not in truth, folds take
// both, and the honest loss is of the procedure, not of the one choice.
func TestStandardErrors(t *testing.T) {
	const worlds, fresh = 80, 4000
	budgets := []model.Amount{4 * model.Unit, 10 * model.Unit}
	for _, m := range []int{100, 400} {
		var loss, r2 []float64
		for seed := range uint64(worlds) {
			ds := simulate.Draw(simulate.World{Objects: m + fresh, Attributes: 6, K: 12}, seed+100)
			single := model.Settings{Design: model.Design{Kind: model.DesignSingle}}
			r := solve(t, firstObjects(ds, m, 2), Request{Settings: single, Range: 12 * model.Unit})
			h := validate(t, r, 0, selection.Full)
			variance := labelVariance(ds, m)
			for _, b := range budgets {
				s := r.At(selection.Full, b)
				p := r.Predictor(&s)
				truth, e := trueLoss(t, &p, ds, m), h.Raw(selection.Full, b)
				both := math.Sqrt(1 + float64(m)/fresh) // the truth is measured, too
				loss = append(loss, (e.Loss-truth)/(e.SE*both))
				r2 = append(r2, (e.Loss/r.LabelVar-truth/variance)/(e.R2SE*both))
			}
		}
		for name, z := range map[string][]float64{"loss": loss, "R²": r2} {
			if sd := quartileSpread(z); sd < .8 || sd > 1.2 {
				t.Errorf("%d objects: the error of the honest %s is %.2f of its standard error", m, name, sd)
			}
			within := 0
			for _, x := range z {
				if math.Abs(x) <= 2 {
					within++
				}
			}
			if share := float64(within) / float64(len(z)); share < .9 {
				t.Errorf("%d objects: two standard errors of the honest %s cover %.2f of the truths", m, name, share)
			}
		}
	}
}

// labelVariance is the variance of the first label over objects from the given one on.
func labelVariance(ds *model.Dataset, from int) float64 {
	values := ds.Labels[0].Values[from:]
	var sum, squares float64
	for _, y := range values {
		sum += y
		squares += y * y
	}
	n := float64(len(values))
	return squares/n - sum*sum/(n*n)
}

// quartileSpread is the standard deviation of normal values with the same quartiles.
func quartileSpread(z []float64) float64 {
	slices.Sort(z)
	return (z[len(z)*3/4] - z[len(z)/4]) / 1.349
}
