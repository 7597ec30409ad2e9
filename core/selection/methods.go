package selection

import (
	"context"
	"fmt"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// method is what the package knows of an algorithm. A new one is a file with its
// offer or its choices, a constant, and an entry in methods.
type method struct {
	name Algorithm
	// offer is what its greedy buys from; what it leaves open is as for Full.
	offer func(*Problem) *offer
	// choose returns its choices at rising budgets; nil for a greedy.
	choose func(ctx context.Context, p *Problem, budgets []model.Amount) ([]Choice, error)
	// equip adds what it needs beyond moments, and lacks says what it still does
	// not have; nil where moments are all.
	equip func(*Problem, Equipment) (*Problem, error)
	lacks func(*Problem) error
}

// methods is the table of algorithms, in the order they are shown in.
func methods() []method {
	return []method{
		{name: Full, offer: func(*Problem) *offer { return &offer{} }},
		{name: Scoring, offer: offerScores},
		{name: Exchange, choose: exchangeCurve},
		{name: Averages, offer: func(p *Problem) *offer { return offerFeatures(p, p.means) }, equip: withMeans, lacks: lacksMeans},
		{name: Copies, offer: func(p *Problem) *offer { return offerFeatures(p, p.copies) }, equip: withCopies, lacks: lacksCopies},
		{name: Single, choose: func(ctx context.Context, p *Problem, budgets []model.Amount) ([]Choice, error) {
			return chooseSingle(ctx, p, "", budgets)
		}},
		{name: Uniform, offer: offerUniform},
	}
}

// method returns the entry of an algorithm; the entry of single=NAME is made on demand.
func (a Algorithm) method() (method, error) {
	if name, ok := a.one(); ok {
		return method{
			name: a,
			choose: func(ctx context.Context, p *Problem, budgets []model.Amount) ([]Choice, error) {
				return chooseSingle(ctx, p, name, budgets)
			},
			lacks: func(p *Problem) error {
				_, err := findCandidate(p, name)
				return err
			},
		}, nil
	}
	for _, m := range methods() {
		if m.name == a {
			return m, nil
		}
	}
	_, err := Parse(string(a))
	return method{}, err
}

// Equipment makes the data beyond moments that some algorithms need.
type Equipment struct {
	// Means returns the covariance of the cell means, as from
	// moments.Blocks.CellMeans, and the judgments of a cell by attribute, as from
	// moments.Moments.K.
	Means func() (cov []float64, k []int)
	// Copies are as from moments.AccumulateCopies; nil where there are no judgments,
	// which then are lacking.
	Copies func() (*moments.Copies, error)
}

// Equip returns p with what an algorithm needs. It returns the errors of Copies; Check
// reports every other need that cannot be met.
func (p *Problem) Equip(a Algorithm, e Equipment) (*Problem, error) {
	m, err := a.method()
	if err != nil || m.equip == nil {
		return p, nil
	}
	return m.equip(p, e)
}

func lacksMeans(p *Problem) error {
	if p.means == nil {
		return fmt.Errorf("%s needs the covariance of the cell means", Averages)
	}
	return nil
}

func lacksCopies(p *Problem) error {
	if p.Labels() > 1 {
		return fmt.Errorf("%s is for one label with numbers, not for several labels or classes", Copies)
	}
	if p.copies == nil {
		return fmt.Errorf("%s needs the judgments themselves, and the same number of them, at least 2, in every cell", Copies)
	}
	return nil
}
