package read

import (
	"fmt"
	"strings"

	"fms-tui/model"
)

// stray is a column whose cells are not all of one kind.
type stray struct {
	column string
	count  int    // of the cells that are not used
	text   string // the first text
	line   int    // of it
	isText bool   // the numbers are what is not used
}

// tellStrays says which cells of a file were not used because most of their
// columns hold something else.
func (c *collector) tellStrays(file string, strays []stray) {
	var texts, numbers []string
	first := stray{}
	for _, s := range strays {
		if s.isText {
			numbers = append(numbers, fmt.Sprintf("%s (%d)", plainOrQuoted(s.column), s.count))
			continue
		}
		if texts = append(texts, fmt.Sprintf("%s (%d)", plainOrQuoted(s.column), s.count)); len(texts) == 1 {
			first = s
		}
	}
	if len(texts) > 0 {
		c.warnOnce(model.CodeStrayText, fmt.Sprintf("%s: cells of text in columns of numbers are not used: %s; the first is %s on line %d",
			printable(file), some(texts), quote(strings.TrimSpace(first.text)), first.line), model.Choose(model.OptionMissing, "", "confirms this reading and removes this note"))
	}
	if len(numbers) > 0 {
		c.warnOnce(model.CodeStrayNumber, fmt.Sprintf("%s: numbers in columns of text are not used: %s",
			printable(file), some(numbers)))
	}
}

// some joins what is quoted already, cut after a dozen.
func some(words []string) string {
	const most = 12
	if more := len(words) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(words[:most], ", "), more)
	}
	return strings.Join(words, ", ")
}

// discard takes the judgments of attributes out again that were added from one on.
func (c *collector) discard(from int, attributes map[int]bool) {
	if len(attributes) == 0 {
		return
	}
	c.left = addDropped(c.left, "number in a column of text", c.builder.Discard(from, func(a int) bool { return attributes[a] }))
}
