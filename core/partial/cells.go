package partial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"fms-tui/core/internal/overflow"
	"fms-tui/model"
)

// Cells are the objects of a data set with a label and a judgment of every
// attribute, brought to [-1,1] by On. A look draws one of a cell's judgments.
// Cells are immutable.
type Cells struct {
	Names []string // of the attributes
	// Incomplete is the number of objects with the label that lack a judgment of an
	// attribute: any might be looked at, so they are left out.
	Incomplete int
	// Constant are attributes left out since no judgment of them differs from
	// another.
	Constant []string

	ds    *model.Dataset
	taken model.Label // of these objects alone
	kept  []int       // the attributes' numbers in the data
	price []model.Amount
	label string
	y     []float64 // as read
	start []int     // of cell i*d+a in value; one more at the end
	value []float64 // as read

	centre, half           []float64 // by attribute: what is brought to 0, and to 1 from there
	labelCentre, labelHalf float64
}

// NewCells takes the objects of a data set that have the label and a judgment of every
// attribute that is not left out. The scale is the same as On's for all of them. Errors
// say in words what is missing.
func NewCells(ds *model.Dataset, label *model.Label, leftOut func(a int) bool) (*Cells, error) {
	c := &Cells{ds: ds, taken: model.Label{Values: slices.Clone(label.Values)}, label: label.Name, start: []int{0}}
	labelled := 0
	for i, y := range label.Values {
		if !math.IsNaN(y) && ds.Start[i] < ds.Start[i+1] {
			labelled++
		}
	}
	if labelled < leastObjects {
		return nil, fmt.Errorf("objects with the label %s and a judgment: %d, and at least %d are needed", c.label, labelled, leastObjects)
	}
	for a, name := range ds.Attributes {
		switch {
		case leftOut(a):
		case constant(ds, a):
			c.Constant = append(c.Constant, name)
		default:
			c.kept = append(c.kept, a)
			c.Names = append(c.Names, name)
			c.price = append(c.price, ds.Price(a))
		}
	}
	if len(c.kept) == 0 {
		return nil, c.nothingLeft()
	}
	lacking := make([]int, len(c.kept))
	for i, y := range label.Values {
		switch {
		case math.IsNaN(y) || ds.Start[i] == ds.Start[i+1]:
		case c.enter(i, lacking):
			c.y = append(c.y, y)
		default:
			c.taken.Values[i] = math.NaN()
			c.Incomplete++
		}
	}
	if len(c.y) < leastObjects {
		return nil, c.tooFew(lacking)
	}
	all := make([]int, len(c.y))
	for i := range all {
		all[i] = i
	}
	c = c.On(all)
	return c, c.tooWide()
}

// nothingLeft says why no attribute is.
func (c *Cells) nothingLeft() error {
	if len(c.Constant) == 0 {
		return errors.New("no attribute is left to learn from")
	}
	return fmt.Errorf("there is no attribute to learn from: all judgments of %q are the same", c.Constant[0])
}

// tooWide says what does not vary, or so much that squares are no numbers.
func (c *Cells) tooWide() error {
	n := float64(len(c.y))
	switch square := c.labelHalf * c.labelHalf; {
	case c.labelHalf == 0:
		return fmt.Errorf("all %d objects have the same %s: there is nothing to predict", len(c.y), c.label)
	case square < smallest:
		return fmt.Errorf("the label %q varies too little for floating point: multiply it by a constant", c.label)
	case !(n*square < math.MaxFloat64):
		return fmt.Errorf("the label %q varies too widely for floating point: divide it by a constant", c.label)
	}
	for a, half := range c.half {
		if !(n*half*half < math.MaxFloat64) {
			return fmt.Errorf("%q has values too large to compute with: divide them by a constant, or exclude it", c.Names[a])
		}
	}
	return nil
}

// smallest is far above the squares that lose digits.
const smallest = 1e-290

// leastObjects is the least number of objects for learning.
const leastObjects = 20

