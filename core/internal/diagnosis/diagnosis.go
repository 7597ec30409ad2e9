package diagnosis

import (
	"context"
	"fmt"
	"strings"

	"fms-tui/model"
)

// FewObjects is the number of objects under which no selection is to be
// trusted.
const FewObjects = 30

// Diagnosis holds the findings about a data set, and the behaviour of its raters. It is
// immutable.
type Diagnosis struct {
	Warnings []model.Finding // the most general first, then by attribute, then by rater
	Raters   []Rater         // in the order of Dataset.Raters
	Spreads  []Spread        // in the order of Dataset.Attributes
}

// Of examines every judgment of ds in a few passes. Labels do not matter. The only
// error is the context's.
func Of(ctx context.Context, ds *model.Dataset) (*Diagnosis, error) {
	x := &examination{ds: ds, attributes: make([]attribute, len(ds.Attributes))}
	for _, step := range []func(){x.count, x.follow} {
		if step(); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	x.amount()
	x.codes()
	x.scales()
	x.ids()
	x.repeats()
	x.duplicates()
	if err := x.combinations(ctx); err != nil {
		return nil, err
	}
	x.constantRaters()
	return &Diagnosis{Warnings: x.warnings, Raters: x.raters(), Spreads: x.spreads}, nil
}

// examination is the work on one data set.
type examination struct {
	ds         *model.Dataset
	attributes []attribute
	filled     []int     // cells by object
	paired     []bool    // by object: two judgments in each cell
	form       []int32   // attributes of an object's judgments, two in each cell; nil before there is one
	unread     []span    // of any rater where spans is nil
	unsure     []int     // scratch
	watched    []watched // by rater
	spreads    []Spread  // by attribute
	spans      []span    // by rater and attribute; nil where they would be too many
	warnings   []model.Finding
}

// cell is one object's judgments of one attribute: the range lo:hi of the data
// set's slices.
type cell struct{ object, attribute, lo, hi int }

func (x *examination) warn(code model.Code, attribute, format string, args ...any) {
	x.warnings = append(x.warnings, model.Finding{Code: code, Attribute: attribute, Message: fmt.Sprintf(format, args...)})
}

// advise says what helps against the last finding.
func (x *examination) advise(remedies ...model.Remedy) {
	x.warnings[len(x.warnings)-1].Remedies = remedies
}

// named is how many names a warning lists.
const named = 5

// list names the first of some things.
func list(names []string) string {
	if more := len(names) - named; more > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:named], ", "), more)
	}
	return strings.Join(names, ", ")
}

// about adds one warning about several attributes; with a single one the
// warning carries its name.
func (x *examination) about(code model.Code, which []int, one, many string, remedies ...model.Remedy) {
	if len(which) == 0 {
		return
	}
	var names []string
	for _, a := range which {
		names = append(names, x.ds.Attributes[a])
	}
	if len(names) == 1 {
		x.warn(code, names[0], "%s %s", names[0], one)
	} else {
		x.warn(code, "", "%d attributes (%s) %s", len(names), list(names), many)
	}
	x.advise(remedies...)
}
