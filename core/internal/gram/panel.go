package gram

// Panel is how many columns Rotate changes at once: rows of a panel are next to each
// other, and as many long.
const Panel = 32

// Rotate applies plane rotations to neighbouring rows of a panel, in turn: for i = hi-1, hi-2, …,
// lo with cosine c and sine s
//
//	row i+1 = s · row i + c · row i+1,   row i = c · row i - s · row i+1,
//
// of the rows as they were. turns holds the pairs c, s in the order of their use.
func Rotate(panel []float64, hi, lo int, turns []float64) {
	for i := hi - 1; i >= lo; i-- {
		x, y := panel[(i+1)*Panel:][:Panel], panel[i*Panel:][:Panel]
		c, s := turns[0], turns[1]
		turns = turns[2:]
		for a := range x {
			x[a], y[a] = float64(s*y[a])+float64(c*x[a]), float64(c*y[a])-float64(s*x[a])
		}
	}
}
