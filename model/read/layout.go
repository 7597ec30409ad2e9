package read

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"fms-tui/model"
)

// takeWide settles the layouts by-rater and by-object.
func (r *roles) takeWide(t *lookahead, s *search, d reading) error {
	if i := slices.IndexFunc(places(r.header), func(i int) bool {
		return r.role[i] == judgmentRole || r.why[i].remedy.Option == model.OptionAttribute
	}); i >= 0 {
		return &Error{File: r.file, Line: r.line, Column: r.header[i], Option: r.why[i].remedy.Option, Message: "belongs to the long layout, not to " + r.opt.Layout}
	}
	onlyNamed := len(d.attribute) > 0 && r.hint == nil && len(d.judged) > 0 && !slices.ContainsFunc(d.judged, func(i int) bool { return !s.says(i, judgmentRole) })
	for i := range r.header {
		if r.role[i] == noRole && r.mayHold(s, d, i, onlyNamed) {
			r.set(i, attributeRole, why{code: model.ReasonValues, text: "holds numbers"})
		}
	}
	for i, h := range r.header {
		switch {
		case r.role[i] != attributeRole || slices.Contains(r.names, i):
		case len(r.opt.Attributes) > 0 && len(r.names) == 0 && !r.keeps(h) && !r.keeps(r.stem(i)): // or names are known only row by row
			r.set(i, unused, why{code: model.ReasonIgnored, remedy: keptIf("does not name it")})
		default:
			r.values = append(r.values, i)
		}
	}
	if len(r.opt.Attributes) > 0 && len(r.values) == 0 && !slices.ContainsFunc(r.why, func(w why) bool { return w.code == model.ReasonForm }) {
		return r.absent(model.OptionAttributes, "attribute", r.opt.Attributes[0], r.header)
	}
	r.settleGroups()
	return r.chooseByStems(t, s)
}

// mayHold tells whether a column without a role may hold judgments: what is judged, and words that no
// header says to be anything else. Numbers that are not judged are none, unless they come evenly.
// Where only columns named like judgments are judged, no other is.
func (r *roles) mayHold(s *search, d reading, i int, onlyNamed bool) bool {
	c, h := r.claim[i], r.header[i]
	switch {
	case h == "" || r.hint != nil && r.hint.open:
		return false
	case r.keeps(h):
		return true
	case isMeasured(s, i) || slices.Contains(bookkeeping, simplify(h)):
		return false
	case s.says(i, numberingRole) && (s.planned(i) || d.objects == s.rows && s.columns[i].whole && s.columns[i].low <= 1):
		return false
	case slices.Contains(d.judged, i):
		return true
	case s.columns[i].levels == 1 && len(d.judged) > 0 && d.objects >= fewRows:
		return false
	case s.columns[i].value != nil && len(d.judged) > 0 && slices.Contains(s.looked, i) && (!s.planned(i) || s.isFunction(i, d.object...) || s.isFunction(i, d.rater...)), onlyNamed:
		return false // what comes evenly may be ranks
	}
	return c.role == noRole || c.role == judgmentRole && c.strength != numbered || c == claim{attributeRole, strong}
}

// chooseByStems tells by-object from by-rater.
func (r *roles) chooseByStems(t *lookahead, s *search) error {
	opt := r.opt
	switch {
	case opt.Layout == ByObject && r.rater >= 0 && opt.RaterCol != "":
		return &Error{File: r.file, Line: r.line, Option: model.OptionRater, Message: "a column of raters belongs to the layouts long and by-rater, not to by-object"}
	case opt.Layout == ByObject:
		if r.rater >= 0 {
			r.set(r.rater, unused, why{code: model.ReasonOther, text: "by-object knows no raters"})
			r.rater = -1
		}
		fallthrough
	case opt.Layout == ByRater:
		r.layout = opt.Layout
		return nil
	}
	r.layout = ByRater
	stems, loose := make(map[string][]int), make(map[string][]int) // columns of numbers by attribute
	for _, i := range r.values {
		if r.profile[i].isText() {
			continue
		}
		stems[r.stem(i)] = append(stems[r.stem(i)], i)
		if stem, is := r.loose[i]; is {
			loose[stem] = append(loose[stem], i)
		}
	}
	least, most := len(r.header), 0
	for _, columns := range stems {
		least, most = min(least, len(columns)), max(most, len(columns))
	}
	switch {
	case r.rater >= 0 || len(r.names) > 0 || max(most, len(loose)) < 2 || r.objectRepeats(t):
	case most < 2 && s.areNumbered(loose):
		return r.whichStems(nil)
	case most < 2:
	case least < most:
		return r.whichStems(stems)
	case len(stems) > 1 || s.areNumbered(stems):
		r.layout = ByObject
	}
	return nil
}

