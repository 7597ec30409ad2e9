package experiment

import (
	"fms-tui/core/internal/honest"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/plan"
)

// DefaultSplits is the number of random splits of the paper's experiments.
const DefaultSplits = 50

// DefaultPilot is k, the judgments of a cell that algorithms choose from in the
// paper's experiments.
const DefaultPilot = 2

// MostPilot is the largest K of a [Question].
const MostPilot = 1000

// Question asks for the test errors of Sabato & Kalai 2013, section 4.
type Question struct {
	Algorithms []selection.Algorithm
	Budgets    []model.Amount // rising
	K          int            // judgments of a cell that are shown, at least 2
	Train      int            // objects to learn from, a fifth of all is tested on; 0 is all others, and of more than that all others are tested on
	Splits     int            // at least 1; DefaultSplits is the usual number
	Seed       uint64         // random seed: the same seed draws the same
	Folds      int            // of the honest losses of the training parts; 0 for the usual number, -1 for none
	// Shrink is what the training parts take for b, whatever the settings of the
	// Result; "" is the paper's, model.ShrinkNone.
	Shrink string
}

// Tradeoff is figure 8 of Sabato & Kalai 2013: given what all judgments of the
// training part may cost, should it have more objects or more judgments of each?
type Tradeoff struct {
	*Protocol
	PerRound model.Amount   // a judgment of each candidate
	Judgment int            // judgments a cell of the data, on average, rounded
	Totals   []model.Amount // by design of the Protocol
}

// PilotQuestion asks how a pilot is best collected.
type PilotQuestion struct {
	Cost       model.Amount // M: what all judgments of the pilot may cost together
	Subsamples int          // at least 2; the usual number is DefaultSubsamples
	Seed       uint64       // random seed: the same seed draws the same
	// Shrink is what the pilots take for b, whatever the settings of the Pick; "" is
	// the paper's, model.ShrinkNone.
	Shrink string
}

// DefaultSubsamples is the usual number of pilots drawn of each design.
const DefaultSubsamples = 50

// Pilot compares designs of pilots: what is chosen from them at the budget.
type Pilot struct {
	PerRound model.Amount // a judgment of each candidate
	Judgment int          // judgments a cell of the data, on average, rounded
	Designs  []Outcome
	Done, Of int // subsamples
}

// SecondRoundObjects is the usual number of objects to judge again: enough to find the
// reliability of an attribute with a standard error of about .1.
const SecondRoundObjects = 60

// SecondRound is a second judgment of some objects, of every attribute that no object has
// twice: what it asks, and what it could find.
type SecondRound struct {
	Plan    plan.Plan         // Training is the second judgments; of no new objects
	Budgets []model.Amount    // 1, 2 and 4 times the pick's, as far as there are such budgets
	Once    []honest.Estimate // the honest loss of each budget, asked at most once
	Worth   []RepeatWorth     // by reliability, rising; nil where the pick has no honest loss
}

// RepeatWorth is what repeats are worth if judgments of the attributes asked once have a
// reliability.
type RepeatWorth struct {
	Reliability float64
	// Contradicted is the share of the covariances, in [0,1], that had to be removed: attributes go
	// with each other more than so much noise allows, or share errors.
	Contradicted float64
	// Honest is the lowest honest loss at each budget, asked more than once or at most once.
	Honest []honest.Estimate
}
