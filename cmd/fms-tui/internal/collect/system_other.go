//go:build !unix

package collect

import (
	"context"
	"os"
	"os/exec"
)

// shell is a command line for the shell.
func shell(ctx context.Context, line string) *exec.Cmd {
	return exec.CommandContext(ctx, "cmd", "/C", line)
}

// lock does nothing here: the system has no lock of this kind.
func lock(*os.File) error { return nil }
