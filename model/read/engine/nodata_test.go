//go:build nodata

package engine

import (
	"strings"
	"testing"
)

// TestNoDataEngines: a build without engines still knows addresses, and says what it
// lacks without the password.
func TestNoDataEngines(t *testing.T) {
	for _, address := range []string{"postgres://ann:secret@host/db?table=t"} {
		a, err := ParseAddress(address)
		if err != nil {
			t.Fatal(err)
		}
		s := Connect(t.Context(), a)
		source, err := s.Source("")
		if err == nil {
			_, _, err = source.Database.First(1)
		}
		if err == nil || !strings.Contains(err.Error(), "-tags nodata") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
		s.Close()
	}
}
