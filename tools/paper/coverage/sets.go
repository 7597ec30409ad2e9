package coverage

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/stat"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tools/paper/page"
)

// split is what one pilot of a real set comes to on the objects left out of it.
type split struct {
	z        []float64 // honest less fresh loss, in standard errors of that difference, by budget
	distance float64   // fresh loss at the recommended budget less the least, in Var(y); NaN if it is not known
	auc      float64   // shown less fresh AUC of the label's upper half; NaN likewise
}

// leastFresh is how many objects left out must hold the judgments of a choice.
const leastFresh = 60

// sets writes a row for each folder of judgments and size of pilot: do honest losses cover what
// the choice comes to on objects left out, with errors that are what they say, how far is the
// recommended budget from the best one, and what is AUC on fresh objects.
func sets(ctx context.Context, folders []string, splits int, seed uint64, tell func(done, of int)) (string, error) {
	var out page.Markdown
	out.Head("set", "pilot", "honest covers", "sd of z", "recommended - best, Var(y)", "AUC shown - fresh")
	done := 0
	for _, folder := range folders {
		ds, err := page.Judgments(ctx, folder)
		if err != nil {
			return "", err
		}
		half := len(ds.Objects) / 2
		for _, m := range []int{80, 150, half} {
			if m > half {
				continue
			}
			var of []split
			for n := range splits {
				order := rand.New(rand.NewPCG(seed, uint64(n))).Perm(len(ds.Objects))
				s, err := measureSplit(ctx, page.Part(ds, order[:m]), page.Part(ds, order[half:]))
				if err != nil {
					return "", fmt.Errorf("%s: %w", folder, err)
				}
				of = append(of, s)
				done++
				tell(done, 3*splits*len(folders))
			}
			out.Row(append([]string{filepath.Base(folder), fmt.Sprint(m)}, summarize(of)...)...)
		}
	}
	return out.String(), nil
}

// summarize are the figures of a row.
func summarize(all []split) []string {
	var z, distance, auc []float64
	for _, s := range all {
		z = append(z, s.z...)
		if !math.IsNaN(s.distance) {
			distance = append(distance, s.distance)
		}
		if !math.IsNaN(s.auc) {
			auc = append(auc, s.auc)
		}
	}
	covered := 0
	for _, x := range z {
		if math.Abs(x) <= 2 {
			covered++
		}
	}
	mean := func(x []float64, format string) string {
		if len(x) < 2 {
			return ""
		}
		m, sd := stat.MeanStdDev(x, nil)
		return fmt.Sprintf(format+" ± %.3f", m, sd/math.Sqrt(float64(len(x))))
	}
	_, sd := stat.MeanStdDev(z, nil)
	return []string{
		fmt.Sprintf("%.2f of %d", float64(covered)/float64(len(z)), len(z)), fmt.Sprintf("%.2f", sd),
		mean(distance, "%.3f"), mean(auc, "%+.3f"),
	}
}

// grid are the budgets that a split is looked at, besides the recommended one.
var grid = []int{0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36}

// measureSplit lets Full choose from the pilot within its cells, and looks at the other objects.
func measureSplit(ctx context.Context, pilot, rest *model.Dataset) (s split, err error) {
	s.distance, s.auc = math.NaN(), math.NaN()
	t, err := core.NewStudy(pilot).Tune(ctx, core.Request{Settings: model.Settings{MaxRepeats: model.CellRepeats}, Range: model.Units(grid[len(grid)-1])}, 0)
	if err != nil {
		return s, err
	}
	recommended, err := t.Budget(selection.Full, core.Rule{})
	if err != nil {
		return s, err
	}
	fresh, best, variance := map[model.Amount]float64{}, math.Inf(1), 0.
	for _, units := range append([]int{int(recommended.Float())}, grid...) {
		b := model.Units(units)
		p, err := pick(ctx, t, b)
		if err != nil {
			return s, err
		}
		truth, n := p.On(rest)
		if _, known := fresh[b]; known || n < leastFresh {
			continue
		}
		fresh[b], best, variance = truth.Loss, min(best, truth.Loss), p.Result.LabelVar
		if e := p.Estimate(); units > 0 {
			s.z = append(s.z, (e.Loss-truth.Loss)/math.Hypot(e.SE, truth.SE))
		}
	}
	if at, known := fresh[recommended]; known {
		s.distance = (at - best) / variance
	}
	s.auc, err = aucBias(ctx, upperHalf(pilot), upperHalf(rest), recommended)
	return s, err
}

// pick is Full's choice at a budget with the weights that are delivered.
func pick(ctx context.Context, t *core.Tuning, b model.Amount) (core.Pick, error) {
	p := t.At(selection.Full, b)
	return p, p.See(ctx)
}

// upperHalf is a data set whose only label tells whether a label is above its median.
func upperHalf(ds *model.Dataset) *model.Dataset {
	out := *ds
	y := slices.Clone(ds.Labels[0].Values)
	sorted := slices.DeleteFunc(slices.Clone(y), math.IsNaN)
	slices.Sort(sorted)
	for i, v := range y {
		switch {
		case v > sorted[len(sorted)/2]:
			y[i] = 1
		case !math.IsNaN(v):
			y[i] = 0
		}
	}
	out.Labels = []model.Label{{Name: "upper half", Values: y}}
	return &out
}

// aucBias is the AUC shown for a choice from the pilot less that of its scores of other objects.
// NaN where it is not shown, or too few objects hold the judgments.
func aucBias(ctx context.Context, pilot, rest *model.Dataset, b model.Amount) (float64, error) {
	settings := model.Settings{Raters: model.RatersAware, MaxRepeats: model.CellRepeats} // offsets of a panel would be taken off
	t, err := core.NewStudy(pilot).Tune(ctx, core.Request{Settings: settings, Reach: b}, 0)
	if err != nil {
		return math.NaN(), err
	}
	p, err := pick(ctx, t, b)
	if err != nil {
		return math.NaN(), err
	}
	shown, c, err := p.ClassMetric(ctx, classes.AUC, nil)
	if err != nil || c.Why != "" {
		return math.NaN(), err
	}
	var of [2][]float64
	w, _ := p.Weights()
	for i, y := range rest.Labels[0].Values {
		if score, ok := scoreOf(rest, i, p.Selection.Repeats, w); ok && !math.IsNaN(y) {
			of[int(y)] = append(of[int(y)], score)
		}
	}
	if len(of[0])+len(of[1]) < leastFresh {
		return math.NaN(), nil
	}
	var won float64
	for _, a := range of[1] {
		for _, c := range of[0] {
			switch {
			case a > c:
				won++
			case a == c:
				won += .5
			}
		}
	}
	return shown.X - won/float64(len(of[0])*len(of[1])), nil
}

// scoreOf is Σ w times the mean of an object's first judgments; false where it holds too few.
func scoreOf(ds *model.Dataset, object int, repeats []int, w []float64) (score float64, ok bool) {
	used := make([]int, len(repeats))
	for j := ds.Start[object]; j < ds.Start[object+1]; j++ {
		if a := ds.Attr[j]; used[a] < repeats[a] {
			used[a]++
			score += w[a] / float64(repeats[a]) * ds.Value[j]
		}
	}
	return score, slices.Equal(used, repeats)
}
