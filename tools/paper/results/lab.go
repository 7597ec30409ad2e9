package results

import (
	"context"

	"fms-tui/core"
	"fms-tui/core/experiment"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tools/paper/page"
	"fms-tui/tools/simulate"
)

// lab has the data, and what all experiments share.
type lab struct {
	*page.Page
	splits int
	opened map[string]*core.Study
}

// open returns a data set: bodies-full and slices are simulated, others read; nil
// where they are missing.
func (l *lab) open(ctx context.Context, name string) (*core.Study, error) {
	if s, known := l.opened[name]; known {
		return s, nil
	}
	var ds *model.Dataset
	switch name {
	case "bodies-full":
		ds = simulate.Bodies(simulate.FullRepeats, simulate.BodiesSeed)
	case "bodies":
		ds = simulate.Bodies(simulate.BodiesRepeats, simulate.BodiesSeed)
	case "slices":
		ds = simulate.Slices(simulate.SlicesRepeats, simulate.SlicesSeed)
	default:
		var err error
		if ds, err = l.Open(ctx, name); ds == nil || err != nil {
			return nil, err
		}
	}
	if l.opened == nil {
		l.opened = make(map[string]*core.Study)
	}
	l.opened[name] = core.NewStudy(ds)
	return l.opened[name], nil
}

// trial is an experiment on a data set.
type trial struct {
	data, label string
	raters      string // "" is paper
	autoRidge   bool
	shrink      string // "" is none, the paper's b
	folds       int    // core.NoFolds for no honest losses
	train       int    // 0: four fifths
	algorithms  []selection.Algorithm
	budgets     []int
	held        int // most judgments of an attribute; 0 for any number
}

func (t *trial) settings() model.Settings {
	raters := t.raters
	if raters == "" {
		raters = model.RatersPaper
	}
	s := model.Settings{Label: t.label, Raters: raters}
	if s.AutoRidge, s.MaxRepeats = t.autoRidge, t.held; t.held == 0 {
		s.MaxRepeats = model.AnyRepeats
	}
	return s
}

func (t *trial) question(l *lab) experiment.Question {
	q := experiment.Question{
		Shrink: t.shrink, Algorithms: t.algorithms, K: experiment.DefaultPilot, Train: t.train, Splits: l.splits, Seed: l.Seed, Folds: t.folds,
	}
	for _, b := range t.budgets {
		q.Budgets = append(q.Budgets, model.Units(b))
	}
	return q
}

// run returns the Result of all data and the test errors; nil where the data are
// missing.
func (l *lab) run(ctx context.Context, t *trial) (*core.Result, *experiment.TestErrors, error) {
	study, err := l.open(ctx, t.data)
	if study == nil || err != nil {
		return nil, nil, err
	}
	r, err := study.Solve(ctx, core.Request{Settings: t.settings()})
	if err != nil {
		return nil, nil, err
	}
	p, err := r.Protocol(t.question(l))
	if err != nil {
		return nil, nil, err
	}
	e, err := p.Run(ctx, nil)
	return r, e, err
}
