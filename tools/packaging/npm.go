package main

import (
	_ "embed"
	"encoding/json"
	"path"
	"strings"
)

// launcher is the script that npm installs as fms-tui: it runs the program of the
// package for this system.
//
//go:embed npm/fms-tui.js
var launcher []byte

// packageJSON is what npm reads of a package.
type packageJSON struct {
	Name        string            `json:"name"`
	Version     string            `json:"version"`
	Description string            `json:"description"`
	Author      string            `json:"author"`
	License     string            `json:"license"`
	Homepage    string            `json:"homepage,omitempty"`
	OS          []string          `json:"os,omitempty"`
	CPU         []string          `json:"cpu,omitempty"`
	Bin         map[string]string `json:"bin,omitempty"`
	Man         []string          `json:"man,omitempty"`
	Engines     map[string]string `json:"engines,omitempty"`
	Optional    map[string]string `json:"optionalDependencies,omitempty"`
	Files       []string          `json:"files"`
}

// npmName is the name of the package with the program of a target.
func npmName(t target) string { return strings.Join([]string{name, t.npm[0], t.npm[1]}, "-") }

// npmProgram makes the package with the program of one target.
func (r *release) npmProgram(t target, program []byte, docs tree) error {
	p := r.npmPackage(npmName(t))
	p.OS, p.CPU, p.Files = []string{t.npm[0]}, []string{t.npm[1]}, []string{"bin", "man"}
	content := tree{"bin/" + t.program(): program, "LICENSE": docs["LICENSE"], "THIRD_PARTY": docs["THIRD_PARTY"]}
	for file, text := range docs {
		if path.Ext(file) == ".1" {
			content["man/"+path.Base(file)] = text
		}
	}
	return r.npmFile(p, content, "bin/"+t.program())
}

// npmLauncher makes the package that people install. The packages with programs are
// optional dependencies of it: npm installs the one for the system it runs on.
func (r *release) npmLauncher() error {
	p := r.npmPackage(name)
	p.Bin, p.Files = map[string]string{name: "bin/fms-tui.js"}, []string{"bin"}
	p.Engines = map[string]string{"node": ">=16"}
	p.Optional = make(map[string]string)
	for _, t := range targets {
		p.Optional[npmName(t)] = r.version.String()
	}
	return r.npmFile(p, tree{"bin/fms-tui.js": launcher}, "bin/fms-tui.js")
}

func (r *release) npmPackage(name string) packageJSON {
	return packageJSON{Name: name, Version: r.version.String(), Description: summary, Author: maintainer, License: license, Homepage: r.home}
}

// npmFile makes the tarball of a package.
func (r *release) npmFile(p packageJSON, content tree, executable string) error {
	about := tree{"package/README.md": []byte(about)}
	description, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	about["package/package.json"] = append(description, '\n')
	for f, data := range content {
		about["package/"+f] = data
	}
	data, err := about.tarred(r.time, "package/"+executable)
	r.files["npm-"+p.Name+"-"+p.Version+".tgz"] = data
	return err
}
