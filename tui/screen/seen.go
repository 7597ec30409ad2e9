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

// SeenAt is a choice whose loss is seen in the data's own judgments.
type SeenAt struct {
	honest    *core.Honest
	algorithm selection.Algorithm
	budget    model.Amount
}

// Equal compares choices.
func (s SeenAt) Equal(o SeenAt) bool { return s == o }

// see computes the seen loss of the shown selection. It reads all judgments once, so it
// waits until the screen is still.
func (a *Evidence) see() tea.Cmd {
	key := a.Shown.SeenAt()
	if key.honest == nil {
		a.Looking.Abandon(key)
		return nil
	}
	if heldOff(a.Dragging, &a.Looking) {
		return nil
	}
	return a.Looking.Ask(a.Runner(), job.Question[SeenAt, *core.Seen]{
		Key: key, Delay: Stillness,
		Work: func(ctx context.Context, _ func(*core.Seen)) (*core.Seen, error) {
			seen, err := key.honest.Seen(ctx, key.algorithm, key.budget)
			return &seen, err
		},
	})
}

func (s *Shown) SeenAt() SeenAt { return SeenAt{s.Honest, s.State.Algorithm, s.State.Budget} }

// seen is the seen loss of what is shown, nil while it is not known.
func (a *Evidence) seen() *core.Seen {
	seen, _ := a.Looking.Answer(a.Shown.SeenAt())
	return seen
}

// Refuted tells whether the data's own judgments contradict the honest loss.
func (l *look) Refuted() bool { return l.Seen != nil && l.Seen.Why == "" && l.Seen.Refuted() }

// Refutation says in a few words that the honest figure is refuted; the honest
// R² is the one that the readout would have shown.
func (l *look) Refutation() string {
	s := &l.Selections[l.Active]
	return fmt.Sprintf("honest R² %s, seen %s on %s", ShownR2(s, l.Estimates[l.Active].Loss), ShownR2(s, l.Seen.Loss),
		figure.CountOf(l.Seen.Objects, "object"))
}

// ShownR2 is the R² of a loss. An R² far below 0 is cut, because its size means nothing.
func ShownR2(s *core.Selection, loss float64) string {
	r2 := s.R2At(loss)
	if r2 < -99 {
		return "below -99"
	}
	return figure.Share(r2)
}

// picked is the active algorithm's choice with the weights that are taken for it, as
// far as these are known.
func (a *Scene) picked() *core.Pick {
	p := &core.Pick{Answer: core.Answer{Result: a.Shown.Result, Honest: a.Shown.Honest}, Selection: *a.Active()}
	if seen := a.seen(); seen != nil {
		p.RidgeRefit = seen.Refit
	}
	return p
}

// seenWords say in a line what is seen of the active algorithm's loss, "" where
// nothing can be.
func (a *Scene) seenWords() string {
	h, seen := a.Shown.Honest, a.Look.Seen
	s := a.Active()
	switch {
	case a.Opt.NoHonest:
		return ""
	case h != nil && h.Why != "":
		return "not seen: " + h.Why
	case seen == nil:
		return "…"
	case seen.Why != "":
		return "not seen: " + seen.Why
	}
	m := a.measure().losses()
	text := fmt.Sprintf("%s %s", m.Words(), m.withError(m.estimate(seen.Estimate)))
	if m.Scale != ScaleR2 {
		text += ", R² " + ShownR2(s, seen.Loss)
	}
	text += " on " + figure.CountOf(seen.Objects, "object")
	if off := seen.Off; !math.IsNaN(off.Loss) && off.SE > 0 {
		text += fmt.Sprintf("; %s standard errors from honest", apart(math.Abs(off.Loss)/off.SE))
	}
	return text
}

// apart is a distance in standard errors. Where the seen loss is the honest loss, what is left of
// it is rounding.
func apart(errors float64) string {
	if errors < .01 {
		return "less than 0.01"
	}
	return figure.Significant(errors, 2)
}

// findings are what the screen itself finds wrong with its figures.
func (a *Scene) findings() []model.Finding {
	l := &a.Look
	if !l.Refuted() {
		return nil
	}
	return []model.Finding{{
		Code: model.CodeRefuted,
		Message: fmt.Sprintf("the data's own judgments refute the honest loss of %s at B = %s: %s. Do not buy by it: are judgments by one person or call bought as if others gave them (R)?",
			l.Selections[l.Active].Algorithm, l.Selections[l.Active].Budget, l.Refutation()),
	}}
}
