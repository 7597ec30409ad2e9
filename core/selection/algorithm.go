package selection

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// Algorithm names a way to choose repeats. Besides the constants there is
// "single=NAME", all of the budget on the attribute of that name.
type Algorithm string

// The algorithms of S&K section 3, a local search from Full's choice, and the baselines
// to compare with: the baselines of S&K section 4, and Uniform.
const (
	Full     Algorithm = "full"
	Scoring  Algorithm = "scoring"
	Exchange Algorithm = "exchange" // Full's choice, improved judgment by judgment
	Averages Algorithm = "averages" // forward selection on the cell means
	Copies   Algorithm = "copies"   // forward selection on single judgments
	Single   Algorithm = "single"   // everything on the single best attribute
	Uniform  Algorithm = "uniform"  // the same number of judgments of everything
)

// singleOf begins an Algorithm that is followed by an attribute's name.
const singleOf = "single="

// one returns the NAME of single=NAME, and false for any other algorithm.
func (a Algorithm) one() (name string, ok bool) {
	name, ok = strings.CutPrefix(string(a), singleOf)
	return name, ok && name != ""
}

// Algorithms lists the paper's algorithms, the default, in the order of the screen.
func Algorithms() []Algorithm { return []Algorithm{Full, Scoring} }

// AllAlgorithms lists everything that Parse accepts except single=NAME, in the
// order they are shown in.
func AllAlgorithms() []Algorithm {
	var all []Algorithm
	for _, m := range methods() {
		all = append(all, m.name)
	}
	return all
}

// method is what the package knows of an algorithm. A new one is a file with its
// offer or its choices, a constant, and an entry in methods.
type method struct {
	name Algorithm
	// offer is what its greedy buys from; what it leaves open is as for Full.
	offer func(*Problem) *offer
	// choose returns its choices at rising budgets; nil for a greedy.
	choose func(ctx context.Context, p *Problem, a Algorithm, budgets []model.Amount) ([]Choice, error)
	// features makes what it selects among beyond moments, nil where there is nothing, and needs says
	// what that is made of; nil where moments are all.
	features func(*Problem, Equipment) (*features, error)
	needs    string
}

// methods is the table of algorithms, in the order they are shown in.
func methods() []method {
	return []method{
		{name: Full, offer: func(*Problem) *offer { return &offer{} }},
		{name: Scoring, offer: offerScores},
		{name: Exchange, choose: chooseExchange},
		{name: Averages, features: cellMeans, needs: "the covariance of the cell means"},
		{name: Copies, features: singleJudgments, needs: "the judgments themselves, and the same number of them, at least 2, in every cell"},
		{name: Single, choose: chooseSingle},
		{name: Uniform, offer: offerUniform},
	}
}

// method returns the entry of an algorithm; single=NAME has that of Single.
func (a Algorithm) method() (method, error) {
	name := a
	if _, named := a.one(); named {
		name = Single
	}
	for _, m := range methods() {
		if m.name == name {
			return m, nil
		}
	}
	var accepted []string
	for _, m := range AllAlgorithms() {
		accepted = append(accepted, string(m))
	}
	return method{}, fmt.Errorf("there is no algorithm %q: accepted are %s and %sNAME, with the name of an attribute",
		string(a), strings.Join(accepted, ", "), singleOf)
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
	if err != nil || m.features == nil {
		return p, nil
	}
	f, err := m.features(p, e)
	if f == nil || err != nil {
		return p, err
	}
	q := *p
	q.features = map[Algorithm]*features{a: f}
	maps.Copy(q.features, p.features)
	return &q, nil
}

// Parse reads an algorithm's name. Problem.Check reports whether the attribute of
// single=NAME exists.
func Parse(name string) (Algorithm, error) {
	if _, err := Algorithm(name).method(); err != nil {
		return "", err
	}
	return Algorithm(name), nil
}

// Check returns why an algorithm cannot be run on this problem, in words for
// the user, or nil. Equip brings what it needs beyond moments; single=NAME needs
// WithNames.
func (p *Problem) Check(a Algorithm) error {
	m, err := a.method()
	name, named := a.one()
	switch {
	case named:
		_, err = findCandidate(p, name)
	case a == Copies && p.Labels() > 1:
		err = fmt.Errorf("%s is for one label with numbers, not for several labels or classes", a)
	case m.features != nil && p.features[a] == nil:
		err = fmt.Errorf("%s needs %s", a, m.needs)
	}
	return err
}

// findCandidate finds a candidate by its name.
func findCandidate(p *Problem, name string) (a int, err error) {
	var names []string
	for a, n := range p.names {
		if n == name && p.Candidate[a] {
			return a, nil
		}
		if n == name {
			return 0, fmt.Errorf("%s%s: the attribute cannot be selected", singleOf, name)
		}
		if p.Candidate[a] {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return 0, fmt.Errorf("%s%s: there is no such attribute", singleOf, name)
	}
	return 0, fmt.Errorf("%s%s: there is no such attribute; the nearest is %q", singleOf, name, model.Nearest(name, names)[0])
}
