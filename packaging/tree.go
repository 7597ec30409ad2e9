package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// tree are files by their slash-separated paths.
type tree map[string][]byte

// paths are the files' paths, in order.
func (t tree) paths() []string {
	var paths []string
	for p := range t {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}

// mode of a packaged file.
func mode(executable bool) fs.FileMode {
	if executable {
		return 0o755
	}
	return 0o644
}

// completions are the scripts by the shells that the program knows.
var completions = map[string]string{
	"bash":       "completions/fms-tui.bash",
	"zsh":        "completions/_fms-tui",
	"fish":       "completions/fms-tui.fish",
	"powershell": "completions/fms-tui.ps1",
}

// docs are what every archive holds beside the program: documents of the
// repository, manual pages and completions, which the program itself prints.
func (r *release) docs(ctx context.Context) (tree, error) {
	docs := make(tree)
	for _, f := range []string{"LICENSE", "THIRD_PARTY", "README.md", "CHANGELOG.md"} {
		text, err := os.ReadFile(filepath.Join(r.source, f))
		if err != nil {
			return nil, err
		}
		docs[f] = text
	}
	program, err := r.compile(ctx, host())
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "fms-tui-docs")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	runnable := filepath.Join(dir, host().program())
	if err := os.WriteFile(runnable, program, 0o700); err != nil {
		return nil, err
	}
	for shell, file := range completions {
		script, err := output(ctx, dir, runnable, "completion", shell)
		if err != nil {
			return nil, err
		}
		docs[file] = []byte(script)
	}
	return docs, addManPages(ctx, docs, dir, runnable)
}

// addManPages adds the page of the program, and the pages of its commands, to which the
// program's page refers.
func addManPages(ctx context.Context, docs tree, dir, program string) error {
	commands := []string{""}
	for i := 0; i < len(commands); i++ {
		page, err := output(ctx, dir, program, strings.Fields("help --man "+commands[i])...)
		if err != nil {
			return err
		}
		docs[manPath(commands[i])] = []byte(page)
		if i > 0 {
			continue
		}
		for line := range strings.Lines(page) {
			if command, ok := strings.CutPrefix(line, `.BR fms\-tui\-`); ok {
				command, _, _ = strings.Cut(command, " ")
				commands = append(commands, command)
			}
		}
	}
	if len(commands) < 2 {
		return fmt.Errorf("the manual page refers to no command:\n%s", docs[manPath("")])
	}
	return nil
}

// manPath is the path of the manual page of a command, "" for the program.
func manPath(command string) string {
	return path.Join("man", "man1", strings.TrimSuffix(name+"-"+command, "-")+".1")
}

// writeDocs writes the docs alone.
func (r *release) writeDocs(ctx context.Context) error {
	if err := r.checkDist(); err != nil {
		return err
	}
	docs, err := r.docs(ctx)
	if err != nil {
		return err
	}
	for _, p := range docs.paths() {
		if strings.Contains(p, "/") {
			r.files[p] = docs[p]
		}
	}
	return r.write()
}

// gzipped returns data compressed, without a name or a time.
func gzipped(data []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}
