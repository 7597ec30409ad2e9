package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRename: go.mod and imports change, other text with the same words does not,
// and back again all is as it was.
func TestRename(t *testing.T) {
	root := t.TempDir()
	files := map[string]string{
		"go.mod":         "module fms-tui\n\ngo 1.26\n",
		"tools/go.mod":   "module fms-tui/tools\n\nrequire fms-tui v0.0.0\n\nrequire fms-tui-more v1.0.0\n\nreplace fms-tui => ..\n",
		"a.go":           "package a\n\nimport (\n\t\"fmt\"\n\n\t\"fms-tui-more/c\"\n\n\tb \"fms-tui/b\" // fms-tui/b\n)\n\nvar x = fmt.Sprint(\"fms-tui/b\", b.X, c.X)\n",
		"b/b_test.go":    "package b\n\nimport \"fms-tui\"\n",
		"b/none.go":      "package b\n",
		".git/hidden.go": "no Go",
		"notes.md":       "import \"fms-tui/b\"\n",
	}
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{
		"go.mod":       strings.Replace(files["go.mod"], "fms-tui", "example.org/x/y", 1),
		"tools/go.mod": "module example.org/x/y/tools\n\nrequire example.org/x/y v0.0.0\n\nrequire fms-tui-more v1.0.0\n\nreplace example.org/x/y => ..\n",
		"a.go":         strings.Replace(files["a.go"], `b "fms-tui/b"`, `b "example.org/x/y/b"`, 1),
		"b/b_test.go":  "package b\n\nimport \"example.org/x/y\"\n",
	}
	check := func(want map[string]string) {
		t.Helper()
		for name, text := range files {
			if w, ok := want[name]; ok {
				text = w
			}
			if got, err := os.ReadFile(filepath.Join(root, name)); err != nil || string(got) != text {
				t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, text)
			}
		}
	}
	if n, err := rename(root, "example.org/x/y"); n != len(want) || err != nil {
		t.Errorf("%d files, %v", n, err)
	}
	check(want)
	if n, err := rename(root, "fms-tui"); n != len(want) || err != nil {
		t.Errorf("back: %d files, %v", n, err)
	}
	check(nil)
	for _, to := range []string{"", "a b", "/x", "x/", "x//y", "x\ny"} {
		if _, err := rename(root, to); err == nil {
			t.Errorf("%q is accepted", to)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "bad.go"), []byte("no Go"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := rename(root, "z"); err == nil {
		t.Error("a file that is no Go is accepted")
	}
	check(nil)
}
