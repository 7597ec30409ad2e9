package screen

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/job"
)

// together is how long a Result waits for its honest loss, so that both appear
// in one frame where that is quick.
const together = 60 * time.Millisecond

// ofResult is a Result whose honest loss is computed. It belongs to a Result, not
// to a question: B may move on meanwhile.
type ofResult struct{ result *core.Result }

// Validate computes the honest loss of a Result.
func (a *Answer) Validate(r *core.Result) tea.Cmd {
	a.forgetValidation()
	if a.Opt.NoHonest {
		return a.boundLater(r)
	}
	folds, first, near := a.Opt.Folds, a.State.Algorithm, nearFactor*a.State.Budget
	return a.validating.Ask(a.Runner(), job.Question[ofResult, *core.Honest]{
		Key: ofResult{r},
		Work: func(ctx context.Context, report func(*core.Honest)) (*core.Honest, error) {
			all := r.Algorithms()
			if promptHonest(r) {
				return r.Honest(ctx, folds, all...)
			}
			if i := slices.Index(all, first); i > 0 {
				all = slices.Insert(slices.Delete(slices.Clone(all), i, i+1), 0, first)
			}
			h, err := r.HonestFrom(ctx, folds, near, report, all...)
			for _, alg := range all {
				if err == nil && ctx.Err() == nil {
					h.Recommended(alg) // off the curve, which is kept
				}
			}
			return h, err
		},
		Took: a.validated,
	})
}

// nearFactor times B is how far the honest loss is found first where it takes long.
const nearFactor = 2

// honestSoFar is the honest loss as far as it is known of the Result shown: first around B,
// then over the range, then of the other algorithms; nil while nothing is known.
func (a *Answer) honestSoFar() *core.Honest {
	if a.Shown.Honest != nil {
		return a.Shown.Honest
	}
	h, _ := a.validating.Answer(ofResult{a.Shown.Result})
	return h
}

// unknowable says why there will be no honest loss; "" where there is one or it is
// to come.
func (a *Answer) unknowable() string {
	switch h := a.Shown.Honest; {
	case a.Opt.NoHonest:
		return "the program was started with --no-honest"
	case h != nil:
		return h.Why
	}
	return ""
}

// open moves B from where it was put without an honest loss to the recommended
// budget, unless the user has moved it.
func (a *Answer) open() tea.Cmd {
	if a.opening == nil || a.Shown.Honest == nil {
		return nil
	}
	untouched := *a.opening == a.State.Budget
	a.opening = nil
	if !untouched {
		return nil
	}
	s := a.State
	s.Budget = a.Shown.Honest.FirstBudget(s.Algorithm)
	return a.Turn(s)
}

func (a *Answer) forgetValidation() {
	a.validating.Forget()
	a.Waiting = nil
}

// answered takes a Result that arrived without its honest loss: it is shown
// with it, or without it if that takes longer than a moment.
func (a *Answer) answered(s Shown) tea.Cmd {
	if s.Honest != nil || a.Opt.NoHonest {
		a.forgetValidation()
		cmd := a.arrive(s)
		return tea.Batch(cmd, a.boundLater(s.Result))
	}
	cmd := a.Validate(s.Result)
	a.Waiting = &s
	return tea.Batch(cmd, a.After(together, TogetherMsg{s.Result}))
}

// validated takes an honest loss.
func (a *Answer) validated() tea.Cmd {
	if !a.validating.Done {
		return nil // drawn as far as it is known
	}
	h, err := a.validating.Value, a.validating.Err
	if err != nil {
		h = nil
	}
	var cmd tea.Cmd
	if waiting := a.Waiting; waiting != nil {
		waiting.Honest = h
		cmd = a.arrive(*waiting)
	} else {
		a.Shown.Honest = h
	}
	a.forgetValidation()
	if err != nil {
		a.Toast.Fail(err.Error())
	}
	return tea.Batch(cmd, a.open(), a.boundLater(a.Shown.Result))
}

// boundLater finds the bounds of a Result that was shown without them.
func (a *Answer) boundLater(r *core.Result) tea.Cmd {
	if r.HasBounds() {
		return nil
	}
	return a.bounding.Ask(a.Runner(), job.Question[ofResult, bool]{
		Key:  ofResult{r},
		Work: func(ctx context.Context, _ func(bool)) (bool, error) { return true, r.AddBounds(ctx) },
	})
}

// waited shows a Result whose honest loss takes long.
func (a *Answer) waited(m TogetherMsg) tea.Cmd {
	if w := a.Waiting; w != nil && w.Result == m.Result {
		a.Waiting = nil
		return a.arrive(*w)
	}
	return nil
}

