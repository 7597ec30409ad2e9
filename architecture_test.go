package architecture_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// module is the module's path: whoever publishes it may give it another (make module).
var module = func() string {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		panic(err)
	}
	return strings.Fields(string(text))[1]
}()

// renamed is a text with the module's path in place of fms-tui/.
func renamed(text string) string { return strings.ReplaceAll(text, "fms-tui/", module+"/") }

// layer says what the packages of a folder may import. The rule with the
// longest folder decides.
type layer struct {
	folder string
	may    []string // folders of this module; "x/" is all below x, without x
	never  []string // other packages, with all below them
	online bool     // may import package net and all below it
}

// Imports run downwards only: cmd → tui → core → model. Drawing code knows plain values and
// tables, no results and no computations. The core knows no file, clock, terminal or global
// randomness; a file that is embedded is a part of the program. model knows
// nobody, and only model/read/engine knows the network: the program opens no connection but
// to a database that the user names.
var layers = []layer{
	{folder: "cmd", may: []string{"cmd/", "tui", "tui/", "core", "core/", "sampledata", "sampledata/", "docs", "model", "model/"}},
	{folder: "tools", may: []string{"tools/", "internal/session", "tui/", "core", "core/", "sampledata", "model", "model/"}},
	{folder: "tui", may: []string{"tui/", "core", "core/report", "core/report/figure", "core/selection", "core/experts", "core/parallel", "core/partial", "model", "model/export"}},
	{folder: "tui/screen", may: []string{"tui/job", "tui/panel", "tui/chart", "tui/theme", "core", "core/agreement", "core/classes", "core/experiment", "core/report", "core/report/answers", "core/report/figure", "core/selection", "core/experts", "core/parallel", "core/partial", "model", "model/export", "model/plan"}},
	{folder: "tui/panel", may: append(drawing, "core/report")},
	{folder: "tui/chart", may: drawing},
	{folder: "tui/theme", may: drawing},
	{folder: "tui/job"},
	{folder: "tui/picture", may: []string{"core/report/plot"}},
	{folder: "core", may: []string{"core/", "model", "model/plan"}, never: impure},
	{folder: "core/simulation", may: []string{"core", "core/", "model"}, never: impure},
	{folder: "core/stopping", may: []string{"core", "core/", "model"}, never: impure},
	{folder: "core/report/answers", may: []string{"core", "core/", "model"}, never: impure},
	{folder: "sampledata", may: []string{"sampledata", "model", "model/read"}},
	{folder: "model", never: slices.Concat(terminal, numerics)},
	{folder: "model/read", may: []string{"model"}, never: slices.Concat(screens, numerics)}, // formats have libraries
	{folder: "model/read/engine", may: []string{"model", "model/read"}, never: slices.Concat(screens, numerics), online: true},
	{folder: "docs"},
	{folder: "internal"},                    // for tests: nobody else may import it
	{folder: "tools/engines", online: true}, // starts servers for tests
	{folder: "model/", may: []string{"model", "model/plan"}, never: slices.Concat(terminal, numerics)},
	{folder: "core/internal/golden", may: []string{"model"}},
	{folder: "core/internal/simulate", may: []string{"internal/fresh", "model"}}, // for tests, too
}

var (
	drawing  = []string{"core/report/figure", "tui/chart", "tui/theme"}
	terminal = []string{"charm.land", "github.com"}
	screens  = []string{"charm.land", "github.com/charmbracelet", "github.com/NimbleMarkets", "github.com/spf13"}
	numerics = []string{"gonum.org"}
	impure   = slices.Concat(terminal, []string{
		"os", "io/fs", "io/ioutil", "path/filepath", "syscall", "log", "time",
		"math/rand", "crypto/rand",
	})
	network = []string{"net", "crypto/tls", "github.com/jackc"}
)

// seeded are what may be used of math/rand/v2 where randomness is a seed: all
// else draws from the global source.
var seeded = []string{"New", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "Source", "PCG", "ChaCha8", "Zipf"}

// TestArchitecture holds every Go file of the module that is no test to the
// direction of imports.
func TestArchitecture(t *testing.T) {
	for _, f := range inspect(t, os.DirFS(".")) {
		t.Error(f)
	}
}

