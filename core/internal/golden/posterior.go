package golden

import "testing"

// Posteriors are the cases of posterior_golden.json: what the judgments of Forms say
// about the label covariance.
type Posteriors struct {
	Crowd Posterior `json:"crowd"`
	Panel Posterior `json:"panel"`
}

// Posterior is one case. Matrices, b and β are standardised by t; b and β are in
// label units.
type Posterior struct {
	Data          string      `json:"data"`
	Objects       float64     `json:"m"`
	LabelVariance float64     `json:"label_variance"` // Var(y)
	T             []float64   `json:"t"`
	Z             [][]float64 `json:"Z"` // Σ⁺, K on it
	N             [][]float64 `json:"N"` // Cov of the noise of cell means, projected
	B             []float64   `json:"b"`
	BPosterior    []float64   `json:"b_posterior"` // b̃
	Residual      float64     `json:"residual"`    // σ²
	Tau0          float64     `json:"tau0"`
	Beta          []float64   `json:"beta"`
	LogEvidence   []float64   `json:"log_evidence"`
	Kappa         []float64   `json:"kappa"`
	Single        Singles     `json:"single_B8"`
}

// Singles is the greedy by gain per cost at a budget of 8 with b̃, every judgment
// bought singly at price 1; of the panel with r <= 3 and no C⁺ off the diagonal.
type Singles struct {
	R         []int     `json:"r"`
	Weights   []float64 `json:"weights"` // by attribute, in their own units
	Projected float64   `json:"projected"`
}

// LoadPosteriors reads posterior_golden.json.
func LoadPosteriors(t testing.TB) *Posteriors {
	t.Helper()
	return load[Posteriors](t, "posterior_golden.json")
}
