package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

const nasty = `<tall> & "short" ` + "\x01"

func pictures() map[string]*Picture {
	nan := math.NaN()
	curve := Curve{
		Title: nasty, Unit: "USD", Budget: []float64{1, 2, 3, 4}, Projected: []float64{.2, .4, .5, 3}, Honest: []float64{.1, nan, .4, -9},
		SE: []float64{.05, nan, .1, nan}, Recommended: 3, At: 2,
	}
	one := Calibrated{nasty, []float64{.01, .5, .99}, []float64{0, .6, 1}, []float64{.1, .1, .1}}
	c, many := &Calibration{nasty, "30 objects", []Calibrated{one}}, &Calibration{nasty, "30 objects", []Calibrated{one, one, one, one}}
	return map[string]*Picture{
		"calibration": c.Picture(), "calibrations": many.Picture(), "no calibration": (&Calibration{}).Picture(),
		"curve": curve.Picture(), "no curve": (&Curve{Recommended: nan, At: nan}).Picture(),
	}
}

// TestPictures: every picture is well-formed SVG within its frame, and a PNG of its
// size; what is not known leaves no NaN.
func TestPictures(t *testing.T) {
	for name, p := range pictures() {
		var b bytes.Buffer
		if err := SVG(&b, p); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("%s: %s", name, text)
		}
		d := xml.NewDecoder(strings.NewReader(text))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		for _, m := range p.Marks {
			if x, y := places(m); outside(x, p.Width) || outside(y, p.Height) {
				t.Errorf("%s: %+v is outside", name, m)
			}
		}
		b.Reset()
		if err := PNG(&b, p); err != nil {
			t.Fatal(err)
		}
		image, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		if size := image.Bounds().Size(); size.X != int(math.Ceil(2*p.Width)) || size.Y != int(math.Ceil(2*p.Height)) {
			t.Errorf("%s: %v", name, size)
		}
	}
}

func places(m Mark) (x, y []float64) {
	switch m := m.(type) {
	case *Line:
		return m.X, m.Y
	case *Area:
		return m.X, m.Y
	case *Dot:
		return []float64{m.X - m.R, m.X + m.R}, []float64{m.Y - m.R, m.Y + m.R}
	case *Text:
		return []float64{m.X}, []float64{m.Y}
	}
	return nil, nil
}

func outside(x []float64, size float64) bool {
	return slices.ContainsFunc(x, func(v float64) bool { return v < 0 || v > size })
}

// TestPNGInk: a filled area has its colour, and the ground the paper's.
func TestPNGInk(t *testing.T) {
	p := &Picture{Width: 20, Height: 10, Marks: []Mark{&Area{X: []float64{10, 20, 20, 10}, Y: []float64{0, 0, 10, 10}, Role: Ink, Opacity: 1}}}
	var b bytes.Buffer
	if err := PNG(&b, p); err != nil {
		t.Fatal(err)
	}
	image, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if image.At(4, 4) == image.At(30, 10) {
		t.Error("the area is not drawn")
	}
	if r, g, bl, _ := image.At(4, 4).RGBA(); r != 0xffff || g != 0xffff || bl != 0xffff {
		t.Error("the paper is not white")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestWriterErrors(t *testing.T) {
	p := pictures()["curve"]
	if SVG(failing{}, p) == nil || PNG(failing{}, p) == nil {
		t.Error("an error of the writer is lost")
	}
}
