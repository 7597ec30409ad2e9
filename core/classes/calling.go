package classes

// Calling says which of K ≥ 2 classes an object is called, by its probabilities.
type Calling struct {
	Classes int  // K
	Ordered bool // the classes are steps of a scale: κ has quadratic weights
	// Threshold is of two classes the probability from which on the second is called. 0 calls the
	// most probable class, as with three or more.
	Threshold float64
}

// Call is the class that probabilities call, the first of equals.
func (c *Calling) Call(probabilities []float64) int {
	if c.Classes == 2 && c.Threshold > 0 {
		return index(probabilities[1] >= c.Threshold)
	}
	best := 0
	for k, p := range probabilities {
		if p > probabilities[best] {
			best = k
		}
	}
	return best
}

func index(second bool) int {
	if second {
		return 1
	}
	return 0
}

// Threshold returns the least probability of class 1 for which calling an object 1 costs
// less than calling it 0: P·missed ≥ (1-P)·wrong, so P ≥ wrong/(missed + wrong). Missed is
// the cost of calling an object of class 1 a 0, and wrong the cost of calling an object of
// class 0 a 1; both must be above 0. Equal costs give one half.
func Threshold(missed, wrong float64) float64 { return wrong / (missed + wrong) }
