package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/tui/chart"
)

// product is something that is written to a file, as it was when that was asked
// for.
type product struct {
	name  string // in a sentence: "full at B=20"
	file  string // proposed
	above func() *exportView
	// writer is how it is written to a file of that name; the error says what name
	// would be accepted.
	writer func(path string) (func(io.Writer) error, error)
	// lost is what a file of that name has no room for, for the end of a sentence.
	lost func(path string) string
}

// promptExport asks where to write the active algorithm's predictor, as it is
// now.
func promptExport(a *app) tea.Cmd {
	if p := a.predictor(); p != nil {
		a.askPath(a.predictorProduct(p), "", "")
	}
	return nil
}

func (a *Analysis) predictorProduct(p *model.Predictor) *product {
	return &product{
		name:  fmt.Sprintf("%s at B=%s", p.Algorithm, p.Budget),
		file:  a.exportName(),
		above: func() *exportView { return &exportView{predictor: p, form: -1} },
		writer: func(path string) (func(io.Writer) error, error) {
			form, err := export.BySuffix(path)
			if err != nil {
				return nil, fmt.Errorf("the name must end in %s", suffixes())
			}
			return func(w io.Writer) error { return form.Write(w, *p) }, nil
		},
		lost: func(path string) string {
			if p.Raters.Mode == model.RatersFixed && strings.EqualFold(filepath.Ext(path), ".csv") {
				return "; without the offsets of the panel's raters, for which CSV has no room"
			}
			return ""
		},
	}
}

func (a *Analysis) exportOff() string {
	if a.active().Spent > 0 {
		return ""
	}
	return "nothing is chosen at B = " + a.active().Budget.String() + ": there is no predictor to export"
}

// predictor is the active algorithm's at B, or nil where nothing is chosen.
func (a *Analysis) predictor() *model.Predictor {
	sel := a.active()
	if sel.Spent == 0 {
		return nil
	}
	pick := a.picked()
	if pick.RidgeRefit == nil && pick.Honest != nil {
		// Asked for before all was still: what is written must not depend on that.
		refit, err := pick.Honest.RidgeRefit(context.Background(), sel.Algorithm, sel.Budget)
		if err != nil {
			panic("tui: a background context cannot end")
		}
		pick.RidgeRefit = refit
	}
	p := pick.Predictor()
	if a.opt.Finish != nil {
		a.opt.Finish(&p)
	}
	return &p
}

// askPath opens the prompt for the file of a product; wrong is what was wrong
// with the path so far.
func (a *app) askPath(p *product, path, wrong string) {
	a.open("Export "+p.name+" to", "enter to write it, esc to cancel", cmp.Or(path, p.file), func(a *app, path string) (tea.Cmd, error) {
		return a.enterPath(p, path, false)
	})
	a.prompt.bad = wrong
	if p.above != nil {
		a.prompt.above = p.above()
		a.prompt.followed()
	}
}

// suffixes names the forms a predictor can be written in.
func suffixes() string {
	var s []string
	for _, f := range export.Forms() {
		s = append(s, f.Suffix)
	}
	return strings.Join(s[:len(s)-1], ", ") + " or " + s[len(s)-1]
}

// exportName proposes a file in the current folder.
func (a *Analysis) exportName() string {
	s := a.shown.state
	return fileName(fmt.Sprintf("%s-%s-%s-%s.json", a.opt.Study.Data().Name, a.shown.result.Label, s.Algorithm, s.Budget))
}

// fileName is a name without what files cannot be called.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>| `, r) || r < ' ' {
			return '-'
		}
		return r
	}, chart.Clean(name))
}

// enterPath checks the path and writes. Unless replace is true a file that is
// already there is asked about first.
func (a *app) enterPath(p *product, path string, replace bool) (tea.Cmd, error) {
	if path == "" {
		return nil, errors.New("no file name: esc cancels")
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			path = filepath.Join(home, rest)
		}
	}
	write, err := p.writer(path)
	if err != nil {
		return nil, err
	}
	return func() tea.Msg {
		if !replace {
			if _, err := os.Stat(path); err == nil {
				return exportedMsg{p, path, fs.ErrExist}
			}
		}
		return exportedMsg{p, path, export.WriteFile(path, write)}
	}, nil
}

// exported says how an export ended, asks whether to replace a file, or what
// other path to take.
func (a *app) exported(m exportedMsg) tea.Cmd {
	a.change()
	switch {
	case a.prompt != nil || a.overlay != nil: // the user has gone on to something else
		if m.err != nil {
			a.toast.fail("not exported to " + m.path)
			return nil
		}
	case errors.Is(m.err, fs.ErrExist):
		a.open("There is a file", "enter to replace it, or change the name; esc to keep it", m.path,
			func(a *app, path string) (tea.Cmd, error) {
				return a.enterPath(m.product, path, path == m.path)
			})
		return nil
	case m.err != nil:
		a.askPath(m.product, m.path, "not exported: "+m.err.Error())
		return nil
	}
	lost := ""
	if m.product.lost != nil {
		lost = m.product.lost(m.path)
	}
	return a.say(fmt.Sprintf("exported %s to %s%s", m.product.name, m.path, lost))
}

// export asks for the file's name and writes the product.
func (a *app) export(p *product) { a.askPath(p, "", "") }
