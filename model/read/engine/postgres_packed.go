//go:build !nodata

package engine

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"

	"fms-tui/model/read"
)

// packsFrom is the oldest version of PostgreSQL whose planner is asked.
const packsFrom = 10

// packedDearer is how many times the planner's cost of rows in order packed rows may cost:
// they are fewer to send, which the planner does not count.
const packedDearer = 1.5

// packs implements connection by the planner's estimates of both statements.
func (p *postgres) packs(ctx context.Context, q *query, w read.Wanted) (bool, error) {
	major, _, _ := strings.Cut(p.conn.ParameterStatus("server_version"), ".")
	if n, err := strconv.Atoi(major); err != nil || n < packsFrom || p.conn.ParameterStatus("crdb_version") != "" {
		return false, nil // a server of the family that may explain itself otherwise
	}
	rows, err := p.estimate(ctx, q.all(w.Object, w.Shard))
	if err != nil {
		return false, err
	}
	packed, err := p.estimate(ctx, q.packing(w).sql)
	if err != nil {
		return false, err
	}
	return packed.Cost <= packedDearer*rows.Cost && rows.Rows <= packedMost*max(packed.Rows, 1), nil
}

// estimate is what the planner expects of a statement.
type estimate struct {
	Cost float64 `json:"Total Cost"`
	Rows float64 `json:"Plan Rows"`
}

func (p *postgres) estimate(ctx context.Context, sql string) (e estimate, err error) {
	c, err := p.query(ctx, "explain (format json) "+sql)
	if err != nil {
		return e, err
	}
	defer c.close()
	cells, err := c.next()
	if err != nil {
		return e, err
	}
	var plans []struct{ Plan *estimate }
	if err := json.Unmarshal(cells[0], &plans); err != nil || len(plans) == 0 || plans[0].Plan == nil {
		return e, &failure{kind: unsupported, words: "the plan of the query cannot be read"}
	}
	return *plans[0].Plan, nil
}

// packed implements connection. Values come in the binary format.
func (p *postgres) packed(ctx context.Context, s packing, into *packedRows) (packedCursor, error) {
	const binaryFormat = 1
	r := p.conn.ExecParams(ctx, s.sql, nil, nil, nil, []int16{binaryFormat})
	if !r.NextRow() {
		if _, err := r.Close(); err != nil {
			return nil, postgresFailure(err)
		}
		return &postgresPacked{into: into}, nil
	}
	return &postgresPacked{postgresRows{conn: p.conn, reader: r, ready: true}, into}, nil
}

// postgresPacked are packed rows.
type postgresPacked struct {
	postgresRows
	into *packedRows
}

func (r *postgresPacked) next() error {
	values, err := r.postgresRows.next()
	if err != nil {
		return err
	}
	into := r.into
	if len(values) != into.columns() {
		return io.ErrUnexpectedEOF
	}
	into.id, values = string(values[0]), values[1:]
	for i, kind := range into.kinds {
		ok := true
		switch kind {
		case packedTexts:
			into.texts[i], ok = textArray(into.texts[i][:0], values[0])
		case packedValues:
			into.values, ok = floatArray(into.values[:0], values[0])
		case packedRange:
			into.ranges[i] = [2]float64{floatOf(values[0]), floatOf(values[1])}
			values = values[1:]
		case packedID:
			continue
		}
		if !ok {
			return io.ErrUnexpectedEOF
		}
		values = values[1:]
	}
	return nil
}

// floatOf is a number of 64 bits, NaN for NULL.
func floatOf(value []byte) float64 {
	if len(value) != 8 {
		return math.NaN()
	}
	return math.Float64frombits(binary.BigEndian.Uint64(value))
}

// An array in the binary format: the number of dimensions, whether there are NULLs and the
// type of the elements; for each dimension its length and first index; and for each element
// its length, -1 for NULL, and its bytes. Numbers have 32 bits, the highest byte first.
const (
	arrayHead = 12
	arrayEach = 8
)

// elements returns what begins with the first of n elements of an array.
func elements(array []byte) (n int, rest []byte, ok bool) {
	if len(array) < arrayHead {
		return 0, nil, false
	}
	switch binary.BigEndian.Uint32(array) {
	case 0:
		return 0, nil, true
	case 1:
		if len(array) < arrayHead+arrayEach {
			return 0, nil, false
		}
		rest = array[arrayHead+arrayEach:]
		n = int(binary.BigEndian.Uint32(array[arrayHead:]))
		return n, rest, n <= len(rest)/4
	}
	return 0, nil, false
}

// textArray appends the elements of an array of texts, "" for NULL.
func textArray(list []string, array []byte) ([]string, bool) {
	n, rest, ok := elements(array)
	if !ok {
		return list, false
	}
	text := string(rest) // one piece of memory for all elements
	for range n {
		if len(rest) < 4 {
			return list, false
		}
		size := int(int32(binary.BigEndian.Uint32(rest)))
		rest, text = rest[4:], text[4:]
		if size > len(rest) {
			return list, false
		}
		size = max(size, 0)
		list = append(list, text[:size])
		rest, text = rest[size:], text[size:]
	}
	return list, len(rest) == 0
}

// floatArray appends the elements of an array of float8, NaN for NULL.
func floatArray(list []float64, array []byte) ([]float64, bool) {
	n, rest, ok := elements(array)
	if !ok {
		return list, false
	}
	for range n {
		if len(rest) < 4 {
			return list, false
		}
		size := int(int32(binary.BigEndian.Uint32(rest)))
		rest = rest[4:]
		if size >= 0 && (size != 8 || len(rest) < 8) {
			return list, false
		}
		size = max(size, 0)
		list = append(list, floatOf(rest[:size]))
		rest = rest[size:]
	}
	return list, len(rest) == 0
}
