package screen

import (
	"slices"

	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/panel"
)

// State is everything a user can set. It is one immutable value: a change
// makes a new one, so the states before it are the undo record.
type State struct {
	View
	Settings model.Settings
	Range    model.Amount // end of the slider; 0 is the usual one
	// Wide says that every algorithm is wanted that the data allow. It goes with
	// the screen shown and is not undone.
	Wide bool
}

// View is what is looked at of an answer.
type View struct {
	Budget    model.Amount
	Algorithm selection.Algorithm // the active one
	Compared  selection.Algorithm // the one it is compared with; "" is the usual one
	Sort      panel.Column
	Reverse   bool
	Columns   columnSet // columns of the table that differ from the usual columns
	Scale     Scale
	Decision  decision     // on each object; its judgments may stop early
	Ballot    ballot       // of the Votes screen
	Partial   partialState // of the Partial screen
}

// AnsweredBy tells whether the answer to o's question answers s too: they
// differ at most in what is looked at.
func (s State) AnsweredBy(o State) bool {
	return s.Range == o.Range && s.Settings.Equal(o.Settings) && (o.Wide || !s.Wide && slices.Equal(s.extra(), o.extra()))
}

// extra are the active algorithm and the algorithm compared with it, unless they are
// among the standard algorithms.
func (s State) extra() (extra []selection.Algorithm) {
	for _, alg := range []selection.Algorithm{s.Algorithm, s.comparedWith()} {
		if !slices.Contains(selection.Algorithms(), alg) {
			extra = append(extra, alg)
		}
	}
	return extra
}

// comparedWith is the algorithm that the active one is compared with: what the user
// chose, or Scoring, which looks at attributes one by one.
func (s State) comparedWith() selection.Algorithm {
	switch {
	case s.Compared != "" && s.Compared != s.Algorithm:
		return s.Compared
	case s.Algorithm == selection.Scoring:
		return selection.Full
	}
	return selection.Scoring
}

// lookingAt returns o with what s looks at, as far as o's Result has it: the
// same question, seen as in s.
func (s State) lookingAt(o Shown) State {
	seen, was := o.State, o.State
	seen.View = s.View
	if !o.Result.Ready(s.Budget) {
		seen.Budget = was.Budget
	}
	if !o.has(s) {
		seen.Algorithm, seen.Compared = was.Algorithm, was.Compared
	}
	return seen
}

// Equal tells whether two states ask the same and look at the same of it.
func (s State) Equal(o State) bool { return s.AnsweredBy(o) && s.View == o.View }

// history holds the states before and after the present one.
type history struct {
	Past, Future []State
	last         change // what kind of change led to the present
}

// change is a kind of change. Changes of one kind in a row that merge count as
// one: a drag, or a run of steps with the arrow keys, is undone at once.
type change int

const (
	ChangeSetting change = iota // stands alone
	changeBudget                // merges with others of its kind
	changeDial                  // likewise
)

// historyDepth bounds the undo record.
const historyDepth = 500

// record notes that the present state was left by a change.
func (h *history) record(present State, c change) {
	h.Future = nil
	if c != ChangeSetting && h.last == c && len(h.Past) > 0 {
		return
	}
	h.last = c
	h.Past = append(h.Past, present)
	if len(h.Past) > historyDepth {
		h.Past = h.Past[1:]
	}
}

// Close ends a run of changes that merge.
func (h *history) Close() { h.last = ChangeSetting }

// drop removes the last record if it leads to the present state: the change
// it recorded was taken back.
func (h *history) drop(present State) {
	if n := len(h.Past); n > 0 && h.Past[n-1].Equal(present) {
		h.Past = h.Past[:n-1]
	}
}
