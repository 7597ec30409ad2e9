package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fms-tui/model"
)

// value is the value of a flag.
type value struct {
	kind string // as help shows it
	read func(text string) error
	text func() string // the default for help; nil for none
}

func (v *value) Type() string          { return v.kind }
func (v *value) Set(text string) error { return v.read(text) }

func (v *value) String() string {
	if v.text == nil {
		return ""
	}
	return v.text()
}

// whole is a number of things.
func whole(to *int, least, most int, things string) *value {
	return &value{kind: "N", read: func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < least || n > most {
			return fmt.Errorf("%q is not a number of %s from %d to %d", s, things, least, most)
		}
		*to = n
		return nil
	}}
}

// decimal is a number that is accepted; is says of others what they are not.
func decimal(kind string, to *float64, accepted func(x float64) bool, is string) *value {
	return &value{kind: kind, read: func(s string) error {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || !accepted(x) {
			return fmt.Errorf("%q is %s", s, is)
		}
		*to = x
		return nil
	}}
}

// price is an amount above 0.
func price(to *model.Amount) *value {
	return &value{kind: "M", read: func(s string) error {
		x, err := model.ParseAmount(s)
		if err == nil && x == 0 {
			err = fmt.Errorf("nothing is bought for 0")
		}
		*to = x
		return err
	}}
}

// several are comma-separated words, each kept once; the flag may be repeated.
func several[T comparable](kind string, to *[]T, parse func(string) (T, error)) *value {
	return &value{kind: kind, read: func(s string) error {
		for word := range strings.SplitSeq(s, ",") {
			x, err := parse(strings.TrimSpace(word))
			if err != nil {
				return err
			}
			if !slices.Contains(*to, x) {
				*to = append(*to, x)
			}
		}
		return nil
	}}
}

// commas joins values as several reads them.
func commas[T any](list []T) string {
	var words []string
	for _, x := range list {
		words = append(words, fmt.Sprint(x))
	}
	return strings.Join(words, ",")
}

// oneOf is one of a few words.
func oneOf[T ~string](to *T, accepted []T) *value {
	return &value{kind: "NAME", text: func() string { return string(*to) }, read: func(s string) error {
		if !slices.Contains(accepted, T(s)) {
			return notAccepted(s, accepted)
		}
		*to = T(s)
		return nil
	}}
}

func notAccepted[T ~string](s string, accepted []T) error {
	return fmt.Errorf("%q is not known: accepted are %s", s, strings.Join(texts(accepted), ", "))
}

// texts are words of some type as texts.
func texts[T ~string](words []T) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	return all
}

// addChoice adds a flag for one of a few words, the first by default; they stand at the end of
// the usage and in completions.
func addChoice[T ~string](c *cobra.Command, fs *pflag.FlagSet, to *T, name, usage string, accepted ...T) {
	*to = accepted[0]
	words := texts(accepted)
	fs.Var(oneOf(to, accepted), name, usage+": "+strings.Join(words, ", "))
	complete(c, name, words)
}

// complete gives the words that complete a flag.
func complete(c *cobra.Command, flag string, words []string) {
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}
