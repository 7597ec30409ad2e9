package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/read"
)

func checkCommand(p *program) *cobra.Command {
	f, raters := p.flags(), &agreementFlags{}
	c := &cobra.Command{
		Use:   "check DATA...",
		Short: "Show how data are read, with findings",
		Long: "Show how data are read, with findings about them. It needs no label.\n\n" +
			"With --agreement measure how raters agree, for every attribute: ICC(1), ICC(A,1), ICC(C,1) and ICC(A,k) by the names\n" +
			"of McGraw and Wong (1996), Krippendorff's α, and Cohen's or Fleiss' κ, each with a 95 % interval. Compare every rater\n" +
			"with the label, count the independent judges that the judges are worth, split the variance into objects, raters and\n" +
			"attributes (G study), and say how many repeats reach a reliability of .7, .8 and .9 (D study). Without a label the\n" +
			"parts label and judges are empty. Moments give ICC(1) and the D study.",
		Example: "  fms-tui check judgments.csv --labels labels.csv\n  fms-tui check judgments.csv --agreement --part coefficients --form csv -o agreement.csv",
		Args:    arguments(1, -1, "DATA, the files of the judgments (fms-tui init writes a sample)"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := raters.accept(f, c.Flags().Changed("bootstrap")); err != nil {
				return err
			}
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
			shown := f
			if isStudy(f.out) {
				if err := keepStudy(c.Context(), p, f.out, study.Data(), args, f); err != nil {
					return err
				}
				shown = f.with(func(g *flags) { g.out = "" })
			}
			x, err := study.Examine(c.Context(), s)
			if err != nil {
				return err
			}
			if f.form == "text" && !f.all {
				next, err := f.againWords(c.Context(), study.Data(), s, args, "select")
				if err != nil {
					return err
				}
				return p.print(c.Context(), shown, checkAnswer(study, x, args, next))
			}
			return p.print(c.Context(), shown, checkReport(study, x, args))
		},
	}
	f.addReading(c)
	raters.add(c)
	f.addSettings(c)
	f.addHonest(c)
	f.addSelection(c, "accepted as select takes it; check needs none", "accepted as select takes it; check needs none")
	f.addGoal(c)
	f.addQuiet(c)
	f.addNoState(c)
	f.addForm(c, "text")
	f.addAll(c, "every column, attribute and rater")
	f.addOut(c, "write to `FILE`; - is stdout; FILE.toml keeps the reading and the flags as a study file")
	f.addWidth(c)
	return c
}

// checkAnswer says how data were read, what is odd about them, the worst first, and in a few rows
// what columns are and how reliable attributes.
func checkAnswer(study *core.Study, x *core.Examination, paths, next []string) *report.Report {
	ds, r := study.Data(), &report.Report{}
	s := ds.Summary()
	cells := fmt.Sprintf("%d of each cell", s.Most)
	if s.Fewest != s.Most {
		cells = fmt.Sprintf("%d to %d of each cell", s.Fewest, s.Most)
	}
	raters := "no rater is named"
	if n := s.Raters - len(ds.Raters) + ds.NamedRaters(); n > 0 {
		raters = figure.CountOf(n, "rater")
	}
	said := []string{figure.CountOf(s.Objects, "object"), figure.CountOf(len(ds.Attributes), "attribute"),
		figure.CountOf(s.Judgments, "judgment") + " (" + cells + ")", raters}
	for i, l := range ds.Labels {
		if i == mostLabels {
			said = append(said, fmt.Sprintf("%s more", figure.CountOf(len(ds.Labels)-i, "label")))
			break
		}
		said = append(said, fmt.Sprintf("label %s of %s", clean(l.Name), figure.CountOf(s.Labelled[i], "object")))
	}
	for _, row := range priceRows(ds) {
		said = append(said, row[1])
	}
	name := strings.Join(paths, " ")
	if name == "-" {
		name = "stdin"
	}
	if ds.Reading.Form != "" {
		name += " (" + ds.Reading.Form + ")"
	}
	r.Say("%s: %s.", name, strings.Join(said, ", "))
	if text := conclusion(ds); text != "" {
		r.Say("%s%s.", strings.ToUpper(text[:1]), text[1:])
	}
	r.Say("Bought as %s.", designSentence(&x.Design))
	found := checkFindings(ds, x)
	if len(found) > 0 {
		r.Space()
		r.Add(report.Findings(found))
	}
	if len(ds.Reading.Columns) > 0 {
		r.Space()
		r.Add(columnTable(ds))
	}
	r.Space()
	r.Add(reliabilityTable(x))
	r.Space()
	r.Head("Next: %s", read.ShellWords(next))
	r.Say("--all prints every column, attribute and rater, and --agreement how raters agree.")
	return r
}

