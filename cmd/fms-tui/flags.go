package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fms-tui/core/report"
	"fms-tui/core/selection"
	"fms-tui/core/stopping"
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
	study *study   // that the flags come from; nil for none
	args  []string // of the program; nil for any

	crowd               string // --crowd
	designs             bool   // --designs
	partial, strict     bool   // of predict
	noProvenance        bool
	private, allowSmall bool
}

type dataFlags struct {
	set       *pflag.FlagSet // of the command: which flags were given
	sumsOnly  bool           // nothing but moments is asked for
	judged    bool           // moments do not do
	read      read.Options
	labels    []string // files of labels
	labelFrom string
	labelAgg  string
	weights   map[string]float64 // --label-weight
	raterKey  string             // a file
	limits    *read.Limits       // of the files that flags name
}

type buyingFlags struct {
	asked model.Settings // without what is of single attributes
	given []givenSetting // in the order of the command line
}

type questionFlags struct {
	budgets    []model.Amount
	algorithms []selection.Algorithm
	goal       goal
	wrongCalls callCosts
	decision   *stopping.Decision // --decide; nil without
	confidence float64            // --confidence
	noHonest   bool
	folds      int
	seed       uint64
	bootstrap  int
}

type outputFlags struct {
	out, form string
	forms     []string // that --form names
	beside    bool     // -o is for something else than what is printed
	quiet     *bool    // the program's
	force     *bool    // likewise
	all       bool
	width     int // columns; 0 for the terminal's
}

type screenFlags struct {
	theme, glyphs                   string
	noMouse, watch, noState, choose bool
}

func (p *program) flags() *flags {
	return &flags{
		outputFlags: outputFlags{form: "text", forms: report.Names(), quiet: &p.quiet, force: &p.force}, dataFlags: dataFlags{limits: &p.limits, weights: make(map[string]float64)},
		questionFlags: questionFlags{seed: usualSeed, confidence: .95}, study: p.study, args: p.args,
	}
}

func (f *flags) with(change func(g *flags)) *flags {
	g := *f
	change(&g)
	return &g
}

// or is a copy of the flags with algorithms where none is named.
func (f *flags) or(algorithms ...selection.Algorithm) *flags {
	if len(f.algorithms) > 0 {
		return f
	}
	return f.with(func(g *flags) { g.algorithms = algorithms })
}

// file is a file that a flag names, with the limits that the user set.
func (f *dataFlags) file(path string) read.Source {
	s := read.File(path)
	s.Limits = *f.limits
	return s
}

func (f *dataFlags) reading() read.Options {
	o := f.read
	o.OtherLabel = f.labelFrom != ""
	return o
}

// row is a flag in the table of flags.
type row struct {
	group string // that commands take together
	name  string
	usage string   // for --help all, with the name of the value in `quotes`; "" is a hidden flag
	to    any      // see add
	brief string   // for brief help, after the topic; "" is not shown there
	words []string // that complete it
}

type repeated []string

// table are the flags that several commands take, and their order in help.
func (f *flags) table() []row {
	return slices.Concat(f.dataFlags.rows(), f.buyingFlags.rows(), f.questionFlags.rows(), []row{
		{"crowd", "crowd", "`FILE` of judgments by another crowd than the pilot's, without labels: the predictor is adapted to it", &f.crowd, "", nil},
		{"provenance", "no-provenance", "leave the data's file name and checksum out of the predictor", &f.noProvenance, "", nil},
	}, f.outputFlags.rows(), f.screenFlags.rows())
}

