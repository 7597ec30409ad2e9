// Package regress holds the regressions that more than one part of the program
// needs. Sabato & Kalai 2013 (S&K) use least squares in step 4 of their
// procedure: the label on the mean judgments of the chosen attributes.
package regress
