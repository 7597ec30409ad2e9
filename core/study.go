package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"

	"fms-tui/core/internal/budgetrange"
	"fms-tui/core/internal/design"
	"fms-tui/core/internal/diagnosis"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/parallel"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// ErrNoLabel says that the data hold no label, so nothing can be selected.
var ErrNoLabel = errors.New("the data have no label to predict")

// Study is a data set opened for questions. It keeps the moments of every label and raters mode asked
// for, so that a changed price or an excluded attribute costs a path. It is safe for concurrent use.
type Study struct {
	data  *model.Dataset
	kept  *stored // in place of judgments, nil where the data have them
	pilot design.Pilot
	// placesOf says, of a part of the data, by label whether places in cells are raters, as
	// in the first part; nil to find out.
	placesOf map[string]bool

	ends func() (least, greatest []float64) // of endsOf

	diagnosing sync.Mutex
	diagnosed  *diagnosis.Diagnosis

	mu    sync.Mutex
	known map[momentsKey]*knownMoments
}

type momentsKey struct {
	label      string // and the others that are learned with it, with their weights
	mode       string
	byPosition bool   // the j-th judgments of an object are one person's
	assumed    string // the reliabilities assumed, by attribute; "" for none
	projection string
}

// knownMoments are the moments of all objects for one label and mode.
type knownMoments struct {
	blocks  *moments.Blocks
	sums    *moments.Sums // of all blocks
	all     *moments.Moments
	learned *honest.Learned
	label   *model.Label
	also    []*knownMoments       // of the scores besides the first
	sigmaZ  []float64             // by attribute: Σ[a,a] in standard errors
	trained map[int]*honest.Parts // by the number of folds
	cells   func() *moments.Cells // the judgments that they were computed from
}

// NewStudy opens a data set. The data must not change afterwards.
func NewStudy(ds *model.Dataset) *Study {
	var raters design.Raters
	raters.Add(ds)
	return newStudy(ds, nil, raters)
}

func newStudy(ds *model.Dataset, kept *stored, raters design.Raters) *Study {
	s := &Study{data: ds, kept: kept, known: make(map[momentsKey]*knownMoments)}
	s.ends = sync.OnceValues(func() ([]float64, []float64) { return endsOf(ds) })
	s.pilot = design.Pilot{Data: ds, Raters: raters, Together: sync.OnceValue(func() [][]int { return design.FormsOf(ds, s.links()) })}
	return s
}

func (s *Study) Data() *model.Dataset { return s.data }

// Raters returns the raters mode that a setting leads to, and why.
func (s *Study) Raters(asked string) (mode string, why string) {
	return s.pilot.Raters.Mode(asked)
}

// Request asks for a Result.
type Request struct {
	Settings model.Settings
	// Range is the end of the range; 0 is the usual one.
	Range model.Amount
	// Reach is a budget that the range must include and whose choices must be
	// ready to be looked up; 0 for none.
	Reach model.Amount
	// Budgets, if not empty, are the budgets of interest: paths and honest losses
	// end at the largest, which is then the end of the range. Functions of the
	// range use these budgets only. Budgets that CheckBudget refuses do not count; that it
	// refuses all is an error. Other budgets can still be asked about.
	Budgets []model.Amount
	// Algorithms are computed besides the standard selection.Algorithms.
	Algorithms []selection.Algorithm
	// Optional algorithms are computed too where the data allow them; where not,
	// Result.Refused says why.
	Optional []selection.Algorithm
}

// Solve computes a Result. Errors name what is wrong with the data or the
// settings in words for the user; ctx ends the work early with its error.
func (s *Study) Solve(ctx context.Context, q Request) (r *Result, err error) {
	defer overflow.Catch(&err)
	aims, err := s.aimsOf(q.Settings)
	if err != nil {
		return nil, err
	}
	go func() { // meanwhile; asked for again below, with its error
		defer func() { _ = recover() }() // or its panic, where the caller can restore a terminal
		_, _ = s.diagnosis(ctx)
	}()
	if r, err = s.begin(ctx, aims, q.Settings); err != nil {
		return nil, err
	}
	if err := cmp.Or(usable(r), checkOnce(r)); err != nil {
		return nil, s.in(err)
	}
	parallel.Report(ctx, "learning what judgments are worth", 0, 0)
	r.forms = r.Design.Selection(len(r.Attributes))
	if mayShrink(r) {
		for _, l := range append([]*honest.Learned{r.learned}, r.learned.Also...) {
			r.posteriors = append(r.posteriors, l.Posterior(r.terms().Excluded))
		}
	}
	limitTo(r, repeatLimits(r, q.Settings.MaxRepeats == model.CellRepeats))
	for _, step := range []func(*Result, context.Context, Request) error{stayWithinCells, equip, solveAll} {
		if err := step(r, ctx, q); err != nil {
			return nil, err
		}
	}
	d, err := s.diagnosis(ctx)
	if err != nil {
		return nil, err
	}
	r.Warnings = joined(findingsOf(r), withoutExcluded(r, d.Warnings))
	return r, nil
}

