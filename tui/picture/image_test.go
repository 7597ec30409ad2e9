package picture

import (
	"bytes"
	"image"
	"image/color"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
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
	img, err := Draw(screenOf(text, s), Grounds[theme])
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
			img, err := Draw(screenOf(string(r), uv.Style{Attrs: weight}), Grounds["dark"])
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
	_, err := Draw(cells, Grounds["dark"])
	if err == nil {
		t.Fatal("no error")
	}
	if want := "'世' (U+4E16)"; !strings.Contains(err.Error(), want) {
		t.Errorf("%q lacks %q", err, want)
	}
}
