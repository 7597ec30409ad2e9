package tui

import (
	"context"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/experts"
	"fms-tui/tui/job"
)

// ballot is what the Experts screen is set to.
type ballot struct {
	Attribute string        // that is voted on; "" is the first that can be
	Model     experts.Model // "" is that of the smallest surrogate risk
	Lambda    float64       // 0 is that of the smallest surrogate risk
}

// voted is what the search depends on.
type voted struct {
	attribute string
	excluded  string // names of features left out
}

// Equal compares what searches depend on.
func (v voted) Equal(o voted) bool { return v == o }

// found is what there is so far. It is not changed.
type found struct {
	choices []string       // attributes that are voted on
	votes   *experts.Named // nil for none
	study   *experts.Study // nil for nothing yet
	why     error          // there is none
}

// fitOf is a fit that something follows from.
type fitOf struct{ fit *experts.Fit }

// Equal tells whether two fits are the same.
func (f fitOf) Equal(o fitOf) bool { return f == o }

// told is what follows from a fit.
type told struct {
	labels  []experts.Label
	doubt   []int // objects, those in the most doubt first
	experts []experts.Expert
	best    []int // experts, the most accurate first
}

// voted is what the present state asks for.
func (v *votesView) voted() voted { return voted{v.shown.state.Ballot.Attribute, v.excluded()} }

// excluded are the names of the attributes left out, in one text.
func (a *Analysis) excluded() string {
	var out []string
	for _, name := range a.opt.Study.Data().Attributes {
		if a.shown.state.Settings.Excluded(name) {
			out = append(out, name)
		}
	}
	return strings.Join(out, "\x00")
}

// work searches for the models of the votes that are shown, and asks what
// follows from the fit that is shown. A search that nobody asks for any more is
// given up.
func (v *votesView) work() tea.Cmd {
	want := v.voted()
	study, r := v.opt.Study, v.shown.result
	opt := experts.Options{Restarts: expertRestarts, Seed: v.opt.Seed, Lambdas: v.opt.Lambdas}
	cmd := v.search.Ask(v.runner(), job.Question[voted, found]{
		Key: want, Delay: stillness,
		Work: func(ctx context.Context, report func(found)) (found, error) {
			return search(ctx, study, r, want.attribute, opt, report), nil
		},
		Took: func() tea.Cmd {
			v.choices = v.search.Value.choices
			v.search.Abandon(v.voted())
			return nil
		},
	})
	p := v.point()
	if p == nil {
		return cmd
	}
	data := &v.search.Value.votes.Data
	return tea.Batch(cmd, v.telling.Ask(v.runner(), job.Question[fitOf, told]{
		Key:  fitOf{p.Fit},
		Work: func(context.Context, func(told)) (told, error) { return tell(p.Fit, data), nil },
	}))
}

// told is what follows from the fit that is shown; nil while that is not known.
func (v *votesView) told() *told {
	p := v.point()
	if p == nil || !v.telling.Known || !v.telling.For(fitOf{p.Fit}) {
		return nil
	}
	return &v.telling.Value
}

// tell works out what follows from a fit.
func tell(fit *experts.Fit, data *experts.Data) told {
	t := told{labels: fit.Labels(data), experts: fit.Experts(data)}
	t.doubt = experts.ByDoubt(t.labels)
	for k := range t.experts {
		t.best = append(t.best, k)
	}
	rank := func(k int) float64 {
		if e := &t.experts[k]; e.Accuracy == e.Accuracy { // not NaN
			return e.Accuracy
		}
		return t.experts[k].Agreement
	}
	slices.SortStableFunc(t.best, func(k, l int) int {
		switch {
		case rank(k) > rank(l):
			return -1
		case rank(k) < rank(l):
			return 1
		}
		return 0
	})
	return t
}

const (
	// expertRestarts are fewer than the command has: the screen is to be ready
	// while somebody looks.
	expertRestarts = 10
	// manyObjects is from how many objects with votes on half of them are held out
	// once; fewer are cross-validated, as the command does.
	manyObjects = 1000
	expertFolds = 5
)

// search counts the votes and fits the models.
func search(ctx context.Context, study *core.Study, r *core.Result, attribute string, opt experts.Options, report func(found)) found {
	f := found{choices: study.VotedOn()}
	if attribute == "" && len(f.choices) > 0 {
		attribute = f.choices[0]
	}
	if attribute == "" {
		f.why = errors.New("no attribute is voted on: votes are judgments of 0 or 1, of the same objects by several raters")
		return f
	}
	if f.votes, f.why = r.Ballots(attribute); f.why != nil {
		return f
	}
	report(f)
	if len(f.votes.Voted()) < manyObjects {
		opt.Folds = expertFolds
	}
	fitted, why := experts.Stream(ctx, &f.votes.Data, opt, nil, func(s *experts.Study) {
		f.study = s
		report(f)
	})
	if f.why = why; why == nil {
		f.study = fitted
	}
	return f
}

// point is the model and λ that are shown; nil while there is none.
func (v *votesView) point() *experts.Point {
	s, b := v.search.Value.study, v.shown.state.Ballot
	if s == nil || !v.search.For(v.voted()) {
		return nil
	}
	chosen := s.Chosen()
	m := b.Model
	if m == "" && chosen != nil {
		m = chosen.Model
	}
	p := s.Best(m)
	if b.Lambda > 0 && m != experts.EM {
		p = s.Nearest(m, experts.Penalty{Beta: b.Lambda, Gamma: b.Lambda})
	}
	if p == nil {
		return chosen // the model is not found yet
	}
	return p
}
