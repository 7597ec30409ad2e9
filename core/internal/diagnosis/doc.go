// Package diagnosis looks for faults in judgment data before anything is learned from
// them: values that stand for a missing value, raters who always answer the same,
// attributes that repeat others. It needs no label; package core has the findings that
// depend on the label.
//
// Every finding is a model.Finding: what was found, and what to do about it.
// Findings are rules of thumb with thresholds chosen so that sound data give
// none; the rule is in the comment of the function that applies it.
package diagnosis
