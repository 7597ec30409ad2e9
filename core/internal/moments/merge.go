package moments

import (
	"slices"

	"fms-tui/model"
)

// Restore returns Blocks of sums that were kept, as Accumulate made them:
// block by number, nil where no object fell, and in the aware mode the raters'
// sums. It keeps its arguments. mode must be RatersPaper or RatersAware: a
// fixed panel's offsets are learned anew in every fold, from the judgments.
func Restore(mode model.Raters, shift []float64, shiftY float64, block []*Sums, raters [][]RaterSums, ignored int) *Blocks {
	b := &Blocks{Mode: mode, Block: block, Shift: shift, ShiftY: shiftY, Ignored: ignored, d: len(shift)}
	if mode == model.RatersAware {
		objects := make([]float64, b.d)
		for _, s := range block {
			for a := 0; s != nil && a < b.d; a++ {
				objects[a] += float64(s.Attr[a].Objects)
			}
		}
		b.Severity = severityOf(b.d, raters, objects)
	}
	return b
}

// RestoreByPosition returns Blocks of sums that AccumulateByPosition made.
func RestoreByPosition(shift []float64, shiftY float64, block []*Sums) *Blocks {
	b := Restore(model.RatersAware, shift, shiftY, block, nil, 0)
	b.ByPosition, b.Severity = true, nil
	return b
}

// Raters returns the raters' sums, nil but in the aware mode.
func (b *Blocks) Raters() [][]RaterSums {
	if b.Severity == nil {
		return nil
	}
	return b.Severity.Raters
}

// About returns b with all sums about another shift. With δ = old - new shift
// of the attributes, ε of the label, and x” = x' + δ, y” = y' + ε:
//
//	Σx”²  = Σx'² + 2δΣx' + nδ²          Σx”y” = Σx'y' + δΣy' + εΣx' + nδε
//	P”    = P + δ_a' A[a,a'] + δ_a A[a',a] + N δ_a δ_a'
//	A”    = A + N δ_a
//
// In the SameRater sums, differences of two averages, the terms in N cancel.
//
// Nothing is lost while both shifts are of the order of the data's spread away
// from the data.
func (b *Blocks) About(shift []float64, shiftY float64) *Blocks {
	delta, moved := make([]float64, b.d), shiftY != b.ShiftY
	for a := range delta {
		delta[a] = b.Shift[a] - shift[a]
		moved = moved || delta[a] != 0
	}
	if !moved {
		return b
	}
	blocks := make([]*Sums, len(b.Block))
	for k, s := range b.Block {
		if s != nil {
			blocks[k] = s.about(delta, b.ShiftY-shiftY)
		}
	}
	raters := make([][]RaterSums, len(b.Raters()))
	for w, list := range b.Raters() {
		raters[w] = slices.Clone(list)
		for i := range raters[w] {
			r := &raters[w][i]
			r.X += r.N * delta[r.Attr]
		}
	}
	return b.like(shift, shiftY, blocks, raters)
}

// WithSums returns b with other sums about the same shift, by block and by
// rater, which it keeps.
func (b *Blocks) WithSums(block []*Sums, raters [][]RaterSums) *Blocks {
	return b.like(b.Shift, b.ShiftY, block, raters)
}

// like returns blocks of the mode of b.
func (b *Blocks) like(shift []float64, shiftY float64, blocks []*Sums, raters [][]RaterSums) *Blocks {
	out := Restore(b.Mode, shift, shiftY, blocks, raters, b.Ignored)
	if b.ByPosition {
		out.ByPosition, out.Severity = true, nil
	}
	return out
}

// about adds delta to the attributes' values and e to the label's.
func (s *Sums) about(delta []float64, e float64) *Sums {
	m := float64(s.Objects)
	out := &Sums{Objects: s.Objects, Y: s.Y + m*e, YY: max(0, s.YY+2*e*s.Y+m*e*e), Attr: slices.Clone(s.Attr), Class: s.classesAbout(delta)}
	for a := range out.Attr {
		q, n, d := &out.Attr[a], float64(s.Attr[a].Objects), delta[a]
		q.XY += d*q.Y + e*q.X + n*d*e
		q.XX = max(0, q.XX+2*d*q.X+n*d*d) // what is below 0 is rounding
		q.YY = max(0, q.YY+2*e*q.Y+n*e*e)
		q.X += n * d
		q.Y += n * e
	}
	for k := range s.Pairs {
		p := s.Pairs[k]
		if p == nil {
			continue
		}
		o := &PairSums{P: slices.Clone(p.P), N: p.N, A: slices.Clone(p.A)}
		out.Pairs[k] = o
		if p.none() {
			continue
		}
		for i := range delta {
			for j := i + 1; j < len(delta); j++ {
				at, ta := i*len(delta)+j, j*len(delta)+i
				n, _, ai, aj := s.pair(Kind(k), i, j)
				if Kind(k) == SameRater {
					n = 0
				}
				o.P[PlaceOf(i, j, len(delta))] += delta[j]*ai + delta[i]*aj + n*delta[i]*delta[j]
				if !p.complete() {
					o.A[at] += n * delta[i]
					o.A[ta] += n * delta[j]
				}
			}
		}
	}
	return out
}

