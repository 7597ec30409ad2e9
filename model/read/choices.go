package read

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"fms-tui/model"
)

// maxOptions is how many options a question of several answers may have: more
// are text that holds a separator by chance.
const maxOptions = 50

// options returns what a cell of several answers names: a|b, ["a", "b"],
// ['a', 'b'] or {"choices": ["a", "b"]}. Any other text is one option.
func options(cell string) []string {
	cell = trim(cell)
	switch {
	case strings.HasPrefix(cell, "{"):
		var labelled struct{ Choices []string }
		if json.Unmarshal([]byte(cell), &labelled) == nil && labelled.Choices != nil {
			return distinct(labelled.Choices)
		}
	case strings.HasPrefix(cell, "["):
		if list, is := cellsOf(cell); is {
			return distinct(list)
		}
	}
	return distinct(strings.Split(cell, "|"))
}

// pythonList is a list of words as Python writes it.
var pythonList, pythonWord = regexp.MustCompile(`^\[\s*'[^']*'(?:\s*,\s*'[^']*')*\s*\]$`), regexp.MustCompile(`'([^']*)'`)

// choice is a column whose cells name options.
type choice struct {
	column  int
	options []string
	text    string // why the cells are text; "" where they are options
}

// contexts are headers, simplified, of lists of what a model was shown.
var contexts = strings.Fields("contexts context retrievedcontexts referencecontexts documents sources")

// splitChoices makes columns whose cells name several options columns of 0 and
// 1, one an option. It returns r and t where there are none: long files have
// none, nor have columns that a flag or a header claims.
func (r *roles) splitChoices(ctx context.Context, t *lookahead, opt Options, fileLabels []string, tell teller) (*roles, *lookahead, error) {
	var split []*choice
	for _, i := range r.values {
		if r.claim[i].role != attributeRole && r.profile[i].texts > 0 && !slices.Contains(contexts, simplify(lastName(r.header[i]))) && (r.words && r.claim[i].role == judgmentRole || r.split[r.header[i]] || namesOptions(t.rows, i)) {
			split = append(split, &choice{column: i})
		}
	}
	if len(split) == 0 || r.layout == Long {
		return r, t, nil
	}
	all := &held{names: r.header, line: r.line}
	err := eachRow(ctx, t, func(cells []string, line int) error {
		all.rows = append(all.rows, row{slices.Clone(cells), line})
		for _, c := range split {
			c.add(cells[c.column])
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	h := r.hint
	if h == nil {
		h = &hint{known: make(map[string]known)}
	}
	h.layout = r.layout
	by := make(map[int]wide)
	var told []string
	for _, c := range split {
		name := r.header[c.column]
		if c.text != "" {
			h.known[name] = known{unused, why{code: model.ReasonText, text: c.text}}
			continue
		}
		told = append(told, fmt.Sprintf("%s (%s)", quote(name), listSome(c.options)))
		if by[c.column] = (wide{h.split(name, c.options), c.cells}); len(c.options) > 0 {
			h.options = append(h.options, optionGroup{name, by[c.column].names})
		}
	}
	if len(told) > 0 {
		h.before = append(h.before, r.header...)
		tell(model.CodeChoices, fmt.Sprintf("%s: each option of %s was read as an attribute of 0 and 1; an empty cell is missing, [] is none chosen",
			printable(r.file), strings.Join(told, " and ")))
	}
	all.widen(by)
	look := &lookahead{table: all}
	again, err := findRoles(r.file, look, opt, fileLabels, h)
	return again, look, err
}

// split enters the columns that the options of a question become.
func (h *hint) split(question string, options []string) (columns []string) {
	for _, o := range options {
		column := question + "." + o
		columns = append(columns, column)
		h.known[column] = known{attributeRole, why{code: model.ReasonForm, text: fmt.Sprintf("option %s of %s", plainOrQuoted(o), plainOrQuoted(question))}}
	}
	return columns
}

// namesOptions tells whether a cell names several options, and every cell that
// is no number does where some are numbers.
func namesOptions(rows []row, column int) bool {
	several, numbers, binaries, single := 0, 0, 0, 0
	for _, r := range rows {
		_, k := parseValue(r.cells[column])
		switch n := len(options(r.cells[column])); {
		case n == 0 && trim(r.cells[column]) == "":
		case k == number && isDecimal(trim(r.cells[column])):
			numbers++
		case k == number:
			binaries++
		case n > 1:
			several++
		case n == 1:
			single++
		}
	}
	return several > 0 && (numbers == 0 || single == 0 && binaries == 0)
}

// add learns the options of a cell.
func (c *choice) add(cell string) {
	if trim(cell) == "" || c.text != "" {
		return
	}
	for _, o := range options(cell) {
		if !slices.Contains(c.options, o) {
			c.options = append(c.options, strings.Clone(o))
		}
		switch {
		case utf8.RuneCountInString(o) > maxOptionRunes:
			c.text = fmt.Sprintf("holds text: more than %d letters in an option if the answers are several", maxOptionRunes)
		case len(c.options) > maxOptions:
			c.text = fmt.Sprintf("holds text: more than %d options if the answers are several", maxOptions)
		}
	}
}

// cells returns a cell for each option.
func (c *choice) cells(cell string) []string {
	cells := make([]string, len(c.options))
	if trim(cell) == "" {
		return cells // none and its like are answers as good as any
	}
	chosen := options(cell)
	for i, o := range c.options {
		cells[i] = binary(slices.Contains(chosen, o))
	}
	return cells
}

func binary(yes bool) string {
	if yes {
		return "1"
	}
	return "0"
}
