package read

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// steps says that classes have an order.
var steps = model.Choose(model.OptionOrdered, "LOW,MID,HIGH", "names the classes of a scale from low to high")

// mostClasses is how many words a label may have: more are no classes.
const mostClasses = 20

// word returns the number that stands for a word of a label: 0 for the first word seen,
// 1 for the second and so on, until settle sorts the words. It returns false if a label
// has too many words, if --ordered does not name the word, and if the label has numbers
// too.
func (l *labelValues) word(cell string) (value float64, ok bool) {
	cell = trim(cell)
	i := slices.IndexFunc(l.words, func(w string) bool { return w == cell || l.ordered && sameNumber(w, cell) })
	if i < 0 && len(l.words) < mostClasses && !l.numbers && !l.ordered && !l.closed {
		i = len(l.words)
		l.words = append(l.words, strings.Clone(cell))
	}
	return float64(i), i >= 0
}

// sameNumber tells whether two cells are one number, such as 2 and 2.0.
func sameNumber(a, b string) bool {
	x, k := parseValue(a)
	y, o := parseValue(b)
	return k == number && o == number && x == y
}

// noClass says why a word is no class of a label.
func (l *labelValues) noClass(r *roles, column, line int, cell string) error {
	e := &Error{File: r.file, Line: line, Column: r.header[column], Value: trim(cell)}
	switch {
	case l.ordered:
		e.Message = "is none of the classes that were named: accepted are " + strings.Join(l.words, ", ")
	case l.closed && len(l.words) > 0:
		e.Message = "is a class that no row before had, and these rows are summed up already: name all classes, or keep all rows in memory"
		e.Remedies = []model.Remedy{steps}
	case len(l.words) >= mostClasses:
		e.Message = fmt.Sprintf("is the word number %d of the label: accepted are numbers, or at most %d classes", mostClasses+1, mostClasses)
	case l.maybeWords():
		e.Message = "is a third word, after words that count as 0 and 1, such as yes and no"
		e.Remedies = []model.Remedy{steps}
	default:
		return r.bad(column, line, cell)
	}
	return e
}

// maybeWords tells whether all cells so far may have been words such as yes and no.
func (l *labelValues) maybeWords() bool {
	some := false
	for _, c := range l.cells {
		some = some || c.has()
		if c.has() && c.value != 0 && c.value != 1 {
			return false
		}
	}
	return some
}

// settle puts the words of each label in the order of the alphabet, so that the first is
// 0, and says so. A single word for all objects is an error: it was meant as a number, or
// the column as no label.
func (c *collector) settle() error {
	for n, l := range c.labels {
		switch {
		case len(l.words) == 0 || l.ordered || l.made:
			continue
		case len(l.words) == 1:
			i := slices.IndexFunc(l.cells, labelValue.has)
			first := l.where(l.cells[i])
			_, remedies := valueProblem(l.words[0])
			err := &Error{
				File: first.file, Line: first.line, Column: l.name, Value: l.words[0], Remedies: remedies,
				Message: "is the only word of the label, in all objects: accepted are numbers, or words for at least two classes",
			}
			if l.asked || n == 0 {
				return err
			}
			l.problem = err
			continue
		}
		l.sort()
		if !l.asked && n > 0 {
			continue
		}
		if message := l.reading(); len(l.words) > 2 {
			c.warnOnce(model.CodeLabelWords, message, steps)
		} else {
			c.warnOnce(model.CodeLabelWords, message)
		}
	}
	return nil
}

// sort puts the words in the order of the alphabet.
func (l *labelValues) sort() {
	sorted := slices.Sorted(slices.Values(l.words))
	to := make([]float64, len(sorted))
	for i, w := range l.words {
		to[i] = float64(slices.Index(sorted, w))
	}
	for i := range l.cells {
		if l.cells[i].has() {
			l.cells[i].value = to[int(l.cells[i].value)]
		}
	}
	l.words = sorted
}

// reading says how words were read.
func (l *labelValues) reading() string {
	if len(l.words) == 2 {
		return fmt.Sprintf("the words of the label %s were read as numbers: %s as 0, %s as 1", printable(l.name), quote(l.words[0]), quote(l.words[1]))
	}
	var words []string
	for _, w := range l.words {
		words = append(words, quote(w))
	}
	return fmt.Sprintf("the words of the label %s were read as %d classes: %s",
		printable(l.name), len(words), strings.Join(words, ", "))
}
