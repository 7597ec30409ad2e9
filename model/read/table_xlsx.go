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
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"fms-tui/model"
)

// sheet is a sheet of an Excel file: the first that is a table. Cells are read as stored, not as
// formatted, so that no digit is lost.
type sheet struct {
	file  string
	rows  *excelize.Rows
	names []string
	above []string // the rows down to the header
	first int      // the row of the header
	line  int
	cells []string
}

func openXLSX(file string, r *bufio.Reader, f form) (table, error) {
	data, err := f.limits.readWhole(file, r, f.size) // the format is a ZIP file, which is read from its end
	if err != nil {
		return nil, err
	}
	if err := f.limits.checkSheet(file, data); err != nil {
		return nil, err
	}
	most := f.limits.Most("sheet")
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{RawCellValue: true, UnzipSizeLimit: most, UnzipXMLSizeLimit: most})
	if err != nil {
		return nil, &Error{File: file, Message: "is no Excel file (.xlsx) that can be read, or another ZIP file (" + err.Error() + "): " + acceptedFormats(), Err: err}
	}
	sheets := book.GetSheetList()
	if len(sheets) == 0 {
		return nil, &Error{File: file, Message: "has no sheet"}
	}
	wanted, err := f.parts(file, sheets)
	if err != nil {
		return nil, err
	}
	list, names := tablesOf(book, file, wanted)
	if len(names) == 0 {
		first, err := openSheet(book, file, wanted[0])
		if errors.Is(err, io.EOF) {
			return nil, &Error{File: file, Message: fmt.Sprintf("has an empty first sheet, %q: a header and at least one row are needed", sheets[0])}
		} else if err != nil {
			return nil, err
		}
		list, names = []*sheet{first}, wanted[:1]
	}
	if n := len(list[0].above) - 1; !isTitle(list[0].names) {
		f.tellPreamble(file, n, strings.Join(list[0].above[:n], " "))
	}
	var t table = list[0]
	if len(names) > 1 {
		var all []table // with one more column that names the sheet
		for i, s := range list {
			all = append(all, extended(s, freshName("sheet", s.names, nil), func([]string) string { return names[i] }))
		}
		t = &stack{all[0], all[1:]}
	}
	if len(wanted) > 1 && f.tell != nil {
		f.tell(model.CodeFirstSheet, fmt.Sprintf("%s has %d sheets; read: %s; #SHEET behind the file names another", printable(file), len(sheets), listSome(names)))
	}
	return f.cells(t, file, false), nil
}

// tablesOf opens the first sheet that has a table, and those with the same columns. A sheet of one or two
// columns is a note where another has more.
func tablesOf(book *excelize.File, file string, sheets []string) (list []*sheet, names []string) {
	const least = 3
	for _, name := range sheets {
		s, err := openSheet(book, file, name)
		switch {
		case err != nil || isTitle(s.names):
		case len(list) == 0, len(list[0].names) < least && len(s.names) >= least:
			list, names = []*sheet{s}, []string{name}
		case slices.Equal(s.names, list[0].names):
			list, names = append(list, s), append(names, name)
		}
	}
	return list, names
}

// stack is tables of the same columns, one below the other.
type stack struct {
	table
	others []table
}

func (s *stack) next() ([]string, int, error) {
	cells, line, err := s.table.next()
	for errors.Is(err, io.EOF) && len(s.others) > 0 {
		s.table, s.others = s.others[0], s.others[1:]
		cells, line, err = s.table.next()
	}
	return cells, line, err
}

// openSheet takes the first row of several cells for the header, or where there is none the last of few.
func openSheet(book *excelize.File, file, name string) (*sheet, error) {
	rows, err := book.Rows(name)
	if err != nil {
		return nil, &Error{File: file, Message: fmt.Sprintf("has a sheet %q that cannot be read: %v", printable(name), err), Err: err}
	}
	s := &sheet{file: file, rows: rows}
	for s.names == nil || isTitle(s.names) && len(s.above) < mostPreamble {
		cells, err := s.row()
		if err != nil && len(s.above) > 0 {
			break
		}
		if err != nil {
			return nil, err
		}
		if !blank(cells) {
			s.names, s.first = slices.Clone(cells), s.line
			s.above = append(s.above, strings.Join(cells, " "))
		}
	}
	for i := range s.names {
		s.names[i] = strings.TrimSpace(s.names[i])
	}
	return s, nil
}

func (s *sheet) header() ([]string, int) { return s.names, s.first }

// row returns the next row, also an empty row. A file may name any row: the library counts up to it.
func (s *sheet) row() ([]string, error) {
	if !s.rows.Next() {
		if err := s.rows.Error(); err != nil {
			return nil, readError(s.file, s.line+1, err)
		}
		return nil, io.EOF
	}
	if s.line++; s.line > excelize.TotalRows {
		return nil, &Error{File: s.file, Message: fmt.Sprintf("has a row beyond the %d that Excel has", excelize.TotalRows)}
	}
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

// checkSheet reads every file within an Excel file to its checksum, since the library passes over what cannot be
// unpacked, and refuses one that unpacks to too many bytes. It does not trust the sizes that the file claims.
func (l Limits) checkSheet(file string, data []byte) error {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil // the library says what is wrong
	}
	n, most := int64(0), l.Most("sheet")
	for _, one := range z.File {
		r, err := one.Open()
		if err == nil {
			var k int64
			k, err = io.Copy(io.Discard, io.LimitReader(r, most-n+1))
			n += k
			r.Close()
		}
		switch {
		case n > most:
			return l.Exceeded(file, 0, "sheet", "is an Excel file that unpacks to more than %s bytes")
		case err == nil && localName(data, one) != one.Name:
			err = errors.New("it has two names")
		}
		if err != nil {
			return damagedEntry(file, one.Name, err)
		}
		if err := l.CheckUnpacked(file, n, int64(len(data))); err != nil {
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
