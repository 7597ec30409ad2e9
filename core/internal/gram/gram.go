package gram

import "slices"

const (
	width = 8   // columns of a panel, and of a tile
	tall  = 8   // rows of a tile: columns of the other panel
	chunk = 256 // rows that are packed at once
)

// tile holds the sums of eight columns by eight, by rows.
type tile [tall * width]float64

// Adder adds products; it holds scratch space, which any number of calls may share
// one after another. The zero value is ready for use.
type Adder struct {
	packed, other []float64
	sums          tile
}

// Gram adds XᵀX to the upper triangle of dst, which is d×d by rows; x is rows×d.
// The lower triangle is neither read nor written.
func (g *Adder) Gram(dst, x []float64, rows, d int) {
	for from := 0; from < rows; from += chunk {
		n := min(chunk, rows-from)
		g.packed = pack(g.packed, x[from*d:], n, d)
		for i := 0; i < d; i += tall {
			for j := i; j < d; j += width {
				t := area{i, j, min(i+tall, d), min(j+width, d), d, false}
				t.add(&g.sums, dst, g.packed[i*n:], g.packed[j*n:], n)
			}
		}
	}
}

// Product adds XᵀY to dst, which is dx×dy by rows; x is rows×dx, and y rows×dy.
func (g *Adder) Product(dst, x, y []float64, rows, dx, dy int) {
	for from := 0; from < rows; from += chunk {
		n := min(chunk, rows-from)
		g.packed = pack(g.packed, x[from*dx:], n, dx)
		g.other = pack(g.other, y[from*dy:], n, dy)
		for i := 0; i < dx; i += tall {
			for j := 0; j < dy; j += width {
				t := area{i, j, min(i+tall, dx), min(j+width, dy), dy, true}
				t.add(&g.sums, dst, g.packed[i*n:], g.other[j*n:], n)
			}
		}
	}
}

// area is the part of a matrix that a tile stands for: rows i:endI and columns j:endJ, of a
// symmetric matrix the entries on the diagonal and beyond it.
type area struct {
	i, j, endI, endJ, stride int
	all                      bool // the matrix is not symmetric
}

// add adds the products of n rows of panels x and y to the entries of the area: where they
// are if they are whole, as nearly all tiles are, and otherwise by way of sums.
func (t *area) add(sums *tile, dst, x, y []float64, n int) {
	if (t.all || t.i < t.j) && t.endI-t.i == tall && t.endJ-t.j == width {
		addTile(dst[t.i*t.stride+t.j:], t.stride, x, y, n)
		return
	}
	*sums = tile{}
	for i := t.i; i < t.endI; i++ {
		j := t.firstOf(i)
		copy(sums[(i-t.i)*width+j-t.j:], dst[i*t.stride+j:i*t.stride+t.endJ])
	}
	addTile(sums[:], width, x, y, n)
	for i := t.i; i < t.endI; i++ {
		j := t.firstOf(i)
		copy(dst[i*t.stride+j:i*t.stride+t.endJ], sums[(i-t.i)*width+j-t.j:])
	}
}

// firstOf is the first column of row i that the area has.
func (t *area) firstOf(i int) int {
	if t.all {
		return t.j
	}
	return max(i, t.j)
}

// pack lays out d columns of n rows in panels, the last one filled up with zeros:
// entry (row, column) is at (column/width·n + row)·width + column%width.
func pack(dst, x []float64, n, d int) []float64 {
	panels := (d + width - 1) / width
	dst = slices.Grow(dst[:0], panels*width*n)[:panels*width*n]
	for p := range panels {
		columns := min(width, d-p*width)
		panel := dst[p*width*n:][:width*n]
		if columns < width {
			clear(panel)
		}
		for r := range n {
			copy(panel[r*width:][:columns], x[r*d+p*width:])
		}
	}
	return dst
}

// addTileSlow adds x_r[i]·y_r[j] for n rows of the columns of panels x and y to sums, whose rows
// are stride apart, on any processor. Four sums of a row stay in registers.
func addTileSlow(sums []float64, stride int, x, y []float64, n int) {
	for i := range tall {
		row := (*[width]float64)(sums[i*stride:])
		for h := 0; h < width; h += 4 {
			c := (*[4]float64)(row[h:])
			c0, c1, c2, c3 := c[0], c[1], c[2], c[3]
			for r := range n {
				a, b := x[r*width+i], (*[4]float64)(y[r*width+h:])
				c0 += a * b[0]
				c1 += a * b[1]
				c2 += a * b[2]
				c3 += a * b[3]
			}
			c[0], c[1], c[2], c[3] = c0, c1, c2, c3
		}
	}
}

// Mirror copies what is above the diagonal of a d×d matrix to below.
func Mirror(x []float64, d int) {
	for i := range d {
		for j := range i {
			x[i*d+j] = x[j*d+i]
		}
	}
}
