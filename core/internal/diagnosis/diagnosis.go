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

// Of examines every judgment of ds in a few passes, and labels for values that stand for missing
// ones. The only error is the context's.
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
	x.apply(idsAndRepeats)
	x.duplicates()
	x.constantRaters()
	return &Diagnosis{Warnings: x.Findings, Raters: x.raters()}, nil
}

// Findings are collected one by one.
type Findings []model.Finding

// Add adds a finding, about an attribute or "", and returns it for what else is to be said.
func (f *Findings) Add(code model.Code, attribute, format string, args ...any) *model.Finding {
	*f = append(*f, model.Finding{Code: code, Attribute: attribute, Message: fmt.Sprintf(format, args...)})
	return &(*f)[len(*f)-1]
}

type examination struct {
	Findings
	ds         *model.Dataset
	attributes []attribute
	filled     []int     // cells by object
	watched    []watched // by rater
	spans      []span    // by rater and attribute; nil where they would be too many
}

// cell is one object's judgments of one attribute: the range lo:hi of the data
// set's slices.
type cell struct{ object, attribute, lo, hi int }

// rule is a finding about each attribute of a kind, said of one and of several.
type rule struct {
	code      model.Code
	of        func(x *examination, a *attribute) bool
	one, many string
	remedies  []model.Choice
}

const (
	// littleObjects is the number of objects, and of objects judged twice, under
	// which an attribute's figures are not to be trusted.
	littleObjects = 20
	// identicalShare is the share of cells with identical repeats from which on
	// one asks whether the repeats were answers at all.
	identicalShare = 0.95
	// dependentZ is |z| from which on s² goes with n (docs/research/method.md section 1).
	dependentZ = 3
)

// amounts are about attributes of which too few objects were judged, or judged twice.
var amounts = []rule{{
	model.CodeLittleData, func(_ *examination, a *attribute) bool { return a.objects > 0 && a.objects < littleObjects },
	"was judged for fewer than 20 objects: its figures are guesses; judge more objects, or exclude it",
	"were judged for fewer than 20 objects: their figures are guesses; judge more objects, or exclude them", nil,
}, {
	model.CodeFewRepeats, func(_ *examination, a *attribute) bool {
		return a.objects >= littleObjects && a.repeated > 0 && a.repeated < littleObjects
	},
	"was judged twice for fewer than 20 objects: its noise is a guess; have more objects judged a second time",
	"were judged twice for fewer than 20 objects: their noise is a guess; have more objects judged a second time", nil,
}}

// ids are about attributes that rise from judgment to judgment in whole numbers: they number rows,
// or tell the time. repeats are about attributes whose repeated judgments are alike in 95 % of the
// cells though the attribute has at least three values, or no rater is known:
// people agree on a plain yes or no, a cached answer or a model at temperature
// 0 agrees with itself on everything. And about attributes whose s² goes with n:
// then somebody bought a third judgment because two disagreed, and v is too
// large.
//
// The test of the latter allows for s² being scattered more widely in smaller
// cells: with centred n and s², the sum of the products n·s² has mean 0 where
// they are independent, and its variance is estimated by the sum of their
// squares (White's estimator), so that z is their quotient.
var idsAndRepeats = []rule{{
	model.CodeSuspiciousScale, func(_ *examination, a *attribute) bool { return a.judgments >= FewObjects && !a.stays },
	"holds whole numbers that rise from each judgment to the next: is it an id or a time?",
	"hold whole numbers that rise from each judgment to the next: are they ids, or times?",
	[]model.Choice{model.Choose(model.OptionExclude, "", "leaves attributes out")},
}, {
	model.CodeIdenticalRepeats, func(x *examination, a *attribute) bool {
		values := len(a.values) > 2 || a.many || len(x.ds.Raters) == 0
		return a.repeated >= littleObjects && !a.constant() && values && float64(a.identical) >= identicalShare*float64(a.repeated)
	},
	"has identical repeats in 95 % of its cells: were the answers cached, or given by a model at temperature 0? Then they are no repeats: collect fresh ones, or exclude it",
	"have identical repeats in 95 % of their cells: were the answers cached, or given by a model at temperature 0? Then they are no repeats: collect fresh ones, or exclude them", nil,
}, {
	model.CodeVarianceWithCount, func(_ *examination, a *attribute) bool {
		return a.repeated >= FewObjects && math.Abs(a.product) > dependentZ*math.Sqrt(a.scatter)
	},
	"has " + anotherSpread, "have " + anotherSpread, nil,
}}

const anotherSpread = "another spread within objects that were judged more often: were more judgments bought where the first ones disagreed? " +
	"Then the noise is wrong; plan the number of judgments before seeing them"

// named is how many names a warning lists.
const named = 5

// apply adds the findings of some rules; one about a single attribute carries its name.
func (x *examination) apply(rules []rule) {
	for _, r := range rules {
		var names []string
		for i := range x.attributes {
			if r.of(x, &x.attributes[i]) {
				names = append(names, x.ds.Attributes[i])
			}
		}
		if w := x.tell(r.code, names, "%s ", r.one, "attributes", r.many); w != nil {
			if w.Remedies = r.remedies; len(names) == 1 {
				w.Attribute = names[0]
			}
		}
	}
}

// tell adds a finding about one name, which is put into who, or about several of a kind; nil about
// none.
func (x *examination) tell(code model.Code, names []string, who, one, kind, many string) *model.Finding {
	switch len(names) {
	case 0:
		return nil
	case 1:
		return x.Add(code, "", who+"%s", names[0], one)
	}
	return x.Add(code, "", "%d %s (%s) %s", len(names), kind, figure.First(names, named), many)
}

// amount warns of data that are too few: fewer than FewObjects objects; in larger data, attributes
// by amounts; objects that lack more than half of the attributes while most do not.
func (x *examination) amount() {
	ds := x.ds
	if m := len(ds.Objects); m < FewObjects {
		said, d := ": look at reliabilities, and do not trust a selection from so few", len(ds.Attributes)
		if d > FewObjects && d > 5*m {
			said = fmt.Sprintf(" beside %d attributes: if these are what was judged, swap rows and columns", d)
		}
		x.Add(model.CodeFewObjects, "", "only %d objects%s; judge %d objects or more", m, said, FewObjects)
	} else {
		x.apply(amounts)
	}
	var sparse []string
	for i, n := range x.filled {
		if n > 0 && 2*n < len(ds.Attributes) {
			sparse = append(sparse, ds.Objects[i])
		}
	}
	if n := len(sparse); n > 0 && 2*n < len(ds.Objects) {
		w := x.Add(model.CodeLittleDataObjects, "", "%d of %d objects lack more than half of the attributes (%s): they count for what they have; complete them first", n, len(ds.Objects), figure.First(sparse, named))
		if n == 1 {
			w.Object = sparse[0]
		}
	}
}
