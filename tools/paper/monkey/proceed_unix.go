//go:build unix

package monkey

import (
	"syscall"

	"fms-tui/internal/session"
)

// proceed has a program go on that was suspended.
func proceed(s *session.Session) error { return s.Signal(syscall.SIGCONT) }
