//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"fms-tui/core"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// longRows are the rows of some objects in a long file, with a label, without the head.
func longRows(rng *rand.Rand, from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		y := rng.NormFloat64()
		for a, name := range []string{"plot", "style", "pace"} {
			for _, r := range rng.Perm(5)[:2] {
				fmt.Fprintf(&b, "o%03d,r%d,%s,%.2f,%.3f\n", i, r, name, 5+y/float64(a+1)+.5*rng.NormFloat64(), y)
			}
		}
	}
	return b.String()
}

const longHead = "object,rater,attribute,judgment,quality\n"

// watched is a file that is watched.
type watched struct {
	*testing.T
	path  string
	p     *program
	flags *flags
	again func(context.Context) (*core.Study, error)
}

func watchedFile(t *testing.T, text string) *watched {
	t.Helper()
	f := new(flags)
	if err := flagged(f).ParseFlags([]string{"--label", "quality"}); err != nil {
		t.Fatal(err)
	}
	w := &watched{T: t, path: filepath.Join(t.TempDir(), "long.csv"), p: &program{now: time.Now}, flags: f}
	w.write(text)
	w.again = watchData(w.p, []string{w.path}, f)
	return w
}

func (w *watched) write(text string) {
	if err := os.WriteFile(w.path, []byte(text), 0o600); err != nil {
		w.Fatal(err)
	}
}

func (w *watched) append(text string) {
	b, err := os.ReadFile(w.path)
	if err != nil {
		w.Fatal(err)
	}
	w.write(string(b) + text)
}

// fresh reads the file as a new start of the program does.
func (w *watched) fresh() *model.Dataset {
	w.Helper()
	s, err := w.p.openStudy(w.Context(), []string{w.path}, w.flags)
	if err != nil {
		w.Fatal(err)
	}
	return s.Data()
}

// looks looks at the file until it is read, which must lead to the data of a fresh start.
func (w *watched) looks(what string) {
	w.Helper()
	if s, err := w.again(w.Context()); s != nil || err != nil {
		w.Fatalf("%s: read at once: %v, %v", what, s, err)
	}
	s, err := w.again(w.Context())
	if err != nil || s == nil {
		w.Fatalf("%s: %v, %v", what, s, err)
	}
	if got, want := s.Data(), w.fresh(); !reflect.DeepEqual(got, want) {
		w.Errorf("%s: the data differ from a fresh start:\n%+v\nwant\n%+v", what, got.Reading, want.Reading)
	}
}

// TestWatchWaits: half a line has a second to be completed, and is then read as it is. A missing file
// has not changed.
func TestWatchWaits(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 72), 0))
	w := watchedFile(t, longHead+longRows(rng, 0, 40))
	rows := longRows(rng, 40, 44)
	w.append(rows[:len(rows)-7])
	if s, err := w.again(t.Context()); s != nil || err != nil {
		t.Fatalf("half a line is read: %v, %v", s, err)
	}
	w.append(rows[len(rows)-7:])
	if s, err := w.again(t.Context()); s == nil || err != nil {
		t.Errorf("the line is complete: %v, %v", s, err)
	}
	w.append(strings.TrimSuffix(longRows(rng, 44, 46), "\n"))
	w.looks("a line without an end")
	w.append("\n")
	w.looks("its end")
	if err := os.Remove(w.path); err != nil {
		t.Fatal(err)
	}
	if s, err := w.again(t.Context()); s != nil || err != nil {
		t.Errorf("a file that is gone: %v, %v", s, err)
	}
	w.write(longHead + longRows(rng, 0, 30))
	w.looks("a file that is back, and shorter")
}
