package selection

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
)

// cholesky is the factor of M_S for a growing support, used where an answer
// must not carry the rounding of a long path.
type cholesky struct {
	attrs   []int       // attributes in the factor, in order
	repeats []int       // by attribute
	rows    [][]float64 // lower triangle: rows[i] has i+1 entries
	half    [][]float64 // L⁻¹ b, by label
	spare   []float64   // room for the residuals of a border
	square  []float64   // room for a factor that is made at once
	first   *cholesky   // of the attributes at one judgment each, as far as it was asked for: see atFirst
}

// border is what an attribute would add to a factor.
type border struct {
	attribute, repeats int
	row                []float64 // of the factor, without its own entry
	pivot              float64   // q: residual variance given the attributes in the factor
	residual           []float64 // c: residual covariance with each label
}

// fill makes the factor anew, of repeats whose support enters in the given order, in its own
// room. It tells whether an attribute was redundant.
func (c *cholesky) fill(p *Problem, repeats, order []int) (redundant bool) {
	c.half = slices.Grow(c.half[:0], p.Labels())[:p.Labels()]
	c.attrs, c.repeats, c.rows, c.first = c.attrs[:0], append(c.repeats[:0], repeats...), c.rows[:0], nil
	for l := range c.half {
		c.half[l] = c.half[l][:0]
	}
	for _, a := range order {
		if repeats[a] > 0 {
			c.attrs = append(c.attrs, a)
		}
	}
	if c.fillAtOnce(p) {
		return false
	}
	c.attrs = c.attrs[:0]
	for _, a := range order {
		if repeats[a] == 0 {
			continue
		}
		if b := c.border(p, a, repeats[a]); c.isRounding(p, &b) {
			redundant = true
		} else {
			c.extend(p, &b)
		}
	}
	return redundant
}

// fewRows is up to how many rows a factor is made row by row.
const fewRows = 12

// fillAtOnce factors M of c's attributes by tiles, where there are many and none of them may be
// redundant (isRounding). Elsewhere it reports false.
func (c *cholesky) fillAtOnce(p *Problem) bool {
	n := len(c.attrs)
	if n <= fewRows {
		return false
	}
	c.square = slices.Grow(c.square[:0], n*n)[:n*n]
	for i, a := range c.attrs {
		row := c.square[i*n+i:][:n-i]
		fillColumn(p, row, a, c.repeats[a], c.attrs[i:], c.repeats)
		row[0] = p.diag(a) + p.V[a]/float64(c.repeats[a])
		floats.Scale(-1, row)
	}
	if !gram.Upper(c.square, n) {
		return false
	}
	for i, a := range c.attrs {
		left := c.square[i*n+i] * c.square[i*n+i]
		if p.forms == nil {
			left += p.V[a] * (1 - 1/float64(c.repeats[a]))
		}
		if !(left > doubtful*p.own(a)) {
			return false
		}
	}
	for i, a := range c.attrs {
		row := c.room()
		for k := range row {
			row[k] = c.square[k*n+i]
		}
		c.rows = append(c.rows, row)
		for l, half := range c.half {
			c.half[l] = append(half, (p.B[l][a]-floats.Dot(row[:i], half))/row[i])
		}
	}
	return true
}

// room is space for the next row, of a factor before if there is any.
func (c *cholesky) room() []float64 {
	n := len(c.rows)
	var row []float64
	if n < cap(c.rows) {
		row = c.rows[:n+1][n]
	}
	return slices.Grow(row[:0], n+1)[:n+1]
}

// border returns the row that attribute a with r judgments, r >= 1, would add to
// the factor. It holds until the next call.
func (c *cholesky) border(p *Problem, a int, r int) border {
	n := len(c.attrs)
	b := border{attribute: a, repeats: r, row: c.room()[:n], residual: c.spare[:0]}
	b.pivot = p.diag(a) + p.V[a]/float64(r)
	for l := range c.half {
		b.residual = append(b.residual, p.B[l][a])
	}
	c.spare = b.residual
	fillColumn(p, b.row, a, r, c.attrs, c.repeats)
	for i := range b.row {
		x := (b.row[i] - floats.Dot(c.rows[i][:i], b.row[:i])) / c.rows[i][i]
		b.row[i] = x
		b.pivot -= x * x
		for l := range b.residual {
			b.residual[l] -= x * c.half[l][i]
		}
	}
	return b
}

// own is the variance of one judgment of a, what its residual variance is held
// against: v/r falls with further judgments, and what was worth buying must not
// be lost for having been bought often.
func (p *Problem) own(a int) float64 { return p.diag(a) + p.V[a] }

