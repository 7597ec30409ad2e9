package momentsfile

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// Error says what is wrong with a moments file.
type Error struct {
	At      int // byte of the uncompressed content, from 0; -1 where the file is wrong as a whole
	Message string
}

func (e *Error) Error() string {
	if e.At < 0 {
		return e.Message
	}
	return fmt.Sprintf("byte %d of the uncompressed content: %s", e.At, e.Message)
}

// Decode reads the bytes of a moments file. Everything is checked before it is
// used; errors are an *Error.
func Decode(data []byte) (*File, error) {
	content, err := open(data)
	if err != nil {
		return nil, err
	}
	return parse(content)
}

// parse reads the content.
func parse(content []byte) (f *File, err error) {
	d := &decoder{rest: content, size: len(content)}
	defer func() {
		if r := recover(); r != nil {
			wrong, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			f, err = nil, wrong
		}
	}()
	d.pool()
	f = d.file()
	if len(d.rest) > 0 {
		d.fail("%d bytes follow where the content should end", len(d.rest))
	}
	return f, nil
}

// checkMagic tells what is wrong with the first line.
func checkMagic(data []byte) error {
	stem := Magic[:len(Magic)-2]
	switch {
	case bytes.HasPrefix(data, []byte(Magic)):
		return nil
	case !bytes.HasPrefix(data, []byte(stem)):
		return whole("it is no moments file: it does not begin with %q", strings.TrimSpace(Magic))
	}
	line, _, _ := bytes.Cut(data[:min(len(data), 40)], []byte("\n"))
	return whole("it begins with %q, and this program reads %q: another version wrote it, or it is damaged", line, strings.TrimSpace(Magic))
}

// whole says what is wrong with the file as a whole.
func whole(format string, args ...any) error {
	return &Error{At: -1, Message: fmt.Sprintf(format, args...)}
}

// open checks the envelope and returns the content.
func open(data []byte) (content []byte, err error) {
	if err = checkMagic(data); err != nil {
		return nil, err
	}
	body := len(data) - sha256.Size
	if body < len(Magic)+8 {
		return nil, whole("it ends after %d bytes: it was copied in part", len(data))
	}
	if sha256.Sum256(data[:body]) != [sha256.Size]byte(data[body:]) {
		return nil, whole("it is damaged or was copied in part: its checksum does not fit its %d bytes", body)
	}
	length := binary.LittleEndian.Uint64(data[len(Magic):])
	packed := data[len(Magic)+8 : body]
	if length > mostPacked*uint64(len(packed)+1) { // before it is unpacked
		return nil, whole("it claims to hold %d bytes, more than %d can", length, len(packed))
	}
	z := flate.NewReader(bytes.NewReader(packed))
	content, err = io.ReadAll(io.LimitReader(z, int64(length)+1))
	if err != nil {
		return nil, whole("its content cannot be unpacked: %v", err)
	}
	if uint64(len(content)) != length {
		return nil, whole("it holds other than the %d bytes that it claims to", length)
	}
	return content, nil
}

// Claims is how many bytes the content of a file is said to have, 0 for what is no
// file of moments.
func Claims(data []byte) int64 {
	if checkMagic(data) != nil || len(data) < len(Magic)+8 {
		return 0
	}
	return int64(min(binary.LittleEndian.Uint64(data[len(Magic):]), math.MaxInt64))
}

// mostPacked is how many bytes one of DEFLATE can stand for.
const mostPacked = 1040

// decoder reads the content. A fault is a panic with an *Error, which parse catches.
type decoder struct {
	rest   []byte
	size   int
	arrays []array
	sums   int // attributes of blocks so far
}

// array is one of the pool; one of the two is nil.
type array struct {
	ints   []int
	floats []float64
}

func (d *decoder) fail(format string, args ...any) {
	panic(&Error{At: d.size - len(d.rest), Message: fmt.Sprintf(format, args...)})
}

// mostCount bounds every count: up to it floating point holds each.
const mostCount = 1 << 53

func (d *decoder) uvarint() uint64 {
	n, size := binary.Uvarint(d.rest)
	if size <= 0 {
		d.fail("a number is expected")
	}
	d.rest = d.rest[size:]
	return n
}

// count reads a number of things.
func (d *decoder) count(what string) int { return d.upTo(what, mostCount) }

func (d *decoder) upTo(what string, most int) int {
	n := d.uvarint()
	if n > uint64(most) {
		d.fail("%s: %d, more than %d", what, n, most)
	}
	return int(n)
}

// length reads a number of things, each of which takes the given number of the bytes
// that follow.
func (d *decoder) length(what string, bytes int) int {
	n := d.uvarint()
	if most := len(d.rest) / bytes; n > uint64(most) {
		d.fail("%s: %d, and the bytes that are left hold at most %d", what, n, most)
	}
	return int(n)
}

func (d *decoder) flag(what string) bool { return d.upTo(what, 1) == 1 }

func (d *decoder) string(what string) string {
	n := d.length("bytes of "+what, 1)
	s := string(d.rest[:n])
	if !utf8.ValidString(s) {
		d.fail("%s is no UTF-8", what)
	}
	d.rest = d.rest[n:]
	return s
}

func (d *decoder) pool() {
	n := d.length("arrays", 2)
	d.arrays = make([]array, n)
	for i := range d.arrays {
		if d.upTo("the kind of an array", floatArray) == intArray {
			length := d.length("numbers of an array", 1)
			d.arrays[i].ints = make([]int, length)
			for j := range d.arrays[i].ints {
				d.arrays[i].ints[j] = int(d.uvarint() & (1<<63 - 1))
			}
		} else {
			d.arrays[i].floats = d.planes(d.length("numbers of an array", 8))
		}
	}
}

// planes is the inverse of pool.floats.
func (d *decoder) planes(n int) []float64 {
	x := make([]float64, n)
	var word [8]uint64
	for i := 0; i < n; i += len(word) {
		eight := x[i:min(i+len(word), n)]
		for b := range word {
			plane := d.rest[b*n+i:]
			if len(eight) == len(word) {
				word[b] = binary.LittleEndian.Uint64(plane)
				continue
			}
			word[b] = 0
			for k := range eight {
				word[b] |= uint64(plane[k]) << (8 * k)
			}
		}
		transpose(&word)
		for k := range eight {
			if eight[k] = math.Float64frombits(word[k]); eight[k]-eight[k] != 0 {
				d.fail("number %d of an array is not finite", i+k)
			}
		}
	}
	d.rest = d.rest[8*n:]
	return x
}

// array returns an array of n numbers that the next number refers to; any
// number of them for n < 0.
func (d *decoder) array(n int, what string) array {
	i := d.uvarint()
	if i >= uint64(len(d.arrays)) {
		d.fail("%s: array %d, of %d", what, i, len(d.arrays))
	}
	a := d.arrays[i]
	if got := len(a.ints) + len(a.floats); n >= 0 && got != n {
		d.fail("%s: %d numbers, not %d", what, got, n)
	}
	return a
}

func (d *decoder) floats(n int, what string) []float64 {
	x := d.array(n, what).floats
	if x == nil {
		d.fail("%s: an array of counts", what)
	}
	return x
}

// ints returns an array of counts.
func (d *decoder) ints(n int, what string) []int {
	x := d.array(n, what).ints
	if x == nil {
		d.fail("%s: an array of floating point", what)
	}
	return x
}

// counts is ints for numbers that others are multiplied with.
func (d *decoder) counts(n int, what string) []int {
	x := d.ints(n, what)
	for _, v := range x {
		if v > mostCount {
			d.fail("%s: %d, more than %d", what, v, mostCount)
		}
	}
	return x
}
