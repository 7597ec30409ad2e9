package experts

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// wrongShares are the shares of the votes on each object with any that a
// classifier disagrees with. Their mean is its surrogate risk Ŝ (I&S section 2):
// all objects count alike, whatever the number of their votes.
//
// If labels had errors of their own with probability ē, independent of the
// classifier's, Ŝ would be (1-2ē)R + ē for a risk R: see Risk.
func wrongShares(classes []bool, v *Votes) (shares []float64) {
	for i, c := range classes {
		if of := v.Of(i); of > 0 {
			shares = append(shares, float64(disagree(c, v, i))/float64(of))
		}
	}
	return shares
}

// mean is a mean and its standard error: both NaN of no values, the error of one.
func mean(x []float64) (m, se float64) {
	m, sd := stat.MeanStdDev(x, nil)
	return m, stat.StdErr(sd, float64(len(x)))
}

// disagree counts the votes on object i against a class.
func disagree(class bool, v *Votes, i int) (n int) {
	for _, yes := range v.Yes[v.Start[i]:v.Start[i+1]] {
		if yes != class {
			n++
		}
	}
	return n
}

// Risk is the risk of a classifier read off its surrogate risk, (Ŝ-ē)/(1-2ē),
// where experts' mean error ē is known: NaN where it is 1/2 or more. It assumes
// that the classifier errs where it may, whether experts do or not, and may come
// out below 0.
func Risk(s, meanError float64) float64 {
	if meanError >= .5 {
		return math.NaN()
	}
	return (s - meanError) / (1 - 2*meanError)
}
