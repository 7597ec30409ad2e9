//go:build linux

package engines_test

import (
	"os"
	"testing"

	"fms-tui/tools/engines"
)

func TestMain(m *testing.M) {
	code := m.Run()
	engines.StopAll()
	_ = os.RemoveAll(programFolder)
	os.Exit(code)
}
