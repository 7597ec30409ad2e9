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

// The keys of check --json that tests read.
type (
	checkJSON struct {
		Version    int                `json:"version"`
		Reading    readingJSON        `json:"reading"`
		Labels     []labelJSON        `json:"labels"`
		Attributes []examinedJSON     `json:"attributes"`
		Raters     []raterJSON        `json:"raters"`
		Mode       model.Raters       `json:"raters_mode"`
		Why        string             `json:"raters_reason"`
		Design     model.BoughtDesign `json:"design"`
		DesignWhy  string             `json:"design_reason"`
		Halo       *haloJSON          `json:"halo"`
		PSDCut     number             `json:"psd_cut"`
		Warnings   []model.Finding    `json:"warnings"`
		Command    string             `json:"command"` // that reads the same the same way
		Columns    []columnRoleJSON   `json:"columns"`
		Because    []string           `json:"because"` // what the cells decided, a sentence each
		Calls      []callJSON         `json:"calls"`
		PriceUnit  *string            `json:"price_unit"`
		Prices     []model.Amount     `json:"prices"` // from the data, by attribute; null where they say none
		Conclusion string             `json:"conclusion"`
	}

	// callJSON are attributes that come from one call.
	callJSON struct {
		Attributes []string      `json:"attributes"`
		Why        string        `json:"why"`
		Price      *model.Amount `json:"price"` // of a call
	}

	readingJSON struct {
		Form      string        `json:"form"` // of an export; "" for a plain table
		Layout    string        `json:"layout"`
		Rows      int           `json:"rows"`
		Kept      int           `json:"rows_kept"`
		Dropped   []droppedJSON `json:"dropped"`
		Objects   int           `json:"objects"`
		Judgments int           `json:"judgments"`
		Empty     int           `json:"empty_cells"`
	}

	droppedJSON struct {
		Reason string `json:"reason"`
		Count  int    `json:"count"`
	}

	columnRoleJSON struct {
		File   string           `json:"file"`
		Column string           `json:"column"`
		Role   string           `json:"role"`
		Reason string           `json:"reason"`
		Code   model.ReasonCode `json:"code"` // of the reason
	}

	labelJSON struct {
		Name    string `json:"name"`
		Objects int    `json:"objects"`
	}

	examinedJSON struct {
		Name             string `json:"name"`
		Objects          int    `json:"objects"`
		Judgments        int    `json:"judgments"`
		InternalVariance number `json:"internal_variance"`
		ExternalVariance number `json:"external_variance"`
		Reliability      number `json:"reliability"`
		Unusable         string `json:"unusable"` // why; "" where it can be selected
	}

	raterJSON struct {
		Rater     string `json:"rater"`
		Objects   int    `json:"objects"`
		Judgments int    `json:"judgments"`
		Severity  number `json:"severity"`
		Agreement number `json:"agreement"`
	}

	// haloJSON are correlations of one rater's errors, by pairs of attributes.
	haloJSON struct {
		Attributes   []string   `json:"attributes"`
		Correlations [][]number `json:"correlations"`
		Cut          number     `json:"cut"` // share of their spectrum that no covariance has
	}
)
