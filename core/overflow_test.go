package core_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOverflowIsCaught: whatever computes for a caller outside the core, and can
// return an error, returns it for numbers that leave the range of floating point
// deep in the computation. Such functions take a context.
func TestOverflowIsCaught(t *testing.T) {
	found := 0
	for _, folder := range []string{".", "partial", "experiment"} {
		names, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.IsExported() && computes(fn) {
					if found++; !catches(fn) {
						t.Errorf("%s in %s does not begin with defer overflow.Catch(&err)", fn.Name, folder)
					}
				}
			}
		}
	}
	if found == 0 {
		t.Error("no function was looked at")
	}
}

// computes tells whether a function takes a context and returns an error.
func computes(fn *ast.FuncDecl) bool {
	results := fn.Type.Results
	if results == nil || len(results.List) == 0 {
		return false
	}
	last, ok := results.List[len(results.List)-1].Type.(*ast.Ident)
	return ok && last.Name == "error" && slices.ContainsFunc(fn.Type.Params.List, func(p *ast.Field) bool {
		s, ok := p.Type.(*ast.SelectorExpr)
		return ok && s.Sel.Name == "Context"
	})
}

func catches(fn *ast.FuncDecl) bool {
	first, ok := fn.Body.List[0].(*ast.DeferStmt)
	if !ok {
		return false
	}
	s, ok := first.Call.Fun.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Catch"
}
