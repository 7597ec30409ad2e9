package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/tui"
)

// wording words data and settings as the command line has them. Prices that the files of
// --costs bring need no flag.
type wording struct {
	*flags
	ds         *model.Dataset
	paths      []string
	brought    model.Settings
	replicates int // of the bootstrap on screen
}

func (f *flags) wording(ctx context.Context, ds *model.Dataset, paths []string, replicates int) (*wording, error) {
	brought, err := f.pricesFromFiles(ctx, ds, model.Settings{})
	return &wording{f, ds, paths, brought, replicates}, err
}

// of are the data and the flags of settings.
func (w *wording) of(s model.Settings) []string {
	return slices.Concat(w.dataWords(w.ds, w.paths), w.labelWords(w.ds, s.Label), settingWords(w.ds, s, w.brought))
}

// asked are the data and the flags of what a screen shows.
func (w *wording) asked(q tui.Asked) []string {
	words := append(w.of(q.Settings), "--budget", q.Budget.String())
	if len(q.Algorithms) > 0 {
		words = append(words, "--algorithm", commas(q.Algorithms))
	}
	return append(words, w.computingWords(w.replicates)...)
}

// kept are the data and the flags of what the UI keeps, prices that files bring among them.
func (w *wording) kept(s *tui.Saved) []string {
	words := pathWords(w.paths)
	for _, path := range w.labels {
		words = append(words, "--labels", path)
	}
	words = slices.Concat(words, w.labelWords(w.ds, s.Settings.Label), settingWords(w.ds, s.Settings, model.Settings{}), []string{"--budget", s.Budget.String()})
	if s.Algorithm != "" {
		words = append(words, "--algorithm", string(s.Algorithm))
	}
	return words
}

// again is the command that shows a screen again, whatever is kept of earlier runs; or another
// command on the same data, nil for the bundled sample, which other commands do not have.
func (w *wording) again(q tui.Asked) []string {
	var words []string
	switch {
	case q.Command == "":
		return append(w.study.words([]string{"fms-tui"}, w.asked(q)), "--no-state")
	case len(w.paths) == 0:
		return nil
	case q.Command == "lab experts": // has no label, no prices and no limits
		words = append(w.fileWords(w.ds, w.paths), settingWords(w.ds, exclusions(w.ds, q.Settings), model.Settings{})...)
	case q.Command == "lab partial": // has no limits
		own := exclusions(w.ds, q.Settings)
		own.Label = q.Settings.Label
		for _, name := range w.ds.Attributes {
			if c, ok := q.Settings.Cost(name); ok {
				own = own.WithCost(name, c)
			}
		}
		words = w.of(own)
	default:
		words = append(w.of(q.Settings), w.computingWords(core.DefaultReplicates)...)
	}
	return append(w.study.words(append([]string{"fms-tui"}, strings.Fields(q.Command)...), words), q.Flags...)
}

// exclusions are settings that leave out the same attributes, and nothing else.
func exclusions(ds *model.Dataset, s model.Settings) model.Settings {
	var own model.Settings
	for _, name := range ds.Attributes {
		if s.Excluded(name) {
			own = own.WithExcluded(name, true)
		}
	}
	return own
}

// dataWords are the files and how they were read, the label apart.
func (f *flags) dataWords(ds *model.Dataset, paths []string) []string {
	words := f.fileWords(ds, paths)
	for _, path := range f.labels {
		words = append(words, "--labels", path)
	}
	for _, path := range f.costs {
		words = append(words, "--costs", path)
	}
	return words
}

// fileWords are the files of the judgments and how they were read.
func (f *dataFlags) fileWords(ds *model.Dataset, paths []string) []string {
	words := pathWords(paths)
	if len(paths) > 0 { // the bundled sample needs no flags
		words = append(words, argumentsOf(slices.DeleteFunc(slices.Clone(ds.Reading.Choices), func(c model.Choice) bool {
			return c.Option == model.OptionLabelFile || c.Option == model.OptionLabel
		}))...)
	}
	return words
}

