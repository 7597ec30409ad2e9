package momentsfile_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"fms-tui/core/internal/momentsfile"
	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// pieces deals the objects of a data set out to n, each with its own order of
// objects, attributes and raters.
func pieces(ds *model.Dataset, n int) []*model.Dataset {
	all := make([]*model.Dataset, n)
	for p := range all {
		b := new(model.Builder)
		for _, a := range ds.Attributes { // in the order of the whole, whatever comes first
			b.Attribute(a)
		}
		for k := range ds.Objects {
			i := (k*11 + p) % len(ds.Objects)
			if i%n != p {
				continue
			}
			o := b.Object(ds.Objects[i])
			if y := ds.Labels[0].Values[i]; !math.IsNaN(y) {
				b.SetLabel(b.AddLabel(ds.Labels[0].Name), o, y)
			}
			for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
				w := ds.Rater[j]
				if w != model.NoRater {
					w = b.RaterID(ds.Raters[w])
				}
				b.Add(o, b.Attribute(ds.Attributes[ds.Attr[j]]), w, ds.Value[j])
			}
		}
		all[p] = b.Build()
	}
	return all
}

// panel is ten severe raters, of whom each shard sees all: the severity term of a
// shard is far from the whole's.
var panel = simulate.World{Objects: 210, Attributes: 3, K: 2, Raters: 10, Severity: 2, Halo: 1, Missing: .05, Scale: 1}

// TestShards: twenty shards, each written, read and added by itself, make the file of
// the whole, rater severity included, to 1e-12. Without hashes they do not.
func TestShards(t *testing.T) {
	ds := simulate.Draw(panel, 11)
	want := fileOf(t, ds)
	var hashed, apart momentsfile.Merger
	for i, part := range pieces(ds, 20) {
		f := decode(t, fileOf(t, part).Encode())
		if err := hashed.Add(f, fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
		f.Raters = nil
		if err := apart.Add(f, fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	got := decode(t, hashed.File().Encode())
	place := make([]int, len(want.Attributes))
	for a, name := range got.Attributes {
		for to, other := range want.Attributes {
			if name == other {
				place[a] = to
			}
		}
	}
	w, g := want.Labels[0].Aware, got.Labels[0].Aware.Among(len(place), place)
	same(t, "aware", g.Moments(g.Union(nil)), w.Moments(w.Union(nil)), 1e-12)
	if g.Severity.K[0] == 0 || !near(g.Severity.K[0], w.Severity.K[0], 1e-12) {
		t.Errorf("the severity term is %v, want %v", g.Severity.K[0], w.Severity.K[0])
	}
	if got.Summary.Raters != 10 || len(got.Raters) != 10 {
		t.Errorf("%d raters of %d hashes, want 10", got.Summary.Raters, len(got.Raters))
	}
	other := apart.File().Labels[0].Aware.Among(len(place), place)
	if near(other.Severity.K[0], w.Severity.K[0], .1) {
		t.Error("without hashes the severity term is the same: the test shows nothing")
	}
	if n := apart.File().Summary.Raters; n != 200 {
		t.Errorf("without hashes %d raters, want 200", n)
	}
}

// TestKeys: hashes depend on the key, and files of two keys are not put together.
func TestKeys(t *testing.T) {
	f := fileOf(t, simulate.Draw(panel, 1))
	ids := make([]string, 10)
	for w := range ids {
		ids[w] = fmt.Sprint("r", w)
	}
	ids[3] = ""
	secret := f.HashRaters(ids, []byte("s3cret"))
	plain := f.HashRaters(ids, nil)
	if secret.Raters[0] == plain.Raters[0] || secret.Key == 0 || plain.Key != 0 || secret.Raters[3] != 0 {
		t.Errorf("hashes %v with a key, %v without", secret.Raters, plain.Raters)
	}
	back := decode(t, secret.Encode())
	if fmt.Sprint(back.Raters) != fmt.Sprint(secret.Raters) || back.Key != secret.Key {
		t.Errorf("read back: %v of key %d", back.Raters, back.Key)
	}
	if _, err := merged([]*momentsfile.File{secret, plain}, []string{"a", "b"}); err == nil || !strings.Contains(err.Error(), "b hashes its raters with another key") {
		t.Errorf("two keys: %v", err)
	}
	protected, err := secret.Protect(true)
	if err != nil {
		t.Fatal(err)
	}
	if protected.Raters != nil || protected.Key != 0 {
		t.Error("a private file has hashes")
	}
}

// TestLargeCounts: counts beyond 2³¹ are written and read.
func TestLargeCounts(t *testing.T) {
	f := fileOf(t, simulate.Draw(panel, 2))
	f.Summary.Judgments = 1<<53 - 1
	for _, b := range f.Labels[0].Paper.Block {
		if b != nil {
			for a := range b.Attr {
				if b.Attr[a].Objects == 0 {
					continue
				}
				b.Attr[a].Judgments, b.Attr[a].Most = 1<<40, 1<<40
			}
		}
	}
	if got := decode(t, f.Encode()); got.Summary.Judgments != 1<<53-1 {
		t.Errorf("%d judgments", got.Summary.Judgments)
	}
}
