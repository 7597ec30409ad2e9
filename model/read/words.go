package read

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// word returns the number that stands for a word of a label with two values:
// 0 for the first seen and 1 for the second, until settle puts them in order.
// It is false for a third word, and where the label has numbers too.
func (l *labelValues) word(cell string) (value float64, ok bool) {
	cell = trim(cell)
	i := slices.Index(l.words, cell)
	if i < 0 && len(l.words) < 2 && !l.numbers {
		i = len(l.words)
		l.words = append(l.words, strings.Clone(cell))
	}
	return float64(i), i >= 0
}

// settle makes the word that comes first in the alphabet 0, the other 1, and
// says so. A single word for all objects is an error: it was meant as a number,
// or the column as no label.
func (c *collector) settle() error {
	for n, l := range c.labels {
		switch len(l.words) {
		case 0:
			continue
		case 1:
			i := slices.IndexFunc(l.cells, func(v labelValue) bool { return v.line > 0 })
			message, remedies := valueProblem(l.words[0])
			err := &Error{File: l.cells[i].file, Line: l.cells[i].line, Column: l.name, Value: l.words[0], Message: message, Remedies: remedies}
			if l.asked || n == 0 {
				return err
			}
			l.problem = err
			continue
		}
		if l.words[1] < l.words[0] {
			l.words[0], l.words[1] = l.words[1], l.words[0]
			for i := range l.cells {
				l.cells[i].value = 1 - l.cells[i].value
			}
		}
		if !l.asked && n > 0 {
			continue
		}
		c.warnOnce(model.CodeLabelWords, fmt.Sprintf("the words of the label %s were read as numbers: %s as 0, %s as 1",
			printable(l.name), quote(l.words[0]), quote(l.words[1])))
	}
	return nil
}
