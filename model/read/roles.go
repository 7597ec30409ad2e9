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
	claim   []claim // what each header says
	role    []role  // what each column is
	why     []why   // why
	layout  string
	hint    *hint // what a shape knows of the columns; nil for none

	object, judgment, rater int   // columns, -1 for none
	attribute               []int // columns that hold the attribute's name, in long
	labels                  []int
	values                  []int            // columns of judgments, in by-rater and by-object
	pivot                   []int            // columns whose cells begin the attribute's name
	decided                 []model.Decision // what the cells decided
	short                   map[int]string   // names of attributes, by column, where they are not the headers
	few                     []bool           // by column: it has few values among the rows looked at
	labelIs                 *string          // the value of --label COLUMN=value that is 1
	inputs                  []int            // columns of what was asked
	repeats                 []bool           // of them: some value comes twice
	ids                     []bool           // by column: an id, another one in every row
	lists                   []string         // columns whose cells are lists of objects
	split                   map[string]bool  // columns whose options became attributes in a file before
	database                bool             // the rows have no lines that an error could name
	words                   bool             // the judgments are single words
	sampled                 bool             // the rows looked at show the layout, and no flag says it
	opt                     Options
}

// findRoles assigns every column of a data file its role. fileLabels are the
// labels that label files bring; h is what a shape knows, or nil.
func findRoles(file string, t *lookahead, opt Options, fileLabels []string, h *hint) (*roles, error) {
	r := newRoles(file, t)
	if err := r.checkHeader(nameColumns); err != nil {
		return nil, err
	}
	r.opt = opt
	if err := r.obey(opt, fileLabels); err != nil {
		return nil, err
	}
	if h != nil && h.because != "" {
		r.decided = append(r.decided, model.Decision{Text: h.because})
	}
	if r.heed(h); h != nil && h.layout != "" {
		opt.Layout = h.layout
	}
	r.settleEither(opt)
	r.assignByName(labelRole, &r.labels, "named like a label")
	r.assignByName(numberingRole, nil, "numbers the judgments of a cell")
	r.leaveMeasures()
	r.settleJudges(t, opt)
	r.settlePlanned(t, opt)
	r.settleVaryingLabel(t)
	if err := r.chooseLayout(t, opt, fileLabels); err != nil {
		return nil, err
	}
	r.findFew(t)
	return r, r.checkDuplicates()
}

// newRoles looks at the header and the first rows.
func newRoles(file string, t *lookahead) *roles {
	r := &roles{file: file, profile: t.sample(), object: -1, judgment: -1, rater: -1}
	r.header, r.line = t.header()
	r.role = make([]role, len(r.header))
	r.why = make([]why, len(r.header))
	for _, h := range r.header {
		r.claim = append(r.claim, claimOf(h))
	}
	r.lookForWords(t)
	return r
}

func (r *roles) fail(format string, args ...any) error {
	return &Error{File: r.file, Line: r.line, Message: fmt.Sprintf(format, args...)}
}

// checkHeader refuses a first line that holds data.
func (r *roles) checkHeader(remedies ...model.Remedy) error {
	for i := range r.header {
		if !r.isNumber(i) {
			return nil
		}
	}
	return &Error{
		File: r.file, Line: r.line, Remedies: remedies,
		Message: "holds numbers where the names of the columns are expected: add a header line",
	}
}

// isNumber tells whether column i is called by a number.
func (r *roles) isNumber(i int) bool {
	_, k := parseValue(r.header[i])
	return k == number && isDecimal(trim(r.header[i])) // y and no are names, too
}

// nameColumns is what helps where a file has no header.
var nameColumns = model.Choose(model.OptionColumns, "", "names the columns of a file without one")

// numbered tells whether a column is called by a number: the line of the header may then be
// the first row of a file without one.
func (r *roles) numbered() bool {
	for i := range r.header {
		if r.isNumber(i) {
			return true
		}
	}
	return false
}

// why is the reason for a role: a code, and the same as a sentence.
type why struct {
	code   model.ReasonCode
	text   string
	remedy model.Remedy
}

func (r *roles) set(column int, as role, because why) {
	r.role[column], r.why[column] = as, because
}

// askedBy is the reason that an option of the user is.
func askedBy(o model.Option) why {
	return why{code: model.ReasonFlag, remedy: model.Choose(o, "", "")}
}

// keptIf is what makes judgments of a column that is taken for none.
func keptIf(does string) model.Remedy { return model.Choose(model.OptionAttributes, "", does) }

// byName is the reason that a header is.
func byName(text string) why { return why{code: model.ReasonName, text: text} }

// assignByName gives a role to every column still free whose header says so.
func (r *roles) assignByName(as role, columns *[]int, reason string) {
	for i := range r.header {
		if r.role[i] != noRole || r.claim[i].role != as || r.claim[i].strength != strong {
			continue
		}
		r.set(i, as, byName(reason))
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
	if as == attributeRole && len(r.attribute) > 0 || as != attributeRole && slices.Contains(r.role, as) {
		return nil
	}
	claims := r.free(func(i int) bool { return r.claim[i].role == as })
	switch as {
	case judgmentRole:
		claims = r.withoutWords(r.withNumbers(claims))
	case objectRole:
		if r.responseIsObject() {
			claims = append(claims, r.free(func(i int) bool { return isResponse(r.header[i]) })...)
		}
		if i := r.inputIsObject(claims); i >= 0 {
			return []int{i}
		}
	}
	best := r.strongest(claims)
	if as == objectRole {
		best = r.idsOf(best)
	}
	return best
}

// idsOf leaves out the columns of which another one is the id: of story and
// story_id the latter is the object.
func (r *roles) idsOf(columns []int) []int {
	if len(columns) < 2 {
		return columns
	}
	for _, i := range columns {
		stem, isID := strings.CutSuffix(simplify(r.header[i]), "id")
		if isID && !slices.ContainsFunc(columns, func(j int) bool { return j != i && simplify(r.header[j]) != stem }) {
			return []int{i}
		}
	}
	return columns
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
		r.set(i, as, byName("named like "+withArticle(as)))
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
