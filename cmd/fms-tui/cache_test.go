package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCache: with --cache the second run reads the file and no data, says so with the
// date, and takes no sums of other data for its own.
func TestCache(t *testing.T) {
	dir := t.TempDir()
	data, cache := filepath.Join(dir, "small.csv"), filepath.Join(dir, "small.moments")
	text := "object,attribute,judgment,rater,label\n"
	for _, row := range strings.Fields("a,tall,1,u,3 a,tall,2,v,3 b,tall,3,u,6 b,tall,4,v,6 c,tall,3,u,7 c,tall,5,v,7 d,tall,1,u,1 d,tall,1,v,1") {
		text += row + "\n"
	}
	if err := os.WriteFile(data, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	do := func(args ...string) (string, string, int) {
		var out, err strings.Builder
		status := run(t.Context(), args, strings.NewReader(""), &out, &err, nil)
		return out.String(), err.String(), status
	}
	figures := func(out string) string { // without the line that names the file
		_, rest, _ := strings.Cut(out, "\n")
		return rest
	}
	plain, _, _ := do("select", data, "--budget", "2", "--quiet")
	first, said, status := do("select", data, "--budget", "2", "--cache", cache)
	if status != 0 || !strings.Contains(said, "these are sums of 20") || figures(first) == "" {
		t.Fatalf("%d: %s%s", status, first, said)
	}
	if err := os.Remove(data); err != nil {
		t.Fatal(err)
	}
	second, said, status := do("select", data, "--budget", "2", "--cache", cache)
	if status != 0 || second != first || !strings.Contains(said, "these are sums of 20") {
		t.Errorf("%d: %s%s, want %s", status, second, said, first)
	}
	if !strings.Contains(figures(plain), "tall") {
		t.Errorf("without the file: %s", plain)
	}
	for _, args := range [][]string{
		{"select", data, "--missing", "9", "--cache", cache},
		{"select", cache, "--cache", cache},
	} {
		if out, said, status := do(args...); status == 0 || !strings.Contains(said, "holds the sums of other data") {
			t.Errorf("%q: %d: %s%s", args, status, out, said)
		}
	}
	if _, said, status := do("select", data, "--cache", cache, "--label-from", "tall"); status != statusMisused {
		t.Errorf("--label-from: %d: %s", status, said)
	}
}
