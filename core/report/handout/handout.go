// Package handout writes a result as one HTML file to hand on: report.html. The file
// loads nothing, holds no font, and asks the browser by a content security policy to
// run only its own script. A reader moves the budget with a slider; without scripts
// the file shows the budget that its maker chose. It prints on two pages.
//
// The package is pure: values in, bytes out. Texts are as given, and escaped.
package handout

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"sync"

	"fms-tui/core/report"
	"fms-tui/core/report/plot"
)

// Most is the size that a page must stay below, in bytes.
const Most = 400_000

// Page is what a file shows.
type Page struct {
	Title   string
	Lead    string // a line on the data below the title
	Steps   []Step // by rising budget, at least one
	At      int    // the step that is shown first
	Unit    string // of prices; "" for plain numbers
	Label   string // what the equation predicts
	Names   []string
	Curve   plot.Curve // a point for each step
	Tables  []Table
	Finding []string
	Terms   []Term // the glossary
	Command string // that made the file
	Made    string // by what and when
}

// Step is the choice at one budget, named for the page's script as briefly as can be.
type Step struct {
	Budget    string   `json:"b"`
	Sentence  string   `json:"s"`
	Intercept string   `json:"i"`
	Price     string   `json:"p"` // for an object and for many
	Kind      string   `json:"k"` // of the error and of R²: "honest" or "projected"
	Error     string   `json:"e"` // typical error
	R2        string   `json:"q"`
	Bought    []Bought `json:"r"` // most judgments first
	// Write fills in the place on the curve.
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Bought is an attribute of a choice: the script has names by their indices.
type Bought struct {
	Attribute int    `json:"a"` // index into Names
	Repeats   int    `json:"n"`
	Weight    string `json:"w"` // as people read it, with its sign
	// Write fills in the name, and the width of the bar.
	Name  string `json:"-"`
	Width string `json:"-"`
}

// Table is a table with words about it.
type Table struct {
	Title string
	Note  string
	report.Table
	More string // what is left out; "" for nothing
}

// Element is the table as HTML.
func (t *Table) Element() (template.HTML, error) {
	text, err := t.HTML() // which escapes names
	return template.HTML(text), err
}

// Term is a word and what it means.
type Term struct{ Word, Meaning string }

// Write writes the page. It panics where a page has no step, or Curve and Steps are of
// different lengths; the only errors are w's.
func Write(w io.Writer, p *Page) error {
	if len(p.Steps) == 0 || len(p.Steps) != len(p.Curve.Budget) {
		panic("handout: as many steps as points of the curve, and at least one")
	}
	steps := p.shown()
	data, err := json.Marshal(map[string]any{"names": p.Names, "steps": steps, "label": p.Label})
	if err != nil {
		return err
	}
	var b bytes.Buffer
	err = layout().Execute(&b, map[string]any{
		"Page": p, "Now": steps[p.At], "Last": len(steps) - 1, "Many": len(steps) > 1,
		"Policy": "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(script) + "; base-uri 'none'; form-action 'none'",
		"Style":  template.CSS(style), "Script": template.JS(script),
		"Data": template.JS(data), // encoding/json escapes <, > and &
		// plot escapes names.
		"Chart": template.HTML(plot.Inline(p.Curve.Picture())),
	})
	if err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// hash is a text as a source of a content security policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// barUnits is the length of the longest bar.
const barUnits = 100.

func (p *Page) shown() []Step {
	most := 1
	for _, s := range p.Steps {
		for _, b := range s.Bought {
			most = max(most, b.Repeats)
		}
	}
	all := slices.Clone(p.Steps)
	for i := range all {
		one := &all[i]
		one.X, one.Y = p.Curve.Place(i)
		one.Bought = append([]Bought{}, one.Bought...)
		for k := range one.Bought {
			b := &one.Bought[k]
			b.Name, b.Width = p.Names[b.Attribute], fmt.Sprintf("%.4g", barUnits*float64(b.Repeats)/float64(most))
		}
	}
	return all
}

// layout is the page. Nothing in it has a style of its own: the policy would not apply
// it.
var layout = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(page)) })

// The page's layout, style sheet and script.
var (
	//go:embed page.html
	page string
	//go:embed page.css
	sheet string
	//go:embed page.js
	script string
)

// style is the style sheet, light or dark by the reader's setting, and light on paper.
var style = ":root{" + plot.Colors(plot.Light) + "color-scheme:light dark}" +
	"@media (prefers-color-scheme:dark){:root{" + plot.Colors(plot.Dark) + "}}" +
	"@media print{:root{" + plot.Colors(plot.Light) + "}}" + plot.Style() + sheet
