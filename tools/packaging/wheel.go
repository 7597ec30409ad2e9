package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// wheel makes a Python wheel (PEP 427) that installs the program, its manual pages
// and its module, for Python 3.9 and later.
func (r *release) wheel(t target, program []byte, docs tree) error {
	v := r.version.python()
	stem := "fms_tui-" + v
	info, data := stem+".dist-info/", stem+".data/"
	executable := data + "scripts/" + t.program()
	content := tree{
		executable:        program,
		info + "METADATA": []byte(r.metadata(v)),
		info + "WHEEL":    []byte(wheelFile(t)),
	}
	module := os.DirFS(filepath.Join(r.source, "tools", "python"))
	files, err := fs.Glob(module, "fms_tui/*.py")
	for _, f := range append(files, "fms_tui/py.typed") {
		if err == nil {
			content[f], err = fs.ReadFile(module, f)
		}
	}
	if err != nil {
		return err
	}
	for _, f := range []string{"LICENSE", "THIRD_PARTY"} {
		content[info+"licenses/"+f] = docs[f]
	}
	for p, text := range docs {
		if path.Ext(p) == ".1" && !t.windows() {
			content[data+"data/share/"+p] = text
		}
	}
	var record strings.Builder
	for _, p := range content.paths() {
		sum := sha256.Sum256(content[p])
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", p, base64.RawURLEncoding.EncodeToString(sum[:]), len(content[p]))
	}
	record.WriteString(info + "RECORD,,\n")
	content[info+"RECORD"] = []byte(record.String())
	wheel, err := content.zipped(r.time, executable)
	r.files[fmt.Sprintf("%s-py3-none-%s.whl", stem, t.wheel)] = wheel
	return err
}

// wheelFile says which Pythons and systems a wheel is for: a line for each tag.
func wheelFile(t target) string {
	var b strings.Builder
	b.WriteString("Wheel-Version: 1.0\nGenerator: fms-tui packaging\nRoot-Is-Purelib: false\n")
	for tag := range strings.SplitSeq(t.wheel, ".") {
		b.WriteString("Tag: py3-none-" + tag + "\n")
	}
	return b.String()
}

// metadata is the METADATA file of a wheel.
func (r *release) metadata(v string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Metadata-Version: 2.1\nName: %s\nVersion: %s\nSummary: %s\n", name, v, summary)
	if r.home != "" {
		fmt.Fprintf(&b, "Home-page: %s\n", r.home)
	}
	fmt.Fprintf(&b, "Author: %s\nLicense: %s\n", maintainer, license)
	for _, c := range []string{
		"Environment :: Console", "Intended Audience :: Science/Research", "License :: OSI Approved :: MIT License",
		"Programming Language :: Go", "Topic :: Scientific/Engineering :: Information Analysis",
	} {
		b.WriteString("Classifier: " + c + "\n")
	}
	b.WriteString("Requires-Python: >=3.9\nDescription-Content-Type: text/markdown\nLicense-File: LICENSE\nLicense-File: THIRD_PARTY\n\n" + about)
	return b.String()
}
