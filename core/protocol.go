package core

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"fms-tui/core/internal/experiment"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/internal/parallel"
	"fms-tui/core/internal/population"
	"fms-tui/core/selection"
	"fms-tui/model"
)

type (
	// TestErrors are the losses of choices on objects that no choice saw (S&K section
	// 5), a [TestError] for each [Arm], averaged over the splits done. At returns one.
	TestErrors = experiment.TestErrors

	// TestError is what an [Arm] comes to: mean squared errors in squared label units,
	// with standard errors that are NaN for a single split.
	TestError = experiment.TestError

	// Arm is one of the things that a [Protocol] compares: the indices of its design,
	// its algorithm and its budget there, from 0.
	Arm = experiment.Arm
)

// DefaultSplits is the number of random splits of the paper's experiments.
const DefaultSplits = 50

// DefaultPilot is k, the judgments of a cell that algorithms choose from in the
// paper's experiments.
const DefaultPilot = 2

// MostPilot is the largest K of a [ProtocolQuestion].
const MostPilot = 1000

// ProtocolQuestion asks for the test errors of Sabato & Kalai 2013, section 4.
type ProtocolQuestion struct {
	Algorithms []selection.Algorithm
	Budgets    []model.Amount // rising
	K          int            // judgments of a cell that are shown, at least 2
	Train      int            // objects to learn from, a fifth of all is tested on; 0 is all others, and of more than that all others are tested on
	Splits     int            // at least 1; DefaultSplits is the usual number
	Seed       uint64         // random seed: the same seed draws the same
	Folds      int            // of the honest losses of the training parts; 0 for the usual number, NoFolds for none
	// Shrink is what the training parts take for b, whatever the settings of the
	// Result; "" is the paper's, model.ShrinkNone.
	Shrink model.Shrink
}

// Protocol prepares the experiment, under the settings of the Result; with
// Settings.AutoRidge each training part chooses its own ridge. Errors say in words
// what the data lack.
func (r *Result) Protocol(q ProtocolQuestion) (*experiment.Protocol, error) {
	p, err := newProtocol(r, &q)
	if err != nil {
		return nil, err
	}
	if q.Train == 0 {
		q.Train = r.Objects - tested(r)
	}
	if q.Train < experiment.LeastObjects || q.Train >= r.Objects {
		return nil, fmt.Errorf("only %d objects have the label and judgments: the experiment takes at least %d to learn from, and others to test on",
			r.Objects, max(q.Train, experiment.LeastObjects))
	}
	if r.leastK() == 1 {
		q.K = 1
	}
	p.Designs, p.Test = []experiment.Design{{Objects: q.Train, K: q.K}}, min(r.Objects-q.Train, tested(r))
	return p, nil
}

// tested is the number of objects that are tested on: a fifth, but not too few.
func tested(r *Result) int { return max(experiment.LeastObjects, r.Objects/5) }

// newProtocol is a Protocol without designs.
func newProtocol(r *Result, q *ProtocolQuestion) (*experiment.Protocol, error) {
	if _, ok := r.study.source.(judgments); !ok {
		return nil, &model.NeedsJudgmentsError{What: "the experiment", Data: r.Data().Name}
	}
	if err := r.notSeveral("the experiment"); err != nil {
		return nil, err
	}
	for _, b := range q.Budgets {
		if err := r.CheckBudget(b); err != nil {
			return nil, err
		}
	}
	terms := r.terms()
	terms.Shrink = q.Shrink == model.ShrinkAuto
	p := &experiment.Protocol{
		Sampler: moments.NewSampler(r.study.data, r.known.label, r.known.blocks, func(a int) bool {
			return r.Attributes[a].Selectable()
		}),
		Projection: r.known.source(r.study, r.Settings.PSD).Projection, Terms: terms,
		Algorithms: q.Algorithms, Budgets: slices.Compact(slices.Sorted(slices.Values(q.Budgets))),
		Splits: q.Splits, Seed: q.Seed,
	}
	switch q.Folds {
	case NoFolds:
	case 0:
		p.Folds = honest.DefaultFolds
	default:
		p.Folds = q.Folds
	}
	if r.Settings.AutoRidge && p.Folds > 0 && !terms.Shrink { // what is shrunk needs no ridge
		p.Ridges = model.Ridges()
	}
	return p, nil
}

// Tradeoff is figure 8 of Sabato & Kalai 2013: given what all judgments of the
// training part may cost, should it have more objects or more judgments of each?
type Tradeoff struct {
	*experiment.Protocol
	PerRound model.Amount   // a judgment of each candidate
	Judgment int            // judgments a cell of the data, on average, rounded
	Totals   []model.Amount // by design of the Protocol
}

