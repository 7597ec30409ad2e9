package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui"
)

// TestReproducer: the flags of a command ask for the settings that it was made
// of, with the same label, on data that are read alike.
func TestReproducer(t *testing.T) {
	costs := file(t, "costs.csv", "attribute,cost\n*,0.5\ntall,3\n")
	sheets := file(t, "sheets.csv", "sheet,attribute,price\na,tall,3\n")
	labels := file(t, "labels.csv", "object,height,weight\na,1,5\nb,3,3\nc,2,4\n")
	wide := file(t, "wide.csv", "object,rater,tall,short,height,label\na,u,1,2,7,1\na,v,2,2,7,1\nb,u,3,1,9,2\nb,v,4,3,9,2\nc,u,5,2,8,4\nc,v,4,1,8,4\n")
	long := file(t, "a long file's.csv", judged)
	for _, c := range []struct {
		args  []string
		label string // chosen on screen, "" is the first
		made  model.Settings
	}{
		{args: []string{long, "--labels", labels}},
		{args: []string{long, "--labels", labels}, label: "weight"},
		{args: []string{long, "--labels", labels, "--label", "weight"}, label: "height"},
		{args: []string{long, "--label-from", "quality"}},
		{args: []string{long, "--label-from", "quality", "--label-agg", "median"}, label: "quality"},
		{args: []string{long, "--label-from", "quality", "--labels", labels}, label: "weight"},
		{args: []string{wide, "--label", "height"}, label: "height"},
		{args: []string{wide, "--label", "height"}, label: "label"},
		{args: []string{wide, "--ignore-col", "height"}},
		{
			args: []string{long, "--labels", labels, "--costs", costs, "--cost", "quality=2"},
			made: model.Settings{MaxRepeats: 4, Raters: model.RatersPaper, PSD: model.ProjectPaper, AutoRidge: true}.
				WithCost("tall", model.Unit/8).WithExcluded("quality", true).WithLimit("tall", model.Limit{Min: 1, Max: 9}),
		},
		{args: []string{long, "--labels", labels, "--design", "form"}},
		{args: []string{long, "--labels", labels, "--design", "panel,call:0.25"}},
		{args: []string{long, "--labels", labels, "--design", "panel", "--sheet", "one=tall,q*:2"}},
		{args: []string{long, "--labels", labels, "--sheets", sheets, "--sheet", "b=quality"}},
		{
			args: []string{long, "--labels", labels, "--folds", "3", "--seed", "7", "--no-honest"},
			made: model.Settings{Ridge: 0.25}.WithLimit("tall", model.Limit{Max: 2}).WithLimit("quality", model.Limit{Min: 2}),
		},
	} {
		t.Run(strings.Join(c.args[1:], " ")+" "+c.label, func(t *testing.T) {
			ds, f, paths := parsed(t, c.args)
			s := c.made
			if s.Equal(model.Settings{}) {
				var err error
				if s, err = f.settings(context.Background(), ds); err != nil {
					t.Fatal(err)
				}
			}
			if s.Label = c.label; s.Label == "" {
				s.Label = f.read.Label
			}
			words, err := f.reproducer(context.Background(), ds, paths, core.DefaultReplicates)
			if err != nil {
				t.Fatal(err)
			}
			q := tui.Asked{Settings: s, Budget: model.Units(3) / 2, Algorithms: []selection.Algorithm{"scoring", "full"}}
			args := words(q)
			again, g, _ := parsed(t, args[1:])
			got, err := g.settings(context.Background(), again)
			if err != nil {
				t.Fatal(err)
			}
			same(t, ds, again, s, got)
			if args[0] != "fms-tui" || !slices.Equal(g.budgets, []model.Amount{q.Budget}) || !slices.Equal(g.algorithms, q.Algorithms) ||
				g.folds != f.folds || g.seed != f.seed || g.noHonest != f.noHonest || !g.noState {
				t.Errorf("%q asks for %+v", args, g)
			}
		})
	}
}

