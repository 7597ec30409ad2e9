package architecture_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

var update = flag.Bool("update", false, "lower the numbers of "+sizes+" to what the module has")

const (
	sizes       = ".ci/size"
	mostMethods = 40 // of a type that .ci/size does not name
)

// size is what the module has of something, counted as .ci/size says.
type size struct {
	lines   map[string]int // by folder, .go and .s without tests
	tests   int            // lines of tests
	methods map[string]int // by package.type
	types   map[string]int // exported, by folder
}

// sizeOf counts a module's files. What has a go.mod of its own is another module.
func sizeOf(fsys fs.FS) (size, error) {
	s := size{lines: map[string]int{}, methods: map[string]int{}, types: map[string]int{}}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			_, other := fs.Stat(fsys, path.Join(name, "go.mod"))
			if name != "." && (other == nil || strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if ext := path.Ext(name); ext != ".go" && ext != ".s" {
			return nil
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		n := bytes.Count(text, []byte("\n"))
		if strings.HasSuffix(name, "_test.go") {
			s.tests += n
			return nil
		}
		s.lines[path.Dir(name)] += n
		if path.Ext(name) != ".go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		s.types[path.Dir(name)] += len(exportedTypes(file))
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				s.methods[file.Name.Name+"."+receiver(f.Recv.List[0].Type)]++
			}
		}
		return nil
	})
	return s, err
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// of is what the module has of the thing that a row names, and how much of it is
// slack: room for changes that land at the same time.
func (s size) of(what string, names []string, rooms []string) (n, slack int, err error) {
	switch what {
	case "lines": // without names: all
		for folder, lines := range s.lines {
			if len(names) == 0 || slices.Contains(names, roomOf(folder, rooms)) {
				n += lines
			}
		}
		return n, max(n/100, 50), nil
	case "tests":
		return s.tests, s.tests / 100, nil
	case "methods":
		for _, name := range names {
			n += s.methods[name]
		}
		return n, n / 50, nil
	case "types":
		for _, folder := range names {
			n += s.types[folder]
		}
		return n, 0, nil
	}
	return 0, 0, fmt.Errorf("%s counts no %q", sizes, what)
}

// roomOf is the longest of some folders that a folder is or is below, or "".
func roomOf(folder string, rooms []string) (room string) {
	for _, r := range rooms {
		if within(folder, r) && len(r) > len(room) {
			room = r
		}
	}
	return room
}

var sizeRow = regexp.MustCompile(`^ *(\d+) +(\w+)((?: +\S+)*)$`)

// tooLarge lists what has more than its number, and returns the rows with lower numbers
// where they can be lower.
func (s size) tooLarge(rows string) (findings []string, lower string, err error) {
	var rooms, named []string
	lines := strings.Split(rows, "\n")
	for _, line := range lines {
		if m := sizeRow.FindStringSubmatch(line); m != nil && m[2] == "lines" {
			rooms = append(rooms, strings.Fields(m[3])...)
		}
	}
	for i, line := range lines {
		m := sizeRow.FindStringSubmatch(line)
		if m == nil {
			if line != "" && !strings.HasPrefix(line, "#") {
				return nil, "", fmt.Errorf("%s:%d: %q is no number with what it counts", sizes, i+1, line)
			}
			continue
		}
		names := strings.Fields(m[3])
		n, slack, err := s.of(m[2], names, rooms)
		if err != nil {
			return nil, "", err
		}
		if m[2] == "methods" {
			named = append(named, names...)
		}
		most, _ := strconv.Atoi(m[1])
		if n > most {
			findings = append(findings, fmt.Sprintf("%d %s%s, at most %d", n, m[2], m[3], most))
		}
		lines[i] = fmt.Sprintf("%6d %s%s", min(most, n+slack), m[2], m[3])
	}
	for folder := range s.lines {
		if roomOf(folder, rooms) == "" {
			findings = append(findings, fmt.Sprintf("%s is in no room", folder))
		}
	}
	for name, n := range s.methods {
		if n > mostMethods && !slices.Contains(named, name) {
			findings = append(findings, fmt.Sprintf("%d methods %s, at most %d", n, name, mostMethods))
		}
	}
	slices.Sort(findings)
	return findings, strings.Join(lines, "\n"), nil
}

// TestSize holds the main module to the numbers of .ci/size.
func TestSize(t *testing.T) {
	s, err := sizeOf(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := os.ReadFile(sizes)
	if err != nil {
		t.Fatal(err)
	}
	findings, lower, err := s.tooLarge(string(rows))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		t.Errorf("%s: see the head of %s", f, sizes)
	}
	if *update && lower != string(rows) {
		if err := os.WriteFile(sizes, []byte(lower), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSizeIsHeld: a number that is passed is found, a lower one is written, and none is
// raised.
func TestSizeIsHeld(t *testing.T) {
	s, err := sizeOf(fstest.MapFS{
		"a/a.go":        {Data: []byte("package a\n\ntype T struct{}\n\nfunc (*T) One() {}\nfunc (T) Two() {}\n")},
		"a/a_amd64.s":   {Data: []byte("\n\n")},
		"a/a_test.go":   {Data: []byte("package a\n")},
		"a/b/b.go":      {Data: []byte("package b\n")},
		"tools/go.mod":  {Data: []byte("module tools\n")},
		"tools/main.go": {Data: []byte("package main\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rows  string
		found int
		lower string
	}{
		{"9 lines\n8 lines a\n1 lines a/b\n1 tests\n2 methods a.T\n1 types a", 0, "     9 lines\n     8 lines a\n     1 lines a/b\n     1 tests\n     2 methods a.T\n     1 types a"},
		{"8 lines\n7 lines a\n0 lines a/b\n0 tests\n1 methods a.T\n0 types a", 6, "     8 lines\n     7 lines a\n     0 lines a/b\n     0 tests\n     1 methods a.T\n     0 types a"},
		{"# all\n9000 lines a\n3 tests\n3 methods a.T", 0, "# all\n    59 lines a\n     1 tests\n     2 methods a.T"},
		{"9 lines a/b", 1, "     9 lines a/b"},
	} {
		findings, lower, err := s.tooLarge(c.rows)
		if err != nil || len(findings) != c.found || lower != c.lower {
			t.Errorf("%q: %q, %q, %v; want %d findings and %q", c.rows, findings, lower, err, c.found, c.lower)
		}
	}
	for _, rows := range []string{"9 words", "nine lines", "9"} {
		if _, _, err := s.tooLarge(rows); err == nil {
			t.Errorf("%q is accepted", rows)
		}
	}
}