// Rows and findings that an answer shows; --all prints all.
const (
	mostFindings = 10
	mostLabels   = 3
)

// checkFindings are what is missing and what is odd, the worst first.
func checkFindings(ds *model.Dataset, x *core.Examination) []string {
	var found []string
	if len(ds.Labels) == 0 {
		found = append(found, "No label to predict: "+strings.TrimPrefix(noLabels(ds), "none: ")+".")
	}
	for _, row := range readingRows(ds) {
		if row[0] == "left out" {
			found = append(found, "left out "+row[1])
		}
	}
	for _, w := range grouped(byHarm(warningsOf(ds.Warnings, x.Warnings))) {
		found = append(found, w.Message)
	}
	if more := len(found) - mostFindings; more > 1 {
		found = append(found[:mostFindings], fmt.Sprintf("%d more: --all prints them", more))
	}
	return found
}

// columnTable lists the columns that are no attributes, and a few that are.
func columnTable(ds *model.Dataset) *report.Table {
	t := &report.Table{Columns: []report.Column{{Head: "column"}, {Head: "role"}, {Head: "why"}}}
	all := ds.Reading.Columns
	others := 0
	for _, c := range all {
		if c.Role != model.RoleAttribute {
			others++
		}
	}
	room, left := max(mostAsked-1-others, 2), 0
	for i := range all {
		if all[i].Role == model.RoleAttribute && len(all) > mostAsked {
			if room--; room < 0 {
				left++
				continue
			}
		}
		t.Row(all[i].Column, all[i].Role, reasonOf(&all[i]))
	}
	if left > 0 {
		t.Row(fmt.Sprintf("%d more", left), model.RoleAttribute, "")
	}
	return t
}

// reliabilityTable lists attributes from the most to the least reliable, of many the ends.
func reliabilityTable(x *core.Examination) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Head: "attribute"}, {Head: "objects", Align: report.Right}, {Head: "judgments", Align: report.Right},
		{Head: "reliability", Align: report.Right}, {Head: report.NoHead},
	}}
	order := make([]int, len(x.Attributes))
	for i := range order {
		order[i] = i
	}
	known := func(i int) float64 {
		if r := x.Attributes[i].Reliability(); !math.IsNaN(r) {
			return r
		}
		return -1
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(known(k), known(i)) })
	for place, i := range order {
		if left := len(order) - mostAsked + 1; left > 1 && place >= mostAsked/2 && place < mostAsked/2+left {
			if place == mostAsked/2 {
				t.Row(fmt.Sprintf("%d others", left), nil, nil, nil, nil)
			}
			continue
		}
		a := &x.Attributes[i]
		share, why := figure.Share(known(i)), a.Unusable()
		if known(i) < 0 {
			share = "unknown"
			why = cmp.Or(why, "asked at most once")
		}
		t.Row(a.Name, figure.Count(a.Objects), figure.Count(a.Judgments), share, why)
	}
	return t
}

// checkReport is how data were read, and what they are worth.
func checkReport(study *core.Study, x *core.Examination, paths []string) *report.Report {
	ds := study.Data()
	r := &report.Report{Title: "how " + strings.Join(paths, " ") + " is read"}
	sayColumns(r, ds)
	figures := &report.Table{Columns: []report.Column{{Head: report.NoHead}, {Head: report.NoHead}}}
	for _, row := range counts(study) {
		figures.Row(row[0], row[1])
	}
	r.Add(figures)
	r.Space()
	r.Say("bought as %s", designSentence(&x.Design))
	r.Space()
	addReading(r, study)
	addWorth(r, ds, x)
	if because := reasonsOf(ds); len(because) > 0 {
		r.Space()
		r.Head("why it was read so")
		r.Add(report.Findings(because))
	}
	all := warningsOf(ds.Warnings, x.Warnings)
	var odd report.Findings
	for _, w := range grouped(all) {
		odd = append(odd, w.Message)
	}
	if len(odd) > 0 {
		r.Space()
		r.Head("warnings")
		r.Add(odd)
	}
	command, said := read.ShellWords(append(append([]string{"fms-tui", "select"}, paths...), argumentsOf(ds.Reading.Choices)...)), conclusion(ds)
	r.Space()
	r.Head("flags that say the same")
	r.Head("%s", command)
	if said != "" {
		r.Space()
		r.Say("%s", said)
	}
	r.Field("warnings", all, "command", command) // that reads the same the same way
	addColumns(r, ds)
	r.Field("conclusion", said)
	return r
}

