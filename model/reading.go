package model

// What a column of a file was taken for.
const (
	RoleObject    = "object"
	RoleAttribute = "attribute" // the attribute's name in long, its judgments elsewhere
	RoleJudgment  = "judgment"
	RoleRater     = "rater"
	RoleLabel     = "label"
	RoleNumbering = "numbering"
	RoleUnused    = "not used"
)

// Why a column has its role, in one word; ColumnRole.Reason says it in a sentence. Codes are
// stable, sentences are not.
const (
	ReasonName       = "name"       // the header says so
	ReasonFlag       = "flag"       // the user names the column (ColumnRole.Asked)
	ReasonIgnored    = "ignored"    // the user leaves it out
	ReasonForm       = "form"       // the tool that wrote the file, or a shape, says so
	ReasonValues     = "values"     // the cells say so
	ReasonText       = "text"       // not used: the cells are text
	ReasonEmpty      = "empty"      // not used: no cell holds a value
	ReasonNumbers    = "numbers"    // not used: numbers that fit no role; could be a label
	ReasonOther      = "other"      // not used: fits no role
	ReasonIdentifier = "identifier" // not used: tells rows or objects apart
	ReasonMeasure    = "measure"    // not used: tokens, cost, time and the like
	ReasonLabel      = "label"      // not used: a label that the user did not ask for, with a defect
)

// NamedRaters counts the raters with an id in the data, without the raters that stand
// for rows or calls without an id.
func (d *Dataset) NamedRaters() int {
	n := len(d.Raters)
	for _, nameless := range d.Nameless {
		if nameless {
			n--
		}
	}
	return n
}

// IsNameless tells whether a rater stands for a row or call whose rater is not
// known.
func (d *Dataset) IsNameless(rater int) bool {
	return rater < len(d.Nameless) && d.Nameless[rater]
}
