package experts

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// Votes are binary votes of experts on objects. The votes on object i are the half-open
// range Start[i]:Start[i+1] of Expert and Yes; an expert votes on an object at most
// once.
type Votes struct {
	Experts int     // their number, also without a vote
	Start   []int   // length objects+1
	Expert  []int32 // below Experts
	Yes     []bool  // the vote is 1
}

// Objects is the number of objects, with votes or without.
func (v *Votes) Objects() int { return len(v.Start) - 1 }

// Of returns the number of votes on object i.
func (v *Votes) Of(i int) int { return v.Start[i+1] - v.Start[i] }

// yes is the number of votes on object i that are 1.
func (v *Votes) yes(i int) (n int) {
	for _, y := range v.Yes[v.Start[i]:v.Start[i+1]] {
		if y {
			n++
		}
	}
	return n
}

// Data are votes and features.
type Data struct {
	Votes
	X [][]float64 // columns of features, one number an object, finite; may be empty
}

// leastObjects is how many objects with votes are needed: fewer cannot be parted
// into some to learn from and some to judge by.
const leastObjects = 10

// check returns an error, in words for who collects votes, where nothing can be
// learned: too few objects, one class only, or nowhere two votes.
func (d *Data) check() error {
	voted, pairs, yes := 0, 0, 0
	for i := range d.Objects() {
		n := d.Of(i)
		if n > 0 {
			voted++
		}
		if n > 1 {
			pairs++
		}
		yes += d.yes(i)
	}
	switch {
	case voted < leastObjects:
		return fmt.Errorf("votes are on %d objects: at least %d are needed, to learn from some and to judge by others", voted, leastObjects)
	case yes == 0:
		return fmt.Errorf("all %d votes are 0: there is only one class", len(d.Yes))
	case yes == len(d.Yes):
		return fmt.Errorf("all %d votes are 1: there is only one class", len(d.Yes))
	case pairs == 0:
		return errors.New("no object has votes of two experts: nothing says how often they are right; have some objects voted on by several")
	}
	return nil
}

// Voted lists the objects with votes.
func (d *Data) Voted() (objects []int) {
	for i := range d.Objects() {
		if d.Of(i) > 0 {
			objects = append(objects, i)
		}
	}
	return objects
}

// Part is the data of some objects.
func (d *Data) Part(objects []int) *Data {
	out := &Data{Votes: Votes{Experts: d.Experts, Start: []int{0}}}
	for _, i := range objects {
		out.Expert = append(out.Expert, d.Expert[d.Start[i]:d.Start[i+1]]...)
		out.Yes = append(out.Yes, d.Yes[d.Start[i]:d.Start[i+1]]...)
		out.Start = append(out.Start, len(out.Yes))
	}
	for _, x := range d.X {
		column := make([]float64, len(objects))
		for to, from := range objects {
			column[to] = x[from]
		}
		out.X = append(out.X, column)
	}
	return out
}

// scale brings the features of a fit to mean 0 and variance 1, so that one λ is fair to
// all of them. A feature that does not vary is left out.
type scale struct {
	features int
	kept     []int     // features that vary
	mean, sd []float64 // by feature; sd is 0 where it does not vary
}

// constantSpread is the largest deviation of a feature, as a share of its size, that
// counts as rounding.
const constantSpread = 1e-12

// standardised returns data with the features that vary at mean 0, variance 1.
func (d *Data) standardised() (*Data, *scale) {
	s := &scale{features: len(d.X), mean: make([]float64, len(d.X)), sd: make([]float64, len(d.X))}
	out := &Data{Votes: d.Votes}
	for j, x := range d.X {
		mean, sd := stat.PopMeanStdDev(x, nil)
		s.mean[j] = mean
		if !(sd > constantSpread*floats.Norm(x, math.Inf(1))) {
			continue
		}
		s.sd[j] = sd
		s.kept = append(s.kept, j)
		column := slices.Clone(x)
		floats.AddConst(-mean, column)
		floats.Scale(1/sd, column)
		out.X = append(out.X, column)
	}
	return out, s
}

// restored brings coefficients of standardised features to features as they are.
func (s *scale) restored(t Theta) Theta {
	out := Theta{Beta0: t.Beta0, Beta: make([]float64, s.features), Alpha: append([]float64{}, t.Alpha...), Gamma: make([]float64, s.features)}
	var alpha float64
	for k, j := range s.kept {
		out.Beta[j], out.Gamma[j] = t.Beta[k]/s.sd[j], t.Gamma[k]/s.sd[j]
		out.Beta0 -= out.Beta[j] * s.mean[j]
		alpha -= out.Gamma[j] * s.mean[j]
	}
	for k := range out.Alpha {
		out.Alpha[k] += alpha
	}
	return out
}

// applied is the inverse of restored, but for features that do not vary here.
func (s *scale) applied(t Theta) Theta {
	out := Theta{Beta0: t.Beta0, Alpha: append([]float64{}, t.Alpha...)}
	var alpha float64
	for j := range t.Beta {
		out.Beta0 += t.Beta[j] * s.mean[j]
		alpha += t.Gamma[j] * s.mean[j]
	}
	for _, j := range s.kept {
		out.Beta = append(out.Beta, t.Beta[j]*s.sd[j])
		out.Gamma = append(out.Gamma, t.Gamma[j]*s.sd[j])
	}
	for k := range out.Alpha {
		out.Alpha[k] += alpha
	}
	return out
}
