//go:build !nodata

package read

import (
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
)

// Bounds of the rows that are read at once column by column. Numbers are put into rows, so
// that rows of many columns are few: what is written has room in a cache.
const (
	batchRows  = 2048
	leastRows  = 64
	batchCells = 1 << 16
)

// typedColumn reads a column page by page. For a page it has either codes, places in a
// dictionary, or the values of its kind. Nulls are in neither.
type typedColumn struct {
	kind    parquet.Kind
	defined byte // the definition level of a value; 0 where none can be missing
	group   int  // the next row group
	pages   parquet.Pages
	held    parquet.Page // whose values are below
	rows    int          // of the page
	row     int          // rows of it that were read
	value   int          // values of it that were read
	levels  []byte

	dictionary parquet.Dictionary
	words      []string  // of the dictionary
	known      []float64 // likewise, as numbers
	kinds      []kind    // likewise
	missings   bool      // some of the words are missing
	codes      []int32
	own        []int32 // codes by row
	bools      []byte  // a bit each
	int32s     []int32
	int64s     []int64
	floats     []float32
	doubles    []float64
	bytes      []byte
	offsets    []uint32
}

// nextColumns implements columnTable.
func (c *columnar) nextColumns(numbers, texts []int, object int) (batch *columnRows, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = damagedParquet(c.file, errors.New("its pages contradict its description"))
		}
	}()
	if c.typed == nil {
		c.openColumns()
	}
	n, err := c.ready()
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, io.EOF
	}
	b := &c.batch
	b.n, b.line, b.odd = n, c.line+1, nil
	b.numbers = slices.Grow(b.numbers[:0], n*len(numbers))[:n*len(numbers)]
	b.texts = slices.Grow(b.texts[:0], n*len(texts))[:n*len(texts)]
	c.line += n
	for k, i := range numbers {
		c.typed[i].numbers(b, k, len(numbers))
	}
	c.typed[object].missing(b)
	for row := range b.odd {
		cells := make([]string, len(c.typed))
		for i := range c.typed {
			cells[i] = c.typed[i].cell(row)
		}
		b.odd[row] = cells
	}
	b.words = b.words[:0]
	for k, i := range texts {
		b.words = append(b.words, c.typed[i].places(n))
		if b.words[k].codes == nil {
			c.typed[i].cells(b, k, len(texts))
		}
	}
	for i := range c.typed {
		c.typed[i].pass(n)
	}
	return b, nil
}

// ready is how many rows can be read of the present pages of all columns, 0 at the end.
func (c *columnar) ready() (int, error) {
	n := min(batchRows, max(leastRows, batchCells/len(c.typed)))
	for i := range c.typed {
		t := &c.typed[i]
		switch err := t.page(c, i); {
		case errors.Is(err, io.EOF) && i == 0:
			n = 0
		case errors.Is(err, io.EOF) != (n == 0):
			return 0, damagedParquet(c.file, errors.New("its columns have different lengths"))
		case err != nil && n > 0:
			return 0, damagedParquet(c.file, err)
		default:
			n = min(n, t.rows-t.row)
		}
	}
	return n, nil
}

// nextOfColumns is next where the columns are read.
func (c *columnar) nextOfColumns() ([]string, int, error) {
	if c.typed == nil {
		c.openColumns()
	}
	switch n, err := c.ready(); {
	case err != nil:
		return nil, 0, err
	case n == 0:
		return nil, 0, io.EOF
	}
	c.line++
	for i := range c.typed {
		c.cells[i] = c.typed[i].cell(0)
		c.typed[i].pass(1)
	}
	return c.cells, c.line, nil
}

// byColumn implements columnTable.
func (c *columnar) byColumn() bool { return !c.byRow }

// total implements columnTable.
func (c *columnar) total() int64 { return c.count }

