package tui

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"fms-tui/core/report"
	"fms-tui/core/selection"
	"fms-tui/model/export"
	"fms-tui/tui/picture"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

func promptExport(a *app) {
	if p := a.Predictor(); p != nil {
		a.Export(a.PredictorProduct(p))
	}
}

// askPath asks for the file of a product, in the form that the name's suffix says; wrong is what was
// wrong with the path so far.
func askPath(a *app, p *screen.Product, path, wrong string) {
	hint := "enter to write it, esc to cancel"
	if len(p.Forms) > 1 {
		hint += "; " + p.Suffixes()
	}
	a.Type("Export "+p.Name+" to", hint, cmp.Or(path, p.File), func(path string) (func(), error) {
		return enterPath(a, p, path, false)
	})
	a.over.field.bad = wrong
}

// enterPath checks the path and writes. Unless replace is true a file that is already there is asked about first.
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
	a.Say(fmt.Sprintf("exported %s to %s%s", p.Name, path, p.FormOf(path).Lost))
}

func (a *app) Export(p *screen.Product) { askPath(a, p, "", "") }

func promptStudy(a *app) {
	s := a.Shown.State
	q := screen.Asked{Settings: s.Settings, Budget: s.Budget, Algorithms: []selection.Algorithm{s.Algorithm}}
	a.Export(&screen.Product{Name: "the study file", File: "study.toml", Forms: []screen.Form{
		{Suffix: ".toml", Write: func(w io.Writer, path string) error { return a.Opt.StudyFile(w, path, q) }},
	}})
}

func promptPicture(a *app) {
	a.Toast.Dismiss()
	a.refresh()
	th := *a.theme.Theme
	cells := uv.NewScreenBuffer(a.w, a.h)
	cells.Method = ansi.GraphemeWidth
	uv.NewStyledString(a.drawn().String(th.With(theme.Braille))).Draw(cells, cells.Bounds())
	ground := picture.Grounds["dark"]
	if light := strings.HasPrefix(th.Name, "light"); light || th.Name == "mono" && !a.theme.dark {
		ground = picture.Grounds["light"]
	}
	p := picture.Of(cells.Lines, ground)
	name := strings.ToLower(a.kind().Name())
	a.Export(&screen.Product{
		Name: "the picture of " + a.kind().Name(),
		File: screen.FileName(fmt.Sprintf("%s-%s.svg", a.Opt.Stem(), name)),
		Forms: []screen.Form{
			{Suffix: ".svg", Write: func(w io.Writer, _ string) error { return picture.SVG(w, p) }},
			{Suffix: ".png", Write: func(w io.Writer, _ string) error { return picture.PNG(w, p) }},
		},
	})
}

// copyText puts text on the clipboard and says so. It asks the terminal, which works over SSH too, and the system,
// which works in terminals that do not listen. Neither reports success.
func copyText(a *app, text, what string) {
	a.Say("copied " + what)
	a.Run(tea.SetClipboard(text))
	if native := a.Opt.Copy; native != nil {
		a.Run(func() tea.Msg {
			_ = native(text) // where there is none, the terminal's is all there is
			return nil
		})
	}
}

func copyReadout(a *app) {
	text := a.sentence()
	copyText(a, text, "the readout: "+text)
}

func copyTable(a *app) {
	var r report.Report
	what := ""
	if table := a.kind().Table; table != nil {
		what = table(&r)
	}
	var b strings.Builder
	_ = report.TSV(&b, &r, report.Options{}) // a Builder has no errors
	if text := b.String(); text != "" {
		copyText(a, text, "a table of "+what+", tab-separated")
	} else {
		a.Say("the data are still being examined: no table to copy yet")
	}
}

func copyCommand(a *app) {
	if text := a.Opt.Command(a.asked()); text != "" {
		copyText(a, text, "the command: "+text)
	} else {
		a.Say("no command repeats this on the bundled sample: fms-tui init writes it to files for the other commands")
	}
}

func (a *app) asked() screen.Asked {
	s := a.Shown.State
	q := screen.Asked{Settings: s.Settings, Budget: s.Budget, Algorithms: []selection.Algorithm{s.Algorithm}}
	if command := a.kind().Command; command != nil && command(&q) {
		return q
	}
	for _, alg := range a.Visible() {
		if alg != s.Algorithm {
			q.Algorithms = append(q.Algorithms, alg)
		}
	}
	if slices.Equal(q.Algorithms, selection.Algorithms()) {
		q.Algorithms = nil
	}
	return q
}

func (a *app) sentence() string {
	text := a.Said(a.kind())
	if a.Opt.Study.Data().Simulated {
		text += " The data are simulated."
	}
	return text
}
