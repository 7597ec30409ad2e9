package screen

import (
	"context"
	"fmt"
	"math"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/job"
)

// ToggleShrink switches between label covariances that are shrunk to what the pilot
// can vouch for, and the paper's.
func (a *Question) ToggleShrink() tea.Cmd {
	s := a.State
	to, text := model.ShrinkNone, "the paper's label covariances, as estimated (--shrink none)"
	if s.Settings.Shrunk() == model.ShrinkNone {
		to, text = model.ShrinkAuto, "label covariances shrunk to what the pilot can vouch for (--shrink auto)"
	}
	s.Settings = s.Settings.WithShrink(to)
	return tea.Batch(a.Set(s, ChangeSetting), a.Say(text))
}

// NextRepeats goes on to the next bound on the repeats of all attributes: a number gives way to
// none of its own.
func (a *Question) NextRepeats() tea.Cmd {
	s := a.State
	to, text := model.AutoRepeats, "no more of an attribute than objects hold, unless that costs R² .02 (--max-repeats auto)"
	switch s.Settings.MaxRepeats {
	case model.AutoRepeats:
		to, text = model.CellRepeats, "no more of an attribute than objects hold (--max-repeats cells)"
	case model.CellRepeats:
		to, text = model.AnyRepeats, "any number of judgments: beyond what objects hold it is a forecast (--max-repeats none)"
	}
	s.Settings.MaxRepeats = to
	return tea.Batch(a.Set(s, ChangeSetting), a.Say(text))
}

// NextLabelBy goes on to the next answer to who gave the label.
func (a *Question) NextLabelBy() tea.Cmd {
	s := a.State
	to, text := model.LabelBySame, "the label is given by the raters of the judgments, of new objects too (--label-by same)"
	switch s.Settings.LabelGivenBy() {
	case model.LabelBySame:
		to, text = model.LabelByOthers, "the label is given by others than the raters of the judgments (--label-by others)"
	case model.LabelByOthers:
		to, text = model.LabelByUnknown, "who gave the label is unknown: the data are looked at for signs (--label-by unknown)"
	}
	s.Settings.LabelBy = to
	return tea.Batch(a.Set(s, ChangeSetting), a.Say(text))
}

// unshrunkAt is a budget that Full by the paper's b is weighed at.
type unshrunkAt struct {
	honest *core.Honest
	budget model.Amount
}

func (s *Shown) unshrunkAt() unshrunkAt { return unshrunkAt{s.Honest, s.State.Budget} }

// hasPaper tells whether the screen compares with the paper's b.
func (v *CompareView) hasPaper() bool {
	h := v.Shown.Honest
	return h != nil && h.Why == "" && v.Shown.Result.Shrinks() && v.Shown.Result.Step > 0
}

// weighPaper finds out what the paper's b is worth at B.
func (v *CompareView) weighPaper() tea.Cmd {
	if !v.hasPaper() || heldOff(v.Dragging, &v.Paper) {
		return nil
	}
	key := v.Shown.unshrunkAt()
	return v.Paper.Ask(v.Runner(), job.Question[unshrunkAt, *core.Unshrunk]{
		Key: key, Delay: Stillness,
		Work: func(ctx context.Context, _ func(*core.Unshrunk)) (*core.Unshrunk, error) {
			return key.honest.Unshrunk(ctx, selection.Full, key.budget)
		},
	})
}

// paperLine compares full with what it would choose by the paper's b, "" where
// there is nothing to compare.
func (v *CompareView) paperLine() string {
	if !v.hasPaper() {
		return ""
	}
	paper, known := v.Paper.Answer(v.Shown.unshrunkAt())
	if !known {
		return "full (paper's b): …"
	}
	m := v.measure().losses()
	text := fmt.Sprintf("full (paper's b): honest %s %s", m.Words(), m.withError(m.estimate(paper.Honest)))
	if less := paper.Less; !math.IsNaN(less.Loss) && !math.IsNaN(less.SE) {
		text += "; difference from full " + m.signed(m.difference(less, paper.Honest.Loss, paper.Honest.Loss-less.Loss))
	}
	return text
}

// shrunk says what takes the place of b on an attribute's card.
func (o *Page) shrunk(s core.Shrunk) {
	if math.IsNaN(s.B) {
		return
	}
	share := ""
	if !math.IsNaN(s.Share) {
		share = fmt.Sprintf("   shrunk to %s of what was seen", figure.Percent(s.Share))
	}
	o.fact("b shrunk", fmt.Sprintf("%s%s; prior variance τ = %s", figure.Significant(s.B, 3), share, figure.Significant(s.Tau, 3)))
}