func (f *dataFlags) rows() []row {
	r := &f.read
	return []row{
		{"reading", "labels", "`FILE` of labels: one column for the object, one for each label", (*repeated)(&f.labels), "Data: file of labels: object, and a column a label", nil},
		{"reading", "label", "the label to predict (default the first), or COLUMN=value for a label of 1 where the column has the value; repeated, the same judgments predict every label named", &value{kind: "NAME", read: f.addLabel}, "Data: the label to predict (default the first)", nil},
		{"reading", "label-weight", "how much the loss of one of several labels counts (default 1)", &value{kind: "NAME=W", read: f.addWeight}, "", nil},
		{"reading", "ordered", "`LOW,MID,HIGH`: the classes of the label are steps of a scale, in this order", &r.Ordered, "", nil},
		{"reading", "label-from", "predict this judged `ATTRIBUTE`, and do not select it", &f.labelFrom, "Data: predict this judged attribute", nil},
		{"reading", "label-agg", "how the judgments of an object become one label", choice(&f.labelAgg, model.AggregateMean, model.AggregateMedian), "", nil},
		{"columns", "layout", "layout of the data", choice(&r.Layout, "auto", read.Long, read.ByRater, read.ByObject), "", nil},
		{"columns", "columns", "`NAMES` of the columns of CSV and TSV data without a header line, comma-separated; a column without a name becomes c1, c2 and so on, after its place", &r.Columns, "", nil},
		{"columns", "object-col", "`COLUMN` of the object; A,B for several that make it up; ROW is the number of the row", &r.ObjectCol, "", nil},
		{"columns", "attribute-col", "`COLUMN` of the attribute; several, comma-separated, are joined by '.'", &r.AttributeCol, "", nil},
		{"columns", "judgment-col", "`COLUMN` of the judgment", &r.JudgmentCol, "", nil},
		{"columns", "rater-col", "`COLUMN` of the rater", &r.RaterCol, "", nil},
		{"columns", "yes", "take the first reading where several are possible, and say so", &r.Yes, "", nil},
		{"columns", "scale", "`LOW,MID,HIGH`: answer words in this order are the judgments 1, 2, 3 and so on; WORD=VALUE goes on from another value", &r.Scale, "", nil},
		{"columns", "missing", "`WORDS` for a missing value, comma-separated, besides NA, null and the like", &r.Missing, "", nil},
		{"columns", "name-is", "what a file's name means", oneOf(&r.NameIs, read.NamesAre()), "", nil},
		{"columns", "encoding", "text encoding of the files", choice(&r.Encoding, read.Encodings()...), "", nil},
		{"columns", "decimal", "decimal separator", choice(&r.Decimal, ".", ","), "", nil},
		{"columns", "ignore-col", "`COLUMN` or glob to leave out; repeat the flag or separate by commas", &r.Ignore, "", nil},
		{"columns", "attributes", "keep only the attributes that `GLOB` matches; repeat the flag or separate by commas", &r.Attributes, "", nil},
		{"columns", "pivot", "`COLUMN` whose values begin the attributes' names, such as a judge; several are joined by '.'", &r.Pivot, "", nil},
		{"columns", "where", "read only the rows with `COLUMN=VALUE`; repeated for other columns, or other values of one", (*repeated)(&r.Where), "", nil},
		{"columns", "shard", "read only part I of N of the objects, such as 3/20; a hash of the object's id decides", typed("I/N", &r.Shard, read.ParseShard), "", nil},
		{"columns", "records", "`PATH` of the records in nested JSON, such as results.items", &r.Records, "", nil},
		{"columns", "token-price", "price of a million tokens in and out, such as 0.15,0.60; prices of judgments follow from the data's tokens", &value{kind: "IN,OUT", read: func(s string) error {
			r.TokenPrice = s
			return read.CheckTokenPrice(s)
		}}, "", nil},
		{"columns", "sql", "`QUERY` whose rows are read, where DATA is the address of a database", &r.SQL, "", nil},
		{"columns", "order-col", "`COLUMN` of a database that orders the judgments of a rater; the first counts (default the smallest judgment)", &r.OrderCol, "", nil},
		{"columns", "labels-sql", "`QUERY` of the labels in the database: one column for the object, one for each label", &r.LabelsSQL, "", nil},
	}
}