// typable tells whether all columns can be read by themselves: none holds lists or values that the
// paths below do not know.
func (c *columnar) typable() bool {
	for i, leaf := range c.leaves {
		kind := leaf.Node.Type()
		switch kind.Kind() {
		case parquet.Boolean, parquet.Int32, parquet.Int64, parquet.Float, parquet.Double, parquet.ByteArray:
		default:
			return false
		}
		logical, old := kind.LogicalType(), kind.ConvertedType()
		unsigned := logical != nil && strings.HasPrefix(logical.String(), "INT(") && strings.HasSuffix(logical.String(), ",false)") ||
			old != nil && *old >= deprecated.Uint8 && *old <= deprecated.Uint64
		if c.listed[i] || unsigned {
			return false
		}
	}
	return true
}

// openColumns begins at the first row.
func (c *columnar) openColumns() {
	c.typed = make([]typedColumn, len(c.leaves))
	for i, leaf := range c.leaves {
		c.typed[i].kind, c.typed[i].defined = leaf.Node.Type().Kind(), byte(leaf.MaxDefinitionLevel)
	}
}

// page makes sure that rows of the column's page are left; io.EOF where there is none.
func (t *typedColumn) page(c *columnar, column int) error {
	for t.row == t.rows {
		if t.pages == nil {
			if t.group == len(c.groups) {
				return io.EOF
			}
			t.pages = c.groups[t.group].ColumnChunks()[column].Pages()
			t.group++
			t.dictionary = nil
		}
		t.release()
		p, err := t.pages.ReadPage()
		if errors.Is(err, io.EOF) {
			t.pages.Close()
			t.pages = nil
			continue
		}
		if err != nil {
			return err
		}
		t.open(p)
	}
	return nil
}

// release gives the memory of a page that was read to the pages that follow. Texts keep theirs:
// they are parts of the page, and may be in use.
func (t *typedColumn) release() {
	if t.held != nil && (t.codes != nil || t.kind != parquet.ByteArray) {
		parquet.Release(t.held)
	}
	t.held = nil
}

// open takes the values of a page.
func (t *typedColumn) open(p parquet.Page) {
	t.held = p
	t.rows, t.row, t.value = int(p.NumRows()), 0, 0
	if t.levels = nil; t.defined > 0 {
		t.levels = p.DefinitionLevels()
	}
	data := p.Data()
	t.codes = nil
	if d := p.Dictionary(); d != nil {
		t.codes = data.Int32()
		if d != t.dictionary {
			t.define(d)
		}
		return
	}
	switch t.kind {
	case parquet.Boolean:
		t.bools = data.Boolean()
	case parquet.Int32:
		t.int32s = data.Int32()
	case parquet.Int64:
		t.int64s = data.Int64()
	case parquet.Float:
		t.floats = data.Float()
	case parquet.Double:
		t.doubles = data.Double()
	default:
		t.bytes, t.offsets = data.ByteArray()
	}
}

// define reads a dictionary.
func (t *typedColumn) define(d parquet.Dictionary) {
	t.dictionary = d
	t.words, t.known, t.kinds = t.words[:0:0], t.known[:0], t.kinds[:0]
	t.missings = false
	for i := range d.Len() {
		word := parquetText(d.Index(int32(i)))
		value, k := parseValue(word)
		if k == missing {
			value = math.NaN()
		}
		t.missings = t.missings || k == missing
		t.words, t.known, t.kinds = append(t.words, word), append(t.known, value), append(t.kinds, k)
	}
}

// pass goes over the next rows.
func (t *typedColumn) pass(n int) {
	t.value += t.values(n)
	t.row += n
}

// values counts the values of the next rows that are not null.
func (t *typedColumn) values(n int) int {
	if t.levels == nil {
		return n
	}
	there := 0
	for _, level := range t.levels[t.row : t.row+n] {
		if level == t.defined {
			there++
		}
	}
	return there
}

// null tells whether a row, counted from the next on, holds none.
func (t *typedColumn) null(row int) bool { return t.levels != nil && t.levels[t.row+row] != t.defined }

