//go:build unix

package collect

import (
	"os"
	"syscall"
)

// lock keeps a second run from writing to a journal. The system takes the lock away
// when the program ends, however it ends.
func lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
