package core

import (
	"context"
	"fmt"

	"fms-tui/core/internal/experiment"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// PilotQuestion asks how a pilot is best collected.
type PilotQuestion struct {
	Cost       model.Amount // M: what all judgments of the pilot may cost together
	Subsamples int          // at least 2; the usual number is DefaultSubsamples
	Seed       uint64       // random seed: the same seed draws the same
	// Shrink is what the pilots take for b, whatever the settings of the Pick; "" is
	// the paper's, model.ShrinkNone.
	Shrink model.Shrink
}

// DefaultSubsamples is the usual number of pilots drawn of each design.
const DefaultSubsamples = 50

// PilotDesign is a pilot that costs at most what was asked for.
type PilotDesign struct {
	experiment.Outcome
	Cost model.Amount // of its judgments
}

// Pilot compares designs of pilots: what is chosen from them at the budget.
type Pilot struct {
	PerRound model.Amount // a judgment of each candidate
	Judgment int          // judgments a cell of the data, on average, rounded
	Designs  []PilotDesign
	Done, Of int // subsamples
}

// mostK is the largest number of judgments a cell that designs consider. Data that hold
// less than half of it lower the limit.
const mostK = 8

// Pilot draws pilots of some designs out of the data and says what would be
// chosen from each, at the pick's budget and ridge. report, if not nil, is told
// how many subsamples are done. A context that ends returns its error, with the
// Pilot of the subsamples done where they are enough, else nil. Other errors say
// in words why there can be no pilots.
func (p *Pick) Pilot(ctx context.Context, q PilotQuestion, report func(done, of int)) (_ *Pilot, err error) {
	defer overflow.Catch(&err)
	if p.Selection.Algorithm == selection.Copies {
		return nil, fmt.Errorf("no pilots are drawn for copies, which takes the judgments of a cell for attributes of their own: choose another algorithm")
	}
	if err := p.notSeveral("the pilot experiment"); err != nil {
		return nil, err
	}
	out := &Pilot{Of: q.Subsamples}
	if err := p.design(out, q.Cost); err != nil {
		return nil, err
	}
	known, terms := p.known, p.terms()
	terms.Shrink = q.Shrink == model.ShrinkAuto
	pilots := experiment.Pilots{
		Sampler: moments.NewSampler(p.study.data, known.label, known.blocks, func(a int) bool {
			return p.Attributes[a].Selectable()
		}),
		Projection: known.source(p.study, p.Settings.PSD).Projection, Terms: terms,
		Algorithm: p.Selection.Algorithm, Budget: p.Selection.Budget, Seed: q.Seed, Subsamples: q.Subsamples,
	}
	for _, d := range out.Designs {
		pilots.Designs = append(pilots.Designs, d.Design)
	}
	outcomes, done, err := pilots.Run(ctx, func(done int) {
		if report != nil {
			report(done, q.Subsamples)
		}
	})
	if outcomes == nil {
		return nil, err
	}
	out.Done = done
	for i := range outcomes {
		out.Designs[i].Outcome = outcomes[i]
	}
	return out, err
}

// design lists the designs that M pays for: k judgments of each candidate on as
// many objects as possible, for k from 2 to twice what the data hold, and at most
// mostK; 1 where every candidate is asked once.
func (p *Pick) design(out *Pilot, cost model.Amount) error {
	var err error
	if out.PerRound, out.Judgment, err = p.rounds(); err != nil {
		return err
	}
	least, most, words := 2, max(2, min(2*out.Judgment, mostK)), "2 judgments"
	if p.leastK() == 1 { // nothing is known of a second judgment
		least, most, words = 1, 1, "1 judgment"
	}
	for k := least; k <= most; k++ {
		perObject, ok := p.pilotPrice(k)
		if !ok || cost/perObject < experiment.LeastObjects {
			break
		}
		n := int(cost / perObject)
		d := PilotDesign{Cost: perObject * model.Amount(n)}
		d.Objects, d.K = n, k
		out.Designs = append(out.Designs, d)
	}
	if len(out.Designs) > 0 {
		return nil
	}
	return fmt.Errorf("%s does not pay for a pilot: %s of each attribute on %d objects cost %s",
		cost, words, experiment.LeastObjects, p.leastPilot(least))
}

// leastPilot is what the smallest pilot costs, in words where that is beyond
// any amount.
func (p *Pick) leastPilot(k int) string {
	perObject, ok := p.pilotPrice(k)
	if c, fits := perObject.Times(experiment.LeastObjects); ok && fits {
		return c.String()
	}
	return "more than " + model.MaxAmount.String()
}
