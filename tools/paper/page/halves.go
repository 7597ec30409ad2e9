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
	halves := [2]*model.Builder{new(model.Builder), new(model.Builder)}
	var labels [2][]int
	for k, b := range halves {
		for _, a := range ds.Attributes {
			b.Attribute(a)
		}
		for _, l := range ds.Labels {
			labels[k] = append(labels[k], b.AddLabel(l.Name))
		}
	}
	for place, i := range rng.Perm(len(ds.Objects)) {
		k := place % 2
		if k == 0 && place/2 >= most {
			continue
		}
		b := halves[k]
		o := b.Object(ds.Objects[i])
		for n, l := range ds.Labels {
			if !math.IsNaN(l.Values[i]) {
				b.SetLabel(labels[k][n], o, l.Values[i])
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
	return halves[0].Build(), halves[1].Build()
}
