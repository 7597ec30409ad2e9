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
	"fms-tui/tui/screen"
)

// wording words data and settings as a study, from which commands are copied. Prices that the files
// of --cost bring need no flag.
type wording struct {
	*flags
	ds      *model.Dataset
	paths   []string
	brought model.Settings
}

func (f *flags) wording(ctx context.Context, ds *model.Dataset, paths []string) *wording {
	brought, _ := f.applied(ctx, ds.Attributes, model.Settings{}, f.files(model.OptionCost)) // files that settings read before
	return &wording{f, ds, paths, brought}
}

// next is the command that plans how to collect what a pick buys.
func (f *flags) next(ctx context.Context, p *core.Pick, paths []string, more ...string) string {
	out := f.wording(ctx, p.Data(), paths).of(p.Settings).with("budget", p.Selection.Budget.String())
	if len(f.algorithms) > 0 {
		out.add("algorithm", string(p.Selection.Algorithm))
	}
	f.addComputing(out)
	return read.ShellWords(append(out.command(f.study, "fms-tui", "plan"), more...))
}

func (w *wording) of(s model.Settings) *study {
	out := w.dataStudy(w.ds, w.paths)
	w.addLabelTo(out, w.ds, s.Label, s.Ordered)
	addSettings(out, w.ds, s, w.brought)
	return out
}

func (w *wording) asked(q screen.Asked) *study {
	out := w.of(q.Settings).with("budget", q.Budget.String(), "algorithm", commas(q.Algorithms))
	w.addComputing(out)
	return out
}

// kept are the data and the flags of what the UI keeps, prices that files bring among them.
func (w *wording) kept(s *screen.Saved) *study {
	out := &study{data: w.paths}
	out.add("labels", w.labels...)
	w.addLabelTo(out, w.ds, s.Settings.Label, s.Settings.Ordered)
	addSettings(out, w.ds, s.Settings, model.Settings{})
	return out.with("budget", s.Budget.String(), "algorithm", string(s.Algorithm))
}

// again is the command that shows a screen again, whatever is kept of earlier runs; or another
// command on the same data, nil for the bundled sample, which other commands do not have.
func (w *wording) again(q screen.Asked) []string {
	if q.Command == "" {
		return append(w.asked(q).command(w.study, "fms-tui"), "--no-state")
	}
	if len(w.paths) == 0 {
		return nil
	}
	var out *study
	own := model.Settings{} // what research has of settings: no limits
	for _, name := range w.ds.Attributes {
		own = own.WithExcluded(name, q.Settings.Excluded(name))
		if c, ok := q.Settings.Cost(name); ok {
			own = own.WithCost(name, c)
		}
	}
	switch q.Command {
	case "lab experts": // has no label and no prices
		out = w.fileStudy(w.ds, w.paths)
		addSettings(out, w.ds, own, own)
	case "lab partial":
		own.Label = q.Settings.Label
		out = w.of(own)
	default:
		out = w.of(q.Settings)
		w.addComputing(out)
	}
	return append(out.command(w.study, append([]string{"fms-tui"}, strings.Fields(q.Command)...)...), q.Flags...)
}

func (f *dataFlags) fileStudy(ds *model.Dataset, paths []string) *study {
	out := &study{data: paths}
	for _, c := range ds.Reading.Choices {
		found := c.Option == model.OptionScale && len(f.read.Scale) == 0                                    // as it will be again
		if len(paths) > 0 && c.Option != model.OptionLabelFile && c.Option != model.OptionLabel && !found { // the bundled sample needs no flags
			out.add(string(c.Option), c.Value)
		}
	}
	return out
}

// dataStudy are the files of the data and how they were read.
func (f *flags) dataStudy(ds *model.Dataset, paths []string) *study {
	out := f.fileStudy(ds, paths)
	out.add("labels", f.labels...)
	for _, g := range f.files(model.OptionCost) {
		out.add("cost", g.file)
	}
	return out
}

