package main

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"text/template"
)

//go:embed homebrew/fms-tui.rb.tmpl
var formulaText string

// formula makes the Homebrew formula of the four archives that it installs. It
// needs all of them.
func (r *release) formula() error {
	sums := make(map[string]string)
	for _, t := range targets {
		if t.os == "windows" {
			continue
		}
		archive, ok := r.files[fmt.Sprintf("%s_%s_%s_%s.tar.gz", name, r.version, t.os, t.arch)]
		if !ok {
			r.tell("no formula: the archive of %s is not built", t)
			return nil
		}
		sums[t.os+"_"+t.arch] = fmt.Sprintf("%x", sha256.Sum256(archive))
	}
	page := r.home
	if page == "" {
		page = "https://fms-tui.invalid" // the module path is no address yet
	}
	tmpl, err := template.New("formula").Option("missingkey=error").Parse(formulaText)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	err = tmpl.Execute(&b, map[string]any{
		"Summary": "Choose which attributes to have judged, and how often, within a budget",
		"Home":    page, "Archives": fmt.Sprintf("%s/releases/download/v%s/%s_%[2]s", page, r.version, name),
		"License": license, "Version": r.version.String(), "Sums": sums,
	})
	r.files[name+".rb"] = b.Bytes()
	return err
}
