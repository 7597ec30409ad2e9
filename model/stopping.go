package model

import (
	"errors"
	"fmt"
	"math"
)

// Stopping says in which order to ask for the judgments of an object, and when they
// decide whether its label is above a threshold (docs/plan.md). Numbers are in the
// label's units.
type Stopping struct {
	Version    int             `json:"version"`
	Kind       string          `json:"kind"`
	Label      string          `json:"label"`
	Decide     string          `json:"decide"`     // as it was asked for, such as y>6.5
	Threshold  float64         `json:"threshold"`  // τ: predictions above it decide yes
	Confidence float64         `json:"confidence"` // that all judgments decide the same, between .5 and 1
	Stages     []StoppingStage `json:"stages"`     // in the order of asking, at least one
}

// StoppingStage is one call, and the decision after its answers and all earlier answers.
type StoppingStage struct {
	K          int              `json:"k"`          // from 1
	Attribute  string           `json:"attribute"`  // asked; "" on a form
	Form       string           `json:"form"`       // filled; "" for a single judgment
	Attributes []string         `json:"attributes"` // that the call asks for, at least one
	Repeat     int              `json:"repeat"`     // of the attribute or form, from 1
	Spent      Amount           `json:"spent"`      // on the object, this call included
	Loss       float64          `json:"loss"`       // V_k: projected of the prediction so far, squared label units
	Intercept  float64          `json:"intercept"`
	Below      float64          `json:"below"` // a prediction below it decides no
	Above      float64          `json:"above"` // a prediction above it decides yes
	Weights    []StoppingWeight `json:"weights"`
}

// StoppingWeight is the weight of the mean of an attribute's first judgments.
type StoppingWeight struct {
	Attribute string  `json:"attribute"`
	Judgments int     `json:"judgments"` // at least 1
	Weight    float64 `json:"weight"`
}

// Version and kind of the files of stopping rules that this program writes.
const (
	StoppingVersion = 1
	StoppingKind    = "fms-stopping"
)

// Check returns an error for a rule that cannot be followed.
func (s *Stopping) Check() error {
	switch {
	case s.Kind != StoppingKind:
		return fmt.Errorf(`its kind is %q: accepted is %q`, s.Kind, StoppingKind)
	case s.Version != StoppingVersion:
		return fmt.Errorf("its version is %d: this program reads %d", s.Version, StoppingVersion)
	case len(s.Stages) == 0:
		return errors.New("it has no stages")
	}
	asked, filled := make(map[string]int), make(map[string]int) // by attribute, and by form
	for i := range s.Stages {
		g := &s.Stages[i]
		for _, x := range []float64{g.Loss, g.Intercept, g.Below, g.Above} {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("a number of stage %d is not finite", i+1)
			}
		}
		switch {
		case g.K != i+1 || g.Repeat < 1:
			return fmt.Errorf("stage %d has the number %d and the repeat %d", i+1, g.K, g.Repeat)
		case len(g.Attributes) == 0, (g.Form == "") == (g.Attribute == ""), g.Below > g.Above:
			return fmt.Errorf("stage %d contradicts itself", i+1)
		}
		// A stage asks once more, so its judgments are there when it decides.
		before := filled[g.Form]
		if g.Form == "" {
			before = asked[g.Attribute]
		}
		if g.Repeat != before+1 {
			return fmt.Errorf("stage %d has the repeat %d: %d is expected", i+1, g.Repeat, before+1)
		}
		filled[g.Form]++
		for _, a := range g.Attributes {
			asked[a]++
		}
		for _, w := range g.Weights {
			if w.Judgments > asked[w.Attribute] {
				return fmt.Errorf("stage %d weighs %d judgments of %q, and %d are asked for until then", i+1, w.Judgments, w.Attribute, asked[w.Attribute])
			}
			if w.Judgments < 1 || math.IsNaN(w.Weight) || math.IsInf(w.Weight, 0) {
				return fmt.Errorf("the weight of %q in stage %d is unusable", w.Attribute, i+1)
			}
		}
	}
	return nil
}

// stoppingState is how far an object is.
type stoppingState struct {
	// Stage is the place in Stages: where the object was decided, or what to ask next.
	Stage      int
	Decided    bool
	Yes        bool    // the label is called above the threshold
	Prediction float64 // of the last stage whose judgments are present; NaN before the first
}

// At follows the rule over the judgments of an object, by attribute in the order of
// arrival. It stops at the first stage that decides, or that lacks judgments. The last
// stage always decides.
func (s *Stopping) At(judgments func(attribute string) []float64) stoppingState {
	state := stoppingState{Prediction: math.NaN()}
	for k := range s.Stages {
		state.Stage = k
		m, ok := s.Stages[k].predict(judgments)
		if !ok {
			return state
		}
		state.Prediction = m
		if state.Yes = m > s.Stages[k].Above; state.Yes || m < s.Stages[k].Below || k == len(s.Stages)-1 {
			state.Decided = true
			return state
		}
	}
	return state
}

// predict is the prediction from the first judgments; false where one is missing.
func (s *StoppingStage) predict(judgments func(attribute string) []float64) (float64, bool) {
	m := s.Intercept
	for _, w := range s.Weights {
		x := judgments(w.Attribute)
		if len(x) < w.Judgments {
			return 0, false
		}
		sum := 0.0
		for _, v := range x[:w.Judgments] {
			sum += v
		}
		m += w.Weight * (sum / float64(w.Judgments))
	}
	return m, true
}
