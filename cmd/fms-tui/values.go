package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// choice is the value of a flag that accepts a few words.
type choice[T ~string] struct {
	to       *T
	accepted []T
}

func (c choice[T]) String() string { return string(*c.to) }
func (c choice[T]) Type() string   { return "NAME" }

func (c choice[T]) Set(s string) error {
	if !slices.Contains(c.accepted, T(s)) {
		return notAccepted(s, c.accepted)
	}
	*c.to = T(s)
	return nil
}

func notAccepted[T ~string](s string, accepted []T) error {
	var names []string
	for _, a := range accepted {
		names = append(names, string(a))
	}
	return fmt.Errorf("%q is not known: accepted are %s", s, strings.Join(names, ", "))
}

// addChoice adds a flag for a choice, its words at the end of the usage and in
// completions.
func addChoice[T ~string](c *cobra.Command, fs *pflag.FlagSet, to *T, name, usage string, accepted ...T) {
	*to = accepted[0]
	var words []string
	for _, a := range accepted {
		words = append(words, string(a))
	}
	fs.Var(choice[T]{to, accepted}, name, usage+": "+strings.Join(words, ", "))
	_ = c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// amounts is the value of --budget: exact decimals, comma-separated, and the
// flag may be repeated.
type amounts []model.Amount

func (a *amounts) String() string {
	var words []string
	for _, x := range *a {
		words = append(words, x.String())
	}
	return strings.Join(words, ",")
}

func (a *amounts) Type() string { return "B" }

func (a *amounts) Set(s string) error {
	for word := range strings.SplitSeq(s, ",") {
		x, err := model.ParseAmount(strings.TrimSpace(word))
		if err != nil {
			return err
		}
		*a = append(*a, x)
	}
	return nil
}

// algorithms is the value of --algorithm; the flag may be repeated.
type algorithms []selection.Algorithm

func (a *algorithms) String() string {
	var words []string
	for _, x := range *a {
		words = append(words, string(x))
	}
	return strings.Join(words, ",")
}

func (a *algorithms) Type() string { return "NAME" }

func (a *algorithms) Set(s string) error {
	for word := range strings.SplitSeq(s, ",") {
		x, err := selection.Parse(strings.TrimSpace(word))
		if err != nil {
			return err
		}
		if !slices.Contains(*a, x) {
			*a = append(*a, x)
		}
	}
	return nil
}

// assignment is one GLOB=VALUE of a flag that may be repeated.
type assignment[T any] struct {
	glob  string
	value T
}

// assign cuts at the last equals sign: names may have some, values have none.
func assign[T any](s, example string, parse func(string) (T, error)) (assignment[T], error) {
	i := strings.LastIndexByte(s, '=')
	if i <= 0 {
		return assignment[T]{}, fmt.Errorf("%q is not of the form %s", s, example)
	}
	v, err := parse(s[i+1:])
	return assignment[T]{s[:i], v}, err
}

func joined[T any](list []assignment[T]) string {
	var words []string
	for _, x := range list {
		words = append(words, fmt.Sprintf("%s=%v", x.glob, x.value))
	}
	return strings.Join(words, " ")
}

// prices is the value of --cost.
type prices []assignment[model.Amount]

func (p *prices) String() string { return joined(*p) }
func (p *prices) Type() string   { return "GLOB=C" }

func (p *prices) Set(s string) error {
	x, err := assign(s, "GLOB=C, such as height=4", model.ParsePrice)
	if err == nil {
		*p = append(*p, x)
	}
	return err
}

// repeatBounds is the value of --min and --max.
type repeatBounds []assignment[int]

func (c *repeatBounds) String() string { return joined(*c) }
func (c *repeatBounds) Type() string   { return "GLOB=R" }

func (c *repeatBounds) Set(s string) error {
	x, err := assign(s, "GLOB=R, such as height=3", parseRepeats)
	if err == nil {
		*c = append(*c, x)
	}
	return err
}

func parseRepeats(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > model.MostRepeats {
		return 0, fmt.Errorf("%q is not a number of judgments from 1 to %d", s, model.MostRepeats)
	}
	return n, nil
}

// repeatCount is the value of --max-repeats; 0 is no bound.
type repeatCount int

func (r *repeatCount) String() string { return strconv.Itoa(int(*r)) }
func (r *repeatCount) Type() string   { return "R" }

func (r *repeatCount) Set(s string) error {
	n, err := parseRepeats(s)
	if err == nil {
		*r = repeatCount(n)
	}
	return err
}

// ridge is the value of --ridge.
type ridge struct {
	lambda float64
	auto   bool
}

func (r *ridge) String() string { return model.Settings{}.WithRidge(r.lambda, r.auto).RidgeString() }
func (r *ridge) Type() string   { return "L|auto" }

func (r *ridge) Set(s string) (err error) {
	r.lambda, r.auto, err = model.ParseRidge(s)
	return err
}

// columnCount is the value of --width; 0 is that of the terminal.
type columnCount int

func (c *columnCount) String() string { return strconv.Itoa(int(*c)) }
func (c *columnCount) Type() string   { return "N" }

func (c *columnCount) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > 10000 {
		return fmt.Errorf("%q is not a number of columns from 1 to 10000", s)
	}
	*c = columnCount(n)
	return nil
}
