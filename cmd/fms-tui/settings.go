package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/read"
)

func (f *flags) settings(ctx context.Context, ds *model.Dataset) (model.Settings, error) {
	s, err := f.further(f.asked)
	if err != nil {
		return s, err
	}
	s.Label = f.read.Label
	if s, err = f.applied(ctx, ds.Attributes, s, f.given); err != nil {
		return s, err
	}
	if _, err := s.Design.OnSheets(ds.Attributes); err != nil {
		return s, err
	}
	return s, s.CheckLimits(ds.Attributes)
}

func pricesUnder(ds *model.Dataset, s model.Settings) []model.Amount {
	prices := make([]model.Amount, len(ds.Attributes))
	for a, name := range ds.Attributes {
		prices[a] = ds.Price(a)
		if price, ok := s.Cost(name); ok {
			prices[a] = price
		}
	}
	return prices
}

type givenSetting struct {
	option     model.Option
	glob, text string
	file       string // of prices or forms; "" for none
}

// filed are the settings of which a flag takes a file, too.
var filed = []model.Option{model.OptionCost, model.OptionSheet}

func (f *buyingFlags) setting(group string, o model.Option, kind, usage, brief string, words ...string) row {
	field := model.FieldOf(o)
	v := &value{kind: kind, words: field.Accepted, read: func(s string) error { return f.addGiven(field, kind, s) }}
	if field.Default != "" {
		v.text = func() string { return field.Text(f.asked) }
	}
	if field.Accepted != nil {
		f.asked, _ = field.Set(f.asked, "", field.Default)
	}
	return row{group, string(o), usage, v, brief, words}
}

// addGiven reads GLOB, GLOB=VALUE, VALUE, or the name of a file. A glob ends at the last equals sign:
// names may have some, values have none.
func (f *buyingFlags) addGiven(field *model.SettingsField, kind, s string) error {
	g := givenSetting{option: field.Option, text: s}
	i, err := strings.LastIndexByte(s, '='), error(nil)
	switch {
	case field.Each && field.List:
		g.glob, g.text = s, ""
	case field.Each && i <= 0:
		err = fmt.Errorf("%q is not of the form %s, such as height=3", s, kind)
	case field.Each:
		g.glob, g.text = s[:i], s[i+1:]
	}
	asked := f.asked
	if err == nil {
		asked, err = field.Set(asked, g.glob, g.text)
	}
	if info, there := os.Stat(s); slices.Contains(filed, field.Option) {
		switch {
		case there == nil && !info.IsDir() && err == nil:
			return fmt.Errorf("%q is a file, and of the form %s: rename the file", s, kind)
		case there == nil && !info.IsDir():
			f.given = append(f.given, givenSetting{option: field.Option, file: s})
			return nil
		case i < 0:
			return fmt.Errorf("%q is not of the form %s, and no file has this name", s, kind)
		}
	}
	if err != nil {
		return err
	}
	if field.Each {
		f.given = append(f.given, g)
		return nil
	}
	f.asked = asked
	if d := asked.Design; field.Option == model.OptionDesign && d.Kind == model.DesignSheets && len(d.Sheets) == 0 {
		return errors.New("sheets are named by --sheet NAME=GLOB[,GLOB…][:PRICE] or --sheet FILE")
	}
	return nil
}

func (f *buyingFlags) values(o model.Option) (all []givenSetting) {
	for _, g := range f.given {
		if g.option == o {
			all = append(all, g)
		}
	}
	return all
}

func (f *buyingFlags) files(o model.Option) []givenSetting {
	return slices.DeleteFunc(f.values(o), func(g givenSetting) bool { return g.file == "" })
}

func (f *flags) applied(ctx context.Context, attributes []string, s model.Settings, given []givenSetting) (model.Settings, error) {
	for _, g := range given {
		if g.file != "" {
			var err error
			if s, err = f.fromFile(ctx, attributes, s, g); err != nil {
				return s, err
			}
			continue
		}
		found := model.Matching(attributes, g.glob)
		if len(found) == 0 {
			return s, fmt.Errorf("%s %q %s", flagOf(g.option), g.glob, model.NoMatch(attributes, g.glob))
		}
		for _, a := range found {
			s, _ = model.FieldOf(g.option).Set(s, attributes[a], g.text) // which was read before
		}
	}
	return s, nil
}

