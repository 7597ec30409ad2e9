package architecture_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// public are the packages that are promised to other programs. Each exported type of
// theirs is shown by an executed example of its package.
var public = []string{"core", "core/report", "model", "model/read"}

// TestExamples: every exported type of the public packages is named by an example
// that is run, in its code or as a link in its comment.
func TestExamples(t *testing.T) {
	for _, folder := range public {
		missing, _ := unshown(t, os.DirFS("."), folder)
		for _, name := range missing {
			t.Errorf("%s: no example of the package names the type %s: use it in an Example with // Output:, or link [%s] in its comment", folder, name, name)
		}
	}
}

// unshown lists the exported types of a package that none of its examples names, and
// counts all of them.
func unshown(t *testing.T, fsys fs.FS, folder string) (missing []string, types int) {
	t.Helper()
	shown := make(map[string]bool)
	var names []string
	files, err := fs.Glob(fsys, folder+"/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		source, err := fs.ReadFile(fsys, name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case !strings.HasSuffix(name, "_test.go"):
			names = append(names, exportedTypes(file)...)
		case strings.HasSuffix(file.Name.Name, "_test"):
			named(file, folder, shown)
		}
	}
	for _, name := range names {
		if !shown[name] {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	return missing, len(names)
}

// exportedTypes are the names of the exported types that a file declares.
func exportedTypes(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
			for _, s := range g.Specs {
				if name := s.(*ast.TypeSpec).Name; name.IsExported() {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

var (
	docLink = regexp.MustCompile(`\[\*?(\w+)\.(\w+)(?:\.\w+)?\]`)
	output  = regexp.MustCompile(`(?m)^//\s*(?i:unordered )?(?i:output):`)
)

// named adds the names of a package that the executed examples of a file use or link.
func named(file *ast.File, folder string, shown map[string]bool) {
	local := ""
	for _, i := range file.Imports {
		if i.Path.Value == fmt.Sprintf("%q", module+"/"+folder) {
			local = path.Base(folder)
			if i.Name != nil {
				local = i.Name.Name
			}
		}
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(f.Name.Name, "Example") || !isExecuted(file, f) {
			continue
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == local {
					shown[s.Sel.Name] = true
				}
			}
			return true
		})
		for _, m := range docLink.FindAllStringSubmatch(f.Doc.Text(), -1) {
			if m[1] == local {
				shown[m[2]] = true
			}
		}
	}
}

// isExecuted tells whether an example says what it prints: others are compiled only.
func isExecuted(file *ast.File, f *ast.FuncDecl) bool {
	return slices.ContainsFunc(file.Comments, func(c *ast.CommentGroup) bool {
		return c.Pos() > f.Body.Lbrace && c.End() < f.Body.Rbrace && output.MatchString(c.List[0].Text)
	})
}
