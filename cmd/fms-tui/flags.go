package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/read"
)

// flags are the values of flags by what they are about. Each command adds the flags it uses.
type flags struct {
	dataFlags
	buyingFlags
	questionFlags
	outputFlags
	screenFlags
	study *study // that the flags come from; nil for none

	crowd               string // --crowd
	designs             bool   // --designs
	partial, strict     bool   // of predict
	noProvenance        bool
	private, allowSmall bool
}

// dataFlags say which data are read, and how.
type dataFlags struct {
	scattered         bool // a file's objects do not come together
	sumsOnly          bool // nothing but moments is asked for
	read              read.Options
	encoding, decimal string
	labels            []string // files of labels
	labelFrom         string
	labelAgg          string
	weights           map[string]float64 // --label-weight
	raterKey          string             // a file
	limits            *read.Limits       // of the files that flags name; nil for the usual
}

// buyingFlags say what may be bought, and at what price.
type buyingFlags struct {
	costs      []string       // files of prices, applied before prices
	asked      model.Settings // without what is of single attributes, and without the design
	given      []givenSetting // in the order of the command line
	design     model.Design
	sheets     []model.Sheet
	sheetFiles []string // of sheets, before sheets
}

// questionFlags say what is to be chosen, and how it is tested.
type questionFlags struct {
	budgets    []model.Amount
	algorithms []selection.Algorithm
	goal       goal
	wrongCalls callCosts
	decision   *core.Decision // --decide; nil without
	confidence float64        // --confidence
	noHonest   bool
	folds      int
	seed       uint64
	bootstrap  int
}

// outputFlags say what is written, and where.
type outputFlags struct {
	out, form  string
	quiet, all bool
	width      int // columns; 0 for the terminal's
}

// screenFlags are about the UI.
type screenFlags struct {
	theme, glyphs                          string
	noMouse, watch, fresh, noState, choose bool
}

// flags are flags that nobody gave yet.
func (p *program) flags() *flags {
	return &flags{outputFlags: outputFlags{form: "text"}, dataFlags: dataFlags{limits: &p.limits}, study: p.study}
}

// with is a copy of the flags with a change. Flags are parsed once, and nothing
// writes to them afterwards.
func (f *flags) with(change func(g *flags)) *flags {
	g := *f
	change(&g)
	return &g
}

// file is a file that a flag names, with the limits that the user set.
func (f *dataFlags) file(path string) read.Source {
	s := read.File(path)
	if f.limits != nil {
		s.Limits = *f.limits
	}
	return s
}

// reading is how files are to be read.
func (f *dataFlags) reading() read.Options {
	o := f.read
	o.Encoding, o.Decimal, o.OtherLabel = cmp.Or(o.Encoding, f.encoding), cmp.Or(o.Decimal, f.decimal), f.labelFrom != ""
	return o
}

// addReading adds the flags that say how files are read.
func (f *dataFlags) addReading(c *cobra.Command) {
	f.addLabels(c)
	f.addColumns(c)
}

// addLabels adds the flags that say what is to be predicted.
func (f *dataFlags) addLabels(c *cobra.Command) {
	fs := c.Flags()
	fs.StringArrayVar(&f.labels, "labels", nil, "`FILE` of labels: one column for the object, one for each label")
	fs.Var(&value{read: f.addLabel}, "label", "`NAME` of the label to predict (default the first), or COLUMN=value for a label of 1 where the column has the value; repeated, the same judgments predict every label named")
	fs.Var(&value{read: f.addWeight}, "label-weight", "`NAME=W`: how much the loss of one of several labels counts (default 1)")
	fs.StringSliceVar(&f.read.Ordered, "ordered", nil, "`LOW,MID,HIGH`: the classes of the label are steps of a scale, in this order")
	fs.StringVar(&f.labelFrom, "label-from", "", "predict this judged `ATTRIBUTE`, and do not select it")
	addChoice(c, fs, &f.labelAgg, "label-agg", "how the judgments of an object become one label", model.AggregateMean, model.AggregateMedian)
}

