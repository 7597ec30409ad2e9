package picture

// The middle of the lines through a cell. It lies in the middle of a pixel, so
// that thin lines are one pixel, not two half ones.
const middleX, middleY = CellW/2 + 0.5, CellH/2 + 0.5

// arms are the weights of the lines from the middle to the left, up, right and
// down: none, light or heavy.
type arms [4]int

// thickness is the thickness of lines by weight; odd, so that the middle is a pixel's
// middle.
var thickness = [3]float64{0, 1, 3}

var lines = map[rune]shape{
	'─': joined(arms{1, 0, 1, 0}), '━': joined(arms{2, 0, 2, 0}), '│': joined(arms{0, 1, 0, 1}),
	'┌': joined(arms{0, 0, 1, 1}), '┐': joined(arms{1, 0, 0, 1}), '└': joined(arms{0, 1, 1, 0}), '┘': joined(arms{1, 1, 0, 0}),
	'├': joined(arms{0, 1, 1, 1}), '┤': joined(arms{1, 1, 0, 1}), '┬': joined(arms{1, 0, 1, 1}), '┴': joined(arms{1, 1, 1, 0}),
	'┼': joined(arms{1, 1, 1, 1}), '┝': joined(arms{0, 1, 2, 1}), '┷': joined(arms{2, 1, 2, 0}), '╸': joined(arms{2, 0, 0, 0}), '╺': joined(arms{0, 0, 2, 0}),

	'╌': dashes(2), '┄': dashes(3), '╭': joined(arms{0, 0, 1, 1}), '╮': joined(arms{1, 0, 0, 1}), '╯': joined(arms{1, 1, 0, 0}), '╰': joined(arms{0, 1, 1, 0}),
}

// joined is lines that meet in the middle: what lies goes to the middle pixel,
// what stands to the far side of what lies, so that corners are whole.
func joined(a arms) shape {
	left, up, right, down := thickness[a[0]]/2, thickness[a[1]]/2, thickness[a[2]]/2, thickness[a[3]]/2
	const half = 0.5
	far := max(left, right, half)
	return func(p *pen) {
		p.rectangle(0, middleY-left, middleX+half, middleY+left)
		p.rectangle(middleX-half, middleY-right, CellW, middleY+right)
		p.rectangle(middleX-up, 0, middleX+up, middleY+far)
		p.rectangle(middleX-down, middleY-far, middleX+down, CellH)
	}
}

// dashes is a thin line of n dashes in whole pixels, with gaps of about two fifths at their ends;
// a row of them is even to a pixel.
func dashes(n int) shape {
	t := thickness[1] / 2
	return func(p *pen) {
		for i := range n {
			from, next := (2*i*CellW+n)/(2*n), (2*(i+1)*CellW+n)/(2*n)
			p.rectangle(float64(from), middleY-t, float64(next-max((next-from)*2/5, 1)), middleY+t)
		}
	}
}