// tune switches to the answer at the λ that is best at B, where λ is to be
// chosen.
func (a *Scene) tune() {
	s := &a.Shown
	if s.Tuning == nil {
		return
	}
	best := s.Tuning.At(s.State.Algorithm, s.State.Budget)
	if best.Result != s.Result {
		s.Result, s.Honest = best.Result, best.Honest
		a.Look.attributes(s.Result, len(a.Opt.Study.Data().Warnings))
	}
}

// estimate is the honest loss of an algorithm at B, NaN while it is not known:
// what takes longer than a frame is left out while B is dragged.
func (a *Measures) estimate(alg selection.Algorithm) core.Estimate {
	return a.honestAt(a.Shown.Honest, alg, a.Shown.State.Budget)
}

// honestAt is the honest loss of an algorithm at a budget, NaN while it is not known. Of
// much data it comes when it is there.
func (a *Measures) honestAt(h *core.Honest, alg selection.Algorithm, b model.Amount) core.Estimate {
	switch {
	case h == nil || a.Dragging && !h.Ready(alg, b):
		return core.UnknownEstimate()
	case !promptHonest(a.Shown.Result) && !h.Known(alg, b):
		a.asides.honest.wants = &preparedAt{chosenAt: a.Shown.choice(), from: h}
		return core.UnknownEstimate()
	}
	return h.At(alg, b)
}

// Recommend goes to the recommended budget and says what it costs and gives up.
func (a *Budget) Recommend() tea.Cmd {
	alg := a.Shown.State.Algorithm
	b, ok := a.recommended(alg)
	if !ok {
		return nil
	}
	text := a.givenUp(alg, b)
	return tea.Batch(a.SetBudget(b), a.Say(text))
}

// RecommendOff says why no budget is recommended.
func (a *Budget) RecommendOff() string {
	h, alg := a.Shown.Honest, a.Shown.State.Algorithm
	switch {
	case a.Opt.NoHonest:
		return "no budget is recommended without the honest loss (--no-honest)"
	case h == nil:
		return "the honest loss is still being computed"
	case h.Why != "":
		return "no budget can be recommended: " + h.Why
	}
	if _, ok := a.recommended(alg); !ok {
		return fmt.Sprintf("no budget of %s is better than judging nothing, by a standard error of the honest %s", alg, a.measure().lossWords())
	}
	return ""
}

// HonestError is the typical error that an honest loss means, √loss; there is
// none below 0, as the note says.
func HonestError(e core.Estimate) string {
	if e.Loss < 0 {
		return "below 0!"
	}
	return figure.TypicalError(math.Sqrt(e.Loss))
}

// raw is the honest loss of an algorithm at B as it was estimated, which may be
// less than a loss can be; NaN while it is not known.
func (a *Measures) raw(i int) core.Estimate {
	if math.IsNaN(a.Look.Estimates[i].Loss) {
		return core.UnknownEstimate()
	}
	return a.Shown.Honest.Raw(a.Look.Selections[i].Algorithm, a.Shown.State.Budget)
}

// floored tells whether an honest loss is shown at the noise of the judgments,
// because less was estimated.
func floored(e, raw core.Estimate) bool { return raw.Loss < e.Loss }

// Doubt says what is impossible about an honest loss, in a word or two; "" for
// nothing.
func Doubt(e, raw core.Estimate) string {
	switch {
	case raw.Loss < 0:
		return "R² above 1!"
	case floored(e, raw):
		return "noise floor!"
	}
	return ""
}

// beyond finds the attribute whose repeats in a selection most exceed the judgments of
// any cell of the pilot, and both numbers; ok is false if cells hold enough of every
// attribute.
func beyond(r *core.Result, s *core.Selection) (attribute int, ok bool) {
	most := 0
	for i, n := range s.Repeats {
		if over := n - r.Attributes[i].Most; over > most {
			most, attribute, ok = over, i, true
		}
	}
	return attribute, ok
}

// beyondBrief says that a selection asks for more judgments than any cell of the
// pilot holds, in a few words; "" where cells hold as many.
func beyondBrief(r *core.Result, s *core.Selection) string {
	i, ok := beyond(r, s)
	if !ok {
		return ""
	}
	return fmt.Sprintf("asks %s, cells hold %s", figure.Count(s.Repeats[i]), figure.Count(r.Attributes[i].Most))
}

// beyondWords is that in a sentence.
func beyondWords(r *core.Result, s *core.Selection) string {
	i, ok := beyond(r, s)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s of %s, where no object holds more than %s: nothing in the data checks these repeats",
		figure.CountOf(s.Repeats[i], "judgment"), chart.Clean(r.Attributes[i].Name), figure.Count(r.Attributes[i].Most))
}
