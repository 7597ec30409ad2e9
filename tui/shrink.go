package tui

import (
	"context"
	"fmt"
	"math"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/figure"
	"fms-tui/tui/job"
)

// toggleShrink switches between label covariances that are shrunk to what the pilot
// can vouch for, and the paper's.
func (a *Analysis) toggleShrink() tea.Cmd {
	s := a.state
	to, text := model.ShrinkNone, "the paper's label covariances, as estimated (--shrink none)"
	if s.Settings.Shrunk() == model.ShrinkNone {
		to, text = model.ShrinkAuto, "label covariances shrunk to what the pilot can vouch for (--shrink auto)"
	}
	s.Settings = s.Settings.WithShrink(to)
	return tea.Batch(a.set(s, changeSetting), a.say(text))
}

// unshrunkAt is a budget that Full by the paper's b is weighed at.
type unshrunkAt struct {
	honest *core.Honest
	budget model.Amount
}

// Equal compares budgets of honest losses.
func (u unshrunkAt) Equal(o unshrunkAt) bool { return u == o }

func (s *shown) unshrunkAt() unshrunkAt { return unshrunkAt{s.honest, s.state.Budget} }

// hasPaper tells whether the screen compares with the paper's b.
func (v *compareView) hasPaper() bool {
	h := v.shown.honest
	return h != nil && h.Why == "" && v.shown.result.Shrinks() && v.shown.result.Step > 0
}

// weighPaper finds out what the paper's b is worth at B.
func (v *compareView) weighPaper() tea.Cmd {
	if !v.hasPaper() {
		return nil
	}
	key := v.shown.unshrunkAt()
	return v.paper.Ask(v.runner(), job.Question[unshrunkAt, *core.Unshrunk]{
		Key: key, Delay: stillness,
		Work: func(ctx context.Context, _ func(*core.Unshrunk)) (*core.Unshrunk, error) {
			return key.honest.Unshrunk(ctx, selection.Full, key.budget)
		},
	})
}

// paperLine compares full with what it would choose by the paper's b, "" where
// there is nothing to compare.
func (v *compareView) paperLine() string {
	if !v.hasPaper() {
		return ""
	}
	paper, known := v.paper.Answer(v.shown.unshrunkAt())
	if !known {
		return "full (paper's b): …"
	}
	text := "full (paper's b): honest " + figure.WithError(paper.Honest.Loss, paper.Honest.SE)
	if less := paper.Less; !math.IsNaN(less.Loss) && !math.IsNaN(less.SE) {
		sign := ""
		if less.Loss > 0 {
			sign = "+"
		}
		text += fmt.Sprintf("; difference from full %s%s", sign, figure.WithError(less.Loss, less.SE))
	}
	return text
}

// shrunk says what takes the place of b on an attribute's card.
func (o *page) shrunk(s core.Shrunk) {
	if math.IsNaN(s.B) {
		return
	}
	share := ""
	if !math.IsNaN(s.Share) {
		share = fmt.Sprintf("   shrunk to %s of what was seen", figure.Percent(s.Share))
	}
	o.fact("b shrunk", fmt.Sprintf("%s%s; prior variance τ = %s", figure.Significant(s.B, 3), share, figure.Significant(s.Tau, 3)))
}
