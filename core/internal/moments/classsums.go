package moments

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// ClassSums are the sums of the objects of one class of a label. Moments are linear in the
// label, so they are all that the label "is of the class" needs besides what no label enters:
// of y = 1 in the class and 0 elsewhere
//
//	Σ y = Σ y² = the objects of the class,   Σ x̄'y = Σ x̄' over these objects.
type ClassSums struct {
	Objects int
	Attr    []int     // by attribute: objects of the class that have it
	X       []float64 // by attribute: Σ x̄' over them
}

func newClassSums(classes, d int) []ClassSums {
	of := make([]ClassSums, classes)
	for k := range of {
		of[k] = ClassSums{Attr: make([]int, d), X: make([]float64, d)}
	}
	return of
}

// classSums sums the block's objects by class, after their means are known.
func (c *accumulator) classSums(objects []int) []ClassSums {
	of := newClassSums(c.classes, c.d)
	for row, i := range objects {
		k := &of[int(c.y[i])]
		k.Objects++
		floats.Add(k.X, c.mean[row*c.d:][:c.d]) // missing means are 0
		for lo := range c.cells(i) {
			k.Attr[c.attr[lo]]++
		}
	}
	return of
}

// addClasses adds the classes of o, which are the same as s's. Sums of no objects have no
// classes.
func (s *Sums) addClasses(o *Sums) {
	if s.Class == nil && o.Class != nil {
		s.Class = newClassSums(len(o.Class), len(o.Attr))
	}
	for k := range o.Class {
		from, to := &o.Class[k], &s.Class[k]
		to.Objects += from.Objects
		floats.Add(to.X, from.X)
		for a, n := range from.Attr {
			to.Attr[a] += n
		}
	}
}

// classesAmong are the classes about other attributes, as among.
func (s *Sums) classesAmong(d int, place []int) []ClassSums {
	if s.Class == nil {
		return nil
	}
	of := newClassSums(len(s.Class), d)
	for k := range s.Class {
		of[k].Objects = s.Class[k].Objects
		for a, to := range place {
			of[k].Attr[to], of[k].X[to] = s.Class[k].Attr[a], s.Class[k].X[a]
		}
	}
	return of
}

// classesAbout adds delta to the attributes' values.
func (s *Sums) classesAbout(delta []float64) []ClassSums {
	if s.Class == nil {
		return nil
	}
	of := s.classesAmong(len(delta), nil)
	for k := range of {
		copy(of[k].Attr, s.Class[k].Attr)
		for a, x := range s.Class[k].X {
			of[k].X[a] = x + float64(of[k].Attr[a])*delta[a]
		}
	}
	return of
}

// OfClass returns the blocks of the label that is 1 of class k and 0 of the others, which
// share with b all that no label enters.
func (b *Blocks) OfClass(k int) *Blocks {
	return valued(b, func(class int) float64 {
		if class == k {
			return 1
		}
		return 0
	}, false)
}

// Numbered returns the blocks of the label whose value of class k is k.
func (b *Blocks) Numbered() *Blocks {
	return valued(b, func(class int) float64 { return float64(class) }, true)
}

// valued returns the blocks of the label that has a value for each class, with their classes or without.
func valued(b *Blocks, value func(class int) float64, classes bool) *Blocks {
	return b.withLabel(0, func(s, out *Sums) {
		out.Y, out.YY = 0, 0
		for a := range out.Attr {
			q := &out.Attr[a]
			q.XY, q.Y, q.YY = 0, 0, 0
		}
		for k := range s.Class {
			c, y := &s.Class[k], value(k)
			out.Y += y * float64(c.Objects)
			out.YY += y * y * float64(c.Objects)
			for a := range out.Attr {
				q, n := &out.Attr[a], float64(c.Attr[a])
				q.XY, q.Y, q.YY = q.XY+y*c.X[a], q.Y+y*n, q.YY+y*y*n
			}
		}
		if classes {
			out.Class = s.Class
		}
	})
}

// Scaled returns the blocks of the label times a factor above 0.
func (b *Blocks) Scaled(factor float64) *Blocks {
	return b.withLabel(b.ShiftY*factor, func(s, out *Sums) {
		out.Y, out.YY = s.Y*factor, s.YY*factor*factor
		for a := range out.Attr {
			q := &out.Attr[a]
			q.XY, q.Y, q.YY = q.XY*factor, q.Y*factor, q.YY*factor*factor
		}
	})
}

// withLabel returns b with the sums of another label of the same objects, which fill sets.
func (b *Blocks) withLabel(shiftY float64, fill func(s, out *Sums)) *Blocks {
	out := *b
	out.ShiftY, out.Block = shiftY, make([]*Sums, len(b.Block))
	for k, s := range b.Block {
		if s == nil {
			continue
		}
		o := &Sums{Objects: s.Objects, Attr: append([]AttrSums{}, s.Attr...), Pairs: s.Pairs}
		fill(s, o)
		out.Block[k] = o
	}
	return &out
}

// Reclassed returns b with its classes under other numbers: class k becomes number to[k] of
// classes. Blocks without classes are of a label that is 0 or 1, whose two classes these are.
func (b *Blocks) Reclassed(classes int, to []int) *Blocks {
	b = b.withClasses()
	out := b.withLabel(b.ShiftY, func(s, o *Sums) {
		o.Y, o.YY = s.Y, s.YY
		o.Class = newClassSums(classes, b.d)
		for k := range s.Class {
			o.Class[to[k]] = s.Class[k]
		}
	})
	return out.Numbered()
}

// withClasses is b, with the two classes of a label that is 0 or 1 where it has none: the
// second's are Σy and Σx̄'y about the label 0, the first's are what is left.
func (b *Blocks) withClasses() *Blocks {
	b = b.About(b.Shift, 0)
	return b.withLabel(0, func(s, o *Sums) {
		o.Y, o.YY = s.Y, s.YY
		if o.Class = s.Class; o.Class != nil {
			return
		}
		o.Class = newClassSums(2, b.d)
		one := int(math.Round(s.Y))
		o.Class[0].Objects, o.Class[1].Objects = s.Objects-one, one
		for a := range s.Attr {
			q := &s.Attr[a]
			one := int(math.Round(q.Y))
			o.Class[0].Attr[a], o.Class[1].Attr[a] = q.Objects-one, one
			o.Class[0].X[a], o.Class[1].X[a] = q.X-q.XY, q.XY
		}
	})
}

// ClassCounts are the counts of objects of each class, by block, also for a label of 0 and
// 1.
func (b *Blocks) ClassCounts() [][]int {
	b = b.withClasses()
	counts := make([][]int, len(b.Block))
	for i, s := range b.Block {
		if s == nil {
			continue
		}
		for k := range s.Class {
			counts[i] = append(counts[i], s.Class[k].Objects)
		}
	}
	return counts
}