// tooFew says which attribute keeps objects out.
func (c *Cells) tooFew(lacking []int) error {
	message := fmt.Sprintf("objects with the label %s and a judgment of every attribute: %d, and at least %d are needed", c.label, len(c.y), leastObjects)
	worst := 0
	for k, n := range lacking {
		if n > lacking[worst] {
			worst = k
		}
	}
	if n := lacking[worst]; n > 0 {
		return model.Advise(fmt.Errorf("%s: %d lack one of %q", message, n, c.Names[worst]), model.Choose(model.OptionExclude, c.Names[worst], "leaves it out"))
	}
	return errors.New(message)
}

func constant(ds *model.Dataset, a int) bool {
	first := math.NaN()
	for j, at := range ds.Attr {
		switch {
		case int(at) != a:
		case math.IsNaN(first):
			first = ds.Value[j]
		case ds.Value[j] != first:
			return false
		}
	}
	return true
}

// enter appends an object's cells, unless one is empty, and counts which.
func (c *Cells) enter(i int, lacking []int) bool {
	ds, cells, values := c.ds, len(c.start), len(c.value)
	j, end, whole := ds.Start[i], ds.Start[i+1], true
	for k, a := range c.kept {
		for j < end && int(ds.Attr[j]) < a {
			j++
		}
		from := j
		for j < end && int(ds.Attr[j]) == a {
			c.value = append(c.value, ds.Value[j])
			j++
		}
		if j == from {
			lacking[k]++
			whole = false
		}
		c.start = append(c.start, len(c.value))
	}
	if !whole {
		c.start, c.value = c.start[:cells], c.value[:values]
		return false
	}
	return true
}

// On returns the same objects on another scale: attributes and label minus their means
// over some objects, divided by the largest distance from the mean, so that these
// objects are in [-1,1]. Constant values become 0.
func (c *Cells) On(objects []int) *Cells {
	out := *c
	d := len(c.Names)
	out.centre, out.half = make([]float64, d), make([]float64, d)
	out.labelCentre, out.labelHalf = 0, 0
	n := float64(len(objects))
	for _, i := range objects {
		out.labelCentre += c.y[i] / n
		for a := range d {
			out.centre[a] += c.mean(i, a) / n
		}
	}
	for _, i := range objects {
		out.labelHalf = math.Max(out.labelHalf, math.Abs(c.y[i]-out.labelCentre))
		for a := range d {
			for _, x := range c.cell(i, a) {
				out.half[a] = math.Max(out.half[a], math.Abs(x-out.centre[a]))
			}
		}
	}
	for a, x := range out.half {
		out.half[a] = unlessRounding(x, out.centre[a])
	}
	out.labelHalf = unlessRounding(out.labelHalf, out.labelCentre)
	return &out
}

// unlessRounding is the distance from a centre, 0 where the centre's own rounding
// makes it.
func unlessRounding(half, centre float64) float64 {
	if half <= 1e-13*math.Abs(centre) {
		return 0
	}
	return half
}

func (c *Cells) cell(i, a int) []float64 {
	at := i*len(c.Names) + a
	return c.value[c.start[at]:c.start[at+1]]
}

func (c *Cells) mean(i, a int) float64 {
	return stat.Mean(c.cell(i, a), nil)
}

// scaled is a value on the scale; 0 where nothing varies.
func scaled(x, centre, half float64) float64 {
	if half == 0 {
		return 0
	}
	return (x - centre) / half
}

// Len is the number of objects.
func (c *Cells) Len() int { return len(c.y) }

// Attributes implements Examples.
func (c *Cells) Attributes() int { return len(c.Names) }

// Label implements Examples.
func (c *Cells) Label(i int) float64 { return (c.y[i] - c.labelCentre) / c.Unit() }

// Look implements Examples.
func (c *Cells) Look(i, a int, rng *rand.Rand) float64 {
	cell := c.cell(i, a)
	x := cell[0]
	if len(cell) > 1 {
		x = cell[rng.IntN(len(cell))]
	}
	return scaled(x, c.centre[a], c.half[a])
}

