package read

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model"
)

// checkColumns refuses names of columns for files whose format has names for them.
func (f form) checkColumns(file, format string) error {
	if len(f.columns) == 0 || format == delimitedName || format == zipName {
		return nil
	}
	return &Error{
		File: file, Option: model.OptionColumns,
		Message: "is " + format + ", whose columns have names: names of columns are accepted for " + delimitedName + " alone",
	}
}

// headerFor makes the header line of a file that has none, from the names of --columns:
// its first row says how many columns there are, and the place of a column stands for a
// name that is missing. head is the beginning of the file.
func (f form) headerFor(file string, head []byte, separator byte) (string, error) {
	fail := func(format string, args ...any) (string, error) {
		return "", &Error{File: file, Line: 1, Option: model.OptionColumns, Message: fmt.Sprintf(format, args...)}
	}
	rows := csv.NewReader(bytes.NewReader(head))
	rows.Comma, rows.LazyQuotes = rune(separator), true
	first, err := rows.Read()
	if err != nil || len(head) == bufferSize && rows.InputOffset() >= int64(len(head)) {
		return fail("has a first row that is too long to count its cells: add a header line")
	}
	names := slices.Clone(f.columns)
	if len(names) > len(first) {
		return fail("has %s, fewer than the %d names of columns", counted(len(first), "cell"), len(names))
	}
	names = append(names, make([]string, len(first)-len(names))...)
	for i, name := range names {
		if strings.TrimSpace(name) == "" {
			names[i] = "c" + strconv.Itoa(i+1)
		}
	}
	var line strings.Builder
	w := csv.NewWriter(&line)
	w.Comma = rune(separator)
	if err := w.Write(names); err != nil {
		return fail("cannot have these names of columns: %v", err)
	}
	w.Flush()
	return line.String(), nil
}
