package coverage

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tools/paper/page"
)

// The designs that are held against each other where raters have no names.
const (
	tested = "as tested" // by the errors at one place
	single = "single"
	form   = "one form"
	sheets = "a sheet a job"
	// less is the one of single and form that promises less where the test takes single.
	less = "promises less"
)

// jobKinds are worlds of two jobs that hold all attributes, and of one job among many attributes,
// alike but for the halo.
func jobKinds() [][]kind {
	var all [][]kind
	for _, m := range []int{80, 200} {
		for _, k := range []kind{{objects: m, attributes: 6, jobs: 2}, {objects: m, attributes: 12, jobs: 1}} {
			var alike []kind
			for _, k.halo = range []float64{.15, .3, .6} {
				alike = append(alike, k)
			}
			all = append(all, alike)
		}
	}
	return all
}

// jobBudgets are the budgets, in judgments an object.
func jobBudgets() []int { return []int{4, 8, 16} }

// measureJobs lets Full choose by every design from the pilot of a world. Whatever the design, the
// judgments of a job come together in truth.
func measureJobs(ctx context.Context, k kind, seed, number uint64) ([]trial, error) {
	rng := rand.New(rand.NewPCG(seed, number*1000+uint64(k.objects+k.attributes))) // the same with every halo
	w := newWorld(k, rng)
	study := core.NewStudy(w.pilot(rng))
	own := model.Design{Kind: model.DesignSheets}
	for j := range k.jobs {
		sheet := model.Sheet{Name: fmt.Sprintf("job %d", j)}
		for a := range jobAttributes {
			sheet.Attributes = append(sheet.Attributes, w.name(j*jobAttributes+a))
		}
		own.Sheets = append(own.Sheets, sheet)
	}
	by := make(map[string][]trial)
	var all []trial
	for _, d := range []struct {
		name   string
		design model.Design
	}{{tested, model.Design{}}, {single, model.Design{Kind: model.DesignSingle}}, {form, model.Design{Kind: model.DesignForm}}, {sheets, own}} {
		t, err := study.Tune(ctx, core.Request{Settings: model.Settings{Design: d.design}, Reach: model.Units(jobBudgets()[len(jobBudgets())-1])}, 0)
		if err != nil {
			return nil, err
		}
		if by[d.name], err = w.trials(d.name, t, selection.Full, jobBudgets(), func(p *core.Pick) error { return p.See(ctx) }); err != nil {
			return nil, err
		}
		all = append(all, by[d.name]...)
	}
	for i, t := range by[tested] {
		if other := by[form][i]; !t.form && other.honest > t.honest {
			t = other
		}
		t.method = less
		all = append(all, t)
	}
	return all, nil
}

// jobsTable says what each design comes to in the worlds of jobs.
func jobsTable(ctx context.Context, worlds int, seed uint64, tell func(done, of int)) (string, error) {
	measured, err := measureAll(ctx, slices.Concat(jobKinds()...), measureJobs, worlds, seed, tell)
	if err != nil {
		return "", err
	}
	var out page.Markdown
	out.Head("m", "d", "jobs", "design", "on a form", "honest covers", "sd of z", "true loss", "honest - true")
	for _, kinds := range jobKinds() {
		for _, name := range []string{tested, single, form, sheets, less} {
			var z, truth, off []float64
			covered, forms := 0, 0
			of := func(t trial) bool { return t.method != name }
			for _, t := range slices.DeleteFunc(trialsOf(measured, kinds), of) {
				z, truth, off = append(z, (t.honest-t.truth)/t.se), append(truth, t.truth), append(off, t.honest-t.truth)
				if t.coversHonest {
					covered++
				}
				if t.form {
					forms++
				}
			}
			n := float64(len(z))
			out.Row(fmt.Sprint(kinds[0].objects), fmt.Sprint(kinds[0].attributes), fmt.Sprint(kinds[0].jobs), name,
				fmt.Sprintf("%.2f", float64(forms)/n), fmt.Sprintf("%.2f", float64(covered)/n), fmt.Sprintf("%.2f", stat.StdDev(z, nil)),
				fmt.Sprintf("%.3f", stat.Mean(truth, nil)), fmt.Sprintf("%+.3f ± %.3f", stat.Mean(off, nil), stat.StdDev(off, nil)/math.Sqrt(n)))
		}
	}
	return out.String(), nil
}

// trialsOf are the trials in worlds of some kinds.
func trialsOf(measured map[kind][]trial, kinds []kind) (all []trial) {
	for _, k := range kinds {
		all = append(all, measured[k]...)
	}
	return all
}
