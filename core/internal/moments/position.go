package moments

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"fms-tui/model"
)

// Position is what the places of judgments in their cells say about who gave
// them, for data without rater ids. Files often list what one person or call
// answered at the same place of every list: judgment j of one attribute and
// judgment j of another then share that rater's error.
type Position struct {
	Correlation float64 // of errors at one place, mean over pairs of attributes; NaN where it cannot be had
	SE          float64 // its standard error, over blocks of objects; NaN where fewer than 2 hold any
	// Clear says that it is above 0 by more than 2 standard errors and at least
	// .02: places are raters, as AccumulateByPosition takes them.
	Clear bool
}

// leastPosition is the correlation from which places are taken for raters: less
// changes no choice, and with many objects anything is beyond 2 standard errors.
const leastPosition = .02

// PositionTest looks for same-rater error by position, over the objects that
// count for a label, whatever the raters of judgments.
//
// With x_j = truth + ε_j the residual e_j = x_j - x̄ of a cell of n judgments is
// ε_j - ε̄. Let the errors of two attributes have covariance c at the same place
// and none at different ones, n <= n'. Then
//
//	E e_j e'_j = c (1 - 1/n - 1/n' + n/(n n')) = c (1 - 1/n),     j = 1 … n,
//
// the third of the four terms being the mean of the longer list, which holds
// the n places of the shorter one. Their sum over j has the expectation
// (n-1) c, so that
//
//	Σ_i Σ_j e_j e'_j / Σ_i (min(n,n') - 1)
//
// is c without bias, and 0 where places mean nothing. (At different places of
// equal lists residuals go together by -c/n: all products sum to 0, and say
// nothing that these do not.) In cells of one judgment e is 0; they do not
// enter.
//
// Errors are measured in units of √v, so that the sums over pairs of attributes are a
// correlation, each pair weighted by its Σ_i (min(n,n') - 1). They need no products of
// attributes: at place j, Σ_{a<a'} e_a e_a' is half of (Σ_a e_a)² - Σ_a e_a². The
// standard error is the error of a ratio of sums, with blocks as the sample: s² =
// K/(K-1) Σ_k (num_k - ρ den_k)² / (Σ den)². It takes v as known, which is right where
// the correlation is 0, and that is what is tested; elsewhere it is too large, as
// products and v then vary together.
//
// The only error is the context's.
func PositionTest(ctx context.Context, ds *model.Dataset, label *model.Label) (*Position, error) {
	v := newView(ds, label, model.RatersPaper)
	members := v.members(BlockCount(v.d))
	scale := v.noiseScale()
	num, den := make([]float64, len(members)), make([]float64, len(members))
	p := placeSums{view: v, scale: scale}
	for k, objects := range members {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, i := range objects {
			p.object(i)
			num[k] += p.products
			den[k] += p.pairs
		}
	}
	out, pairs := &Position{Correlation: math.NaN(), SE: math.NaN()}, floats.Sum(den)
	if pairs == 0 {
		return out, nil
	}
	out.Correlation = floats.Sum(num) / pairs
	var squares, filled float64
	for k := range num {
		if den[k] > 0 {
			e := num[k] - out.Correlation*den[k]
			squares += e * e
			filled++
		}
	}
	if filled >= 2 {
		out.SE = math.Sqrt(filled/(filled-1)*squares) / pairs
		out.Clear = out.Correlation >= leastPosition && out.Correlation > 2*out.SE
	}
	return out, nil
}

// noiseScale returns 1/√v by attribute, 0 where there is no noise, or none is
// known.
func (v *view) noiseScale() []float64 {
	scale := make([]float64, v.d)
	for a, q := range v.attributeSums() {
		size := noNoise * math.Sqrt(q.XX/max(float64(q.Objects), 1))
		if x := q.S2 / float64(q.Repeated); q.Repeated > 0 && x > size*size && q.S2 <= largestSquares {
			scale[a] = 1 / math.Sqrt(x)
		}
	}
	return scale
}

// placeSums are the sums of one object.
type placeSums struct {
	*view
	scale           []float64
	sum, squares    []float64 // by place: Σ_a e, Σ_a e²
	cells           []float64 // by place: cells that reach it
	products, pairs float64   // Σ_j Σ_{a<a'} e e', Σ_{a<a'} (min(n,n')-1)
}

func (p *placeSums) object(i int) {
	p.sum, p.squares, p.cells = p.sum[:0], p.squares[:0], p.cells[:0]
	p.products, p.pairs = 0, 0
	for lo, end := range p.view.cells(i) {
		a := p.attr[lo]
		if scale := p.scale[a]; end-lo > 1 && scale > 0 {
			var mean float64
			for _, x := range p.value[lo:end] {
				mean += (x - p.shift[a]) / float64(end-lo)
			}
			for j, x := range p.value[lo:end] {
				if j == len(p.sum) {
					p.sum, p.squares, p.cells = append(p.sum, 0), append(p.squares, 0), append(p.cells, 0)
				}
				e := scale * (x - p.shift[a] - mean)
				p.sum[j] += e
				p.squares[j] += e * e
				p.cells[j]++
			}
		}
	}
	for j, x := range p.sum {
		p.products += (x*x - p.squares[j]) / 2
		if j > 0 { // a pair of cells has min(n,n') places, of which one is not counted
			p.pairs += p.cells[j] * (p.cells[j] - 1) / 2
		}
	}
}

// AccumulateByPosition is Accumulate in the aware mode for data without rater
// ids, in which judgment j of each cell of an object is by the same rater: who is
// another one in every object, so that there is no severity and Blocks.Severity
// is nil. Rater ids are not read. The only error is the context's.
func AccumulateByPosition(ctx context.Context, ds *model.Dataset, label *model.Label) (*Blocks, error) {
	return sumBlocks(ctx, newPositionView(ds, label), model.RatersAware, nil, true)
}

// newPositionView is the view in which judgment j of every cell is by rater j.
func newPositionView(ds *model.Dataset, label *model.Label) *view {
	v := newView(ds, label, model.RatersPaper)
	v.aware, v.rater, v.raters = true, make([]int32, len(v.attr)), 0
	for i := range v.y {
		for lo, end := range v.cells(i) {
			for j := lo; j < end; j++ {
				v.rater[j] = int32(j - lo)
			}
			v.raters = max(v.raters, end-lo)
		}
	}
	return v
}

// viewOf is the view that blocks are the sums of, but for a panel's offsets.
func viewOf(ds *model.Dataset, label *model.Label, blocks *Blocks) *view {
	if blocks.ByPosition {
		return newPositionView(ds, label)
	}
	return newView(ds, label, blocks.Mode)
}
