package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"
	"time"
)

// The parts of a bill of materials in CycloneDX 1.5 that a release has.
type (
	bill struct {
		Format     string          `json:"bomFormat"`
		Spec       string          `json:"specVersion"`
		Serial     string          `json:"serialNumber"`
		Version    int             `json:"version"`
		Metadata   billMetadata    `json:"metadata"`
		Components []billComponent `json:"components"`
	}
	billMetadata struct {
		Timestamp string        `json:"timestamp"`
		Component billComponent `json:"component"`
	}
	billComponent struct {
		Type       string         `json:"type"`
		Ref        string         `json:"bom-ref"`
		Name       string         `json:"name"`
		Version    string         `json:"version"`
		Hashes     []billHash     `json:"hashes,omitempty"`
		Licenses   []billLicense  `json:"licenses,omitempty"`
		PURL       string         `json:"purl,omitempty"`
		Properties []billProperty `json:"properties,omitempty"`
	}
	billHash struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	billLicense struct {
		Expression string `json:"expression"`
	}
	billProperty struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
)

// materials makes the bill of materials of a program from what Go wrote into it.
func (r *release) materials(t target, program []byte, docs tree) error {
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return err
	}
	for _, s := range info.Settings {
		if s.Key == "CGO_ENABLED" && s.Value != "0" {
			return fmt.Errorf("the program is built with cgo")
		}
	}
	licenses := licensesOf(docs["THIRD_PARTY"])
	sum := sha256.Sum256(program)
	doc := bill{
		Format: "CycloneDX", Spec: "1.5", Version: 1, Serial: serial(sum),
		Metadata: billMetadata{Timestamp: r.time.Format(time.RFC3339), Component: billComponent{
			Type: "application", Ref: name, Name: name, Version: r.version.String(),
			Hashes:   []billHash{{"SHA-256", fmt.Sprintf("%x", sum)}},
			Licenses: []billLicense{{license}},
		}},
		Components: []billComponent{{
			Type: "library", Ref: "go-stdlib", Name: "std", Version: strings.TrimPrefix(info.GoVersion, "go"),
			Licenses: []billLicense{{"BSD-3-Clause"}}, PURL: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go"),
		}},
	}
	for _, s := range info.Settings {
		doc.Metadata.Component.Properties = append(doc.Metadata.Component.Properties, billProperty{"go:build:" + s.Key, s.Value})
	}
	for _, m := range info.Deps {
		c, err := component(m, licenses)
		if err != nil {
			return err
		}
		doc.Components = append(doc.Components, c)
	}
	text, err := json.MarshalIndent(doc, "", "  ")
	r.files[fmt.Sprintf("%s_%s_%s.cdx.json", name, r.version, strings.ReplaceAll(t.system, "/", "_"))] = append(text, '\n')
	return err
}

// component describes a module. Its hash is the hash in go.sum: SHA-256 of the list of
// its files.
func component(m *debug.Module, licenses map[string]string) (billComponent, error) {
	if m.Replace != nil {
		m = m.Replace
	}
	purl := "pkg:golang/" + m.Path + "@" + m.Version
	c := billComponent{Type: "library", Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
	sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:"))
	if err != nil || len(sum) != sha256.Size {
		return c, fmt.Errorf("%s has the checksum %q, which is not of the form h1:…", m.Path, m.Sum)
	}
	c.Hashes = []billHash{{"SHA-256", fmt.Sprintf("%x", sum)}}
	expression, ok := licenses[m.Path+" "+m.Version]
	if !ok {
		return c, fmt.Errorf("THIRD_PARTY has no licence of %s %s: write it again with go -C tools run ./thirdparty", m.Path, m.Version)
	}
	c.Licenses = []billLicense{{expression}}
	return c, nil
}

// licensesOf reads the table of THIRD_PARTY: licences by module and version.
func licensesOf(table []byte) map[string]string {
	licenses := make(map[string]string)
	for line := range strings.Lines(string(table)) {
		if strings.HasPrefix(line, "=") {
			break // the texts begin
		}
		if f := strings.SplitN(strings.Join(strings.Fields(line), " "), " ", 3); len(f) == 3 && strings.HasPrefix(f[1], "v") {
			licenses[f[0]+" "+f[1]] = f[2]
		}
	}
	return licenses
}

// serial is a UUID of version 8 made of a hash.
func serial(sum [sha256.Size]byte) string {
	u := sum[:16]
	u[6], u[8] = u[6]&0x0f|0x80, u[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}
