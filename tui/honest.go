package tui

import (
	"context"
	"fmt"
	"math"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/figure"
	"fms-tui/tui/job"
)

// together is how long a Result waits for its honest loss, so that both appear
// in one frame where that is quick.
const together = 60 * time.Millisecond

// ofResult is a Result whose honest loss is computed. It belongs to a Result, not
// to a question: B may move on meanwhile.
type ofResult struct{ result *core.Result }

// Equal tells whether two Results are the same.
func (r ofResult) Equal(o ofResult) bool { return r == o }

// validate computes the honest loss of a Result.
func (a *Analysis) validate(r *core.Result) tea.Cmd {
	a.forgetValidation()
	if a.opt.NoHonest {
		return nil
	}
	folds := a.opt.Folds
	return a.validating.Ask(a.runner(), job.Question[ofResult, *core.Honest]{
		Key: ofResult{r},
		Work: func(ctx context.Context, _ func(*core.Honest)) (*core.Honest, error) {
			return r.Honest(ctx, folds, r.Algorithms()...)
		},
		Took: a.validated,
	})
}

func (a *Analysis) forgetValidation() {
	a.validating.Forget()
	a.waiting = nil
}

// answered takes a Result that arrived without its honest loss: it is shown
// with it, or without it if that takes longer than a moment.
func (a *Analysis) answered(s shown) tea.Cmd {
	if s.honest != nil || a.opt.NoHonest {
		a.forgetValidation()
		a.arrive(s)
		return nil
	}
	cmd := a.validate(s.result)
	a.waiting = &s
	return tea.Batch(cmd, a.after(together, togetherMsg{s.result}))
}

// validated takes an honest loss.
func (a *Analysis) validated() tea.Cmd {
	h, err := a.validating.Value, a.validating.Err
	if waiting := a.waiting; waiting != nil {
		waiting.honest = h
		a.arrive(*waiting)
	} else {
		a.shown.honest = h
	}
	a.forgetValidation()
	if err != nil {
		a.toast.fail(err.Error())
	}
	return nil
}

// waited shows a Result whose honest loss takes long.
func (a *Analysis) waited(m togetherMsg) {
	if w := a.waiting; w != nil && w.result == m.result {
		a.waiting = nil
		a.arrive(*w)
	}
}

// tune switches to the answer at the λ that is best at B, where λ is to be
// chosen.
func (a *Analysis) tune() {
	s := &a.shown
	if s.tuning == nil {
		return
	}
	best := s.tuning.At(s.state.Algorithm, s.state.Budget)
	if best.Result != s.result {
		s.result, s.honest = best.Result, best.Honest
		a.look.attributes(s.result, len(a.opt.Study.Data().Warnings))
	}
}

// estimate is the honest loss of an algorithm at B, NaN while it is not known:
// what takes longer than a frame is left out while B is dragged.
func (a *Analysis) estimate(alg selection.Algorithm) core.Estimate {
	h, b := a.shown.honest, a.shown.state.Budget
	if h == nil || a.dragging && !h.Ready(alg, b) {
		return core.UnknownEstimate()
	}
	return h.At(alg, b)
}

// recommend goes to the recommended budget and says what it costs and gives up.
func (a *Analysis) recommend() tea.Cmd {
	h, alg := a.shown.honest, a.shown.state.Algorithm
	b, ok := h.Recommended(alg)
	if !ok {
		return nil
	}
	cmd := a.setBudget(b)
	return tea.Batch(cmd, a.say(a.givenUp(h, alg, b)))
}

// recommendOff says why no budget is recommended.
func (a *Analysis) recommendOff() string {
	h, alg := a.shown.honest, a.shown.state.Algorithm
	switch {
	case a.opt.NoHonest:
		return "no budget is recommended without the honest loss (--no-honest)"
	case h == nil:
		return "the honest loss is still being computed"
	case h.Why != "":
		return "no budget can be recommended: " + h.Why
	}
	if _, ok := h.Recommended(alg); !ok {
		return fmt.Sprintf("no budget of %s is better than judging nothing, by a standard error of the honest loss", alg)
	}
	return ""
}

// givenUp says what the recommended budget costs, and what is lost against the
// best.
func (a *Analysis) givenUp(h *core.Honest, alg selection.Algorithm, b model.Amount) string {
	best, lowest := h.Lowest(alg)
	e := h.At(alg, b)
	text := fmt.Sprintf("B = %s an object: honest %s", b, honestError(e))
	if given := (e.Loss - lowest.Loss) / a.shown.result.LabelVar; given > 0 {
		text += fmt.Sprintf(", gives up %s R² against B = %s (%s)", figure.Significant(given, 2), best, honestError(lowest))
	}
	return text
}

// honestError is the typical error that an honest loss means, ±√loss; there is
// none below 0, as the note says.
func honestError(e core.Estimate) string {
	if e.Loss < 0 {
		return "below 0!"
	}
	return figure.PlusMinus(math.Sqrt(e.Loss))
}
