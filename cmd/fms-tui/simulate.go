package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core/simulation"
	"fms-tui/model"
)

type simulated struct {
	given  bool
	q      simulation.Question
	budget int // 0 for as many judgments as attributes
}

// Usual values of a simulation.
const (
	usualPilots = 40
	usualWithin = .05
)

// parse reads words such as reliability=.4, between blanks or commas.
func (s *simulated) parse(text string) error {
	*s = simulated{given: true, q: simulation.Question{
		Population: simulation.Population{Attributes: 10, Reliability: .5, R2: .5, Correlation: .3}, Within: usualWithin, Pilots: usualPilots,
	}}
	share := func(to *float64) *value {
		return decimal("", to, func(x float64) bool { return x > 0 && x < 1 }, "not accepted: write a number above 0 and below 1")
	}
	orNone := func(to *float64) *value {
		return decimal("", to, func(x float64) bool { return x >= 0 && x < 1 }, "not accepted: write a number from 0 to below 1")
	}
	p := &s.q.Population
	known := map[string]*value{
		"attributes": whole(&p.Attributes, 1, 200, "attributes"), "reliability": share(&p.Reliability), "r2": share(&p.R2), "halo": orNone(&p.Halo), "correlation": orNone(&p.Correlation),
		"budget": whole(&s.budget, 1, 10_000, "judgments"), "within": share(&s.q.Within), "pilots": whole(&s.q.Pilots, 10, 10_000, "pilots"),
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		name, value, found := strings.Cut(word, "=")
		switch {
		case !found:
			return fmt.Errorf("%q is not of the form NAME=VALUE, such as reliability=.4", word)
		case known[name] == nil:
			return notAccepted(name, slices.Sorted(maps.Keys(known)))
		}
		if err := known[name].Set(value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// planArguments asks for DATA unless pilots are simulated, which have none.
func planArguments(s *simulated) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if s.given {
			if len(args) > 0 {
				return misused("--simulate draws pilots of its own, before there are data: leave %q out", args[0])
			}
			return nil
		}
		return arguments(1, -1, "DATA, the files of the judgments (fms-tui init writes a sample), or --simulate")(c, args)
	}
}

func simulatePilots(ctx context.Context, p *program, f *flags, s *simulated) error {
	q, start := s.q, p.now()
	q.Seed, q.Budget = f.seed, model.Units(q.Population.Attributes)
	if s.budget > 0 {
		q.Budget = model.Units(s.budget)
	}
	found, err := simulation.Run(ctx, q, p.pieces("simulating sizes"))
	if err != nil {
		return err
	}
	seconds := p.now().Sub(start).Seconds()
	return p.print(ctx, f, found.Report(&q, seconds))
}
