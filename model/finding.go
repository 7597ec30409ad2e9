package model

import (
	"encoding/json"
	"slices"
)

// Code names a kind of finding. Codes are stable and machine-readable; what a
// finding says is not.
type Code string

// How files were read.
const (
	CodeChoices               Code = "choices"
	CodeCircularLabel         Code = "circular-label"
	CodeLabelRaters           Code = "label-raters"
	CodeAnswerWords           Code = "answer-words"
	CodeNoAnswers             Code = "no-answers"
	CodeDecimalComma          Code = "decimal-comma"
	CodeEncoding              Code = "encoding"
	CodeFacet                 Code = "facet"
	CodeFirstReading          Code = "first-reading"
	CodeFirstSheet            Code = "first-sheet"
	CodeJudgmentsWithoutRater Code = "judgments-without-rater"
	CodeLabelText             Code = "label-text"
	CodeLabelWords            Code = "label-words"
	CodeLabelsWithoutObject   Code = "labels-without-object"
	CodeLists                 Code = "lists"
	CodeNoPrice               Code = "no-price"
	CodePreamble              Code = "preamble"
	CodeFilledDown            Code = "filled-down"
	CodeOutsidePilot          Code = "outside-pilot"
	CodeNumberInWords         Code = "number-in-words"
	CodeObjectsWithoutLabel   Code = "objects-without-label"
	CodeRaterColumns          Code = "rater-columns"
	CodeRowsWithoutRater      Code = "rows-without-rater"
	CodeSameFile              Code = "same-file"
	CodeSimilarObjects        Code = "similar-objects"
	CodeSilentRaters          Code = "silent-raters"
	CodeStrayNumber           Code = "stray-number"
	CodeStrayText             Code = "stray-text"
)

// Findings about reliability and labels.
const (
	CodeAskedOnce          Code = "asked-once"
	CodeAssumedReliability Code = "assumed-reliability"
	CodeConstantAttribute  Code = "constant-attribute"
	CodeConstantRater      Code = "constant-rater"
	CodeDominantObject     Code = "dominant-object"
	CodeDuplicateAttribute Code = "duplicate-attribute"
	CodeFewObjects         Code = "few-objects"
	CodeFewInClass         Code = "few-in-class"
	CodeFewRaters          Code = "few-raters"
	CodeFewRepeats         Code = "few-repeats"
	CodeHiddenMissing      Code = "hidden-missing"
	CodeIdenticalRepeats   Code = "identical-repeats"
	CodeIncompleteObjects  Code = "incomplete-objects"
	CodeLittleData         Code = "little-data"
	CodeLittleDataObjects  Code = "little-data-objects"
	CodeNamedLikeLabel     Code = "named-like-label"
	CodeNoCandidate        Code = "no-candidate"
	CodeNoJudgments        Code = "no-judgments"
	CodeNoiseFreeGaps      Code = "noise-free-gaps"
	CodeRatersDisagree     Code = "raters-disagree"
	CodeRepeatedRater      Code = "repeated-rater"
	CodeRidgeNotNeeded     Code = "ridge-not-needed"
	CodeSameRaters         Code = "same-raters"
	CodeShrinkNotTaken     Code = "shrink-not-taken"
	CodeSuspiciousScale    Code = "suspicious-scale"
	CodeUnsupportedPairs   Code = "unsupported-pairs"
	CodeUnusableLabel      Code = "unusable-label"
	CodeValuesTooLarge     Code = "values-too-large"
	CodeVarianceWithCount  Code = "variance-with-count"
)

// Findings about a choice.
const (
	CodeBeyondCells      Code = "beyond-cells"
	CodeWithinCells      Code = "within-cells"
	CodeHonestBelowNoise Code = "honest-below-noise"
	CodeHonestBelowZero  Code = "honest-below-zero"
	CodeRefuted          Code = "refuted"
	CodeTooFewObjects    Code = "too-few-objects"
)

// Votes of experts.
const (
	CodeConstantFeature        Code = "constant-feature"
	CodeExpertsBelowChance     Code = "experts-below-chance"
	CodeExpertsByPosition      Code = "experts-by-position"
	CodeExpertsWithoutVotes    Code = "experts-without-votes"
	CodeFeatureWithoutValues   Code = "feature-without-values"
	CodeFeaturesWithoutNumbers Code = "features-without-numbers"
	CodeMissingFeatures        Code = "missing-features"
	CodeNoFeatures             Code = "no-features"
	CodeNotConverged           Code = "not-converged"
	CodeRepeatedVotes          Code = "repeated-votes"
	CodeSaturatedExperts       Code = "saturated-experts"
	CodeSeparableFeatures      Code = "separable-features"
)

// Files of moments.
const (
	CodeGroupedBlocks Code = "grouped-blocks"
	CodeMergedRaters  Code = "merged-raters"
	CodeNoSeverity    Code = "no-severity"
	CodeNoChecksum    Code = "no-checksum" // of a predictor or a stopping rule
)

// Finding is something that does not stop the work but that the user should
// know. Findings are values: they travel in results and are shown on the screen,
// on stderr and in JSON alike.
type Finding struct {
	Code      Code   // "" for a note without one
	Message   string // one sentence: what was found, and what to do about it if no setting helps
	Object    string // "" where the finding is about no single object
	Attribute string // "" where it is about no single attribute
	Row       int    // line of the file, counted from 1; 0 for none
	Column    string // header of the column; "" for none
	// Remedies are the settings that help. The front end shows them as flags or keys:
	// Message names neither.
	Remedies []Choice
}

// Equal reports whether two findings have the same code, attribute and message.
func (f Finding) Equal(o Finding) bool {
	return f.Code == o.Code && f.Message == o.Message && f.Object == o.Object && f.Attribute == o.Attribute &&
		f.Row == o.Row && f.Column == o.Column && slices.Equal(f.Remedies, o.Remedies)
}

// MarshalJSON writes the form of the contract, in which what does not apply is
// null. Remedies are no part of it: they are to be in Message by then.
func (f Finding) MarshalJSON() ([]byte, error) {
	var row *int
	if f.Row != 0 {
		row = &f.Row
	}
	return json.Marshal(struct {
		Code      Code    `json:"code"`
		Message   string  `json:"message"`
		Object    *string `json:"object"`
		Attribute *string `json:"attribute"`
		Row       *int    `json:"row"`
		Column    *string `json:"column"`
	}{f.Code, f.Message, orNull(f.Object), orNull(f.Attribute), row, orNull(f.Column)})
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
