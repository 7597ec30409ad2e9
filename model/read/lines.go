package read

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unsafe"
)

// usualBlock is about how many bytes of lines are cut at a time.
const usualBlock = 256 << 10

// eachParsedRow calls add for every row of a table until it or the context ends. Lines
// without quotes are cut on all processors, and the numbers of some columns are parsed.
// Rows still come in the order of the file. [delimited.next] reads irregular lines,
// with another number of cells or without an expected number, and the rest of a file
// from its first quote on.
func (c *collector) eachParsedRow(ctx context.Context, t table, r *roles, numeric []int, add func(*parsedRow) error) error {
	row := new(parsedRow)
	one := func(cells []string, line int) error {
		*row = parsedRow{cells: cells, line: line}
		return add(row)
	}
	within, shards := t.(*sharded) // the rows of some objects
	whole := t
	if shards {
		whole = within.table
	}
	base, ahead := passedOn(whole)
	lines, isLines := base.(*delimited)
	numbers, isNumbers := base.(numberTable)
	isLines, isNumbers = isLines && r.opt.blockSize >= 0, isNumbers && r.opt.blockSize >= 0
	for n := 0; (isLines || isNumbers) && ahead(); n++ {
		if n%rowsBetween == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		cells, line, err := whole.next()
		if err == nil && (!shards || within.has(cells)) {
			err = one(cells, line)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case isNumbers:
		return c.eachNumbers(ctx, numbers, r, numeric, within, add)
	case isLines && lines.quoted == nil:
		if err := lines.eachLine(ctx, newPlan(lines, r, numeric, within), add); err != nil {
			return err
		}
	}
	return eachRow(ctx, t, one)
}

// eachNumbers calls add for the rest of a table whose columns numeric are numbers; within says
// which rows are wanted, nil for all.
func (c *collector) eachNumbers(ctx context.Context, t numberTable, r *roles, numeric []int, within *sharded, add func(*parsedRow) error) error {
	numbers, row := make([]float64, len(numeric)), new(parsedRow)
	for n := 0; ; n++ {
		if n%rowsBetween == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		cells, parsed, line, err := t.nextNumbers(numeric, numbers, r.object)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if within != nil && !within.has(cells) {
			continue
		}
		*row = parsedRow{cells: cells, numbers: parsed, line: line}
		if err := add(row); err != nil {
			return err
		}
	}
}

// passedOn returns the table that a table passes on as it is, nil where it has ended, and
// whether rows that were looked at come before.
func passedOn(t table) (base table, ahead func() bool) {
	var looks []*lookahead
	for {
		look, ok := t.(*lookahead)
		if !ok {
			break
		}
		if look.err != nil {
			return nil, nil
		}
		looks = append(looks, look)
		t = look.table
	}
	return t, func() bool {
		return slices.ContainsFunc(looks, func(l *lookahead) bool { return l.read < len(l.rows) })
	}
}

// plan says what becomes of the cells of a line.
type plan struct {
	blockSize int
	separator byte
	number    []bool   // by column: it is parsed
	texts     []int    // the columns of which the cells are kept
	numbers   int      // columns that are parsed
	object    int      // the object's place among texts
	within    *sharded // says which rows are wanted; nil for all
}

func newPlan(d *delimited, r *roles, numeric []int, within *sharded) plan {
	p := plan{within: within, blockSize: cmp.Or(r.opt.blockSize, usualBlock), separator: d.separator, number: make([]bool, len(d.names)), numbers: len(numeric)}
	for _, i := range numeric {
		p.number[i] = true
	}
	for i, parsed := range p.number {
		if i == r.object {
			p.object = len(p.texts)
		}
		if !parsed {
			p.texts = append(p.texts, i)
		}
	}
	return p
}

// block is some lines of a file, cut. Its memory is used again for later lines: who keeps a
// cell must copy it.
type block struct {
	buffer  []byte // of text
	text    string // shares its memory
	lines   int    // also blank lines
	left    int    // rows that are not wanted
	rows    []cutLine
	cells   []string  // of the rows that are whole: len(plan.texts) each
	numbers []float64 // likewise, plan.numbers each; NaN for missing
	object  string    // of the last row, trimmed; "" where it is not whole
	cut     chan struct{}

	err  error  // what ended the file behind the lines; nil where more follow
	rest string // what begins with the line of the first quote; "" for none
}

// cutLine is a line of a block that is not blank.
type cutLine struct {
	text  string // without its end
	line  int    // from 1 on, in the block
	whole bool   // it was cut; else it must be read by [delimited.cellsOf]
	again bool   // it is whole, and of the object of the row before
}

// atStart is what Go computed on when the program began. A processor that was added since
// is for what must not wait.
var atStart = runtime.GOMAXPROCS(0)

// eachLine calls add for all lines up to the first quote, and leaves d where they end.
func (d *delimited) eachLine(ctx context.Context, p plan, add func(*parsedRow) error) error {
	workers := min(runtime.GOMAXPROCS(0), atStart)
	inUse := 2*workers + 2
	free, work, order := make(chan *block, inUse), make(chan *block, inUse), make(chan *block, inUse)
	for range inUse {
		free <- &block{cut: make(chan struct{}, 1)}
	}
	stop := make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		defer close(work)
		defer close(order)
		d.readBlocks(p.blockSize, free, stop, work, order)
	})
	for range workers {
		all.Go(func() {
			for b := range work {
				b.cutLines(p)
				b.cut <- struct{}{}
			}
		})
	}
	err := d.addBlocks(ctx, p, order, free, add)
	close(stop)
	if ctx.Err() == nil { // a reader may wait for a terminal or a network
		all.Wait()
	}
	return err
}

