package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestCrashReport: a panic ends in one sentence and a file that says where in the
// program it was, without anything of the data.
func TestCrashReport(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var stderr bytes.Buffer
	p := &program{stderr: &stderr}
	func() {
		defer func() { p.tellCrash(caught(recover())) }()
		crashOn(3.25, "Mrs Jones")
	}()
	m := regexp.MustCompile(`please send (\S+\.txt), which holds no judgments`).FindStringSubmatch(stderr.String())
	if m == nil || strings.Count(stderr.String(), "\n") != 1 || strings.Contains(stderr.String(), "Jones") {
		t.Fatalf("stderr: %s", &stderr)
	}
	info, err := os.Stat(m[1])
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", info, err)
	}
	text, err := os.ReadFile(m[1])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{tool(), "no attribute \"…\"", "crash_test.go:", "crashOn(…)"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	for _, secret := range []string{"Jones", "0x400a", "3.25"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("the report holds %q:\n%s", secret, text)
		}
	}
}

//go:noinline
func crashOn(x float64, name string) {
	if x > 0 {
		panic(fmt.Sprintf("no attribute %q", name))
	}
}
