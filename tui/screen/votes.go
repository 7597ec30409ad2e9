package screen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/experts"
	"fms-tui/core/report/figure"
	"fms-tui/model/export"
	"fms-tui/tui/chart"
	"fms-tui/tui/job"
)

// ballot is what the Votes screen is set to.
type ballot struct {
	Attribute string        // that is voted on; "" is the first that can be
	Model     experts.Model // "" is the model of the smallest surrogate risk
	Lambda    float64       // 0 is the λ of the smallest surrogate risk
}

// Voted is what the search depends on.
type Voted struct {
	attribute string
	excluded  string // names of features left out
}

// Found is what there is so far. It is not changed.
type Found struct {
	choices []string       // attributes that are voted on
	votes   *experts.Named // nil for none
	Study   *experts.Study // nil for nothing yet
	Why     error          // there is none
}

// fitOf is a fit that something follows from.
type fitOf struct{ fit *experts.Fit }

// told is what follows from a fit.
type told struct {
	Labels  []experts.Label
	Doubt   []int // objects, the most uncertain first
	Experts []experts.Expert
	Best    []int // experts, the most accurate first
}

// Voted is what the present state asks for.
func (v *VotesView) Voted() Voted { return Voted{v.Shown.State.Ballot.Attribute, v.excluded()} }

// excluded are the names of the attributes left out, in one text.
func (a *Evidence) excluded() string {
	var out []string
	for _, name := range a.Opt.Study.Data().Attributes {
		if a.Shown.State.Settings.Excluded(name) {
			out = append(out, name)
		}
	}
	return strings.Join(out, "\x00")
}

// Work searches for the models of the votes that are shown, and asks what
// follows from the fit that is shown. A search that nobody asks for any more is
// given up.
func (v *VotesView) Work() tea.Cmd {
	if v.votesOff() != "" {
		return nil
	}
	want := v.Voted()
	study, r := v.Opt.Study, v.Shown.Result
	opt := experts.Options{Restarts: expertRestarts, Seed: v.Opt.Seed, Lambdas: v.Opt.Lambdas}
	cmd := v.Search.Ask(v.Runner(), job.Question[Voted, Found]{
		Key: want, Delay: Stillness,
		Work: func(ctx context.Context, report func(Found)) (Found, error) {
			return search(ctx, study, r, want.attribute, opt, report), nil
		},
		Took: func() tea.Cmd {
			v.Choices = v.Search.Value.choices
			v.Search.Abandon(v.Voted())
			return nil
		},
	})
	p := v.Point()
	if p == nil {
		return cmd
	}
	data := &v.Search.Value.votes.Data
	return tea.Batch(cmd, v.telling.Ask(v.Runner(), job.Question[fitOf, told]{
		Key:  fitOf{p.Fit},
		Work: func(context.Context, func(told)) (told, error) { return tell(p.Fit, data), nil },
	}))
}

// Told is what follows from the fit that is shown; nil while that is not known.
func (v *VotesView) Told() *told {
	p := v.Point()
	if p == nil || !v.telling.Known || !v.telling.For(fitOf{p.Fit}) {
		return nil
	}
	return &v.telling.Value
}

