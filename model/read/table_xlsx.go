//go:build !nodata

package read

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"

	"fms-tui/model"
)

// sheet is the first sheet of an Excel file. Cells are read as stored, not as
// formatted, so that no digit is lost.
type sheet struct {
	file  string
	rows  *excelize.Rows
	names []string
	first int // the row of the header
	line  int
	cells []string
}

func openXLSX(file string, r *bufio.Reader, f form) (table, error) {
	data, err := readWhole(file, r, f.limits.Packed, f.size) // the format is a ZIP file, which is read from its end
	if err != nil {
		return nil, err
	}
	if err := f.limits.checkSheet(file, data); err != nil {
		return nil, err
	}
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{RawCellValue: true, UnzipSizeLimit: f.limits.Sheet, UnzipXMLSizeLimit: f.limits.Sheet})
	if err != nil {
		return nil, &Error{File: file, Message: "is no Excel file (.xlsx) that can be read, or another ZIP file (" + err.Error() + "): " + acceptedFormats(), Err: err}
	}
	sheets := book.GetSheetList()
	if len(sheets) == 0 {
		return nil, &Error{File: file, Message: "has no sheet"}
	}
	rows, err := book.Rows(sheets[0])
	if err != nil {
		return nil, &Error{File: file, Message: "has a first sheet that cannot be read: " + err.Error(), Err: err}
	}
	s := &sheet{file: file, rows: rows}
	var above []string
	for s.names == nil || isTitle(s.names) && len(above) < mostPreamble {
		cells, err := s.row()
		if err != nil && len(above) > 0 {
			break
		}
		if err != nil {
			return nil, &Error{File: file, Message: "has an empty first sheet, " + fmt.Sprintf("%q", sheets[0]) + ": a header and at least one row are needed"}
		}
		if !blank(cells) {
			s.names, s.first = append([]string(nil), cells...), s.line
			above = append(above, strings.Join(cells, " "))
		}
	}
	if n := len(above) - 1; !isTitle(s.names) {
		f.tellPreamble(file, n, strings.Join(above[:n], " "))
	}
	for i := range s.names {
		s.names[i] = strings.TrimSpace(s.names[i])
	}
	if len(sheets) > 1 && f.tell != nil {
		f.tell(model.CodeFirstSheet, fmt.Sprintf("%s has %d sheets: the first, %q, was read", printable(file), len(sheets), printable(sheets[0])))
	}
	return f.cells(s, file, false), nil
}

func (s *sheet) header() ([]string, int) { return s.names, s.first }

// row returns the next row, also an empty row.
func (s *sheet) row() ([]string, error) {
	if !s.rows.Next() {
		if err := s.rows.Error(); err != nil {
			return nil, readError(s.file, s.line+1, err)
		}
		return nil, io.EOF
	}
	s.line++
	cells, err := s.rows.Columns()
	if err != nil {
		return nil, &Error{File: s.file, Line: s.line, Message: "cannot be read: " + err.Error(), Err: err}
	}
	return cells, nil
}

// next pads rows, of which empty cells at the end are not stored.
func (s *sheet) next() ([]string, int, error) {
	cells, err := s.row()
	if err != nil {
		return nil, 0, err
	}
	if len(cells) > len(s.names) {
		if !blank(cells[len(s.names):]) {
			return nil, 0, &Error{File: s.file, Line: s.line, Message: fmt.Sprintf("has %s where the header has %d: every column needs a name",
				counted(len(cells), "cell"), len(s.names))}
		}
		cells = cells[:len(s.names)]
	}
	s.cells = append(append(s.cells[:0], cells...), make([]string, len(s.names)-len(cells))...)
	return s.cells, s.line, nil
}