// looseStems are the attributes of columns such as clarity1, clarity2, depth1 and depth2, by column: two
// at least that are numbered alike. Numbered questions have other names, or more numbers.
func looseStems(header []string) map[int]string {
	const letters, most = 3, 5
	groups, stems := numberedGroups(header), make(map[int]string)
	times := make(map[string]int) // groups, by their numbers
	for _, g := range groups {
		times[g.numbers] += b2i(len(g.name) >= letters)
	}
	for _, g := range groups {
		if n := len(g.columns); len(g.name) >= letters && n >= 2 && n <= most && times[g.numbers] > 1 {
			for _, i := range g.columns {
				stems[i] = g.name
			}
		}
	}
	return stems
}

// areNumbered tells whether the columns of one attribute are numbered: by endings that mean nothing else, unlike x
// and y or the first letter of a word, or because they go together like judgments of one thing.
func (s *search) areNumbered(stems map[string][]int) bool {
	alike := true
	for stem, columns := range stems {
		for _, i := range columns {
			if ending := s.r.header[i][len(stem):]; s.r.loose[i] != stem && !strings.ContainsAny(ending, "rRxy)") {
				return true
			}
		}
		alike = alike && goTogether(s, columns, .1)
	}
	return alike
}

// correlation is Pearson's of two columns of numbers, NaN where either is constant or none.
func (s *search) correlation(i, j int) float64 {
	x, y := s.columns[i].value, s.columns[j].value
	var n, sx, sy, sxx, syy, sxy float64
	for row := range min(len(x), len(y)) {
		if a, b := x[row], y[row]; a == a && b == b {
			n, sx, sy, sxx, syy, sxy = n+1, sx+a, sy+b, sxx+a*a, syy+b*b, sxy+a*b
		}
	}
	return (sxy - sx*sy/n) / math.Sqrt((sxx-sx*sx/n)*(syy-sy*sy/n))
}

// whichStems is the question how to read columns where some attributes have several and others fewer.
func (r *roles) whichStems(stems map[string][]int) error {
	var alone []int
	for _, columns := range stems {
		if len(columns) == 1 {
			alone = append(alone, columns[0])
		}
	}
	e := &AmbiguousError{File: r.file, Problem: "some attributes have several columns and others fewer"}
	if stems == nil {
		e.Problem = "columns are numbered alike"
	}
	if len(alone) == 1 && r.opt.Label == "" {
		e.offer("the one column without a number is the label", model.OptionLabel, r.header[alone[0]])
	}
	e.offer("numbered columns are judgments of one attribute", model.OptionLayout, ByObject)
	e.offer("every column is an attribute of its own", model.OptionLayout, ByRater)
	return e
}

var stemPattern = model.Pattern(`^(.*?\S)\s*(?:[._]\d+|\[\d+\]|\(\d+\)|[\s._-](?:[rR]|[rR]un|[tT]rial|[rR]ep|[rR]ound)[\s._-]?\d+|\.[xy])$`)

