//go:build unix

package monkey

import (
	"bytes"
	"strings"
	"testing"
)

// TestMonkey: the program takes input after whatever was typed, ends by the key and by
// a signal, and leaves the terminal as it was.
func TestMonkey(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program")
	}
	var out, progress bytes.Buffer
	if err := Run(t.Context(), []string{"-events", "400", "-visit", "200"}, &out, &progress); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(progress.String(), "400 of 400 events\n") || out.String() != "400 events, none without an answer\n" {
		t.Errorf("%s%s", &progress, &out)
	}
}