// tell works out what follows from a fit.
func tell(fit *experts.Fit, data *experts.Data) told {
	t := told{Labels: fit.Labels(data), Experts: fit.Experts(data)}
	t.Doubt = experts.ByDoubt(t.Labels)
	for k := range t.Experts {
		t.Best = append(t.Best, k)
	}
	rank := func(k int) float64 {
		if e := &t.Experts[k]; e.Accuracy == e.Accuracy { // not NaN
			return e.Accuracy
		}
		return t.Experts[k].Agreement
	}
	slices.SortStableFunc(t.Best, func(k, l int) int {
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
func search(ctx context.Context, study *core.Study, r *core.Result, attribute string, opt experts.Options, report func(Found)) Found {
	f := Found{choices: study.VotedOn()}
	if attribute == "" && len(f.choices) > 0 {
		attribute = f.choices[0]
	}
	if attribute == "" {
		f.Why = inapplicable(noVotes)
		return f
	}
	if f.votes, f.Why = r.Ballots(attribute); f.Why != nil {
		return f
	}
	report(f)
	if len(f.votes.Voted()) < manyObjects {
		opt.Folds = expertFolds
	}
	fitted, why := experts.Stream(ctx, &f.votes.Data, opt, nil, func(s *experts.Study) {
		f.Study = s
		report(f)
	})
	if f.Why = why; why == nil {
		f.Study = fitted
	}
	return f
}

// Point is the model and λ that are shown; nil while there is none.
func (v *VotesView) Point() *experts.Point {
	s, b := v.Search.Value.Study, v.Shown.State.Ballot
	if s == nil || !v.Search.For(v.Voted()) {
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

// certain is the probability of either class from which on a label is no longer uncertain.
const certain = .95

// tally counts the objects labelled 1, those labelled, and those of uncertain labels.
func (v *VotesView) tally(t *told) (yes, of, unsure int) {
	for i, l := range t.Labels {
		if v.Search.Value.votes.Blank[i] {
			continue
		}
		of++
		if l.Class {
			yes++
		}
		if max(l.Probability, 1-l.Probability) < certain {
			unsure++
		}
	}
	return yes, of, unsure
}

// Sentence says how the votes were read.
func (v *VotesView) Sentence() string {
	p, t := v.Point(), v.Told()
	if t == nil {
		return "There are no labels from votes yet"
	}
	votes := v.Search.Value.votes
	yes, of, _ := v.tally(t)
	return fmt.Sprintf("From %s by %s on %s of %s, %s%s labels %s of %s as 1; its surrogate risk on held-out votes is %s, with %s",
		figure.CountOf(len(votes.Yes), "vote"), figure.CountOf(len(votes.Experts), "expert"), figure.CountOf(len(votes.Voted()), "object"), chart.Clean(votes.Label),
		p.Model, atLambda(p), figure.Count(yes), figure.CountOf(of, "object"), figure.WithError(p.S, p.SE), figure.CountOf(p.Fit.Support(), "feature"))
}

// Table lists objects with their labels, as the command writes them.
func (v *VotesView) Table(t *Tsv) string {
	told, votes := v.Told(), v.Search.Value.votes
	if told == nil {
		return ""
	}
	t.head("object", "label", "probability")
	for i, l := range told.Labels {
		if votes.Blank[i] {
			continue
		}
		class := 0
		if l.Class {
			class = 1
		}
		t.Row(votes.Objects[i], class, l.Probability)
	}
	return t.counted("label")
}

// Command asks for the command of the labels. λ is the λ of the smallest surrogate
// risk.
func (v *VotesView) Command(q *Asked) bool {
	q.Command = "lab experts"
	if votes := v.Search.Value.votes; votes != nil {
		q.Flags = append(q.Flags, "--label-from", votes.Label)
	}
	if m := v.Shown.State.Ballot.Model; m != "" {
		q.Flags = append(q.Flags, "--model", string(m))
	}
	q.Flags = append(q.Flags, "--restarts", strconv.Itoa(expertRestarts))
	return true
}

// promptLabels asks where to write the labels that are shown.
func (v *VotesView) promptLabels() tea.Cmd {
	p, votes := v.Point(), v.Search.Value.votes
	if p == nil {
		return v.Say(v.unfitted())
	}
	if !v.Search.Done {
		return v.Say("the models are still being fitted: labels come from all votes when that is done")
	}
	v.desk.Export(&Product{
		Name: fmt.Sprintf("the labels of %s by %s%s", votes.Label, p.Model, atLambda(p)),
		File: FileName(fmt.Sprintf("%s-%s-%s-labels.csv", v.Opt.Stem(), votes.Label, p.Model)),
		Writer: func(path string) (func(io.Writer) error, error) {
			if !strings.EqualFold(filepath.Ext(path), ".csv") {
				return nil, errors.New("the name must end in .csv")
			}
			return func(w io.Writer) error { return export.Labels(w, votes.Labels(p.Fit)) }, nil
		},
	})
	return nil
}