// sayColumns lists the columns of every file for people.
func sayColumns(r *report.Report, ds *model.Dataset) {
	var t *report.Table
	for i, c := range ds.Reading.Columns {
		if i == 0 || c.File != ds.Reading.Columns[i-1].File {
			if i > 0 {
				r.Space()
			}
			r.Head("%s", c.File)
			t = &report.Table{Columns: []report.Column{{Head: "column"}, {Head: "role"}, {Head: "why"}}}
			r.Add(t)
		}
		t.Row(c.Column, c.Role, reasonOf(&c))
	}
	if len(ds.Reading.Columns) > 0 {
		r.Space()
	}
}

// counts are the figures of a data set.
func counts(study *core.Study) [][]string {
	ds := study.Data()
	s := ds.Summary()
	perCell := fmt.Sprintf("%d to %d a cell", s.Fewest, s.Most)
	if s.Fewest == s.Most {
		perCell = fmt.Sprintf("%d a cell", s.Most)
	}
	raters := "none known"
	if n := s.Raters - len(ds.Raters) + ds.NamedRaters(); n > 0 { // of moments the summary alone knows any
		raters = fmt.Sprint(n)
	}
	mode, why := study.Raters(model.RatersAuto)
	taken := fmt.Sprintf("%s: %s", mode, why)
	all := s.Objects * len(ds.Attributes)
	rows := append(readingRows(ds), [][]string{
		{"objects", fmt.Sprint(s.Objects)},
		{"attributes", fmt.Sprint(len(ds.Attributes))},
		{"raters", raters},
		{"taken as", taken},
		{"judgments", fmt.Sprintf("%d, %s", s.Judgments, perCell)},
		{"missing cells", fmt.Sprintf("%d of %d", all-s.Cells, all)},
	}...)
	rows = slices.Concat(rows, callRows(ds), priceRows(ds))
	if len(ds.Labels) == 0 {
		rows = append(rows, []string{"labels", noLabels(ds)})
	}
	for i, l := range ds.Labels {
		rows = append(rows, []string{"label", fmt.Sprintf("%s, of %d of %d objects", l.Name, s.Labelled[i], s.Objects)})
	}
	return rows
}

// readingRows say what became of the rows of the files.
func readingRows(ds *model.Dataset) [][]string {
	r := ds.Reading
	var rows [][]string
	if r.Form != "" {
		rows = append(rows, []string{"form", r.Form})
	}
	read := fmt.Sprint(r.Rows)
	if r.Kept != r.Rows {
		read = fmt.Sprintf("%d, %d kept", r.Rows, r.Kept)
	}
	rows = append(rows, []string{"layout", r.Layout})
	if ds.MomentsOf == nil {
		rows = append(rows, []string{"rows", read})
	}
	cells := make(map[string]int)
	for _, d := range r.DroppedCells {
		cells[d.Reason] = d.Count
	}
	for _, d := range r.Dropped {
		if n := d.Count - cells[d.Reason]; n > 0 {
			rows = append(rows, []string{"left out", fmt.Sprintf("%d: %s", n, d.Reason)})
		}
	}
	for _, d := range r.DroppedCells {
		rows = append(rows, []string{"left out", fmt.Sprintf("%d cells of rows kept: %s", d.Count, d.Reason)})
	}
	return rows
}

func noLabels(ds *model.Dataset) string {
	if ds.MomentsOf != nil {
		return "none: moments written with --labels FILE or --label NAME have one"
	}
	if could := labelColumns(ds); len(could) > 0 {
		return "none: --label NAME makes a label of " + some(could) + "; --labels FILE brings one"
	}
	return "none: --labels FILE or --label NAME brings one"
}
