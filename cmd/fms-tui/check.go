package main

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/agreement"
	"fms-tui/core/report"
	"fms-tui/core/report/answers"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/tui/screen"
)

func checkCommand(p *program) *cobra.Command {
	f, raters := p.flags(), &agreementFlags{}
	c := &cobra.Command{
		Use:   "check DATA...",
		Short: "Show how data are read, with findings",
		Long: "Show how data are read, with findings about them. It needs no label.\n\n" +
			"With --agreement measure how raters agree, for every attribute: ICC(1), ICC(A,1), ICC(C,1) and ICC(A,k) by the names " +
			"of McGraw and Wong (1996); Krippendorff's α; and Cohen's or Fleiss' κ, each with a 95 % interval. Compare every rater " +
			"with the label, and count the independent judges that the judges are worth. Split the variance into objects, raters and " +
			"attributes (G study), and say how many repeats reach a reliability of .7, .8 and .9 (D study). Without a label the " +
			"parts label and judges are empty. Moments give ICC(1) and the D study.",
		Example: "  fms-tui check judgments.csv --labels labels.csv\n  fms-tui check judgments.csv --agreement --part coefficients --form csv -o agreement.csv",
		RunE: func(c *cobra.Command, args []string) error {
			if raters.asked {
				return printAgreement(c.Context(), p, args, f, raters)
			}
			study, err := p.openStudy(c.Context(), args, f)
			if err != nil {
				return err
			}
			s, err := f.settings(c.Context(), study.Data())
			if err != nil {
				return err
			}
			path := f.out
			if isStudy(f.out) {
				if err := keepStudy(c.Context(), p, f.out, study.Data(), args, f); err != nil {
					return err
				}
				path = ""
			}
			x, err := study.Examine(c.Context(), s)
			if err != nil {
				return err
			}
			next := f.wording(c.Context(), study.Data(), args).of(s).command(f.study, "fms-tui", "select")
			if len(study.Data().Labels) == 0 && study.Data().MomentsOf == nil {
				next = append(next, likelyLabel(study.Data())...)
			}
			return p.printTo(c.Context(), f, path, checkReport(study, x, args, next, f))
		},
	}
	return f.take(c, slices.Concat(asking, reporting, []string{"all", "as on screen"}), append(raters.rows(),
		row{name: "output", usage: outputUsage + "; FILE.toml keeps the reading and the flags as a study file"})...)
}

// checkReport says how data were read, with findings about them, the worst first, what columns are and
// how reliable attributes are. In brief people see the first few of each.
func checkReport(study *core.Study, x *core.Examination, paths, next []string, f *flags) *report.Report {
	ds, brief := study.Data(), f.brief()
	r := &report.Report{Title: "how " + strings.Join(paths, " ") + " is read"}
	r.Field("version", 1)
	said, all := conclusion(ds), worded(ds.Warnings, x.Warnings)
	answers.Reading(r, ds)
	r.Say("%s", answers.ReadingWords(ds, strings.Join(paths, " ")))
	if said != "" {
		r.Say("%s.", screen.Capital(said))
	}
	r.Say("Bought as %s.", designSentence(&x.Design))
	most := math.MaxInt
	if brief {
		most = mostAsked
	}
	if found := checkFindings(ds, all, most); len(found) > 0 {
		r.Add(report.Findings(found))
	}
	if because := reasonsOf(ds); len(because) > 0 && !brief {
		r.Head("why it was read so")
		r.Add(report.Findings(because))
	}
	r.Add(columnTable(ds, most))
	chosen := slices.DeleteFunc(slices.Clone(ds.Reading.Choices), func(c model.Choice) bool { return c.Option == model.OptionScale && len(f.read.Scale) == 0 })
	command := read.ShellWords(append(append([]string{"fms-tui", "select"}, paths...), argumentsOf(chosen)...))
	if brief {
		r.Add(answers.Ranked(x, most))
	} else {
		answers.Examined(r, x, ds)
	}
	r.Head("Next: %s", read.ShellWords(next))
	if brief {
		r.Say("--all prints every column, attribute and rater, and --agreement how raters agree.")
	}
	answers.Taken(r, x, ds)
	r.Field("warnings", all, "command", command, "because", reasonsOf(ds), "conclusion", said) // the command reads the same the same way
	return r
}

