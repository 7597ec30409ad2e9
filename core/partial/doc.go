// Package partial learns linear predictors from objects of which only a few
// attributes are looked at (Cesa-Bianchi, Shalev-Shwartz & Shamir 2010,
// "Efficient Learning with Partially Observed Attributes", CSS below): of each
// training object k judgments, of attributes that are chosen at random.
//
// AER (Algorithm 2) is stochastic gradient descent whose gradients are estimated
// from k looks; Baseline (Algorithm 1) estimates the quadratic loss itself and
// minimises it. Ridge and lasso, which look at everything, stand beside them.
// All minimise the mean squared loss of predictors <w,x> without an intercept,
// so that attributes and label are brought to [-1,1] about their means first
// (Cells.On), and weights brought back (Cells.Predictor).
//
// A look at an attribute is one judgment, drawn from those that the object has
// of it, with replacement. Two looks at one cell are independent given the
// object, so that the product of two has the mean x̄², x̄ being the cell's mean,
// noise or not: every estimate here is unbiased for the loss on cell means, and
// nothing need be known of the noise.
//
// [NewCells] takes the objects of a data set. [Run] answers a [Question] about them: it
// measures all learners on random splits. [Follow] does so for those who watch, and
// [Fit] learns from all objects. What is drawn depends on a seed and nothing else.
package partial
