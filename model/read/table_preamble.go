package read

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"

	"fms-tui/model"
)

// mostPreamble bounds the lines above the header of a spreadsheet: titles, comments, dates.
const mostPreamble = 20

// isTitle tells whether a line says one thing, as the title of a spreadsheet does.
func isTitle(cells []string) bool { return len(distinct(cells)) <= 1 }

// preamble returns the bytes and lines above the header of a delimited file, as its beginning
// shows: lines of one cell above two lines of several, equally many.
func preamble(file string, head []byte) (size, lines int) {
	for lines < mostPreamble {
		rest := head[size:]
		rows := csv.NewReader(bytes.NewReader(rest))
		rows.Comma, rows.LazyQuotes, rows.FieldsPerRecord = rune(sniff(file, rest)), true, -1
		first, err := rows.Read()
		if err != nil {
			return 0, 0
		}
		end := int(rows.InputOffset())
		if !isTitle(first) {
			next, err := rows.Read()
			if err != nil || len(next) != len(first) {
				return 0, 0
			}
			return size, lines
		}
		lines += bytes.Count(rest[:end], []byte("\n"))
		size += end
	}
	return 0, 0
}

// tellPreamble says what stands above the header and is not used.
func (f form) tellPreamble(file string, lines int, text string) {
	if lines > 0 && f.tell != nil {
		f.tell(model.CodePreamble, fmt.Sprintf("%s: %s above the header, not used: %s", printable(file), counted(lines, "line"), quote(strings.TrimSpace(text))))
	}
}