// TestArchitectureIsHeld breaks each rule once.
func TestArchitectureIsHeld(t *testing.T) {
	for _, c := range []struct{ file, source, want string }{
		{"model/a.go", `import "fms-tui/core"`, "model must not import fms-tui/core"},
		{"model/a.go", `import "fms-tui/model/read"`, "model must not import fms-tui/model/read"},
		{"model/read/a.go", `import "fms-tui/core/selection"`, "model/read must not import"},
		{"model/read/a.go", `import "fms-tui/model/export"`, "model/read must not import"},
		{"core/a.go", `import "fms-tui/tui"`, "core must not import fms-tui/tui"},
		{"core/internal/bound/a.go", `import "fms-tui/sampledata"`, "core/internal/bound must not import"},
		{"core/internal/moments/a.go", `import "os"`, "core/internal/moments must not import os"},
		{"core/a.go", `import "log/slog"`, "core must not import log/slog"},
		{"core/a.go", `import "time"`, "core must not import time"},
		{"core/a.go", `import "math/rand"`, "core must not import math/rand"},
		{"core/a.go", `import "charm.land/lipgloss/v2"`, "core must not import charm.land"},
		{"core/a.go", "import \"math/rand/v2\"\nvar x = rand.IntN(3)", "rand.IntN draws from the global source"},
		{"core/a.go", "import dice \"math/rand/v2\"\nvar x = dice.IntN(3)", "rand.IntN draws from the global source"},
		{"core/a.go", `import . "math/rand/v2"`, "must not dot-import"},
		{"tui/panel/a.go", `import "fms-tui/core/selection"`, "tui/panel must not import fms-tui/core/selection"},
		{"tui/panel/a.go", `import "fms-tui/core"`, "tui/panel must not import fms-tui/core"},
		{"tui/panel/a.go", `import "fms-tui/model"`, "tui/panel must not import fms-tui/model"},
		{"tui/chart/a.go", `import "fms-tui/tui"`, "tui/chart must not import fms-tui/tui"},
		{"tui/screen/a.go", `import "fms-tui/tui"`, "tui/screen must not import fms-tui/tui"},
		{"tui/job/a.go", `import "fms-tui/tui"`, "tui/job must not import fms-tui/tui"},
		{"tui/a.go", `import "fms-tui/core/regress"`, "tui must not import fms-tui/core/regress"},
		{"tui/a.go", `import "fms-tui/cmd/fms-tui"`, "tui must not import fms-tui/cmd"},
		{"cmd/fms-tui/a.go", `import "net/http"`, "must not import net/http"},
		{"model/read/a.go", `import "net"`, "must not import net"},
		{"model/read/a.go", `import "net/http"`, "must not import net/http"},
		{"model/read/a.go", `import "fms-tui/model/read/engine"`, "model/read must not import"},
		{"tui/a.go", `import "fms-tui/model/read/engine"`, "tui must not import"},
		{"core/a.go", `import "crypto/tls"`, "core must not import crypto/tls"},
		{"core/a.go", `import "fms-tui/internal/fresh"`, "core must not import fms-tui/internal/fresh"},
		{"helpers/a.go", ``, "no rule for folder helpers"},
	} {
		findings := inspect(t, fstest.MapFS{c.file: {Data: []byte("package p\n\n" + renamed(c.source))}})
		if len(findings) != 1 || !strings.Contains(findings[0], renamed(c.want)) {
			t.Errorf("%s with %.60q: findings %q, want one with %q", c.file, c.source, findings, c.want)
		}
	}
	for file, source := range map[string]string{
		"core/a.go":       "import \"math/rand/v2\"\nvar x = rand.New(rand.NewPCG(1, 2)).IntN(3)",
		"core/b.go":       `import "fms-tui/core/parallel"`,
		"core/b_test.go":  `import "os"`,
		"tui/panel/a.go":  `import "fms-tui/tui/chart"`,
		"model/read/a.go": `import ("os"; "fms-tui/model")`,
	} {
		if findings := inspect(t, fstest.MapFS{file: {Data: []byte("package p\n\n" + renamed(source))}}); len(findings) > 0 {
			t.Errorf("%s with %q: %q", file, source, findings)
		}
	}
}

// inspect returns what breaks the rules.
func inspect(t *testing.T, fsys fs.FS) (findings []string) {
	t.Helper()
	err := fs.WalkDir(fsys, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "_")
		if e.IsDir() && name != "." && (hidden || e.Name() == "testdata") {
			return fs.SkipDir
		}
		if e.IsDir() || hidden || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		source, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		findings = slices.Concat(findings, imports(name, file))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

// imports checks what a file imports.
func imports(name string, file *ast.File) (findings []string) {
	folder := path.Dir(name)
	rule, ok := ruleOf(folder)
	if !ok {
		return []string{fmt.Sprintf("%s: no rule for folder %s: add it to layers", name, folder)}
	}
	for _, i := range file.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			panic(err) // the parser accepts no such file
		}
		if !rule.allows(p) {
			findings = append(findings, fmt.Sprintf("%s: %s must not import %s", name, folder, p))
		}
		if p == "math/rand/v2" && within(folder, "core") {
			findings = append(findings, globalRandomness(name, file, i)...)
		}
	}
	return findings
}

func ruleOf(folder string) (rule layer, ok bool) {
	for _, l := range layers {
		if within(folder, l.folder) && len(l.folder) >= len(rule.folder) {
			rule, ok = l, true
		}
	}
	return rule, ok
}

func (l layer) allows(p string) bool {
	own, ours := strings.CutPrefix(p, module+"/")
	switch {
	case ours && strings.Contains(own, "/internal/"):
		return true // Go itself holds these to their parent
	case ours:
		return slices.ContainsFunc(l.may, func(may string) bool { return own == may || strings.HasSuffix(may, "/") && within(own, may) })
	case p == "math/rand/v2":
		return true // see globalRandomness
	}
	never := l.never
	if !l.online {
		never = slices.Concat(never, network)
	}
	return !slices.ContainsFunc(never, func(never string) bool { return within(p, never) })
}

