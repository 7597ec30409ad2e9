package core

import "math"

// ClassMeans returns the mean judgment of each attribute by class, in the attribute's units;
// nil where one label with classes is not what is predicted. NaN stands for an attribute without
// judgments in the class.
//
// For the indicator y_k of a class with share π_k, Cov(x, y_k) = π_k (E[x|k] - E[x]).
func (r *Result) ClassMeans() (names []string, means [][]float64) {
	label := r.aims.labels[0]
	if len(r.aims.labels) > 1 || label.ClassNames() == nil {
		return nil, nil
	}
	names = label.ClassNames()
	for k := range names {
		row := make([]float64, len(r.Attributes))
		for a := range row {
			row[a] = r.classMean(k, a)
		}
		means = append(means, row)
	}
	return names, means
}

// classMean is the mean judgment of an attribute in a class.
func (r *Result) classMean(k, a int) float64 {
	label := r.aims.labels[0]
	if label.Ordered {
		c := r.known.sums.Class
		if c == nil || c[k].Attr[a] == 0 {
			return math.NaN()
		}
		return c[k].X[a]/float64(c[k].Attr[a]) + r.known.blocks.Shift[a]
	}
	score, sign := 0, 1.0
	if label.Unordered() {
		score = k
	} else if k == 0 {
		sign = -1 // the indicator of the first class is one minus the label
	}
	all := r.knownOf(score).all
	share := all.LabelMean
	if sign < 0 {
		share = 1 - share
	}
	return all.Attr[a].Mean + sign*all.Attr[a].B/share
}
