package main

import (
	"context"
	"errors"
	"fmt"
	"math"
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

// settings makes the settings that the flags ask for.
func (f *flags) settings(ctx context.Context, ds *model.Dataset) (model.Settings, error) {
	s, err := f.further(f.asked)
	if err != nil {
		return s, err
	}
	s.Label = f.read.Label
	d, err := f.designOf(ctx, ds)
	if err != nil {
		return s, err
	}
	s.Design = d
	return f.ofAttributes(ctx, ds, s)
}

// ofAttributes applies the flags that name attributes.
func (f *flags) ofAttributes(ctx context.Context, ds *model.Dataset, s model.Settings) (model.Settings, error) {
	s, err := f.pricesFromFiles(ctx, ds, s)
	if err != nil {
		return s, err
	}
	for _, g := range f.given {
		if !g.field.Each {
			continue
		}
		found := model.Matching(ds.Attributes, g.glob)
		if len(found) == 0 {
			return s, fmt.Errorf("%s %q %s", flagOf(g.field.Option), g.glob, model.NoMatch(ds.Attributes, g.glob))
		}
		for _, a := range found {
			if s, err = g.field.Set(s, ds.Attributes[a], g.text); err != nil {
				return s, err
			}
		}
	}
	return s, s.CheckLimits(ds.Attributes)
}

// pricesUnder are the prices of attributes under settings.
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

// pricesFromFiles applies the files of --costs.
func (f *flags) pricesFromFiles(ctx context.Context, ds *model.Dataset, s model.Settings) (model.Settings, error) {
	for _, path := range f.costs {
		costs, err := read.Costs(ctx, f.file(path))
		if err != nil {
			return s, err
		}
		for _, c := range costs {
			found, err := f.inFile(ds, path, c.Line, c.Glob)
			if err != nil {
				return s, err
			}
			for _, a := range found {
				s = s.WithCost(ds.Attributes[a], c.Price)
			}
		}
	}
	return s, nil
}

// inFile are the attributes that a line of a file of prices or forms is about: none where
// --attributes leaves them out, or where it is the label of --label-from.
func (f *dataFlags) inFile(ds *model.Dataset, path string, line int, glob string) ([]int, error) {
	found := model.Matching(ds.Attributes, glob)
	asked := func(kept string) bool { return len(model.Matching([]string{glob}, kept)) > 0 }
	if len(found) > 0 || glob == f.labelFrom || len(f.read.Attributes) > 0 && !slices.ContainsFunc(f.read.Attributes, asked) {
		return found, nil
	}
	return nil, &read.Error{File: path, Line: line, Column: "attribute", Value: glob, Message: model.NoMatch(ds.Attributes, glob)}
}

// givenSetting is a flag of a setting that was given.
type givenSetting struct {
	field      *model.SettingsField
	glob, text string // glob is "" where attributes have no values of their own
}

// setting is the flag of a setting.
func (f *buyingFlags) setting(group string, o model.Option, kind, usage, brief string) row {
	field := model.FieldOf(o)
	v := &value{kind: kind, words: field.Accepted, read: func(s string) error { return f.addGiven(field, kind, s) }}
	if !field.Each {
		v.text = func() string { return field.Text(f.asked) }
	}
	if field.Accepted != nil {
		f.asked, _ = field.Set(f.asked, "", field.Default)
	}
	return row{group, string(o), usage, v, brief, nil}
}

// addGiven reads GLOB, GLOB=VALUE or VALUE. A glob ends at the last equals sign: names
// may have some, values have none.
func (f *buyingFlags) addGiven(field *model.SettingsField, kind, s string) error {
	glob, text := "", s
	switch i := strings.LastIndexByte(s, '='); {
	case field.List:
		glob, text = s, ""
	case field.Each && i <= 0:
		return fmt.Errorf("%q is not of the form %s, such as height=3", s, kind)
	case field.Each:
		glob, text = s[:i], s[i+1:]
	}
	asked, err := field.Set(f.asked, glob, text)
	if err != nil {
		return err
	}
	if !field.Each {
		f.asked = asked
	}
	f.given = append(f.given, givenSetting{field, glob, text})
	return nil
}

// values are the flags given of a setting.
func (f *buyingFlags) values(o model.Option) []givenSetting {
	var all []givenSetting
	for _, g := range f.given {
		if g.field.Option == o {
			all = append(all, g)
		}
	}
	return all
}

// setDesign reads --design.
func (f *buyingFlags) setDesign(s string) (err error) {
	f.design, err = model.ParseDesign(s)
	if err == nil && f.design.Kind == model.DesignSheets {
		err = errors.New("sheets are named by --sheet NAME=GLOB[,GLOB…][:PRICE] or --sheets FILE")
	}
	return err
}

// addSheet reads --sheet.
func (f *buyingFlags) addSheet(s string) error {
	sheet, err := model.ParseSheet(s)
	if err == nil {
		f.sheets = append(f.sheets, sheet)
	}
	return err
}

// checkDesign refuses flags that contradict each other, before any data are
// read.
func (f *buyingFlags) checkDesign() error {
	d := f.design
	if len(f.sheetFiles) > 0 && d.Kind != "" && d.Kind != model.DesignAuto {
		return misused("--sheets and --design %s both say what is asked together: use one of them", d)
	}
	if len(f.sheets) > 0 {
		var err error
		if d, err = d.WithSheets(f.sheets...); err != nil {
			return misused("--sheet: %w", err)
		}
	} else if len(f.sheetFiles) > 0 {
		d.Kind = model.DesignSheets
	}
	if err := d.CheckRaters(f.asked.Raters); err != nil {
		return usageError{err}
	}
	return nil
}

// designOf is the design that the flags ask for, whose sheets name attributes of
// the data.
func (f *flags) designOf(ctx context.Context, ds *model.Dataset) (model.Design, error) {
	d := f.design
	for _, path := range f.sheetFiles {
		rows, err := read.Sheets(ctx, f.file(path))
		if err != nil {
			return d, err
		}
		for _, r := range rows {
			found, err := f.inFile(ds, path, r.Line, r.Glob)
			if len(found) == 0 {
				if err != nil {
					return d, err
				}
				continue
			}
			s := model.Sheet{Name: r.Sheet, Price: r.Price}
			for _, a := range found {
				s.Attributes = append(s.Attributes, model.GlobOf(ds.Attributes[a]))
			}
			if d, err = d.WithSheets(s); err != nil {
				return d, &read.Error{File: path, Line: r.Line, Message: err.Error()}
			}
		}
	}
	if len(f.sheets) > 0 {
		var err error
		if d, err = d.WithSheets(f.sheets...); err != nil {
			return d, fmt.Errorf("--sheet: %w", err)
		}
	}
	_, err := d.OnSheets(ds.Attributes)
	return d, err
}

// designSettings are the settings in documents that have no others.
type designSettings struct {
	Design model.BoughtDesign `json:"design"`
	Shrink model.Shrink       `json:"shrink"`
}

// describedDesign is the design taken, with all its attributes.
func describedDesign(r *core.Result) model.BoughtDesign {
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

// designSentence is a design with why it was taken.
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

// numberedRule is a rule with a number.
var numberedRule = regexp.MustCompile(`^(within|r2>=|error<=|loss<=)(.*?)%?$`)

// setRule reads a rule without blanks.
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

// metricNames lists the metrics of classes that a goal accepts.
func metricNames() string {
	return strings.Join(texts(classes.AllMetrics()), ", ")
}

// checkSingle refuses several budgets and several algorithms.
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
	if f.weights == nil {
		f.weights = make(map[string]float64)
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
	weight := func(name string) float64 {
		if w, ok := f.weights[name]; ok {
			return w
		}
		return 1
	}
	s.Also = nil
	for _, name := range f.read.Also {
		s = s.WithFurther(model.Further{Name: name, Weight: weight(name) / weight(names[0])})
	}
	return s, nil
}
