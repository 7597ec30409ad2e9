package read

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// answerColumn holds the answers under one name.
type answerColumn struct {
	name   string // without turkAnswer
	from   string
	column int      // of the file; -1 where it is part of turkJSON
	values []string // by row; cells after its last answer are empty

	question, option string // what its name says where it holds true and false
}

func (a *answerColumn) value(row int) string {
	if row < len(a.values) {
		return a.values[row]
	}
	return ""
}

// put enters the answer of a row.
func (a *answerColumn) put(row int, value string) {
	for len(a.values) <= row {
		a.values = append(a.values, "")
	}
	a.values[row] = value
}

// addAnswers enters the answers as attributes, with the answers of one question side by
// side.
func (t *turk) addAnswers() {
	questions := make(map[string][]*answerColumn)
	for _, a := range t.answers {
		if a.settle(); a.question != "" {
			questions[a.question] = append(questions[a.question], a)
		}
	}
	for _, a := range t.answers {
		a.readWords(t.in)
	}
	for _, a := range t.answers {
		stem, option := a.question, a.option
		group := questions[stem]
		switch {
		case stem == "":
			t.attribute(a.name, "from "+a.from, a.value)
		case isRadio(group):
			if a == group[0] {
				t.attribute(stem, "the number chosen in "+a.from+" and others", func(n int) string { return chosenOf(group, n) })
			}
		case option == "on":
			t.attribute(stem, "from "+a.from, a.value)
		case option == "off" && slices.ContainsFunc(group, func(b *answerColumn) bool { return b.name == stem+".on" }):
			t.enter(a.name, unused, "the complement of "+stem+".on", a.value)
		default:
			t.attribute(a.name, "from "+a.from, a.value)
		}
	}
	if t.json >= 0 {
		t.enter(turkJSON, unused, "its answers are columns of their own", func(int) string { return "" })
	}
}

// readWords replaces free-text answers that each hold one number by it, such as
// "4 - good", if nine of ten do.
func (a *answerColumn) readWords(in *input) {
	filled, plain, worded := 0, 0, 0
	example := ""
	for _, v := range a.values {
		switch _, ok := numberIn(v); {
		case trim(v) == "":
			continue
		case isNumber(v):
			plain++
		case ok:
			if worded++; worded == 1 {
				example = trim(v)
			}
		}
		filled++
	}
	if worded == 0 || filled < 2 || float64(plain+worded) < .9*float64(filled) {
		return
	}
	for i, v := range a.values {
		if n, ok := numberIn(v); ok {
			a.values[i] = n
		}
	}
	in.tell(model.CodeNumberInWords, fmt.Sprintf("%s: %s of %s were read from text that holds one number, such as %s",
		printable(in.file), counted(worded, "answer"), plainOrQuoted(a.name), quote(example)))
}

// settle takes the name of a column of true and false apart: quality.1 is the
// option 1 of quality.
func (a *answerColumn) settle() {
	dot := strings.LastIndexByte(a.name, '.')
	if dot <= 0 || dot == len(a.name)-1 {
		return
	}
	seen := false
	for _, v := range a.values {
		switch strings.ToLower(trim(v)) {
		case "true", "false":
			seen = true
		case "":
		default:
			return
		}
	}
	if seen {
		a.question, a.option = a.name[:dot], a.name[dot+1:]
	}
}

// isRadio tells whether options are numbers of which an answer has one.
func isRadio(group []*answerColumn) bool {
	longest := 0
	for _, a := range group {
		if !isNumber(a.option) {
			return false
		}
		longest = max(longest, len(a.values))
	}
	for n := range longest {
		chosen := 0
		for _, a := range group {
			if strings.EqualFold(trim(a.value(n)), "true") {
				chosen++
			}
		}
		if chosen > 1 {
			return false
		}
	}
	return len(group) > 1
}

// chosenOf returns the option that is true in a row, "" for none.
func chosenOf(group []*answerColumn, n int) string {
	for _, a := range group {
		if strings.EqualFold(trim(a.value(n)), "true") {
			return a.option
		}
	}
	return ""
}

func (t *turk) attribute(name, why string, value func(row int) string) {
	t.enter(name, attributeRole, why, value)
}

// enter adds a column to the rows. If another column has the name, the prefix of
// Mechanical Turk's answers distinguishes them.
func (t *turk) enter(name string, as role, why string, value func(row int) string) {
	for slices.Contains(t.in.out.names, name) {
		name = turkAnswer + name
	}
	t.in.add(name, as, fmt.Sprintf("%s, %s", why, ofTurk))
	for n := range t.in.out.rows {
		t.in.out.rows[n].cells = append(t.in.out.rows[n].cells, value(n))
	}
}