func checkFindings(ds *model.Dataset, warnings []model.Finding, most int) []string {
	var found []string
	if len(ds.Labels) == 0 {
		found = append(found, "No label to predict: "+noLabels(ds)+".")
	}
	cells := make(map[string]int)
	for _, d := range ds.Reading.DroppedCells {
		cells[d.Reason] = d.Count
	}
	for _, d := range ds.Reading.Dropped {
		if n := d.Count - cells[d.Reason]; n > 0 {
			found = append(found, fmt.Sprintf("left out, %s: %s", figure.CountOf(n, "time"), d.Reason))
		}
	}
	for _, d := range ds.Reading.DroppedCells {
		found = append(found, fmt.Sprintf("left out %s of rows kept: %s", figure.CountOf(d.Count, "cell"), d.Reason))
	}
	for _, w := range grouped(byHarm(warnings)) {
		found = append(found, w.Message)
	}
	if more := len(found) - most; more > 1 {
		found = append(found[:most], fmt.Sprintf("%d more: --all prints them", more))
	}
	return found
}

// columnTable lists columns with their roles; of more columns than rows a line a role.
func columnTable(ds *model.Dataset, rows int) *report.Table {
	t := &report.Table{Name: "columns", Columns: []report.Column{
		{Name: "column", Head: "column"}, {Name: "role", Head: "role"}, {Name: "reason", Head: "why"}, {Name: "file"}, {Name: "code"},
	}}
	all := ds.Reading.Columns
	alike := func(c *model.ColumnRole) string { return c.Role + " " + c.Code }
	names := make(map[string][]string)
	for i := range all {
		of := alike(&all[i])
		names[of] = append(names[of], all[i].Column)
	}
	for i := range all {
		c := &all[i]
		name, of := c.Column, names[alike(c)]
		if len(all) > rows {
			if of == nil { // told
				continue
			}
			names[alike(c)], name = nil, figure.First(slices.Compact(of), 3)
		}
		t.Row(name, c.Role, reasonOf(c), c.File, c.Code)
	}
	return t
}

func columnsOf(ds *model.Dataset, role string) []string {
	var names []string
	for _, c := range ds.Reading.Columns {
		if c.Role == role && !slices.Contains(names, c.Column) {
			names = append(names, c.Column)
		}
	}
	return names
}

// pivotOf are the columns whose cells begin the attributes' names; "" for none.
func pivotOf(ds *model.Dataset) string {
	for _, c := range ds.Reading.Choices {
		if c.Option == model.OptionPivot {
			return c.Value
		}
	}
	return ""
}

// conclusion is one sentence: what was read as what, and what would change if
// that is wrong. It is empty for moments, of which no column was read.
func conclusion(ds *model.Dataset) string {
	if len(ds.Reading.Columns) == 0 {
		return ""
	}
	var parts []string
	judge := pivotOf(ds)
	say := func(role string, as string) {
		names := columnsOf(ds, role)
		if judge != "" && role == model.RoleAttribute {
			names = slices.DeleteFunc(names, func(n string) bool { return n == judge })
			parts = append(parts, judge+" as the first part of the attributes' names")
		}
		if len(names) > 0 {
			parts = append(parts, listed(names)+" as "+as)
		}
	}
	say(model.RoleObject, "the object")
	if ds.Reading.Layout == read.Long {
		say(model.RoleAttribute, "the attribute")
		say(model.RoleJudgment, "the judgment")
	} else {
		say(model.RoleAttribute, "attributes")
	}
	say(model.RoleRater, "the rater")
	say(model.RoleLabel, "the label")
	return "read " + strings.Join(parts, ", ") + "; " + otherwise(ds)
}

func otherwise(ds *model.Dataset) string {
	judge := pivotOf(ds)
	raters, attributes := columnsOf(ds, model.RoleRater), columnsOf(ds, model.RoleAttribute)
	switch {
	case ds.Reading.Layout == read.Long && len(attributes) > 1:
		return fmt.Sprintf("if %s is whoever is free, not whom you choose, --rater-col %s makes it the rater", attributes[0], read.ShellWords(attributes[:1]))
	case judge != "":
		return fmt.Sprintf("if %s is whoever is free, not whom you choose, --rater-col %[1]s makes it the rater", judge)
	case len(raters) > 0:
		return fmt.Sprintf("if %s does not tell who judged, --ignore-col %s makes every judgment one by another rater", raters[0], read.ShellWords(raters[:1]))
	}
	return "if a column names the rater, say --rater-col COLUMN"
}

func listed(names []string) string {
	if len(names) <= 8 {
		return figure.List(names, "and")
	}
	return some(names)
}