// begin returns what a Result says before anything is chosen. Raters that auto
// takes for a panel, but of whom one judged too few objects of an attribute, are
// taken as a sample instead.
func (s *Study) begin(ctx context.Context, aims *aims, q model.Settings) (*Result, error) {
	parallel.Report(ctx, "averaging judgments", 0, 0)
	r := &Result{facts: facts{Settings: q, Label: aims.labels[0].Name}, study: s, aims: aims}
	if err := q.Design.CheckRaters(q.Raters); err != nil {
		return nil, err
	}
	places, why, err := s.pilot.ByPosition(q, func() (*moments.Position, error) { return s.position(ctx, &aims.list[0]) })
	if err != nil {
		return nil, err
	}
	asked := design.RatersAsked(q)
	if r.Raters, r.RatersReason = s.pilot.RatersFor(q); places {
		r.Raters, r.RatersReason, r.byPosition = model.RatersAware, why, true
	}
	err = average(r, ctx)
	var unfit *moments.PanelError
	if errors.As(err, &unfit) && r.Raters != asked {
		r.Raters, r.RatersReason = model.RatersAware, fmt.Sprintf("the raters are a panel, but %v", unfit)
		err = average(r, ctx)
	}
	if errors.As(err, &unfit) {
		err = fmt.Errorf("%w; the designs single, form and call:PRICE need no panel", err)
	}
	if errors.Is(err, model.ErrNeedsJudgments) && r.Raters != asked {
		err = fmt.Errorf("the raters are a panel, but %w", err)
	}
	if err != nil {
		return nil, err
	}
	if r.Design, err = s.pilot.Design(q, r.Raters, r.known.blocks); err != nil {
		return nil, err
	}
	describe(r)
	return r, nil
}

func average(r *Result, ctx context.Context) (err error) {
	key := momentsKey{mode: r.Raters, byPosition: r.byPosition, projection: projectionOf(r.Settings)}
	assumed := r.study.assumed(r.Settings)
	if assumed != nil {
		key.assumed = fmt.Sprint(assumed)
	}
	if r.known, err = r.study.moments(ctx, key, assumed, r.aims.list); err == nil {
		r.learned, r.projected = r.known.learned, r.known.learned.Projected
	}
	return err
}

func projectionOf(q model.Settings) string { return cmp.Or(q.PSD, model.ProjectScaled) }

// assumed are the reliabilities that settings assume, by attribute, 0 for none; nil for none
// at all.
func (s *Study) assumed(q model.Settings) (all []float64) {
	for a, name := range s.data.Attributes {
		if r := q.Reliability(name); r > 0 {
			if all == nil {
				all = make([]float64, len(s.data.Attributes))
			}
			all[a] = r
		}
	}
	return all
}

func (s *Study) label(name string) (*model.Label, error) {
	if len(s.data.Labels) == 0 {
		return nil, ErrNoLabel
	}
	if name == "" {
		return &s.data.Labels[0], nil
	}
	if l := s.data.LabelNamed(name, nil); l != nil {
		return l, nil
	}
	var names []string
	for _, l := range s.data.Labels {
		names = append(names, l.Name)
	}
	return nil, fmt.Errorf("there is no label %q: the labels are %s", name, strings.Join(names, ", "))
}

