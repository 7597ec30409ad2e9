package read

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"fms-tui/model"
)

// melted is a table of which some columns become rows: each belongs to somebody, a rater or a turn of
// a loop, and to an attribute.
type melted struct {
	in              *input
	plain           []int // columns that stay
	who, attributes []string
	at              map[[2]int]int // the column of who and attribute
	from            [][]int        // by attribute, its columns
}

// melt begins with all columns staying.
func melt(in *input) *melted {
	return &melted{in: in, at: make(map[[2]int]int), plain: places(in.names)}
}

// take says whose a column is, and returns the column that is the same, -1 for none.
func (m *melted) take(column int, who, attribute string) (same int) {
	place := func(list *[]string, name string) int {
		i := slices.Index(*list, name)
		if i < 0 {
			i, *list = len(*list), append(*list, name)
		}
		return i
	}
	cell := [2]int{place(&m.who, who), place(&m.attributes, attribute)}
	m.plain = slices.DeleteFunc(m.plain, func(i int) bool { return i == column })
	if len(m.from) < len(m.attributes) {
		m.from = append(m.from, nil)
	}
	m.from[cell[1]] = append(m.from[cell[1]], column)
	same = -1
	if other, taken := m.at[cell]; taken {
		same = other
	}
	m.at[cell] = column
	return same
}

// add enters the columns that stay, who judged, and what.
func (m *melted) add(who string, as, judged role) {
	in := m.in
	for _, i := range m.plain {
		in.addFor(in.names[i], noRole, why{})
	}
	in.add(freshName(who, in.out.names, nil), as, "from the names of the columns: "+listSome(m.who))
	for a, name := range m.attributes {
		in.add(freshName(name, in.out.names, nil), judged, "from "+listSome(pick(in.names, m.from[a])))
	}
}

// rows makes a row for each who of a judgment; without any, one for the last where the row counts all
// the same: its object and its labels do. spoke hears who judged.
func (m *melted) rows(cells []string, line int, counts bool, spoke map[string]bool) {
	m.in.hint.kept++
	made := !counts
	for w, who := range m.who {
		judged, any := make([]string, len(m.attributes)), false
		for a := range m.attributes {
			if column, has := m.at[[2]int{w, a}]; has {
				judged[a] = cells[column]
				any = any || !isMissing(trim(judged[a]))
			}
		}
		spoke[who] = spoke[who] || any
		if any || !made && w == len(m.who)-1 {
			made = true
			m.in.out.rows = append(m.in.out.rows, row{slices.Concat(pick(cells, m.plain), []string{who}, judged), line})
		}
	}
}

// raterInName finds a rater in a header: "Human 1 RE", "relevance_rater1",
// "fluency (rater 3)".
var raterInName = regexp.MustCompile(`(?i)(?:^|[\s._:/-])\(?((?:rater|annotator|assessor|evaluator|worker|coder|judge|participant|expert|human|user|reviewer|respondent|panelist|grader)[\s._-]?\d+)\)?(?:$|[\s._:/-])`)

// numberFirst finds a number in front of a header, which is a rater's where each number has the same names.
var numberFirst = regexp.MustCompile(`^([rR]?\d{1,2})[\s._:/-]+\pL`)

// onlyJudgment is the attribute of columns whose names are raters and nothing
// else.
const onlyJudgment = "judgment"

// raterColumn is a column of one rater's judgments of one attribute.
type raterColumn struct {
	column           int
	rater, attribute string
}

// namedRaters are the raters that --rater-col lists, as names within those of columns; nil for a
// column of raters.
func (in *input) namedRaters() []string {
	names := splitNames(in.opt.RaterCol)
	if len(names) < 2 || in.column(in.opt.RaterCol) >= 0 {
		return nil
	}
	return names
}

// raterColumns returns the columns that name their raters, two raters at least.
func (in *input) raterColumns() []raterColumn {
	finds, named := raterInName, in.namedRaters()
	if named != nil {
		for i := range named {
			named[i] = regexp.QuoteMeta(named[i])
		}
		finds = regexp.MustCompile(`(?:^|[\s._:/-])\(?(` + strings.Join(named, "|") + `)\)?(?:$|[\s._:/-])`)
	}
	columns, raters, _ := in.columnsOf(finds)
	if raters >= max(2, len(named)) {
		return columns
	}
	columns, raters, attributes := in.columnsOf(numberFirst)
	in.peek(func() bool { return len(in.rows) < sampleMinRows })
	if named == nil && min(raters, attributes) >= 2 && len(columns) == raters*attributes && len(in.rows) > raters {
		return columns
	}
	return nil
}

