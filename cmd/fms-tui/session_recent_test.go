//go:build unix

package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// TestOpenRecent: the palette opens data that were opened before, on the same terminal, and
// leaves it whole.
func TestOpenRecent(t *testing.T) {
	home, beans := t.TempDir(), beansFile(t)
	u := at(t, home, beans, "--label", "beans")
	u.await(footer)
	u.send("q")
	u.ends(0)
	name := filepath.Join(t.TempDir(), "long.csv")
	if err := os.WriteFile(name, []byte(longHead+longRows(rand.New(rand.NewPCG(1, 2)), 0, 40)), 0o600); err != nil {
		t.Fatal(err)
	}
	u = at(t, home, name, "--label", "quality")
	u.awaitText("label quality")
	u.send(":")
	u.send("open beans")
	u.awaitText("open /")
	u.send("\r")
	u.awaitText("label beans", "Ask ")
	u.send("q")
	u.ends(0)
}