// extend extends the factor by whatever the border adds. Where the pivot is rounding, a share of the whole variance
// takes its place: M_S is no more singular than v/r says.
func (c *cholesky) extend(p *Problem, b *border) {
	root := math.Sqrt(max(b.pivot, 1e-15*(p.diag(b.attribute)+p.V[b.attribute]/float64(b.repeats))))
	c.attrs = append(c.attrs, b.attribute)
	c.repeats[b.attribute] = b.repeats
	c.rows = append(c.rows, append(b.row, root))
	for l, x := range b.residual {
		c.half[l] = append(c.half[l], x/root)
	}
}

// weights solves Lᵀw = L⁻¹b of each label.
func (c *cholesky) weights() (all [][]float64) {
	for _, half := range c.half {
		w := slices.Clone(half)
		for i := len(w) - 1; i >= 0; i-- {
			w[i] /= c.rows[i][i]
			floats.AddScaled(w[:i], -w[i], c.rows[i][:i])
		}
		all = append(all, w)
	}
	return all
}

// objective returns bᵀ M⁻¹ b = |L⁻¹b|², summed over the labels.
func (c *cholesky) objective() float64 {
	var sum float64
	for _, half := range c.half {
		sum += floats.Dot(half, half)
	}
	return sum
}

// lossOf is the projected loss of the weights by label that reach an objective: with a ridge, without
// its penalty, so that losses at different λ compare. As wᵀM_λw = bᵀw = obj for the ridge's
// own weights, Var(y) - 2bᵀw + wᵀMw is Var(y) - obj - λ wᵀw.
func lossOf(p *Problem, objective float64, weights [][]float64) float64 {
	loss := p.VarY - objective
	for _, w := range weights {
		loss -= p.Ridge * floats.Dot(w, w)
	}
	return loss
}

// isRounding is IsRounding for a border of M_S. The rest of an attribute is taken at
// its first judgment, like own.
//
// Where errors of one rater on two attributes go together, first judgments of both share
// more of their errors, too. Only a border at first judgments tells what is left then: of a
// copy of another attribute nothing is, for all that v says.
func (c *cholesky) isRounding(p *Problem, b *border) bool {
	left := b.pivot + p.V[b.attribute]*(1-1/float64(b.repeats))
	if p.forms != nil && b.repeats > 1 && b.pivot <= doubtful*p.own(b.attribute) {
		left = c.atFirst(p, b.attribute)
	}
	most := 0.0
	for _, x := range b.residual {
		if math.Abs(x) > math.Abs(most) {
			most = x
		}
	}
	return IsRounding(len(c.attrs), p.own(b.attribute), left, most,
		func() float64 { return c.atFirst(p, b.attribute) },
		func() (size, weight float64) { return c.sizes(p, b) })
}

// atFirst returns the remaining variance of a first judgment of attribute a, given
// first judgments of the attributes in the factor.
func (c *cholesky) atFirst(p *Problem, a int) float64 {
	if c.first == nil {
		c.first = &cholesky{repeats: make([]int, p.d())}
	}
	for _, e := range c.attrs[len(c.first.attrs):] {
		b := c.first.border(p, e, 1)
		c.first.extend(p, &b)
	}
	b := c.first.border(p, a, 1)
	return b.pivot
}

// sizes returns IsRounding's two sizes for a border; of several labels the larger weight.
func (c *cholesky) sizes(p *Problem, b *border) (size, weight float64) {
	n := len(c.attrs)
	factor, z, w := append(c.rows[:n:n], b.row), make([]float64, n), make([]float64, n)
	for _, half := range c.half {
		var of float64
		size, of = RoundingSizes(factor, half, z, w, p.own(b.attribute), p.VarY, func(i int) float64 {
			return p.diag(c.attrs[i]) + p.V[c.attrs[i]]/float64(c.repeats[c.attrs[i]])
		})
		weight = max(weight, of)
	}
	return size, weight
}

// noise returns what q and c of a doubtful attribute may be wrong by, and of a redundant one
// the largest q with which it is.
func (c *cholesky) noise(p *Problem, a int) (variance, covariance float64) {
	b := c.border(p, a, 1)
	switch own := p.own(a); {
	case !(b.pivot > redundant*own) && !(c.atFirst(p, a) > redundant*own):
		return redundant * own, 0
	case !(b.pivot > doubtful*own):
		size, weight := c.sizes(p, &b)
		unit := Roundings(len(c.attrs))
		return unit * size * size, unit * size * weight
	}
	return 0, 0
}
