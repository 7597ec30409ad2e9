package model

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
}

// Remedy is what helps against a finding or an error: a choice that the user
// can make, and what it does.
type Remedy struct {
	Choice
	Does string // goes on from the choice: "counts them", "if …"; "" to name it only
}

// Choose is the remedy of choosing a value.
func Choose(o Option, value, does string) Remedy { return Remedy{Choice{o, value}, does} }

// AdvisedError is an error that settings of the user prevent.
type AdvisedError struct {
	Err      error
	Remedies []Remedy
}

// Advise returns err with remedies: what the user can do about it.
func Advise(err error, remedies ...Remedy) error { return &AdvisedError{err, remedies} }

// Error says what is wrong. It leaves out the remedies, which the caller words.
func (e *AdvisedError) Error() string { return e.Err.Error() }

// Unwrap returns the cause, for errors.Is.
func (e *AdvisedError) Unwrap() error { return e.Err }
