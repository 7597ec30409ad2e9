package experts

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// Named is data with the names of what they are about.
type Named struct {
	Data
	Label    string          // the judged attribute that is voted on
	Objects  []string        // the objects of the judgments, then the objects with features only
	Experts  []string        // the raters, in the order of Votes.Expert
	Features []string        // in the order of X
	Blank    []bool          // by object: no votes and no feature of its own
	Warnings []model.Finding // what was left out or filled in
}

// FromDataset takes the judgments of an attribute, by its index, as votes. Features are
// the means of the other attributes that keep accepts, and further features, which may
// be nil. An object without a feature gets the feature's mean over the other objects.
// Several votes of one expert on an object become their majority, and no vote if they
// are tied.
//
// If no judgment names its rater and all objects have equally many judgments, the first
// judgment of each object is attributed to a first expert, and so on. Errors name a
// judgment that is no vote, or say that the experts are unknown.
func FromDataset(ds *model.Dataset, attribute int, keep func(name string) bool, more *model.Features) (*Named, error) {
	n := &Named{Label: ds.Attributes[attribute], Objects: slices.Clone(ds.Objects)}
	if more != nil {
		known := make(map[string]bool)
		for _, o := range ds.Objects {
			known[o] = true
		}
		for _, o := range more.Objects {
			if !known[o] {
				n.Objects = append(n.Objects, o)
			}
		}
	}
	if err := n.addVotes(ds, attribute); err != nil {
		return nil, err
	}
	own := make([]bool, len(n.Objects))
	for a, name := range ds.Attributes {
		if a != attribute && keep(name) {
			n.addFeature(name, n.means(ds, a), own)
		}
	}
	if more != nil {
		if err := n.addMore(more, keep, own); err != nil {
			return nil, err
		}
	}
	n.Blank = make([]bool, len(own))
	for i := range own {
		n.Blank[i] = n.Of(i) == 0 && !own[i]
	}
	return n, nil
}

// Labels are a fit's labels of the objects with votes or features.
func (n *Named) Labels(f *Fit) (labels []model.ObjectLabel) {
	for i, l := range f.Labels(&n.Data) {
		if !n.Blank[i] {
			labels = append(labels, model.ObjectLabel{Object: n.Objects[i], Class: l.Class, Probability: l.Probability})
		}
	}
	return labels
}

// judgments lists, by object of the data, the places of its judgments of an attribute.
func judgments(ds *model.Dataset, attribute int) [][]int {
	all := make([][]int, len(ds.Objects))
	for i := range all {
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			if int(ds.Attr[j]) == attribute {
				all[i] = append(all[i], j)
			}
		}
	}
	return all
}

// addVotes fills the votes and the experts, only experts who vote.
func (n *Named) addVotes(ds *model.Dataset, attribute int) error {
	votes := judgments(ds, attribute)
	byPosition, err := n.checkVotes(ds, votes)
	if err != nil {
		return err
	}
	index := make(map[int32]int32)
	n.Start = []int{0}
	repeated, tied := 0, 0
	for i := range n.Objects {
		yes := make(map[int32]int) // votes for less votes against
		var order []int32
		for place := 0; i < len(votes) && place < len(votes[i]); place++ {
			j := votes[i][place]
			k := ds.Rater[j]
			if byPosition {
				k = model.NoRater - 1 - int32(place)
			}
			if _, voted := yes[k]; voted {
				repeated++
			} else {
				order = append(order, k)
			}
			yes[k] += int(2*ds.Value[j] - 1)
		}
		for _, k := range order {
			if yes[k] == 0 {
				tied++
				continue
			}
			if _, known := index[k]; !known {
				index[k] = int32(len(n.Experts))
				n.Experts = append(n.Experts, nameOf(ds, k))
			}
			n.Expert, n.Yes = append(n.Expert, index[k]), append(n.Yes, yes[k] > 0)
		}
		n.Start = append(n.Start, len(n.Yes))
	}
	n.Data.Experts = len(n.Experts)
	if repeated > 0 {
		n.warn(model.CodeRepeatedVotes, fmt.Sprintf("%d votes are by experts who voted on the same object before: their majority counts once, and a tie does not count (%d times)", repeated, tied))
	}
	var silent []string // where votes name their raters
	for k, name := range ds.Raters {
		if _, votes := index[int32(k)]; !votes {
			silent = append(silent, name)
		}
	}
	if len(silent) > 0 {
		n.warn(model.CodeExpertsWithoutVotes, fmt.Sprintf("%d of %d raters never vote on %s, or are always tied, and are left out: %s", len(silent), len(ds.Raters), n.Label, figure.First(silent, 5)))
	}
	return nil
}

