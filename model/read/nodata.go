//go:build nodata

package read

import "bufio"

// without are the formats that this build cannot read: the tag nodata leaves their
// libraries out, which are half of the program.
var without = []string{excelName, parquetName}

func openParquet(file string, _ *bufio.Reader, _ form) (table, error) {
	return nil, leftOut(file, "a Parquet file")
}

func openXLSX(file string, _ *bufio.Reader, _ form) (table, error) {
	return nil, leftOut(file, "an Excel file (.xlsx) or another ZIP file")
}

func leftOut(file, what string) error {
	return &Error{File: file, Message: "is " + what + ", which this program was built without (go build -tags nodata): " +
		"build it without the tag, or convert the file; " + acceptedFormats()}
}
