package main

import (
	"fmt"
	"io"

	"fms-tui/model/read"
)

// piped is stdin, of which all is kept that was read: it may have to be read again
// when the user was asked how. What is not read is not waited for.
type piped struct {
	stdin  io.Reader
	chunks [][]byte
	size   int64
	most   int64 // bytes that are kept
	ended  error // of stdin
	forget bool  // what was read is not kept: stdin is read only once
}

// source is stdin as a file.
func (p *program) pipedSource() read.Source {
	if p.piped == nil {
		p.piped = &piped{stdin: p.stdin, most: p.limits.Most("stdin")}
	}
	return read.Source{Name: "stdin", Open: func() (io.ReadCloser, error) { return io.NopCloser(&replay{of: p.piped}), nil }, Limits: p.limits}
}

// pipedChunk is how much is read at once.
const pipedChunk = 1 << 20

// fetch reads another chunk, and reports whether there is one.
func (k *piped) fetch() bool {
	if k.ended == nil && k.size > k.most && !k.forget {
		k.ended = &read.LimitError{File: "stdin", Limit: "stdin", Most: k.most, Found: fmt.Sprintf(
			"is larger than %s bytes, all of which are kept in memory: write it to a file, and name the file", read.SizeText(k.most))}
	}
	if k.ended != nil {
		return false
	}
	b := make([]byte, pipedChunk)
	var n int
	for n == 0 && k.ended == nil {
		n, k.ended = k.stdin.Read(b)
	}
	if n > 0 {
		if n < len(b)/2 { // a terminal, or a slow pipe
			b = append([]byte(nil), b[:n]...)
		}
		k.chunks, k.size = append(k.chunks, b[:n]), k.size+int64(n)
	}
	return n > 0
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
		r.rest = r.of.chunks[r.next]
		if r.of.forget {
			r.of.chunks[r.next] = nil
		}
		r.next++
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
