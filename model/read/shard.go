package read

import (
	"crypto/md5"
	"fmt"
	"strconv"
	"strings"

	"fms-tui/model"
)

// Shard is the part I of N of the objects, I from 1 to N. The zero value is all
// objects. An object's part is a hash of its id only, so each of N jobs can read its
// own part, from files or from any database, and no object is in two parts.
type Shard struct{ I, N int }

// ParseShard reads I/N, such as 3/20.
func ParseShard(text string) (Shard, error) {
	const most = 1 << 20 // shards: a hash has 32 bits
	i, n, ok := strings.Cut(text, "/")
	s := Shard{}
	var err error
	if s.I, err = strconv.Atoi(i); err == nil {
		s.N, err = strconv.Atoi(n)
	}
	if !ok || err != nil || s.I < 1 || s.N < s.I || s.N > most {
		return Shard{}, fmt.Errorf("%q is no shard: write I/N with I from 1 to N, such as 3/20", text)
	}
	return s, nil
}

// String is I/N, "" for all objects.
func (s Shard) String() string {
	if s.N == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.I, s.N)
}

// Has tells whether the object of that id is in the shard: the first 32 bits of MD5(id), as a big-endian number,
// modulo N are I-1. Databases and job schedulers compute the same: docs/formats.md.
func (s Shard) Has(object string) bool {
	if s.N < 2 {
		return true
	}
	sum := md5.Sum([]byte(object))
	hash := int64(sum[0])<<24 | int64(sum[1])<<16 | int64(sum[2])<<8 | int64(sum[3])
	return hash%int64(s.N) == int64(s.I-1)
}

// inShard keeps the rows whose object, in a column, is in a shard. Rows without an object stay: they
// are errors, or empty.
type inShard struct {
	shard  Shard
	column int
	left   int // rows left out
	last   string
	is     bool // the object last looked at is in the shard
}

// has tells whether a row is in the shard, and counts it where it is not.
func (s *inShard) has(cells []string) bool {
	if s.shard.N < 2 {
		return true
	}
	if id := trim(cells[s.column]); id != s.last || id == "" {
		s.last, s.is = strings.Clone(id), isMissing(id) || s.shard.Has(id)
	}
	if !s.is {
		s.left++
	}
	return s.is
}

// noRows is the error about a table of which no row is read.
func noRows(file string, opt Options) error {
	s := opt.Shard
	if len(opt.Where) > 0 {
		return &Error{File: file, Message: "has no row with the values that are asked for: check how they are written", Option: model.OptionWhere}
	}
	if s.N > 1 {
		return &Error{File: file, Message: fmt.Sprintf("holds no object of shard %s: fewer shards have more objects each", s), Option: model.OptionShard}
	}
	return &Error{File: file, Message: "holds a header and no rows: at least one row is needed"}
}
