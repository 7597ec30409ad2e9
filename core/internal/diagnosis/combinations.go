package diagnosis

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/regress"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

const (
	// mostCombined is the number of attributes up to which combinations are
	// looked for: the work grows with its cube.
	mostCombined = 300
	// residual is the share of a standardised column that rounding may leave of
	// it after the columns that make it up are taken off.
	residual = 1e-8
)

// combinations warns of attributes that are exact linear combinations of
// others, such as a total or a no beside its yes: judging them is paying twice.
//
// It looks at objects with a judgment of every attribute, evenly spaced, and at enough
// of them to exclude a chance combination, with the centred and scaled columns of cell
// means in the order of the data ([regress.Dependent]). The finding is then checked on all
// objects.
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
	columns, scale := standardised(x.means(sample, use))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var rows [][]float64 // of all objects, once a combination is to be checked
	regress.Dependent(columns, residual, func(j int, weights []float64) {
		var parts []part
		for k, v := range weights {
			if math.Abs(v) > math.Sqrt(residual) { // not of rounding
				parts = append(parts, part{k, v * scale[j] / scale[k]})
			}
		}
		if parts != nil && rows == nil {
			rows = x.means(objects, use)
		}
		if parts != nil && holds(rows, j, parts) {
			x.combined(use, j, parts)
		}
	})
	return ctx.Err()
}

func (x *examination) combined(use []int, j int, parts []part) {
	name := x.ds.Attributes[use[j]]
	var names []string
	for _, p := range parts {
		names = append(names, x.ds.Attributes[use[p.column]])
	}
	how := fmt.Sprintf("is an exact combination of %s", figure.First(names, named))
	if len(parts) == 1 {
		how = fmt.Sprintf("follows exactly from %s", names[0])
		if parts[0].weight < 0 {
			how += " (one falls as the other rises)"
		}
	}
	x.Add(model.CodeCombinedAttribute, name, "%s %s: you pay twice for one answer; exclude it", name, how)
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

type part struct {
	column int
	weight float64
}

// standardised are the columns of some rows about their means, of norm 1 or 0, and what they
// were divided by.
func standardised(rows [][]float64) (columns [][]float64, scale []float64) {
	for j := range rows[0] {
		column := make([]float64, len(rows))
		var m moment
		for i, row := range rows {
			column[i] = row[j]
			m.add(row[j])
		}
		floats.AddConst(-m.mean, column)
		norm := floats.Norm(column, 2)
		if norm > 0 {
			floats.Scale(1/norm, column)
		}
		columns, scale = append(columns, column), append(scale, norm)
	}
	return columns, scale
}

// holds tells whether a combination holds for all rows, up to a constant and
// rounding.
func holds(rows [][]float64, j int, parts []part) bool {
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
