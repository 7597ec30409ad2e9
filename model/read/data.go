//go:build !nodata

package read

// without are the formats that this build cannot read: none.
var without []string