// same fails unless two data sets with settings ask the same question.
func same(t *testing.T, ds, again *model.Dataset, s, got model.Settings) {
	t.Helper()
	if !slices.Equal(ds.Attributes, again.Attributes) || !slices.Equal(ds.Value, again.Value) {
		t.Errorf("read are %v, %v, were %v, %v", again.Attributes, again.Value, ds.Attributes, ds.Value)
	}
	values := func(ds *model.Dataset, s model.Settings) []float64 {
		if s.Label == "" {
			return ds.Labels[0].Values
		}
		return ds.Label(s.Label).Values
	}
	if !slices.Equal(values(ds, s), values(again, got)) {
		t.Errorf("the label is %v, was %v", values(again, got), values(ds, s))
	}
	for a, name := range ds.Attributes {
		price := func(s model.Settings) model.Amount {
			if c, ok := s.Cost(name); ok {
				return c
			}
			return ds.Price(a)
		}
		if price(got) != price(s) && !s.Excluded(name) || got.Excluded(name) != s.Excluded(name) || got.OwnLimit(name) != s.OwnLimit(name) {
			t.Errorf("%s costs %s, is limited to %s; was %s, %s", name, price(got), got.OwnLimit(name), price(s), s.OwnLimit(name))
		}
	}
	usual := func(s model.Settings) model.Settings {
		if s.Raters == "" {
			s.Raters = model.RatersAuto
		}
		if s.PSD == "" {
			s.PSD = model.ProjectScaled
		}
		return model.Settings{Raters: s.Raters, Design: s.Design, PSD: s.PSD, MaxRepeats: s.MaxRepeats}.WithRidge(s.Ridge, s.AutoRidge)
	}
	if !usual(got).Equal(usual(s)) {
		t.Errorf("settings %+v, were %+v", got, s)
	}
}

// parsed are the data that arguments of the root command open, and its flags.
func parsed(t *testing.T, args []string) (*model.Dataset, *flags, []string) {
	t.Helper()
	f := new(flags)
	c := flagged(f)
	f.addHonest(c)
	f.addSelection(c, "", "")
	f.addScreen(c)
	if err := c.ParseFlags(args); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	ds, err := new(program).open(context.Background(), c.Flags().Args(), f)
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return ds, f, c.Flags().Args()
}

// TestReproducerNames: a file whose name begins like a flag, and the bundled
// sample, which has no file.
func TestReproducerNames(t *testing.T) {
	ds := beansData(t)
	f := new(flags)
	if got := f.dataWords(ds, []string{"-x.csv", "-"}); !slices.Equal(got[:2], []string{"./-x.csv", "-"}) {
		t.Errorf("%q", got)
	}
	if got := f.dataWords(ds, nil); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

// TestOtherCommands: what `C` copies on the screens of other commands is run by
// them.
func TestOtherCommands(t *testing.T) {
	var judgments, labels strings.Builder
	judgments.WriteString("object,attribute,rater,judgment\n")
	labels.WriteString("object,height\n")
	for i := range 60 {
		for _, r := range []string{"a", "b", "c"} {
			good := (i*i + len(r)) % 2
			if (i+int(r[0]))%5 == 0 {
				good = 1 - good
			}
			fmt.Fprintf(&judgments, "o%d,good,%s,%d\no%d,size,%s,%d\no%d,spare,%s,%d\n", i, r, good, i, r, i%7+good, i, r, i%3)
		}
		fmt.Fprintf(&labels, "o%d,%d\n", i, i%7)
	}
	data, label := file(t, "votes.csv", judgments.String()), file(t, "heights.csv", labels.String())
	settings := model.Settings{MaxRepeats: 3}.WithExcluded("spare", true).WithCost("size", model.Units(2))
	for _, q := range []tui.Asked{
		{Command: "lab protocol", Flags: []string{"--budget", "2,4", "--algorithm", "full"}},
		{Command: "lab experts", Flags: []string{"--label-from", "good", "--restarts", "2"}},
		{Command: "lab partial", Flags: []string{"--k", "2", "--norm", "0.5"}},
	} {
		t.Run(q.Command, func(t *testing.T) {
			ds, f, paths := parsed(t, []string{data, "--labels", label})
			q.Settings = settings
			words, err := f.reproducer(context.Background(), ds, paths, core.DefaultReplicates)
			if err != nil {
				t.Fatal(err)
			}
			args := words(q)
			if !slices.Contains(args, "spare") || strings.Join(args[1:3], " ") != q.Command {
				t.Errorf("%q", args)
			}
			args = append(args[1:], "--json")
			if q.Command == "lab protocol" {
				args = append(args, "--splits", "2")
			}
			var doc map[string]any
			if r := fms(t, args...); json.Unmarshal([]byte(r.stdout), &doc) != nil || len(doc) == 0 {
				t.Errorf("%q: %s", args, r.stderr)
			}
			if words, err = f.reproducer(context.Background(), ds, nil, core.DefaultReplicates); err != nil || words(q) != nil {
				t.Errorf("on the bundled sample %q, %v", words(q), err)
			}
		})
	}
}
