package momentsfile_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fms-tui/core"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/momentsfile"
	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// fileOf returns the moments of a data set.
func fileOf(t testing.TB, ds *model.Dataset) *momentsfile.File {
	t.Helper()
	f, err := core.NewStudy(ds).Moments(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func decode(t testing.TB, data []byte) *momentsfile.File {
	t.Helper()
	f, err := momentsfile.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// small is a world with every irregularity that a file must hold.
var small = simulate.World{
	Objects: 60, Attributes: 4, K: 2, Raters: 9, Halo: 1, Severity: 1, Missing: .1, Ragged: .2, Anonymous: .1, Unlabelled: .1,
	Scale: 2, LabelShift: 1e9,
}

// twoLabels returns the small world's data with a second label, of the same
// objects.
func twoLabels(seed uint64) *model.Dataset {
	ds := simulate.Draw(small, seed)
	second := model.Label{Name: "second", Values: slices.Clone(ds.Labels[0].Values)}
	for i := range second.Values {
		second.Values[i] = math.Sin(float64(i)) + 0*second.Values[i]
	}
	ds.Labels = append(ds.Labels, second)
	ds.Name, ds.Simulated = "small", true
	ds.Prices = []model.Amount{model.Unit, 2 * model.Unit, model.Unit / 10, model.Unit}
	ds.Warnings = []model.Finding{{Code: "c", Message: "of o007", Object: "o007", Attribute: "a1", Row: 3, Column: "x"}}
	return ds
}

// TestRoundTrip: what is read is what was written, to the bit.
func TestRoundTrip(t *testing.T) {
	for w, seed := range simulate.Worlds(60, fresh.Seed(t, 71)) {
		f := fileOf(t, simulate.Draw(w, seed))
		data := f.Encode()
		back := decode(t, data)
		if !bytes.Equal(back.Encode(), data) {
			t.Fatalf("%+v, seed %d: encoded again the file is another", w, seed)
		}
		for i, b := range []*moments.Blocks{f.Labels[0].Paper, f.Labels[0].Aware} {
			o := []*moments.Blocks{back.Labels[0].Paper, back.Labels[0].Aware}[i]
			same(t, fmt.Sprintf("%+v, seed %d, %s", w, seed, b.Mode), b.Moments(b.Union(nil)), o.Moments(o.Union(nil)), 1e-13)
			sameHalo(t, o, b, 0)
		}
		if !reflect.DeepEqual(f.Links, back.Links) {
			t.Fatalf("%+v, seed %d: links are %v, want %v", w, seed, back.Links, f.Links)
		}
	}
	f := fileOf(t, twoLabels(1))
	back := decode(t, f.Encode())
	if back.Name != f.Name || !back.Simulated || back.Private || !slices.Equal(back.Prices, f.Prices) || !slices.EqualFunc(back.Warnings, f.Warnings, model.Finding.Equal) ||
		!slices.Equal(back.Attributes, f.Attributes) || fmt.Sprint(back.Summary) != fmt.Sprint(f.Summary) || len(back.Labels) != 2 {
		t.Errorf("read is\n%+v\nwritten was\n%+v", back, f)
	}
}

// sameHalo compares what raters share with themselves, by block.
func sameHalo(t *testing.T, got, want *moments.Blocks, tolerance float64) {
	t.Helper()
	whole := want.Moments(want.Union(nil))
	for k := range want.Block {
		in := func(o int) bool { return o == k || k == 0 } // the first for all of them
		s, u := got.Union(in), want.Union(in)
		m := want.Moments(u)
		g, w := got.Halo(got.Moments(s), s), want.Halo(m, u)
		d := len(m.Attr)
		for i := range w.C {
			size := spread(&whole.Attr[i/d]) * spread(&whole.Attr[i%d])
			if g.N[i] != w.N[i] || !near(g.C[i], w.C[i], tolerance*size) {
				t.Fatalf("halo %d of block %d is %.17g of %d objects, want %.17g of %d", i, k, g.C[i], g.N[i], w.C[i], w.N[i])
			}
		}
	}
}

// TestStored: a file that was written before opens with its moments, whatever packed it.
func TestStored(t *testing.T) {
	data, err := os.ReadFile("testdata/version4.moments")
	if err != nil {
		t.Fatal(err)
	}
	old, now := decode(t, data), fileOf(t, twoLabels(1))
	for i := range now.Labels {
		b, w := old.Labels[i].Aware, now.Labels[i].Aware
		same(t, now.Labels[i].Name, b.Moments(b.Union(nil)), w.Moments(w.Union(nil)), 1e-13)
	}
	if !slices.Equal(old.Raters, now.Raters) || !reflect.DeepEqual(old.Links, now.Links) || old.Summary.Raters != now.Summary.Raters {
		t.Errorf("raters %v, links %v", old.Raters, old.Links)
	}
}

// TestPlaces: that places in the cells are the raters is kept.
func TestPlaces(t *testing.T) {
	ds := twoLabels(1)
	f := *fileOf(t, ds).Only("second")
	places, err := moments.AccumulateByPosition(t.Context(), ds, &ds.Labels[1])
	if err != nil {
		t.Fatal(err)
	}
	plain := f
	f.Labels = []momentsfile.Label{{Name: "second", Paper: f.Labels[0].Paper, Aware: places}}
	back := decode(t, f.Encode())
	got := back.Labels[0].Aware
	if !got.ByPosition || got.Severity != nil {
		t.Fatalf("places are raters: %v; severity %v", got.ByPosition, got.Severity)
	}
	same(t, "places", got.Moments(got.Union(nil)), places.Moments(places.Union(nil)), 1e-13)
	sameHalo(t, got, places, 0)
	private, err := f.Protect(false)
	if err != nil {
		t.Fatal(err)
	}
	if got := decode(t, private.Encode()).Labels[0].Aware; !got.ByPosition || got.Severity != nil {
		t.Error("a private file forgets that places are raters")
	}
	if _, err := merged([]*momentsfile.File{&f, &plain}, []string{"a", "b"}); err == nil || !strings.Contains(err.Error(), "places in the cells") {
		t.Errorf("raters and places are merged: %v", err)
	}
}

// same compares moments, relative to the attributes' spread.
func same(t *testing.T, name string, got, want *moments.Moments, tolerance float64) {
	t.Helper()
	sameIn(t, name, got, want, want, tolerance)
}

// sameIn compares moments of a part of the data with the spread of whole.
func sameIn(t *testing.T, name string, got, want, whole *moments.Moments, tolerance float64) {
	t.Helper()
	d := len(want.Attr)
	if got.Objects != want.Objects || len(got.Attr) != d || !near(got.LabelVariance, want.LabelVariance, (1+want.LabelVariance)*tolerance) {
		t.Fatalf("%s: %d objects of variance %g, want %d of %g", name, got.Objects, got.LabelVariance, want.Objects, want.LabelVariance)
	}
	sd := math.Sqrt(1 + want.LabelVariance)
	for a := range want.Attr {
		p, q := got.Attr[a], want.Attr[a]
		if p.Objects != q.Objects || p.Judgments != q.Judgments || p.Fewest != q.Fewest || p.Most != q.Most || p.Status != q.Status {
			t.Fatalf("%s: attribute %d is %+v, want %+v", name, a, p, q)
		}
		size := spread(&q) + spread(&whole.Attr[a])
		for i, x := range [][3]float64{{p.Mean, q.Mean, size}, {p.B, q.B, size * sd}, {p.V, q.V, size * size}, {p.T * p.T, q.T * q.T, size * size}, {p.Sigma2, q.Sigma2, size * size}} {
			if !near(x[0], x[1], x[2]*tolerance) {
				t.Fatalf("%s: figure %d of attribute %d is %.17g, want %.17g", name, i, a, x[0], x[1])
			}
		}
		for c := range want.Attr {
			if !near(got.Sigma[a*d+c], want.Sigma[a*d+c], tolerance*size*(spread(&want.Attr[c])+spread(&whole.Attr[c]))) {
				t.Fatalf("%s: Σ[%d,%d] is %.17g, want %.17g", name, a, c, got.Sigma[a*d+c], want.Sigma[a*d+c])
			}
		}
	}
}

// spread is the size of an attribute's deviations.
func spread(a *moments.Attribute) float64 {
	var s float64
	for _, x := range []float64{a.T, math.Sqrt(a.V), 1e-6 * math.Abs(a.Mean)} {
		if !math.IsNaN(x) { // no second judgment, or none at all
			s += x
		}
	}
	return s
}

// near tells whether two numbers, or two NaNs, are the same.
func near(x, y, tolerance float64) bool {
	return math.Abs(x-y) <= tolerance || math.IsNaN(x) && math.IsNaN(y)
}

// TestDamage: no byte can change, and none be lacking, without being noticed.
func TestDamage(t *testing.T) {
	data := fileOf(t, simulate.Draw(simulate.World{Objects: 8, Attributes: 2, K: 2, Raters: 3}, 5)).Encode()
	for i := range data {
		broken := bytes.Clone(data)
		broken[i] ^= 1 << (i % 8)
		f, err := momentsfile.Decode(broken)
		var wrong *momentsfile.Error
		if f != nil || !errors.As(err, &wrong) {
			t.Fatalf("byte %d of %d changed: %v, %v", i, len(data), f, err)
		}
		if f, err := momentsfile.Decode(data[:i]); f != nil || !errors.As(err, &wrong) {
			t.Fatalf("%d bytes of %d: %v, %v", i, len(data), f, err)
		}
	}
	if _, err := momentsfile.Decode(append(data, 0)); err == nil {
		t.Error("a byte more is not noticed")
	}
	newer := append([]byte("fms-tui moments 5\n"), data[len(momentsfile.Magic):]...)
	if _, err := momentsfile.Decode(newer); err == nil || !strings.Contains(err.Error(), `"fms-tui moments 5"`) {
		t.Errorf("another version: %v", err)
	}
}

// TestDamageUnderAChecksum: content that was changed or cut before it was sealed
// is refused with an *Error, or is content that could have been written.
func TestDamageUnderAChecksum(t *testing.T) {
	w := simulate.World{Objects: 4, Attributes: 2, K: 2, Raters: 3, Missing: .2, Ragged: .3}
	content := momentsfile.Unpack(t, fileOf(t, simulate.Draw(w, 5)).Encode())
	refused := 0
	check := func(what string, i int, broken []byte) {
		t.Helper()
		f, err := momentsfile.Decode(momentsfile.Seal(broken))
		var wrong *momentsfile.Error
		if err == nil {
			if again, err := momentsfile.Decode(f.Encode()); err != nil || !bytes.Equal(again.Encode(), f.Encode()) {
				t.Errorf("%s %d of %d: read, but not written and read again (%v)", what, i, len(content), err)
			}
			return
		}
		if refused++; f != nil || !errors.As(err, &wrong) || wrong.Error() == "" {
			t.Errorf("%s %d of %d: %v, %v", what, i, len(content), f, err)
		}
	}
	for i := 0; i < len(content); i += 3 {
		if i%5 == 0 {
			check("cut at", i, content[:i])
			continue
		}
		broken := bytes.Clone(content)
		broken[i] += []byte{1, 0x7f, 0x80}[i%3]
		check("changed at", i, broken)
	}
	if refused < len(content)/9 {
		t.Errorf("only %d of %d were refused", refused, len(content))
	}
}

// halves splits the objects of a data set; the second half's attributes come in
// reverse order.
func halves(ds *model.Dataset) [2]*model.Dataset {
	var out [2]*model.Dataset
	d := len(ds.Attributes)
	for h := range out {
		b := new(model.Builder)
		for a := range d {
			b.Attribute(ds.Attributes[[]int{a, d - 1 - a}[h]])
		}
		for i, id := range ds.Objects {
			if i%2 != h {
				continue
			}
			o := b.Object(id)
			for _, l := range ds.Labels {
				if y := l.Values[i]; !math.IsNaN(y) {
					b.SetLabel(b.AddLabel(l.Name), o, y)
				}
			}
			for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
				w := ds.Rater[j]
				if w != model.NoRater {
					w = b.RaterID(ds.Raters[w])
				}
				b.Add(o, b.Attribute(ds.Attributes[ds.Attr[j]]), w, ds.Value[j])
			}
		}
		out[h] = b.Build()
	}
	return out
}

// merged is the file of the data whose parts the files hold.
func merged(files []*momentsfile.File, names []string) (*momentsfile.File, error) {
	var m momentsfile.Merger
	for i, f := range files {
		if err := m.Add(f, names[i]); err != nil {
			return nil, err
		}
	}
	return m.File(), nil
}

// TestMerge: files of two halves make the moments of the whole, block by block, the
// severity term of raters in both included.
func TestMerge(t *testing.T) {
	for w, seed := range simulate.Worlds(60, fresh.Seed(t, 17)) {
		w.Objects, w.LabelShift = w.Objects+10, 1e6
		ds := simulate.Draw(w, seed)
		whole, parts := fileOf(t, ds), halves(ds)
		all, err := merged([]*momentsfile.File{fileOf(t, parts[0]), fileOf(t, parts[1])}, []string{"a", "b"})
		if err != nil {
			t.Fatal(err)
		}
		all = decode(t, all.Encode())
		name := fmt.Sprintf("%+v, seed %d", w, seed)
		for k, s := range whole.Labels[0].Paper.Block {
			o := all.Labels[0].Paper.Block[k]
			if (s == nil) != (o == nil) {
				t.Fatalf("%s: block %d is %v, want %v", name, k, o, s)
			}
			if s != nil {
				b := whole.Labels[0].Paper
				sameIn(t, fmt.Sprintf("%s, block %d", name, k), all.Labels[0].Paper.Moments(o), b.Moments(s), b.Moments(b.Union(nil)), 1e-9)
			}
		}
		got, want := all.Labels[0].Aware, whole.Labels[0].Aware
		if got.ByPosition != want.ByPosition { // small parts can differ from the whole by chance
			continue
		}
		sameHalo(t, got, want, 1e-8)
		if !reflect.DeepEqual(all.Links, whole.Links) && whole.Summary.Raters == len(ds.Raters) && parts[0].Raters != nil && parts[1].Raters != nil {
			t.Errorf("%s: links are %v, want %v", name, all.Links, whole.Links)
		}
		if want.ByPosition {
			same(t, name+", by position", got.Moments(got.Union(nil)), want.Moments(want.Union(nil)), 1e-9)
			continue
		}
		same(t, name+", aware", got.Moments(got.Union(nil)), want.Moments(want.Union(nil)), 1e-9)
		if slices.ContainsFunc(all.Remarks(), func(w model.Finding) bool { return w.Code == "merged-raters" }) {
			t.Errorf("%s: it is said that raters count twice", name)
		}
		counts := whole.Summary
		counts.Raters = parts[0].Summary().Raters // the parts have no raters who judged nothing
		for _, w := range parts[1].Raters {
			if !slices.Contains(parts[0].Raters, w) {
				counts.Raters++
			}
		}
		if !reflect.DeepEqual(all.Summary, counts) {
			t.Errorf("%s: the counts are %+v, want %+v", name, all.Summary, counts)
		}
	}
}

// TestMergeOfDifferentAttributes: what one part lacks has no judgment there.
func TestMergeOfDifferentAttributes(t *testing.T) {
	parts := halves(simulate.Draw(simulate.World{Objects: 80, Attributes: 5, K: 2, Raters: 6, WholeForms: true}, 8))
	less := parts[1].LabelFrom(2, model.AggregateMean)
	less.Labels = less.Labels[1:]
	f, err := merged([]*momentsfile.File{fileOf(t, less), fileOf(t, parts[0])}, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(f.Attributes), "[a4 a3 a1 a0 a2]"; got != want {
		t.Fatalf("the attributes are %s, want %s", got, want)
	}
	one := fileOf(t, parts[0]).Labels[0].Paper
	if got, want := f.Labels[0].Paper.Shift[4], one.Shift[2]; got != want || want == 0 {
		t.Errorf("its shift is %g, there it is %g", got, want)
	}
	m, alone := f.Labels[0].Paper.Moments(f.Labels[0].Paper.Union(nil)), one.Moments(one.Union(nil))
	if got, want := m.Attr[4], alone.Attr[2]; got.Objects != want.Objects || !near(got.Mean, want.Mean, 1e-12) || !near(got.V, want.V, 1e-12) {
		t.Errorf("the attribute of one part is %+v, there it is %+v", got, want)
	}
	if got, want := m.Sigma[2*5+4], alone.Sigma[1*5+2]; !near(got, want, 1e-12) {
		t.Errorf("its covariance is %g, there it is %g", got, want)
	}
}

func TestMergeErrors(t *testing.T) {
	f := fileOf(t, twoLabels(1))
	dear := *f
	dear.Prices = []model.Amount{5 * model.Unit, 2 * model.Unit, model.Unit / 10, model.Unit}
	few := *f
	few.Blocks = 20
	for name, c := range map[string]struct {
		other *momentsfile.File
		want  string
	}{
		"labels": {f.Only("y"), "x has moments for y, second and z for y: files of parts must have the same labels"},
		"prices": {&dear, "a0 costs 1 in x and 5 in z"},
		"blocks": {&few, "x has 50 blocks and z has 20"},
	} {
		if _, err := merged([]*momentsfile.File{f, c.other}, []string{"x", "z"}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestProtect: a private file names no object and no rater, holds no small
// block, and no first value.
func TestProtect(t *testing.T) {
	ds := twoLabels(2)
	for i := range ds.Raters {
		ds.Raters[i] = "rater-" + ds.Raters[i]
	}
	plain := fileOf(t, ds)
	if !bytes.Contains(momentsfile.Unpack(t, plain.Encode()), []byte("o007")) {
		t.Error("the object of the warning is not in the plain file: the test lost its power")
	}
	f, err := plain.Protect(false)
	if err != nil {
		t.Fatal(err)
	}
	content := momentsfile.Unpack(t, f.Encode())
	for _, id := range slices.Concat(ds.Objects, ds.Raters) {
		if bytes.Contains(content, []byte(id)) {
			t.Errorf("%s is in the file", id)
		}
	}
	back := decode(t, f.Encode())
	for _, l := range back.Labels {
		blocks := 0
		for k, s := range l.Aware.Block {
			if s != nil {
				blocks++
				if s.Objects < 10 || k >= 5 {
					t.Errorf("block %d has %d objects", k, s.Objects)
				}
			}
		}
		if blocks < 3 {
			t.Errorf("%d blocks", blocks)
		}
		was := plain.Label(l.Name)
		for k, s := range l.Paper.Block {
			for a := 0; s != nil && a < len(s.Attr); a++ {
				for _, o := range was.Paper.Block {
					if o != nil && (s.Attr[a].Min == o.Attr[a].Min || s.Attr[a].Max == o.Attr[a].Max) {
						t.Errorf("%s: block %d tells an extreme of attribute %d", l.Name, k, a)
					}
				}
			}
		}
		m := was.Paper.Moments(was.Paper.Union(nil))
		for a, x := range l.Paper.Shift {
			eighth := math.Ldexp(1, math.Ilogb(m.Attr[a].T)-3)
			if x != math.Round(x/eighth)*eighth || !(math.Abs(x-m.Attr[a].Mean) <= eighth/2) {
				t.Errorf("%s: the shift of attribute %d is %g, want the mean %g to a multiple of %g", l.Name, a, x, m.Attr[a].Mean, eighth)
			}
		}
		if l.Paper.ShiftY == was.Paper.ShiftY || l.Paper.Shift[0] == was.Paper.Shift[0] {
			t.Errorf("%s: the shift is the first value still", l.Name)
		}
		for i, b := range []*moments.Blocks{l.Paper, l.Aware} {
			w := []*moments.Blocks{was.Paper, was.Aware}[i]
			if w = w.WithRaters(nil); len(b.Raters()) > 0 {
				t.Errorf("%s: the sums of %d raters are in the file", l.Name, len(b.Raters()))
			}
			same(t, l.Name, b.Moments(b.Union(nil)), w.Moments(w.Union(nil)), 1e-9)
		}
	}
	if !back.Private || !slices.ContainsFunc(back.Remarks(), func(w model.Finding) bool { return w.Code == "grouped-blocks" }) {
		t.Errorf("the file does not say that blocks were put together: %v", back.Remarks())
	}
}

func TestProtectRefuses(t *testing.T) {
	w := small
	w.Objects, w.Unlabelled = 25, 0
	few := fileOf(t, simulate.Draw(w, 1))
	var small *momentsfile.TooSmallError
	if _, err := few.Protect(false); !errors.As(err, &small) || small.Blocks > 2 || small.Objects != 25 {
		t.Errorf("25 objects: %v", err)
	} else if !strings.Contains(err.Error(), "25") {
		t.Errorf("it does not say how many there are: %v", err)
	}
	if f, err := few.Protect(true); err != nil || len(decode(t, f.Encode()).Labels) != 1 {
		t.Errorf("small allowed: %v", err)
	}
	ds := twoLabels(3)
	ds.Labels[1].Values[slices.IndexFunc(ds.Labels[1].Values, func(y float64) bool { return !math.IsNaN(y) })] = math.NaN()
	if _, err := fileOf(t, ds).Protect(false); err == nil || !strings.Contains(err.Error(), "the labels y and second are of different objects") {
		t.Errorf("labels of different objects: %v", err)
	}
}

// TestProtectAsItIs: where no block is small none are put together.
func TestProtectAsItIs(t *testing.T) {
	f := fileOf(t, simulate.Draw(simulate.World{Objects: 1500, Attributes: 2, K: 2}, 1))
	if p, err := f.Protect(false); err != nil || p.Grouped != 0 {
		t.Errorf("%d blocks were put together (%v)", p.Grouped, err)
	}
}

// TestProtectSeverity: a private file says what it costs that no rater's sums are in it:
// with them Σ is larger by the severity term.
func TestProtectSeverity(t *testing.T) {
	f := fileOf(t, simulate.Draw(small, 6))
	share, name := f.SeverityShare()
	p, err := f.Protect(false)
	if err != nil {
		t.Fatal(err)
	}
	a := slices.Index(f.Attributes, name)
	sigma := func(f *momentsfile.File) float64 {
		b := f.Labels[0].Aware
		return b.Moments(b.Union(nil)).Sigma[a*len(f.Attributes)+a]
	}
	if with, without := sigma(f), sigma(p); !(share > 0) || math.Abs(without/with-(1-share)) > 1e-9 {
		t.Errorf("%s: %g with raters, %g without, and a share of %g", name, with, without, share)
	}
	if share, _ := p.SeverityShare(); share != 0 {
		t.Errorf("the private file has a severity of %g", share)
	}
	if !slices.ContainsFunc(p.Remarks(), func(w model.Finding) bool { return w.Code == model.CodeNoSeverity }) {
		t.Errorf("the file does not say so: %v", p.Remarks())
	}
}

// TestGroups: no object is lost, and no group small where there are enough
// objects.
func TestGroups(t *testing.T) {
	for _, c := range []struct {
		sizes []int // 0: no object
		want  string
	}{
		{[]int{12, 10, 15}, "[[0] [1] [2]]"},
		{[]int{12, 0, 15}, "[[0] [2]]"},
		{[]int{12, 4, 6, 5, 5}, "[[0] [1 2] [3 4]]"},
		{[]int{12, 4, 0, 3, 11, 5}, "[[0] [1 3 5] [4]]"},
		{[]int{12, 4, 11, 5}, "[[0] [1 2 3]]"},
		{[]int{3, 4}, "[[0 1]]"},
		{[]int{4, 4, 4, 30, 9}, "[[0 1 2 4] [3]]"},
	} {
		enough := func(group []int) bool {
			n := 0
			for _, k := range group {
				n += c.sizes[k]
			}
			return n >= 10
		}
		blocks := make([]*moments.Sums, len(c.sizes))
		for k, n := range c.sizes {
			if n > 0 {
				blocks[k] = &moments.Sums{Objects: n}
			}
		}
		if got := fmt.Sprint(momentsfile.Grouped(blocks, enough)); got != c.want {
			t.Errorf("%v: %s, want %s", c.sizes, got, c.want)
		}
	}
}

// TestMergeOfRaters: what is known of the raters of parts is known of the whole.
func TestMergeOfRaters(t *testing.T) {
	f, o := *fileOf(t, twoLabels(1)), *fileOf(t, twoLabels(2))
	f.Labels[0].Aware.Ignored, o.Labels[0].Aware.Ignored = 3, 4
	o.Labels = slices.Clone(o.Labels)
	o.Labels[0].Unfit = &moments.PanelError{Attribute: "a1", Objects: 7}
	all, err := merged([]*momentsfile.File{&f, &o}, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	if n := all.Labels[0].Aware.Ignored; n != 7 {
		t.Errorf("%d judgments were left out, want 7", n)
	}
	if u := decode(t, all.Encode()).Labels[0].Unfit; u == nil || *u != *o.Labels[0].Unfit {
		t.Errorf("why they are none is %v", u)
	}
}

// beyond is a little more than what bounds the sum of one judgment of an
// attribute: the root of as many times its squares as a cell has judgments.
func beyond(b *moments.Blocks, a int) float64 {
	q := b.Union(nil).Attr[a]
	return 1.001 * math.Sqrt(float64(q.Most)*(q.XX+q.S2))
}

// TestForgeries: sums that no judgments have are refused even where the checksum
// is right, for they could not be computed with.
func TestForgeries(t *testing.T) {
	for name, c := range map[string]struct {
		forge func(s *moments.Sums, aware *moments.Blocks)
		want  string
	}{
		"products":      {func(s *moments.Sums, _ *moments.Blocks) { s.Pairs[0].P[1] = 1e300 }, "larger than their squares"},
		"sums of pairs": {func(s *moments.Sums, _ *moments.Blocks) { s.Pairs[0].A[1] = 1e300 }, "larger than their squares"},
		"halo": {func(_ *moments.Sums, b *moments.Blocks) {
			p := gapsOf(b).Pairs[moments.SameRater]
			p.P[1] = 1e300
		}, "larger than their squares"},
		"halo's sums": {func(_ *moments.Sums, b *moments.Blocks) {
			p := gapsOf(b).Pairs[moments.SameRater]
			p.A[1] = 1e300
		}, "larger than their squares"},
		"halo's objects": {func(_ *moments.Sums, b *moments.Blocks) {
			s := gapsOf(b)
			s.Pairs[moments.SameRater].N[1] = s.Pairs[moments.DifferentRaters].N[1] + 1
		}, "more objects"},
		"pairs":   {func(s *moments.Sums, _ *moments.Blocks) { s.Pairs[0].N[1] = 100 }, "fewer objects than their products"},
		"sum":     {func(s *moments.Sums, _ *moments.Blocks) { s.Attr[0].X = 1e100 }, "the sums of attribute 0"},
		"squares": {func(s *moments.Sums, _ *moments.Blocks) { s.Attr[1].XX = -1 }, "the sums of attribute 1"},
		"label":   {func(s *moments.Sums, _ *moments.Blocks) { s.Y = 1e100 }, "the label's sums"},
		"counts":  {func(s *moments.Sums, _ *moments.Blocks) { s.Attr[2].Single++ }, "the counts of attribute 2"},
		"fewest":  {func(s *moments.Sums, _ *moments.Blocks) { s.Attr[2].Fewest = s.Attr[2].Most + 1 }, "the counts of attribute 2"},
		"few judgments": {func(s *moments.Sums, _ *moments.Blocks) {
			q := &s.Attr[2]
			q.Fewest = q.Most
			q.Judgments = q.Objects*q.Most - 1
		}, "the counts of attribute 2"},
		"no repeats":      {func(s *moments.Sums, _ *moments.Blocks) { s.Attr[0].Single, s.Attr[0].Repeated = s.Attr[0].Objects, 0 }, "the counts of attribute 0"},
		"many judgments":  {func(s *moments.Sums, _ *moments.Blocks) { s.Attr[2].Judgments *= 3 }, "the counts of attribute 2"},
		"objects":         {func(s *moments.Sums, _ *moments.Blocks) { s.Objects += 50 }, "the raters modes differ"},
		"raters' sums":    {func(_ *moments.Sums, b *moments.Blocks) { b.Raters()[0][0].X = 1e200 }, "a rater's sums"},
		"raters' numbers": {func(_ *moments.Sums, b *moments.Blocks) { b.Raters()[0][0].N = 0 }, "a rater's sums"},
		"raters' squares": {func(_ *moments.Sums, b *moments.Blocks) {
			r := &b.Raters()[0][0]
			r.X = math.Sqrt(r.N) * beyond(b, int(r.Attr))
		}, "a rater's sums"},
		"raters' shares": {func(_ *moments.Sums, b *moments.Blocks) { b.Raters()[0][0].Share = -1 }, "a rater's sums"},
	} {
		f := fileOf(t, twoLabels(1)).Only("second")
		var s *moments.Sums
		for _, b := range f.Labels[0].Paper.Block {
			if b != nil && b.Pairs[0].N != nil {
				s = b
			}
		}
		c.forge(s, f.Labels[0].Aware)
		_, err := momentsfile.Decode(f.Encode())
		var wrong *momentsfile.Error
		if !errors.As(err, &wrong) || wrong.At < 0 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// gapsOf returns the sums of a block in which some objects have pairs of both
// kinds, and some do not.
func gapsOf(b *moments.Blocks) *moments.Sums {
	for _, s := range b.Block {
		if s != nil && s.Pairs[moments.SameRater].N != nil && s.Pairs[moments.DifferentRaters].N[1] < float64(min(s.Attr[0].Objects, s.Attr[1].Objects)) {
			return s
		}
	}
	return nil
}

// TestForgedLinks: the raters shared are at most as many as the judgments.
func TestForgedLinks(t *testing.T) {
	f := fileOf(t, twoLabels(1))
	f.Links.Shared[1] = f.Links.Smaller[1] + 1
	if _, err := momentsfile.Decode(f.Encode()); err == nil || !strings.Contains(err.Error(), "shared raters") {
		t.Errorf("%v", err)
	}
}

// FuzzDecode: whatever the content, under a checksum that is right, it is an
// *Error or can be computed with.
func FuzzDecode(f *testing.F) {
	for w, seed := range simulate.Worlds(6, 3) {
		w.Objects, w.Attributes = min(w.Objects, 12), min(w.Attributes, 3)
		f.Add(momentsfile.Unpack(f, fileOf(f, simulate.Draw(w, seed)).Encode()))
	}
	f.Add(momentsfile.Unpack(f, fileOf(f, simulate.Draw(simulate.World{Objects: 12, Attributes: 3, K: 2, Raters: 5, WholeForms: true, Halo: 1}, 1)).Encode()))
	classes := simulate.Draw(simulate.World{Objects: 30, Attributes: 3, K: 2}, 2)
	classes.Labels[0].Classes = []string{"low", "mid", "high"}
	for i := range classes.Labels[0].Values {
		classes.Labels[0].Values[i] = float64(i % 3)
	}
	f.Add(momentsfile.Unpack(f, fileOf(f, classes).Encode()))
	f.Fuzz(func(t *testing.T, content []byte) {
		decodes(t, content)
	})
}

// decodes holds that content is an *Error or can be computed with.
func decodes(t *testing.T, content []byte) {
	t.Helper()
	file, err := momentsfile.Parse(content)
	var wrong *momentsfile.Error
	if err != nil {
		if !errors.As(err, &wrong) || file != nil {
			t.Fatalf("%v, %v", file, err)
		}
		return
	}
	if len(file.Attributes) > 8 {
		return
	}
	if _, err := momentsfile.Decode(file.Encode()); err != nil {
		t.Errorf("what was read cannot be written and read: %v", err)
	}
	s := core.OpenMoments(file, nil)
	for _, mode := range []string{model.RatersPaper, model.RatersAware} {
		r, err := s.Solve(t.Context(), core.Request{Settings: model.Settings{Raters: mode}, Range: 3 * model.Unit})
		if err == nil && !(r.LabelVar > 0) {
			t.Errorf("a label of variance %g", r.LabelVar)
		}
	}
	for _, l := range file.Labels {
		s := l.Aware.Union(nil)
		m := l.Aware.Moments(s)
		for _, c := range m.ProjectHalo(l.Aware.Halo(m, s)).C {
			if math.IsNaN(c) {
				t.Error("a halo that is no number")
			}
		}
		l.Aware.SigmaZ()
	}
	if file.Links != nil {
		file.Links.Forms()
	}
}

// FuzzFile: whatever the bytes of a file, they are read or refused.
func FuzzFile(f *testing.F) {
	data := fileOf(f, simulate.Draw(simulate.World{Objects: 8, Attributes: 2, K: 2}, 1)).Encode()
	f.Add(data)
	f.Add([]byte(momentsfile.Magic))
	huge := append([]byte(momentsfile.Magic), bytes.Repeat([]byte{0xff}, 8)...)
	sum := sha256.Sum256(huge)
	f.Add(append(huge, sum[:]...))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := momentsfile.Decode(data)
		var wrong *momentsfile.Error
		if (file == nil) == (err == nil) || err != nil && !errors.As(err, &wrong) {
			t.Fatalf("%v, %v", file, err)
		}
	})
}
