package read

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fms-tui/model"
)

// takeWide settles the layouts by-rater and by-object.
func (r *roles) takeWide(t *lookahead, s *search, d reading) error {
	for _, as := range []role{attributeRole, judgmentRole} {
		if i := r.ofLong(as); i >= 0 {
			return &Error{File: r.file, Line: r.line, Column: r.header[i], Option: r.why[i].remedy.Option, Message: "belongs to the long layout, not to " + r.opt.Layout}
		}
	}
	r.takeAttribute(s, d)
	r.pivot = d.attribute
	r.takeValues(s, d)
	r.keepOnly()
	if len(r.opt.Attributes) > 0 && len(r.values) == 0 && !slices.ContainsFunc(r.why, func(w why) bool { return w.code == model.ReasonForm }) {
		return r.noAttribute(r.opt.Attributes[0], r.header)
	}
	for i := range r.header {
		if r.isJudged(i) {
			r.values = append(r.values, i)
		}
	}
	slices.Sort(r.values)
	r.settleGroups()
	if err := r.chooseByStems(t, s); err != nil {
		return err
	}
	for _, i := range r.values {
		if !r.isJudged(i) {
			r.set(i, attributeRole, why{code: model.ReasonValues, text: "holds numbers"})
		}
	}
	return nil
}

// takeValues takes the columns that may hold judgments: what is judged, and words that no header says
// to be anything else. Numbers that are not judged are none, unless they come evenly.
func (r *roles) takeValues(s *search, d reading) {
	open := r.hint != nil && r.hint.open
	onlyNamed := len(d.attribute) > len(r.attribute) && r.hint == nil && len(d.judged) > 0 && !slices.ContainsFunc(d.judged, func(i int) bool { return !s.says(i, judgmentRole) })
	r.values = r.free(func(i int) bool {
		c := r.claim[i]
		switch {
		case r.header[i] == "" || open:
			return false
		case r.keeps(r.header[i]) || slices.Contains(d.judged, i):
			return true
		case s.columns[i].value != nil && len(d.judged) > 0 && slices.Contains(s.looked, i) && (!s.planned(i) || s.isFunction(i, d.object...) || s.isFunction(i, d.rater...)), onlyNamed:
			return false // what comes evenly may be ranks
		}
		return c.role == noRole || c.role == judgmentRole && c.strength != numbered || c == claim{attributeRole, strong}
	})
	isValue := r.isValue()
	for _, i := range r.free(func(i int) bool { return !isValue[i] }) {
		r.set(i, unused, r.whyUnused(s, d, i))
	}
}

// whyUnused says why a column without a role holds no judgments.
func (r *roles) whyUnused(s *search, d reading, i int) why {
	c, numbers := &s.columns[i], r.profile[i].numbers > 0 && r.profile[i].texts == 0
	same := func(of string) why {
		return why{code: model.ReasonNumbers, text: "numbers that are the same in all rows of " + of, remedy: keptIf("keeps them")}
	}
	switch claims := r.claim[i].role; {
	case r.header[i] == "":
		return why{code: model.ReasonOther, text: "has no name"}
	case r.hint != nil && r.hint.open && numbers:
		return why{code: model.ReasonNumbers, text: "numbers without a rater in the column's name"}
	case r.hint != nil && r.hint.open:
		return why{code: model.ReasonOther, text: "no rater in the column's name"}
	case claims == unused || claims == numberingRole:
		return why{code: model.ReasonOther, text: "named like what numbers or describes rows: rename it if it is an attribute"}
	case claims != noRole && claims != judgmentRole:
		return why{code: model.ReasonOther, text: "named like " + withArticle(claims) + ": rename it if it is an attribute"}
	case c.isIdentifier():
		return why{code: model.ReasonIdentifier, text: "a number of its own in every row", remedy: keptIf("keeps it")}
	case numbers && s.isFunction(i, d.object...):
		return same("an object")
	case numbers && s.isFunction(i, d.rater...):
		return same("a rater")
	}
	return why{code: model.ReasonOther, text: "fits no role beside " + list(r.namesOf(d.judged), "and")}
}

