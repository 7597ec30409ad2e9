package read

import (
	"fmt"
	"math"
	"strings"

	"fms-tui/model"
)

// The layouts of --layout.
const (
	Long     = "long"      // one row a judgment
	ByRater  = "by-rater"  // one row an object and rater
	ByObject = "by-object" // one row an object
)

// cells turns rows into judgments, in all layouts alike. A judgment is of an object and an attribute;
// the attribute's name begins with what columns of the row say and ends with what its own column is
// called. In the layout long the row says all of it; by-object the column's name goes without its number.
type cells struct {
	roles   *roles
	to      *collector
	labels  []labelColumn
	columns []judgedColumn
	names   []int          // columns whose cells begin the attribute's name
	said    map[string]int // what they say, joined
	own     [][]int32      // by that: the attributes by column
	value   []float64      // by column, of the present row; NaN for none
	from    int            // judgments before this file, of the present part
	price   *priceColumn
	asked   *asked
	calls   *calls
	byCall  map[string]int32 // in long: the rater that stands for a call

	rated, unrated int // rows with judgments, and with or without a rater
	skipped        int // judgments of attributes that --attributes does not name
}

// In place of an attribute: not met yet, and not wanted.
const (
	unmet   = -1
	refused = -2
)

// judgedColumn is a column that holds judgments, if it holds numbers. Its first cells need not show
// that: the majority of them decides, and the others are counted and not used.
type judgedColumn struct {
	index     int
	attribute string // the end of its name; "" where the row says all
	numbers   int
	missing   int
	texts     int
	text      firstCell // of the texts
	worded    int       // numbers that were found in texts
	wording   firstCell // of these
}

// firstCell is the first of some cells.
type firstCell struct {
	text string
	line int
}

func (f *firstCell) see(cell string, line int) {
	if f.line == 0 {
		*f = firstCell{strings.Clone(cell), line}
	}
}

// newCells begins a file. Attributes keep the order of the columns as far as the rows looked at tell
// which hold numbers.
func newCells(r *roles, to *collector) *cells {
	c := &cells{
		roles: r, to: to, labels: to.labelColumns(r), names: r.names, from: to.builder.Judgments(),
		price: to.priceOf(r), asked: to.ask(r), said: make(map[string]int), byCall: make(map[string]int32),
	}
	c.calls = newCalls(r, c.price != nil)
	for n, end := range r.attributeNames() {
		c.columns = append(c.columns, judgedColumn{index: r.values[n], attribute: end})
	}
	c.value = make([]float64, len(c.columns))
	if len(c.names) == 0 {
		c.own = append(c.own, c.meet(""))
	}
	return c
}

// meet returns the attributes of the columns in rows that say the same. They are entered where it
// is known already that there are judgments of them.
func (c *cells) meet(said string) []int32 {
	own := make([]int32, len(c.columns))
	for n := range own {
		p := &c.roles.profile[c.columns[n].index]
		if own[n] = unmet; c.roles.layout == Long || said == "" && p.numbers > 0 && p.numbers >= p.words {
			own[n] = c.attribute(said, n)
		}
	}
	return own
}

// attribute is the attribute of a column in rows that say so.
func (c *cells) attribute(said string, column int) int32 {
	name := c.columns[column].attribute
	switch {
	case name == "":
		name = said
	case said != "":
		name = said + "." + name
	}
	if !c.to.wanted(c.roles, name) {
		return refused
	}
	return int32(c.to.attribute(name))
}

// part is called before what was entered so far is handed on as a part.
func (c *cells) part() {
	c.from = 0
	if c.calls != nil {
		clear(c.calls.first)
	}
	for i := range c.labels {
		c.labels[i].object = -1
	}
}

// add reads a row.
func (c *cells) add(row *row) error {
	object, err := c.to.object(c.roles, row)
	if err != nil || object < 0 {
		return err
	}
	for i := range c.labels {
		if err := c.labels[i].enter(object, row); err != nil {
			return err
		}
	}
	said, place := "", 0
	if len(c.names) > 0 {
		if said, err = c.roles.joined(c.names, row.cells, row.line); err != nil {
			return err
		}
		var known bool
		if place, known = c.said[said]; !known {
			place = len(c.own)
			c.said[strings.Clone(said)] = place
			c.own = append(c.own, c.meet(said))
		}
	}
	own := c.own[place]
	given, err := c.read(row, own)
	if err != nil || given == 0 {
		return err
	}
	c.enter(row, object, own, said, given)
	return nil
}

