// Command module gives the module another path, for whoever publishes it: it
// rewrites each go.mod and the imports of every Go file of the repository, and leaves all
// other text alone.
//
//	make module PATH=example.org/x/fms-tui
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "module: one argument is needed, the new path of the module: example.org/x/fms-tui")
		os.Exit(2)
	}
	n, err := rename("..", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "module:", err)
		os.Exit(1)
	}
	fmt.Printf("%d files changed\n", n)
}

var (
	moduleLine = regexp.MustCompile(`(?m)^module[ \t]+(\S+)[ \t]*$`)
	path       = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9._~-]*(/[a-zA-Z0-9][a-zA-Z0-9._~-]*)*$`)
)

// rename gives the module in a folder another path and returns the number of files
// changed. Nothing is changed unless every Go file can be read.
func rename(root, to string) (int, error) {
	if !path.MatchString(to) {
		return 0, fmt.Errorf("%q is no path of a module: letters, digits and . _ ~ - between slashes are accepted", to)
	}
	mod := filepath.Join(root, "go.mod")
	text, err := os.ReadFile(mod)
	if err != nil {
		return 0, err
	}
	m := moduleLine.FindSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("%s names no module", mod)
	}
	from := string(m[1])
	named := regexp.MustCompile(`(?m)^((?:module|require|replace)[ \t]+)` + regexp.QuoteMeta(from) + `((?:/\S*)?(?:[ \t].*)?)$`)
	changed := make(map[string][]byte)
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "go.mod" {
			text, err := os.ReadFile(name)
			if next := named.ReplaceAll(text, []byte("${1}"+to+"${2}")); !bytes.Equal(next, text) {
				changed[name] = next
			}
			return err
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			if d != nil && d.IsDir() && name != root && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		next, err := imported(name, text, from, to)
		if err != nil {
			return err
		}
		if !bytes.Equal(next, text) {
			changed[name] = next
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	for name, text := range changed {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			return 0, err
		}
	}
	return len(changed), nil
}

// imported is a Go file whose imports below one path are below another; imports are
// sorted again.
func imported(name string, text []byte, from, to string) ([]byte, error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, text, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var out []byte
	last := 0
	for _, i := range f.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return nil, err
		}
		if rest, ok := strings.CutPrefix(p, from); ok && (rest == "" || rest[0] == '/') {
			out = append(append(out, text[last:set.Position(i.Path.Pos()).Offset]...), strconv.Quote(to+rest)...)
			last = set.Position(i.Path.End()).Offset
		}
	}
	if last == 0 {
		return text, nil
	}
	return format.Source(append(out, text[last:]...))
}
