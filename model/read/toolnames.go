package read

import "slices"

// Facts about the tools that decide how bytes become rows.

// knownRecords are the paths of the records in documents of known tools, which
// hold other lists too.
var knownRecords = []string{"results.results", "samples", "testCases", "test_cases", "testResults", "test_results"}

// isRecordOfTool tells whether one object alone is a record already.
func isRecordOfTool(names []string) bool {
	return slices.ContainsFunc(tools(), func(l tool) bool { return (l.list != "" || l.read != nil) && l.isNamed(names) })
}

// reviewed returns how many cells at its end a row may lack: those of a batch of Mechanical Turk end
// before the columns for whoever reviews it.
func reviewed(names []string) int {
	if n := len(names) - 2; n > 0 && names[n] == "Approve" && names[n+1] == "Reject" {
		return 2
	}
	return 0
}
