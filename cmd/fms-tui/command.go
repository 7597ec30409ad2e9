package main

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/honest"
	"fms-tui/model"
	"fms-tui/tui"
)

// reproducer returns what gives the words of the command that shows a screen
// again, whatever is kept of earlier runs. Prices that the files of --costs bring
// need no flag.
func (f *flags) reproducer(ctx context.Context, ds *model.Dataset, paths []string, replicates int) (func(tui.Asked) []string, error) {
	brought, err := f.pricesFromFiles(ctx, ds, model.Settings{})
	if err != nil {
		return nil, err
	}
	data := f.dataWords(ds, paths)
	computed := f.computingWords(replicates)
	return func(q tui.Asked) []string {
		switch {
		case q.Tested != nil && len(paths) == 0:
			return nil // validate has no bundled data
		case q.Tested != nil:
			return f.experimentWords(ds, q, data, brought)
		}
		words := slices.Concat([]string{"fms-tui"}, data, f.labelWords(ds, q.Settings.Label), settingWords(ds, q.Settings, brought))
		words = append(words, "--budget", q.Budget.String())
		if len(q.Algorithms) > 0 {
			var names []string
			for _, a := range q.Algorithms {
				names = append(names, string(a))
			}
			words = append(words, "--algorithm", strings.Join(names, ","))
		}
		return append(append(words, computed...), "--no-state")
	}, nil
}

// experimentWords are the command of the test errors on the Experiments screen.
func (f *flags) experimentWords(ds *model.Dataset, q tui.Asked, data []string, brought model.Settings) []string {
	q.Settings.Raters = q.Raters
	words := slices.Concat([]string{"fms-tui", "validate"}, data, f.labelWords(ds, q.Settings.Label), settingWords(ds, q.Settings, brought))
	var budgets, names []string
	for _, b := range q.Tested {
		budgets = append(budgets, b.String())
	}
	for _, a := range q.Algorithms {
		names = append(names, string(a))
	}
	words = append(words, "--protocol", "--budget", strings.Join(budgets, ","), "--algorithm", strings.Join(names, ","))
	return append(words, f.computingWords(core.DefaultReplicates)...)
}

// dataWords are the files and how they were read, the label apart.
func (f *flags) dataWords(ds *model.Dataset, paths []string) []string {
	var words []string
	for _, path := range paths {
		if strings.HasPrefix(path, "-") && path != "-" {
			path = "./" + path // no flag
		}
		words = append(words, path)
	}
	if len(paths) > 0 { // the bundled sample needs no flags
		for i := 0; i+1 < len(ds.Reading.Flags); i += 2 {
			if flag := ds.Reading.Flags[i]; flag != "--labels" && flag != "--label" {
				words = append(words, flag, ds.Reading.Flags[i+1])
			}
		}
	}
	for _, path := range f.read.Labels {
		words = append(words, "--labels", path)
	}
	for _, path := range f.costs {
		words = append(words, "--costs", path)
	}
	return words
}

// labelWords choose a label; "" is the first. A column that --label alone had
// made a label is not to become an attribute when another one is chosen.
func (f *flags) labelWords(ds *model.Dataset, label string) []string {
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
		return c.Column == f.read.Label && c.Reason == "--label"
	})
	if own && label != f.read.Label {
		words = append(words, "--ignore-col", f.read.Label)
	}
	return append(words, "--label", label)
}

// settingWords are the flags of settings, beyond the prices that files bring.
func settingWords(ds *model.Dataset, s, brought model.Settings) []string {
	var words []string
	price := func(s model.Settings, a int) model.Amount {
		if c, ok := s.Cost(ds.Attributes[a]); ok {
			return c
		}
		return ds.Price(a)
	}
	for a, name := range ds.Attributes {
		if c := price(s, a); c != price(brought, a) {
			words = append(words, "--cost", name+"="+c.String())
		}
		if s.Excluded(name) {
			words = append(words, "--exclude", name)
		}
		l := s.OwnLimit(name)
		if l.Min > 0 {
			words = append(words, "--min", name+"="+strconv.Itoa(l.Min))
		}
		if l.Max > 0 {
			words = append(words, "--max", name+"="+strconv.Itoa(l.Max))
		}
	}
	if s.MaxRepeats > 0 {
		words = append(words, "--max-repeats", strconv.Itoa(s.MaxRepeats))
	}
	if ridge := s.RidgeString(); ridge != "0" {
		words = append(words, "--ridge", ridge)
	}
	if s.Raters != "" && s.Raters != model.RatersAuto {
		words = append(words, "--raters", string(s.Raters))
	}
	if s.PSD != "" && s.PSD != model.ProjectScaled {
		words = append(words, "--psd", string(s.PSD))
	}
	return words
}

// usualSeed is that of --seed.
const usualSeed = 1

// computingWords are the flags of the honest loss and the bootstrap that are not
// as usual on screen.
func (f *flags) computingWords(replicates int) []string {
	var words []string
	if f.noHonest {
		words = append(words, "--no-honest")
	}
	if n := f.foldsTaken(); n != honest.DefaultFolds {
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
