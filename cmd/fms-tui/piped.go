package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"

	"fms-tui/model/read"
)

// piped is stdin, or a pipe that is named like a file. Everything that was read is kept, most of it in a temporary file: it must
// be read again if the user is asked how to read it. Nothing waits for unread input.
type piped struct {
	name   string
	open   func() (io.ReadCloser, error)
	from   io.Reader // nil before it is opened
	chunks [][]byte
	size   int64
	most   int64 // bytes that are kept
	ended  error // of from
	inRAM  int64 // bytes of chunks that are kept in memory; more go to a file
	file   *os.File
	stored []int64 // by chunk behind the chunks in memory, its end in the file
}

// pipedInRAM is how much of stdin is kept in memory.
const pipedInRAM = 64 << 20

// pipedSource is a pipe as a file that can be opened again.
func (p *program) pipedSource(name string, open func() (io.ReadCloser, error)) read.Source {
	k := p.piped[name]
	if k == nil {
		if p.piped == nil {
			p.piped = make(map[string]*piped)
		}
		k = &piped{name: name, open: open, most: p.limits.Most("stdin"), inRAM: cmp.Or(p.pipedInRAM, pipedInRAM)}
		p.piped[name] = k
	}
	return read.Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(&replay{of: k}), nil }, Limits: p.limits}
}

// isPipe tells whether a path names a pipe, such as that of <(command) in a shell.
func isPipe(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&os.ModeNamedPipe != 0
}

// pipedChunk is how much is read at once.
const pipedChunk = 1 << 20

// fetch reads another chunk, and reports whether there is one.
func (k *piped) fetch() bool {
	if k.from == nil && k.ended == nil {
		k.from, k.ended = k.open()
	}
	if k.ended == nil && k.size > k.most {
		k.ended = &read.LimitError{File: k.name, Limit: "stdin", Most: k.most, Found: fmt.Sprintf(
			"is larger than %s bytes, all of which are kept to be read again: write it to a file, and name the file", read.SizeText(k.most))}
	}
	if k.ended != nil {
		return false
	}
	b := make([]byte, pipedChunk)
	var n int
	for n == 0 && k.ended == nil {
		n, k.ended = k.from.Read(b)
	}
	if n > 0 {
		if n < len(b)/2 { // a terminal, or a slow pipe
			b = append([]byte(nil), b[:n]...)
		}
		k.size += int64(n)
		k.keep(b[:n])
	}
	return n > 0
}

// keep keeps a chunk: in memory, or in a file without a name that ends with the process. If
// there can be no file, all stays in memory.
func (k *piped) keep(b []byte) {
	if k.size > k.inRAM {
		end := int64(0)
		if n := len(k.stored); n > 0 {
			end = k.stored[n-1]
		}
		var err error
		if k.file == nil {
			k.file, err = read.Unnamed()
		}
		if err == nil {
			_, err = k.file.WriteAt(b, end)
		}
		if err == nil {
			k.stored = append(k.stored, end+int64(len(b)))
			b = nil
		} else if len(k.stored) > 0 {
			k.ended = fmt.Errorf("%s cannot be kept in a temporary file: %w", k.name, err)
		} else {
			k.file, k.inRAM = nil, math.MaxInt64
		}
	}
	k.chunks = append(k.chunks, b)
}

// chunk returns a chunk that was read.
func (k *piped) chunk(i int) ([]byte, error) {
	if k.chunks[i] != nil {
		return k.chunks[i], nil
	}
	i -= len(k.chunks) - len(k.stored)
	from := int64(0)
	if i > 0 {
		from = k.stored[i-1]
	}
	b := make([]byte, k.stored[i]-from)
	_, err := k.file.ReadAt(b, from)
	return b, err
}

// replay reads stdin from its beginning.
type replay struct {
	of   *piped
	next int
	rest []byte
}

func (r *replay) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		if r.next == len(r.of.chunks) && !r.of.fetch() {
			return 0, r.of.ended
		}
		var err error
		if r.rest, err = r.of.chunk(r.next); err != nil {
			return 0, err
		}
		r.next++
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