func (f *buyingFlags) rows() []row {
	return []row{
		f.setting("prices", model.OptionCost, "GLOB=C", "price of a judgment of the attributes that GLOB matches, or a file of prices with the columns attribute,cost; a later --cost wins", "Money: price of a judgment of what GLOB matches"),
		f.setting("settings", model.OptionExclude, "GLOB", "leave out the attributes that GLOB matches", "Data: leave out the attributes that GLOB matches"),
		f.setting("settings", model.OptionMin, "GLOB=R", "buy at least R judgments of the attributes that GLOB matches", ""),
		f.setting("settings", model.OptionMax, "GLOB=R", "buy at most R judgments of the attributes that GLOB matches", ""),
		f.setting("settings", model.OptionMaxRepeats, "R", "buy at most R judgments of any attribute without a --max of its own; cells: as many as your objects hold; none: any number; auto: cells unless that costs R² .02", ""),
		f.setting("settings", model.OptionReliability, "GLOB=R", "assume that one judgment of the attributes that GLOB matches has the reliability R, above 0 and at most 1", ""),
		f.setting("settings", model.OptionRidge, "L|auto", "ridge λ, 0 or more: for few objects, .01 to 1; auto chooses it by the honest loss", ""),
		f.setting("settings", model.OptionRaters, "NAME", "how judgments by the same rater are treated", ""),
		f.setting("settings", model.OptionDesign, "NAME", "how judgments of a new object are bought: auto (as the pilot was), single (each by another rater), form (a rater answers everything), call:PRICE (one price for everything asked), panel (the same raters; also panel,form)",
			"Money: auto, single, form, call:PRICE or panel", "auto", "single", "form", "call:", "panel", "panel,single", "panel,form", "panel,call:"),
		f.setting("settings", model.OptionSheet, "NAME=GLOB[:PRICE]", "attributes asked on one form or call, at PRICE a form or else paid by answer; or a file of forms with the columns sheet,attribute,price; repeated for several", ""),
		f.setting("settings", model.OptionPSD, "NAME", "how covariances are made positive semi-definite: in standardised units, in the units of the data, or together with the label", ""),
		f.setting("settings", model.OptionShrink, "NAME", "label covariances: auto shrinks them where the pilot is small, none takes them as estimated, as in the paper", ""),
		f.setting("settings", model.OptionLabelBy, "NAME", "who gave the label: the same raters as the judgments, or others", ""),
	}
}

func (f *questionFlags) rows() []row {
	return []row{
		{"honest", "no-honest", "do not compute the honest (cross-validated) loss", &f.noHonest, "", nil},
		{"honest", "folds", "folds of the cross-validation (default 10)", whole(&f.folds, 2, 1000, "folds"), "", nil},
		{"honest", "bootstrap", "resample blocks of objects N times, and count how often each attribute is chosen", whole(&f.bootstrap, 0, 1_000_000, "replicates"), "", nil},
		{"honest", "seed", "random seed", &f.seed, "", nil},
		{"selection", "budget", "what the judgments of one new object may cost; several, comma-separated, where the command shows several (default the recommended one)", several("B", &f.budgets, model.ParseAmount), "Question: what the judgments of one new object may cost", nil},
		{"selection", "algorithm", "algorithms, comma-separated (default full; select: full,scoring; lab and --compare: all that the data allow): " + algorithmNames(), several("NAME", &f.algorithms, selection.Parse), "", texts(selection.AllAlgorithms())},
		{
			"goal", "goal", "instead of a budget, the smallest that reaches: recommended, lowest, 'within 5%', 'r2>=.6', 'error<=.5' or 'loss<=.25'; recommended, lowest and within may go on with 'by METRIC', a metric of classes: " + metricNames(),
			&value{kind: "GOAL", read: f.goal.parse}, "Question: instead: 'within 5%', 'r2>=.6', 'error<=.5'",
			[]string{"recommended", "lowest", "within 5%", "r2>=", "error<=", "loss<=", "by kappa", "by auc"},
		},
		{"classes", "threshold", "an object is called 1 if its probability of class 1 is at least this; auto is .5, or follows from --cost-of", &value{kind: "auto|P", read: f.wrongCalls.setThreshold}, "", nil},
		{"classes", "cost-of", "cost of wrong calls, such as fn=5,fp=1: an object of class 1 called 0 (fn), an object of class 0 called 1 (fp); or by class, such as low=5,high=2, for objects of the class called another one", &value{kind: "COSTS", read: f.wrongCalls.setCosts}, "", nil},
		{"decision", "decide", "a decision on each object: y>6.5, y>p90 (the largest tenth), p>.5 (class 1); its judgments stop when they are clear", &value{kind: "DECISION", read: func(s string) error {
			d, err := stopping.ParseDecision(s)
			f.decision = &d
			return err
		}}, "", nil},
		{"decision", "confidence", "probability that all judgments of the plan would decide the same, for --decide (default .95)", decimal("P", &f.confidence, func(x float64) bool { return x > .5 && x < 1 }, "no confidence: accepted are numbers between .5 and 1, such as .95"), "", nil},
	}
}

