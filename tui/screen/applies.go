package screen

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/job"
)

// appliesTo is what decides, in some data, which screens apply.
type appliesTo struct{ label, excluded string }

// Equal compares data, labels and what is left out of them.
func (x appliesTo) Equal(o appliesTo) bool { return x == o }

// applying says why Votes and Partial do not apply to the data; "" where they do.
type applying struct{ votes, partial string }

// mostWeighed is the number of judgments up to which it is found out beforehand
// whether Partial applies: that copies them.
const mostWeighed = 5_000_000

// apply finds out which screens apply to what is shown.
func (a *Evidence) apply() tea.Cmd {
	r, study := a.Shown.Result, a.Opt.Study
	return a.Applying.Ask(a.Runner(), job.Question[appliesTo, applying]{
		Key: appliesTo{r.Label, a.excluded()},
		Work: func(context.Context, func(applying)) (applying, error) {
			var x applying
			if len(study.VotedOn()) == 0 {
				x.votes = noVotes
			}
			if len(study.Data().Value) > mostWeighed {
				return x, nil
			}
			if _, err := r.CompleteCells(); err != nil {
				x.partial = "Partial does not apply: " + adviseError(err) + ". It applies to objects with a judgment of every attribute; space on Plan leaves out an attribute."
			}
			return x, nil
		},
		Took: func() tea.Cmd { a.applying = a.Applying.Value; return nil },
	})
}

// noVotes says what Votes need.
const noVotes = "No votes in this data. Votes are 0/1 judgments of the same object by several raters. " +
	"Votes applies once an attribute holds them: the screen then infers a label that nobody gave."

// inapplicable is an error of a screen that has nothing to show, in whole sentences.
type inapplicable string

func (i inapplicable) Error() string { return string(i) }

// votesOff says why there is nothing to vote on; "" where there is, and while that
// is not known.
func (a *Evidence) votesOff() string { return a.applying.votes }

// partialOff says why nothing can be learned from a few judgments of each object.
func (a *Evidence) partialOff() string { return a.applying.partial }
