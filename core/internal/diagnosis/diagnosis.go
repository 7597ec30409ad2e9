package diagnosis

import (
	"context"
	"fmt"
	"math"

	"fms-tui/core/report/figure"
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
	return &Diagnosis{Warnings: x.warnings, Raters: x.raters()}, nil
}

// examination is the work on one data set.
type examination struct {
	ds         *model.Dataset
	attributes []attribute
	filled     []int     // cells by object
	watched    []watched // by rater
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
		x.warn(code, "", "%d attributes (%s) %s", len(names), figure.First(names, named), many)
	}
	x.advise(remedies...)
}

// littleObjects is the number of objects, and of objects judged twice, under
// which an attribute's figures are not to be trusted.
const littleObjects = 20

// amount warns of data that are too few: fewer than FewObjects objects; in
// larger data, attributes of which fewer than littleObjects objects were
// judged, or judged twice; objects that lack more than half of the attributes
// while most do not.
func (x *examination) amount() {
	ds := x.ds
	m := len(ds.Objects)
	if m < FewObjects {
		x.warn(model.CodeFewObjects, "", "only %d objects: look at reliabilities, and do not trust a selection from so few; judge %d objects or more", m, FewObjects)
	} else {
		var rarely, once []int
		for i := range x.attributes {
			switch a := &x.attributes[i]; {
			case a.objects == 0:
			case a.objects < littleObjects:
				rarely = append(rarely, i)
			case a.repeated > 0 && a.repeated < littleObjects:
				once = append(once, i)
			}
		}
		x.about(model.CodeLittleData, rarely,
			fmt.Sprintf("was judged for fewer than %d objects: its figures are guesses; judge more objects, or exclude it", littleObjects),
			fmt.Sprintf("were judged for fewer than %d objects: their figures are guesses; judge more objects, or exclude them", littleObjects))
		x.about(model.CodeFewRepeats, once,
			fmt.Sprintf("was judged twice for fewer than %d objects: its noise is a guess; have more objects judged a second time", littleObjects),
			fmt.Sprintf("were judged twice for fewer than %d objects: their noise is a guess; have more objects judged a second time", littleObjects))
	}
	x.sparseObjects()
}

func (x *examination) sparseObjects() {
	ds := x.ds
	var sparse []string
	for i, n := range x.filled {
		if n > 0 && 2*n < len(ds.Attributes) {
			sparse = append(sparse, ds.Objects[i])
		}
	}
	if n := len(sparse); n > 0 && 2*n < len(ds.Objects) {
		w := fmt.Sprintf("%d of %d objects lack more than half of the attributes (%s): they count for what they have; complete them first", n, len(ds.Objects), figure.First(sparse, named))
		x.warn(model.CodeLittleDataObjects, "", "%s", w)
		if n == 1 {
			x.warnings[len(x.warnings)-1].Object = sparse[0]
		}
	}
}

const (
	// identicalShare is the share of cells with identical repeats from which on
	// one asks whether the repeats were answers at all.
	identicalShare = 0.95
	// dependentZ is |z| from which on s² goes with n (docs/research/method.md section 1).
	dependentZ = 3
)

// repeats warns of attributes whose repeated judgments are alike in 95 % of the
// cells though the attribute has at least three values, or no rater is known:
// people agree on a plain yes or no, a cached answer or a model at temperature
// 0 agrees with itself on everything. And of attributes whose s² goes with n:
// then somebody bought a third judgment because two disagreed, and v is too
// large.
//
// The test of the latter allows for s² being scattered more widely in smaller
// cells: with centred n and s², the sum of the products n·s² has mean 0 where
// they are independent, and its variance is estimated by the sum of their
// squares (White's estimator), so that z is their quotient.
func (x *examination) repeats() {
	var alike, dependent []int
	for i := range x.attributes {
		a := &x.attributes[i]
		values := len(a.values) > 2 || a.many
		if a.repeated >= littleObjects && !a.constant() && (values || len(x.ds.Raters) == 0) &&
			float64(a.identical) >= identicalShare*float64(a.repeated) {
			alike = append(alike, i)
		}
		if a.repeated >= FewObjects && math.Abs(a.product) > dependentZ*math.Sqrt(a.scatter) {
			dependent = append(dependent, i)
		}
	}
	x.about(model.CodeIdenticalRepeats, alike,
		"has identical repeats in 95 % of its cells: were the answers cached, or given by a model at temperature 0? Then they are no repeats: collect fresh ones, or exclude it",
		"have identical repeats in 95 % of their cells: were the answers cached, or given by a model at temperature 0? Then they are no repeats: collect fresh ones, or exclude them")
	const why = "were more judgments bought where the first ones disagreed? Then the noise is wrong; plan the number of judgments before seeing them"
	x.about(model.CodeVarianceWithCount, dependent,
		"has another spread within objects that were judged more often: "+why,
		"have another spread within objects that were judged more often: "+why)
}
