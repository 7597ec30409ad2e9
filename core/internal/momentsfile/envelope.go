package momentsfile

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"io"
	"math"
	"strings"
)

// Magic is what a moments file begins with: a line, so that `head -1` tells
// what it is. The number is the version of the format.
const Magic = "fms-tui moments 4\n"

// Encode returns the bytes of a moments file. The same File gives the same
// bytes.
func (f *File) Encode() []byte {
	var b bytes.Buffer
	_, _ = f.WriteTo(&b) // to memory: cannot fail
	return b.Bytes()
}

// WriteTo writes a moments file, and returns the number of its bytes. Memory holds the content
// once, not packed.
func (f *File) WriteTo(w io.Writer) (n int64, err error) {
	if len(f.Labels) == 0 {
		panic("momentsfile: " + errNoLabel.Error())
	}
	c := &codec{pool: pool{known: make(map[[sha256.Size]byte]uint64)}}
	own := *f
	c.file(&own)
	return seal(w, append(append([][]byte{binary.AppendUvarint(nil, uint64(len(c.arrays)))}, c.arrays...), c.text)...)
}

// seal writes the content, which comes in parts, in its envelope.
func seal(w io.Writer, content ...[]byte) (n int64, err error) {
	size := 0
	for _, part := range content {
		size += len(part)
	}
	b := bufio.NewWriterSize(w, 1<<14)
	s := &sealed{to: b, sum: sha256.New()}
	_, _ = s.Write(binary.LittleEndian.AppendUint64([]byte(Magic), uint64(size)))
	z, err := flate.NewWriter(s, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is one of the package's own
	}
	for _, part := range content {
		_, _ = z.Write(part) // s keeps the error
	}
	_ = z.Close()
	_, _ = s.Write(s.sum.Sum(nil))
	return s.n, cmp.Or(s.err, b.Flush())
}

// sealed passes bytes on, and counts and sums them. It keeps the first error.
type sealed struct {
	to  io.Writer
	sum hash.Hash
	n   int64
	err error
}

func (s *sealed) Write(p []byte) (n int, err error) {
	if s.err == nil {
		s.sum.Write(p)
		n, s.err = s.to.Write(p)
		s.n += int64(n)
	}
	return n, s.err
}

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
	c := &codec{reads: true, rest: content, size: len(content)}
	defer func() {
		if r := recover(); r != nil {
			wrong, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			f, err = nil, wrong
		}
	}()
	c.readPool()
	f = new(File)
	c.file(f)
	c.check(len(c.rest) == 0, "%d bytes follow where the content should end", len(c.rest))
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
	return whole("it begins with %q, and this program reads %q: another version wrote it, or it is damaged; versions 1 to 3 are no longer read, write it anew from the judgments", line, strings.TrimSpace(Magic))
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
