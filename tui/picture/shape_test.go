package picture

import (
	"bytes"
	"image"
	"math"
	"testing"

	"fms-tui/core/report/plot"
)

// inked is the share of each pixel of a cell that a shape covers, from 0 to 255.
func inked(t *testing.T, r rune) *image.Alpha {
	t.Helper()
	s := shapeOf(r)
	if s == nil {
		t.Fatalf("%q has no shape", r)
	}
	shape := pen{Area: plot.Area{Color: "#ffffff", Opacity: 1}}
	s(&shape)
	img, err := plot.Image(&plot.Picture{Width: CellW, Height: CellH, Ground: "#000000", Pixels: 1, Marks: []plot.Mark{&shape.Area}})
	if err != nil {
		t.Fatal(err)
	}
	ink := image.NewAlpha(img.Rect)
	for i := range ink.Pix {
		ink.Pix[i] = img.Pix[4*i]
	}
	return ink
}

// TestBraille: each bit is a dot of its own, in the middle of its eighth of the
// cell, and a pattern is its dots.
func TestBraille(t *testing.T) {
	all := image.NewAlpha(image.Rect(0, 0, CellW, CellH))
	for bit, at := range []image.Point{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}} {
		ink := inked(t, 0x2800+1<<bit)
		middle := image.Pt(at.X*5+2, at.Y*5+2)
		for y := range CellH {
			for x := range CellW {
				got, d := ink.AlphaAt(x, y).A, image.Pt(x, y).Sub(middle)
				switch far := max(d.X, -d.X, d.Y, -d.Y); {
				case far == 0 && got != 255, far == 1 && got < 80, far > 2 && got > 0, far == 2 && got > 60:
					t.Errorf("bit %d: %d from its middle there is ink of %d", bit, far, got)
				}
				all.Pix[all.PixOffset(x, y)] += got
			}
		}
	}
	if !bytes.Equal(all.Pix, inked(t, '⣿').Pix) {
		t.Error("⣿ is not all dots")
	}
}

// TestBlocks: blocks cover the share of the cell that they are named for, and
// two halves are one whole, without overlap or seam.
func TestBlocks(t *testing.T) {
	area := func(r rune) (eighths float64) {
		for _, a := range inked(t, r).Pix {
			eighths += float64(a)
		}
		return eighths * 8 / (255 * CellW * CellH)
	}
	for i, r := range []rune("▁▂▃▄▅▆▇█") {
		if got := area(r); math.Abs(got-float64(i+1)) > 0.05 {
			t.Errorf("%c covers %.2f eighths", r, got)
		}
	}
	sum := make([]int, CellW*CellH)
	for _, r := range "▀▄" {
		for i, a := range inked(t, r).Pix {
			sum[i] += int(a)
		}
	}
	for i, a := range sum {
		if a < 254 || a > 256 { // roundings of a pixel shared by two
			t.Fatalf("▀▄ cover pixel %d,%d by %d", i%CellW, i/CellW, a)
		}
	}
}

// side is what of a shape touches a side of the cell: left, up, right or down.
func side(ink *image.Alpha, of int) []uint8 {
	var border []uint8
	if of == 1 || of == 3 {
		y := []int{1: 0, 3: CellH - 1}[of]
		return append(border, ink.Pix[y*ink.Stride:y*ink.Stride+CellW]...)
	}
	x := []int{0: 0, 2: CellW - 1}[of]
	for y := range CellH {
		border = append(border, ink.AlphaAt(x, y).A)
	}
	return border
}

// TestLinesJoin: lines reach each side that they are named for, in the same
// pixels whatever else is in the cell, and no other: so neighbours join.
func TestLinesJoin(t *testing.T) {
	none, band := func(length int) []uint8 { return make([]uint8, length) }, func(length, thick int) []uint8 {
		b := make([]uint8, length)
		for i := range thick {
			b[length/2-thick/2+i] = 255
		}
		return b
	}
	for r, sides := range map[rune]string{ // left, up, right, down: - light, = heavy
		'─': "- - ", '━': "= = ", '│': " - -", '┷': "=-= ",
		'┌': "  --", '┐': "-  -", '└': " -- ", '┘': "--  ", '╭': "  --", '╮': "-  -", '╰': " -- ", '╯': "--  ",
		'├': " ---", '┤': "-- -", '┬': "- --", '┴': "--- ", '┼': "----", '┝': " -=-",
		'╸': "=   ", '╺': "  = ",
	} {
		ink := inked(t, r)
		for i, weight := range sides {
			length := []int{CellH, CellW}[i%2]
			want := map[rune][]uint8{' ': none(length), '-': band(length, 1), '=': band(length, 3)}[weight]
			if got := side(ink, i); !bytes.Equal(got, want) {
				t.Errorf("%c has on side %d %v, want %v", r, i, got, want)
			}
		}
		if n := pieces(ink); n != 1 {
			t.Errorf("%c is in %d pieces", r, n)
		}
	}
	for _, r := range "┌┐└┘├┤┬┴┼┝┷╸╺" {
		if got := inked(t, r).AlphaAt(CellW/2, CellH/2).A; got != 255 {
			t.Errorf("%c has in its middle ink of %d", r, got)
		}
	}
}

// pieces counts what of a shape hangs together, corners of pixels included.
func pieces(ink *image.Alpha) int {
	seen := make(map[image.Point]bool)
	var walk func(p image.Point)
	walk = func(p image.Point) {
		if seen[p] || ink.AlphaAt(p.X, p.Y).A < 40 {
			return
		}
		seen[p] = true
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				walk(p.Add(image.Pt(dx, dy)))
			}
		}
	}
	n := 0
	for y := range CellH {
		for x := range CellW {
			if p := image.Pt(x, y); !seen[p] && ink.AlphaAt(x, y).A >= 40 {
				n++
				walk(p)
			}
		}
	}
	return n
}