// addColumns adds the flags for the roles of columns and for reading cells.
func (f *dataFlags) addColumns(c *cobra.Command) {
	fs := c.Flags()
	addChoice(c, fs, &f.read.Layout, "layout", "layout of the data", "auto", read.Long, read.ByRater, read.ByObject)
	fs.StringSliceVar(&f.read.Columns, "columns", nil, "`NAMES` of the columns of CSV and TSV data without a header line, comma-separated; a column without a name becomes c1, c2 and so on, after its place")
	fs.StringVar(&f.read.ObjectCol, "object-col", "", "`COLUMN` of the object; A,B for several that make it up; ROW is the number of the row")
	fs.StringSliceVar(&f.read.AttributeCol, "attribute-col", nil, "`COLUMN` of the attribute; several, comma-separated, are joined by '.'")
	fs.StringVar(&f.read.JudgmentCol, "judgment-col", "", "`COLUMN` of the judgment")
	fs.StringVar(&f.read.RaterCol, "rater-col", "", "`COLUMN` of the rater")
	fs.BoolVar(&f.read.Yes, "yes", false, "take the first reading where several are possible, and say so")
	fs.StringSliceVar(&f.read.Missing, "missing", nil, "`WORDS` for a missing value, comma-separated, besides NA, null and the like")
	fs.Var(oneOf(&f.read.NameIs, read.NamesAre()), "name-is", "what a file's name means: "+strings.Join(read.NamesAre(), ", "))
	addChoice(c, fs, &f.encoding, "encoding", "text encoding of the files", read.Encodings()...)
	addChoice(c, fs, &f.decimal, "decimal", "decimal separator", ".", ",")
	fs.StringSliceVar(&f.read.Ignore, "ignore-col", nil, "`COLUMN` or glob to leave out; repeat the flag or separate by commas")
	f.addKeeping(c)
	f.addQueries(c)
}

// addSettings adds the flags that make a model.Settings.
func (f *buyingFlags) addSettings(c *cobra.Command) {
	fs := c.Flags()
	f.addSetting(c, model.OptionCost)
	fs.StringArrayVar(&f.costs, "costs", nil, "`FILE` of prices with the columns attribute,cost, applied before --cost")
	for _, o := range []model.Option{model.OptionExclude, model.OptionMin, model.OptionMax, model.OptionMaxRepeats, model.OptionReliability, model.OptionRidge, model.OptionRaters} {
		f.addSetting(c, o)
	}
	f.addDesign(c)
	f.addSetting(c, model.OptionPSD)
	f.addSetting(c, model.OptionShrink)
	f.addSetting(c, model.OptionLabelBy)
}

// addSelection adds the flags that say what to select.
func (f *questionFlags) addSelection(c *cobra.Command, budget, algorithm string) {
	fs := c.Flags()
	fs.Var(several("B", &f.budgets, model.ParseAmount), "budget", budget)
	fs.Var(several("NAME", &f.algorithms, selection.Parse), "algorithm", algorithm)
	complete(c, "algorithm", texts(selection.AllAlgorithms()))
}

func (f *outputFlags) addQuiet(c *cobra.Command) {
	c.Flags().BoolVar(&f.quiet, "quiet", false, "do not print notes and warnings on stderr")
}

func (f *outputFlags) addWidth(c *cobra.Command) {
	c.Flags().Var(whole(&f.width, 1, 10_000, "columns"), "width", "columns of the report (default the terminal's, or 100)")
}

func (f *outputFlags) addAll(c *cobra.Command, what string) {
	c.Flags().BoolVar(&f.all, "all", false, "print "+what)
}

func (f *outputFlags) addOut(c *cobra.Command, usage string) {
	c.Flags().StringVarP(&f.out, "output", "o", "", usage)
	c.Flags().Bool("force", false, "let -o replace any file; read what has a wrong checksum")
}

// addReport adds the flags of a command that prints a report.
func (f *outputFlags) addReport(c *cobra.Command) {
	f.addForm(c, "text")
	f.addOut(c, "write to `FILE`; - is stdout")
	f.addQuiet(c)
	f.addWidth(c)
}

// addScreen adds the flags of the UI.
func (f *screenFlags) addScreen(c *cobra.Command) {
	c.Flags().BoolVar(&f.noMouse, "no-mouse", false, "do not use the mouse; % takes it back")
	addChoice(c, c.Flags(), &f.glyphs, "glyphs", "characters for charts and frames", "auto", "braille", "block", "ascii")
	addChoice(c, c.Flags(), &f.theme, "theme", "colours for a background", "auto", "dark", "light")
	c.Flags().BoolVar(&f.watch, "watch", false, "update when a file of DATA grows or changes; B, the selection and all settings stay")
	c.Flags().BoolVar(&f.fresh, "fresh", false, "ignore the settings of the last session, and replace them")
	c.Flags().BoolVar(&f.noState, "no-state", false, "do not read or save settings")
	c.Flags().BoolVar(&f.choose, "choose", false, "draw the screen on the terminal even if stdout is redirected, and print the chosen predictor at the end")
}

