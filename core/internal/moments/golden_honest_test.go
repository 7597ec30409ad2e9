package moments

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/golden"
	"fms-tui/model"
)

// design is a golden design at given repeats, in the attributes' own units.
type design struct {
	*golden.Design
	r []int
}

// share is Ω[a,b].
func (g design) share(a, b int) float64 {
	switch {
	case a == b:
		return 1 / float64(g.r[a])
	case g.Form[a] == g.Form[b]:
		return 1 / float64(max(g.r[a], g.r[b]))
	case g.Panel > 0:
		return 1 / float64(g.Panel)
	}
	return 0
}

// fit returns M_S, the weights of all attributes, and the projected loss without
// the ridge.
func (g design) fit(m *Moments, halo *Halo, ridge float64) (matrix []float64, w []float64, projected float64) {
	var s []int
	for a, r := range g.r {
		if r > 0 {
			s = append(s, a)
		}
	}
	sigma, c, d := raw(m, m.Project(model.ProjectScaled).Sigma), raw(m, m.ProjectHalo(halo).C), len(g.r)
	matrix = make([]float64, len(s)*len(s))
	b := mat.NewVecDense(len(s), nil)
	for i, a := range s {
		b.SetVec(i, m.Attr[a].B)
		for j, o := range s {
			matrix[i*len(s)+j] = sigma[a*d+o] + c[a*d+o]*g.share(a, o)
		}
		matrix[i*len(s)+i] += ridge * m.Attr[a].T * m.Attr[a].T
	}
	var x mat.VecDense
	if err := x.SolveVec(mat.NewDense(len(s), len(s), matrix), b); err != nil {
		panic(err)
	}
	w = make([]float64, d)
	projected = m.LabelVariance - mat.Dot(&x, b)
	for i, a := range s {
		w[a] = x.AtVec(i)
		projected -= ridge * m.Attr[a].T * m.Attr[a].T * w[a] * w[a]
	}
	return matrix, w, projected
}

// honest refits at the same repeats without each of ten folds, and returns the
// held-out loss and its standard error.
func (g design) honest(t *testing.T, ds *model.Dataset, whole *Blocks, ridge float64) (loss, se float64) {
	t.Helper()
	var parts, shares []float64
	sums := whole.Union(nil)
	folds := whole.Folds(10)
	for _, held := range folds {
		in := func(k int) bool { return !slices.Contains(held, k) }
		b := whole
		if whole.Mode == model.RatersFixed {
			var err error
			if b, err = AccumulateWithOffsets(context.Background(), ds, &ds.Labels[0], in); err != nil {
				t.Fatal(err)
			}
		}
		s := b.Union(in)
		m := b.Moments(s)
		_, w, _ := g.fit(m, b.Halo(m, s), ridge)
		for a := range w {
			w[a] *= m.Attr[a].T
		}
		for _, h := range b.HeldOut(held, m, sums) {
			x := h.At(NewWeighing(w, g.r, nil))
			_, halo := h.matrices()
			for a := range w {
				for o := range w {
					if w[a] != 0 && w[o] != 0 && a != o {
						x += w[a] * w[o] * g.share(a, o) * halo[a*len(w)+o]
					}
				}
			}
			loss += x
			parts = append(parts, x)
			shares = append(shares, float64(h.Objects)/float64(sums.Objects))
		}
	}
	var squares float64
	for k, x := range parts {
		squares += math.Pow(x-shares[k]*loss, 2)
	}
	n, f := float64(len(parts)), float64(len(folds))
	return loss, math.Sqrt(n/(n-1)*squares) * math.Sqrt(1+f/(f-1))
}

// TestGoldenDesigns: what follows from the moments at given repeats, in each way
// to buy, is what another program found: M, weights, projected and honest losses.
func TestGoldenDesigns(t *testing.T) {
	forms := golden.LoadForms(t)
	for _, c := range []*golden.Case{&forms.Crowd, &forms.Panel} {
		ds := c.Dataset()
		b := accumulate(t, ds, c.Raters)
		s := b.Union(nil)
		m := b.Moments(s)
		for i := range c.Designs {
			want := &c.Designs[i].Given
			g := design{&c.Designs[i], want.R}
			matrix, w, projected := g.fit(m, b.Halo(m, s), 0)
			_, _, ridged := g.fit(m, b.Halo(m, s), .1)
			honest, se := g.honest(t, ds, b, 0)
			ridgedHonest, _ := g.honest(t, ds, b, .1)
			got := slices.Concat(matrix, w, []float64{projected, honest, se, ridged, ridgedHonest})
			for k, x := range slices.Concat(slices.Concat(want.M...), want.Weights,
				[]float64{want.Projected, want.Honest, want.HonestSE, want.Ridge01Projected, want.Ridge01Honest}) {
				if !(math.Abs(got[k]-x) <= 1e-8) {
					t.Errorf("%s: figure %d is %.12g, want %.12g", g.Name, k, got[k], x)
				}
			}
		}
	}
}
