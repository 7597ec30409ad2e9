// Package classes reads two classes and more out of linear predictions, and measures how well.
//
// # From a prediction to a probability
//
// The label y is 0 or 1, and 1 with prevalence π. The predictor is linear: least squares
// on two classes finds the direction of the linear discriminant, so that the choice of
// repeats needs no change. Let z be the prediction less the mean of the label, V = Var(z)
// and c = Cov(z, y). The means of z in the two classes are then
//
//	m1 = g (1-π),  m0 = -g π,  with the gap  g = m1 - m0 = c / (π(1-π)),
//
// since E[z] = 0 and c = π(1-π)(m1 - m0). The rest of V, within the classes, is
//
//	s² = V - π(1-π) g² = V - c g.
//
// Where z is Gaussian in each class with the same s, Bayes' rule gives
//
//	log odds(1|z) = log(π/(1-π)) + ((z-m0)² - (z-m1)²)/(2s²)
//	              = log(π/(1-π)) - g²(1-2π)/(2s²) + (g/s²) z,
//
// a line in z, and the area under the ROC curve is
//
//	AUC = P(z1 > z0) = Φ(g / (s√2)).
//
// For the predictor of least loss c = V = R² Var(y) with Var(y) = π(1-π). Then g = R² and
// s² = R² Var(y) (1-R²). AUC, accuracy and log loss all rise or fall with R², so that
// the repeats of least squared loss are the repeats to buy for them as well.
//
// # How well
//
// [Calling.Measure] compares probabilities with the classes of objects that the predictor has not
// seen: log loss, Brier score, AUC, accuracy, balanced accuracy, F1 and Cohen's κ (Cohen 1960).
// Standard errors are by the jackknife over blocks of objects.
package classes
