package model

// NoRater marks a judgment whose rater is unknown.
const NoRater int32 = -1

// Dataset is judgment data in memory: objects, attributes, raters, labels and
// the judgments themselves. It is built once by a Builder and never changed.
//
// The judgments of object i are the half-open range Start[i]:Start[i+1] of the
// parallel slices Attr, Value and Rater. Inside an object they are ordered by
// attribute, and inside a cell (one object, one attribute) as they were read.
type Dataset struct {
	Name       string   // how the data are called on screen: a file's or a sample's name
	Simulated  bool     // true for bundled data that no person ever judged
	Origin     string   // of bundled data that are real: who collected them, and the licence; else ""
	Sources    []Source // the files read, in order
	Objects    []string // ids as read, trimmed; unique
	Attributes []string // names; unique
	Raters     []string // ids; unique; empty when no judgment carries one
	Labels     []Label
	Prices     []Amount // price of a judgment by attribute, or nil: each costs 1
	PriceUnit  string   // what Prices count, such as "USD"; "" where they are plain numbers
	Nameless   []bool   // by rater: it stands for a row or a call whose rater is not known; nil for none
	// Calls are sets of two attributes or more that come from one call or one filled form: a
	// buyer of one gets the others too. Prices that the data do not say are 0.
	Calls []Sheet

	Start []int     // length len(Objects)+1
	Attr  []int32   // index into Attributes
	Value []float64 // finite
	Rater []int32   // index into Raters, or NoRater

	// MomentsOf is set where the moments of judgments were read in place of the
	// judgments: it counts what they were made from. Objects, Raters, the
	// labels' Values and the judgments are then empty.
	MomentsOf *Summary

	// Unlabelled is the data set as it was before a label was made of one of its
	// attributes (LabelFrom); nil where none was.
	Unlabelled *Dataset

	Reading  Reading   // how the files were understood
	Warnings []Finding // what was odd about them
}

// Label is one number, or one class, to be predicted for each object.
type Label struct {
	Name   string
	Values []float64 // one per object; NaN where the object has none
	// Words are what the data say in place of 0 and of 1; "" where the data have numbers.
	Words [2]string
	// Classes are the names of three or more classes, whose values are their numbers 0, 1,
	// 2 …; nil where the values are numbers.
	Classes []string
	// Ordered tells whether the classes are steps of a scale: the values are then learned
	// as the numbers that they are.
	Ordered bool
	// Binary reports, for the label of moments without Values, that every value is 0 or 1.
	Binary bool
}

// ClassNames returns the names of a label's classes, by value 0, 1, …: its Classes, or as
// TwoClasses; nil where it has none.
func (l *Label) ClassNames() []string {
	if l.Classes != nil {
		return l.Classes
	}
	if names, ok := l.TwoClasses(); ok {
		return names[:]
	}
	return nil
}

// Unordered tells whether the label has three or more classes of no order, each of which
// is learned against the rest.
func (l *Label) Unordered() bool { return l.Classes != nil && !l.Ordered }

// TwoClasses returns the names of a label's two classes, the words of the data or "0" and
// "1", and whether there are two: every value is 0 or 1, and both occur.
func (l *Label) TwoClasses() (names [2]string, ok bool) {
	var found [2]bool
	if l.Classes != nil {
		return names, false
	}
	for _, y := range l.Values {
		switch y {
		case 0:
			found[0] = true
		case 1:
			found[1] = true
		default:
			if y == y { // not NaN
				return names, false
			}
		}
	}
	names = l.Words
	if names == ([2]string{}) {
		names = [2]string{"0", "1"}
	}
	return names, found[0] && found[1] || l.Values == nil && l.Binary
}

// ObjectLabel is an inferred label of an object.
type ObjectLabel struct {
	Object      string
	Class       bool    // the label is 1
	Probability float64 // that the label is 1, from 0 to 1
}

// Source names a file that was read.
type Source struct {
	File   string // as the user named it
	SHA256 string // hex digest of the bytes as stored; "" where not computed
}

// Reading tells how a data set's files were understood, for `check` and the
// Data screen.
type Reading struct {
	Layout  string       // "long", "by-rater" or "by-object"
	Form    string       // the export that the rows were made of, such as "Mechanical Turk batch"; "" where they are as they stand
	Columns []ColumnRole // every column of every file, in file order; for reshaped files the new columns
	Rows    int          // data rows read, the header not counted; tasks, records or assignments of exports
	Kept    int          // the rows of Rows that are not left out whole
	Dropped []Dropped    // rows, cells or single answers that were left out, by reason
	// DroppedCells are the entries of Dropped that are cells of rows kept.
	DroppedCells []Dropped
	Choices      []Choice  // of options, which would reproduce this reading
	Because      []Finding // what the cells or the form of the file decided, without a full stop, and what would decide otherwise
}

// ColumnRole says what a column was taken for, and why.
type ColumnRole struct {
	File   string
	Column string
	Role   string
	Code   string
	Reason string // the code as a sentence; "" where the user named the column
	Remedy Choice // what makes something else of it, or by what option the user named it
	Label  bool   // it is not used, and could be a label: its numbers or few words never differ within an object
}

// Alternative is one of several possible readings of a file.
type Alternative struct {
	Choices []Choice // that settle it
	Meaning string   // what it takes for what, in one phrase
}

// FirstRows is what the first rows of a file come to in a reading: its columns in their roles, and
// counts of these rows.
type FirstRows struct {
	Columns    []ColumnRole
	Examples   [][]string // by column: at most three different values, fit for a terminal
	Choices    []Choice   // that say the same
	LabelFrom  string     // the attribute that becomes the label, or the files of labels; "" for none
	Objects    int
	Labelled   int // objects with a value of the first label
	Attributes int
	PerCell    float64 // judgments an object and attribute
	Rows, Lost int     // rows read, and of them those that are left out whole
	// Behind is how far this reading is behind the best, in nats: 0 for the best, +Inf where the
	// cells speak against it altogether. Below 1.5 nats two readings are nearly alike.
	Behind   float64
	Judged   []string      // two judgments as they are read, a sentence each
	Findings []Finding     // what is odd
	Others   []Alternative // at most three, the likeliest first, each with objects of its own
}

// Dropped counts what was left out for one reason.
type Dropped struct {
	Reason string
	Count  int
}

// Price returns the data's own price of a judgment of attribute a.
func (d *Dataset) Price(a int) Amount {
	if d.Prices == nil {
		return Unit
	}
	return d.Prices[a]
}

// Label returns the label of that name, or nil.
func (d *Dataset) Label(name string) *Label {
	for i := range d.Labels {
		if d.Labels[i].Name == name {
			return &d.Labels[i]
		}
	}
	return nil
}

// Features are numbers about objects that no rater gives, such as the length of a text.
type Features struct {
	Objects []string
	Names   []string
	Values  [][]float64 // by name, then by object; finite, or NaN where there is none
	Unused  []string    // columns that hold no numbers
}

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
