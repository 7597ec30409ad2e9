//go:build linux

package engines_test

import (
	"os"
	"testing"

	"fms-tui/internal/engines"
)

func TestMain(m *testing.M) {
	code := m.Run()
	engines.StopAll()
	os.Exit(code)
}
