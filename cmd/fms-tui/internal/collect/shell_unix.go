//go:build unix

package collect

import (
	"context"
	"os/exec"
	"syscall"
)

// shell is a command line for the shell. Where the context ends it ends with all the
// programs that it started.
func shell(ctx context.Context, line string) *exec.Cmd {
	c := exec.CommandContext(ctx, "sh", "-c", line)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	return c
}
