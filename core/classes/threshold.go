package classes

// Threshold returns the probability of class 1 from which on calling an object 1 costs
// less than calling it 0: P·missed ≥ (1-P)·wrong, so P ≥ wrong/(missed + wrong). Missed is
// what an object of class 1 costs that is called 0, wrong what one of class 0 costs that
// is called 1; both must be above 0. Equal costs give one half.
func Threshold(missed, wrong float64) float64 { return wrong / (missed + wrong) }
