// Package build compiles the program for the tools that run it.
package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Environment is the environment of a program on a terminal with all colours, without
// this process's surroundings: no NO_COLOR, no tmux.
func Environment() []string { return []string{"TERM=xterm-256color", "COLORTERM=truecolor"} }

// Program compiles fms-tui into a folder and returns the program's path. It must be called
// from inside the repository.
func Program(ctx context.Context, dir string) (program string, err error) {
	root, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for _, err := os.Stat(filepath.Join(root, "cmd", "fms-tui")); err != nil; _, err = os.Stat(filepath.Join(root, "cmd", "fms-tui")) {
		if root == filepath.Dir(root) {
			return "", errors.New("cannot build fms-tui: the working folder is outside its repository")
		}
		root = filepath.Dir(root)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", err
	}
	program = filepath.Join(dir, "fms-tui")
	c := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/fms-tui")
	c.Dir, c.Stderr = root, os.Stderr
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("cannot build fms-tui: %w", err)
	}
	return program, nil
}
