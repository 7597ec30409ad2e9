// Package docs holds the pages for users, so that the program can print them where it is
// installed.
package docs

import (
	"embed"
	"path"
	"strings"
)

//go:embed *.md
var pages embed.FS

// Page is the text of a page in Markdown, by its name with or without .md; ok is false for
// none.
func Page(name string) (text string, ok bool) {
	b, err := pages.ReadFile(strings.TrimSuffix(name, ".md") + ".md")
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
