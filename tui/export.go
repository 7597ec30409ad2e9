package tui

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/model/export"
	"fms-tui/tui/screen"
)

// promptExport asks where to write the active algorithm's predictor, as it is
// now.
func promptExport(a *app) tea.Cmd {
	if p := a.Predictor(); p != nil {
		a.Export(a.PredictorProduct(p))
	}
	return nil
}

// askPath opens the prompt for the file of a product; wrong is what was wrong
// with the path so far.
func askPath(a *app, p *screen.Product, path, wrong string) {
	a.open("Export "+p.Name+" to", "enter to write it, esc to cancel", cmp.Or(path, p.File), func(a *app, path string) (tea.Cmd, error) {
		return enterPath(a, p, path, false)
	})
	a.prompt.bad = wrong
	a.prompt.check = func(path string) error {
		if filepath.Ext(path) == "" {
			return nil // it is still being typed
		}
		_, err := p.Writer(path)
		return err
	}
	if p.Predictor != nil {
		a.prompt.above = &exportView{predictor: p.Predictor, page: p.Page, form: -1}
		a.prompt.followed()
	}
}

// enterPath checks the path and writes. Unless replace is true a file that is
// already there is asked about first.
func enterPath(a *app, p *screen.Product, path string, replace bool) (tea.Cmd, error) {
	if path == "" {
		return nil, errors.New("no file name: esc cancels")
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			path = filepath.Join(home, rest)
		}
	}
	write, err := p.Writer(path)
	if err != nil {
		return nil, err
	}
	read := a.Opt.Study.Data().Sources
	return func() tea.Msg {
		if there, err := os.Stat(path); err == nil {
			for _, s := range read {
				if in, err := os.Stat(s.File); err == nil && os.SameFile(in, there) {
					return exportedMsg{p, path, fmt.Errorf("%s holds the data that are shown", s.File)}
				}
			}
			if !replace {
				return exportedMsg{p, path, fs.ErrExist}
			}
		}
		return exportedMsg{p, path, export.WriteFile(path, write)}
	}, nil
}

// exported says how an export ended, asks whether to replace a file, or what
// other path to take.
func (a *app) exported(m exportedMsg) tea.Cmd {
	a.Change()
	switch {
	case a.prompt != nil || a.overlay != nil: // the user has gone on to something else
		if m.err != nil {
			a.Toast.Fail("not exported to " + m.path)
			return nil
		}
	case errors.Is(m.err, fs.ErrExist):
		a.open("There is a file", "enter to replace it, or change the name; esc to keep it", m.path,
			func(a *app, path string) (tea.Cmd, error) {
				return enterPath(a, m.product, path, path == m.path)
			})
		return nil
	case m.err != nil:
		askPath(a, m.product, m.path, "not exported: "+m.err.Error())
		return nil
	}
	lost := ""
	if m.product.Lost != nil {
		lost = m.product.Lost(m.path)
	}
	return a.Say(fmt.Sprintf("exported %s to %s%s", m.product.Name, m.path, lost))
}

// export asks for the file's name and writes the product.
func (a *app) Export(p *screen.Product) { askPath(a, p, "", "") }
