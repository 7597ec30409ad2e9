package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// completions are the scripts by the shells that the program knows.
var completions = map[string]string{
	"bash":       "completions/fms-tui.bash",
	"zsh":        "completions/_fms-tui",
	"fish":       "completions/fms-tui.fish",
	"powershell": "completions/fms-tui.ps1",
}

// printedDocs are the completions and the manual pages, which the program itself prints.
func printedDocs(ctx context.Context, source string) (tree, error) {
	dir, err := os.MkdirTemp("", "fms-tui-docs")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, name)
	if _, err := output(ctx, source, "go", "build", "-o", program, "./cmd/fms-tui"); err != nil {
		return nil, err
	}
	docs := make(tree)
	for shell, file := range completions {
		script, err := output(ctx, dir, program, "completion", shell)
		if err != nil {
			return nil, err
		}
		docs[file] = []byte(script)
	}
	return docs, addManPages(ctx, docs, dir, program)
}

// otherPages are what a manual page refers to.
var otherPages = regexp.MustCompile(name + `-([a-z-]+)\(1\)`)

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
		for _, found := range otherPages.FindAllStringSubmatch(page, -1) {
			if command := strings.ReplaceAll(found[1], "-", " "); !slices.Contains(commands, command) {
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
	return path.Join("man", "man1", strings.TrimSuffix(name+"-"+strings.ReplaceAll(command, " ", "-"), "-")+".1")
}

// output runs a command in a folder and returns what it prints.
func output(ctx context.Context, dir, command string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, command, args...)
	c.Dir = dir
	out, err := c.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %w\n%s", command, strings.Join(args, " "), err, exit.Stderr)
	}
	return string(out), err
}
