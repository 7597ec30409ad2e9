package core

import (
	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// Grow returns a Study of ds, the data of s with judgments added ([model.Dataset.Append]).
// It answers like a new Study, up to rounding: moments that s has are brought up to date
// with what is new, and nothing else is read again. A fixed panel, places taken for raters
// and scores of classes are learned anew, from all judgments.
func (s *Study) Grow(ds *model.Dataset) *Study {
	g := NewStudy(ds)
	if _, judged := s.source.(judgments); !judged {
		return g
	}
	before := make(map[momentsKey]moments.Before)
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, k := range s.known {
		if key.of == 1 && !key.byPosition && k.label == s.data.Label(key.label) {
			before[momentsKey{label: key.label, mode: key.mode}] = moments.Before{Blocks: k.blocks, Start: s.data.Start, Label: k.label}
		}
	}
	g.source = judgments{ds, before}
	return g
}
