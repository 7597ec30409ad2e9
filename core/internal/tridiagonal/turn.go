package tridiagonal

import (
	"slices"

	"fms-tui/core/internal/gram"
)

// turnAll sets each of the k rows x of u to Qx.
func (f *Form) turnAll(u []float64, k int) {
	n := f.n
	columns := make([]float64, n*k)
	for i := range k {
		for a, x := range u[i*n:][:n] {
			columns[a*k+i] = x
		}
	}
	var b turner
	for from := (n - 2) / together * together; from >= 0; from -= together {
		b.turn(f, from, min(from+together, n-1), columns, k)
	}
	for i := range k {
		for a := range n {
			u[i*n+a] = columns[a*k+i]
		}
	}
}

// turner applies some reflections after another at once. With v of each as a row of V their
// product is H_0 H_1 … = I - Vᵀ T V, T an upper triangle with
//
//	T[i,i] = τ_i,   T[:i,i] = -τ_i T[:i,:i] V[:i] v_i
//
// (Schreiber and Van Loan 1989; LAPACK's dlarft), and tiles find what it makes of columns X:
// X - Vᵀ T (V X).
type turner struct {
	adder gram.Adder
	v, vt []float64 // V from the first column that is not 0 on, and Vᵀ
	t     []float64 // -Tᵀ
	vx, x []float64 // V X, and V Vᵀ or -T V X
}

// turn applies the reflections of rows from up to end to count columns.
func (b *turner) turn(f *Form, from, end int, columns []float64, count int) {
	rows, m := end-from, f.n-from-1
	if rows <= 0 {
		return
	}
	b.gather(f, from, rows, m)
	b.triangle(f.tau[from:end], m)
	vx, x := zeroed(&b.vx, rows*count), zeroed(&b.x, rows*count)
	columns = columns[(from+1)*count:]
	b.adder.Product(vx, b.vt, columns, m, rows, count)
	b.adder.Product(x, b.t, vx, rows, rows, count)
	b.adder.Product(columns, b.v, x, rows, m, count)
}

// gather sets V and its transpose.
func (b *turner) gather(f *Form, from, rows, m int) {
	v, vt := zeroed(&b.v, rows*m), zeroed(&b.vt, rows*m)
	for i := range rows {
		if f.tau[from+i] == 0 {
			continue
		}
		row := v[i*m:][:m]
		copy(row[i:], f.rows[(from+i)*f.stride+from+i+1:])
		for a, x := range row {
			vt[a*rows+i] = x
		}
	}
}

// triangle sets t.
func (b *turner) triangle(tau []float64, m int) {
	rows := len(tau)
	product := zeroed(&b.x, rows*rows)
	b.adder.Gram(product, b.vt, m, rows)
	t := zeroed(&b.t, rows*rows)
	for i, x := range tau {
		t[i*rows+i] = -x
		for k := range i { // T[k,i] = -τ_i Σ_l T[k,l] V_l v_i
			var sum float64
			for l := k; l < i; l++ {
				sum += t[l*rows+k] * product[l*rows+i]
			}
			t[i*rows+k] = -x * sum
		}
	}
}

// zeroed returns n zeros in the place of x.
func zeroed(x *[]float64, n int) []float64 {
	*x = slices.Grow((*x)[:0], n)[:n]
	clear(*x)
	return *x
}
