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

// columnCount is the value of --width; 0 means the width of the terminal.
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
