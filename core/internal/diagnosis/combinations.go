package diagnosis

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"fms-tui/model"
)

const (
	// mostCombined is the number of attributes up to which combinations are
	// looked for: the work grows with its cube.
	mostCombined = 300
	// residual is the share of a standardised column that rounding may leave of
	// it after the columns that make it up are taken off.
	residual = 1e-8
	// once is the share from which on rounding in a column's first orthogonalisation needs no
	// second one ("twice is enough", Kahan and Parlett).
	once = .1
)

// combinations warns of attributes that are exact linear combinations of
// others, such as a total or a no beside its yes: judging them is paying twice.
//
// It looks at objects with a judgment of every attribute, evenly spaced, and at enough
// of them to exclude a chance combination, by Gram-Schmidt with the centred and scaled
// columns of cell means in the order of the data. A column without a rest is a
// combination of the columns before it. The triangular system of the coefficients gives
// the columns that take part. The finding is then checked on all objects.
func (x *examination) combinations(ctx context.Context) error {
	var use []int
	for a := range x.attributes {
		if at := &x.attributes[a]; at.judgments > 0 && !at.constant() && !at.duplicate {
			use = append(use, a)
		}
	}
	if len(use) < 2 || len(use) > mostCombined {
		return nil
	}
	objects := x.complete(use)
	if len(objects) < len(use)+littleObjects {
		return nil
	}
	n := min(len(objects), 4*len(use)+200)
	sample := make([]int, n)
	for i := range sample {
		sample[i] = objects[i*len(objects)/n]
	}
	g := newSchmidt(x.means(sample, use))
	var rows [][]float64 // of all objects, once a combination is to be checked
	for j := range use {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		parts := g.add(j)
		if parts != nil && rows == nil {
			rows = x.means(objects, use)
		}
		if parts != nil && holds(rows, j, parts) {
			x.combined(use, j, parts)
		}
	}
	return nil
}

func (x *examination) combined(use []int, j int, parts []part) {
	name := x.ds.Attributes[use[j]]
	var names []string
	for _, p := range parts {
		names = append(names, x.ds.Attributes[use[p.column]])
	}
	how := fmt.Sprintf("is an exact combination of %s", list(names))
	if len(parts) == 1 {
		how = fmt.Sprintf("follows exactly from %s", names[0])
		if parts[0].weight < 0 {
			how += " (one falls as the other rises)"
		}
	}
	x.warn(model.CodeCombinedAttribute, name, "%s %s: you pay twice for one answer; exclude it", name, how)
}

// complete returns the objects with a judgment of each of some attributes, which are in order.
func (x *examination) complete(use []int) []int {
	used := make([]bool, len(x.attributes))
	for _, a := range use {
		used[a] = true
	}
	var objects []int
	for i, cells := range x.filled {
		if cells < len(use) {
			continue
		}
		n, last := 0, int32(-1)
		for _, a := range x.ds.Attr[x.ds.Start[i]:x.ds.Start[i+1]] {
			if a != last && used[a] {
				n++
			}
			last = a
		}
		if n == len(use) {
			objects = append(objects, i)
		}
	}
	return objects
}

// means returns the cell means of objects, an object a row. The objects have them all.
func (x *examination) means(objects, use []int) [][]float64 {
	ds := x.ds
	rows := make([][]float64, len(objects))
	all := make([]float64, len(objects)*len(use))
	for i, o := range objects {
		rows[i] = all[i*len(use) : (i+1)*len(use)]
		at, end := ds.Start[o], ds.Start[o+1]
		for k, a := range use {
			for int(ds.Attr[at]) != a {
				at++
			}
			var m moment
			for ; at < end && int(ds.Attr[at]) == a; at++ {
				m.add(ds.Value[at])
			}
			rows[i][k] = m.mean
		}
	}
	return rows
}

// part is a column and its weight in a combination.
type part struct {
	column int
	weight float64
}

// schmidt orthogonalises the columns of a sample of rows.
type schmidt struct {
	columns [][]float64 // standardised
	scale   []float64
	basis   [][]float64 // orthonormal
	of      []int       // the column that each vector of the basis came from
	r       [][]float64 // coefficients of column of[k] on the basis up to k
}

func newSchmidt(rows [][]float64) *schmidt {
	n := len(rows)
	d := len(rows[0])
	g := &schmidt{columns: make([][]float64, d), scale: make([]float64, d)}
	for j := range d {
		col := make([]float64, n)
		var m moment
		for i := range col {
			col[i] = rows[i][j]
			m.add(col[i])
		}
		for i := range col {
			col[i] -= m.mean
		}
		g.scale[j] = math.Sqrt(floats.Dot(col, col))
		if g.scale[j] > 0 {
			for i := range col {
				col[i] /= g.scale[j]
			}
		}
		g.columns[j] = col
	}
	return g
}

// add takes column j into the basis, or returns what it is made of.
func (g *schmidt) add(j int) []part {
	left := append([]float64(nil), g.columns[j]...)
	r := make([]float64, len(g.basis), len(g.basis)+1)
	norm := 0.0
	for range 2 {
		for k, q := range g.basis {
			c := floats.Dot(q, left)
			r[k] += c
			floats.AddScaled(left, -c, q)
		}
		if norm = floats.Norm(left, 2); norm > once {
			break
		}
	}
	if norm > residual {
		for i := range left {
			left[i] /= norm
		}
		g.basis, g.of, g.r = append(g.basis, left), append(g.of, j), append(g.r, append(r, norm))
		return nil
	}
	if g.scale[j] == 0 {
		return nil
	}
	return g.parts(j, r)
}

// parts solves Σ_k w_k column[of[k]] = Σ_k r_k basis[k] from the last to the
// first, and leaves out weights that rounding made.
func (g *schmidt) parts(j int, r []float64) []part {
	w := append([]float64(nil), r...)
	for k := len(w) - 1; k >= 0; k-- {
		w[k] /= g.r[k][k]
		for l := range k {
			w[l] -= w[k] * g.r[k][l]
		}
	}
	var list []part
	for k, v := range w {
		if math.Abs(v) > math.Sqrt(residual) {
			list = append(list, part{g.of[k], v * g.scale[j] / g.scale[g.of[k]]})
		}
	}
	return list
}

// holds tells whether a combination holds for all rows, up to a constant and
// rounding.
func holds(rows [][]float64, j int, parts []part) bool {
	if len(parts) == 0 {
		return false
	}
	first, size := 0.0, 0.0
	for i, row := range rows {
		rest := row[j]
		size = max(size, math.Abs(row[j]))
		for _, p := range parts {
			rest -= p.weight * row[p.column]
			size = max(size, math.Abs(p.weight*row[p.column]))
		}
		if i == 0 {
			first = rest
		}
		if math.Abs(rest-first) > residual*size*float64(len(parts)+1) {
			return false
		}
	}
	return true
}
