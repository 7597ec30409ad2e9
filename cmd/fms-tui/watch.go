package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/read"
)

// watcher reads data again once their files have changed: what was added to a long CSV
// file alone, where that is possible.
type watcher struct {
	p     *program
	paths []string
	flags *flags

	seen    string // stamp of what was read last
	waiting string // stamp at which a file ended within a line
	study   *core.Study
	size    int64 // of the file when it was read
}

// watch returns what reads the data again once their files have changed, nil and no
// error where they have not. Files that cannot be read for a moment, such as while
// they are replaced, have not changed yet. A line that is half written has a second to
// be completed.
func (p *program) watch(paths []string, f *flags, study *core.Study) func(context.Context) (*core.Study, bool, error) {
	w := &watcher{p: p, paths: paths, flags: f, study: study}
	w.seen, w.size = w.stamp(), sizeOf(paths)
	return w.again
}

// again is called every second.
func (w *watcher) again(ctx context.Context) (study *core.Study, added bool, err error) {
	now := w.stamp()
	if now == "" || now == w.seen {
		return nil, false, nil
	}
	if now != w.waiting && slices.ContainsFunc(w.paths, endsWithinLine) {
		w.waiting = now
		return nil, false, nil
	}
	w.seen = now
	if ds := w.added(ctx); ds != nil {
		w.study = core.NewStudy(ds)
		return w.study, true, nil
	}
	size := sizeOf(w.paths)
	quiet := w.flags.with(func(g *flags) { g.quiet = true }) // the screen is shown
	if study, err = w.p.openStudy(ctx, w.paths, quiet); err != nil {
		return nil, false, err
	}
	w.study, w.size = study, size
	return study, false, nil
}

// stamp is what changes of files when they do; "" where one is not there.
func (w *watcher) stamp() string {
	var b strings.Builder
	for _, name := range slices.Concat(w.paths, w.flags.labels) {
		info, err := os.Stat(name)
		if err != nil {
			return ""
		}
		fmt.Fprintln(&b, info.Size(), info.ModTime().UnixNano())
	}
	return b.String()
}

// sizeOf is the size of one file; 0 for several.
func sizeOf(paths []string) int64 {
	if len(paths) != 1 {
		return 0
	}
	info, err := os.Stat(paths[0])
	if err != nil {
		return 0
	}
	return info.Size()
}

// lined are the suffixes of files of lines; delimited are the suffixes of such files
// with a header.
var (
	delimited = []string{".csv", ".tsv", ".txt"}
	lined     = append([]string{".jsonl", ".ndjson"}, delimited...)
)

// endsWithinLine tells whether a file of lines ends without a line break.
func endsWithinLine(name string) bool {
	if !slices.Contains(lined, strings.ToLower(filepath.Ext(name))) {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	var last [1]byte
	if _, err := f.Seek(-1, io.SeekEnd); err != nil {
		return false
	}
	_, err = io.ReadFull(f, last[:])
	return err == nil && last[0] != '\n'
}

// mostAdded is how much of a file is read as added, in bytes: more is read again as a
// whole.
const mostAdded = 64 << 20

// added returns the data with the rows that were added to them, nil where something else
// may have changed. The beginning of the file must be what was read, to the byte; the new
// rows are read by the roles that its columns had.
func (w *watcher) added(ctx context.Context) *model.Dataset {
	f, ds := w.flags, w.study.Data()
	if len(w.paths) != 1 || len(f.labels) > 0 || f.labelFrom != "" || f.inParts(w.paths) || f.read.LabelsSQL != "" {
		return nil
	}
	if !slices.Contains(delimited, strings.ToLower(filepath.Ext(w.paths[0]))) || ds.Reading.Layout != read.Long || ds.Reading.Form != "" || len(ds.Sources) != 1 {
		return nil
	}
	head, tail, sum := rowsAfter(w.paths[0], w.size, ds.Sources[0].SHA256)
	if len(tail) == 0 {
		return nil
	}
	found, err := read.Open(ctx, read.Query{Data: []read.Source{read.Bytes(ds.Sources[0].File, append(head, tail...))}, Options: f.reading().With(ds.Reading.Choices...)})
	if err != nil || found.Dataset == nil || !sameReading(ds, found.Dataset) {
		return nil
	}
	out, ok := ds.Append(found.Dataset)
	if !ok {
		return nil
	}
	out.Sources = []model.Source{{File: ds.Sources[0].File, SHA256: sum}}
	out.Reading.Rows += found.Dataset.Reading.Rows
	out.Reading.Kept += found.Dataset.Reading.Kept
	w.size += int64(len(tail))
	return out
}

// rowsAfter returns a file's head line and its complete lines after the first size bytes,
// with the digest of all up to their end; no lines where the beginning is not what had
// that digest.
func rowsAfter(name string, size int64, digest string) (head, tail []byte, sum string) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, ""
	}
	defer f.Close()
	h := sha256.New()
	if head = headOf(f, h, size); head == nil || hexOf(h) != digest {
		return nil, nil, ""
	}
	tail, err = io.ReadAll(io.LimitReader(f, mostAdded+1))
	if end := bytes.LastIndexByte(tail, '\n'); err != nil || len(tail) > mostAdded || end < 0 {
		return nil, nil, ""
	} else {
		tail = tail[:end+1]
	}
	h.Write(tail)
	return head, tail, hexOf(h)
}

// mostHead is the longest head line.
const mostHead = 1 << 20

// headOf hashes the first size bytes and returns their first line; nil where they are not
// whole lines.
func headOf(r io.Reader, h hash.Hash, size int64) []byte {
	first := make([]byte, min(size, mostHead))
	if _, err := io.ReadFull(r, first); err != nil || len(first) == 0 {
		return nil
	}
	h.Write(first)
	last := first[len(first)-1:]
	if rest := size - int64(len(first)); rest > 0 {
		keep := &lastByte{}
		if n, err := io.Copy(io.MultiWriter(h, keep), io.LimitReader(r, rest)); err != nil || n != rest {
			return nil
		}
		last = []byte{keep.b}
	}
	end := bytes.IndexByte(first, '\n')
	if end < 0 || last[0] != '\n' {
		return nil
	}
	return first[: end+1 : end+1]
}

// lastByte remembers the last byte written to it.
type lastByte struct{ b byte }

func (l *lastByte) Write(p []byte) (int, error) {
	if len(p) > 0 {
		l.b = p[len(p)-1]
	}
	return len(p), nil
}

func hexOf(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// sameReading reports whether new rows were read like the other rows, and neither have
// findings: findings would have to be counted again.
func sameReading(ds, more *model.Dataset) bool {
	odd := func(d *model.Dataset) (all []string) {
		if len(d.Reading.Dropped) > 0 || len(d.Reading.DroppedCells) > 0 {
			all = append(all, "dropped")
		}
		for _, w := range d.Warnings {
			all = append(all, w.Message)
		}
		return all
	}
	same := func(a, b model.ColumnRole) bool { return a.Column == b.Column && a.Role == b.Role }
	before := odd(ds)
	return slices.EqualFunc(ds.Reading.Columns, more.Reading.Columns, same) && !slices.Contains(before, "dropped") && slices.Equal(before, odd(more))
}
