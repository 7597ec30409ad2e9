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
	r, err := core.NewStudy(found.Dataset).Solve(t.Context(), core.Request{Settings: model.Settings{Raters: model.RatersAware}})
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
	t.Cleanup(s.Close)
	return s
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

// asked is one way to ask a server for the world, and how it is opened.
type asked struct{ address, sql, labels, label string }

// sameAsFile holds that every way to ask for a world gives the answers of its file.
func sameAsFile(t *testing.T, w *world, ways map[string]asked) {
	t.Helper()
	want := solved(t, read.Query{Data: []read.Source{read.Bytes("j.csv", []byte(w.csv()))}, Options: read.Options{Label: "height", OrderCol: "turn"}})
	first, sum := "", "" // data have one fingerprint however they were read
	for name, c := range ways {
		session := connect(t, c.address)
		data, err := session.Source(c.sql)
		if err != nil {
			t.Fatal(err)
		}
		q := read.Query{Data: []read.Source{data}, Options: read.Options{Label: c.label, OrderCol: "turn"}}
		if c.labels != "" {
			q.Labels = []read.Source{session.Query(c.labels)}
		}
		got := solved(t, q)
		sameAnswers(t, name, got, want)
		if c.labels != "" || strings.Contains(c.sql, "::numeric") { // which has 15 digits
			continue
		}
		if own := got.Data().Sources[0].SHA256; sum == "" {
			first, sum = name, own
		} else if own != sum {
			t.Errorf("the fingerprint of %s differs from that of %s", name, first)
		}
	}
}

// inShards holds that the server sends the objects of a shard, each in one, and no rows of others.
func inShards(t *testing.T, address string, w *world) {
	t.Helper()
	objects, judgments := 0, 0
	for i := 1; i <= 3; i++ {
		shard := read.Shard{I: i, N: 3}
		found, err := read.Open(t.Context(), read.Query{
			Data: []read.Source{source(t, address, "")}, Options: read.Options{Label: "height", Shard: shard},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range found.Dataset.Objects {
			if !shard.Has(id) {
				t.Errorf("%s is in %s", id, shard)
			}
		}
		objects, judgments = objects+len(found.Dataset.Objects), judgments+len(found.Dataset.Value)
		for _, d := range found.Dataset.Reading.Dropped {
			if d.Reason != "missing judgment" {
				t.Errorf("the server sent rows of other shards: %v", d)
			}
			judgments += d.Count
		}
	}
	if objects != len(w.labels) || judgments != len(w.rows) {
		t.Errorf("%d objects and %d judgments, want %d and %d", objects, judgments, len(w.labels), len(w.rows))
	}
}

// wrong is a way to ask that fails, and what the error says; "" of one that does not fail.
type wrong struct{ address, sql, want string }

// errorsOf holds that each error is one sentence with the server's words behind it.
func errorsOf(t *testing.T, ways map[string]wrong) {
	t.Helper()
	for name, c := range ways {
		err := opening(t, c.address, c.sql)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%s: %v\nwant %s", name, err, c.want)
		}
	}
}