const outputUsage = "write to `FILE`; - is stdout"

func (f *outputFlags) rows() []row {
	usual := ""
	if f.form == "" {
		usual = ", by default by the suffix of -o or else json"
	}
	return []row{
		{"form", "form", "what is printed" + usual, oneOf(&f.form, f.forms), "Output: form of the output: see --help all", nil},
		{"json", "json", "print JSON: --form json", &value{kind: "bool", read: func(string) error {
			f.form = "json"
			return nil
		}}, "Output: print JSON", nil},
		{"all", "all", "print every attribute, column and rater, all algorithms, budgets and figures", &f.all, "", nil},
		{"output", "output", outputUsage, &f.out, "Output: write to a file; - is stdout", nil},
		{"output", "force", "let -o replace any file; read what has a wrong checksum", f.force, "", nil},
		{"quiet", "quiet", "do not print notes and warnings on stderr", f.quiet, "", nil},
		{"width", "width", "columns of the report (default the terminal's, or 100)", whole(&f.width, 1, 10_000, "columns"), "", nil},
	}
}

func (f *screenFlags) rows() []row {
	return []row{
		{"screen", "no-mouse", "do not use the mouse; % takes it back", &f.noMouse, "", nil},
		{"screen", "glyphs", "characters for charts and frames", choice(&f.glyphs, "auto", "braille", "block", "ascii"), "", nil},
		{"screen", "theme", "colours for a background", choice(&f.theme, "auto", "dark", "light"), "", nil},
		{"screen", "watch", "update when a file of DATA grows or changes; B, the selection and all settings stay", &f.watch, "", nil},
		{"screen", "no-state", "do not read or save settings", &f.noState, "", nil},
		{"screen", "choose", "draw the screen on the terminal even if stdout is redirected, and print the chosen predictor at the end", &f.choose, "", nil},
		{"as on screen", "no-state", "", &f.noState, "", nil}, // so that the command that the screen copies runs here too
	}
}

// Groups of flags that most commands take.
var (
	reading   = []string{"reading", "columns"}
	asking    = append(reading, "prices", "settings", "honest", "selection", "goal")
	reporting = []string{"form", "json", "output", "quiet", "width"}
)

// take adds flags of the table to a command, by their groups or names, and then the command's own,
// of which those without a value reword a flag of the table.
func (f *flags) take(c *cobra.Command, wanted []string, own ...row) *cobra.Command {
	f.set = c.Flags()
	c.PreRunE = func(*cobra.Command, []string) error { return f.check() }
	if c.Args == nil {
		c.Args = arguments(1, -1, "DATA, the files of the judgments (fms-tui init writes a sample)")
	}
	if f.args != nil && c.Name() != "fms-tui" && !slices.Contains(f.args, c.Name()) && !strings.HasPrefix(strings.Join(f.args, ""), "__") {
		return c // nothing in the arguments names the command: flags of all commands would double the time of fms-tui version
	}
	for _, r := range f.table() {
		if !slices.Contains(wanted, r.group) && !slices.Contains(wanted, r.name) {
			continue
		}
		if i := slices.IndexFunc(own, func(o row) bool { return o.name == r.name && o.to == nil }); i >= 0 {
			r.usage = own[i].usage
		}
		r.add(c)
	}
	for _, r := range own {
		if r.to != nil {
			r.add(c)
		}
	}
	return c
}

