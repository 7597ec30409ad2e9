package screen

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/job"
)

// asides are figures of the shown choice that take longer than a frame of much
// data: they come when they are there. Of less they are computed for the frame.
type asides struct {
	further  job.Latest[furtherAt, []float64]
	planning job.Latest[chosenAt, *model.Plan]
	honest   job.Latest[preparedAt, bool]
	// What the last frame would have shown; nil for nothing.
	wantsFurther *furtherAt
	wantsPlan    *chosenAt
	wantsHonest  *preparedAt
}

// preparedAt is a choice that is shown with an honest loss.
type preparedAt struct {
	chosenAt
	from    *core.Honest
	further string // budgets of a table
}

// Equal compares choices and what their honest loss comes from.
func (p preparedAt) Equal(o preparedAt) bool { return p == o }

// furtherAt is a choice and an attribute of which there could be more judgments.
type furtherAt struct {
	chosenAt
	attribute int
}

// Equal compares choices and attributes.
func (f furtherAt) Equal(o furtherAt) bool { return f == o }

// furtherMost is up to how many more judgments of an attribute its card looks.
const furtherMost = 5

// further is what more judgments of an attribute would leave of the active choice's loss;
// nil while that is not known.
func (a *Evidence) further(s *core.Selection, i int) []float64 {
	r := a.Shown.Result
	if len(r.Attributes) <= core.PromptAttributes {
		return r.Further(s, i, furtherMost)
	}
	key := furtherAt{a.Shown.choice(), i}
	a.asides.wantsFurther = &key
	losses, _ := a.asides.further.Answer(key)
	return losses
}

// plan is what is still to be collected for the active choice; nil while that is not known.
func (a *Evidence) plan(s *core.Selection) (*model.Plan, error) {
	r := a.Shown.Result
	if len(r.Attributes) <= core.PromptAttributes && r.Judgments <= promptJudgments {
		p, err := r.Plan(s, collected)
		return &p, err
	}
	key := a.Shown.choice()
	a.asides.wantsPlan = &key
	if !a.asides.planning.For(key) {
		return nil, nil
	}
	return a.asides.planning.Value, a.asides.planning.Err
}

// askFigures asks for what the last frame could not show; further are the budgets of a
// table.
func (a *Evidence) askFigures(further func() []model.Amount) tea.Cmd {
	var cmds []tea.Cmd
	if key := a.asides.wantsFurther; key != nil && !a.Dragging {
		s := a.Shown.Result.At(key.algorithm, key.budget)
		cmds = append(cmds, a.asides.further.Ask(a.Runner(), job.Question[furtherAt, []float64]{
			Key: *key,
			Work: func(context.Context, func([]float64)) ([]float64, error) {
				return key.result.Further(&s, key.attribute, furtherMost), nil
			},
		}))
	}
	if key := a.asides.wantsPlan; key != nil && !a.Dragging {
		s := a.Shown.Result.At(key.algorithm, key.budget)
		cmds = append(cmds, a.asides.planning.Ask(a.Runner(), job.Question[chosenAt, *model.Plan]{
			Key: *key,
			Work: func(context.Context, func(*model.Plan)) (*model.Plan, error) {
				p, err := key.result.Plan(&s, collected)
				return &p, err
			},
		}))
	}
	if key := a.asides.wantsHonest; key != nil && !a.Dragging {
		budgets := further()
		key.further = fmt.Sprint(budgets)
		cmds = append(cmds, a.asides.honest.Ask(a.Runner(), job.Question[preparedAt, bool]{Key: *key, Work: key.prepare(budgets)}))
	}
	if !a.Dragging {
		a.asides.wantsHonest = nil
		a.asides.wantsFurther, a.asides.wantsPlan = nil, nil
	}
	return tea.Batch(cmds...)
}

// prepare computes the honest loss of every algorithm at the budget of a choice, and of its
// own at further budgets.
func (p preparedAt) prepare(further []model.Amount) func(context.Context, func(bool)) (bool, error) {
	return func(ctx context.Context, _ func(bool)) (bool, error) {
		for _, alg := range p.result.Algorithms() {
			if err := p.from.Prepare(ctx, alg, p.budget); err != nil {
				return false, err
			}
		}
		return true, p.from.Prepare(ctx, p.algorithm, further...)
	}
}

// forget drops all that was asked, and what the last frame would have shown.
func (f *asides) forget() {
	f.further.Forget()
	f.planning.Forget()
	f.honest.Forget()
	f.wantsHonest, f.wantsFurther, f.wantsPlan = nil, nil, nil
}
