package read

import "slices"

// Facts about the tools that decide how bytes become rows.

// knownRecords are the paths of the records in documents of known tools, which hold other lists too.
var knownRecords = []string{"results.results", "samples", "testCases", "test_cases", "testResults", "test_results"}

// isRecordOfTool tells whether one object alone is a record already.
func isRecordOfTool(names []string) bool {
	return slices.ContainsFunc(tools(), func(l tool) bool { return (l.list != "" || l.read != nil) && l.isNamed(names) })
}

// reviewed are columns at its end that a row may lack: those of a batch of Mechanical Turk end before the
// columns for whoever reviews it.
var reviewed = []string{"Approve", "Reject"}
