//go:build linux

package engines_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/model/read/engine"
)

// world is judgments as CSV with the columns object,attribute,judgment,rater,height,turn,
// and the same for the labels.
type world struct {
	header string
	rows   []string // of CSV
	labels []string // object,height
}

// draw makes judgments of objects by raters who differ in severity; some cells are
// empty, some judgments have no rater, and some raters judge a cell twice.
func draw(objects int, seed uint64) *world {
	rng := rand.New(rand.NewPCG(seed, 1))
	w := &world{header: "object,attribute,judgment,rater,height,turn"}
	severity := make([]float64, 9)
	for i := range severity {
		severity[i] = rng.NormFloat64()
	}
	for i := range objects {
		height := rng.NormFloat64()
		id := fmt.Sprintf("o'%d \"é\"", i)
		w.labels = append(w.labels, fmt.Sprintf("%s,%s", quoted(id), strconv.FormatFloat(height, 'g', -1, 64)))
		for a, name := range []string{"tall", "old, grey", "kind", "Süß"} {
			if rng.Float64() < .1 {
				continue
			}
			first := rng.IntN(len(severity))
			for k := range 2 + rng.IntN(2) {
				who := (first + k) % len(severity)
				if rng.Float64() < .05 {
					who = first
				}
				x := height*float64(a) + severity[who] + rng.NormFloat64()/3
				rater := fmt.Sprint("w", who)
				if rng.Float64() < .05 {
					rater = ""
				}
				judgment := strconv.FormatFloat(x, 'g', -1, 64)
				if rng.Float64() < .03 {
					judgment = ""
				}
				w.rows = append(w.rows, strings.Join([]string{
					quoted(id), quoted(name), judgment, rater, strconv.FormatFloat(height, 'g', -1, 64), fmt.Sprint(len(w.rows)),
				}, ","))
			}
		}
	}
	return w
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// csv is the judgments as a file.
func (w *world) csv() string { return w.header + "\n" + strings.Join(w.rows, "\n") + "\n" }

// solved opens what a query finds and solves it.
func solved(t *testing.T, q read.Query) *core.Result {
	t.Helper()
	found, err := read.Open(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return solvedStudy(t, core.NewStudy(found.Dataset))
}

func solvedStudy(t *testing.T, s *core.Study) *core.Result {
	t.Helper()
	r, err := s.Solve(t.Context(), core.Request{Settings: model.Settings{Raters: model.RatersAware}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// source is a table or query of a server, whose connection ends with the test.
func source(t *testing.T, address, sql string) read.Source {
	t.Helper()
	s := connect(t, address)
	from, err := s.Source(sql)
	if err != nil {
		t.Fatal(err)
	}
	return from
}

func connect(t *testing.T, address string) *engine.Session {
	t.Helper()
	a, err := engine.ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Connect(t.Context(), a)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// sameSum holds that data have one fingerprint however they were read.
type sameSum struct {
	t         *testing.T
	name, sum string
}

func (s *sameSum) as(name string, d *model.Dataset) {
	s.t.Helper()
	sum := d.Sources[0].SHA256
	if s.sum == "" {
		s.name, s.sum = name, sum
	}
	if sum != s.sum {
		s.t.Errorf("the fingerprint of %s differs from that of %s", name, s.name)
	}
}

// sameAnswers holds that two results choose the same repeats at every budget, with
// the same figures to 1e-9, honest losses included.
func sameAnswers(t *testing.T, name string, got, want *core.Result) {
	t.Helper()
	near := func(what string, x, y float64) {
		t.Helper()
		if d := x - y; !(d <= 1e-9*max(1, y) && d >= -1e-9*max(1, y)) {
			t.Errorf("%s: %s is %.17g, want %.17g", name, what, x, y)
		}
	}
	place := make([]int, 0, len(want.Data().Attributes)) // attributes may come in another order
	for _, a := range want.Data().Attributes {
		for j, b := range got.Data().Attributes {
			if a == b {
				place = append(place, j)
			}
		}
	}
	if len(place) != len(got.Data().Attributes) || len(place) != len(want.Data().Attributes) {
		t.Fatalf("%s: the attributes are %q, want %q", name, got.Data().Attributes, want.Data().Attributes)
	}
	near("the label's variance", got.LabelVar, want.LabelVar)
	for _, b := range []int{2, 5, 9} {
		g, w := got.At(selection.Full, model.Units(b)), want.At(selection.Full, model.Units(b))
		for i, j := range place {
			if g.Repeats[j] != w.Repeats[i] {
				t.Fatalf("%s: at %d the repeats are %v, want %v (places %v)", name, b, g.Repeats, w.Repeats, place)
			}
		}
		near("the projected loss", g.Loss, w.Loss)
	}
	g, err := got.Honest(t.Context(), 0, selection.Full)
	if err != nil {
		t.Fatal(err)
	}
	w, err := want.Honest(t.Context(), 0, selection.Full)
	if err != nil {
		t.Fatal(err)
	}
	near("the honest loss", g.At(selection.Full, model.Units(5)).Loss, w.At(selection.Full, model.Units(5)).Loss)
}

// stops reads a query that lasts, and stops while the server is at work on it: reading ends
// with the context's error and finds nothing, and the server stops too.
func stops(t *testing.T, address, sql string, working func() bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		a, err := engine.ParseAddress(address)
		if err != nil {
			t.Error(err)
		}
		session := engine.Connect(ctx, a)
		defer session.Close()
		from, err := session.Source(sql)
		if err != nil {
			t.Error(err)
		}
		found, err := read.Open(ctx, read.Query{Data: []read.Source{from}})
		if found != nil {
			err = errors.New("something was read")
		}
		done <- err
	}()
	until(t, working, "the query does not run")
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	until(t, func() bool { return !working() }, "the server goes on")
}

// until waits for a condition, and fails with a message after 20 seconds.
func until(t *testing.T, holds func() bool, message string) {
	t.Helper()
	for limit := time.Now().Add(20 * time.Second); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatal(message)
		}
	}
}