// read reads the judgments of a row, and returns how many there are.
func (c *cells) read(row *row, own []int32) (given int, err error) {
	for i := range c.columns {
		value := math.NaN()
		if own[i] == refused {
			c.skipped++
		} else if value, err = c.columns[i].read(c.roles, row); err != nil {
			return 0, err
		}
		given += b2i(value == value)
		c.value[i] = value
	}
	return given, nil
}

// read returns the value of a cell, NaN for none. In the layout long it may stand in a short text.
func (n *judgedColumn) read(r *roles, row *row) (float64, error) {
	cell, line := row.cells[n.index], row.line
	value, k := parseValue(cell)
	if k == text && r.layout == Long {
		if inner, ok := numberIn(cell); ok {
			n.worded++
			n.wording.see(cell, line)
			value, k = parseValue(inner)
		}
	}
	switch {
	case k == number:
		n.numbers++
		return value, nil
	case k == missing:
		n.missing++
	case k == malformed && n.texts <= n.numbers, r.layout == Long && r.named(r.header[n.index]):
		return 0, r.bad(n.index, line, cell)
	default:
		n.texts++
		n.text.see(cell, line)
	}
	return math.NaN(), nil
}

// enter enters the judgments of a row.
func (c *cells) enter(row *row, object int, own []int32, said string, given int) {
	call := c.calls.begin(row.cells)
	rater := c.rater(row, call)
	cost := c.price.of(row.cells)
	for i, value := range c.value {
		if value != value {
			continue
		}
		if own[i] == unmet {
			own[i] = c.attribute(said, i)
		}
		if own[i] == refused {
			c.skipped++
			continue
		}
		a := int(own[i])
		c.to.builder.Add(object, a, rater, value)
		if c.price != nil {
			c.price.add(c.to, a, cost)
		}
		if c.calls != nil {
			c.calls.enter(c.to, object, a)
		}
	}
}

// rater returns the rater of a row. A row by-rater without one is by a rater of its own: whoever it
// was judged all of the row. So is a call.
func (c *cells) rater(row *row, call string) int32 {
	r := c.roles
	if r.rater >= 0 {
		if id := trim(row.cells[r.rater]); !isMissing(id) {
			c.rated++
			return c.to.builder.RaterID(id)
		}
		c.unrated++
	}
	switch {
	case r.layout == ByRater:
		return c.to.builder.NamelessRater(fmt.Sprintf("row %d", row.line))
	case call == "" || r.rater >= 0:
		return model.NoRater
	}
	id, known := c.byCall[call]
	if !known {
		id = c.to.builder.NamelessRater("call " + call)
		c.byCall[strings.Clone(call)] = id
	}
	return id
}

