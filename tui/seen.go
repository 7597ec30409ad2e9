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
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// looking keeps track of the loss that is seen in the data's own judgments, of
// the active algorithm at B. It reads all judgments once, so it waits until all
// is still.
type looking struct {
	honest    *core.Honest // what it belongs to, with algorithm and budget
	algorithm selection.Algorithm
	budget    model.Amount
	number    int // answers to older ones are dropped
	cancel    context.CancelFunc
	seen      *core.Seen // nil while it is not known
}

// of tells whether the seen loss is that of what is shown.
func (v *looking) of(s *shown) bool {
	return v.honest == s.honest && v.algorithm == s.state.Algorithm && v.budget == s.state.Budget
}

// lookMsg comes when nothing may have changed for a moment since the seen loss
// of that number was wanted.
type lookMsg struct{ number int }

// seenMsg brings a seen loss.
type seenMsg struct {
	number int
	seen   core.Seen
}

func (m lookMsg) deliver(a *app) tea.Cmd { return a.lookAt(m) }

func (m seenMsg) deliver(a *app) tea.Cmd {
	if m.number == a.looking.number {
		a.looking.seen = &m.seen
		a.change()
	}
	return nil
}

// see forgets the seen loss of something else than what is shown, and asks for
// that of what is shown when all has been still for a moment. It is called after
// every message.
func (a *app) see() tea.Cmd {
	v, s := &a.looking, &a.shown
	if v.of(s) {
		return nil
	}
	if v.cancel != nil {
		v.cancel()
	}
	*v = looking{honest: s.honest, algorithm: s.state.Algorithm, budget: s.state.Budget, number: v.number + 1}
	if s.honest == nil {
		return nil
	}
	return a.after(stillness, lookMsg{v.number})
}

// lookAt reads the judgments aside, unless something has changed since.
func (a *app) lookAt(m lookMsg) tea.Cmd {
	v := &a.looking
	if m.number != v.number || v.honest == nil {
		return nil
	}
	var ctx context.Context
	ctx, v.cancel = context.WithCancel(a.root)
	honest, algorithm, budget := v.honest, v.algorithm, v.budget
	return func() tea.Msg {
		seen, err := honest.Seen(ctx, algorithm, budget)
		if err != nil {
			return nil // it was given up
		}
		return seenMsg{m.number, seen}
	}
}

// seen is the seen loss of what is shown, nil while it is not known.
func (a *app) seen() *core.Seen {
	if !a.looking.of(&a.shown) {
		return nil
	}
	return a.looking.seen
}

// refuted tells whether the data's own judgments contradict the honest loss.
func (l *look) refuted() bool { return l.seen != nil && l.seen.Why == "" && l.seen.Refuted() }

// refutation says in a few words that the honest figure is refuted; the honest
// R² is the one that the readout would have shown.
func (l *look) refutation() string {
	s := &l.selections[l.active]
	return fmt.Sprintf("honest R² %s, seen %s on %s", shownR2(s, l.estimates[l.active].Loss), shownR2(s, l.seen.Loss),
		figure.CountOf(l.seen.Objects, "object"))
}

// shownR2 is the R² of a loss. What is far below 0 says no more than that.
func shownR2(s *core.Selection, loss float64) string {
	r2 := s.R2At(loss)
	if r2 < -99 {
		return "below -99"
	}
	return figure.Share(r2)
}

// seenSpans say what the readout adds of the seen loss; nothing while it is not
// known.
func (l *look) seenSpans() []panel.Span {
	switch {
	case l.seen == nil:
		return nil
	case l.seen.Why != "":
		return []panel.Span{{Text: " · not seen", Pen: theme.Faint}}
	}
	return []panel.Span{{Text: " · ", Pen: theme.Faint}, {Text: "seen R² " + shownR2(&l.selections[l.active], l.seen.Loss), Pen: theme.Honest}}
}

// seenWords say in a line what is seen of the active algorithm's loss, "" where
// nothing can be.
func (a *app) seenWords() string {
	h, seen := a.shown.honest, a.look.seen
	s := a.active()
	switch {
	case a.opt.NoHonest:
		return ""
	case h != nil && h.Why != "":
		return "not seen: " + h.Why
	case seen == nil:
		return "…"
	case seen.Why != "":
		return "not seen: " + seen.Why
	}
	text := fmt.Sprintf("typical error %s, R² %s; loss %s on %s", figure.Significant(math.Sqrt(seen.Loss), 3), shownR2(s, seen.Loss),
		figure.WithError(seen.Loss, seen.SE), figure.CountOf(seen.Objects, "object"))
	if off := seen.Off; !math.IsNaN(off.Loss) && off.SE > 0 {
		text += fmt.Sprintf("; %s standard errors from honest", figure.Significant(math.Abs(off.Loss)/off.SE, 2))
	}
	return text
}

// findings are what the screen itself finds wrong with its figures.
func (a *app) findings() []model.Finding {
	l := &a.look
	if !l.refuted() {
		return nil
	}
	return []model.Finding{{
		Code: model.CodeRefuted,
		Message: fmt.Sprintf("the data's own judgments refute the honest loss of %s at B = %s: %s. Do not buy by it: are judgments by one person or call bought as if others gave them (R)?",
			l.selections[l.active].Algorithm, l.selections[l.active].Budget, l.refutation()),
	}}
}
