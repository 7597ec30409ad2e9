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
	batch   *batch        // of the first rows
	profile []batchColumn // of the batch
	claim   []claim       // what each header says
	hints   []uint32
	role    []role // what each column is
	why     []why  // why
	layout  string
	hint    *hint // what a tool knows of the columns; nil for none

	object, judgment, rater int   // columns, -1 for none
	names                   []int // columns whose cells are the attribute's name, in long, or else begin it
	labels                  []int
	values                  []int                   // columns of judgments
	decided                 []model.Finding         // what the cells decided
	mayLabel                map[int]bool            // columns that never differ within an object
	loose                   map[int]string          // names of attributes, by column, if the numbers behind them are repeats
	short                   map[int]string          // names of attributes, by column, where they are not the headers
	doubts                  []model.Finding         // what columns, or the names of columns, may be besides
	labelIs                 map[int]string          // by column: the value of --label COLUMN=value, which is 1
	inputs                  []int                   // columns of what was asked
	split                   map[string]bool         // columns whose options became attributes in a file before
	words                   bool                    // the judgments are single words
	answers                 map[string]*scaleColumn // columns whose cells were made numbers
	order                   []string                // words that may be a scale nobody knows
	opt                     Options
}

// findRoles assigns every column of a data file its role. fileLabels are the
// labels that label files bring; h is what a tool knows, or nil.
func findRoles(file string, t *lookahead, opt Options, fileLabels []string, h *hint) (*roles, error) {
	t.compose(opt)
	r := newRoles(file, t, opt)
	if err := r.checkHeader(nameColumns); err != nil {
		return nil, err
	}
	if err := r.obey(fileLabels); err != nil {
		return nil, err
	}
	r.heed(h)
	if !slices.Contains([]string{"", "auto", Long, ByRater, ByObject}, r.opt.Layout) {
		return nil, &Error{File: r.file, Message: "layout " + quote(opt.Layout) + " is not known: accepted are auto, long, by-rater, by-object"}
	}
	r.settleEither()
	s, d, err := r.decideBy(t)
	if err != nil {
		return nil, err
	}
	if len(d.object) == 2 {
		return r.composed(t, s, d, opt, fileLabels, h)
	}
	if err := r.take(t, s, d, fileLabels); err != nil {
		return nil, err
	}
	if !r.told() && r.rater < 0 && r.layout == ByRater && r.opt.Layout != ByRater {
		findPeople(r, s, d)
	}
	r.findFacets(s, d)
	return r, r.checkDuplicates()
}

// composed reads the table with one more column, the object that two make up.
func (r *roles) composed(t *lookahead, s *search, d reading, opt Options, fileLabels []string, h *hint) (*roles, error) {
	opt.ObjectCol = joinNames(r.namesOf(d.object))
	again, err := findRoles(r.file, t, opt, fileLabels, h)
	if err != nil {
		return nil, err
	}
	again.why[again.object] = why{code: model.ReasonValues, text: s.aboutObject(d)}
	again.decide(model.Choose(model.OptionObject, r.header[d.object[0]], "if it alone is what was judged"), "%s make up the object together: %s", list(r.namesOf(d.object), "and"), s.aboutObject(d))
	return again, nil
}

// newRoles looks at the header and the first rows.
func newRoles(file string, t *lookahead, opt Options) *roles {
	b := newBatch(t, searchRows)
	r := &roles{file: file, opt: opt, batch: b, profile: b.columns, object: -1, judgment: -1, rater: -1}
	r.header, r.line = t.header()
	r.header = slices.Clone(r.header)
	r.role = make([]role, len(r.header))
	r.why = make([]why, len(r.header))
	r.claim = claimsOf(r.header)
	for _, h := range r.header {
		r.hints = append(r.hints, hintsOf(h))
	}
	r.lookForInputs()
	r.loose = looseStems(r.header)
	return r
}

func (r *roles) fail(remedies []model.Choice, format string, args ...any) error {
	return &Error{File: r.file, Line: r.line, Message: fmt.Sprintf(format, args...), Remedies: remedies}
}

// checkHeader refuses a first line that holds data.
func (r *roles) checkHeader(remedies ...model.Choice) error {
	if slices.ContainsFunc(r.header, func(h string) bool { return !isNumber(h) }) {
		return nil
	}
	return r.fail(remedies, "holds numbers where the names of the columns are expected: add a header line")
}

// nameColumns is what helps where a file has no header.
var nameColumns = model.Choose(model.OptionColumns, "", "names the columns of a file without one")

// numbered tells whether a column is called by a number: the line of the header may then be
// the first row of a file without one.
func (r *roles) numbered() bool { return slices.ContainsFunc(r.header, isNumber) }

