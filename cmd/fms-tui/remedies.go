package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"fms-tui/model"
	"fms-tui/model/read"
)

// flagOf is an option as the command line has it.
func flagOf(o model.Option) string { return "--" + string(o) }

// argumentsOf are choices as arguments of the command line.
func argumentsOf(choices []model.Choice) []string {
	var words []string
	for _, c := range choices {
		words = append(words, flagOf(c.Option), c.Value)
	}
	return words
}

// wordChoice words a choice as a flag that a user could type.
func wordChoice(c model.Choice) string {
	switch {
	case c.Value == "":
		return flagOf(c.Option)
	case !strings.ContainsFunc(c.Value, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return flagOf(c.Option) + " '" + c.Value + "'" // or it would look like the sentence's own
	}
	return flagOf(c.Option) + " " + read.ShellWords([]string{c.Value})
}

// adviseFlags joins what is wrong and what helps, each remedy as a flag.
func adviseFlags(message string, remedies ...model.Remedy) string {
	parts := []string{message}
	for _, r := range remedies {
		if r != (model.Remedy{}) {
			parts = append(parts, strings.TrimSpace(wordChoice(r.Choice)+" "+r.Does))
		}
	}
	if len(parts) > 1 && (message == "" || strings.HasSuffix(message, "?")) {
		return strings.TrimSpace(message + " " + strings.Join(parts[1:], "; "))
	}
	return strings.Join(parts, "; ")
}

// worded are findings whose messages have the remedies as flags; an empty list
// where there are none.
func worded(all []model.Finding) []model.Finding {
	all = append([]model.Finding{}, all...)
	for i, f := range all {
		all[i].Message, all[i].Remedies = adviseFlags(f.Message, f.Remedies...), nil
	}
	return all
}

// wordError says what is wrong, and as flags what helps.
func wordError(err error) string {
	var ambiguous *read.AmbiguousError
	if errors.As(err, &ambiguous) {
		text := fmt.Sprintf("%s: %s; choose one:", ambiguous.File, ambiguous.Problem)
		for _, r := range ambiguous.Readings {
			text += fmt.Sprintf("\n  %s   (%s)", read.ShellWords(argumentsOf(r.Choices)), r.Meaning)
		}
		return text
	}
	text := err.Error()
	var found *read.Error
	var advised *model.AdvisedError
	var remedies []model.Remedy
	if errors.As(err, &found) {
		if found.Option != "" {
			text += fmt.Sprintf(" (asked for by %s)", flagOf(found.Option))
		}
		remedies = found.Remedies
	}
	if errors.As(err, &advised) {
		remedies = append(remedies, advised.Remedies...)
	}
	return adviseFlags(text, remedies...)
}

// reasonOf says why a column has its role.
func reasonOf(c *model.ColumnRole) string { return adviseFlags(c.Reason, c.Remedy) }

// reasonsOf are what the cells decided, a sentence each.
func reasonsOf(ds *model.Dataset) []string {
	reasons := []string{}
	for _, d := range ds.Reading.Because {
		reasons = append(reasons, adviseFlags(d.Text, d.Remedy))
	}
	return reasons
}
