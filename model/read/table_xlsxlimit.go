package read

import (
	"archive/zip"
	"bytes"
	little "encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

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
			if edges := new(sheetEdges); strings.HasPrefix(one.Name, "xl/worksheets/") {
				k, err = io.Copy(edges, io.LimitReader(r, l.Sheet-n+1))
				if edges.beyond != "" {
					return &Error{File: file, Message: fmt.Sprintf("has a cell in %s: Excel has %d rows and %d columns", edges.beyond, mostRows, mostColumns)}
				}
			} else {
				k, err = io.Copy(io.Discard, io.LimitReader(r, l.Sheet-n+1))
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
// library counts up to any row that a file names.
type sheetEdges struct {
	tag    []byte // as far as it was written
	inTag  bool
	beyond string // the first place that Excel does not have
}

// longestTag is how much of a tag is looked at.
const longestTag = 200

func (e *sheetEdges) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 && e.beyond == "" {
		if !e.inTag {
			open := bytes.IndexByte(p, '<')
			if open < 0 {
				return n, nil
			}
			e.inTag, e.tag, p = true, e.tag[:0], p[open+1:]
			continue
		}
		end := bytes.IndexByte(p, '>')
		part := p
		if end >= 0 {
			part = p[:end]
		}
		e.tag = append(e.tag, part[:min(len(part), longestTag-min(len(e.tag), longestTag))]...)
		if end < 0 {
			return n, nil
		}
		e.check()
		e.inTag, p = false, p[end+1:]
	}
	return n, nil
}

// check looks at the place that the tag of a row or a cell names.
func (e *sheetEdges) check() {
	name, rest, _ := bytes.Cut(e.tag, []byte(" "))
	if _, local, ok := bytes.Cut(name, []byte(":")); ok {
		name = local
	}
	if string(name) != "row" && string(name) != "c" {
		return
	}
	_, place, ok := bytes.Cut(append([]byte(" "), rest...), []byte(" r="))
	if !ok || len(place) == 0 {
		return
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
		e.beyond = "column " + string(place[:letters])
	case err != nil || row > mostRows:
		e.beyond = "row " + string(place[letters:])
	}
}