// mostTradeoff is the number of judgments of a cell up to which training parts
// are considered.
const mostTradeoff = 12

// Tradeoff prepares the experiment: for each total every k from 2 on that cells hold,
// as long as the total pays for enough objects and the data hold that many. It ignores
// K, Train and Folds of the question. A fifth of the objects, and at least
// experiment.LeastObjects, are tested on. Without totals three are taken: what 2
// judgments of each cell of the others cost, half and a quarter of it.
func (r *Result) Tradeoff(q ProtocolQuestion, totals []model.Amount) (*Tradeoff, error) {
	q.Folds = NoFolds
	p, err := newProtocol(r, &q)
	if err != nil {
		return nil, err
	}
	t := &Tradeoff{Protocol: p}
	p.Test = tested(r)
	most := r.Objects - p.Test
	if most < experiment.LeastObjects {
		return nil, fmt.Errorf("only %d objects have the label and judgments: the experiment takes at least %d to learn from, and %d to test on",
			r.Objects, experiment.LeastObjects, p.Test)
	}
	if t.PerRound, t.Judgment, err = r.rounds(); err != nil {
		return nil, err
	}
	if len(totals) == 0 {
		for _, part := range []int{4, 2, 1} {
			if total, ok := t.PerRound.Times(2 * (most / part)); ok {
				totals = append(totals, total)
			}
		}
	}
	for _, total := range totals {
		for k := r.leastK(); k <= max(r.leastK(), min(t.Judgment, mostTradeoff)); k++ {
			perObject, ok := r.pilotPrice(k)
			if n := total / max(perObject, 1); ok && n >= experiment.LeastObjects && n <= model.Amount(most) {
				p.Designs = append(p.Designs, experiment.Design{Objects: int(n), K: k})
				t.Totals = append(t.Totals, total)
			}
		}
	}
	if len(p.Designs) == 0 {
		least, _ := t.PerRound.Times(2 * experiment.LeastObjects)
		return nil, fmt.Errorf("no total pays for a training part of %d to %d objects with 2 to %d judgments of each attribute: the smallest costs %s",
			experiment.LeastObjects, most, max(2, min(t.Judgment, mostTradeoff)), least)
	}
	return t, nil
}

// Unsolved returns r without its choices, and the matrices that they hold: for Protocol and
// Tradeoff, which choose for themselves. No choice, loss or bound may be asked of it.
func (r *Result) Unsolved() *Result {
	q := *r
	q.problem, q.curves, q.grids, q.certificates = nil, nil, nil, nil
	return &q
}

// Held is how many judgments a cell of the candidates holds, on average, rounded;
// 0 where there are no candidates, and for data without judgments.
func (all Attributes) Held() int {
	_, held, _ := all.rounds()
	return held
}

// leastK is the least number of judgments of a cell in a training part: 2, for internal
// variances, and 1 where every candidate is asked once.
func (all Attributes) leastK() int {
	if slices.ContainsFunc(all, func(a Attribute) bool { return a.Selectable() && !a.Once }) {
		return 2
	}
	return 1
}

// pilotPrice is what k judgments of each candidate cost, of those asked once one; false where
// that is beyond model.MaxAmount.
func (all Attributes) pilotPrice(k int) (sum model.Amount, ok bool) {
	for a := range all {
		at, n := &all[a], k
		if !at.Selectable() {
			continue
		}
		if at.Once {
			n = 1
		}
		part, ok := at.Price.Times(n)
		if sum += part; !ok || sum > model.MaxAmount {
			return 0, false
		}
	}
	return sum, true
}

// rounds returns what a judgment of each candidate costs, and how many a cell
// holds on average, rounded.
func (all Attributes) rounds() (perRound model.Amount, held int, err error) {
	cells, judgments := 0, 0
	for a := range all {
		if at := &all[a]; at.Selectable() {
			if perRound += at.Price; perRound > model.MaxAmount {
				return 0, 0, fmt.Errorf("a judgment of each attribute costs more than %s", model.MaxAmount)
			}
			cells += at.Objects
			judgments += at.Judgments
		}
	}
	return perRound, int(math.Round(float64(judgments) / float64(max(cells, 1)))), nil
}

// Population says what kind of objects, attributes and raters a pilot is simulated of.
type Population = population.Kind