// isValue tells by column which are among the columns of values.
func (r *roles) isValue() []bool {
	is := make([]bool, len(r.header))
	for _, i := range r.values {
		is[i] = true
	}
	return is
}

// ofLong returns a column of a role that by-rater and by-object do not have, or -1.
func (r *roles) ofLong(as role) int {
	for i, is := range r.role {
		if is == as && !r.isJudged(i) && !slices.Contains(r.pivot, i) {
			return i
		}
	}
	return -1
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
	stems := make(map[string][]int) // columns of numbers by attribute
	least, most := len(r.header), 0
	for _, i := range r.values {
		if !r.profile[i].isText() {
			stems[r.stem(i)] = append(stems[r.stem(i)], i)
		}
	}
	for _, columns := range stems {
		least, most = min(least, len(columns)), max(most, len(columns))
	}
	switch {
	case r.rater >= 0 || len(r.pivot) > 0 || most < 2 || r.objectRepeats(t):
	case least < most:
		return r.whichStems(stems)
	case len(stems) > 1 || s.areNumbered(stems):
		r.layout = ByObject
	}
	return nil
}

// areNumbered tells whether the columns of one attribute are numbered: by endings that mean nothing
// else, unlike x and y or the first letter of a word, or because they go together like judgments of
// one thing.
func (s *search) areNumbered(stems map[string][]int) bool {
	const leastAlike = .1
	alike := true
	for stem, columns := range stems {
		for n, i := range columns {
			if !strings.ContainsAny(s.r.header[i][len(stem):], "rRxy)") {
				return true
			}
			alike = alike && !slices.ContainsFunc(columns[:n], func(j int) bool { return !(s.correlation(i, j) >= leastAlike) })
		}
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
	problem, label := "some attributes have several columns and others fewer", r.opt.Label
	var alone []int
	for of, columns := range stems {
		if i := columns[0]; label != "" && of == stem(label) && r.header[i] != label {
			problem = "column " + printable(label) + " is the label, and column " + printable(r.header[i]) +
				" looks like a judgment of the same attribute: name another label, or say how to read the columns"
		}
		if len(columns) == 1 {
			alone = append(alone, columns[0])
		}
	}
	readings := []Alternative{
		{Choices: []model.Choice{{Option: model.OptionLayout, Value: ByObject}}, Meaning: "numbered columns are judgments of one attribute"},
		{Choices: []model.Choice{{Option: model.OptionLayout, Value: ByRater}}, Meaning: "every column is an attribute of its own"},
	}
	if len(alone) == 1 && label == "" {
		only := Alternative{Choices: []model.Choice{{Option: model.OptionLabel, Value: r.header[alone[0]]}}, Meaning: "the one column without a number is the label"}
		readings = append([]Alternative{only}, readings...)
	}
	return &AmbiguousError{File: r.file, Problem: problem, Readings: readings}
}

var stemPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(.*\S)\s*(?:[._]\d+|\[\d+\]|\(\d+\)|[\s._-][rR]\d+|\.[xy])$`)
})

// stem returns the attribute of a by-object column: ATTR of ATTR.1, ATTR_1,
// ATTR[1], ATTR (1), ATTR_r1, ATTR R1, ATTR.x and ATTR itself.
func stem(header string) string {
	if m := stemPattern().FindStringSubmatch(header); m != nil {
		return m[1]
	}
	return header
}

// stem returns the attribute of a by-object column.
func (r *roles) stem(column int) string {
	if r.isJudged(column) {
		return r.header[column]
	}
	return stem(r.header[column])
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

// checkDuplicates refuses two columns of one name wherever the name alone
// would have to tell them apart.
func (r *roles) checkDuplicates() error {
	first := make(map[string]int)
	for i, h := range r.header {
		if h == "" || r.why[i].code == model.ReasonIgnored {
			continue
		}
		j, known := first[h]
		if !known {
			first[h] = i
			continue
		}
		if r.layout != ByObject || r.role[i] != attributeRole {
			return r.duplicate(j, i)
		}
	}
	return nil
}

func (r *roles) duplicate(i, j int) error {
	return r.fail("columns %d and %d are both called %s: rename one (only in the by-object layout do they hold judgments of one attribute)",
		i+1, j+1, plainOrQuoted(r.header[i]))
}
