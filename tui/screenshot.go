package tui

import (
	"fmt"
	"image/png"
	"io"
	"strings"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"fms-tui/tui/picture"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// promptPicture asks where to write a picture of the screen, as it is now.
func promptPicture(a *app) tea.Cmd {
	a.Toast.Dismiss()
	a.Export(a.pictured())
	return nil
}

// pictured is the picture of the present screen, whatever is over it.
func (a *app) pictured() *screen.Product {
	a.refresh()
	th := *a.theme.Theme
	cells := cellsOf(a.paint(th.With(theme.Braille)), a.w, a.h)
	ground := picture.Grounds["dark"]
	if light := strings.HasPrefix(th.Name(), "light"); light || th.Name() == "mono" && !a.theme.dark {
		ground = picture.Grounds["light"]
	}
	name := strings.ToLower(a.kind().Name())
	return &screen.Product{
		Name: "the picture of " + a.kind().Name(),
		File: screen.FileName(fmt.Sprintf("%s-%s.svg", a.Opt.Stem(), name)),
		Writer: func(path string) (func(io.Writer) error, error) {
			switch lower := strings.ToLower(path); {
			case strings.HasSuffix(lower, ".svg"):
				return func(w io.Writer) error { return picture.SVG(w, cells, ground) }, nil
			case strings.HasSuffix(lower, ".png"):
				return func(w io.Writer) error {
					img, _ := picture.Draw(cells, ground) // what no font has is a question mark
					return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, picture.Paletted(img))
				}, nil
			}
			return nil, fmt.Errorf("the name must end in .svg or .png")
		},
	}
}

// cellsOf are the cells of a painted frame.
func cellsOf(frame string, w, h int) [][]uv.Cell {
	screen := uv.NewScreenBuffer(w, h)
	screen.Method = ansi.GraphemeWidth
	uv.NewStyledString(frame).Draw(screen, screen.Bounds())
	rows := make([][]uv.Cell, h)
	for y := range rows {
		rows[y] = make([]uv.Cell, w)
		for x := range rows[y] {
			if c := screen.CellAt(x, y); c != nil {
				rows[y][x] = *c
			}
		}
	}
	return rows
}