// finish is called once after the last row. It settles which columns are text, and takes their numbers out again.
func (c *cells) finish() error {
	r := c.roles
	c.tellUnrated()
	drop := make(map[int]bool) // attributes
	var texts, numbers []string
	var first firstCell
	for i := range c.columns {
		column := &c.columns[i]
		name := r.header[column.index]
		odd := func(n int) string { return fmt.Sprintf("%s (%d)", plainOrQuoted(name), n) }
		isText := column.texts > column.numbers
		if r.layout == Long && 0 < column.texts && column.texts >= column.numbers || column.texts > 0 && column.numbers > 0 && r.named(name) {
			return r.bad(column.index, column.text.line, column.text.text)
		}
		switch {
		case isText:
			for _, own := range c.own {
				if own[i] >= 0 {
					drop[int(own[i])] = true
				}
			}
			if column.numbers > 0 {
				numbers = append(numbers, odd(column.numbers))
			}
		case column.numbers > 0:
			c.to.missing += column.missing
			if column.texts > 0 {
				c.to.strays += column.texts
				texts = append(texts, odd(column.texts))
				first.see(column.text.text, column.text.line)
			}
		}
		if r.layout != Long {
			r.leaveText(column)
		}
		if column.worded > 0 {
			c.to.warnOnce(model.CodeNumberInWords, fmt.Sprintf("%s: %s were read from text that holds one number, such as %s on line %d of %s",
				printable(r.file), counted(column.worded, "judgment"), quote(strings.TrimSpace(column.wording.text)), column.wording.line, plainOrQuoted(name)))
		}
	}
	if c.to.handedOn() && len(drop) > 0 {
		return &SplitError{File: r.file, Why: "a column that began with numbers holds text"}
	}
	if len(drop) > 0 {
		c.to.left = addDropped(c.to.left, "number in a column of text", c.to.builder.Discard(c.from, func(a int) bool { return drop[a] }))
	}
	if c.asked != nil {
		c.asked.to = c.to.builder.Judgments()
	}
	c.to.tellStrays(r.file, texts, numbers, first)
	c.to.left = addDropped(c.to.left, "judgment of an attribute that is not among those to keep", c.skipped)
	return nil
}

// tellUnrated tells how many rows carry no rater where others do.
func (c *cells) tellUnrated() {
	code, lacks, by := model.CodeJudgmentsWithoutRater, " carry no rater", "unknown"
	says := counted(c.unrated, "judgment")
	switch {
	case c.unrated == 0 || c.roles.layout != ByRater && c.rated == 0:
		return
	case c.roles.layout == ByRater:
		code, lacks, by = model.CodeRowsWithoutRater, " without a rater", "of its own"
		says = counted(c.unrated, "row")
	}
	c.to.warn(model.Finding{Code: code, Message: says + " of " + printable(c.roles.file) + lacks + ": each counts as one by a rater " + by, Column: c.roles.header[c.roles.rater]})
}

// leaveText marks a column of text, or without a value, as not used; where a tool made it, it says of what.
func (r *roles) leaveText(column *judgedColumn) {
	because := why{code: model.ReasonText, text: "holds text"}
	switch {
	case column.texts <= column.numbers && column.numbers > 0:
		return
	case column.texts == 0:
		because = why{code: model.ReasonEmpty, text: "holds no value"}
	case column.numbers > 0:
		because.text = fmt.Sprintf("holds text, and a number in %d of %d cells", column.numbers, column.numbers+column.texts)
	}
	if r.isJudged(column.index) {
		because.text += "; " + r.why[column.index].text
	}
	r.set(column.index, unused, because)
}

// tellStrays says which cells of a file were not used because most of their columns hold something
// else: texts among numbers, of which it shows the first, and numbers among texts.
func (c *collector) tellStrays(file string, texts, numbers []string, first firstCell) {
	if len(texts) > 0 {
		c.warnOnce(model.CodeStrayText, fmt.Sprintf("%s: cells of text in columns of numbers are not used: %s; the first is %s on line %d",
			printable(file), some(texts), quote(strings.TrimSpace(first.text)), first.line), model.Choose(model.OptionMissing, trim(first.text), "confirms this reading of it"))
	}
	if len(numbers) > 0 {
		c.warnOnce(model.CodeStrayNumber, fmt.Sprintf("%s: numbers in columns of text are not used: %s",
			printable(file), some(numbers)))
	}
}

// oneNumber finds a number that is no part of a word, a date or a fraction.
var oneNumber = model.Pattern(`(?:^|[\s:=("'*])([-+]?\d+(?:\.\d+)?)(?:$|[\s)"'*,;!]|\.(?:\s|$))`)

var digits = model.Pattern(`\d+(?:\.\d+)?`)

// numberIn returns the one number of a short text, such as "Score: 4".
func numberIn(text string) (string, bool) {
	const most = 60 // bytes of a text whose one number is the answer
	if text = trim(text); len(text) <= most {
		if m := oneNumber().FindStringSubmatch(text); m != nil && len(digits().FindAllString(text, 2)) == 1 {
			return m[1], isNumber(m[1])
		}
	}
	return "", false
}
