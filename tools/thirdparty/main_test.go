package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestThirdParty holds THIRD_PARTY to what the program links, and that to go.sum.
func TestThirdParty(t *testing.T) {
	modules, err := linked(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join("..", "..", "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modules {
		if !strings.Contains(string(sums), m.path+" "+m.version+" h1:") {
			t.Errorf("go.sum has no checksum of %s %s", m.path, m.version)
		}
	}
	want, err := document(modules)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join("..", "..", "THIRD_PARTY"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("THIRD_PARTY is not what the program links; write it again with: go -C tools run ./thirdparty")
	}
	if len(modules) == 0 {
		t.Error("the program links no module: they are not listed rightly")
	}
}

// TestDocument: a module's own licence, the licences between it and a linked package,
// and notices, without the licences of other packages.
func TestDocument(t *testing.T) {
	const mit = "Permission is hereby granted, free of\ncharge. The above copyright notice and this permission notice \r\n"
	folder := t.TempDir()
	for name, text := range map[string]string{
		"LICENSE.txt": mit, "NOTICE": "made by many", "license.go": "package a",
		"in/COPYING":          "Redistribution and use in source and binary forms",
		"other/LICENSE":       "ask first",
		"in/side/LICENSE-ISC": "Permission to use, copy, modify, and/or distribute this software for any purpose",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	m := linkedModule{path: "example.org/a", version: "v1.2.3", folder: folder, packages: []string{filepath.Join(folder, "in", "deep")}}
	if err := os.MkdirAll(m.packages[0], 0o700); err != nil {
		t.Fatal(err)
	}
	text, err := document([]linkedModule{m})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"example.org/a           v1.2.3   BSD-2-Clause AND MIT\n", "example.org/a v1.2.3: LICENSE.txt\n", "v1.2.3: NOTICE\n",
		"v1.2.3: in/COPYING\n", "permission notice\n", "Copyright 2009 The Go Authors",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	for _, not := range []string{"ask first", "in/side", "license.go", "\r"} {
		if strings.Contains(string(text), not) {
			t.Errorf("has %q:\n%s", not, text)
		}
	}
	m.packages = append(m.packages, filepath.Join(folder, "other"))
	if _, err := document([]linkedModule{m}); err == nil || !strings.Contains(err.Error(), "ask first") {
		t.Errorf("a licence that nobody knows: %v", err)
	}
}

func TestLicence(t *testing.T) {
	const bsd = "Redistribution and use in source and binary forms"
	for text, want := range map[string]string{
		bsd:                                     "BSD-2-Clause",
		bsd + " to endorse or promote products": "BSD-3-Clause",
		"Apache License\n  Version 2.0, January 2004. Also: " + bsd + " all at your risk": "Apache-2.0 AND BSD-2-Clause",
		"All rights reserved": "",
	} {
		got, err := licence(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q (%v), want %q", text, got, err, want)
		}
	}
}