// SimulationQuestion asks how large a pilot must be, before there are any data.
type SimulationQuestion struct {
	Population Population
	Budget     model.Amount // at which the repeats are chosen; every judgment costs 1
	Within     float64      // the standard error that the honest R² may have, above 0
	Pilots     int          // of each design, at least 2
	Seed       uint64       // random seed: the same seed draws the same
}

// SimulatedDesign is what pilots of one size came to.
type SimulatedDesign struct {
	Objects, Repeats int     // of the pilot; each attribute is judged Repeats times
	True, Honest     float64 // R² of what was chosen, on average: on new objects, and cross-validated
	Error            float64 // root of the mean of (honest - true)²
	Share            float64 // of the pilots whose honest R² is within Within of the true one, in [0,1]
	Pilots           int     // that had an honest loss
}

// Simulation is the answer: designs by rising repeats and objects.
type Simulation struct {
	Designs []SimulatedDesign
	Enough  []SimulatedDesign // by repeats, the first whose Error is at most Within
}

// Sizes that are simulated: objects from first to last, by doubling, and repeats.
var (
	simulatedObjects = []int{50, 100, 200, 400, 800, 1600}
	simulatedRepeats = []int{2, 3, 4}
)

// Simulate draws pilots of known populations, chooses from each as Full does at the budget,
// and compares the honest R² with the true one. For each number of repeats it goes on to
// larger pilots until the error is small enough. report, if not nil, gets the number of
// designs done and the largest number that there can be. The only error is the context's;
// the result then holds what is done so far.
func Simulate(ctx context.Context, q SimulationQuestion, report func(done, of int)) (_ *Simulation, err error) {
	defer overflow.Catch(&err)
	out := &Simulation{}
	of := len(simulatedObjects) * len(simulatedRepeats)
	for i, k := range simulatedRepeats {
		for n, m := range simulatedObjects {
			d := q.design(ctx, m, k)
			if ctx.Err() != nil {
				return out, ctx.Err()
			}
			out.Designs = append(out.Designs, d)
			if report != nil {
				report(i*len(simulatedObjects)+n+1, of)
			}
			if d.Error <= q.Within {
				out.Enough = append(out.Enough, d)
				break
			}
		}
	}
	return out, nil
}

// design draws the pilots of one size, each from its own population. The draw depends
// on the seed, the size and the number of the pilot, never on the processors.
func (q *SimulationQuestion) design(ctx context.Context, objects, repeats int) SimulatedDesign {
	type outcome struct{ honest, truth float64 }
	outcomes := make([]outcome, q.Pilots)
	parallel.Each(q.Pilots, func(i int) {
		honest, truth, err := q.pilot(ctx, objects, repeats, rand.New(rand.NewPCG(q.Seed, uint64(i)<<32|uint64(objects)<<8|uint64(repeats))))
		if err != nil {
			honest = math.NaN()
		}
		outcomes[i] = outcome{honest, truth}
	})
	d := SimulatedDesign{Objects: objects, Repeats: repeats}
	var square, within float64
	for _, o := range outcomes {
		if math.IsNaN(o.honest) {
			continue
		}
		d.Pilots++
		d.True += o.truth
		d.Honest += o.honest
		square += (o.honest - o.truth) * (o.honest - o.truth)
		if math.Abs(o.honest-o.truth) <= q.Within {
			within++
		}
	}
	n := float64(d.Pilots)
	d.True, d.Honest, d.Error, d.Share = d.True/n, d.Honest/n, math.Sqrt(square/n), within/n
	return d
}

var errNoHonest = errors.New("no honest loss")

// pilot draws a population and a pilot of it, and chooses.
func (q *SimulationQuestion) pilot(ctx context.Context, objects, repeats int, rng *rand.Rand) (honest, truth float64, err error) {
	world := population.New(q.Population, rng)
	study := NewStudy(world.Pilot(objects, repeats, rng))
	t, err := study.Tune(ctx, Request{Budgets: []model.Amount{q.Budget}}, DefaultFolds)
	if err != nil {
		return 0, 0, err
	}
	answer := t.At(selection.Full, q.Budget)
	p := Pick{Answer: answer, Selection: answer.At(selection.Full, q.Budget)}
	if err := p.See(ctx); err != nil {
		return 0, 0, err
	}
	e := p.Estimate()
	if math.IsNaN(e.Loss) {
		return 0, 0, errNoHonest
	}
	w, intercept := p.Weights()
	form := !p.Design.Singles()
	return p.Selection.R2At(e.Loss), world.TrueR2(w, intercept, p.Selection.Repeats, form), nil
}
