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
)

// toggleShrink switches between label covariances that are shrunk to what the pilot
// can vouch for, and the paper's.
func (a *app) toggleShrink() tea.Cmd {
	s := a.state
	to, text := model.ShrinkNone, "the paper's label covariances, as estimated (--shrink none)"
	if s.Settings.Shrunk() == model.ShrinkNone {
		to, text = model.ShrinkAuto, "label covariances shrunk to what the pilot can vouch for (--shrink auto)"
	}
	s.Settings = s.Settings.WithShrink(to)
	return tea.Batch(a.set(s, changeSetting), a.say(text))
}

// paperView is what Full at B is worth by the paper's b, on Compare.
type paperView struct {
	honest *core.Honest // what it belongs to, with the budget
	budget model.Amount
	number int // answers to older ones are dropped
	cancel context.CancelFunc
	paper  *core.Unshrunk // nil while it is not known
}

func (v *paperView) of(s *shown) bool { return v.honest == s.honest && v.budget == s.state.Budget }

// paperWantedMsg comes when nothing may have changed for a moment since the paper's
// b of that number was wanted.
type paperWantedMsg struct{ number int }

func (m paperWantedMsg) deliver(a *app) tea.Cmd { return a.askPaper(m) }

// paperMsg brings what the paper's b is worth.
type paperMsg struct {
	number int
	paper  *core.Unshrunk
}

func (m paperMsg) deliver(a *app) tea.Cmd {
	if m.number == a.paper.number {
		a.paper.paper = m.paper
		a.change()
	}
	return nil
}

// hasPaper tells whether the screen compares with the paper's b.
func (a *app) hasPaper() bool {
	h := a.shown.honest
	return h != nil && h.Why == "" && a.shown.result.Shrinks() && a.shown.result.Step > 0
}

// seekAndWeigh is what Compare does after every message.
func (a *app) seekAndWeigh() tea.Cmd { return tea.Batch(a.seek(), a.weighPaper()) }

// weighPaper forgets the paper's b of something else than what is shown, and asks for
// that of what is shown when all has been still for a moment.
func (a *app) weighPaper() tea.Cmd {
	v := &a.paper
	if !a.hasPaper() || v.of(&a.shown) {
		return nil
	}
	if v.cancel != nil {
		v.cancel()
	}
	*v = paperView{honest: a.shown.honest, budget: a.shown.state.Budget, number: v.number + 1}
	return a.after(stillness, paperWantedMsg{v.number})
}

// askPaper begins, unless something has changed since.
func (a *app) askPaper(m paperWantedMsg) tea.Cmd {
	v := &a.paper
	if m.number != v.number {
		return nil
	}
	var ctx context.Context
	ctx, v.cancel = context.WithCancel(a.root)
	h, budget := v.honest, v.budget
	return func() tea.Msg {
		paper, err := h.Unshrunk(ctx, selection.Full, budget)
		if err != nil { // the context's: it was given up
			return nil
		}
		return paperMsg{m.number, paper}
	}
}

// paperLine compares full with what it would choose by the paper's b, "" where
// there is nothing to compare.
func (a *app) paperLine() string {
	v := &a.paper
	switch {
	case !a.hasPaper():
		return ""
	case !v.of(&a.shown) || v.paper == nil:
		return "full (paper's b): …"
	}
	text := "full (paper's b): honest " + figure.WithError(v.paper.Honest.Loss, v.paper.Honest.SE)
	if less := v.paper.Less; !math.IsNaN(less.Loss) && !math.IsNaN(less.SE) {
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
