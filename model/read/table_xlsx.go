//go:build !nodata

package read

import (
	"archive/zip"
	"bufio"
	"bytes"
	little "encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
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

// checkSheet reads every file within an Excel file to its checksum, since the library
// passes over what cannot be unpacked, and refuses one that unpacks to too many bytes. It
// does not trust the sizes that the file claims.
func (l Limits) checkSheet(file string, data []byte) error {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil // the library says what is wrong
	}
	var n int64
	for _, one := range z.File {
		r, err := one.Open()
		if err == nil {
			var k int64
			content := io.LimitReader(r, l.Sheet-n+1)
			if strings.HasPrefix(one.Name, "xl/worksheets/") {
				var beyond string
				if k, beyond, err = sheetEdges(content); beyond != "" {
					return &Error{File: file, Message: fmt.Sprintf("has a cell in %s: Excel has %d rows and %d columns", beyond, mostRows, mostColumns)}
				}
			} else {
				k, err = io.Copy(io.Discard, content)
			}
			n += k
			r.Close()
		}
		switch {
		case n > l.Sheet:
			return &LimitError{File: file, Limit: "sheet", Most: l.Sheet, Found: fmt.Sprintf("is an Excel file that unpacks to more than %s bytes", SizeText(l.Sheet))}
		case err == nil && localName(data, one) != one.Name:
			err = errors.New("it has two names")
		}
		if err != nil {
			return damagedEntry(file, one.Name, err)
		}
		if err := l.unpacked(file, n, int64(len(data))); err != nil {
			return err
		}
	}
	return nil
}

// localName is the name of a file in a zip that stands before its bytes, "" where none
// does. The names in the directory at the end have no checksum.
func localName(data []byte, one *zip.File) string {
	const header = 30 // bytes before the name
	body, err := one.DataOffset()
	if err != nil {
		return ""
	}
	at := bytes.LastIndex(data[:body], []byte("PK\x03\x04"))
	if at < 0 || at+header > int(body) {
		return ""
	}
	long := int(little.LittleEndian.Uint16(data[at+26:]))
	return string(data[at+header : min(at+header+long, int(body))])
}

// Excel's own limits.
const (
	mostRows    = 1 << 20
	mostColumns = 1 << 14
)

// sheetEdges looks through the tags of a sheet for rows and cells beyond Excel's limits: the
// library counts up to any row that a file names. It returns the bytes of the sheet, and the first
// place that Excel does not have, "" for none.
func sheetEdges(sheet io.Reader) (n int64, beyond string, err error) {
	in, opened := bufio.NewReader(sheet), false
	for {
		part, err := in.ReadSlice('<') // a tag and text behind it, or the beginning of these
		n += int64(len(part))
		if opened {
			beyond = beyondExcel(part)
		}
		opened = err == nil
		switch {
		case beyond != "" || errors.Is(err, io.EOF):
			return n, beyond, nil
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return n, "", err
		}
	}
}

// beyondExcel looks at the place that the tag of a row or a cell names.
func beyondExcel(tag []byte) string {
	tag, _, _ = bytes.Cut(tag, []byte(">"))
	name, rest, _ := bytes.Cut(tag, []byte(" "))
	if _, local, ok := bytes.Cut(name, []byte(":")); ok {
		name = local
	}
	if string(name) != "row" && string(name) != "c" {
		return ""
	}
	_, place, ok := bytes.Cut(append([]byte(" "), rest...), []byte(" r="))
	if !ok || len(place) == 0 {
		return ""
	}
	place, _, _ = bytes.Cut(place[1:], place[:1]) // within quotes of either kind
	letters := len(place) - len(bytes.TrimLeft(place, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	column := 0
	for _, c := range place[:min(letters, 5)] {
		column = 26*column + int(c-'A') + 1
	}
	row, err := strconv.ParseUint(string(place[letters:]), 10, 64)
	switch {
	case letters > 0 && column > mostColumns:
		return "column " + string(place[:letters])
	case err != nil || row > mostRows:
		return "row " + string(place[letters:])
	}
	return ""
}
