//go:build unix

package collect

import (
	"context"
	"os"
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

// lock keeps a second run from writing to a journal. The system takes the lock away
// when the program ends, however it ends.
func lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
