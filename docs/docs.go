// Package docs holds the pages for users, so that the program can print them where it is
// installed.
package docs

import (
	"cmp"
	"embed"
	"path"
	"strings"
)

//go:embed *.md
var pages embed.FS

// within are the pages that hold what once was a page.
var within = map[string]string{
	"agreement": "panels", "collect": "plan", "databases": "formats", "moments": "formats", "privacy": "formats",
	"report": "predict", "screen": "keys", "stopping": "plan", "terminals": "install",
}

// Page is the text of a page in Markdown, by its name with or without .md; ok is false for
// none.
func Page(name string) (text string, ok bool) {
	name = strings.TrimSuffix(name, ".md")
	b, err := pages.ReadFile(cmp.Or(within[name], name) + ".md")
	return string(b), err == nil
}

// Topics are the names of all pages, without .md, sorted.
func Topics() []string {
	files, _ := pages.ReadDir(".") // an embedded folder can be read
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), path.Ext(f.Name())))
	}
	return names
}
