package read

import (
	"bufio"
	"bytes"
	endian "encoding/binary"
	"fmt"
	"io"
)

// IDX is an array of bytes in the IDX format, in which the MNIST digits are
// published: a magic number 0 0 type dimensions, each dimension's size as a
// big-endian 32-bit number, and the entries, the last dimension running fastest.
type IDX struct {
	Size []int // of each dimension, at least one
	Data []byte
}

// Item returns the i-th entry along the first dimension: an image of images, a
// label of labels. It is not to be changed.
func (x *IDX) Item(i int) []byte {
	n := len(x.Data) / x.Size[0]
	return x.Data[i*n : (i+1)*n : (i+1)*n]
}

const (
	unsignedByte = 8       // the only type of entries that is read
	mostIDX      = 1 << 30 // bytes: twenty times the images of MNIST
	mostSize     = 16      // dimensions
	noIDX        = "is no IDX file of bytes: its first bytes would be 0 0 8 and the number of dimensions"
)

// ReadIDX reads an IDX file, plain or compressed. Errors are *Error.
func ReadIDX(s Source) (*IDX, error) {
	x := &IDX{}
	_, err := s.content(func(content *bufio.Reader) error {
		fail := func(format string, args ...any) error {
			return &Error{File: s.Name, Message: fmt.Sprintf(format, args...)}
		}
		head := make([]byte, 4)
		switch n, err := io.ReadFull(content, head); {
		case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
			return readError(s.Name, 0, err)
		case n < len(head) || !bytes.Equal(head[:3], []byte{0, 0, unsignedByte}) || head[3] == 0 || head[3] > mostSize:
			return fail("%s", noIDX)
		}
		sizes := make([]byte, 4*int(head[3]))
		if _, err := io.ReadFull(content, sizes); err != nil {
			return fail("ends before the sizes of its %s: was the file copied in part?", counted(int(head[3]), "dimension"))
		}
		want := 1
		for ; len(sizes) > 0; sizes = sizes[4:] {
			n := int(endian.BigEndian.Uint32(sizes))
			if n == 0 || n > mostIDX/want {
				return fail("has the sizes %v and %d: 1 to %d MiB in all are read", x.Size, n, mostIDX>>20)
			}
			want *= n
			x.Size = append(x.Size, n)
		}
		var err error
		if x.Data, err = io.ReadAll(io.LimitReader(content, int64(want)+1)); err != nil {
			return readError(s.Name, 0, err)
		}
		switch {
		case len(x.Data) < want:
			return fail("holds %s, and its sizes %v ask for %d: was the file copied in part?", counted(len(x.Data), "byte"), x.Size, want)
		case len(x.Data) > want:
			return fail("goes on after the %d bytes that its sizes %v ask for", want, x.Size)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return x, nil
}
