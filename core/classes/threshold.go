package classes

// Threshold returns the least probability of class 1 for which calling an object 1 costs
// less than calling it 0: P·missed ≥ (1-P)·wrong, so P ≥ wrong/(missed + wrong). Missed is
// the cost of calling an object of class 1 a 0, and wrong the cost of calling an object of
// class 0 a 1; both must be above 0. Equal costs give one half.
func Threshold(missed, wrong float64) float64 { return wrong / (missed + wrong) }
