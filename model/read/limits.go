package read

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Limits bound what a file may ask for, so that none takes all memory or hours,
// whatever it holds: by name, where they differ from the usual limits.
type Limits map[string]int64

// usualLimits are the limits unless the user sets others.
var usualLimits = []struct {
	name string
	most int64
}{
	{"line", 64 << 20},         // bytes of a line
	{"cells", 100_000},         // cells of a row
	{"attributes", 2000},       // in all files together: sums over pairs of them and what is computed of these take 4 GB
	{"judgments", 200_000_000}, // likewise
	{"record", 1 << 30},        // bytes of one JSON record, and of a quoted cell over several lines
	{"packed", 2 << 30},        // bytes of a file that is held whole: Parquet, Excel, zip, moments
	{limitUnpacked, 1 << 30},   // bytes that compressed data may become at more than ratio times their size
	{"sheet", 2 << 30},         // bytes of an Excel file, unpacked
	{"stdin", 4 << 30},         // bytes of stdin, which is kept to be read again
}

const limitUnpacked = "unpacked"

// LimitNames lists the limits with their usual sizes, as Set reads them.
func LimitNames() []string {
	var names []string
	for _, l := range usualLimits {
		names = append(names, l.name+"="+SizeText(l.most))
	}
	return names
}

// Most returns the limit of a name. It panics where no limit has that name.
func (l Limits) Most(name string) int64 {
	if most, set := l[name]; set {
		return most
	}
	for _, usual := range usualLimits {
		if usual.name == name {
			return usual.most
		}
	}
	panic("read: no limit is called " + name)
}

// Set reads NAME=SIZE, such as line=200M: a whole number above 0, perhaps with K, M, G or T for powers of 1024.
func (l *Limits) Set(text string) error {
	name, size, found := strings.Cut(text, "=")
	if !found {
		return fmt.Errorf("%q is no limit: write NAME=SIZE, such as line=200M; the names are %s", text, strings.Join(LimitNames(), ", "))
	}
	digits, unit := strings.TrimSpace(size), int64(1)
	for i, letter := range units {
		if rest, ok := strings.CutSuffix(strings.ToUpper(digits), letter); ok {
			digits, unit = rest, 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > (1<<62)/unit {
		return fmt.Errorf("%q is no size: write a whole number above 0, perhaps with K, M, G or T behind it, such as 200M", size)
	}
	names := LimitNames()
	if name = strings.TrimSpace(name); !slices.ContainsFunc(names, func(usual string) bool { return strings.HasPrefix(usual, name+"=") }) {
		return fmt.Errorf("there is no limit %q: the names are %s", name, strings.Join(names, ", "))
	}
	if *l == nil {
		*l = make(Limits)
	}
	(*l)[name] = n * unit
	return nil
}

var units = []string{"K", "M", "G", "T"}

// SizeText writes a size in the form that [Limits.Set] reads.
func SizeText(n int64) string {
	letter := ""
	for _, unit := range units {
		if n < 1024 || n%1024 != 0 {
			break
		}
		n, letter = n/1024, unit
	}
	return strconv.FormatInt(n, 10) + letter
}

// Exceeded is the error about a file that asks for more than the limit of a name. What it says has
// a place for the size of the limit. Line is 0 for none.
func (l Limits) Exceeded(file string, line int, name, says string) *Error {
	most := SizeText(l.Most(name))
	return &Error{File: file, Line: line, Limit: name + "=" + most, Message: fmt.Sprintf(says, most)}
}

// CheckUnpacked returns an error if a file of packed bytes becomes too many: more than the limit,
// and more than ratio times their number.
func (l Limits) CheckUnpacked(file string, n, packed int64) error {
	const ratio = 200 // that compression makes of text and numbers at the most: with more, data are taken for a bomb
	if n <= l.Most(limitUnpacked) || n/ratio <= packed {
		return nil
	}
	return l.Exceeded(file, 0, limitUnpacked, fmt.Sprintf("unpacks to more than %%s bytes, over %d times what is stored: it may be made to fill the memory", ratio))
}

// CheckAttributes returns an error if a file holds more attributes than the limit.
func (l Limits) CheckAttributes(file string, attributes int) error {
	return l.checkKept(file, 0, attributes, 0)
}

// checkCells refuses rows of too many cells.
func (l Limits) checkCells(file string, line, cells int) error {
	if int64(cells) <= l.Most("cells") {
		return nil
	}
	return l.Exceeded(file, line, "cells", "has a row of more than %s cells")
}

// checkKept refuses more attributes or judgments than may be kept. It is asked
// before what comes of them takes memory.
func (l Limits) checkKept(file string, line, attributes, judgments int) error {
	switch {
	case int64(attributes) > l.Most("attributes"):
		return l.Exceeded(file, line, "attributes",
			"holds more than %s attributes, as many as fit into memory with their covariances: leave some out, or give attribute names that repeat")
	case int64(judgments) > l.Most("judgments"):
		return l.Exceeded(file, line, "judgments",
			"holds more than %s judgments: sort its rows by object, put it into a database, or read parts of the objects (--shard I/N)")
	}
	return nil
}

// limited fails after the bytes that are left.
type limited struct {
	r        io.Reader
	left     int64
	exceeded error
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left < 0 {
		return 0, l.exceeded
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.left+1)])
	if l.left -= int64(n); l.left < 0 {
		return n - 1, l.exceeded
	}
	return n, err
}

// readWhole reads a file that has to be held in memory as a whole; size is its size, 0 where nobody knows.
func (l Limits) readWhole(file string, r io.Reader, size int64) ([]byte, error) {
	most := l.Most("packed")
	exceeded := l.Exceeded(file, 0, "packed", "is larger than %s bytes and has to be held in memory as a whole")
	b := bytes.NewBuffer(make([]byte, 0, max(0, min(size, most))+bytes.MinRead))
	if _, err := b.ReadFrom(&limited{r, most, exceeded}); err != nil {
		return nil, readError(file, 0, err)
	}
	return b.Bytes(), nil
}
