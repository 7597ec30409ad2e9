// Package fresh gives property tests their seeds. A run of go test draws what
// every run draws, so that it can be repeated; with the environment variable
// FMS_SEED set to a number, another world for every number. CI sets it anew
// each time (.ci/run), and a test that fails says how to draw the same again.
//
// The call marks its test as one that holds for any seed: CI runs the tests
// whose bodies make it. Only tests may import this package; the layers of the
// architecture test hold that.
package fresh

import (
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"sync"
	"testing"
)

// Variable is the environment variable that moves all seeds.
const Variable = "FMS_SEED"

// Tests hold little at a time: the collector, run a quarter as often, takes a fifth of the
// processor time less.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// tests are the tests at hand that will say which seeds they had: each once, however
// many seeds it asks for.
var tests sync.Map

// Seed returns n, or a seed below 2³² drawn from FMS_SEED and n: small enough
// that a test may add to it and turn it into an int.
func Seed(t testing.TB, n uint64) uint64 {
	t.Helper()
	text := os.Getenv(Variable)
	if text == "" {
		return n
	}
	run, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s=%q: want a whole number from 0 to 18446744073709551615", Variable, text)
	}
	if _, told := tests.LoadOrStore(t, true); !told {
		t.Cleanup(func() {
			tests.Delete(t)
			if t.Failed() {
				t.Logf("drawn with %s=%d; the same again: %[1]s=%[2]d go test -run '^%s$'", Variable, run, t.Name())
			}
		})
	}
	return rand.New(rand.NewPCG(run, n)).Uint64() >> 32
}

// Fixed reports whether the seeds are the fixed seeds of every run. A test may require
// that these seeds meet certain cases: other seeds, and the fewer seeds of go test -short,
// may meet other cases.
func Fixed() bool { return os.Getenv(Variable) == "" && !testing.Short() }

// Share is what a run draws of n cases: all of them with FMS_SEED, which finds what is
// rare; half of them without, for they are the same in every run; and with go test -short
// a fifth. The race detector runs so, for races hide in the code, not in the number of cases.
func Share[T int | uint64](n T) T {
	switch {
	case testing.Short():
		return (n + 4) / 5
	case Fixed():
		return (n + 1) / 2
	}
	return n
}

// Seeds are n seeds in a row, or their Share, from Seed(t, first) on.
func Seeds(t testing.TB, first, n uint64) func(yield func(uint64) bool) {
	t.Helper()
	first = Seed(t, first)
	return func(yield func(uint64) bool) {
		for i := range Share(n) {
			if !yield(first + i) {
				return
			}
		}
	}
}
