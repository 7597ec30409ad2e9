package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fms-tui/core"
)

// watcher reads data again once their files have changed.
type watcher struct {
	p     *program
	paths []string
	flags *flags

	seen    string // stamp of what was read last
	waiting string // stamp at which a file ended within a line
}

// watchData returns what reads the data again once their files have changed, nil and no
// error where they have not. Files that cannot be read for a moment, such as while
// they are replaced, have not changed yet. A line that is half written has a second to
// be completed.
func watchData(p *program, paths []string, f *flags) func(context.Context) (*core.Study, error) {
	w := &watcher{p: p, paths: paths, flags: f}
	w.seen = w.stamp()
	return w.again
}

// again is called every second.
func (w *watcher) again(ctx context.Context) (*core.Study, error) {
	now := w.stamp()
	if now == "" || now == w.seen {
		return nil, nil
	}
	if now != w.waiting && slices.ContainsFunc(w.paths, endsWithinLine) {
		w.waiting = now
		return nil, nil
	}
	w.seen = now
	return w.p.openStudy(ctx, w.paths, w.flags)
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

// lined are the suffixes of files of lines.
var lined = []string{".jsonl", ".ndjson", ".csv", ".tsv", ".txt"}

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
