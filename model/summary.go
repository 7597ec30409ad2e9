package model

import (
	"errors"
	"fmt"
	"math"
)

// Summary counts what a data set holds.
type Summary struct {
	Objects, Raters, Judgments int
	Cells                      int   // object-attribute cells with a judgment
	Fewest, Most               int   // judgments of the smallest and the largest of them; 0 without any
	Labelled                   []int // objects that have it, by label
}

// Summary returns the counts of a data set, also of one whose moments alone
// are known.
func (d *Dataset) Summary() Summary {
	if d.MomentsOf != nil {
		return *d.MomentsOf
	}
	s := Summary{Objects: len(d.Objects), Raters: len(d.Raters), Judgments: len(d.Value)}
	for i := range d.Objects {
		own := d.Attr[d.Start[i]:d.Start[i+1]] // ordered by attribute
		for from := 0; from < len(own); {
			to := from + 1
			for to < len(own) && own[to] == own[from] {
				to++
			}
			if n := to - from; s.Cells == 0 || n < s.Fewest {
				s.Fewest = n
			}
			s.Most = max(s.Most, to-from)
			s.Cells++
			from = to
		}
	}
	for _, l := range d.Labels {
		have := 0
		for _, y := range l.Values {
			if !math.IsNaN(y) {
				have++
			}
		}
		s.Labelled = append(s.Labelled, have)
	}
	return s
}

// ErrNeedsJudgments is the error that [NeedsJudgments] returns.
var ErrNeedsJudgments = errors.New("the judgments are needed")

// needsJudgments is an [ErrNeedsJudgments] in words.
type needsJudgments string

func (e needsJudgments) Error() string        { return string(e) }
func (e needsJudgments) Is(target error) bool { return target == ErrNeedsJudgments }

// NeedsJudgments says that something, the singular subject of the sentence, needs judgments, and
// that the data of a name hold their moments only; hint is what would do instead, "" for nothing.
func NeedsJudgments(what, data, hint string) error {
	s := fmt.Sprintf("%s needs the judgments, and %s holds their moments only", what, data)
	if hint != "" {
		s += ": " + hint
	}
	return needsJudgments(s)
}
