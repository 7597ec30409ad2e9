package classes

import "math"

// shareSE is the standard error of a share, x of n objects, that is not 0 where all objects or none
// count: that of the share (x+2)/(n+4), the centre of Wilson's interval of two standard errors
// (Agresti and Coull 1998).
func shareSE(x, n float64) float64 {
	p := (x + 2) / (n + 4)
	return math.Sqrt(p * (1 - p) / (n + 4))
}

// leastErrors are the standard errors that accuracy, balanced accuracy and κ have at least: where no
// object of a rare class is called right, leaving blocks out changes nothing, and the jackknife
// would know the metrics exactly. table has objects by class and call. With s_c the error of the
// share called right in class c, π_c the share of the class and e the agreement by chance
//
//	accuracy √Σ π_c² s_c²    balanced √Σ s_c² / K    κ √Σ π_c² s_c² / (1-e).
func leastErrors(table [][]int) (accuracy, balanced, kappa float64) {
	n, called := 0.0, make([]float64, len(table))
	for _, calls := range table {
		for j, x := range calls {
			n += float64(x)
			called[j] += float64(x)
		}
	}
	classes, chance := 0.0, 0.0
	for c, calls := range table {
		of := 0.0
		for _, x := range calls {
			of += float64(x)
		}
		if of == 0 {
			continue
		}
		s := shareSE(float64(calls[c]), of)
		accuracy += of / n * s * of / n * s
		balanced += s * s
		chance += of / n * called[c] / n
		classes++
	}
	accuracy, balanced = math.Sqrt(accuracy), math.Sqrt(balanced)/classes
	return accuracy, balanced, accuracy / (1 - chance)
}

// atLeast is an error that is not below the least; NaN where it is not known.
func atLeast(se *float64, least float64) {
	if *se < least {
		*se = least
	}
}
