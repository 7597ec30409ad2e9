//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"fms-tui/internal/engines"
)

// TestDatabasesDocument runs the commands of docs/databases.md against servers of its own.
func TestDatabasesDocument(t *testing.T) {
	if raceDetector {
		t.Skip("the documents' commands take ten times as long under the race detector, and run without it")
	}
	t.Cleanup(engines.StopAll)
	s := engines.Postgres(t)
	bin := binary(t)
	dir := t.TempDir()
	for _, step := range readmeSteps(t, "docs/databases.md") {
		c := exec.Command("sh", "-c", step.command)
		c.Dir = dir
		c.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1",
			"PGHOST=127.0.0.1", fmt.Sprint("PGPORT=", s.Port), "PGUSER=owner", "PGDATABASE=owner")
		step.run(t, "docs/databases.md", c)
	}
}

// TestSecrets: a password in an address is in nothing that the program prints.
func TestSecrets(t *testing.T) {
	for _, args := range [][]string{
		{"check", "postgres://u:hunter2@127.0.0.1:1/d?table=x"},
		{"select", "postgres://u@127.0.0.1:1/d?table=x&password=hunter2", "--json"},
		{"check", "postgres://u:hunter2@127.0.0.1:1/d"},
		{"check", "postgres://u:hunter2@[bad/d?table=x"},
		{"check", "postgres://u:hunter2%zz@127.0.0.1/d"},
		{"check", "x.csv", "--labels=postgres://u:hunter2@127.0.0.1:1/d?table=x"},
		{"sample", "postgres://u:hunter2@127.0.0.1:1/d?table=x"},
	} {
		var out, err strings.Builder
		if status := run(t.Context(), args, strings.NewReader(""), &out, &err, nil); status == 0 {
			t.Errorf("%q succeeded", args)
		}
		if said := out.String() + err.String(); strings.Contains(said, "hunter2") || said == "" {
			t.Errorf("%q says %s", args, said)
		}
	}
}
