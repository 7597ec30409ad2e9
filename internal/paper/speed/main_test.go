package speed

import (
	"bytes"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// TestRun measures small files once, and looks at the table, not at the figures.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	fms, err := exec.LookPath("true")
	if err != nil {
		t.Skip(err)
	}
	var out bytes.Buffer
	if err := Run(t.Context(), []string{"-runs", "1", "-program", fms, "-divisor", "100"}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{
		"| by rater, 40 attributes × 10 objects × 2 | fms-tui moments |", "| by rater, 500 attributes × 100 objects × 2 | fms-tui select |",
		"| long, 100000 rows | encoding/csv, strconv: a loop |",
	} {
		if !strings.Contains(out.String(), row) {
			t.Errorf("no row %s in\n%s", row, out.String())
		}
	}
}

// TestErrors: counts that make no sense, and programs that fail, are errors.
func TestErrors(t *testing.T) {
	for _, args := range [][]string{{"-runs", "0"}, {"-divisor", "0"}, {"-million", "-1"}} {
		if err := Run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%v is accepted", args)
		}
	}
	if _, err := (program{name: "none", args: []string{"/no/such/program"}}).least(t.Context(), "x", true, 1); err == nil {
		t.Error("a program that is not there is measured")
	}
}