// addNoState accepts a flag of the UI where nothing is kept anyway, so that the
// command that the UI copies runs here too.
func (f *screenFlags) addNoState(c *cobra.Command) {
	c.Flags().BoolVar(&f.noState, "no-state", false, "")
	_ = c.Flags().MarkHidden("no-state")
}

// flagError says what is wrong with a flag in the words of this program.
func flagError(c *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		name, number := invalid.GetFlag().Name, (*strconv.NumError)(nil)
		if !errors.As(err, &number) {
			return misused("--%s: %w", name, errors.Unwrap(invalid))
		}
		kind := "a whole number from 0"
		if number.Func == "ParseBool" {
			kind = "true or false"
		}
		return misused("--%s: %q is not %s", name, number.Num, kind)
	}
	var lacking *pflag.ValueRequiredError
	if errors.As(err, &lacking) {
		value, usage := pflag.UnquoteUsage(lacking.GetFlag())
		return misused("--%s needs %s: %s", lacking.GetSpecifiedName(), value, usage)
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		return unknownFlag(c, unknown.GetSpecifiedName())
	}
	return usageError{err}
}

// formerFlags are flags of before, or of what users look for, and what says the same now.
var formerFlags = map[string]string{"r2": "goal 'r2>=.6'", "loss": "goal 'loss<=.25'", "error": "goal 'error<=.5'", "within": "goal 'within 5%'", "one-se": "goal recommended", "metric": "goal 'by kappa'"}

// unknownFlag says that a command has no such flag, and which one was probably meant.
func unknownFlag(c *cobra.Command, name string) error {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	meant := model.Meant(name, names)
	if now, ok := formerFlags[name]; ok {
		meant = now
	}
	if meant != "" {
		return misused("there is no flag --%s: did you mean --%s?", name, meant)
	}
	return misused("there is no flag --%s", name)
}

// arguments accepts from least to most arguments; most < 0 is any number. hint
// says what is missing.
func arguments(least, most int, hint string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return misused("%s needs %s", c.Name(), hint)
		case most >= 0 && len(args) > most:
			return misused("%s does not take %q", c.Name(), args[most])
		}
		return nil
	}
}

// addKeeping adds the flags that say which rows, columns and records of the files
// are read, and what their tokens cost.
func (f *dataFlags) addKeeping(c *cobra.Command) {
	fs := c.Flags()
	fs.StringSliceVar(&f.read.Attributes, "attributes", nil, "keep only the attributes that `GLOB` matches; repeat the flag or separate by commas")
	fs.StringSliceVar(&f.read.Pivot, "pivot", nil, "`COLUMN` whose values begin the attributes' names, such as a judge; several are joined by '.'")
	fs.StringArrayVar(&f.read.Where, "where", nil, "read only the rows with `COLUMN=VALUE`; repeated for other columns, or other values of one")
	fs.Var(&value{kind: "I/N", read: func(s string) (err error) {
		f.read.Shard, err = read.ParseShard(s)
		return err
	}}, "shard", "read only part I of N of the objects, such as 3/20; a hash of the object's id decides")
	fs.StringVar(&f.read.Records, "records", "", "`PATH` of the records in nested JSON, such as results.items")
	fs.Var(decimal("K", &f.read.Clip, func(x float64) bool { return x >= 1 && x <= 100 },
		"no number of standard deviations: accepted are numbers from 1 to 100, such as 2.5"), "clip", "move judgments to within K standard deviations of their attribute's mean, such as 2.5; they are counted")
	fs.Var(&value{kind: "IN,OUT", read: func(s string) error {
		f.read.TokenPrice = s
		return read.CheckTokenPrice(s)
	}}, "token-price", "price of a million tokens in and out, such as 0.15,0.60; prices of judgments follow from the data's tokens")
}

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

// completions is the annotation of a flag that holds the words that complete it.
const completions = "completions"

// complete gives the words that complete a flag.
func complete(c *cobra.Command, flag string, words []string) {
	c.Flag(flag).Annotations = map[string][]string{completions: words}
}

// registerCompletions tells cobra how flags are completed. Cobra keeps what it is told as long
// as the program runs, with the whole tree of commands: it is told only where a shell asks.
func registerCompletions(c *cobra.Command) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if words := f.Annotations[completions]; words != nil {
			_ = c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
		}
	})
	for _, sub := range c.Commands() {
		registerCompletions(sub)
	}
}
