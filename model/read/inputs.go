package read

import (
	"slices"
	"strings"
)

// inputNames are headers, simplified and without what stands before a dot, of
// what was asked: the object where nothing else is.
var inputNames = strings.Fields("input inputs userinput question prompt query sentence")

// lookForInputs finds the columns of what was asked that repeat.
func (r *roles) lookForInputs(t *lookahead) {
	for i := range r.header {
		name := lastName(r.header[i])
		if strings.HasPrefix(r.header[i], "input.") || strings.HasPrefix(r.header[i], "inputs.") {
			name = "input"
		}
		if !slices.Contains(inputNames, simplify(name)) || !r.profile[i].isText() {
			continue
		}
		seen := make(map[string]bool)
		for _, row := range t.rows {
			seen[trim(row.cells[i])] = true
		}
		n := len(seen)
		if n > 1 && n < len(t.rows) {
			r.inputs = append(r.inputs, i)
		}
		if n > 1 && r.claim[i].role == attributeRole && !r.answered() {
			r.claim[i] = claim{objectRole, weak} // a question names what was judged only where an answer stands beside it
		}
	}
}

// answered tells whether a column named like a judgment holds the numbers.
func (r *roles) answered() bool {
	others, named := false, false
	for i, c := range r.claim {
		named = named || c.role == judgmentRole && r.profile[i].numbers > 0
		others = others || c.role == noRole && r.profile[i].numbers > 0
	}
	return named || !others
}
