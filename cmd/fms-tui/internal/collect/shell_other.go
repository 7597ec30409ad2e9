//go:build !unix

package collect

import (
	"context"
	"os/exec"
)

// shell is a command line for the shell.
func shell(ctx context.Context, line string) *exec.Cmd {
	return exec.CommandContext(ctx, "cmd", "/C", line)
}
