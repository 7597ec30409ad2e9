package handout

import (
	_ "embed"
	"html/template"
	"sync"

	"fms-tui/core/report/plot"
)

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