func (r *row) add(c *cobra.Command) {
	fs := c.Flags()
	switch to := r.to.(type) {
	case *string:
		short := ""
		if r.name == "output" {
			short = "o"
		}
		fs.StringVarP(to, r.name, short, *to, r.usage)
	case *bool:
		fs.BoolVar(to, r.name, *to, r.usage)
	case *[]string:
		fs.StringSliceVar(to, r.name, nil, r.usage)
	case *repeated:
		fs.StringArrayVar((*[]string)(to), r.name, nil, r.usage)
	case *uint64:
		fs.Uint64Var(to, r.name, *to, r.usage)
	case *time.Duration:
		fs.DurationVar(to, r.name, *to, r.usage)
	case *value:
		usage := r.usage
		if to.words != nil {
			usage += ": " + strings.Join(to.words, ", ")
			r.words = to.words
		}
		if added := fs.VarPF(to, r.name, "", usage); to.kind == "bool" {
			added.NoOptDefVal = "true"
		}
	}
	added := fs.Lookup(r.name)
	added.Hidden = r.usage == ""
	added.Annotations = map[string][]string{briefly: {r.brief}, completions: r.words}
}

// briefly is the annotation of flags with what brief help says.
const briefly = "brief"

// contrary are flags that leave others no part in the answer.
var contrary = []struct{ flag, others string }{
	{"goal", "budget no-honest"},
	{"compare", "optimum no-honest bootstrap"},
	{"second-round", "pilot new objects decide"},
	{"label-next", "second-round pilot new objects decide"},
	{"pilot", "objects decide"},
	{"simulate", "budget objects new pilot subsamples algorithm labels label"},
	{"holdout", "folds"},
	{"crowd", "decide"},
	{"json", "form"},
}

// needed are flags that say nothing without another one.
var needed = map[string]string{"subsamples": "pilot", "designs": "compare", "part": "agreement", "allow-small": "private"}

// check refuses flags that contradict each other, before any data are read.
func (f *flags) check() error {
	given := func(name string) bool {
		g := f.set.Lookup(name)
		return g != nil && g.Changed && g.Value.String() != "false"
	}
	for _, c := range contrary {
		for other := range strings.FieldsSeq(c.others) {
			if given(c.flag) && given(other) {
				return misused("--%s has no part for --%s: use one of them", c.flag, other)
			}
		}
	}
	for _, flag := range slices.Sorted(maps.Keys(needed)) {
		if given(flag) && !given(needed[flag]) {
			return misused("--%s needs --%s", flag, needed[flag])
		}
	}
	if err := formOfFile(f); err != nil {
		return err
	}
	switch {
	case f.noHonest && f.asked.AutoRidge:
		return misused("--ridge auto needs the honest loss, which --no-honest leaves out")
	case f.wrongCalls.threshold > 0 && f.wrongCalls.byName != nil:
		return misused("--threshold and --cost-of both give the threshold: use one of them")
	}
	return f.checkDesign()
}

// formOfFile takes the form from the name of the file that what is printed goes to.
func formOfFile(f *flags) error {
	suffix := strings.TrimPrefix(strings.ToLower(filepath.Ext(f.out)), ".")
	switch {
	case f.beside || f.form == "" || f.set.Lookup("form") == nil || f.set.Changed("form") || f.set.Changed("json"):
	case slices.Contains(f.forms, suffix):
		f.form = suffix
	case slices.Contains([]string{"jsonl", "pdf", "docx", "xlsx", "parquet"}, suffix):
		return misused("-o %s: what is printed has no form for .%s: forms are %s", f.out, suffix, strings.Join(f.forms, ", "))
	}
	return nil
}

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
var formerFlags = map[string]string{"r2": "goal 'r2>=.6'", "loss": "goal 'loss<=.25'", "error": "goal 'error<=.5'", "within": "goal 'within 5%'", "one-se": "goal recommended", "metric": "goal 'by kappa'", "costs": "cost FILE", "sheets": "sheet FILE", "fresh": "no-state", "trust": "limit unpacked=100G", "tasks": "form calls -o calls.csv"}