func (s *Study) moments(ctx context.Context, key momentsKey, assumed []float64, list []aim) (*knownMoments, error) {
	var also []*knownMoments
	for i := 1; i < len(list); i++ {
		k, err := s.moments(ctx, key, assumed, list[i:i+1])
		if err != nil {
			return nil, err
		}
		also = append(also, k)
	}
	for i := range list {
		key.label += list[i].key + "\n"
	}
	k, err := remember(s, s.known, key, func() (*knownMoments, error) {
		blocks, err := s.blocks(ctx, &list[0], key.mode, key.byPosition)
		if err != nil {
			return nil, err
		}
		blocks = blocks.Assuming(assumed)
		sums := blocks.Union(nil)
		k := &knownMoments{
			blocks: blocks, sums: sums, all: blocks.Moments(sums), sigmaZ: blocks.SigmaZ(),
			label: list[0].values, also: also, trained: make(map[int]*honest.Parts),
			cells: sync.OnceValue(func() *moments.Cells { return moments.NewCells(s.data, list[0].values, blocks) }),
		}
		k.learned = honest.NewLearned(blocks, func() *moments.Sums { return sums }, k.all, k.all.Project(key.projection))
		for _, other := range also {
			k.learned.Also = append(k.learned.Also, other.learned)
		}
		return k, nil
	})
	return k, cmp.Or(err, ctx.Err())
}

// remember returns what is known of a key, or computes it outside the lock: with many attributes it
// takes seconds. Of two calls at once the first counts.
func remember[K comparable, V any](s *Study, known map[K]V, key K, compute func() (V, error)) (V, error) {
	s.mu.Lock()
	x, found := known[key]
	s.mu.Unlock()
	if found {
		return x, nil
	}
	x, err := compute()
	if err != nil {
		return x, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, found := known[key]; !found {
		known[key] = x
	}
	return known[key], nil
}

// usable refuses labels from which nothing can be learned.
func usable(r *Result) error {
	l, m, variance := r.aims.labels[0], r.known.all, r.LabelVar
	switch {
	case m.Objects == 0:
		return fmt.Errorf("no object has both the label %q and a judgment: do the object ids of the labels and the judgments agree?", l.Name)
	case m.Objects == 1:
		return fmt.Errorf("a single object has both the label %q and a judgment: at least two are needed, and some hundreds to learn from", l.Name)
	case variance == 0 && r.Several() && len(r.aims.labels) == 1:
		return fmt.Errorf("the label %q is of one class for all %d objects that were judged: there is nothing to predict", l.Name, m.Objects)
	case variance == 0 && named(l, m.LabelMean) != "":
		return fmt.Errorf("the label %q is %q for all %d objects that were judged: there is nothing to predict; judge objects of another class, or name another label",
			l.Name, named(l, m.LabelMean), m.Objects)
	case variance == 0:
		return fmt.Errorf("the label %q is %g for all %d objects that were judged: there is nothing to predict", l.Name, m.LabelMean, m.Objects)
	case variance < smallestVariance:
		return fmt.Errorf("the label %q varies too little for floating point: multiply it by a constant", l.Name)
	case !(variance <= largestVariance):
		return fmt.Errorf("the label %q varies too widely for floating point: divide it by a constant", l.Name)
	}
	return nil
}

// checkOnce refuses to ask twice what nobody was asked twice.
func checkOnce(r *Result) error {
	for a := range r.Attributes {
		if at := &r.Attributes[a]; at.Once && at.Selectable() {
			if least := r.Settings.Limit(at.Name).Min; least > 1 {
				return fmt.Errorf("%s is asked at most once, for no object has two judgments of it: at least %d cannot be chosen", at.Name, least)
			}
		}
	}
	return nil
}

// named is the class that a value of a label stands for, "" for a number.
func named(l *model.Label, value float64) string {
	names := l.Classes
	if names == nil {
		names = l.Words[:]
	}
	if value != math.Trunc(value) || !(value >= 0 && value < float64(len(names))) {
		return ""
	}
	return names[int(value)]
}

// in is an error of the data with the names of their files.
func (s *Study) in(err error) error {
	var files []string
	for _, f := range s.data.Sources {
		files = append(files, f.File)
	}
	if files == nil {
		return err
	}
	return fmt.Errorf("%s: %w", figure.First(files, 1), err)
}

// These leave room to square what is computed from a variance.
const smallestVariance, largestVariance = 1e-280, 1e150

// MostJudgments is the largest number of judgments of one object that a budget may buy.
const MostJudgments = budgetrange.MostJudgments