// Means implements Examples.
func (c *Cells) Means(i int, x []float64) int {
	for a := range x {
		x[a] = scaled(c.mean(i, a), c.centre[a], c.half[a])
	}
	d := len(c.Names)
	return c.start[(i+1)*d] - c.start[i*d]
}

// Unit implements Examples: losses come in squared units of the label as read.
// Where the label is the same on all objects of the scale it is 1, for it may
// differ on others.
func (c *Cells) Unit() float64 {
	if c.labelHalf == 0 {
		return 1
	}
	return c.labelHalf
}

// LabelName is the name of the label.
func (c *Cells) LabelName() string { return c.label }

// LabelVariance is the mean squared deviation of the label from its mean, in its
// units squared.
func (c *Cells) LabelVariance() float64 {
	return stat.PopVariance(c.y, nil)
}

// Judgments is the number of judgments in all cells.
func (c *Cells) Judgments() int { return len(c.value) }

// Examples are objects to learn from, numbered from 0. Attributes and labels
// should be in [-1,1]: the theory asks for it, nothing breaks without.
type Examples interface {
	Attributes() int // d
	Label(i int) float64
	// Look returns one judgment of attribute a of object i. Where there are
	// several it is drawn by rng, independently each time. It must not allocate.
	Look(i, a int, rng *rand.Rand) float64
	// Means fills x with the mean judgments of all attributes of object i, and
	// returns how many judgments that takes.
	Means(i int, x []float64) (judgments int)
	// Unit is what 1 of Label is in the units of losses that are reported; 1
	// where the label was not scaled.
	Unit() float64
}

// Errors are what a predictor loses on some objects, from their mean judgments.
type Errors struct {
	Loss  float64 // mean squared error, in squared units of Label
	Wrong float64 // share of the objects whose prediction has not the sign of the label; 0 has none
}

// ErrorsOf measures weights on some objects.
func ErrorsOf(ex Examples, objects []int, w []float64) Errors {
	x := make([]float64, ex.Attributes())
	var e Errors
	for _, i := range objects {
		ex.Means(i, x)
		y, p := ex.Label(i), floats.Dot(w, x)
		e.Loss += (p - y) * (p - y) / float64(len(objects))
		if !(p*y > 0) {
			e.Wrong += 1 / float64(len(objects))
		}
	}
	return e
}

// Point is a point of a learning curve.
type Point struct {
	Examples int // objects learned from
	Seen     int // judgments looked at (the paper's attributes seen)
	Errors
}

// Curve lets a learner see the objects of train one after another, and measures it on
// test after each number of objects in at, which ascends. Points go to report as they
// come. The only error is the context's.
func Curve(ctx context.Context, l Learner, ex Examples, train, test, at []int, report func(Point)) (err error) {
	defer overflow.Catch(&err)
	w := make([]float64, ex.Attributes())
	next := 0
	for n, i := range train {
		if n%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		l.Step(ex, i)
		for ; next < len(at) && at[next] <= n+1; next++ {
			l.Weights(w)
			report(Point{Examples: n + 1, Seen: l.Seen(), Errors: ErrorsOf(ex, test, w)})
		}
	}
	return ctx.Err()
}

// checkpoints are n numbers of objects from 10 to m, about evenly spaced on a log
// scale. They begin at 10 because ridge and lasso have then seen as many judgments as
// others at the end. If numbers coincide, there are fewer.
func checkpoints(m, n int) []int {
	first := math.Min(float64(m), 10)
	var at []int
	for k := range n {
		share := 1.0
		if n > 1 {
			share = float64(k) / float64(n-1)
		}
		x := int(math.Round(first * math.Pow(float64(m)/first, share)))
		if len(at) == 0 || x > at[len(at)-1] {
			at = append(at, x)
		}
	}
	return at
}
