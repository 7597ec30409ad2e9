package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"fms-tui/sampledata"
)

const preface = `Third-party software in fms-tui

Released programs link the Go standard library and these modules; not every system needs all of them.
fms-tui itself is under the licence in LICENSE. "go -C tools run ./thirdparty" writes this file.

`

// standardLicence is the licence of Go's standard library, which some installations of
// Go lack as a file.
//
//go:embed go-licence.txt
var standardLicence []byte

var rule = strings.Repeat("=", 100) + "\n"

// document is the text of THIRD_PARTY: a table of all modules, then the licences of each.
func document(modules []linkedModule) ([]byte, error) {
	var table, texts bytes.Buffer
	columns := tabwriter.NewWriter(&table, 0, 8, 2, ' ', 0)
	fmt.Fprintf(columns, "module\tversion\tlicence\n")
	fmt.Fprintf(columns, "standard library of Go\t\tBSD-3-Clause\n")
	texts.WriteString(rule + "standard library of Go: LICENSE\n" + rule + "\n" + plain(standardLicence) + "\n")
	for i := range modules {
		m := &modules[i]
		ids, err := m.writeLicences(&texts)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", m.path, m.version, err)
		}
		slices.Sort(ids)
		fmt.Fprintf(columns, "%s\t%s\t%s\n", m.path, m.version, strings.Join(slices.Compact(ids), " AND "))
	}
	if err := columns.Flush(); err != nil {
		return nil, err
	}
	texts.WriteString(rule + "data\n" + rule + "\n" + sampledata.Licences())
	return slices.Concat([]byte(preface), table.Bytes(), []byte("\n"), texts.Bytes()), nil
}

// writeLicences writes the licences and notices of a module, and returns the
// identifiers of its licences: at least one.
func (m *linkedModule) writeLicences(texts *bytes.Buffer) (ids []string, err error) {
	files, err := m.licenceFiles()
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		within, err := filepath.Rel(m.folder, f)
		if err != nil {
			return nil, err
		}
		id, err := licence(string(text))
		switch {
		case err == nil:
			ids = append(ids, strings.Split(id, " AND ")...)
		case mustBeKnown(filepath.Base(f)):
			return nil, fmt.Errorf("%s %w", within, err)
		}
		fmt.Fprintf(texts, "%s%s %s: %s\n%s\n%s\n", rule, m.path, m.version, filepath.ToSlash(within), rule, plain(text))
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("there is no licence in %s", m.folder)
	}
	return ids, nil
}

// mustBeKnown tells whether a file of this name holds a licence, not only a notice.
func mustBeKnown(name string) bool {
	upper := strings.ToUpper(name)
	return strings.HasPrefix(upper, "LICEN") || strings.HasPrefix(upper, "COPYING")
}

// plain is a text with the line ends of Unix and one at its end.
func plain(text []byte) string {
	lines := strings.Split(strings.ReplaceAll(strings.TrimPrefix(string(text), "\ufeff"), "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n") + "\n"
}
