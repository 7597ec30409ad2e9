package experts

import "math"

// Surrogate is the surrogate risk Ŝ of a classifier (I&S section 2): the share
// of an object's votes that it disagrees with, averaged over the objects with
// votes; and the standard error of that average. Both are NaN without votes, the
// error with one object.
//
// If labels had errors of their own with probability ē, independent of the
// classifier's, Ŝ would be (1-2ē)R + ē for a risk R: see Risk.
func Surrogate(classes []bool, v *Votes) (s, se float64) { return mean(wrongShares(classes, v)) }

// wrongShares are the shares of the votes on each object with any that a
// classifier disagrees with.
func wrongShares(classes []bool, v *Votes) (shares []float64) {
	for i, c := range classes {
		if of := v.Of(i); of > 0 {
			shares = append(shares, float64(disagree(c, v, i))/float64(of))
		}
	}
	return shares
}

// mean is a mean and its standard error.
func mean(x []float64) (m, se float64) {
	var sum, ss float64
	for _, v := range x {
		sum += v
	}
	n := float64(len(x))
	m = sum / n
	for _, v := range x {
		ss += (v - m) * (v - m)
	}
	return m, math.Sqrt(ss / (n - 1) / n)
}

// SurrogateByVote is Ŝ with all votes counted alike, instead of all objects: the
// same where no vote is missing.
func SurrogateByVote(classes []bool, v *Votes) float64 {
	wrong := 0
	for i, c := range classes {
		wrong += disagree(c, v, i)
	}
	return float64(wrong) / float64(len(v.Yes))
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

// Least is the index of the smallest score; among equal ones that of the
// largest λ.
func Least(lambdas, scores []float64) int {
	best := 0
	for k, s := range scores {
		if s < scores[best] || s == scores[best] && lambdas[k] > lambdas[best] {
			best = k
		}
	}
	return best
}
