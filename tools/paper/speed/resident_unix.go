//go:build unix

package speed

import (
	"os"
	"runtime"
	"syscall"
)

// resident is the largest memory that a process had, in bytes.
func resident(s *os.ProcessState) int64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
