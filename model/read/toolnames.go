package read

import "slices"

// Facts about the tools that decide how bytes become rows.

// knownRecords are the paths of the records in documents of known tools, which
// hold other lists too.
var knownRecords = []string{"results.results", "samples", "testCases", "test_cases", "testResults", "test_results"}

// isRecordOfTool tells whether one object alone is a record already.
func isRecordOfTool(names []string) bool {
	in := &input{names: names}
	return slices.ContainsFunc(scoreLogs(), func(l scoreLog) bool { return (l.list != "" || l.read != nil) && l.isNamed(in) })
}

// turkReview are the last columns of a batch, for whoever reviews it: rows as
// downloaded end before them.
var turkReview = []string{"Approve", "Reject"}

// reviewed returns how many cells at its end a row may lack.
func reviewed(names []string) int {
	n := len(names) - len(turkReview)
	if n > 0 && slices.Equal(names[n:], turkReview) && isTurk(&input{names: names}) {
		return len(turkReview)
	}
	return 0
}