// readBlocks reads the rest of the file in blocks of whole lines. Each block goes to
// the goroutines that cut and, in order, to the goroutine that adds.
func (d *delimited) readBlocks(size int, free <-chan *block, stop <-chan struct{}, work, order chan<- *block) {
	carry, err := []byte(d.block), d.textErr // what no line end was seen of
	for {
		var b *block
		select {
		case <-stop:
			return
		case b = <-free:
		}
		b.err, b.rest = nil, ""
		err = b.fill(d.text, size, carry, err)
		b.err = err
		b.text = unsafe.String(unsafe.SliceData(b.buffer), len(b.buffer))
		carry = carry[:0]
		if end := strings.LastIndexByte(b.text, '\n') + 1; !errors.Is(err, io.EOF) {
			carry, b.text = append(carry, b.text[end:]...), b.text[:end]
		}
		quote := strings.IndexByte(b.text, '"')
		if quote >= 0 {
			start := strings.LastIndexByte(b.text[:quote], '\n') + 1
			b.rest, b.text = strings.Join([]string{b.text[start:], string(carry)}, ""), b.text[:start]
		}
		last := b.err != nil || quote >= 0
		work <- b // both have room: there are no more blocks than places
		order <- b
		if last {
			return
		}
	}
}

// fill reads into the block behind what was carried over: a whole line at least, and about
// as many bytes as asked for. It returns what ended the text.
func (b *block) fill(text io.Reader, size int, carry []byte, err error) error {
	b.buffer = append(slices.Grow(b.buffer[:0], size+len(carry)), carry...)
	for err == nil && (len(b.buffer) < size/2 || bytes.LastIndexByte(b.buffer, '\n') < 0) {
		if cap(b.buffer)-len(b.buffer) < size/2 { // doubling keeps long lines linear
			b.buffer = slices.Grow(b.buffer, 2*len(b.buffer)+size)
		}
		var n int
		n, err = text.Read(b.buffer[len(b.buffer):cap(b.buffer)])
		b.buffer = b.buffer[:len(b.buffer)+n]
	}
	return err
}

// addBlocks adds the rows of blocks in order.
func (d *delimited) addBlocks(ctx context.Context, p plan, order <-chan *block, free chan<- *block, add func(*parsedRow) error) error {
	cells := make([]string, len(p.number))
	before := d.line
	for {
		var b *block
		select {
		case <-ctx.Done():
			return ctx.Err()
		case b = <-order:
		}
		<-b.cut
		if ctx.Err() != nil { // select may choose a block although both are ready
			return ctx.Err()
		}
		if err := d.addRows(b, p, cells, before, add); err != nil {
			return err
		}
		if p.within != nil {
			*p.within.left += b.left
		}
		before += b.lines
		d.line = before
		if b.rest != "" || b.err != nil {
			d.block, d.textErr = "", b.err
			if b.rest != "" {
				d.quote(b.rest)
			}
			return nil
		}
		if p.blockSize != usualBlock { // so that tests find who keeps a cell
			clear(b.buffer)
		}
		free <- b
	}
}

