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
	// choose returns its choices at rising budgets, with their losses if they are to be
	// weighed; nil for a greedy.
	choose func(p *Problem, ctx context.Context, budgets []model.Amount, weighed bool) ([]Choice, error)
	// equip adds what it needs beyond moments, and lacks says what it still does
	// not have; nil where moments are all.
	equip func(*Problem, Equipment) (*Problem, error)
	lacks func(*Problem) error
}

// methods is the table of algorithms, in the order they are shown in.
func methods() []method {
	return []method{
		{name: Full, offer: func(*Problem) *offer { return &offer{} }},
		{name: Scoring, offer: (*Problem).scoring},
		{name: Exchange, choose: (*Problem).exchange},
		{name: Averages, offer: (*Problem).averages, equip: (*Problem).equipMeans, lacks: (*Problem).lacksMeans},
		{name: Copies, offer: (*Problem).singleJudgments, equip: (*Problem).equipCopies, lacks: (*Problem).lacksCopies},
		{name: Single, choose: func(p *Problem, ctx context.Context, budgets []model.Amount, _ bool) ([]Choice, error) {
			return p.single(ctx, "", budgets)
		}},
		{name: Uniform, offer: (*Problem).uniform},
	}
}

// method returns the entry of an algorithm; the entry of single=NAME is made on demand.
func (a Algorithm) method() (method, error) {
	if name, ok := a.one(); ok {
		return method{
			name: a,
			choose: func(p *Problem, ctx context.Context, budgets []model.Amount, _ bool) ([]Choice, error) {
				return p.single(ctx, name, budgets)
			},
			lacks: func(p *Problem) error {
				_, err := p.candidate(name)
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

func (p *Problem) equipMeans(e Equipment) (*Problem, error) { return p.WithMeans(e.Means()), nil }

func (p *Problem) lacksMeans() error {
	if p.means == nil {
		return fmt.Errorf("%s needs the covariance of the cell means", Averages)
	}
	return nil
}

func (p *Problem) equipCopies(e Equipment) (*Problem, error) {
	if e.Copies == nil {
		return p, nil
	}
	c, err := e.Copies()
	return p.WithCopies(c), err
}

func (p *Problem) lacksCopies() error {
	if len(p.Also) > 0 {
		return fmt.Errorf("%s is for one label with numbers, not for several labels or classes", Copies)
	}
	if p.copies == nil {
		return fmt.Errorf("%s needs the judgments themselves, and the same number of them, at least 2, in every cell", Copies)
	}
	return nil
}
