package read

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// collector gathers what all files hold.
type collector struct {
	builder  model.Builder
	name     string // of the data
	last     int    // object of the row before, -1 for none
	labels   []*labelValues
	warnings []model.Finding
	columns  []model.ColumnRole
	sources  []model.Source
	forms    []string        // the names of the tools found
	before   []string        // the headers of files before they were reshaped
	rows     int             // of files before
	here     int             // rows of the file at hand
	kept     int             // rows that are not left out whole
	left     []model.Dropped // by tools
	missing  int             // cells, or rows in long, without a judgment
	blank    int             // rows of empty cells
	totals   int             // rows of sums and means, as spreadsheets have them
	strays   int             // cells of text in columns of numbers

	opt          Options
	askedFiles   []*asked        // by file
	scale        []string        // how answers are read, as the option of a scale says it
	split        map[string]bool // columns of files before whose options became attributes
	spent        []mean          // by attribute, what judgments cost
	unwanted     []string        // attributes that --attributes does not name
	unit         string          // of spent
	together     []int           // by attribute: one of those of its calls, the same for all of them
	because      map[int]string  // why, by attribute
	decided      []model.Finding // what the cells decided
	missingCells int             // the missing cells of kept rows
	limits       Limits
	ahead        int64 // bytes of the file at hand after which its judgments are foretold; 0 for never
	checked      int   // attributes that are no more than may be kept
	meter        *Meter
	parts        *parts // nil where the file is read as a whole
}

func newCollector(opt Options) *collector {
	return &collector{opt: opt, scale: slices.Clone(opt.Scale), split: make(map[string]bool), because: make(map[int]string), last: -1}
}

func (c *collector) warn(w model.Finding) { c.warnings = append(c.warnings, w) }

// teller takes what is to be said once of a file.
type teller func(code model.Code, message string, remedies ...model.Choice)

// warnOnce warns unless the same was said before.
func (c *collector) warnOnce(code model.Code, message string, remedies ...model.Choice) {
	w := model.Finding{Code: code, Message: message, Remedies: remedies}
	if !slices.ContainsFunc(c.warnings, w.Equal) {
		c.warn(w)
	}
}

// sameFile warns of data files that hold the same bytes: their judgments count twice.
func (c *collector) sameFile() {
	for i, s := range c.sources {
		if n := slices.IndexFunc(c.sources[:i], func(t model.Source) bool { return t.SHA256 == s.SHA256 }); n >= 0 {
			c.warn(model.Finding{Code: model.CodeSameFile, Message: fmt.Sprintf(
				"%s and %s hold the same bytes: every judgment in them counts twice; name one of them", c.sources[n].File, s.File)})
		}
	}
}

// isTotal tells whether an object is what spreadsheets call their sums and means.
func isTotal(id string) bool {
	return len(id) >= len("ø") && len(id) <= len("grand averages") && slices.Contains(totals, strings.ToLower(id))
}

var (
	spreads = strings.Fields("max maximum min minimum median sd std stdev n count") // in rows below means
	totals  = strings.Split("total|totals|subtotal|sum|average|mean|grand total|grand totals|grand mean|overall mean|column mean|avg|durchschnitt|mittelwert|mittel|ø|summe|gesamt|insgesamt|moyenne|promedio|gemiddelde", "|")
)

// object returns the index of a row's object, or -1 for a row of empty cells or of totals.
func (c *collector) object(r *roles, row *row) (int, error) {
	id := trim(row.cells[r.object])
	if object, known := c.builder.KnownObject(id); known {
		if c.parts != nil && object != c.last {
			c.parts.again++
		}
		c.last = object
		return object, nil
	}
	switch {
	case isMissing(id) && blank(row.cells):
		c.blank++
		return -1, nil
	case isTotal(id), c.totals > 0 && slices.Contains(spreads, strings.ToLower(id)),
		isMissing(id) && slices.ContainsFunc(row.cells, func(cell string) bool { return isTotal(trim(cell)) }):
		c.totals++
		return -1, nil
	case isMissing(id):
		return -1, &Error{File: r.file, Line: row.line, Column: r.header[r.object], Value: id, Message: noObject(id)}
	case c.parts != nil:
		if err := c.parts.before(c, r, id, row.line); err != nil {
			return -1, err
		}
	}
	c.last = c.builder.Object(id)
	return c.last, nil
}

// attribute returns the index of an attribute, which a question may stand for.
func (c *collector) attribute(name string) int { return c.builder.Attribute(model.AttributeOf(name)) }

// checkKept refuses more than may be kept after a row.
func (c *collector) checkKept(file string, line int) error {
	attributes := len(c.builder.Attributes())
	if attributes == c.checked && int64(c.builder.Judgments()) < c.limits.Most("judgments") {
		return nil
	}
	c.checked = attributes
	return c.limits.checkKept(file, line, attributes, c.builder.Judgments())
}

func noObject(cell string) string {
	if cell == "" {
		return "is empty: every row needs the id of its object"
	}
	return "stands for a missing id: every row needs the id of its object"
}

// bad is the error about a cell that should hold a number.
func (r *roles) bad(column, line int, cell string) error {
	message, remedies := valueProblem(cell)
	if r.hint != nil && r.hint.known[r.header[column]].role != noRole {
		message += "; the column is " + r.hint.known[r.header[column]].why.text
	}
	return &Error{File: r.file, Line: line, Column: r.header[column], Value: strings.Clone(trim(cell)), Message: message, Remedies: remedies}
}

// dropped lists what was read and holds no judgment.
func (c *collector) dropped() []model.Dropped {
	var list []model.Dropped
	for _, d := range append([]model.Dropped{
		{Reason: missingJudgment, Count: c.missing},
		{Reason: "row of totals or means", Count: c.totals},
		{Reason: "empty row", Count: c.blank},
		{Reason: "text in a column of numbers", Count: c.strays},
	}, c.left...) {
		list = addDropped(list, d.Reason, d.Count)
	}
	return list
}

const missingJudgment = "missing judgment"
