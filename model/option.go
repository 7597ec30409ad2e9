package model

import (
	"errors"
)

// Option names a choice of the user: of how files are read, or of what is
// computed. The program words it as a flag, the screen as a key where it has one.
type Option string

// The options that remedies and readings name.
const (
	OptionLayout      Option = "layout"
	OptionObject      Option = "object-col"
	OptionAttribute   Option = "attribute-col"
	OptionJudgment    Option = "judgment-col"
	OptionRater       Option = "rater-col"
	OptionIgnore      Option = "ignore-col"
	OptionPivot       Option = "pivot"
	OptionAttributes  Option = "attributes"
	OptionWhere       Option = "where"
	OptionShard       Option = "shard"
	OptionRecords     Option = "records"
	OptionTokenPrice  Option = "token-price"
	OptionMissing     Option = "missing"
	OptionEncoding    Option = "encoding"
	OptionDecimal     Option = "decimal"
	OptionColumns     Option = "columns"
	OptionNameIs      Option = "name-is"
	OptionLabelFile   Option = "labels"
	OptionLabel       Option = "label"
	OptionLabelFrom   Option = "label-from"
	OptionOrdered     Option = "ordered"
	OptionScale       Option = "scale"
	OptionRaters      Option = "raters"
	OptionDesign      Option = "design"
	OptionSheet       Option = "sheet"
	OptionPSD         Option = "psd"
	OptionShrink      Option = "shrink"
	OptionLabelBy     Option = "label-by"
	OptionRidge       Option = "ridge"
	OptionCost        Option = "cost"
	OptionExclude     Option = "exclude"
	OptionMin         Option = "min"
	OptionMax         Option = "max"
	OptionMaxRepeats  Option = "max-repeats"
	OptionReliability Option = "reliability"
	OptionBudget      Option = "budget"
	OptionAllowSmall  Option = "allow-small"
	OptionForce       Option = "force"
	OptionOrder       Option = "order-col"
	OptionSQL         Option = "sql"
	OptionLabelsSQL   Option = "labels-sql"
	OptionRaterKey    Option = "rater-key"
)

// Choice is an option with a value. Several values are joined by commas, as in
// a line of CSV.
type Choice struct {
	Option Option
	Value  string // "" where only the option is meant
	Does   string // of a remedy against a finding or an error, what it does: "counts them", "if …"; else ""
}

// Choose is the remedy of choosing a value.
func Choose(o Option, value, does string) Choice { return Choice{o, value, does} }

// advisedError is an error that settings of the user prevent.
type advisedError struct {
	error
	remedies []Choice
}

func (e *advisedError) Unwrap() error { return e.error }

// Advise returns err with remedies: what the user can do about it. Its text leaves them out, for the
// caller to word.
func Advise(err error, remedies ...Choice) error { return &advisedError{err, remedies} }

// Remedies are those that [Advise] gave an error, nil for none.
func Remedies(err error) []Choice {
	var advised *advisedError
	if errors.As(err, &advised) {
		return advised.remedies
	}
	return nil
}

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
