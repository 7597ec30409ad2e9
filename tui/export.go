package tui

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"fms-tui/core/selection"
	"fms-tui/model/export"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/picture"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// promptExport asks where to write the active algorithm's predictor, as it is
// now.
func promptExport(a *app) {
	if p := a.Predictor(); p != nil {
		a.Export(a.PredictorProduct(p))
	}
}

// askPath asks for the file of a product; wrong is what was wrong with the path so far. Above the
// field stands what would be written in the form that the name's suffix says.
func askPath(a *app, p *screen.Product, path, wrong string) {
	a.Type("Export "+p.Name+" to", "enter to write it, esc to cancel", cmp.Or(path, p.File), func(path string) (func(), error) {
		return enterPath(a, p, path, false)
	})
	d := a.over
	if d.field.bad = wrong; p.Forms[0].Preview == nil {
		return
	}
	v := &exportView{product: p}
	d.text, d.at, d.field.live = &v.preview, v.place, v.follow
	turn := func(by int) func(*app) bool {
		return func(*app) bool {
			d.field.set(v.turn(d.field.text(), by))
			d.field.changed()
			return false
		}
	}
	d.keys = map[string]func(*app) bool{"tab": turn(1), "shift+tab": turn(-1)}
	v.follow(d.field.text())
}

// enterPath checks the path and writes. Unless replace is true a file that is
// already there is asked about first.
func enterPath(a *app, p *screen.Product, path string, replace bool) (func(), error) {
	if path == "" {
		return nil, errors.New("no file name: esc cancels")
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			path = filepath.Join(home, rest)
		}
	}
	form := p.FormOf(path)
	if form == nil {
		return nil, errors.New(p.Suffixes())
	}
	read := a.Opt.Study.Data().Sources
	write := func() error {
		if there, err := os.Stat(path); err == nil {
			for _, s := range read {
				if in, err := os.Stat(s.File); err == nil && os.SameFile(in, there) {
					return fmt.Errorf("%s holds the data that are shown", s.File)
				}
			}
			if !replace {
				return fs.ErrExist
			}
		}
		return export.WriteFile(path, func(w io.Writer) error { return form.Write(w, path) })
	}
	return func() {
		a.Run(func() tea.Msg {
			err := write()
			return screen.Timed(func() { a.exported(p, path, err) })
		})
	}, nil
}

// exported says how writing a product to a path ended, asks whether to replace a file
// (fs.ErrExist), or what other path to take.
func (a *app) exported(p *screen.Product, path string, err error) {
	a.Change()
	switch {
	case a.over != nil: // the user has gone on to something else
		if err != nil {
			a.Toast.Fail("not exported to " + path)
			return
		}
	case errors.Is(err, fs.ErrExist):
		a.Type("There is a file", "enter to replace it, or change the name; esc to keep it", path, func(to string) (func(), error) {
			return enterPath(a, p, to, to == path)
		})
		return
	case err != nil:
		askPath(a, p, path, "not exported: "+err.Error())
		return
	}
	lost := ""
	if p.Lost != nil {
		lost = p.Lost(p.FormOf(path))
	}
	a.Say(fmt.Sprintf("exported %s to %s%s", p.Name, path, lost))
}

func (a *app) Export(p *screen.Product) { askPath(a, p, "", "") }

// exportView is what would be written to a file.
type exportView struct {
	product *screen.Product
	form    *screen.Form // nil while the suffix names none
	preview panel.Document
}

// follow takes the form that the suffix of a path says.
func (v *exportView) follow(path string) {
	form := v.product.FormOf(path)
	if form == v.form && v.preview.Lines != nil {
		return
	}
	v.form, v.preview = form, panel.Document{Title: "Nothing yet: " + v.product.Suffixes(), Over: true}
	if form == nil {
		return
	}
	text, err := form.Preview()
	if v.preview.Title = "What will be written as " + form.Name + " · tab: next form"; err != nil {
		v.preview.Title = err.Error()
		return
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(strings.ReplaceAll(line, "\t", "    "), "\n")
		v.preview.Lines = append(v.preview.Lines, panel.Line{Spans: []panel.Span{{Text: chart.Clean(line), Pen: theme.Muted}}})
	}
}

// turn gives a path the suffix of the next form, or the one before.
func (v *exportView) turn(path string, by int) string {
	forms, ending, at := v.product.Forms, filepath.Ext(path), 0
	if v.form != nil {
		ending = path[len(path)-len(v.form.Suffix):]
		at = slices.IndexFunc(forms, func(f screen.Form) bool { return f.Suffix == v.form.Suffix })
	}
	return strings.TrimSuffix(path, ending) + forms[(at+by+len(forms))%len(forms)].Suffix
}

// Least height of a preview, and the largest share of the screen it takes.
const (
	previewLeast = 4
	previewShare = .6
)

// place is where the preview lies: above the line in which the name is typed. It
// is empty where there is no room.
func (v *exportView) place(w, h int) image.Rectangle {
	rows := min(max(len(v.preview.Lines)+2, previewLeast), int(previewShare*float64(h-1)))
	if rows < previewLeast {
		return image.Rectangle{}
	}
	return image.Rect(0, h-1-rows, w, h-1)
}

func promptStudy(a *app) {
	s := a.Shown.State
	q := screen.Asked{Settings: s.Settings, Budget: s.Budget, Algorithms: []selection.Algorithm{s.Algorithm}}
	a.Export(&screen.Product{Name: "the study file", File: "study.toml", Forms: []screen.Form{
		{Suffix: ".toml", Write: func(w io.Writer, path string) error { return a.Opt.StudyFile(w, path, q) }},
	}})
}

func promptPicture(a *app) {
	a.Toast.Dismiss()
	a.Export(pictured(a))
}

func pictured(a *app) *screen.Product {
	a.refresh()
	th := *a.theme.Theme
	cells := cellsOf(a.drawn().String(th.With(theme.Braille)), a.w, a.h)
	ground := picture.Grounds["dark"]
	if light := strings.HasPrefix(th.Name(), "light"); light || th.Name() == "mono" && !a.theme.dark {
		ground = picture.Grounds["light"]
	}
	name := strings.ToLower(a.kind().Name())
	return &screen.Product{
		Name: "the picture of " + a.kind().Name(),
		File: screen.FileName(fmt.Sprintf("%s-%s.svg", a.Opt.Stem(), name)),
		Forms: []screen.Form{
			{Suffix: ".svg", Write: func(w io.Writer, _ string) error { return picture.SVG(w, cells, ground) }},
			{Suffix: ".png", Write: func(w io.Writer, _ string) error { return picture.PNG(w, cells, ground) }},
		},
	}
}

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