// columnsOf returns the columns in whose names a rater is found, and how many raters and attributes these
// have.
func (in *input) columnsOf(finds *regexp.Regexp) (columns []raterColumn, raters, attributes int) {
	written, judged := make(map[string]string), make(map[string]bool) // raters as first written
	for i, name := range in.names {
		m := finds.FindStringSubmatchIndex(name)
		if m == nil || in.isNamed(name) {
			continue
		}
		rater, behind := name[m[2]:m[3]], m[1]
		if finds == numberFirst {
			behind = m[3]
		}
		key := simplify(rater)
		written[key] = cmp.Or(written[key], rater)
		c := raterColumn{i, written[key], attributeOf(name[:m[0]], name[behind:])}
		columns, judged[c.attribute] = append(columns, c), true
	}
	return columns, len(written), len(judged)
}

// peopleInNames are the parts of the judged columns' names that may be raters, where nobody judged
// anything twice: the names are a grid of two parts, as Anna_taste, Ben_taste, Anna_looks and Ben_looks
// are; or the columns have one scale, and a column is named like attributes, many cells are empty, or all
// go together.
func peopleInNames(s *search, d reading) []string {
	judges := slices.ContainsFunc(d.attribute, func(i int) bool { return s.says(i, judgeRole) })
	if len(d.rater) > 0 || judges || s.rows < fewRows || s.group(d.base()...).n < s.rows {
		return nil
	}
	var scales, judged []int
	filled := 0
	for _, i := range d.judged {
		c := &s.columns[i]
		if c.value == nil {
			continue
		}
		if scales = append(scales, i); c.isScale() && shareScale(c, &s.columns[scales[0]]) {
			judged, filled = append(judged, i), filled+c.filled
		}
	}
	if people, is := peopleOfGrid(s, scales); is {
		return people
	}
	names := s.r.namesOf(judged)
	criteria := slices.ContainsFunc(d.attribute, func(i int) bool { return s.says(i, attributeRole) })
	if len(names) < 2 || !criteria && 5*filled >= 4*s.rows*len(names) && !goTogether(s, judged) {
		return nil
	}
	parts := partsOfNames(names)
	if slices.ContainsFunc(parts[1], func(p string) bool { c := claimOf(p).role; return c == judgmentRole || c == labelRole }) {
		return nil // such as QA.score and QA.label
	}
	if len(distinct(parts[0])) > 1 || slices.Contains(parts[0], "") {
		return names
	}
	return distinct(parts[1]) // such as votes.ann1 and votes.ann2
}

// goTogether tells whether any two of some columns correlate as judgments of one thing do.
func goTogether(s *search, columns []int) bool {
	const alike = .4
	for n, i := range columns {
		if slices.ContainsFunc(columns[:n], func(j int) bool { return !(s.correlation(i, j) > alike) }) {
			return false
		}
	}
	return true
}

// shareScale tells whether two columns have nearly the same lowest and highest value.
func shareScale(a, b *batchColumn) bool {
	const near = .2 // of the span
	most := near * max(a.high-a.low, b.high-b.low)
	if a.isScale() && b.isScale() {
		most = 1
	}
	return math.Abs(a.low-b.low) <= most && math.Abs(a.high-b.high) <= most
}

// partsOfNames are what stands before and behind the last separator of each name.
func partsOfNames(names []string) (parts [2][]string) {
	for _, h := range names {
		at := strings.LastIndexAny(h, "._- :/")
		parts[0], parts[1] = append(parts[0], h[:max(at, 0)]), append(parts[1], h[at+1:])
	}
	return parts
}

