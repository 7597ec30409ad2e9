// Package diagnosis looks for what is odd about judgment data before anything
// is learned from them: values that stand for a missing one, raters who always
// answer the same, attributes that repeat others. It needs no label, for none of
// its questions has one; what depends on the label is said by package core.
//
// Every finding is a model.Finding: what was found, and what to do about it.
// Findings are rules of thumb with thresholds chosen so that sound data give
// none; the rule is in the comment of the function that applies it.
package diagnosis
