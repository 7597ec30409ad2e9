package main

import (
	"fms-tui/core/selection"
	"fms-tui/model"
)

// selectionJSON is what tests read of a selection of select --json.
type selectionJSON struct {
	Algorithm     selection.Algorithm
	Budget        model.Amount
	Repeats       map[string]int
	ProjectedLoss number `json:"projected_loss"`
	RMSE          number
	HonestLoss    number `json:"honest_loss"`
	Weights       map[string]number
	Intercept     number
}