// grouped puts findings together that say the same of several attributes: the
// first of them lists the others. Numbers may differ.
func grouped(findings []model.Finding) []model.Finding {
	var out []model.Finding
	at := make(map[string]int)
	others := make(map[int][]string)
	for _, w := range findings {
		key := string(w.Code) + "\x00" + template(w)
		i, known := at[key]
		if w.Attribute == "" || !known {
			at[key] = len(out)
			out = append(out, w)
			continue
		}
		others[i] = append(others[i], w.Attribute)
	}
	for i, names := range others {
		out[i].Message += "; likewise " + some(names)
	}
	return out
}

var figures = regexp.MustCompile(`[0-9][0-9.]*`)

// template is what a finding says of any attribute, with any numbers. A name within a word is part
// of the word.
func template(w model.Finding) string {
	message := w.Message
	if w.Attribute != "" {
		name := regexp.MustCompile(`(^|[^\pL\p{Nd}])` + regexp.QuoteMeta(w.Attribute) + `([^\pL\p{Nd}]|$)`)
		for range 2 { // a character may stand between two names
			message = name.ReplaceAllString(message, "$1\x01$2")
		}
	}
	return figures.ReplaceAllString(message, "#")
}

// harmful are the codes of findings that make an answer impossible or wrong, the worst first. Others
// say how something was read, or what could be more precise.
var harmful = []model.Code{
	model.CodeUnusableLabel, model.CodeNoCandidate, model.CodeNoJudgments, model.CodeCircularLabel, model.CodeRefuted, model.CodeSuspiciousScale, model.CodeHiddenMissing, model.CodeStrayNumber,
	model.CodeStrayText, model.CodeValuesTooLarge, model.CodeNumberInWords, model.CodeRatersDisagree, model.CodeIdenticalRepeats, model.CodeDominantObject, model.CodeVarianceWithCount,
	model.CodeTooFewObjects, model.CodeFewObjects, model.CodeFewInClass, model.CodeFewRaters, model.CodeFewRepeats, model.CodeAskedOnce, model.CodeUnsupportedPairs, model.CodeLittleData,
}

// byHarm sorts findings by what they do to the answer, the worst first, and leaves the order of
// findings of one kind.
func byHarm(findings []model.Finding) []model.Finding {
	place := func(f model.Finding) int {
		if i := slices.Index(harmful, f.Code); i >= 0 {
			return i
		}
		return len(harmful)
	}
	sorted := slices.Clone(findings)
	slices.SortStableFunc(sorted, func(f, g model.Finding) int { return place(f) - place(g) })
	return sorted
}

type agreementFlags struct {
	asked bool
	parts []string // nil for all
}

func (of *agreementFlags) rows() []row {
	part := several("PARTS", &of.parts, func(s string) (string, error) {
		if !slices.Contains(agreement.Parts(), s) {
			return "", notAccepted(s, agreement.Parts())
		}
		return s, nil
	})
	return []row{
		{"", "agreement", "measure how raters agree with each other and with the label", &of.asked, "Question: measure how raters agree", nil},
		{"", "part", "parts of --agreement to print, comma-separated (default all): " + strings.Join(agreement.Parts(), ", "), part, "Question: parts to print (default all)", agreement.Parts()},
	}
}

func printAgreement(ctx context.Context, p *program, paths []string, f *flags, of *agreementFlags) error {
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	ds := study.Data()
	if err := of.check(study); err != nil {
		return err
	}
	tellReading(p, ds, f)
	q := agreement.Question{Replicates: agreement.DefaultReplicates, Seed: f.seed}
	if f.set.Changed("bootstrap") {
		q.Replicates = f.bootstrap
	}
	r, err := study.Agreement(ctx, f.read.Label, q)
	if err != nil {
		return err
	}
	label := f.read.Label
	if label == "" && len(ds.Labels) > 0 {
		label = ds.Labels[0].Name
	}
	out := r.Report(ds, label, q.Replicates, f.seed, of.parts...)
	out.Field("warnings", worded(ds.Warnings))
	return p.print(ctx, f, out)
}

func (of *agreementFlags) check(study *core.Study) error {
	ds := study.Data()
	for _, part := range of.parts {
		switch {
		case ds.MomentsOf != nil && part != agreement.PartCoefficients && part != agreement.PartRepeats:
			return model.NeedsJudgments("--part "+part, ds.Name, "moments hold no raters; --part coefficients,repeats does without")
		case part == agreement.PartSources && ds.NamedRaters() < 2:
			return fmt.Errorf("--part %s needs two raters or more with ids, and the data name %d: --rater-col COLUMN names the column of the rater", part, ds.NamedRaters())
		case (part == agreement.PartLabel || part == agreement.PartJudges) && len(ds.Labels) == 0:
			return fmt.Errorf("--part %s: %w", part, hasLabel(ds))
		}
	}
	return nil
}