// fromFile are settings with a file of prices or forms. Its lines may be about attributes that
// --attributes leaves out, and about the label of --label-from.
func (f *flags) fromFile(ctx context.Context, attributes []string, s model.Settings, g givenSetting) (model.Settings, error) {
	readLines := read.Costs
	if g.option == model.OptionSheet {
		readLines = read.Sheets
	}
	lines, err := readLines(ctx, f.file(g.file))
	if err != nil {
		return s, err
	}
	for _, line := range lines {
		kept := func(glob string) bool { return len(model.Matching([]string{line.Glob}, glob)) > 0 }
		sheet := model.Sheet{Name: line.Sheet, Price: line.Price}
		for _, a := range model.Matching(attributes, line.Glob) {
			sheet.Attributes = append(sheet.Attributes, model.GlobOf(attributes[a]))
			if g.option == model.OptionCost {
				s = s.WithCost(attributes[a], line.Price)
			}
		}
		switch {
		case len(sheet.Attributes) > 0 && g.option == model.OptionSheet:
			if s.Design, err = s.Design.WithSheets(sheet); err != nil {
				return s, &read.Error{File: g.file, Line: line.Line, Message: err.Error()}
			}
		case len(sheet.Attributes) == 0 && line.Glob != f.labelFrom && (len(f.read.Attributes) == 0 || slices.ContainsFunc(f.read.Attributes, kept)):
			return s, &read.Error{File: g.file, Line: line.Line, Column: "attribute", Value: line.Glob, Message: model.NoMatch(attributes, line.Glob)}
		}
	}
	return s, nil
}

func (f *buyingFlags) designAsked() model.Design {
	d := f.asked.Design
	if len(f.files(model.OptionSheet)) > 0 {
		d.Kind = model.DesignSheets
	}
	return d
}

func (f *buyingFlags) checkDesign() error {
	asked, d := f.asked.Design, f.designAsked()
	if k := asked.Kind; k != d.Kind && k != "" && k != model.DesignAuto {
		return misused("--sheet and --design %s both say what is asked together: use one of them", asked)
	}
	if err := d.CheckRaters(f.asked.Raters); err != nil {
		return usageError{err}
	}
	return nil
}

// designSettings are the settings in documents that have no others.
type designSettings struct {
	Design any    `json:"design"`
	Shrink string `json:"shrink"`
}

func describedDesign(r *core.Result) any {
	return r.Design.Described(r.Data().Attributes, func(int) bool { return true })
}

// tellDesign says on stderr how judgments are taken to be bought, where the user
// did not say so and it is more than single judgments of raters who are known.
func tellDesign(p *program, r *core.Result, f *flags) {
	known := len(r.Data().Raters) > 0 || r.Settings.Raters == model.RatersPaper
	if !r.Design.Asked && (!r.Design.Singles() || !known) {
		p.note("judgments are bought as %s", designSentence(&r.Design))
	}
}

func designSentence(d *core.Design) string { return d.Words() + ": " + d.Why }

// goal is the value of --goal: which budget is enough, by the honest loss or by a metric of
// classes. The zero value is no goal.
type goal struct {
	core.Rule
	metric classes.Metric // "" for the honest loss
	text   string         // as it was given
}

func (g *goal) asked() bool { return g.text != "" }

// parse reads a rule, a metric, or both; "by" stands before a metric, or is left out.
func (g *goal) parse(s string) error {
	words := strings.Fields(s)
	*g = goal{text: s}
	if n := len(words); n > 0 && slices.Contains(classes.AllMetrics(), classes.Metric(words[n-1])) {
		g.metric, words = classes.Metric(words[n-1]), words[:n-1]
	} else if n > 1 && words[n-2] == "by" {
		return fmt.Errorf("%q is not a metric of classes: accepted are %s", words[n-1], metricNames())
	}
	if n := len(words); g.metric != "" && n > 0 && words[n-1] == "by" {
		words = words[:n-1]
	}
	rule := strings.Join(words, "")
	if rule == "" && g.metric != "" {
		return nil // the recommended budget
	}
	if err := g.setRule(rule); err != nil {
		return err
	}
	if g.metric != "" && g.By != core.OneSE && g.By != core.Within {
		return fmt.Errorf("%q is about the squared loss, and %s about classes: accepted are 'by %s' and 'within 5%% by %s'", rule, g.metric, g.metric, g.metric)
	}
	return nil
}

