package session

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Environment is the environment of a program on a terminal with all colours, without
// this process's surroundings: no NO_COLOR, no tmux.
func Environment() []string { return []string{"TERM=xterm-256color", "COLORTERM=truecolor"} }

// Build compiles fms-tui into a folder and returns the program's path. It must
// be called from inside the module.
func Build(ctx context.Context, dir string) (program string, err error) {
	program = filepath.Join(dir, "fms-tui")
	module, err := exec.CommandContext(ctx, "go", "list", "-m").Output()
	if err != nil {
		return "", fmt.Errorf("cannot build fms-tui, from inside its module: %w", err)
	}
	c := exec.CommandContext(ctx, "go", "build", "-o", program, strings.TrimSpace(string(module))+"/cmd/fms-tui")
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("cannot build fms-tui, from inside its module: %w", err)
	}
	return program, nil
}
