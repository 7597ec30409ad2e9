package core

import (
	"slices"

	"fms-tui/core/experts"
	"fms-tui/core/partial"
	"fms-tui/model"
)

// VotedOn lists the attributes whose judgments are all 0 or 1, with several judgments
// of some object. Data without judgments have none.
func (s *Study) VotedOn() (names []string) {
	ds := votes(s.data)
	other, several := make([]bool, len(ds.Attributes)), make([]bool, len(ds.Attributes))
	if _, ok := s.source.(judgments); !ok {
		return nil
	}
	for i := range ds.Objects {
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			a := ds.Attr[j]
			other[a] = other[a] || ds.Value[j] != 0 && ds.Value[j] != 1
			several[a] = several[a] || j > ds.Start[i] && ds.Attr[j-1] == a
		}
	}
	for a, name := range ds.Attributes {
		if several[a] && !other[a] {
			names = append(names, name)
		}
	}
	return names
}

// votes is the data set with the attribute that its label was made of: it may be
// what is voted on.
func votes(ds *model.Dataset) *model.Dataset {
	if ds.Unlabelled != nil {
		return ds.Unlabelled
	}
	return ds
}

// Ballots takes the judgments of an attribute for votes, and the means of the others
// that the Settings leave in for features. It returns the errors of
// experts.FromDataset, and panics if the attribute does not exist.
func (r *Result) Ballots(attribute string) (*experts.Named, error) {
	ds := votes(r.Data())
	if err := r.needsJudgments("labels from votes"); err != nil {
		return nil, err
	}
	return experts.FromDataset(ds, slices.Index(ds.Attributes, attribute), func(name string) bool { return !r.Settings.Excluded(name) }, nil)
}

// CompleteCells are the objects for learning from a few judgments of each: objects with
// the Result's label and a judgment of every attribute that the Settings leave in. It
// returns the errors of partial.NewCells.
func (r *Result) CompleteCells() (*partial.Cells, error) {
	ds := r.Data()
	if err := r.needsJudgments("learning from k judgments of each object"); err != nil {
		return nil, err
	}
	return partial.NewCells(ds, r.known.label, func(a int) bool { return r.Settings.Excluded(ds.Attributes[a]) })
}

func (r *Result) needsJudgments(what string) error {
	if _, ok := r.study.source.(judgments); !ok {
		return &model.NeedsJudgmentsError{What: what, Data: r.Data().Name}
	}
	return nil
}
