package fresh

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// recorder is a test whose end the test decides.
type recorder struct {
	testing.TB
	failed bool
	fatal  string
	log    string
	end    []func()
}

func (r *recorder) Name() string                    { return "TestAny" }
func (r *recorder) Failed() bool                    { return r.failed }
func (r *recorder) Cleanup(f func())                { r.end = append(r.end, f) }
func (r *recorder) Logf(format string, args ...any) { r.log += fmt.Sprintf(format, args...) }
func (r *recorder) Fatalf(format string, args ...any) {
	r.fatal = fmt.Sprintf(format, args...)
	panic(r)
}

func (r *recorder) finish() string {
	for _, f := range r.end {
		f()
	}
	return r.log
}

// TestSeed: a run without the variable draws the same every time; with it, the
// same for the same number only.
func TestSeed(t *testing.T) {
	t.Setenv(Variable, "")
	if got := Seed(t, 71); got != 71 || Fixed() == testing.Short() {
		t.Errorf("without %s seed 71 is %d", Variable, got)
	}
	if got := slices.Collect(Seeds(t, 5, 3)); !slices.Equal(got, []uint64{5, 6, 7}[:Share(3)]) {
		t.Errorf("three seeds from 5 on: %d", got)
	}
	seen := map[uint64]bool{71: true, 72: true}
	for _, run := range []string{"0", "1", "18446744073709551615"} {
		t.Setenv(Variable, run)
		if Fixed() {
			t.Errorf("%s=%s: the seeds are fixed", Variable, run)
		}
		for _, n := range []uint64{71, 72} {
			got := Seed(t, n)
			if seen[got] || got >= 1<<32 || got != Seed(t, n) {
				t.Errorf("%s=%s: seed %d is %d, then %d", Variable, run, n, got, Seed(t, n))
			}
			seen[got] = true
		}
		first := Seed(t, 5)
		if got := slices.Collect(Seeds(t, 5, 3)); !slices.Equal(got, []uint64{first, first + 1, first + 2}[:Share(3)]) {
			t.Errorf("three seeds from %d on: %d", first, got)
		}
	}
}

// TestReport: what failed tells how to draw it again, what passed is silent.
func TestReport(t *testing.T) {
	t.Setenv(Variable, "12345")
	passed, failed := &recorder{}, &recorder{failed: true}
	Seed(recorderOf(t, passed), 1)
	both := recorderOf(t, failed)
	Seed(both, 1)
	Seed(both, 2)
	if got := passed.finish(); got != "" {
		t.Errorf("a passed test says %q", got)
	}
	if got := failed.finish(); strings.Count(got, "FMS_SEED=12345 go test -run '^TestAny$'") != 1 {
		t.Errorf("a failed test says %q", got)
	}
}

func TestWrongSeed(t *testing.T) {
	t.Setenv(Variable, "x1")
	r := &recorder{}
	defer func() {
		if recover() == nil || !strings.Contains(r.fatal, `FMS_SEED="x1": want a whole number`) {
			t.Errorf("said %q", r.fatal)
		}
	}()
	Seed(recorderOf(t, r), 1)
}

func recorderOf(t testing.TB, r *recorder) *recorder {
	r.TB = t
	return r
}

// TestShare: go test leaves a half, with -short a fifth, and at least one; with FMS_SEED all.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		run   string
		share func(n int) int
	}{{"", func(n int) int { return (n + 1) / 2 }}, {"7", func(n int) int { return n }}} {
		t.Setenv(Variable, c.run)
		for n, short := range map[int]int{1: 1, 5: 1, 6: 2, 100: 20} {
			if got := Share(n); testing.Short() && got != short || !testing.Short() && got != c.share(n) {
				t.Errorf("%s=%q: of %d are left %d", Variable, c.run, n, got)
			}
		}
		if n := len(slices.Collect(Seeds(t, 1, 10))); n != Share(10) {
			t.Errorf("%s=%q: %d of 10 seeds", Variable, c.run, n)
		}
	}
}