// Among returns b as blocks of d attributes, of which b's attribute a is number
// place[a]; the others have no judgment in it. All places differ.
func (b *Blocks) Among(d int, place []int) *Blocks {
	shift := make([]float64, d)
	for a, to := range place {
		shift[to] = b.Shift[a]
	}
	blocks := make([]*Sums, len(b.Block))
	for k, s := range b.Block {
		if s != nil {
			blocks[k] = s.among(d, place)
		}
	}
	raters := make([][]RaterSums, len(b.Raters()))
	for w, list := range b.Raters() {
		raters[w] = slices.Clone(list)
		for i := range raters[w] {
			raters[w][i].Attr = int32(place[list[i].Attr])
		}
	}
	return b.like(shift, b.ShiftY, blocks, raters)
}

func (s *Sums) among(d int, place []int) *Sums {
	out := NewSums(d)
	out.Objects, out.Y, out.YY, out.Class = s.Objects, s.Y, s.YY, s.classesAmong(d, place)
	for a, to := range place {
		out.Attr[to] = s.Attr[a]
	}
	for k, p := range s.Pairs {
		if p == nil {
			continue
		}
		if p.none() {
			out.Pairs[k] = p
			continue
		}
		o := &PairSums{P: make([]float64, d*(d+1)/2)}
		if !p.complete() || len(place) < d { // what is new has no object
			o.N, o.A = make([]float64, d*d), make([]float64, d*d)
		}
		for i := range place {
			for j := i + 1; j < len(place); j++ {
				n, x, ai, aj := s.pair(Kind(k), i, j)
				to, from := place[i]*d+place[j], place[j]*d+place[i]
				if !o.complete() {
					o.N[to], o.N[from], o.A[to], o.A[from] = n, n, ai, aj
				}
				o.P[PlaceOf(min(place[i], place[j]), max(place[i], place[j]), d)] = x
			}
		}
		out.Pairs[k] = o
	}
	return out
}

// Merge returns the blocks of all objects of parts, which must have the same mode,
// number of blocks and attributes, and no object in common. Blocks of the same number
// become one block, so the parts of a data set have the blocks of the whole. Raters are
// not matched: a rater with judgments in two parts counts twice, and the severity term
// differs from the whole data's.
//
// The shift of an attribute comes from the first part that has judgments of it.
func Merge(parts []*Blocks) *Blocks {
	d, first := parts[0].d, parts[0]
	shift, shiftY := make([]float64, d), 0.0
	for i := len(parts) - 1; i >= 0; i-- {
		s := parts[i].Union(nil)
		if s.Objects > 0 {
			shiftY = parts[i].ShiftY
		}
		for a := range shift {
			if s.Attr[a].Objects > 0 {
				shift[a] = parts[i].Shift[a]
			}
		}
	}
	blocks := make([]*Sums, len(first.Block))
	var raters [][]RaterSums
	ignored := 0
	for _, p := range parts {
		p = p.About(shift, shiftY)
		for k, s := range p.Block {
			if s == nil {
				continue
			}
			if blocks[k] == nil {
				blocks[k] = NewSums(d)
			}
			blocks[k].add(s)
		}
		raters = append(raters, p.Raters()...)
		ignored += p.Ignored
	}
	out := first.like(shift, shiftY, blocks, raters)
	out.Ignored = ignored
	return out
}

// Regroup returns b with blocks put together: block k of the result is the
// union of b's blocks groups[k].
func (b *Blocks) Regroup(groups [][]int) *Blocks {
	blocks := make([]*Sums, len(b.Block))
	for k, group := range groups {
		blocks[k] = b.Union(func(o int) bool { return slices.Contains(group, o) })
	}
	return b.WithSums(blocks, b.Raters())
}

// Without returns the sums without the attributes that out names, as if nobody had judged them,
// and without the products of pairs that at least 1 and fewer than least objects have. Those of
// SameRater are differences, of one rater's products and others'.
func (s *Sums) Without(out []bool, least int) *Sums {
	d := len(s.Attr)
	c := NewSums(d)
	c.add(s)
	for k, p := range c.Pairs {
		if p == nil {
			continue
		}
		p.expand(c, Kind(k))
		for i := range d {
			for j := i; j < d; j++ {
				n := p.N[i*d+j]
				if out[i] || out[j] || Kind(k) != SameRater && n > 0 && n < float64(least) {
					p.P[PlaceOf(i, j, d)] = 0
					p.N[i*d+j], p.N[j*d+i], p.A[i*d+j], p.A[j*d+i] = 0, 0, 0, 0
				}
			}
		}
	}
	for a, gone := range out {
		if !gone {
			continue
		}
		c.Attr[a] = NewSums(1).Attr[0]
		for k := range c.Class {
			c.Class[k].Attr[a], c.Class[k].X[a] = 0, 0
		}
	}
	return c
}
