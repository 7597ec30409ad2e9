package core

import (
	"context"

	"fms-tui/core/internal/overflow"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Answer is a Result with its honest loss, nil where none was asked for.
type Answer struct {
	*Result
	Honest *Honest
}

// NoFolds asks for no honest loss.
const NoFolds = -1

// Tuning is the answer to a Request at every ridge λ that an automatic choice
// considers, or at the λ that is set.
type Tuning struct {
	// Answers by λ, rising.
	Answers []Answer
}

// Tune solves a Request and cross-validates all its algorithms: with Settings.AutoRidge
// at each of model.Ridges, otherwise at Settings.Ridge. All have the range of the
// first. With NoFolds nothing is cross-validated, and no λ chosen. It returns the
// errors of Solve, and the context's.
func (s *Study) Tune(ctx context.Context, q Request, folds int) (_ *Tuning, err error) {
	defer overflow.Catch(&err)
	lambdas := []float64{q.Settings.Ridge}
	if q.Settings.AutoRidge && folds != NoFolds {
		lambdas = model.Ridges()
	}
	t := &Tuning{}
	for _, lambda := range lambdas {
		q.Settings.Ridge = lambda
		r, err := s.Solve(ctx, q)
		if err != nil {
			return nil, err
		}
		if folds == NoFolds {
			return &Tuning{[]Answer{{Result: r}}}, nil
		}
		h, err := r.Honest(ctx, folds, r.Algorithms()...)
		if err != nil {
			return nil, err
		}
		t.Answers = append(t.Answers, Answer{r, h})
		if r.Shrinks() {
			break // b is shrunk already: no ridge
		}
		if h.Why != "" {
			break // nothing to choose by: the smallest
		}
		q.Range = r.Max
	}
	return t, nil
}

// At returns the answer with the smallest honest loss for an algorithm at a budget; of
// equal answers, the answer with the smaller λ. This honest loss is slightly low if
// there was a choice, because it chose λ. Answers with impossible figures are passed
// over. If all are impossible, the largest λ is taken.
func (t *Tuning) At(a selection.Algorithm, budget model.Amount) Answer {
	if len(t.Answers) == 1 {
		return t.Answers[0]
	}
	best := -1
	for i, o := range t.Answers {
		if !o.Honest.Possible(a, budget) {
			continue
		}
		if best < 0 || o.Honest.At(a, budget).Loss < t.Answers[best].Honest.At(a, budget).Loss {
			best = i
		}
	}
	if best < 0 {
		best = len(t.Answers) - 1
	}
	return t.Answers[best]
}

// FirstBudget is the budget to begin with when the user names none.
func (t *Tuning) FirstBudget(a selection.Algorithm) model.Amount {
	if h := t.Answers[0].Honest; h != nil && len(t.Answers[0].Attributes) <= PromptAttributes {
		return h.FirstBudget(a)
	}
	return t.Answers[0].Result.FirstBudget()
}

// Budget is Honest.Budget; Tune must have cross-validated. Where λ is chosen, it is at the λ whose honest loss
// is lowest over the range.
func (t *Tuning) Budget(a selection.Algorithm, q Rule) (model.Amount, error) {
	best := t.Answers[0].Honest
	if best.Why != "" {
		return best.Budget(a, q)
	}
	for _, o := range t.Answers[1:] {
		_, least := best.Lowest(a)
		if _, e := o.Honest.Lowest(a); e.Loss < least.Loss {
			best = o.Honest
		}
	}
	return best.Budget(a, q)
}

// Recommend returns the predictor that `fms-tui select` prints for a label ("" where there
// is one): Full's choice at the recommended budget, with its honest loss. Its Attributes name
// what to ask, in the data's order, and how many times each. Where nothing can be
// cross-validated, the error says why.
func (s *Study) Recommend(ctx context.Context, label string) (_ *model.Predictor, err error) {
	defer overflow.Catch(&err)
	t, err := s.Tune(ctx, Request{Settings: model.Settings{Label: label, AutoRidge: true}}, DefaultFolds)
	if err != nil {
		return nil, err
	}
	budget, err := t.Budget(selection.Full, Rule{})
	if err != nil {
		return nil, err
	}
	answer := t.At(selection.Full, budget)
	pick := Pick{Answer: answer, Selection: answer.Result.At(selection.Full, budget)}
	if err := pick.See(ctx); err != nil {
		return nil, err
	}
	out := pick.Predictor()
	return &out, nil
}
