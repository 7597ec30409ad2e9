package read

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// roles says what every column of a file is taken for.
type roles struct {
	file    string
	line    int // of the header
	header  []string
	profile []profile
	claim   []claim  // what each header says
	role    []role   // what each column is
	reason  []string // why
	layout  string
	hint    *hint // what a shape knows of the columns; nil for none

	object, judgment, rater int   // columns, -1 for none
	attribute               []int // columns that hold the attribute's name, in long
	labels                  []int
	values                  []int // columns of judgments, in by-rater and by-object
}

// findRoles assigns every column of a data file its role. fileLabels are the
// labels that label files bring; h is what a shape knows, or nil.
func findRoles(file string, t *lookahead, opt Options, fileLabels []string, h *hint) (*roles, error) {
	r, err := newRoles(file, t)
	if err != nil {
		return nil, err
	}
	if err := r.obey(opt, fileLabels); err != nil {
		return nil, err
	}
	if r.heed(h); h != nil && h.layout != "" {
		opt.Layout = h.layout
	}
	r.assignByName(labelRole, &r.labels, "named like a label")
	r.assignByName(numberingRole, nil, "numbers the judgments of a cell")
	if err := r.chooseLayout(t, opt); err != nil {
		return nil, err
	}
	return r, r.checkDuplicates()
}

// newRoles looks at the header and the first rows.
func newRoles(file string, t *lookahead) (*roles, error) {
	r := &roles{file: file, profile: t.sample(), object: -1, judgment: -1, rater: -1}
	r.header, r.line = t.header()
	r.role = make([]role, len(r.header))
	r.reason = make([]string, len(r.header))
	for _, h := range r.header {
		r.claim = append(r.claim, claimOf(h))
	}
	return r, r.checkHeader()
}

func (r *roles) fail(format string, args ...any) error {
	return &Error{File: r.file, Line: r.line, Message: fmt.Sprintf(format, args...)}
}

// checkHeader refuses a first line that holds data.
func (r *roles) checkHeader() error {
	for _, h := range r.header {
		if _, k := parseValue(h); k != number {
			return nil
		}
	}
	return r.fail("holds numbers where the names of the columns are expected: add a header line")
}

func (r *roles) set(column int, as role, reason string) {
	r.role[column], r.reason[column] = as, reason
}

// obey assigns the roles that the user's flags name.
func (r *roles) obey(opt Options, fileLabels []string) error {
	r.ignore(opt)
	for _, one := range []struct {
		name, flag string
		as         role
		column     *int
	}{
		{opt.ObjectCol, "--object-col", objectRole, &r.object},
		{opt.JudgmentCol, "--judgment-col", judgmentRole, &r.judgment},
		{opt.RaterCol, "--rater-col", raterRole, &r.rater},
	} {
		if one.name == "" {
			continue
		}
		var columns []int
		if err := r.obeyOne(one.name, one.flag, one.as, &columns); err != nil {
			return err
		}
		*one.column = columns[0]
	}
	for _, name := range opt.AttributeCol {
		if err := r.obeyOne(name, "--attribute-col", attributeRole, &r.attribute); err != nil {
			return err
		}
	}
	if opt.Label != "" && slices.Contains(r.header, opt.Label) && !slices.Contains(fileLabels, opt.Label) {
		return r.obeyOne(opt.Label, "--label", labelRole, &r.labels)
	}
	return nil
}

// ignore takes the columns of --ignore-col out. A name that this file lacks may
// be in another one.
func (r *roles) ignore(opt Options) {
	for i, h := range r.header {
		if slices.Contains(opt.Ignore, h) {
			r.set(i, unused, ignored)
		}
	}
}

const ignored = "--ignore-col"

// obeyOne gives the only column of that name a role.
func (r *roles) obeyOne(name, flag string, as role, columns *[]int) error {
	name = strings.TrimSpace(name)
	found := false
	for i, h := range r.header {
		switch {
		case h != name:
			continue
		case r.role[i] != noRole:
			return r.fail("column %s cannot be both: %s says %s, %s says %s", plainOrQuoted(name), r.reason[i], r.role[i], flag, as)
		case found:
			return r.duplicate(slices.Index(r.header, name), i)
		}
		found = true
		r.set(i, as, flag)
		*columns = append(*columns, i)
	}
	if !found {
		return r.noColumn(name, flag, r.header)
	}
	return nil
}

