package moments

import (
	"cmp"
	"slices"

	"fms-tui/model"
)

// WithRaters returns b with sums of its raters, which it keeps: in the aware mode, unless raters
// are places in the cells, the severity term is made of them.
func (b *Blocks) WithRaters(raters [][]RaterSums) *Blocks {
	out := *b
	out.d, out.Severity = len(b.Shift), nil
	if b.Mode == model.RatersAware && !b.ByPosition {
		objects := make([]float64, out.d)
		for _, s := range b.Block {
			for a := 0; s != nil && a < out.d; a++ {
				objects[a] += float64(s.Attr[a].Objects)
			}
		}
		out.Severity = severityOf(out.d, raters, objects)
	}
	return &out
}

// Raters returns the raters' sums, nil but in the aware mode.
func (b *Blocks) Raters() [][]RaterSums {
	if b.Severity == nil {
		return nil
	}
	return b.Severity.Raters
}

// Each returns b with other sums about the same shift in place of each block's.
func (b *Blocks) Each(change func(*Sums) *Sums) *Blocks {
	return eachOf(b, b.Shift, b.ShiftY, change, func(*RaterSums) {})
}

// eachOf returns b about another shift, with other sums by block and by rater.
func eachOf(b *Blocks, shift []float64, shiftY float64, change func(*Sums) *Sums, rater func(*RaterSums)) *Blocks {
	out := *b
	out.Shift, out.ShiftY, out.Block = shift, shiftY, make([]*Sums, len(b.Block))
	for k, s := range b.Block {
		if s != nil {
			out.Block[k] = change(s)
		}
	}
	raters := make([][]RaterSums, len(b.Raters()))
	for w, list := range b.Raters() {
		raters[w] = slices.Clone(list)
		for i := range list {
			rater(&raters[w][i])
		}
		slices.SortFunc(raters[w], byAttribute)
	}
	return out.WithRaters(raters)
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
	if shiftY == b.ShiftY && slices.Equal(shift, b.Shift) {
		return b
	}
	delta := make([]float64, b.d)
	for a := range delta {
		delta[a] = b.Shift[a] - shift[a]
	}
	return eachOf(b, shift, shiftY,
		func(s *Sums) *Sums { return s.about(delta, b.ShiftY-shiftY) },
		func(r *RaterSums) { r.X += r.N * delta[r.Attr] })
}

// about adds delta to the attributes' values and e to the label's.
func (s *Sums) about(delta []float64, e float64) *Sums {
	m, d := float64(s.Objects), len(delta)
	out := &Sums{Objects: s.Objects, Y: s.Y + m*e, YY: max(0, s.YY+2*e*s.Y+m*e*e), Attr: slices.Clone(s.Attr), Class: s.classesAbout(delta)}
	for a := range out.Attr {
		q, n, d := &out.Attr[a], float64(s.Attr[a].Objects), delta[a]
		q.XY += d*q.Y + e*q.X + n*d*e
		q.XX = max(0, q.XX+2*d*q.X+n*d*d) // what is below 0 is rounding
		q.YY = max(0, q.YY+2*e*q.Y+n*e*e)
		q.X += n * d
		q.Y += n * e
	}
	for k, p := range s.Pairs {
		if p == nil {
			continue
		}
		o := &PairSums{P: slices.Clone(p.P), N: p.N, A: slices.Clone(p.A)}
		out.Pairs[k] = o
		for i := 0; i < d && !p.none(); i++ {
			for j := i + 1; j < d; j++ {
				n, _, ai, aj := s.pair(Kind(k), i, j)
				if Kind(k) == SameRater {
					n = 0
				}
				o.P[PlaceOf(i, j, d)] += delta[j]*ai + delta[i]*aj + n*delta[i]*delta[j]
				if !p.complete() {
					o.A[i*d+j] += n * delta[i]
					o.A[j*d+i] += n * delta[j]
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
	return eachOf(b, shift, b.ShiftY,
		func(s *Sums) *Sums { return s.among(d, place) },
		func(r *RaterSums) { r.Attr = int32(place[r.Attr]) })
}

func (s *Sums) among(d int, place []int) *Sums {
	out := NewSums(d)
	out.Objects, out.Y, out.YY, out.Class = s.Objects, s.Y, s.YY, s.classesAmong(d, place)
	for a, to := range place {
		out.Attr[to] = s.Attr[a]
	}
	for k, p := range s.Pairs {
		if p == nil || p.none() {
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

// Merge returns the blocks of the objects of two parts, which must have the same mode,
// number of blocks and attributes, and no object in common. Blocks of the same number
// become one block, so the parts of a data set have the blocks of the whole. Rater w of o
// is number[w] of the whole, in which b's raters keep their numbers; of nil none is one of
// b's, and the severity term differs from the whole data's where one is.
//
// The shift of an attribute is o's where b has no judgments of it.
func Merge(b, o *Blocks, number []int) *Blocks {
	shift, shiftY, own := slices.Clone(b.Shift), b.ShiftY, b.Union(nil)
	if own.Objects == 0 {
		shiftY = o.ShiftY
	}
	for a := range shift {
		if own.Attr[a].Objects == 0 {
			shift[a] = o.Shift[a]
		}
	}
	b, o = b.About(shift, shiftY), o.About(shift, shiftY)
	out := *b
	out.Ignored += o.Ignored
	out.Block = slices.Clone(b.Block)
	for k, s := range o.Block {
		if s != nil {
			sum := NewSums(b.d)
			if out.Block[k] != nil {
				sum.add(out.Block[k])
			}
			sum.add(s)
			out.Block[k] = sum
		}
	}
	raters := slices.Clone(b.Raters())
	for w, list := range o.Raters() {
		at := len(b.Raters()) + w
		if number != nil {
			at = number[w]
		}
		for len(raters) <= at {
			raters = append(raters, nil)
		}
		raters[at] = addRater(raters[at], list)
	}
	return out.WithRaters(raters)
}

func byAttribute(p, q RaterSums) int { return cmp.Compare(p.Attr, q.Attr) }

// addRater returns what one rater gave in two sets of objects, about the same
// shift, in the order of the attributes.
func addRater(list, more []RaterSums) []RaterSums {
	list = slices.Concat(list, more)
	slices.SortStableFunc(list, byAttribute)
	out := list[:0]
	for _, r := range list {
		if n := len(out); n > 0 && out[n-1].Attr == r.Attr {
			out[n-1].N += r.N
			out[n-1].X += r.X
			out[n-1].Share += r.Share
			continue
		}
		out = append(out, r)
	}
	return out
}

// Regroup returns b with blocks put together: block k of the result is the
// union of b's blocks groups[k].
func (b *Blocks) Regroup(groups [][]int) *Blocks {
	out := *b
	out.Block = make([]*Sums, len(b.Block))
	for k, group := range groups {
		out.Block[k] = b.Union(func(o int) bool { return slices.Contains(group, o) })
	}
	return &out
}

// Anonymous returns moments of the aware mode in which every judgment is another
// rater's, from moments of the paper's mode. Parts of data without rater ids are read
// by places where their errors are correlated, and small parts can differ in that by
// chance; together they are then read as the paper does.
func (b *Blocks) Anonymous() *Blocks {
	out := b.Each(func(s *Sums) *Sums {
		own := *s
		own.Pairs[DifferentRaters] = s.Pairs[AllPairs]
		own.Pairs[SameRater] = &PairSums{} // nobody judged two attributes
		return &own
	})
	out.Mode = model.RatersAware
	return out.WithRaters(nil)
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