// addRows adds the rows of a block that follows the given number of lines.
func (d *delimited) addRows(b *block, p plan, cells []string, before int, add func(*parsedRow) error) error {
	text, numbers := b.cells, b.numbers
	row := new(parsedRow)
	for i := range b.rows {
		l := &b.rows[i]
		row.cells, row.numbers, row.again, row.line = cells, nil, l.again, before+l.line
		if l.whole {
			for n, i := range p.texts {
				cells[i] = text[n]
			}
			row.numbers = numbers[:p.numbers]
			text, numbers = text[len(p.texts):], numbers[p.numbers:]
		} else {
			d.line = row.line
			var err error
			if row.cells, err = d.cellsOf(l.text); err != nil {
				return err
			}
			if p.within != nil && !p.within.has(row.cells) {
				continue
			}
		}
		if err := add(row); err != nil {
			return err
		}
	}
	return nil
}

// cutLines cuts the lines of a block.
func (b *block) cutLines(p plan) {
	b.rows, b.cells, b.numbers, b.lines = b.rows[:0], b.cells[:0], b.numbers[:0], 0
	b.left, b.object = 0, ""
	b.reserve(p, 1+strings.Count(b.text, "\n"))
	for text := b.text; text != ""; {
		line := text
		if end := strings.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end+1], text[end+1:]
		} else {
			text = ""
		}
		b.lines++
		if line = trimLineEnd(line); line == "" {
			continue
		}
		cells, numbers := len(b.cells), len(b.numbers)
		whole := b.cutLine(p, line)
		if wanted := !whole || p.within == nil || p.within.shard.Has(trim(b.cells[cells+p.object])); !whole || !wanted {
			b.cells, b.numbers = b.cells[:cells], b.numbers[:numbers]
			if !wanted {
				b.left++
				continue
			}
		}
		b.rows = append(b.rows, cutLine{line, b.lines, whole, b.again(p, whole, cells)})
	}
}

// reserve makes room for the given number of lines. Growing bit by bit would copy a
// short file several times, because none of its blocks is used again.
func (b *block) reserve(p plan, lines int) {
	most := len(b.text) + 1 // a cell takes a byte at least
	b.rows = slices.Grow(b.rows, lines)
	b.cells, b.numbers = slices.Grow(b.cells, min(most, lines*len(p.texts))), slices.Grow(b.numbers, min(most, lines*p.numbers))
}

// again tells whether a whole row, whose cells begin at a place, has the object of the row before.
func (b *block) again(p plan, whole bool, cells int) bool {
	before := b.object
	if b.object = ""; whole {
		b.object = trim(b.cells[cells+p.object])
	}
	return before != "" && b.object == before
}

// cutLine appends the cells and numbers of a line. It is false where the line has
// more or fewer cells than the header, something else than a number where one is
// expected, or no object.
func (b *block) cutLine(p plan, line string) bool {
	first := len(b.cells)
	at := 0
	for _, parsed := range p.number {
		if at > len(line) {
			return false
		}
		if !parsed {
			end := at
			for end < len(line) && line[end] != p.separator { // cells are short: faster than strings.IndexByte
				end++
			}
			b.cells = append(b.cells, line[at:end])
			at = end + 1
			continue
		}
		value, end := scanDecimal(line, at)
		if end < 0 || end < len(line) && line[end] != p.separator {
			end = at
			for end < len(line) && line[end] != p.separator {
				end++
			}
			var k kind
			switch value, k = parseValue(line[at:end]); k {
			case missing:
				value = math.NaN()
			case number:
			default:
				return false
			}
		}
		b.numbers = append(b.numbers, value)
		at = end + 1
	}
	return at == len(line)+1 && !isMissing(trim(b.cells[first+p.object]))
}
