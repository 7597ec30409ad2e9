package page

import (
	"math"
	"math/rand/v2"

	"fms-tui/model"
)

// Halves deals the objects of a data set into two halves at random, with all their
// judgments and labels.
func Halves(ds *model.Dataset, rng *rand.Rand) (learn, rest *model.Dataset) {
	return Pilot(ds, len(ds.Objects), rng)
}

// Pilot is Halves, of whose first half at most so many objects are kept.
func Pilot(ds *model.Dataset, most int, rng *rand.Rand) (learn, rest *model.Dataset) {
	var halves [2][]int
	for place, i := range rng.Perm(len(ds.Objects)) {
		if k := place % 2; k == 1 || place/2 < most {
			halves[k] = append(halves[k], i)
		}
	}
	return Part(ds, halves[0]), Part(ds, halves[1])
}

// Part is a data set of some of the objects, with all that belongs to them.
func Part(ds *model.Dataset, objects []int) *model.Dataset {
	b := new(model.Builder)
	for _, a := range ds.Attributes {
		b.Attribute(a)
	}
	var labels []int
	for _, l := range ds.Labels {
		labels = append(labels, b.AddLabel(l.Name))
	}
	for _, i := range objects {
		o := b.Object(ds.Objects[i])
		for n, l := range ds.Labels {
			if !math.IsNaN(l.Values[i]) {
				b.SetLabel(labels[n], o, l.Values[i])
			}
		}
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			rater := model.NoRater
			if w := ds.Rater[j]; w != model.NoRater {
				rater = b.RaterID(ds.Raters[w])
			}
			b.Add(o, int(ds.Attr[j]), rater, ds.Value[j])
		}
	}
	return b.Build()
}
