package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Texts in packages about the program.
const (
	name       = "fms-tui"
	summary    = "Ask fewer questions, more often the right ones: choose which attributes to have judged, and how often, within a budget"
	license    = "MIT"
	maintainer = "The fms-tui authors" // whoever publishes packages adds an address
)

// about is the page that wheels and npm packages show.
//
//go:embed about.md
var about string

// home is the address of the project: the module path in go.mod, which the publisher
// sets. It is empty while the path is no address.
func home(source string) (string, error) {
	mod, err := os.ReadFile(filepath.Join(source, "go.mod"))
	if err != nil {
		return "", err
	}
	for line := range bytes.Lines(mod) {
		if path, ok := strings.CutPrefix(strings.TrimSpace(string(line)), "module "); ok {
			if host, _, _ := strings.Cut(path, "/"); !strings.Contains(host, ".") {
				return "", nil
			}
			return "https://" + path, nil
		}
	}
	return "", fmt.Errorf("%s: there is no module line", filepath.Join(source, "go.mod"))
}
