package moments

import (
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// average is the mean over objects of the average product, about μ, of judgments
// of a and b by different raters, or of all; false where there is none.
func (l literal) average(m *Moments, a, b int, different bool) (mean float64, ok bool) {
	var n, sum float64
	for _, i := range l.objects() {
		var pairs, product float64
		for _, p := range l.cell(i, a) {
			for _, q := range l.cell(i, b) {
				if !different || p.rater != q.rater {
					pairs++
					product += (p.x - m.Attr[a].Mean) * (q.x - m.Attr[b].Mean)
				}
			}
		}
		if pairs > 0 {
			n++
			sum += product / pairs
		}
	}
	return sum / n, n > 0
}

// checkCellNoise compares N with its definition over the objects of l, and counts the
// known and the unknown entries off the diagonal.
func checkCellNoise(t *testing.T, name string, b *Blocks, s *Sums, l literal) (known, unknown int) {
	t.Helper()
	got, m := b.CellNoise(s, b.Moments(s)), l.moments()
	severity := l.severity()
	for i := range b.d {
		for j := range b.d {
			var want float64
			if m.Attr[i].Status == Usable && m.Attr[j].Status == Usable {
				different, ok := l.average(m, i, j, true)
				switch {
				case i == j:
					want = m.Attr[i].T*m.Attr[i].T - (m.Sigma[i*b.d+i] - severity[i*b.d+i])
				case ok && l.mode != model.RatersPaper:
					all, _ := l.average(m, i, j, false)
					want = all - different
					known++
				default:
					unknown++
				}
			}
			if scale := sizeOf(&m.Attr[i]) * sizeOf(&m.Attr[j]); !near(got[i*b.d+j], want, scale, 1e-9) {
				t.Fatalf("%s: N[%d,%d] is %g, want %g", name, i, j, got[i*b.d+j], want)
			}
		}
	}
	return known, unknown
}

// TestCellNoiseAgainstDefinition: in both modes, of all objects and of a union of
// half of the blocks.
func TestCellNoiseAgainstDefinition(t *testing.T) {
	var known, unknown int
	for w, seed := range simulate.Worlds(100, fresh.Seed(t, 5100)) {
		ds := simulate.Draw(w, seed)
		for _, mode := range []string{model.RatersPaper, model.RatersAware} {
			b := accumulate(t, ds, mode)
			all := literal{ds, ds.Labels[0].Values, mode, func(int) bool { return true }}
			k, u := checkCellNoise(t, "all", b, b.Union(nil), all)
			known, unknown = known+k, unknown+u
			half := func(k int) bool { return k%2 == 0 }
			some := all
			some.in = func(i int) bool { return half(BlockOf(ds.Objects[i], len(b.Block))) }
			if len(some.objects()) > 20 {
				checkCellNoise(t, "half", b, b.Union(half), some)
			}
		}
	}
	if fresh.Fixed() && (known < 1000 || unknown < 500) {
		t.Errorf("%d entries known and %d not: the test lost its power", known, unknown)
	}
}

// TestCellNoiseOfPanel: for a panel N is the N of the judgments without the raters'
// offsets, whose severity is 0.
func TestCellNoiseOfPanel(t *testing.T) {
	for seed := range fresh.Seeds(t, 5200, 4) {
		ds := simulate.Draw(simulate.World{Objects: 90, Attributes: 3, K: 3, Raters: 3, WholeForms: seed%2 == 0, Severity: 2, Halo: 1}, seed)
		l := literal{ds, ds.Labels[0].Values, model.RatersAware, func(int) bool { return true }}
		b := accumulate(t, ds, model.RatersFixed)
		off := literal{l.withoutOffsets(), l.y, model.RatersAware, l.in}
		if known, _ := checkCellNoise(t, "panel", b, b.Union(nil), off); known != 6 {
			t.Errorf("seed %d: %d entries known", seed, known)
		}
	}
}

// TestCellNoiseIsThatOfMeans: with errors of a known covariance C, N is C/k on
// average: k raters fill whole forms, and each is wrong by a common part of
// variance 1.5 beside a part of variance .5 of each attribute.
func TestCellNoiseIsThatOfMeans(t *testing.T) {
	const worlds, objects, k = 300, 60, 3
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 5400), 1))
	var mean, square [4]float64
	for range worlds {
		b := new(model.Builder)
		y := b.AddLabel("y")
		for i := range objects {
			o := b.Object(string(rune('A' + i)))
			truth := rng.NormFloat64()
			b.SetLabel(y, o, truth)
			for w := range k {
				id := b.RaterID(string(rune('A' + i*k + w)))
				common := math.Sqrt(1.5) * rng.NormFloat64()
				for _, a := range []string{"p", "q"} {
					b.Add(o, b.Attribute(a), id, truth+common+math.Sqrt(.5)*rng.NormFloat64())
				}
			}
		}
		blocks := accumulate(t, b.Build(), model.RatersAware)
		s := blocks.Union(nil)
		for i, x := range blocks.CellNoise(s, blocks.Moments(s)) {
			mean[i] += x / worlds
			square[i] += x * x / worlds
		}
	}
	for i, want := range []float64{2. / k, 1.5 / k, 1.5 / k, 2. / k} {
		if se := math.Sqrt((square[i] - mean[i]*mean[i]) / worlds); !(math.Abs(mean[i]-want) <= 4.5*se+2./(k*objects)) {
			t.Errorf("N[%d] is %.4f ± %.4f on average, want %.4f", i, mean[i], se, want)
		}
	}
}
