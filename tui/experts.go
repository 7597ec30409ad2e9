package tui

import (
	"context"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/experts"
)

// ballot is what the Experts screen is set to.
type ballot struct {
	Attribute string        // that is voted on; "" is the first that can be
	Model     experts.Model // "" is that of the smallest surrogate risk
	Lambda    float64       // 0 is that of the smallest surrogate risk
}

// consensusView is the Experts screen: labels from votes. Models are shown as
// they are found.
type consensusView struct {
	of     voted
	number int // of the search; answers to older ones are dropped
	cancel context.CancelFunc
	found  found
	told   told         // of the fit that is shown
	asked  *experts.Fit // told is being computed for it
}

// voted is what the search depends on.
type voted struct {
	attribute string
	excluded  string // names of features left out
}

// found is what there is so far. It is not changed.
type found struct {
	choices []string       // attributes that are voted on
	votes   *experts.Named // nil for none
	study   *experts.Study // nil for nothing yet
	why     error          // there is none
	done    bool
}

// told is what follows from a fit.
type told struct {
	fit     *experts.Fit
	labels  []experts.Label
	doubt   []int // objects, those in the most doubt first
	experts []experts.Expert
	best    []int // experts, the most accurate first
}

// foundMsg brings what the search of that number has found so far.
type votesMsg struct {
	number int
	found  found
	next   tea.Cmd
}

func (m votesMsg) deliver(a *app) tea.Cmd { return a.counted(m) }

// voteMsg comes when nothing may have changed for a moment since the search of
// that number was wanted.
type voteMsg struct{ number int }

func (m voteMsg) deliver(a *app) tea.Cmd { return a.vote(m) }

// toldMsg brings what follows from a fit.
type toldMsg struct{ told told }

func (m toldMsg) deliver(a *app) tea.Cmd {
	if m.told.fit == a.consensus.asked {
		a.consensus.told, a.consensus.asked = m.told, nil
		a.change()
	}
	return nil
}

// voted is what the present state asks for.
func (a *app) voted() voted {
	s := &a.shown.state
	var out []string
	for _, name := range a.opt.Study.Data().Attributes {
		if s.Settings.Excluded(name) {
			out = append(out, name)
		}
	}
	return voted{s.Ballot.Attribute, strings.Join(out, "\x00")}
}

// askExperts forgets a search for something else than what is shown, and begins
// that for what is shown when all has been still for a moment; and asks what
// follows from the fit that is shown.
func (a *app) askExperts() tea.Cmd {
	v := &a.consensus
	if want := a.voted(); v.number == 0 || v.of != want {
		if v.cancel != nil {
			v.cancel()
		}
		*v = consensusView{of: want, number: v.number + 1, found: found{choices: v.found.choices}}
		return a.after(stillness, voteMsg{v.number})
	}
	p := a.point()
	if p == nil || v.told.fit == p.Fit || v.asked == p.Fit {
		return nil
	}
	v.asked = p.Fit
	fit, data := p.Fit, &v.found.votes.Data
	return func() tea.Msg { return toldMsg{tell(fit, data)} }
}

// tell works out what follows from a fit.
func tell(fit *experts.Fit, data *experts.Data) told {
	t := told{fit: fit, labels: fit.Labels(data), experts: fit.Experts(data)}
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

// vote begins a search, unless something has changed since.
func (a *app) vote(m voteMsg) tea.Cmd {
	v := &a.consensus
	if m.number != v.number {
		return nil
	}
	var ctx context.Context
	ctx, v.cancel = context.WithCancel(a.root)
	study, r, attribute := a.opt.Study, a.shown.result, v.of.attribute
	opt := experts.Options{Restarts: expertRestarts, Seed: a.opt.Seed, Lambdas: a.opt.Lambdas}
	return stream(func(report func(found)) found {
		return search(ctx, study, r, attribute, opt, report)
	}, func(f found, _ bool, next tea.Cmd) tea.Msg { return votesMsg{m.number, f, next} })
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
		f.why, f.done = errors.New("no attribute is voted on: votes are judgments of 0 or 1, of the same objects by several raters"), true
		return f
	}
	if f.votes, f.why = r.Ballots(attribute); f.why != nil {
		f.done = true
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
	f.done = true
	return f
}

// counted takes what there is so far. A search that nobody asks for any more is
// given up.
func (a *app) counted(m votesMsg) tea.Cmd {
	v := &a.consensus
	switch {
	case m.number != v.number:
		return nil
	case v.of != a.voted():
		v.cancel()
		*v = consensusView{number: v.number, found: found{choices: v.found.choices}}
		return nil
	}
	v.found = m.found
	a.change()
	return m.next
}

// point is the model and λ that are shown; nil while there is none.
func (a *app) point() *experts.Point {
	s, b := a.consensus.found.study, a.shown.state.Ballot
	if s == nil || a.consensus.of != a.voted() {
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
