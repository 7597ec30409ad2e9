//go:build !nodata

package read

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// columnar is a Parquet file. Columns within groups are named with dots; lists
// are written as JSON writes them.
type columnar struct {
	file   string
	groups []parquet.RowGroup
	leaves []parquet.LeafColumn
	byRow  bool          // rows are assembled by the library
	typed  []typedColumn // by column, once rows are read by column
	batch  columnRows
	rows   parquet.Rows
	buffer []parquet.Row
	filled int
	read   int
	line   int
	count  int64 // rows, as the file says
	names  []string
	listed []bool // by column: it may hold several values a row
	cells  []string
	values [][]string // by column, of the present row
}

func openParquet(file string, r *bufio.Reader, f form) (t table, err error) {
	data, err := readWhole(file, r, f.limits.Packed, f.size) // what the columns are stands at the end
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
	if err := f.limits.checkCells(file, 0, len(pf.Schema().Columns())); err != nil {
		return nil, err
	}
	if err := f.limits.checkPages(file, data, pf.Metadata()); err != nil {
		return nil, err
	}
	c := &columnar{file: file, groups: pf.RowGroups(), rows: parquet.MultiRowGroup(pf.RowGroups()...).Rows(), buffer: make([]parquet.Row, 64), count: pf.NumRows()}
	for _, path := range pf.Schema().Columns() {
		leaf, _ := pf.Schema().Lookup(path...)
		if kind := leaf.Node.Type().LogicalType(); kind != nil && strings.HasPrefix(kind.String(), "DECIMAL") {
			return nil, &Error{File: file, Column: strings.Join(path, "."), Message: "is of the type DECIMAL: write it as a double, or leave the column out"}
		}
		c.names = append(c.names, columnName(path))
		c.listed = append(c.listed, leaf.MaxRepetitionLevel > 0)
		c.leaves = append(c.leaves, leaf)
	}
	if len(c.names) == 0 {
		return nil, &Error{File: file, Message: "has no columns"}
	}
	c.byRow = f.byRow || !c.typable()
	c.cells, c.values = make([]string, len(c.names)), make([][]string, len(c.names))
	return f.cells(c, file, false), nil
}

func damagedParquet(file string, err error) error {
	return &Error{File: file, Message: "is a damaged Parquet file, or was copied in part (" + err.Error() + ")", Err: err}
}

// columnName joins the groups of a column, without the groups that store a list, which
// no user named.
func columnName(path []string) string {
	n := len(path)
	list := n > 2 && (path[n-2] == "list" || path[n-2] == "bag")
	if list && slices.Contains([]string{"element", "item", "array_element", "array"}, path[n-1]) {
		path = path[:n-2]
	}
	return strings.Join(path, ".")
}

func (c *columnar) header() ([]string, int) { return c.names, 0 }

func (c *columnar) next() (cells []string, line int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = damagedParquet(c.file, errors.New("its pages contradict its description"))
		}
	}()
	if !c.byRow {
		return c.nextOfColumns()
	}
	for c.read == c.filled {
		c.filled, err = c.rows.ReadRows(c.buffer)
		c.read = 0
		if c.filled == 0 && err != nil {
			if errors.Is(err, io.EOF) {
				return nil, 0, io.EOF
			}
			return nil, 0, damagedParquet(c.file, err)
		}
	}
	c.line++
	for i := range c.values {
		c.values[i] = c.values[i][:0]
	}
	for _, v := range c.buffer[c.read] {
		switch i := v.Column(); {
		case !v.IsNull():
			c.values[i] = append(c.values[i], parquetText(v))
		case c.isElement(i, v.DefinitionLevel()):
			c.values[i] = append(c.values[i], nullElement)
		}
	}
	c.read++
	for i, list := range c.values {
		switch {
		case len(list) == 0:
			c.cells[i] = ""
		case c.listed[i]:
			c.cells[i] = listText(list)
		default:
			c.cells[i] = list[0]
		}
	}
	return c.cells, c.line, nil
}

// nullElement stands for a null in a list, as JSON writes it. The word null in a list counts
// as missing too.
const nullElement = "null"

// isElement tells whether a null of a column is an element of a list, and not a list that
// is null or empty: it lacks no more than the value itself.
func (c *columnar) isElement(column, defined int) bool {
	leaf := c.leaves[column]
	return c.listed[column] && leaf.Node.Optional() && defined == leaf.MaxDefinitionLevel-1
}

// parquetText writes a value with all its digits.
func parquetText(v parquet.Value) string {
	switch v.Kind() {
	case parquet.Boolean:
		return strconv.FormatBool(v.Boolean())
	case parquet.Int32, parquet.Int64:
		return strconv.FormatInt(v.Int64(), 10)
	case parquet.Float:
		return strconv.FormatFloat(float64(v.Float()), 'g', -1, 32)
	case parquet.Double:
		return strconv.FormatFloat(v.Double(), 'g', -1, 64)
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return string(v.ByteArray())
	}
	return v.String()
}

// listText writes a list as JSON does, numbers without quotes.
func listText(list []string) string {
	raw := make([]json.RawMessage, len(list))
	for i, s := range list {
		if raw[i] = json.RawMessage(s); s != nullElement && (!isDecimal(s) || !json.Valid(raw[i])) {
			raw[i], _ = json.Marshal(s) // a string can be written
		}
	}
	b, _ := json.Marshal(raw) // every element is valid
	return string(b)
}
