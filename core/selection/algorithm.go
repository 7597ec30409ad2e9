package selection

import (
	"fmt"
	"strings"

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

// one returns the NAME of single=NAME, and "" and false for any other algorithm.
func (a Algorithm) one() (name string, ok bool) {
	if name, ok = strings.CutPrefix(string(a), singleOf); !ok {
		return "", false
	}
	return name, true
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

// Parse reads an algorithm's name. Problem.Check reports whether the attribute of
// single=NAME exists.
func Parse(name string) (Algorithm, error) {
	if of, ok := Algorithm(name).one(); ok && of != "" {
		return Algorithm(name), nil
	}
	var accepted []string
	for _, a := range AllAlgorithms() {
		if string(a) == name {
			return a, nil
		}
		accepted = append(accepted, string(a))
	}
	return "", fmt.Errorf("there is no algorithm %q: accepted are %s and %sNAME, with the name of an attribute",
		name, strings.Join(accepted, ", "), singleOf)
}

// Check returns why an algorithm cannot be run on this problem, in words for
// the user, or nil. Equip brings what it needs beyond moments; single=NAME needs
// WithNames.
func (p *Problem) Check(a Algorithm) error {
	m, err := a.method()
	if err != nil || m.lacks == nil {
		return err
	}
	return m.lacks(p)
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
