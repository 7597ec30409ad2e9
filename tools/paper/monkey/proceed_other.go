//go:build !unix

package monkey

import "fms-tui/internal/session"

// proceed does nothing where programs are not suspended.
func proceed(*session.Session) error { return nil }
