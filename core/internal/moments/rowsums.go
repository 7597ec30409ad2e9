package moments

import (
	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
)

// rowSums adds rows of d numbers, each with a factor, to rows of d×d matrices. A matrix of many
// attributes is larger than a processor's cache, and a row that is added at once waits for memory
// longer than for the sum. So rows are gathered, with what is to be done with them, as many as fit
// in the cache: then each row of a matrix is fetched once for all of them.
type rowSums struct {
	d    int
	rows []float64 // the gathered rows
	into []*rowSum
	sum  []float64 // scratch
}

// rowSum is one of the matrices.
type rowSum struct {
	matrix []float64 // d×d by rows
	terms  []terms   // by row of the matrix
}

// terms are gathered rows, by their numbers, and what each is multiplied with.
type terms struct {
	row    []int
	factor []float64
}

// gathered is how many numbers the gathered rows hold at most, unless the rows of one object are
// more: half a MB.
const gathered = 1 << 16

// begin forgets all matrices.
func (r *rowSums) begin(d int) {
	r.d, r.rows, r.into, r.sum = d, r.rows[:0], r.into[:0], zeroed(r.sum, d)
}

// to makes s, which must be flushed, stand for a matrix.
func (r *rowSums) to(s *rowSum, matrix []float64) {
	s.matrix = matrix
	if len(s.terms) != r.d {
		s.terms = make([]terms, r.d)
	}
	r.into = append(r.into, s)
}

// gather returns n new rows of zeros, which are to be filled at once, and the number of the first.
func (r *rowSums) gather(n int) (first int, rows []float64) {
	if len(r.rows)+n*r.d > gathered {
		r.flush()
	}
	at := len(r.rows)
	for len(r.rows) < at+n*r.d {
		r.rows = append(r.rows, r.sum...) // which are zeros between flushes
	}
	return at / r.d, r.rows[at:]
}

// add notes that row a of the matrix gets factor times a gathered row.
func (s *rowSum) add(a, row int, factor float64) {
	t := &s.terms[a]
	t.row, t.factor = append(t.row, row), append(t.factor, factor)
}

// flush does what was noted. The gathered rows are forgotten.
func (r *rowSums) flush() {
	for _, s := range r.into {
		for a := range s.terms {
			t := &s.terms[a]
			if len(t.row) == 0 {
				continue
			}
			gram.Combine(r.sum, r.rows, r.d, t.row, t.factor)
			floats.Add(s.matrix[a*r.d:][:r.d], r.sum)
			t.row, t.factor = t.row[:0], t.factor[:0]
		}
	}
	r.rows = r.rows[:0]
	clear(r.sum)
}
