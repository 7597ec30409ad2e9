package core

import (
	"context"

	"fms-tui/core/partial"
	"fms-tui/model"
)

// What partial asks and answers, for those who draw it.
type (
	LearningQuestion  = partial.Question
	LearningReport    = partial.Report
	LearningOutcome   = partial.Outcome
	LearningAlgorithm = partial.Algorithm
)

// LearningAlgorithms lists all in the order they are shown in.
func LearningAlgorithms() []LearningAlgorithm { return partial.Algorithms() }

// Learning are the objects that partial learns from under the Settings of a
// Result: its label, without the attributes left out.
func (r *Result) Learning() (*Learning, error) {
	if _, ok := r.study.source.(judgments); !ok {
		return nil, &model.NeedsJudgmentsError{What: "learning from k judgments of each object", Data: r.Data().Name}
	}
	ds := r.Data()
	c, err := partial.NewCells(ds, r.known.label, func(a int) bool { return r.Settings.Excluded(ds.Attributes[a]) })
	if err != nil {
		return nil, err
	}
	return &Learning{Cells: c}, nil
}

// Learning is safe for concurrent use.
type Learning struct{ *partial.Cells }

// Follow learns on random splits, and hands out what is known after each point of
// the learning curves: see partial.Follow.
func (l *Learning) Follow(ctx context.Context, q LearningQuestion, report func(*LearningReport)) error {
	return partial.Follow(ctx, l.Scaled(), l.Len(), q, report)
}