// pathWords are paths, none of which is taken for a flag.
func pathWords(paths []string) (words []string) {
	for _, path := range paths {
		if strings.HasPrefix(path, "-") && path != "-" {
			path = "./" + path
		}
		words = append(words, path)
	}
	return words
}

// labelWords choose a label; "" is the first. A column that --label alone had
// made a label is not to become an attribute when another one is chosen.
func (f *dataFlags) labelWords(ds *model.Dataset, label string) []string {
	var words []string
	if f.labelFrom != "" {
		words = append(words, "--label-from", f.labelFrom)
		if f.labelAgg != model.AggregateMean {
			words = append(words, "--label-agg", string(f.labelAgg))
		}
		if label == "" || label == f.labelFrom {
			return words
		}
	}
	if label == "" {
		return words
	}
	own := slices.ContainsFunc(ds.Reading.Columns, func(c model.ColumnRole) bool {
		return c.Column == f.read.Label && c.Code == model.ReasonFlag && c.Role == model.RoleLabel
	})
	if own && label != f.read.Label {
		words = append(words, "--ignore-col", f.read.Label)
	}
	return append(words, "--label", label)
}

// settingWords are the flags of settings, beyond the prices that files bring and
// what is as usual. The label has words of its own.
func settingWords(ds *model.Dataset, s, brought model.Settings) []string {
	var words []string
	prices, without := pricesUnder(ds, s), pricesUnder(ds, brought)
	for a, name := range ds.Attributes {
		if c := prices[a]; c != without[a] {
			words = append(words, flagOf(model.OptionCost), name+"="+c.String())
		}
		for _, f := range model.SettingsFields() {
			if !f.Each || f.Option == model.OptionCost {
				continue
			}
			for _, v := range f.Values(s, []string{name}) {
				words = append(words, flagOf(f.Option), strings.TrimSuffix(name+"="+v.Text, "="))
			}
		}
	}
	for _, f := range model.SettingsFields() {
		if f.Each {
			continue
		}
		for _, v := range f.Values(s, nil) {
			if f.Option == model.OptionDesign && s.Design.Kind == model.DesignSheets {
				v.Text = model.Design{Panel: s.Design.Panel}.String() // which sheets say
			}
			if v.Text != f.Default {
				words = append(words, flagOf(f.Option), v.Text)
			}
		}
	}
	if len(s.Ordered) > 0 {
		words = append(words, flagOf(model.OptionOrdered), commaSeparated(s.Ordered))
	}
	return append(words, furtherWords(s)...)
}

// usualSeed is the default of --seed.
const usualSeed = 1

// computingWords are the flags of the honest loss and the bootstrap that are not
// as usual on screen.
func (f *questionFlags) computingWords(replicates int) []string {
	var words []string
	if f.noHonest {
		words = append(words, "--no-honest")
	}
	if n := f.foldsTaken(); n != core.DefaultFolds {
		words = append(words, "--folds", strconv.Itoa(n))
	}
	if f.seed != usualSeed {
		words = append(words, "--seed", strconv.FormatUint(f.seed, 10))
	}
	if replicates != core.DefaultReplicates {
		words = append(words, "--bootstrap", strconv.Itoa(replicates))
	}
	return words
}

// commaSeparated is a list as flags read one, a line of CSV.
func commaSeparated(names []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(names) // to memory
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

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
		reasons = append(reasons, adviseFlags(d.Message, d.Remedies...))
	}
	return reasons
}

// furtherWords are the flags of labels besides the first.
func furtherWords(s model.Settings) []string {
	var words []string
	for _, f := range s.Also {
		if words = append(words, "--label", f.Name); f.Weight != 1 {
			words = append(words, "--label-weight", f.Name+"="+strconv.FormatFloat(f.Weight, 'g', -1, 64))
		}
	}
	return words
}
