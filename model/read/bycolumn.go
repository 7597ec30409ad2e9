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

// melt makes a row of each who in the names of columns.
func (in *input) melt(ctx context.Context, m *melted) error {
	if m.twice != nil {
		t := named(m.twice)
		return &Error{
			File: in.file, Line: in.line, Message: fmt.Sprintf("columns %s and %s both hold %s by the %s %s: rename one", t[0], t[1], t[2], m.header, t[3]),
			Remedies: []model.Choice{model.Choose(model.OptionIgnore, "", "leaves one out")},
		}
	}
	names, stay := m.columns(), len(m.plain(in.names))
	for _, name := range names[:stay] {
		in.addFor(name, noRole, why{})
	}
	in.add(names[stay], m.as, "from the names of the columns: "+listSome(m.who))
	for a, attribute := range m.attributes {
		var from []int
		for cell, i := range m.at {
			if cell[1] == attribute {
				from = append(from, i)
			}
		}
		slices.Sort(from)
		in.add(names[stay+1+a], m.judged, "from "+listSome(pick(in.names, from)))
	}
	in.hint.layout, in.hint.open, in.hint.free = m.layout, m.judged != noRole, m.judged == noRole
	if m.found != "" {
		in.tell(model.CodeRaterColumns, fmt.Sprintf("%s: the %s %s were found in the names of columns", printable(in.file), m.found, listSome(m.who)),
			model.Choose(model.OptionLayout, ByRater, "alone takes every column for an attribute of its own"))
	}
	err := in.keepRows(ctx, m, "", "")
	if silent := slices.DeleteFunc(slices.Clone(m.who), func(who string) bool { return m.spoke[who] }); m.as == raterRole && len(silent) > 0 {
		in.tell(model.CodeSilentRaters, fmt.Sprintf("%s: the columns of %s hold no judgment: left out", printable(in.file), listSome(silent)))
	}
	return err
}

// raterInName finds a rater in a header: "Human 1 RE", "relevance_rater1", "fluency (rater 3)".
var raterInName = model.Pattern(`(?i)(?:^|[\s._:/-])\(?((?:rater|annotator|assessor|evaluator|worker|coder|judge|participant|expert|human|user|reviewer|respondent|panelist|grader)[\s._-]?\d+)\)?(?:$|[\s._:/-])`)

// numberFirst finds a number in front of a header, which is a rater's where each number has the same names.
var numberFirst = model.Pattern(`^([rR]?\d{1,2})[\s._:/-]+\pL`)

// onlyJudgment is the attribute of columns whose names are raters and nothing else.
const onlyJudgment = "judgment"

// namedRaters are the raters that --rater-col lists, as names within those of columns; nil for a column of raters.
func (in *input) namedRaters() []string {
	names := splitNames(in.opt.RaterCol)
	if len(names) < 2 || in.column(in.opt.RaterCol) >= 0 {
		return nil
	}
	return names
}

// raterColumns melts the columns that name their raters, two at least; nil for none.
func (in *input) raterColumns() *melted {
	finds, named := raterInName(), in.namedRaters()
	if named != nil {
		for i := range named {
			named[i] = regexp.QuoteMeta(named[i])
		}
		finds = regexp.MustCompile(`(?:^|[\s._:/-])\(?(` + strings.Join(named, "|") + `)\)?(?:$|[\s._:/-])`)
	}
	again := in.opt.RaterCol == taskRater && in.column(taskRater) < 0 // as the reading was printed
	m := in.columnsOf(finds)
	if len(m.who) >= max(2-b2i(again), len(named)) {
		return m
	}
	m = in.columnsOf(numberFirst())
	in.peek(func() bool { return len(in.rows) < sampleMinRows })
	told := min(len(m.who), len(m.attributes)) >= 2 && m.isFull() && len(in.rows) > len(m.who)
	if named == nil && told || again && len(m.who) > 0 {
		return m
	}
	return nil
}

// columnsOf melts the columns in whose names a rater is found.
func (in *input) columnsOf(finds *regexp.Regexp) *melted {
	m, written := melt(in.names), make(map[string]string) // raters as first written
	for i, name := range in.names {
		at := finds.FindStringSubmatchIndex(name)
		if at == nil || in.isNamed(name) {
			continue
		}
		rater, behind := name[at[2]:at[3]], at[1]
		if finds == numberFirst() {
			behind = at[3]
		}
		key := simplify(rater)
		written[key] = cmp.Or(written[key], rater)
		const separators = " \t._-:/"
		around := distinct([]string{strings.Trim(name[:at[0]], separators), strings.Trim(name[behind:], separators)})
		m.take(i, written[key], cmp.Or(strings.Join(around, "_"), onlyJudgment))
	}
	return m
}

