package screen

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"fms-tui/core/report/figure"

	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/tui/chart"
)

// Product is something that is written to a file, as it was when that was asked
// for.
type Product struct {
	Name      string           // in a sentence: "full at B=20"
	File      string           // proposed
	Predictor *model.Predictor // that is shown as it will be written; nil for none
	Page      bool             // a name may end in PageSuffix, for the page to hand on
	// Writer is how it is written to a file of that name; the error says what name
	// would be accepted.
	Writer func(path string) (func(io.Writer) error, error)
	// Lost is what a file of that name has no room for, for the end of a sentence.
	Lost func(path string) string
}

// PageSuffix is the end of the name of a page to hand on.
const PageSuffix = ".html"

// PredictorProduct is a predictor to be written, or the page about it.
func (a *Predicting) PredictorProduct(p *model.Predictor) *Product {
	page := a.Opt.Page
	study, settings, budget := a.Opt.Study, a.Shown.Result.Settings, a.Active().Budget
	return &Product{
		Page:      page != nil,
		Name:      fmt.Sprintf("%s at B=%s", p.Algorithm, p.Budget),
		File:      a.exportName(p.Stopping != nil && a.ruleFocused()),
		Predictor: p,
		Writer: func(path string) (func(io.Writer) error, error) {
			if page != nil && strings.EqualFold(filepath.Ext(path), PageSuffix) {
				return page(study, settings, selection.Algorithm(p.Algorithm), budget, path), nil
			}
			form := FormOf(p, path)
			if form == nil {
				return nil, fmt.Errorf("the name must end in %s", Suffixes(page != nil))
			}
			return func(w io.Writer) error { return form.Write(w, *p) }, nil
		},
		Lost: func(path string) string {
			form := FormOf(p, path)
			if form == nil || form.Panel || p.Raters.Mode != model.RatersFixed {
				return ""
			}
			return "; without the offsets of the panel's raters, for which " + strings.ToUpper(form.Name) + " has no room"
		},
	}
}

func (a *Predicting) ExportOff() string {
	if a.Active().Spent > 0 {
		return ""
	}
	return "nothing is chosen at B = " + a.Active().Budget.String() + ": there is no predictor to export"
}

// Predictor is the active algorithm's at B, or nil where nothing is chosen.
func (a *Predicting) Predictor() *model.Predictor {
	sel := a.Active()
	if sel.Spent == 0 {
		return nil
	}
	pick := a.picked()
	if pick.RidgeRefit == nil && pick.Honest != nil {
		// Asked for during a change: the output must not depend on the moment.
		refit, err := pick.Honest.RidgeRefit(context.Background(), sel.Algorithm, sel.Budget)
		if err != nil {
			panic("screen: a background context cannot end")
		}
		pick.RidgeRefit = refit
	}
	if c, err := pick.Classes(context.Background(), nil); err != nil {
		panic("screen: a background context cannot end")
	} else if c != nil {
		pick.Correction = c.Correction
	}
	p := pick.Predictor()
	p.Stopping = a.ruleOf(pick)
	if a.Opt.Finish != nil {
		a.Opt.Finish(&p)
	}
	return &p
}

// ExportForms are the forms that a predictor can be written in: of one that carries a
// stopping rule, the rule too.
func ExportForms(p *model.Predictor) []export.Form {
	all := export.Forms()
	if p.Stopping != nil {
		all = append(all,
			export.Form{Name: "stopping", Suffix: ruleSuffix + ".json", Write: export.StoppingJSON},
			export.Form{Name: "stopping table", Suffix: ruleSuffix + ".csv", Write: export.StoppingCSV})
	}
	return all
}

// ruleSuffix stands before the suffix of a file with a stopping rule alone.
const ruleSuffix = ".stopping"

// FormOf is the form that a path's suffix names, the longest suffix first; nil for none.
func FormOf(p *model.Predictor, path string) *export.Form {
	var found *export.Form
	for _, f := range ExportForms(p) {
		if end := len(path) - len(f.Suffix); end >= 0 && strings.EqualFold(path[end:], f.Suffix) && (found == nil || len(f.Suffix) > len(found.Suffix)) {
			found = &f
		}
	}
	return found
}

// Suffixes names the forms a predictor can be written in, and the form of the page.
func Suffixes(page bool) string {
	var s []string
	for _, f := range export.Forms() {
		s = append(s, f.Suffix)
	}
	if page {
		s = append(s, PageSuffix)
	}
	return figure.List(s, "or")
}

// ruleFocused tells whether the user looks at what stopping early saves.
func (a *Predicting) ruleFocused() bool {
	return a.rulePane != nil && a.desk.Focused() == a.rulePane
}

// exportName proposes a file in the current folder, for the rule alone or the predictor.
func (a *Predicting) exportName(rule bool) string {
	s, suffix := a.Shown.State, ".json"
	if rule {
		suffix = ruleSuffix + suffix
	}
	return FileName(fmt.Sprintf("%s-%s-%s-%s%s", a.Opt.Stem(), a.Shown.Result.Label, s.Algorithm, s.Budget, suffix))
}

// FileName is a name without what files cannot be called.
func FileName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>| `, r) || r < ' ' {
			return '-'
		}
		return r
	}, chart.Clean(name))
}
