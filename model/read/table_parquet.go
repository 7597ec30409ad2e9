package read

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/parquet-go/parquet-go"
)

// columnar is a Parquet file. Columns within groups are named with dots; lists are written
// as JSON writes them.
type columnar struct {
	file    string
	groups  []parquet.RowGroup
	columns []parquetColumn
	names   []string
	cells   []string
	line    int
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
	c := &columnar{file: file, groups: pf.RowGroups(), cells: make([]string, len(paths))}
	for i, path := range paths {
		leaf, _ := pf.Schema().Lookup(path...)
		if kind := leaf.Node.Type().LogicalType(); kind != nil && strings.HasPrefix(kind.String(), "DECIMAL") {
			return nil, &Error{File: file, Column: strings.Join(path, "."), Message: "is of the type DECIMAL: write it as a double, or leave the column out"}
		}
		element := -1 // no null is one
		if leaf.MaxRepetitionLevel > 0 && leaf.Node.Optional() {
			element = leaf.MaxDefinitionLevel - 1
		}
		c.names = append(c.names, columnName(path))
		c.columns = append(c.columns, parquetColumn{index: i, listed: leaf.MaxRepetitionLevel > 0, element: element})
	}
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
	for i := range c.columns {
		switch err := c.columns[i].take(c.groups); {
		case err == nil:
		case errors.Is(err, io.EOF) && i == 0:
			return nil, 0, c.end()
		case errors.Is(err, io.EOF):
			return nil, 0, damagedParquet(c.file, errors.New("its columns have different lengths"))
		default:
			return nil, 0, damagedParquet(c.file, err)
		}
	}
	c.line++
	for i := range c.columns {
		c.cells[i] = c.columns[i].cell()
	}
	return c.cells, c.line, nil
}

// end is io.EOF where all columns have ended.
func (c *columnar) end() error {
	for i := range c.columns {
		if err := c.columns[i].take(c.groups); !errors.Is(err, io.EOF) {
			return damagedParquet(c.file, errors.New("its columns have different lengths"))
		}
	}
	return io.EOF
}

// parquetColumn goes over the values of a column.
type parquetColumn struct {
	index   int
	listed  bool // it may hold several values a row
	element int  // the definition level of a null that is an element of a list, and not a list that is null or empty
	group   int  // the next row group
	pages   parquet.Pages
	page    parquet.Page
	from    parquet.ValueReader // the values of page that are not in values
	buffer  []parquet.Value
	values  []parquet.Value   // of buffer, not taken yet
	row     []parquet.Value   // of the present row
	texts   map[uint64]string // of numbers, by their bits: judgments are few, and the same again
}

// valuesAhead is how many values of a column are read at a time: those of all columns of a wide
// table have room in a cache.
const valuesAhead = 64

// take takes the values of the next row; io.EOF after the last.
func (c *parquetColumn) take(groups []parquet.RowGroup) error {
	if err := c.ready(groups); err != nil {
		return err
	}
	if !c.listed {
		c.row, c.values = c.values[:1], c.values[1:]
		return nil
	}
	c.row = c.row[:0]
	for {
		c.row, c.values = append(c.row, c.values[0]), c.values[1:]
		switch err := c.ready(groups); {
		case err == nil && c.values[0].RepetitionLevel() > 0:
		case errors.Is(err, io.EOF):
			return nil
		default:
			return err
		}
	}
}

// ready makes sure that there is a value to take; io.EOF after the last.
func (c *parquetColumn) ready(groups []parquet.RowGroup) error {
	for len(c.values) == 0 {
		if c.pages == nil {
			if c.group == len(groups) {
				return io.EOF
			}
			c.pages = groups[c.group].ColumnChunks()[c.index].Pages()
			c.group++
		}
		if c.page == nil {
			page, err := c.pages.ReadPage()
			if errors.Is(err, io.EOF) {
				c.pages.Close()
				c.pages = nil
				continue
			}
			if err != nil {
				return err
			}
			c.page, c.from = page, page.Values()
		}
		if c.buffer == nil {
			c.buffer = make([]parquet.Value, valuesAhead)
		}
		n, err := c.from.ReadValues(c.buffer)
		c.values = c.buffer[:n]
		switch {
		case errors.Is(err, io.EOF):
			c.release()
		case err != nil || n == 0:
			return cmp.Or(err, io.ErrNoProgress)
		}
	}
	return nil
}

// release gives the memory of a page that was read to the pages that follow. Texts keep theirs:
// they are parts of the page, and may be in use.
func (c *parquetColumn) release() {
	if kind := c.page.Type().Kind(); c.page.Dictionary() != nil || kind != parquet.ByteArray && kind != parquet.FixedLenByteArray {
		parquet.Release(c.page)
	}
	c.page = nil
}

// nullElement stands for a null in a list, as JSON writes it. The word null in a list counts
// as missing too.
const nullElement = "null"

// cell is the cell of the present row.
func (c *parquetColumn) cell() string {
	switch v := c.row[0]; {
	case c.listed:
	case v.Kind() == parquet.Double:
		return c.number(v.Double())
	default:
		return parquetText(v)
	}
	var list []string
	for _, v := range c.row {
		switch {
		case !v.IsNull():
			list = append(list, parquetText(v))
		case v.DefinitionLevel() == c.element:
			list = append(list, nullElement)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return listText(list)
}

// number is parquetText of a number, which is kept for the next of the same: that is written in a
// third of the time.
func (c *parquetColumn) number(x float64) string {
	const most = 1000
	bits := math.Float64bits(x)
	text, known := c.texts[bits]
	if known {
		return text
	}
	if text = formatNumber(x); len(c.texts) < most {
		if c.texts == nil {
			c.texts = make(map[uint64]string)
		}
		c.texts[bits] = text
	}
	return text
}

// parquetText writes a value with all its digits; null is nothing.
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
		own := v.ByteArray() // its page is not used again
		return unsafe.String(unsafe.SliceData(own), len(own))
	}
	if v.IsNull() {
		return ""
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
