package architecture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Files are parsed once for all tests.
var (
	fileSet = token.NewFileSet()
	parsed  = make(map[string]*ast.File)
)

// inspectNodes calls visit for the nodes of the code under some folders, tests apart, until it
// is false.
func inspectNodes(t *testing.T, folders []string, visit func(path string, line int, n ast.Node) bool) {
	t.Helper()
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file := parsed[path]
			if file == nil {
				if file, err = parser.ParseFile(fileSet, path, nil, parser.SkipObjectResolution); err != nil {
					return err
				}
				parsed[path] = file
			}
			ast.Inspect(file, func(n ast.Node) bool { return n != nil && visit(path, fileSet.Position(n.Pos()).Line, n) })
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// literals calls visit for every string literal of the code under some folders.
func literals(t *testing.T, folders []string, visit func(path string, line int, text string)) {
	t.Helper()
	inspectNodes(t, folders, func(path string, line int, n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if text, err := strconv.Unquote(l.Value); err == nil {
				visit(path, line, text)
			}
		}
		return true
	})
}

// TestRemediesAreValues: core and model name no flag and no key. Help is a
// model.Choice, which cmd shows as a flag and tui as a key.
func TestRemediesAreValues(t *testing.T) {
	flag := regexp.MustCompile(`(^|[^a-zA-Z0-9(;{\n-])--[a-z]`) // not the variables of a style sheet
	key := regexp.MustCompile(`(?i)\bpress(es|ing)? |\bkey [a-z0-9]\b|\((ctrl\+)?[A-Zb-z]\)$`)
	literals(t, []string{"core", "model"}, func(path string, line int, text string) {
		if flag.MatchString(text) || key.MatchString(text) {
			t.Errorf("%s:%d: %q names a flag or a key: give the finding or the error a model.Choice", path, line, text)
		}
	})
}

// TestCodesAreConstants: a code of a finding stands in one place, and all else
// names its constant.
func TestCodesAreConstants(t *testing.T) {
	const list = "model/finding.go"
	code := regexp.MustCompile(`^[a-z]+(-[a-z]+)+$`)
	codes := make(map[string]bool)
	literals(t, []string{list}, func(_ string, _ int, text string) {
		codes[text] = codes[text] || code.MatchString(text)
	})
	if !codes["few-objects"] {
		t.Fatalf("no codes were found in %s", list)
	}
	literals(t, []string{"core", "model", "cmd", "tui"}, func(path string, line int, text string) {
		if codes[text] && filepath.ToSlash(path) != list {
			t.Errorf("%s:%d: %q is a code of a finding: name its constant in %s", path, line, text, list)
		}
	})
}