// peopleInNames are the parts of the judged columns' names that may be raters, where nobody judged anything twice:
// the names are a grid of two parts, as Anna_taste, Ben_taste, Anna_looks and Ben_looks are; or the columns have one
// scale, and a column is named like attributes, many cells are empty, or all go together.
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
	if len(names) < 2 || !criteria && 5*filled >= 4*s.rows*len(names) && !goTogether(s, judged, .4) {
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

// goTogether tells whether any two of some columns correlate so much at least.
func goTogether(s *search, columns []int, least float64) bool {
	for n, i := range columns {
		if slices.ContainsFunc(columns[:n], func(j int) bool { return !(s.correlation(i, j) >= least) }) {
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

// ratersInNames finds raters in the names of columns, without a column of raters, and with numbers, or
// answers that are read as numbers, in the columns that name them.
func ratersInNames(in *input) *melted {
	m, asked := in.raterColumns(), strings.TrimSpace(in.opt.RaterCol)
	if m == nil || !in.mayBe(ByRater, "", "") && in.namedRaters() == nil || in.opt.Layout == ByRater && asked == "" && !slices.Contains(in.opt.Ignore, taskRater) || asked != "" && in.column(asked) >= 0 {
		return nil
	}
	for _, name := range in.names {
		if c := claimOf(name); c.role == raterRole && c.strength <= fair || c.role == eitherRole {
			return nil
		}
	}
	profiles := in.sample()
	answers := func(i int) bool {
		return !m.stays[i] && (profiles[i].numbers > 0 || answersOf(in.rows, i, in.opt.Scale, false) != nil)
	}
	if !slices.ContainsFunc(places(in.names), answers) {
		return nil
	}
	m.header, m.as, m.judged, m.layout, m.counts, m.found = taskRater, raterRole, attributeRole, ByRater, true, "raters"
	if in.namedRaters() != nil {
		m.header = asked
	}
	if slices.Equal(m.attributes, []string{onlyJudgment}) {
		m.layout = "" // a column may name the attributes
	}
	return m
}

// objectInName finds an object in a header, as grids of forms write them: "How clear is it? [Story 4]".
var objectInName = model.Pattern(`^(.*\S)\s*\[([^\]]+)\]$`)

// objectsInNames finds a grid of questions and more objects in the names of columns, of which a sixth may be missing.
func objectsInNames(in *input) *melted {
	const fewest = 8 // objects: fewer are criteria rather
	m := melt(in.names)
	for i, name := range in.names {
		if parts := objectInName().FindStringSubmatch(name); parts != nil && !in.isNamed(name) {
			m.take(i, strings.TrimSpace(parts[2]), parts[1])
		}
	}
	objects, questions := len(m.who), len(m.attributes)
	again := in.opt.ObjectCol == taskObject && in.column(taskObject) < 0 // as the reading was printed
	asked := in.opt.ObjectCol == "" && in.opt.Layout != ByRater || again
	if m.twice != nil || questions < 2 || objects < max(fewest, questions+1) || 6*len(m.at) < 5*objects*questions || !asked || !in.mayBe(ByRater, "", "") {
		return nil
	}
	m.header, m.as, m.judged, m.layout, m.found = taskObject, objectRole, attributeRole, ByRater, "objects"
	return m
}

// numberedName is a header that ends in a number.
var numberedName = model.Pattern(`^(.*\pL)[\s._-]*(\d{1,3})$`)

// numberedGroup are columns of one name, numbered.
type numberedGroup struct {
	name, numbers string // the numbers joined
	columns       []int
}

// numberedGroups are the columns whose names end in numbers, by what stands before these.
func numberedGroups(header []string) (groups []*numberedGroup) {
	by := make(map[string]*numberedGroup)
	for i, h := range header {
		if m := numberedName().FindStringSubmatch(h); m != nil {
			g := by[m[1]]
			if g == nil {
				g = &numberedGroup{name: m[1]}
				by[m[1]], groups = g, append(groups, g)
			}
			g.numbers, g.columns = g.numbers+" "+m[2], append(g.columns, i)
		}
	}
	return groups
}

// ratersInNumbers finds columns that name raters, as TurkId1 and TurkId2 do, and melts them with the columns
// that are numbered alike, as Score1 and Score2 are.
func ratersInNumbers(in *input) *melted {
	if !in.mayBe(ByRater, "", "") || in.opt.RaterCol != "" && in.column(in.opt.RaterCol) >= 0 { // a flag names a column of the file
		return nil
	}
	groups := numberedGroups(in.names)
	for _, g := range groups {
		if named := hintsOf(g.name)&(1<<raterRole) != 0 || claimOf(g.name).role == raterRole; !named || len(g.columns) < 2 {
			continue
		}
		profiles := in.sample()
		words := !slices.ContainsFunc(g.columns, func(i int) bool { return !profiles[i].isText() })
		alike := slices.DeleteFunc(slices.Clone(groups), func(o *numberedGroup) bool { return o.numbers != g.numbers })
		if !words || !slices.ContainsFunc(alike, func(o *numberedGroup) bool { return profiles[o.columns[0]].numbers > 0 }) {
			continue
		}
		m := melt(in.names)
		for _, o := range alike {
			for n, i := range o.columns {
				m.take(i, strings.Fields(o.numbers)[n], o.name)
			}
		}
		m.header, m.as, m.counts = "number", unused, true
		return m
	}
	return nil
}
