package screen

import (
	"context"
	"fmt"
	"io"
	"strings"

	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/tui/chart"
)

// Product is something that is written to a file, as it was when that was asked for.
type Product struct {
	Name  string // in a sentence: "full at B=20"
	File  string // proposed
	Forms []Form
}

// Form is a form that a product can be written in: the suffix of a file's name says which.
type Form struct {
	Name, Suffix string
	Write        func(w io.Writer, path string) error
	Lost         string // what it has no room for, for the end of a sentence; "" for nothing
}

// FormOf is the form that a path's suffix names, the longest suffix first; nil for none.
func (p *Product) FormOf(path string) (found *Form) {
	for i := range p.Forms {
		f := &p.Forms[i]
		if end := len(path) - len(f.Suffix); end >= 0 && strings.EqualFold(path[end:], f.Suffix) && (found == nil || len(f.Suffix) > len(found.Suffix)) {
			found = f
		}
	}
	return found
}

func (p *Product) Suffixes() string {
	var all []string
	for i := range p.Forms {
		all = append(all, p.Forms[i].Suffix)
	}
	return "the name must end in " + figure.List(all, "or")
}

func (a *Scene) PredictorProduct(p *model.Predictor) *Product {
	s := a.Shown.State
	out := &Product{Name: fmt.Sprintf("%s at B=%s", p.Algorithm, p.Budget), File: FileName(fmt.Sprintf("%s-%s-%s-%s.json", a.Opt.Stem(), a.Shown.Result.Label, s.Algorithm, s.Budget))}
	for _, f := range export.Forms() {
		form := Form{Name: f.Name, Suffix: f.Suffix, Write: func(w io.Writer, _ string) error { return f.Write(w, *p) }}
		if !f.Panel && p.Raters.Mode == model.RatersFixed {
			form.Lost = "; without the offsets of the panel's raters, for which " + strings.ToUpper(f.Name) + " has no room"
		}
		out.Forms = append(out.Forms, form)
	}
	if page, study, settings, budget := a.Opt.Page, a.Opt.Study, a.Shown.Result.Settings, a.Active().Budget; page != nil {
		out.Forms = append(out.Forms, Form{Name: "page", Suffix: ".html", Write: func(w io.Writer, path string) error {
			return page(study, settings, selection.Algorithm(p.Algorithm), budget, path)(w)
		}})
	}
	return out
}

func (a *Scene) ExportOff() string {
	if a.Active().Spent > 0 {
		return ""
	}
	return "nothing is chosen at B = " + a.Active().Budget.String() + ": there is no predictor to export"
}

// Predictor is the active algorithm's at B, or nil where nothing is chosen.
func (a *Scene) Predictor() *model.Predictor {
	if a.Active().Spent == 0 {
		return nil
	}
	pick, ctx := *a.Pick(), context.Background() // which cannot end
	pick.Honest = a.Shown.Honest
	var err error
	if pick.RidgeRefit == nil && pick.Honest != nil {
		// Asked for during a change: the output must not depend on the moment.
		pick.RidgeRefit, err = pick.Honest.RidgeRefit(ctx, pick.Selection.Algorithm, pick.Selection.Budget)
	}
	c, failed := pick.Classes(ctx, nil)
	if err != nil || failed != nil {
		panic("screen: a background context cannot end")
	}
	if c != nil {
		pick.Correction = c.Correction
	}
	p := pick.Predictor()
	if a.Opt.Finish != nil {
		a.Opt.Finish(&p)
	}
	return &p
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
