package tui

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/tui/chart"
)

// product is something that is written to a file, as it was when that was asked
// for.
type product struct {
	name      string           // in a sentence: "full at B=20"
	file      string           // proposed
	predictor *model.Predictor // that is shown as it will be written; nil for none
	// writer is how it is written to a file of that name; the error says what name
	// would be accepted.
	writer func(path string) (func(io.Writer) error, error)
	// lost is what a file of that name has no room for, for the end of a sentence.
	lost func(path string) string
}

func (a *Analysis) predictorProduct(p *model.Predictor) *product {
	return &product{
		name:      fmt.Sprintf("%s at B=%s", p.Algorithm, p.Budget),
		file:      a.exportName(),
		predictor: p,
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
	pick := core.Pick{Answer: core.Answer{Result: a.shown.result, Honest: a.shown.honest}, Selection: *sel}
	p := pick.Predictor()
	if a.opt.Finish != nil {
		a.opt.Finish(&p)
	}
	return &p
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