// numbers writes the numbers of the next rows into a column of the batch.
func (t *typedColumn) numbers(b *columnRows, at, width int) {
	i := t.value
	if t.doubles != nil && t.codes == nil && t.levels == nil {
		for row, x := range t.doubles[i : i+b.n] {
			if b.numbers[row*width+at] = x; x-x != 0 && x == x { // infinite
				b.setOdd(row)
			}
		}
		return
	}
	for row := range b.n {
		value := math.NaN()
		if !t.null(row) {
			var k kind
			if value, k = t.number(i); k != number && k != missing {
				b.setOdd(row)
			}
			i++
		}
		b.numbers[row*width+at] = value
	}
}

// missing makes the rows odd whose cell is missing.
func (t *typedColumn) missing(b *columnRows) {
	i := t.value
	if t.codes != nil && t.levels == nil && !t.missings {
		return
	}
	for row := range b.n {
		null := t.null(row)
		if null || isMissing(trim(t.text(i))) {
			b.setOdd(row)
		}
		if !null {
			i++
		}
	}
}

// cells writes the cells of the next rows into a column of the batch.
func (t *typedColumn) cells(b *columnRows, at, width int) {
	i := t.value
	for row := range b.n {
		text := ""
		if !t.null(row) {
			text = t.text(i)
			i++
		}
		b.texts[row*width+at] = text
	}
}

// places are the cells of the next rows as places in the page's dictionary.
func (t *typedColumn) places(n int) dictionary {
	if t.codes == nil {
		return dictionary{}
	}
	if t.levels == nil {
		return dictionary{t.words, t.codes[t.value : t.value+n]}
	}
	t.own = t.own[:0]
	i := t.value
	for row := range n {
		code := int32(-1)
		if !t.null(row) {
			code = t.codes[i]
			i++
		}
		t.own = append(t.own, code)
	}
	return dictionary{t.words, t.own}
}

// cell is the cell of one of the next rows. The cell outlives the page.
func (t *typedColumn) cell(row int) string {
	if t.null(row) {
		return ""
	}
	text := t.text(t.value + t.values(row))
	if t.kind == parquet.ByteArray && t.codes == nil {
		return strings.Clone(text)
	}
	return text
}

// number is what parseValue makes of the text of a value, NaN where that is missing.
func (t *typedColumn) number(i int) (float64, kind) {
	switch {
	case t.codes != nil:
		code := t.codes[i]
		return t.known[code], t.kinds[code]
	case t.kind == parquet.Double:
		x := t.doubles[i]
		if math.IsInf(x, 0) {
			return x, malformed
		}
		return x, number // NaN is missing
	case t.kind == parquet.Int32:
		return float64(t.int32s[i]), number
	case t.kind == parquet.Int64:
		return float64(t.int64s[i]), number
	}
	value, k := parseValue(t.text(i))
	if k == missing {
		value = math.NaN()
	}
	return value, k
}

// text writes a value as parquetText does.
func (t *typedColumn) text(i int) string {
	switch {
	case t.codes != nil:
		return t.words[t.codes[i]]
	case t.kind == parquet.Boolean:
		return strconv.FormatBool(t.bools[i/8]>>(i%8)&1 == 1)
	case t.kind == parquet.Int32:
		return strconv.FormatInt(int64(t.int32s[i]), 10)
	case t.kind == parquet.Int64:
		return strconv.FormatInt(t.int64s[i], 10)
	case t.kind == parquet.Float:
		return strconv.FormatFloat(float64(t.floats[i]), 'g', -1, 32)
	case t.kind == parquet.Double:
		return strconv.FormatFloat(t.doubles[i], 'g', -1, 64)
	}
	own := t.bytes[t.offsets[i]:t.offsets[i+1]]
	return unsafe.String(unsafe.SliceData(own), len(own))
}
