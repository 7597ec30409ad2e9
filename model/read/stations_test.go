package read

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ground are the files that every station may use.
var ground = strings.Fields("ahead data decimal errors form limits names source toolnames value")

// mayUse tells whether a file may use what another declares. Formats (table_*.go) know the
// ground and each other. A tool (tool_*.go) knows everything but other tools; the files of
// one tool begin alike.
func mayUse(user, used string) bool {
	tool, isTool := strings.CutPrefix(user, "tool_")
	other, otherTool := strings.CutPrefix(used, "tool_")
	switch {
	case isTool && otherTool:
		return strings.HasPrefix(tool, other) || strings.HasPrefix(other, tool)
	case strings.HasPrefix(user, "table"):
		return strings.HasPrefix(used, "table") || slices.Contains(ground, used)
	case otherTool: // the list of shapes, and what formats know of tools
		return user == "shapes" || user == "toolnames"
	}
	return true
}

// TestStations holds the files of the package to the direction in which a file is read, as
// packages would.
func TestStations(t *testing.T) {
	used := usesOf(t)
	if len(used) == 0 {
		t.Error("no use was found: the search is broken")
	}
	for _, u := range used {
		if !mayUse(u.user, u.used) {
			t.Errorf("%s.go uses %s of %s.go", u.user, u.name, u.used)
		}
	}
	for _, c := range [][2]string{{"table_csv", "roles"}, {"tool_helm", "tool_turk"}, {"roles", "tool_turk"}} {
		if mayUse(c[0], c[1]) {
			t.Errorf("%s may use %s", c[0], c[1])
		}
	}
}

// use is an identifier of the package in a file that does not declare it.
type use struct{ user, used, name string }

// usesOf type-checks the package without its imports, and returns the uses of functions,
// types, variables, constants and fields from file to file.
func usesOf(t *testing.T) []use {
	files := token.NewFileSet()
	stem := func(p token.Pos) string { return strings.TrimSuffix(filepath.Base(files.Position(p).Filename), ".go") }
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var parsed []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") || path == "nodata.go" { // the other build
			continue
		}
		f, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	info := types.Info{Uses: make(map[*ast.Ident]types.Object)}
	config := types.Config{Importer: noImports{}, Error: func(error) {}}
	pkg, _ := config.Check("read", files, parsed, &info) // errors are the imports that lack
	var found []use
	for id, o := range info.Uses {
		if o.Pkg() == pkg && o.Parent() != nil && o.Parent() != pkg.Scope() || o.Pkg() != pkg || stem(id.Pos()) == stem(o.Pos()) {
			continue // local, of another package, or of the same file
		}
		found = append(found, use{stem(id.Pos()), stem(o.Pos()), o.Name()})
	}
	slices.SortFunc(found, func(a, b use) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return slices.Compact(found)
}

// noImports imports nothing.
type noImports struct{}

func (noImports) Import(string) (*types.Package, error) { return nil, errors.New("not imported") }
