package pictures

import (
	"bytes"
	"image"
	"image/color"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"fms-tui/core/report/plot"
	"fms-tui/tui/picture"
)

// TestPaletted: few colours stay as they are; of many, frequent ones do, and all
// stay near.
func TestPaletted(t *testing.T) {
	few, err := plot.Image(picture.Of([][]uv.Cell{{{Content: "f", Width: 1}, {Content: "±", Width: 1}}}, picture.Grounds["dark"]))
	if p := paletted(few); err != nil || !same(p, few, 0) {
		t.Error("few colours do not stay as they are")
	}
	many := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			many.SetRGBA(x, y, color.RGBA{uint8(4 * x), uint8(4 * y), 0, 255})
			if y < 3 {
				many.SetRGBA(x, y, color.RGBA{1, 2, 3, 255})
			}
		}
	}
	p := paletted(many)
	if len(p.Palette) > 256 || p.At(0, 0) != many.At(0, 0) {
		t.Errorf("%d colours; the most frequent is %v", len(p.Palette), p.At(0, 0))
	}
	if same(p, many, 1) || !same(p, many, 20) {
		t.Error("colours are far from what they were, or all of them fit")
	}
	if again := paletted(many); !bytes.Equal(again.Pix, p.Pix) {
		t.Error("the same image has two palettes")
	}
}

// same reports whether no pixel differs by more than the tolerance.
func same(p *image.Paletted, img *image.RGBA, most int) bool {
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if distance(p.At(x, y).(color.RGBA), img.RGBAAt(x, y)) > most {
				return false
			}
		}
	}
	return true
}