// within tells whether p is a folder or below it; one that ends in a slash does
// not contain itself.
func within(p, folder string) bool {
	return p == folder || strings.HasPrefix(p, strings.TrimSuffix(folder, "/")+"/")
}

// globalRandomness lists the uses of math/rand/v2 that need no seed.
func globalRandomness(name string, file *ast.File, spec *ast.ImportSpec) (findings []string) {
	local := "rand"
	if spec.Name != nil {
		local = spec.Name.Name
	}
	if local == "." {
		return []string{name + ": must not dot-import math/rand/v2"}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == local && !slices.Contains(seeded, s.Sel.Name) {
				findings = append(findings, fmt.Sprintf("%s: rand.%s draws from the global source; take a seed", name, s.Sel.Name))
			}
		}
		return true
	})
	return findings
}

// TestReferencesAreHere: tests read references (figures of other programs, printed
// tables) from the repository, so that none is skipped for a file that a clone
// lacks. Only real data sets may be elsewhere.
func TestReferencesAreHere(t *testing.T) {
	outside := regexp.MustCompile(`"shared"(, "(\w+)")?|\.\./shared/(\w+)`)
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") || name == "architecture_test.go" {
			return err
		}
		text, err := os.ReadFile(name)
		for _, m := range outside.FindAllSubmatch(text, -1) {
			if string(m[2])+string(m[3]) != "data" {
				t.Errorf("%s reads %s, which a clone does not have: put it into testdata", name, m[0])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestNoData: the tag nodata leaves out what reads Excel, Parquet and databases.
func TestNoData(t *testing.T) {
	for _, c := range []struct {
		tags string
		want bool
	}{{"", true}, {"nodata", false}} {
		list, err := exec.Command("go", "list", "-deps", "-tags", c.tags, "./cmd/fms-tui").Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, library := range []string{"github.com/xuri/excelize/v2", "github.com/parquet-go/parquet-go", "github.com/jackc/pgx/v5/pgconn", "net/http"} {
			if slices.Contains(strings.Fields(string(list)), library) != c.want {
				t.Errorf("with the tags %q the program imports %s: %v", c.tags, library, !c.want)
			}
		}
	}
}

var (
	documentLink = regexp.MustCompile(`\]\(([^)#:\s]*[./][^)#:\s]*)?(?:#([^)\s]*))?\)`)
	heading      = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	notInAnchor  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// danglingLinks lists the links of a Markdown text whose file, or section in a file, does
// not exist.
func danglingLinks(name, text string, read func(file string) (string, error)) (missing []string) {
	for _, m := range documentLink.FindAllStringSubmatch(text, -1) {
		file, target := name, text
		if m[1] != "" {
			var err error
			file = path.Join(path.Dir(name), m[1])
			if info, statErr := os.Stat(file); statErr == nil && info.IsDir() {
				continue
			}
			if target, err = read(file); err != nil {
				missing = append(missing, m[1])
				continue
			}
		}
		anchors := map[string]bool{"": true}
		for _, h := range heading.FindAllStringSubmatch(target, -1) {
			anchors[strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")] = true
		}
		if path.Ext(file) == ".md" && !anchors[m[2]] {
			missing = append(missing, m[1]+"#"+m[2])
		}
	}
	return missing
}

// TestDanglingLinks: a missing file and a missing section are found.
func TestDanglingLinks(t *testing.T) {
	text := "# Here\n[a](b.md) [a](b.md#b-or-not) [a](c.md) [a](b.md#d) [a](#here) [a](#there) [a](https://x.org/y)"
	got := danglingLinks("pages/a.md", text, func(file string) (string, error) {
		if file != "pages/b.md" {
			return "", fs.ErrNotExist
		}
		return "## B, or not?", nil
	})
	if want := []string{"c.md", "b.md#d", "#there"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestDocuments: every document that a document or a comment cites exists, with the
// cited section.
func TestDocuments(t *testing.T) {
	cited := regexp.MustCompile(`docs/([\w/]+\.md)(?:\s+(?://\s+)?sections? (\d+))?`)
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != "." {
			return fs.SkipDir
		}
		if err != nil {
			return err
		}
		switch path.Ext(name) {
		case ".md":
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			for _, missing := range danglingLinks(name, string(text), func(file string) (string, error) {
				target, err := os.ReadFile(file)
				return string(target), err
			}) {
				t.Errorf("%s points to %s, which does not exist", name, missing)
			}
		case ".go":
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			for _, m := range cited.FindAllSubmatch(text, -1) {
				page, err := os.ReadFile(path.Join("docs", string(m[1])))
				if err != nil || len(m[2]) > 0 && !strings.Contains(string(page), "\n## "+string(m[2])+". ") {
					t.Errorf("%s cites %q, which is not there", name, m[0])
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