// addLabelTo chooses a label, "" for the first, and the order of its classes. A column that --label alone
// had made a label is not to become an attribute when another one is chosen.
func (f *dataFlags) addLabelTo(out *study, ds *model.Dataset, label string, ordered []string) {
	if len(ordered) == 0 && (label == "" || label == f.read.Label) {
		ordered = f.read.Ordered
	}
	if len(ordered) > 0 {
		out.add(string(model.OptionOrdered), commaSeparated(ordered))
	}
	if f.labelFrom != "" {
		if out.add("label-from", f.labelFrom); f.labelAgg != model.AggregateMean {
			out.add("label-agg", f.labelAgg)
		}
		if label == f.labelFrom {
			return
		}
	}
	if label == "" {
		return
	}
	own := slices.ContainsFunc(ds.Reading.Columns, func(c model.ColumnRole) bool {
		return c.Column == f.read.Label && c.Code == model.ReasonFlag && c.Role == model.RoleLabel
	})
	if own && label != f.read.Label {
		out.add("ignore-col", f.read.Label)
	}
	out.add("label", label)
}

// addSettings adds the flags of settings, beyond the prices that files bring and what is as usual.
// The label has flags of its own.
func addSettings(out *study, ds *model.Dataset, s, brought model.Settings) {
	prices, without := pricesUnder(ds, s), pricesUnder(ds, brought)
	for a, name := range ds.Attributes {
		if c := prices[a]; c != without[a] {
			out.add(string(model.OptionCost), name+"="+c.String())
		}
		for _, f := range model.SettingsFields() {
			if f.Each && f.Option != model.OptionCost {
				for _, v := range f.Values(s, []string{name}) {
					out.add(string(f.Option), strings.TrimSuffix(name+"="+v.Text, "="))
				}
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
				out.add(string(f.Option), v.Text)
			}
		}
	}
	for _, f := range s.Also {
		if out.add("label", f.Name); f.Weight != 1 {
			out.add("label-weight", f.Name+"="+strconv.FormatFloat(f.Weight, 'g', -1, 64))
		}
	}
}

const usualSeed = 1

// addComputing adds the flags of the honest loss that are not as usual on screen.
func (f *questionFlags) addComputing(out *study) {
	add := func(flag string, value, usual any) {
		if value != usual {
			out.add(flag, fmt.Sprint(value))
		}
	}
	add("no-honest", f.noHonest, false)
	add("folds", f.foldsTaken(), core.DefaultFolds)
	add("seed", f.seed, uint64(usualSeed))
}

// commaSeparated is a list as flags read one, a line of CSV.
func commaSeparated(names []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(names) // to memory
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

func flagOf(o model.Option) string { return "--" + string(o) }

func argumentsOf(choices []model.Choice) []string {
	var words []string
	for _, c := range choices {
		words = append(words, flagOf(c.Option), c.Value)
	}
	return words
}

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
func adviseFlags(message string, remedies ...model.Choice) string {
	parts := []string{message}
	for _, r := range remedies {
		if r != (model.Choice{}) {
			parts = append(parts, strings.TrimSpace(wordChoice(r)+" "+r.Does))
		}
	}
	if len(parts) > 1 && (message == "" || strings.HasSuffix(message, "?")) {
		return strings.TrimSpace(message + " " + strings.Join(parts[1:], "; "))
	}
	return strings.Join(parts, "; ")
}

// worded are findings whose messages have the remedies as flags; an empty list
// where there are none.
func worded(lists ...[]model.Finding) []model.Finding {
	all := append([]model.Finding{}, slices.Concat(lists...)...)
	for i, f := range all {
		all[i].Message, all[i].Remedies = adviseFlags(f.Message, f.Remedies...), nil
	}
	return all
}

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
	var remedies []model.Choice
	if errors.As(err, &found) {
		if found.Option != "" {
			text += fmt.Sprintf(" (asked for by %s)", flagOf(found.Option))
		}
		remedies = found.Remedies
	}
	remedies = append(remedies, model.Remedies(err)...)
	return adviseFlags(text, remedies...)
}

func reasonOf(c *model.ColumnRole) string { return adviseFlags(c.Reason, c.Remedy) }

// reasonsOf are what the cells decided, a sentence each.
func reasonsOf(ds *model.Dataset) []string {
	reasons := []string{}
	for _, d := range ds.Reading.Because {
		reasons = append(reasons, adviseFlags(d.Message, d.Remedies...))
	}
	return reasons
}