// why is the reason for a role: a code, and the same as a sentence.
type why struct {
	code   string
	text   string
	remedy model.Choice
}

// set gives a column a role.
func (r *roles) set(column int, as role, because why) {
	r.role[column], r.why[column] = as, because
	switch as {
	case objectRole:
		r.object = column
	case judgmentRole:
		r.judgment = column
	case raterRole:
		r.rater = column
	case labelRole:
		if !slices.Contains(r.labels, column) {
			r.labels = append(r.labels, column)
		}
	}
}

// askedBy is the reason that an option of the user is.
func askedBy(o model.Option) why {
	return why{code: model.ReasonFlag, text: "named by you", remedy: model.Choose(o, "", "")}
}

// keptIf is what makes judgments of a column that is taken for none.
func keptIf(does string) model.Choice { return model.Choose(model.OptionAttributes, "", does) }

// byName is the reason that a header is.
func byName(text string) why { return why{code: model.ReasonName, text: text} }

func withArticle(as role) string {
	if as == objectRole || as == attributeRole {
		return "an " + as.String()
	}
	return "a " + as.String()
}

// decide notes what the cells decided, as a sentence, and what would decide otherwise.
func (r *roles) decide(otherwise model.Choice, format string, args ...any) {
	r.decided = append(r.decided, model.Finding{Message: fmt.Sprintf(format, args...), Remedies: []model.Choice{otherwise}})
}

// raterIf is the choice of a column as the rater.
func (r *roles) raterIf(column int, condition string) model.Choice {
	return model.Choose(model.OptionRater, r.header[column], "if "+condition)
}

// asked tells whether the user said what makes up an attribute.
func (r *roles) asked() bool {
	return len(r.opt.AttributeCol) > 0 || len(r.opt.Pivot) > 0 || r.opt.Layout == ByObject
}

// settleEither makes a participant or a subject the object where another column is the rater, and else the rater.
func (r *roles) settleEither() {
	as := claim{raterRole, strong}
	if r.opt.RaterCol != "" || slices.ContainsFunc(r.claim, func(c claim) bool { return c.role == raterRole && c.strength <= fair }) {
		as = claim{objectRole, fair}
	}
	for i, c := range r.claim {
		if c.role == eitherRole {
			r.claim[i] = as
		}
	}
}

// labelNamed tells whether a column is named like a label, at the end of its name where it lies within metadata.
func (r *roles) labelNamed(column int) bool {
	if r.claim[column].role == labelRole || r.hints[column]&(1<<labelRole) == 0 {
		return r.claim[column].role == labelRole
	}
	last := strings.TrimPrefix(lastName(r.header[column]), "metadata_")
	return last != r.header[column] && claimOf(last) == claim{labelRole, weak} && strings.HasPrefix(simplify(last), "human")
}

// told tells whether a tool knows all of the columns.
func (r *roles) told() bool { return r.hint != nil && !r.hint.open && !r.hint.free }

// lacks says which names a missing column could have had.
func (r *roles) lacks(as role) error {
	var names []string
	for name, c := range synonyms {
		if c == (claim{as, strong}) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	layout := ""
	if r.layout != "" {
		layout = " in the " + r.layout + " layout"
	}
	remedies := []model.Choice{model.Choose(as.option(), "", "names it")}
	if as == objectRole && r.numbered() {
		remedies = append(remedies, nameColumns)
	}
	return r.fail(remedies, "has no column for the %s%s: call it %s; the columns are %s",
		as, layout, list(names, "or"), listSome(r.header))
}

// whichIs is the question which of some columns has a role.
func (r *roles) whichIs(as role, columns []int) error {
	e := &AmbiguousError{File: r.file, Problem: fmt.Sprintf("%s could each be the %s", list(r.namesOf(columns), "and"), as)}
	for _, i := range columns {
		e.offer(fmt.Sprintf("the %s is %s", as, plainOrQuoted(r.header[i])), as.option(), r.header[i])
	}
	return e
}

// keepIDs leaves the columns of ids as they were, in the rows that were read and in those to come.
func (r *roles) keepIDs(e *emptied, rows []row) {
	names, _ := e.header()
	for _, i := range append([]int{r.object, r.rater}, r.names...) {
		from := -1
		if i >= 0 {
			from = slices.Index(names, r.header[i])
		}
		if from < 0 {
			continue
		}
		e.ids[names[from]] = true
		for _, row := range rows {
			if cell, was := e.taken[[2]int{row.line, from}]; was && i < len(row.cells) {
				row.cells[i] = cell
			}
		}
	}
	e.taken = nil
}
