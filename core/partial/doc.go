// Package partial learns linear predictors from few judgments of each object: k
// judgments of each training object, of randomly chosen attributes (Cesa-Bianchi,
// Shalev-Shwartz & Shamir 2010, "Efficient Learning with Partially Observed
// Attributes", CSS below).
//
// AER (Algorithm 2) is stochastic gradient descent whose gradients are estimated from k
// judgments; Baseline (Algorithm 1) estimates the quadratic loss itself and minimises
// it. Ridge and lasso use all judgments, for comparison. All minimise the mean squared
// loss of predictors <w,x> without an intercept. So attributes and label are first
// brought to [-1,1] about their means (Cells.On), and weights are brought back at the
// end (Cells.Predictor).
//
// A look at an attribute is one judgment, drawn with replacement from the cell's
// judgments. Two looks at one cell are independent given the object, so their product
// has the mean x̄², x̄ being the cell's mean, noise or not. So every estimate here is
// unbiased for the loss on cell means, and the noise need not be known.
//
// [NewCells] takes the objects of a data set. [Run] answers a [Question] about them: it
// measures all learners on random splits, and reports its curves as they grow; [Fit] learns
// from all objects. Random draws depend on a seed only.
package partial
