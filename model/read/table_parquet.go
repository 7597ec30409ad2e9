//go:build !nodata

package read

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"slices"
	"strings"
	"unsafe"

	"github.com/parquet-go/parquet-go"
	thrift "github.com/parquet-go/parquet-go/format"
)

// without are the formats that this build cannot read: none.
var without []string

// columnar is a Parquet file. Columns within groups are named with dots; lists are written as JSON writes them.
type columnar struct {
	file    string
	groups  []parquet.RowGroup // not begun yet
	reader  parquet.Rows       // of the present group; nil for none
	buffer  []parquet.Row
	rows    []parquet.Row // of buffer, not returned yet
	columns []parquetColumn
	names   []string
	cells   []string
	line    int
}

// parquetColumn is what is known of a column.
type parquetColumn struct {
	listed  bool // it may hold several values a row
	decimal bool // its numbers are whole multiples of a power of ten
	scale   int  // with the exponent -scale
	element int  // the definition level of a null that is an element of a list, and not a list that is null or empty
}

func openParquet(file string, r *bufio.Reader, f form) (t table, err error) {
	data, err := f.limits.readWhole(file, r, f.size) // what the columns are stands at the end
	if err != nil {
		return nil, err
	}
	if !soundFooter(data) {
		return nil, damagedParquet(file, errors.New("its description ends early"))
	}
	defer func() {
		if p := recover(); p != nil { // the library trusts what a file says of itself
			t, err = nil, damagedParquet(file, errors.New("its description contradicts itself"))
		}
	}()
	pf, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, damagedParquet(file, err)
	}
	paths := pf.Schema().Columns()
	if err := f.limits.checkCells(file, 0, len(paths)); err != nil {
		return nil, err
	}
	if err := f.limits.checkPages(file, data, pf.Metadata()); err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, &Error{File: file, Message: "has no columns"}
	}
	const rows = 64 // that are read at a time
	c := &columnar{file: file, groups: pf.RowGroups(), buffer: make([]parquet.Row, rows), cells: make([]string, len(paths))}
	for _, path := range paths {
		leaf, _ := pf.Schema().Lookup(path...)
		element := -1 // no null is one
		if leaf.MaxRepetitionLevel > 0 && leaf.Node.Optional() {
			element = leaf.MaxDefinitionLevel - 1
		}
		c.names = append(c.names, columnName(path))
		column := parquetColumn{listed: leaf.MaxRepetitionLevel > 0, element: element}
		if kind := leaf.Node.Type().LogicalType(); kind != nil {
			if of, is := kind.Value.(*thrift.DecimalType); is {
				column.decimal, column.scale = true, int(of.Scale)
			}
		}
		c.columns = append(c.columns, column)
	}
	return f.cells(c, file, false), nil
}

func damagedParquet(file string, err error) error {
	return &Error{File: file, Message: "is a damaged Parquet file, or was copied in part (" + err.Error() + ")", Err: err}
}

// columnName joins the groups of a column, without the groups that store a list, which no user named.
func columnName(path []string) string {
	var names []string
	for i := 0; i < len(path); i++ {
		list := i > 0 && i+1 < len(path) && (path[i] == "list" || path[i] == "bag")
		if list && slices.Contains([]string{"element", "item", "array_element", "array"}, path[i+1]) {
			i++
			continue
		}
		names = append(names, path[i])
	}
	return strings.Join(names, ".")
}

func (c *columnar) header() ([]string, int) { return c.names, 0 }

func (c *columnar) next() (cells []string, line int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = damagedParquet(c.file, errors.New("its pages contradict its description"))
		}
	}()
	if err := c.read(); err != nil {
		return nil, 0, err
	}
	row := c.rows[0]
	c.rows = c.rows[1:]
	for i := range c.columns {
		n := 0
		for n < len(row) && row[n].Column() == i {
			n++
		}
		if n == 0 {
			return nil, 0, damagedParquet(c.file, errors.New("its columns have different lengths"))
		}
		c.cells[i], row = c.columns[i].cell(row[:n]), row[n:]
	}
	c.line++
	return c.cells, c.line, nil
}

// read makes sure that there is a row; io.EOF after the last.
func (c *columnar) read() error {
	for len(c.rows) == 0 {
		if c.reader == nil {
			if len(c.groups) == 0 {
				return io.EOF
			}
			c.reader, c.groups = c.groups[0].Rows(), c.groups[1:]
		}
		n, err := c.reader.ReadRows(c.buffer)
		c.rows = c.buffer[:n]
		switch {
		case errors.Is(err, io.EOF):
			err = c.reader.Close()
			c.reader = nil
		case n == 0 && err == nil:
			err = io.ErrNoProgress
		}
		if err != nil {
			return damagedParquet(c.file, err)
		}
	}
	return nil
}

// cell is the cell of a row, of whose values there is one at least: a list as JSON writes it, numbers without quotes.
func (c parquetColumn) cell(values []parquet.Value) string {
	if !c.listed {
		return c.text(values[0])
	}
	var list []json.RawMessage
	for _, v := range values {
		text := json.RawMessage(c.text(v))
		switch {
		case !v.IsNull():
			if !isDecimal(string(text)) || !json.Valid(text) {
				text, _ = json.Marshal(string(text)) // a string can be written
			}
		case v.DefinitionLevel() == c.element:
			text = json.RawMessage("null")
		default:
			continue
		}
		list = append(list, text)
	}
	if list == nil {
		return ""
	}
	text, _ := json.Marshal(list) // every element is valid
	return string(text)
}

// text writes a value with all its digits; null is nothing. A decimal is a number of either sign, of
// which the highest byte comes first where it is written as bytes.
func (c parquetColumn) text(v parquet.Value) string {
	n, k := new(big.Int), v.Kind()
	switch {
	case v.IsNull():
		return ""
	case !c.decimal && (k == parquet.ByteArray || k == parquet.FixedLenByteArray):
		own := v.ByteArray() // its page is not used again
		return unsafe.String(unsafe.SliceData(own), len(own))
	case !c.decimal:
		return v.String()
	case k == parquet.Int32 || k == parquet.Int64:
		n.SetInt64(v.Int64())
	default:
		if b := v.ByteArray(); len(b) > 0 {
			if n.SetBytes(b); b[0]&0x80 != 0 {
				n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
			}
		}
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.scale)), nil)
	return new(big.Rat).SetFrac(n, power).FloatString(c.scale)
}
