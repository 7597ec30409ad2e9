package picture

import (
	"bytes"
	"image"
	"image/color"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"fms-tui/core/report/plot"
)

// screenOf is a row of cells of one style.
func screenOf(text string, s uv.Style) [][]uv.Cell {
	var row []uv.Cell
	for _, r := range text {
		row = append(row, uv.Cell{Content: string(r), Width: 1, Style: s})
	}
	return [][]uv.Cell{row}
}

func picturedOn(t *testing.T, theme, text string, s uv.Style) *image.RGBA {
	t.Helper()
	img, err := plot.Image(Of(screenOf(text, s), Grounds[theme]))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// middle is the colour in the middle of the cell at a column of the first row.
func middle(img *image.RGBA, x int) color.RGBA {
	in := at(x, 0)
	return img.RGBAAt(in.Min.X+CellW/2, in.Min.Y+CellH/2)
}

// TestColors: text and background are as the style says, or as the theme does.
func TestColors(t *testing.T) {
	red, blue := color.RGBA{200, 0, 0, 255}, color.RGBA{0, 0, 100, 255}
	dark, light := Grounds["dark"], Grounds["light"]
	for name, c := range map[string]struct {
		theme      string
		style      uv.Style
		text, back color.RGBA
	}{
		"dark":             {"dark", uv.Style{}, dark.Text, dark.Back},
		"light":            {"light", uv.Style{}, light.Text, light.Back},
		"colours":          {"dark", uv.Style{Fg: red, Bg: blue}, red, blue},
		"of 256":           {"dark", uv.Style{Fg: ansi.IndexedColor(196)}, color.RGBA{255, 0, 0, 255}, dark.Back},
		"reverse":          {"dark", uv.Style{Fg: red, Bg: blue, Attrs: uv.AttrReverse}, blue, red},
		"reverse, plain":   {"light", uv.Style{Attrs: uv.AttrReverse}, light.Back, light.Text},
		"faint":            {"dark", uv.Style{Fg: red, Bg: blue, Attrs: uv.AttrFaint}, color.RGBA{100, 0, 50, 255}, blue},
		"faint and turned": {"dark", uv.Style{Fg: red, Bg: blue, Attrs: uv.AttrFaint | uv.AttrReverse}, color.RGBA{100, 0, 50, 255}, red},
	} {
		img := picturedOn(t, c.theme, "█ ", c.style)
		if text, back := middle(img, 0), middle(img, 1); text != c.text || back != c.back {
			t.Errorf("%s: text %v, background %v, want %v, %v", name, text, back, c.text, c.back)
		}
		if got := img.RGBAAt(0, 0); got != Grounds[c.theme].Back {
			t.Errorf("%s: the margin is %v", name, got)
		}
	}
	if got, want := middle(picturedOn(t, "dark", "▒", uv.Style{Fg: red, Bg: blue}), 0), (color.RGBA{100, 0, 50, 255}); got != want {
		t.Errorf("half a shade is %v, want %v", got, want)
	}
}

// TestGoldens: everything that occurs on the program's screens can be drawn, and
// leaves ink where it is no blank.
func TestGoldens(t *testing.T) {
	occur := make(map[rune]bool)
	err := filepath.WalkDir(filepath.Join(".."), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".golden" {
			return err
		}
		screen, err := os.ReadFile(path)
		for _, r := range ansi.Strip(string(screen)) {
			occur[r] = r >= ' '
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for r, visible := range occur {
		if !visible {
			continue
		}
		n++
		for _, weight := range []uint8{0, uv.AttrBold} {
			img, err := plot.Image(Of(screenOf(string(r), uv.Style{Attrs: weight}), Grounds["dark"]))
			if err != nil {
				t.Error(err)
				continue
			}
			blank := bytes.Equal(img.Pix, picturedOn(t, "dark", " ", uv.Style{}).Pix)
			if blank != (r == ' ' || r == 0x2800) {
				t.Errorf("%q (%U) leaves no ink", r, r)
			}
		}
	}
	if n < 200 {
		t.Errorf("only %d characters were found: the walk is broken", n)
	}
}

// TestUnknown: what can be neither set nor drawn is named.
func TestUnknown(t *testing.T) {
	cells := append(screenOf("ab", uv.Style{}), screenOf("c世", uv.Style{})...)
	_, err := plot.Image(Of(cells, Grounds["dark"]))
	if err == nil {
		t.Fatal("no error")
	}
	if want := "'世' (U+4E16)"; !strings.Contains(err.Error(), want) {
		t.Errorf("%q lacks %q", err, want)
	}
}

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