// stem returns the attribute of a by-object column: ATTR of ATTR.1, ATTR_1, ATTR[1], ATTR (1), ATTR_r1, ATTR R1,
// ATTR_run1, ATTR.x and ATTR itself.
func (r *roles) stem(column int) string {
	h := r.header[column]
	switch m := stemPattern().FindStringSubmatch(h); {
	case r.isJudged(column) || r.opt.listed:
	case m != nil:
		return m[1]
	case r.opt.Layout == ByObject && r.loose[column] != "":
		return r.loose[column]
	}
	return h
}

// objectRepeats tells whether an object has more than one row among the rows looked at, which may be
// more than the search's.
func (r *roles) objectRepeats(t *lookahead) bool {
	seen := make(map[string]bool)
	return slices.ContainsFunc(t.rows, func(row row) bool {
		id := trim(row.cells[r.object])
		known := seen[id]
		seen[id] = !isMissing(id) && !isTotal(id)
		return known
	})
}

// checkDuplicates refuses two columns of one name wherever the name alone would have to tell them apart.
func (r *roles) checkDuplicates() error {
	first := make(map[string]int)
	for i, h := range r.header {
		if h == "" || r.why[i].code == model.ReasonIgnored {
			continue
		}
		if j, known := first[h]; known && (r.layout != ByObject || r.role[i] != attributeRole) {
			return r.duplicate(j, i)
		} else if !known {
			first[h] = i
		}
	}
	return nil
}

func (r *roles) duplicate(i, j int) error {
	return r.fail(nil, "columns %d and %d are both called %s: rename one (only in the by-object layout do they hold judgments of one attribute)",
		i+1, j+1, plainOrQuoted(r.header[i]))
}

// scoreGroup finds the group that a column of nested JSON, or of a table made of
// it, belongs to where it holds scores: "scores.", "feedback.", "score_".
var scoreGroup = model.Pattern(`(?i)^((?:.*\.)?(?:scores?|ratings?|feedback|judge?ments?|evaluations?|grades?|criteria)[._])(.*[^\d].*)$`)

// scoreOf finds the key under which a group has its number.
var scoreOf = model.Pattern(`(?i)^(.+)\.(score|value|rating)$`)

// settleGroups leaves the columns that a group of scores does not hold out of the
// judgments, and remembers how the names of the others are shortened.
func (r *roles) settleGroups() {
	if len(r.opt.Attributes) > 0 {
		return
	}
	numbers := func(i int) bool { return r.profile[i].numbers > 0 && !r.isJudged(i) }
	short, scored, dots := make(map[int]string), make(map[int]string), false
	for _, i := range r.values {
		if m := scoreGroup().FindStringSubmatch(r.header[i]); m != nil && numbers(i) {
			short[i], dots = m[2], dots || strings.Contains(r.header[i], ".")
		}
	}
	if len(short) == 1 && !dots {
		return
	}
	for _, i := range r.values {
		name := r.header[i]
		if len(short) > 0 {
			name = short[i]
		}
		if m := scoreOf().FindStringSubmatch(name); m != nil && numbers(i) {
			scored[i] = m[1]
		}
	}
	if len(scored) > 0 && (len(short) > 0 || len(scored) > 1) {
		short = scored
	}
	if len(short) == 0 {
		return
	}
	r.short = short
	r.values = slices.DeleteFunc(r.values, func(i int) bool {
		beside := short[i] == "" && numbers(i)
		if beside {
			r.set(i, unused, why{code: model.ReasonNumbers, text: "numbers beside the scores", remedy: keptIf("keeps them")})
		}
		return beside
	})
}

// attributeNames are how the names of the attributes of the columns of judgments end; in long the row says all.
func (r *roles) attributeNames() []string {
	names := make([]string, len(r.values))
	if r.layout == Long {
		return names
	}
	for n, i := range r.values {
		if names[n] = cmp.Or(r.short[i], r.header[i]); r.layout == ByObject {
			names[n] = r.stem(i)
		}
	}
	if r.layout != ByObject && len(distinct(names)) < len(names) {
		return r.namesOf(r.values)
	}
	return names
}
