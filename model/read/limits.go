package read

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Limits bound what a file may ask for, so that none takes all memory or hours,
// whatever it holds. 0 is the default of each.
type Limits struct {
	Line       int64 // bytes of a line, and of one JSON record without line ends
	Cells      int64 // cells of a row
	Attributes int64 // in all files together: matrices of attributes by attributes follow
	Judgments  int64 // likewise
	Depth      int64 // of JSON values within one another
	Record     int64 // bytes of one JSON record, and of a quoted cell over several lines
	Packed     int64 // bytes of a file that is held whole: Parquet, Excel, zip, moments
	Unpacked   int64 // bytes that compressed data may become at more than Ratio times their size
	Sheet      int64 // bytes of an Excel file, unpacked
	Stdin      int64 // bytes of stdin, which is kept to be read again
	// Trust lets compressed data become any size.
	Trust bool
}

// ratio is what compression makes of text and numbers at the most. Beyond it, and
// beyond Limits.Unpacked, data are taken for a bomb.
const ratio = 200

// defaultLimits are the limits unless the user sets others.
var defaultLimits = Limits{
	Line: maxLine, Cells: 100_000, Attributes: 5000, Judgments: 200_000_000, Depth: 200,
	Record: 1 << 30, Packed: 2 << 30, Unpacked: 1 << 30, Sheet: 2 << 30, Stdin: 4 << 30,
}

// named are the limits by the names that a user sets them by.
func (l *Limits) named() []struct {
	Name string
	at   *int64
} {
	return []struct {
		Name string
		at   *int64
	}{
		{"line", &l.Line},
		{"cells", &l.Cells},
		{"attributes", &l.Attributes},
		{"judgments", &l.Judgments},
		{"depth", &l.Depth},
		{"record", &l.Record},
		{"packed", &l.Packed},
		{"unpacked", &l.Unpacked},
		{"sheet", &l.Sheet},
		{"stdin", &l.Stdin},
	}
}

// LimitNames lists the limits with their defaults, as Set reads them.
func LimitNames() []string {
	var names []string
	l := defaultLimits
	for _, n := range l.named() {
		names = append(names, n.Name+"="+SizeText(*n.at))
	}
	return names
}

// Set reads NAME=SIZE, such as line=200M: a whole number above 0, perhaps with K, M,
// G or T for powers of 1024.
func (l *Limits) Set(text string) error {
	name, size, found := strings.Cut(text, "=")
	if !found {
		return fmt.Errorf("%q is no limit: write NAME=SIZE, such as line=200M; the names are %s", text, strings.Join(LimitNames(), ", "))
	}
	digits, unit := strings.TrimSpace(size), int64(1)
	if i := strings.IndexByte("KMGT", strings.ToUpper(digits + " ")[max(0, len(digits)-1)]); i >= 0 && digits != "" {
		digits, unit = digits[:len(digits)-1], 1<<(10*(i+1))
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > (1<<62)/unit {
		return fmt.Errorf("%q is no size: write a whole number above 0, perhaps with K, M, G or T behind it, such as 200M", size)
	}
	for _, known := range l.named() {
		if known.Name == strings.TrimSpace(name) {
			*known.at = n * unit
			return nil
		}
	}
	return fmt.Errorf("there is no limit %q: the names are %s", name, strings.Join(LimitNames(), ", "))
}

// orDefault puts the defaults in place of what is 0.
func (l Limits) orDefault() Limits {
	standard := defaultLimits
	for i, n := range l.named() {
		*n.at = cmp.Or(*n.at, *standard.named()[i].at)
	}
	return l
}

// SizeText writes a size in the form that [Limits.Set] reads.
func SizeText(n int64) string {
	for _, u := range []struct {
		letter string
		size   int64
	}{{"T", 1 << 40}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}} {
		if n >= u.size && n%u.size == 0 {
			return strconv.FormatInt(n/u.size, 10) + u.letter
		}
	}
	return strconv.FormatInt(n, 10)
}

// Trusted is the name of the limit that [Limits.Trust] switches off.
const Trusted = "unpacked"

// LimitError says that a file exceeds a limit. The caller names the flag that raises it.
type LimitError struct {
	File  string
	Line  int    // 0 for none
	Limit string // its name
	Most  int64  // the limit
	Found string // what the file has more than Most of, such as "has a line of more than 64M bytes"
}

// Error names the file and what it asks for.
func (e *LimitError) Error() string {
	at := ""
	if e.Line > 0 {
		at = ":" + strconv.Itoa(e.Line)
	}
	return fmt.Sprintf("%s%s: %s", printable(e.File), at, e.Found)
}