// peopleOfGrid tells whether the names that have two parts are a grid of these, of which a sixth may
// be missing. The attribute is the part whose columns share their scale and go together more; there are
// no people where neither part's columns do.
func peopleOfGrid(s *search, columns []int) (people []string, is bool) {
	columns = slices.DeleteFunc(slices.Clone(columns), func(i int) bool { return partsOfNames(s.r.namesOf([]int{i}))[0][0] == "" })
	parts := partsOfNames(s.r.namesOf(columns))
	sides := [2][]string{distinct(parts[0]), distinct(parts[1])}
	cells := len(sides[0]) * len(sides[1])
	if len(sides[0]) < 2 || len(sides[1]) < 2 || 6*len(columns) < 5*cells {
		return nil, false
	}
	var together, pairs [2]float64 // by the part that both columns share: the sum of correlations
	shared := [2]bool{true, true}
	for n, i := range columns {
		for k, j := range columns[:n] {
			for part := range parts {
				if parts[part][n] == parts[part][k] {
					together[part] += s.correlation(i, j)
					pairs[part]++
					shared[part] = shared[part] && shareScale(&s.columns[i], &s.columns[j])
				}
			}
		}
	}
	const alike = .2 // as judgments of one thing are
	switch first, second := together[0]/pairs[0], together[1]/pairs[1]; {
	case shared[0] && first > max(second, alike):
		return sides[1], true
	case shared[1] && second > max(first, alike):
		return sides[0], true
	}
	return nil, true
}

// attributeOf joins what stands before and behind a rater's name.
func attributeOf(before, behind string) string {
	const separators = " \t._-:/"
	parts := distinct([]string{strings.Trim(before, separators), strings.Trim(behind, separators)})
	if len(parts) == 0 {
		return onlyJudgment
	}
	return strings.Join(parts, "_")
}

// isByColumn: without a column of raters, and with numbers, or answers that are read as numbers, in
// the columns that name them.
func isByColumn(in *input) bool {
	columns := in.raterColumns()
	if columns == nil || !in.mayBe(ByRater, "", "") && in.namedRaters() == nil || in.opt.Layout == ByRater && in.opt.RaterCol == "" ||
		in.opt.RaterCol != "" && in.column(strings.TrimSpace(in.opt.RaterCol)) >= 0 {
		return false
	}
	for _, name := range in.names {
		if c := claimOf(name); c.role == raterRole && c.strength <= fair || c.role == eitherRole {
			return false
		}
	}
	profiles := in.sample()
	return slices.ContainsFunc(columns, func(c raterColumn) bool {
		return profiles[c.column].numbers > 0 || answersOf(in.rows, c.column, in.opt.Scale, false) != nil
	})
}

// reshapeByColumn makes rows by-rater of columns that name their raters.
func reshapeByColumn(ctx context.Context, in *input) error {
	m := melt(in)
	for _, c := range in.raterColumns() {
		if other := m.take(c.column, c.rater, c.attribute); other >= 0 {
			return &Error{
				File: in.file, Line: in.line, Message: fmt.Sprintf("columns %s and %s both hold %s by the rater %s: rename one",
					plainOrQuoted(in.names[other]), plainOrQuoted(in.names[c.column]), plainOrQuoted(c.attribute), plainOrQuoted(c.rater)),
				Remedies: []model.Choice{model.Choose(model.OptionIgnore, "", "leaves one out")},
			}
		}
	}
	header := "rater"
	if in.namedRaters() != nil {
		header = strings.TrimSpace(in.opt.RaterCol)
	}
	m.add(header, raterRole, attributeRole)
	if in.hint.layout = ByRater; len(m.attributes) == 1 && m.attributes[0] == onlyJudgment {
		in.hint.layout = "" // a column may name the attributes
	}
	in.hint.open = true
	in.tell(model.CodeRaterColumns, fmt.Sprintf("%s: the raters %s were found in the names of columns",
		printable(in.file), listSome(m.who)), model.Choose(model.OptionLayout, ByRater, "takes every column for an attribute of its own"))
	spoke := make(map[string]bool)
	err := in.each(ctx, func(cells []string, line int) error {
		if blank(cells) {
			in.hint.drop("empty row", 1)
		} else {
			m.rows(cells, line, true, spoke)
		}
		return nil
	})
	silent := slices.DeleteFunc(m.who, func(who string) bool { return spoke[who] })
	if len(silent) > 0 {
		in.tell(model.CodeSilentRaters, fmt.Sprintf("%s: the columns of %s hold no judgment: left out", printable(in.file), listSome(silent)))
	}
	return err
}

