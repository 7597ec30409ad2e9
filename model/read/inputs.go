package read

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// inputNames are headers, simplified and without what stands before a dot, of
// what was asked: the object where nothing else is.
var inputNames = strings.Fields("input inputs userinput question prompt query sentence")

// lookForWords counts the texts that hold one number in the columns named like a
// judgment, and finds the columns of what was asked that repeat.
func (r *roles) lookForWords(t *lookahead) {
	for i := range r.header {
		if r.profile[i].isText() && slices.ContainsFunc(t.rows[:min(len(t.rows), sampleMinRows)], func(w row) bool { return strings.HasPrefix(w.cells[i], "[{") }) {
			r.lists = append(r.lists, r.header[i])
		}
		if r.claim[i].role == judgmentRole && r.profile[i].texts > 0 {
			for _, row := range t.rows {
				if _, ok := numberIn(row.cells[i]); ok {
					r.profile[i].worded++
				}
			}
		}
		name := lastName(r.header[i])
		if strings.HasPrefix(r.header[i], "input.") || strings.HasPrefix(r.header[i], "inputs.") {
			name = "input"
		}
		if !slices.Contains(inputNames, simplify(name)) || !r.profile[i].isText() {
			continue
		}
		if n := levels(t.rows, i); n > 1 {
			r.inputs = append(r.inputs, i)
			r.repeats = append(r.repeats, n < len(t.rows))
		}
	}
	r.ids = make([]bool, len(r.header))
	for i := range r.header {
		r.ids[i] = len(r.inputs) > 0 && r.claim[i] == (claim{objectRole, weak}) && len(t.rows) >= 4 && levels(t.rows, i) == len(t.rows)
	}
}

// levels counts the different cells of a column.
func levels(rows []row, column int) int {
	seen := make(map[string]bool)
	for _, row := range rows {
		seen[trim(row.cells[column])] = true
	}
	return len(seen)
}

// withoutWords drops columns of words from the candidates for the judgment, if other
// columns hold numbers and the words hold none.
func (r *roles) withoutWords(claims []int) []int {
	numbers := r.free(func(i int) bool {
		return r.profile[i].numbers > 0 && r.profile[i].texts == 0 && r.claim[i].role == noRole && !isMeasure(r.header[i])
	})
	if len(numbers) == 0 {
		return claims
	}
	var kept []int
	for _, i := range claims {
		if p := r.profile[i]; p.numbers > 0 || p.texts == 0 || 2*p.worded > p.texts {
			kept = append(kept, i)
		}
	}
	return kept
}

// inputIsObject returns the column of what was asked if it is the object: nothing
// else claims to be, or only an id that is another one in every row while what was
// asked repeats. It is -1 where it is not.
func (r *roles) inputIsObject(claims []int) int {
	for _, i := range claims {
		if !r.ids[i] {
			return -1
		}
	}
	for n, i := range r.inputs {
		if r.claim[i].role == attributeRole && len(r.candidates(judgmentRole)) > 0 {
			continue // it names what was judged
		}
		if r.role[i] == noRole && (len(claims) == 0 || r.repeats[n]) {
			return i
		}
	}
	return -1
}

// failOrLists is an error about the columns, which says too which of them hold
// records that could be read in place of the rows.
func (r *roles) failOrLists(line int, remedies []model.Remedy, format string, args ...any) error {
	e := &Error{File: r.file, Line: line, Message: fmt.Sprintf(format, args...), Remedies: remedies}
	if len(r.lists) > 0 && r.opt.Layout == "" {
		e.Message += fmt.Sprintf("; %s records", holdWord(r.lists))
		e.Remedies = append(e.Remedies, model.Choose(model.OptionRecords, r.lists[0], "reads those"))
	}
	return e
}

func holdWord(names []string) string {
	if len(names) == 1 {
		return plainOrQuoted(names[0]) + " holds"
	}
	return listSome(names) + " hold"
}