// limited counts bytes and fails after the most that are allowed.
type limited struct {
	r     io.Reader
	left  int64
	error *LimitError
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left < 0 {
		return 0, l.error
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.left+1)])
	if l.left -= int64(n); l.left < 0 {
		return n - 1, l.error
	}
	return n, err
}

// readWhole reads a file that has to be held in memory as a whole, up to the limit
// packed.
func readWhole(file string, r io.Reader, most, size int64) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, max(0, min(size, most))+bytes.MinRead))
	_, err := b.ReadFrom(&limited{r, most, &LimitError{
		File: file, Limit: "packed", Most: most, Found: fmt.Sprintf("is larger than %s bytes and has to be held in memory as a whole", SizeText(most)),
	}})
	if _, over := err.(*LimitError); err != nil && !over {
		return nil, readError(file, 0, err)
	}
	return b.Bytes(), err
}

// Most returns the limit of a name. It panics if there is no limit of that name.
func (l Limits) Most(name string) int64 {
	l = l.orDefault()
	for _, n := range l.named() {
		if n.Name == name {
			return *n.at
		}
	}
	panic("read: no limit " + name)
}

// measured counts what is read of packed data.
type measured struct {
	r      io.Reader
	n      int64
	meter  *Meter // hears of it; nil for nobody
	failed bool   // reading, for another cause than what the data hold
}

func (m *measured) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	if m.n += int64(n); m.meter != nil {
		m.meter.bytes.Add(int64(n))
	}
	m.failed = m.failed || err != nil && err != io.EOF
	return n, err
}

// blamed is an error of unpacking: the data are damaged unless reading them failed.
func (m *measured) blamed(err error) error {
	if err == nil || err == io.EOF || m.failed {
		return err
	}
	return damaged{err}
}

// unpacking is what comes out of compressed data: more than Limits.Unpacked bytes,
// at more than ratio times their size, are refused.
type unpacking struct {
	r      io.Reader
	packed *measured // from which r reads
	n      int64
	limits Limits
	file   string
}

// Read implements io.Reader. A decompressor that panics at damaged data is an error of the file.
func (u *unpacking) Read(p []byte) (n int, err error) {
	defer func() {
		if damage := recover(); damage != nil {
			n, err = 0, damaged{fmt.Errorf("damaged: %v", damage)}
		}
	}()
	n, err = u.r.Read(p)
	u.n += int64(n)
	if e := u.limits.unpacked(u.file, u.n, u.packed.n); e != nil {
		return n, e
	}
	return n, u.packed.blamed(err)
}

// unpacked refuses a file whose packed bytes become too many.
func (l Limits) unpacked(file string, n, packed int64) error {
	if l.Trust || n <= l.Unpacked || n/ratio <= packed {
		return nil
	}
	return &LimitError{File: file, Limit: Trusted, Most: l.Unpacked, Found: fmt.Sprintf(
		"unpacks to more than %s bytes, over %d times what is stored: it may be made to fill the memory", SizeText(l.Unpacked), ratio)}
}

// CheckUnpacked returns an error if a file of packed bytes unpacks to more than its size allows.
func (l Limits) CheckUnpacked(file string, n, packed int64) error {
	return l.orDefault().unpacked(file, n, packed)
}

// CheckAttributes returns an error if a file holds more attributes than the limit.
func (l Limits) CheckAttributes(file string, attributes int) error {
	return l.orDefault().checkKept(file, 0, attributes, 0)
}

// checkCells refuses rows of too many cells.
func (l Limits) checkCells(file string, line, cells int) error {
	if int64(cells) <= l.Cells {
		return nil
	}
	return &LimitError{File: file, Line: line, Limit: "cells", Most: l.Cells, Found: fmt.Sprintf("has a row of more than %d cells", l.Cells)}
}

// checkKept refuses more attributes or judgments than may be kept. It is asked
// before what comes of them takes memory.
func (l Limits) checkKept(file string, line, attributes, judgments int) error {
	switch {
	case int64(attributes) > l.Attributes:
		return &LimitError{File: file, Line: line, Limit: "attributes", Most: l.Attributes, Found: fmt.Sprintf(
			"holds more than %d attributes, as many as fit into memory with their covariances: leave some out, or give attribute names that repeat", l.Attributes)}
	case int64(judgments) > l.Judgments:
		return &LimitError{File: file, Line: line, Limit: "judgments", Most: l.Judgments, Found: fmt.Sprintf(
			"holds more than %d judgments: sort its rows by object, put it into a database, or read parts of the objects (--shard I/N)", l.Judgments)}
	}
	return nil
}

// nesting is the depth of a JSON value: 1 for a list of numbers.
func nesting(raw []byte) int64 {
	var depth, deepest int64
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			for i++; i < len(raw) && raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ']', '}':
			depth--
		}
	}
	return deepest
}