// objectInName finds an object in a header, as grids of forms write them: "How clear is it? [Story 4]".
var objectInName = regexp.MustCompile(`^(.*\S)\s*\[([^\]]+)\]$`)

// objectColumns are the columns of a grid of questions and more objects, of which a sixth may be missing,
// melted; nil where there is none.
func (in *input) objectColumns() *melted {
	const fewest = 8 // objects: fewer are criteria rather
	m := melt(in)
	for i, name := range in.names {
		if parts := objectInName.FindStringSubmatch(name); parts != nil && !in.isNamed(name) && m.take(i, strings.TrimSpace(parts[2]), parts[1]) >= 0 {
			return nil
		}
	}
	objects, questions := len(m.who), len(m.attributes)
	again := in.opt.ObjectCol == objectColumn && in.column(objectColumn) < 0 // as the reading was printed
	asked := in.opt.ObjectCol == "" && in.opt.Layout != ByRater || again
	if questions < 2 || objects < max(fewest, questions+1) || 6*len(m.at) < 5*objects*questions || !asked || !in.mayBe(ByRater, "", "") {
		return nil
	}
	return m
}

// objectColumn is what the column of objects is called that stand in the names of columns.
const objectColumn = "object"

// reshapeObjectColumns makes rows by-rater of columns that name their objects.
func reshapeObjectColumns(ctx context.Context, in *input) error {
	m := in.objectColumns()
	m.add(objectColumn, objectRole, attributeRole)
	in.hint.layout, in.hint.open = ByRater, true
	in.tell(model.CodeRaterColumns, fmt.Sprintf("%s: the objects %s were found in the names of columns", printable(in.file), listSome(m.who)),
		model.Choose(model.OptionLayout, ByRater, "takes every column for an attribute of its own"))
	return in.each(ctx, func(cells []string, line int) error {
		m.rows(cells, line, false, make(map[string]bool))
		return nil
	})
}

// numberedName is a header that ends in a number.
var numberedName = regexp.MustCompile(`^(.*\pL)[\s._-]*(\d{1,3})$`)

// numberedGroup are columns of one name, numbered.
type numberedGroup struct {
	name, numbers string // the numbers joined
	columns       []int
}

// numberedRaters are columns that name raters, as TurkId1 and TurkId2 do, and the columns that are
// numbered alike, as Score1 and Score2 are; nil where there are none.
func (in *input) numberedRaters() (alike []*numberedGroup) {
	var groups []*numberedGroup
	for i, h := range in.names {
		m := numberedName.FindStringSubmatch(h)
		if m == nil {
			continue
		}
		at := slices.IndexFunc(groups, func(g *numberedGroup) bool { return g.name == m[1] })
		if at < 0 {
			at, groups = len(groups), append(groups, &numberedGroup{name: m[1]})
		}
		groups[at].numbers, groups[at].columns = groups[at].numbers+" "+m[2], append(groups[at].columns, i)
	}
	for _, g := range groups {
		if named := hintsOf(g.name)&(1<<raterRole) != 0 || claimOf(g.name).role == raterRole; !named || len(g.columns) < 2 {
			continue
		}
		profiles := in.sample()
		words := !slices.ContainsFunc(g.columns, func(i int) bool { return !profiles[i].isText() })
		alike = slices.DeleteFunc(slices.Clone(groups), func(o *numberedGroup) bool { return o.numbers != g.numbers })
		if words && slices.ContainsFunc(alike, func(o *numberedGroup) bool { return profiles[o.columns[0]].numbers > 0 }) {
			return alike
		}
	}
	return nil
}

// isNumberedRaters leaves room for flags that name columns of the file.
func isNumberedRaters(in *input) bool {
	return in.mayBe(ByRater, "", "") && (in.opt.RaterCol == "" || in.column(in.opt.RaterCol) < 0) && in.numberedRaters() != nil
}

// reshapeNumberedRaters makes a row of each number.
func reshapeNumberedRaters(ctx context.Context, in *input) error {
	m := melt(in)
	groups := in.numberedRaters()
	for _, g := range groups {
		for n, i := range g.columns {
			m.take(i, strings.Fields(g.numbers)[n], g.name)
		}
	}
	m.add("number", unused, noRole)
	in.hint.free = true
	return in.each(ctx, func(cells []string, line int) error {
		m.rows(cells, line, true, make(map[string]bool))
		return nil
	})
}