func (r *roles) noColumn(name, flag string, columns []string) error {
	return r.fail("has no column %s, which %s names: the columns are %s", plainOrQuoted(name), flag, listSome(model.Nearest(name, columns)))
}

// assignByName gives a role to every column still free whose header says so.
func (r *roles) assignByName(as role, columns *[]int, reason string) {
	for i := range r.header {
		if r.role[i] != noRole || r.claim[i].role != as {
			continue
		}
		r.set(i, as, reason)
		if columns != nil {
			*columns = append(*columns, i)
		}
	}
}

// free returns the columns without a role yet of which keep is true.
func (r *roles) free(keep func(column int) bool) []int {
	var columns []int
	for i := range r.header {
		if r.role[i] == noRole && keep(i) {
			columns = append(columns, i)
		}
	}
	return columns
}

// candidates returns the columns whose headers claim a role most strongly. A
// role that a flag settled has none.
func (r *roles) candidates(as role) []int {
	if slices.Contains(r.role, as) {
		return nil
	}
	claims := r.free(func(i int) bool { return r.claim[i].role == as })
	switch as {
	case judgmentRole:
		claims = r.withNumbers(claims)
	case objectRole:
		if r.responseIsObject() {
			claims = append(claims, r.free(func(i int) bool { return isResponse(r.header[i]) })...)
		}
	}
	return r.strongest(claims)
}

func (r *roles) strongest(claims []int) []int {
	best := numbered
	for _, i := range claims {
		best = min(best, r.level(i))
	}
	return slices.DeleteFunc(slices.Sorted(slices.Values(claims)), func(i int) bool { return r.level(i) != best })
}

// level is a column's strength in the role in question: a response that may be
// the object claims that as weakly as an id does.
func (r *roles) level(column int) strength {
	if isResponse(r.header[column]) && r.responseIsObject() {
		return weak
	}
	return r.claim[column].strength
}

// withNumbers drops the columns that cannot be the judgment because others
// hold the numbers.
func (r *roles) withNumbers(claims []int) []int {
	if r.responseIsObject() {
		claims = slices.DeleteFunc(claims, func(i int) bool { return isResponse(r.header[i]) })
	}
	holdsNumbers := func(i int) bool { return r.profile[i].numbers > 0 }
	if slices.ContainsFunc(claims, holdsNumbers) {
		claims = slices.DeleteFunc(claims, func(i int) bool { return !holdsNumbers(i) })
	}
	return claims
}

// responseIsObject tells whether a column named response may be the object:
// nothing claims to be the object more strongly, and another column holds the
// numbers, a judgment or, without a column of attributes, anything.
func (r *roles) responseIsObject() bool {
	if r.object >= 0 || len(r.free(func(i int) bool { return r.claim[i] == claim{objectRole, strong} })) > 0 {
		return false
	}
	wide := len(r.attribute) == 0 && len(r.free(func(i int) bool { return r.claim[i].role == attributeRole })) == 0
	others := r.free(func(i int) bool {
		return r.profile[i].numbers > 0 && !isResponse(r.header[i]) &&
			(r.claim[i].role == judgmentRole || wide && r.claim[i].role == noRole)
	})
	return len(others) > 0 || r.judgment >= 0 && !isResponse(r.header[r.judgment])
}

// choose settles roles by the headers, or returns an AmbiguousError that lists
// every combination of the columns in question.
func (r *roles) choose(wanted ...role) error {
	var open []role
	found := make(map[role][]int)
	for _, as := range wanted {
		found[as] = r.candidates(as)
		if len(found[as]) > 1 {
			open = append(open, as)
		}
	}
	if len(open) > 0 {
		return r.ambiguous(open, found)
	}
	for _, as := range wanted {
		if len(found[as]) == 0 {
			continue
		}
		i := found[as][0]
		r.set(i, as, fmt.Sprintf("named like %s", withArticle(as)))
		switch as {
		case objectRole:
			r.object = i
		case judgmentRole:
			r.judgment = i
		case raterRole:
			r.rater = i
		case attributeRole:
			r.attribute = []int{i}
		}
	}
	return nil
}

func withArticle(as role) string {
	if as == objectRole || as == attributeRole {
		return "an " + as.String()
	}
	return "a " + as.String()
}