// unknownFlag says that a command has no such flag, and which one was probably meant.
func unknownFlag(c *cobra.Command, name string) error {
	if meant := meantFlag(c, name); meant != "" {
		return misused("there is no flag --%s: did you mean --%s?", name, meant)
	}
	return misused("there is no flag --%s", name)
}

// meantFlag is the flag of a command, or the other word, that was probably meant; "" for none.
func meantFlag(c *cobra.Command, name string, words ...string) string {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			words = append(words, f.Name)
		}
	})
	return cmp.Or(formerFlags[name], model.Meant(name, words))
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

type value struct {
	kind  string // as help shows it
	read  func(text string) error
	text  func() string // the default for help; nil for none
	words []string      // that are accepted; nil for any
	given []string      // so far
}

func (v *value) Type() string { return v.kind }

func (v *value) Set(text string) error {
	v.given = append(v.given, text)
	return v.read(text)
}

func (v *value) String() string {
	if v.text == nil {
		return ""
	}
	return v.text()
}

func typed[T any](kind string, to *T, parse func(string) (T, error)) *value {
	return &value{kind: kind, read: func(s string) (err error) {
		*to, err = parse(s)
		return err
	}}
}

func whole(to *int, least, most int, things string) *value {
	return typed("N", to, func(s string) (int, error) {
		n, err := strconv.Atoi(s)
		if err != nil || n < least || n > most {
			err = fmt.Errorf("%q is not a number of %s from %d to %d", s, things, least, most)
		}
		return n, err
	})
}

// decimal is a number that is accepted; is says of others what they are not.
func decimal(kind string, to *float64, accepted func(x float64) bool, is string) *value {
	return typed(kind, to, func(s string) (float64, error) {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || !accepted(x) {
			err = fmt.Errorf("%q is %s", s, is)
		}
		return x, err
	})
}

func price(to *model.Amount) *value {
	return typed("M", to, func(s string) (model.Amount, error) {
		x, err := model.ParseAmount(s)
		if err == nil && x == 0 {
			err = errors.New("nothing is bought for 0")
		}
		return x, err
	})
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

func commas[T any](list []T) string {
	var words []string
	for _, x := range list {
		words = append(words, fmt.Sprint(x))
	}
	return strings.Join(words, ",")
}

func oneOf[T ~string](to *T, accepted []T) *value {
	return &value{kind: "NAME", words: texts(accepted), text: func() string { return string(*to) }, read: func(s string) error {
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

func texts[T ~string](words []T) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	return all
}

// completions is the annotation of a flag that holds the words that complete it.
const completions = "completions"

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

// choice is one of a few words, the first by default.
func choice[T ~string](to *T, accepted ...T) *value {
	*to = accepted[0]
	return oneOf(to, accepted)
}

func addLimits(p *program, root *cobra.Command) {
	fs := root.PersistentFlags()
	fs.Var(&value{kind: "NAME=SIZE", read: p.limits.Set}, "limit", "raise or lower a limit of files, such as line=200M: "+strings.Join(read.LimitNames(), ", "))
}

// withFlag is an error with the flag that lets the file be read all the same.
func withFlag(err error) error {
	var wrong *read.Error
	if !errors.As(err, &wrong) || wrong.Limit == "" {
		return err
	}
	name, _, _ := strings.Cut(wrong.Limit, "=")
	return fmt.Errorf("%w; the limit is %s, and --limit %s=SIZE allows more", err, wrong.Limit, name)
}
