package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestRecent: the data opened last come first, each once, nine at most; a file that is
// broken is an empty list, and what is no file is not listed.
func TestRecent(t *testing.T) {
	dir := t.TempDir()
	data := func(i int) recentData {
		r, ok := recentOf([]string{fmt.Sprintf("d%d.csv", i)}, []string{"l.csv"})
		if !ok || !filepath.IsAbs(r.Paths[0]) || !filepath.IsAbs(r.Labels[0]) {
			t.Fatalf("%+v", r)
		}
		return r
	}
	for _, i := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 4, 4} {
		if err := writeRecent(dir, data(i)); err != nil {
			t.Fatal(err)
		}
	}
	got := readRecent(dir)
	for k, i := range []int{4, 10, 9, 8, 7, 6, 5, 3, 2} {
		if len(got) != mostRecent || !got[k].equal(data(i)) {
			t.Fatalf("%+v", got)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, recentFile), []byte(`[{"pa`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := readRecent(dir); got != nil {
		t.Errorf("a broken file holds %+v", got)
	}
	for _, paths := range [][]string{nil, {"-"}, {"postgres://me:secret@host/db"}} {
		if r, ok := recentOf(paths, nil); ok {
			t.Errorf("%v is listed as %+v", paths, r)
		}
	}
}
