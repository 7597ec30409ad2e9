package gram

// Twos are sums over rows of cells of two judgments each, by column.
type Twos struct {
	X, XY       []float64 // of the means of cells, and of their products with y of the row
	E2          []float64 // of the squares of differences
	Least, Most []float64 // of the means
}

// Add adds a row with the given y: the judgments of column a are value[2a] and value[2a+1].
// It fills mean with their means about a shift, and half with half of their differences.
func (t *Twos) Add(mean, half, value, shift []float64, y float64) {
	d := len(mean)
	half, shift, value = half[:d], shift[:d], value[:2*d]
	sum, xy, e2, least, most := t.X[:d], t.XY[:d], t.E2[:d], t.Least[:d], t.Most[:d]
	for a := range d {
		p, q := value[2*a], value[2*a+1]
		x, e := (p-shift[a])/2+(q-shift[a])/2, p-q
		mean[a], half[a] = x, e/2
		e2[a] += e * e
		sum[a] += x
		xy[a] += x * y
		if x < least[a] {
			least[a] = x
		}
		if x > most[a] {
			most[a] = x
		}
	}
}

// Apart adds the first and the second of two judgments of each column to x and to z, about a
// shift; value is as in [Twos.Add].
func Apart(x, z, value, shift []float64) {
	d := len(shift)
	x, z, value = x[:d], z[:d], value[:2*d]
	for a := range d {
		x[a] += value[2*a] - shift[a]
		z[a] += value[2*a+1] - shift[a]
	}
}