var numberedRule = regexp.MustCompile(`^(within|r2>=|error<=|loss<=)(.*?)%?$`)

func (g *goal) setRule(rule string) error {
	switch rule {
	case "recommended":
		return nil
	case "lowest":
		g.By = core.Within
		return nil
	}
	m := numberedRule.FindStringSubmatch(rule)
	if m == nil {
		return fmt.Errorf("%q is no goal: accepted are recommended, lowest, 'within 5%%', 'r2>=.6', 'error<=.5' and 'loss<=.25'", rule)
	}
	x, err := strconv.ParseFloat(m[2], 64)
	switch kind := m[1]; {
	case err != nil || x-x != 0:
		return fmt.Errorf("%q: %q is no number", rule, m[2])
	case kind == "r2>=" && x > 1 && x < 100:
		return fmt.Errorf("%q is no R² that a predictor can have: did you mean r2>=%s?", rule, figure.Share(x/100))
	case kind == "r2>=" && x >= 1:
		return fmt.Errorf("%q is no R² that a predictor can have: write a number below 1", rule)
	case kind == "r2>=":
		g.By, g.X = core.LeastR2, x
	case kind == "loss<=":
		g.By, g.X = core.MostLoss, x
	case x < 0:
		return fmt.Errorf("%q is below 0: no error is, and no loss is below the lowest", rule)
	case kind == "within":
		g.By, g.X = core.Within, x/100
	default:
		g.By, g.X = core.MostLoss, x*x
	}
	return nil
}

func metricNames() string {
	return strings.Join(texts(classes.AllMetrics()), ", ")
}

func (f *questionFlags) checkSingle(command string) error {
	switch {
	case len(f.budgets) > 1:
		return misused("%s is for one budget, not for %d", command, len(f.budgets))
	case len(f.algorithms) > 1:
		return misused("%s is for one algorithm, not for %d", command, len(f.algorithms))
	}
	return nil
}

// addLabel reads --label: the first is the label, the others are predicted by the same judgments.
func (f *dataFlags) addLabel(name string) error {
	to := &f.read
	switch {
	case to.Label == "":
		to.Label = name
	case to.Label == name || slices.Contains(to.Also, name):
		return fmt.Errorf("the label %q is named twice: name each label once", name)
	default:
		to.Also = append(to.Also, name)
	}
	return nil
}

// addWeight reads NAME=W: names may have equals signs.
func (f *dataFlags) addWeight(s string) error {
	i := strings.LastIndexByte(s, '=')
	w, err := strconv.ParseFloat(s[i+1:], 64)
	if i <= 0 || err != nil || !(w > 0) || math.IsInf(w, 0) {
		return fmt.Errorf("%q is not of the form NAME=W with a number above 0, such as depth=2", s)
	}
	f.weights[s[:i]] = w
	return nil
}

// further returns settings with the labels besides the first. Weights count against the
// first label's.
func (f *dataFlags) further(s model.Settings) (model.Settings, error) {
	names := append([]string{f.read.Label}, f.read.Also...)
	for name := range f.weights {
		if len(names) < 2 || !slices.Contains(names, name) {
			return s, fmt.Errorf("--label-weight %s: the labels that --label names, two at least, have weights; they are %s", name, strings.Join(names, ", "))
		}
	}
	weight := func(name string) float64 { return cmp.Or(f.weights[name], 1) }
	s.Also = nil
	for _, name := range f.read.Also {
		s = s.WithFurther(model.Further{Name: name, Weight: weight(name) / weight(names[0])})
	}
	return s, nil
}