// nameOf is the name of an expert by rater, or by position below NoRater.
func nameOf(ds *model.Dataset, k int32) string {
	if k >= 0 {
		return ds.Raters[k]
	}
	return fmt.Sprintf("expert %d", model.NoRater-k)
}

// columnOfExperts is what helps where nobody knows whose votes are.
var columnOfExperts = model.Choose(model.OptionRater, "COLUMN", "names the column of the experts")

// checkVotes checks the votes, by object, and tells whether their places stand for the experts.
func (n *Named) checkVotes(ds *model.Dataset, votes [][]int) (byPosition bool, err error) {
	count, most, least, anonymous, all, busiest := make(map[int32]int), 0, math.MaxInt, 0, 0, 0
	for i, own := range votes {
		for _, j := range own {
			if v := ds.Value[j]; v != 0 && v != 1 {
				return false, fmt.Errorf("%s of object %q is %g, which is no vote: votes are 0 or 1, true or false, yes or no", n.Label, ds.Objects[i], v)
			}
			if k := ds.Rater[j]; k == model.NoRater {
				anonymous++
			} else {
				count[k]++
				busiest = max(busiest, count[k])
			}
		}
		if all += len(own); len(own) > 0 {
			most, least = max(most, len(own)), min(least, len(own))
		}
	}
	switch {
	case anonymous == all && most == least && most > 1:
		n.warn(model.CodeExpertsByPosition, fmt.Sprintf("votes do not name their experts: the first vote on each object counts as expert 1's, and so on up to %d", most))
		return true, nil
	case anonymous > 0:
		return false, model.Advise(fmt.Errorf("%d of %d votes do not say whose they are", anonymous, all), columnOfExperts)
	case busiest <= 1 && all > 1:
		return false, model.Advise(errors.New("no expert votes on two objects, so that nobody can tell who is often right: is there a column of experts?"), columnOfExperts)
	}
	return false, nil
}

// means are the mean judgments of an attribute; NaN without any.
func (n *Named) means(ds *model.Dataset, attribute int) []float64 {
	out := slices.Repeat([]float64{math.NaN()}, len(n.Objects))
	for i, own := range judgments(ds, attribute) {
		sum := 0.
		for _, j := range own {
			sum += ds.Value[j]
		}
		out[i] = sum / float64(len(own))
	}
	return out
}

// addMore adds features of files.
func (n *Named) addMore(more *model.Features, keep func(string) bool, own []bool) error {
	at := make(map[string]int, len(n.Objects))
	for i, o := range n.Objects {
		at[o] = i
	}
	for j, name := range more.Names {
		if !keep(name) {
			continue
		}
		if slices.Contains(n.Features, name) {
			return model.Advise(fmt.Errorf("%s is an attribute of the votes and a feature of the file of features too", name), model.Choose(model.OptionIgnore, name, "leaves it out"))
		}
		values := slices.Repeat([]float64{math.NaN()}, len(n.Objects))
		for i, v := range more.Values[j] {
			values[at[more.Objects[i]]] = v
		}
		n.addFeature(name, values, own)
	}
	if len(more.Unused) > 0 {
		n.warn(model.CodeFeaturesWithoutNumbers, "columns without numbers are no features: "+strings.Join(more.Unused, ", "))
	}
	return nil
}

// addFeature adds a column, its mean where it lacks a number. own is set for the
// objects that have one.
func (n *Named) addFeature(name string, values []float64, own []bool) {
	sum, has := 0., 0
	least, most := math.Inf(1), math.Inf(-1)
	for i, v := range values {
		if !math.IsNaN(v) {
			own[i] = true
			sum += v
			has++
			least, most = min(least, v), max(most, v)
		}
	}
	switch {
	case has == 0:
		n.warn(model.CodeFeatureWithoutValues, name+" has no value for any object: left out")
		return
	case least == most:
		n.warn(model.CodeConstantFeature, fmt.Sprintf("%s is %g everywhere: it says nothing", name, least))
	}
	for i, v := range values {
		if math.IsNaN(v) {
			values[i] = sum / float64(has)
		}
	}
	if lack := len(values) - has; lack > 0 {
		n.warn(model.CodeMissingFeatures, fmt.Sprintf("%s is missing for %d of %d objects: taken for its mean, %.4g", name, lack, len(values), sum/float64(has)))
	}
	n.Features = append(n.Features, name)
	n.X = append(n.X, values)
}

func (n *Named) warn(code model.Code, message string) {
	n.Warnings = append(n.Warnings, model.Finding{Code: code, Message: message})
}
