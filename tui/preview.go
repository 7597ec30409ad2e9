package tui

import (
	"image"
	"path/filepath"
	"slices"
	"strings"

	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// exportView is above the prompt for a file's name: the forms there are, and
// what would be written in the one that the name's suffix says.
type exportView struct {
	predictor *model.Predictor
	page      bool // the page to hand on is offered too
	form      int  // index of forms; -1 while the suffix names none
	preview   panel.Document
}

// pageForm is the page to hand on, which is no form of a predictor.
var pageForm = export.Form{Name: "page", Suffix: screen.PageSuffix}

// pageLines say what the page has.
var pageLines = []string{
	"One HTML file to hand on. It loads nothing from the network.",
	"A slider moves the budget; curve, repeats, equation and price follow.",
	"Findings, reliability and agreement, glossary, and the command that made it.",
}

// forms are the offered forms.
func (v *exportView) forms() []export.Form {
	all := screen.ExportForms(v.predictor)
	if v.page {
		all = append(all, pageForm)
	}
	return all
}

// follow takes the form that the suffix of a path says.
func (v *exportView) follow(path string) {
	forms, suffix := v.forms(), v.suffixOf(path)
	form := slices.IndexFunc(forms, func(f export.Form) bool { return suffix != "" && f.Suffix == suffix })
	if form == v.form && v.preview.Lines != nil {
		return
	}
	v.form = form
	v.preview = panel.Document{Title: "Nothing yet: the name must end in " + screen.Suffixes(v.page)}
	if form < 0 {
		return
	}
	v.preview.Title = "What will be written"
	if forms[form].Name == pageForm.Name {
		for _, line := range pageLines {
			v.preview.Lines = append(v.preview.Lines, panel.Line{Spans: []panel.Span{{Text: line, Pen: theme.Muted}}})
		}
		return
	}
	if f := forms[form]; f.Binary {
		v.preview.Lines = []panel.Line{{Spans: []panel.Span{{Text: f.For, Pen: theme.Muted}}}}
		return
	}
	var b strings.Builder
	if err := forms[form].Write(&b, *v.predictor); err != nil {
		v.preview.Title = err.Error()
		return
	}
	for line := range strings.Lines(b.String()) {
		line = strings.TrimRight(strings.ReplaceAll(line, "\t", "    "), "\n")
		v.preview.Lines = append(v.preview.Lines, panel.Line{Spans: []panel.Span{{Text: chart.Clean(line), Pen: theme.Muted}}})
	}
}

// suffixOf is the suffix of a path that names a form, as the form has it; "" for none.
func (v *exportView) suffixOf(path string) string {
	if v.page && strings.EqualFold(filepath.Ext(path), pageForm.Suffix) {
		return pageForm.Suffix
	}
	if f := screen.FormOf(v.predictor, path); f != nil {
		return f.Suffix
	}
	return ""
}

// turn gives a path the suffix of the next form, or the one before.
func (v *exportView) turn(path string, by int) string {
	forms := v.forms()
	next := (max(v.form, 0) + by + len(forms)) % len(forms)
	if suffix := v.suffixOf(path); suffix != "" {
		return path[:len(path)-len(suffix)] + forms[next].Suffix
	}
	return strings.TrimSuffix(path, filepath.Ext(path)) + forms[next].Suffix
}

// Least height of a preview, and the largest share of the screen it takes.
const (
	previewLeast = 4
	previewShare = .6
)

// place is where the view lies: above the line in which the name is typed. It
// is empty where there is no room.
func (v *exportView) place(w int, line image.Rectangle) image.Rectangle {
	h := min(max(len(v.preview.Lines)+3, previewLeast+1), int(previewShare*float64(line.Min.Y)))
	if h < previewLeast+1 {
		return image.Rectangle{}
	}
	return image.Rect(0, line.Min.Y-h, w, line.Min.Y)
}

// tabs are where the names of the forms stand on the view's first line.
func (v *exportView) tabs(w int) []image.Rectangle {
	var places []image.Rectangle
	x := 1
	for _, f := range v.forms() {
		n := chart.Width(f.Name) + 2
		places = append(places, image.Rect(x, 0, min(x+n, w), 1))
		x += n + 1
	}
	return places
}

// formAt is the form whose name stands at column x of the first line, or -1.
func (v *exportView) formAt(x, w int) int {
	for i, r := range v.tabs(w) {
		if image.Pt(x, 0).In(r) {
			return i
		}
	}
	return -1
}

func (v *exportView) draw(c *chart.Canvas) {
	w, h := c.Size()
	if h == 0 {
		return
	}
	c.Fill(c.Bounds(), ' ', theme.Text)
	x := 0
	for i, r := range v.tabs(w) {
		pen := theme.Muted
		if i == v.form {
			pen = theme.Chip
		}
		c.TextMax(r.Min.X, 0, " "+v.forms()[i].Name+" ", r.Dx(), pen)
		x = r.Max.X
	}
	c.TextMax(x+2, 0, "tab: next form", w-x-2, theme.Faint)
	v.preview.Draw(c.Sub(image.Rect(0, 1, w, h)))
}
