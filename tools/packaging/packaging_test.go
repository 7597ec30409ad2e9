package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// made are the packages of programs that are only bytes, for all systems, without bills of
// materials.
func made(t *testing.T) tree {
	t.Helper()
	r := &release{source: repository, version: version{core: "1.2.3", pre: "rc1"}, time: time.Unix(1_700_000_000, 0).UTC(), home: "https://example.org/fms", files: make(tree)}
	docs := tree{"LICENSE": []byte("licence"), "THIRD_PARTY": []byte("others"), manPath(""): []byte(".TH"), manPath("select"): []byte(".TH select")}
	for _, system := range targets {
		program := bytes.Repeat([]byte(system.system), 1000)
		if err := r.wheel(system, program, docs); err != nil {
			t.Fatal(err)
		}
		if err := r.npmProgram(system, program, docs); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.npmLauncher(); err != nil {
		t.Fatal(err)
	}
	return r.files
}

// TestPackages: a package of Python and of npm for every system, by the names that their
// tools expect, and the same bytes again.
func TestPackages(t *testing.T) {
	files, again := made(t), made(t)
	want := []string{"npm-fms-tui-1.2.3-rc1.tgz"}
	for _, system := range targets {
		want = append(want, "fms_tui-1.2.3rc1-py3-none-"+system.wheel+".whl", "npm-"+npmName(system)+"-1.2.3-rc1.tgz")
	}
	slices.Sort(want)
	if !slices.Equal(files.paths(), want) {
		t.Errorf("the files are\n%s\nwant\n%s", strings.Join(files.paths(), "\n"), strings.Join(want, "\n"))
	}
	for _, f := range files.paths() {
		if !bytes.Equal(files[f], again[f]) {
			t.Errorf("two runs give different %s", f)
		}
	}
}

// TestWheel: the record lists every file, the program is executable, and the tags agree
// with the name.
func TestWheel(t *testing.T) {
	for f, data := range made(t) {
		if path.Ext(f) != ".whl" {
			continue
		}
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		var record, wheel string
		sums := make(map[string]string)
		for _, member := range z.File {
			content := unzipped(t, member)
			sum := sha256.Sum256(content)
			sums[member.Name] = fmt.Sprintf("sha256=%s,%d", base64.RawURLEncoding.EncodeToString(sum[:]), len(content))
			switch path.Base(member.Name) {
			case "RECORD":
				record, sums[member.Name] = string(content), ","
			case "WHEEL":
				wheel = string(content)
			case "fms-tui", "fms-tui.exe":
				if member.Mode().Perm() != 0o755 || path.Dir(member.Name) != "fms_tui-1.2.3rc1.data/scripts" {
					t.Errorf("%s: %s has mode %s", f, member.Name, member.Mode())
				}
			}
		}
		for line := range strings.Lines(record) {
			member, sum, _ := strings.Cut(strings.TrimSpace(line), ",")
			if sums[member] != sum {
				t.Errorf("%s: %s is recorded as %q, not %q", f, member, sum, sums[member])
			}
			delete(sums, member)
		}
		if len(sums) > 0 {
			t.Errorf("%s: not recorded: %v", f, slices.Sorted(maps.Keys(sums)))
		}
		tags := strings.Split(strings.TrimSuffix(f[strings.Index(f, "py3-none-")+len("py3-none-"):], ".whl"), ".")
		for _, tag := range tags {
			if !strings.Contains(wheel, "Tag: py3-none-"+tag+"\n") {
				t.Errorf("%s: no tag %s in %s", f, tag, wheel)
			}
		}
	}
}

func unzipped(t *testing.T, f *zip.File) []byte {
	t.Helper()
	in, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	data, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestMaterials: the bill names every module of the program, with a hash and a licence.
func TestMaterials(t *testing.T) {
	var doc bill
	data, err := os.ReadFile(built(t, "build/packages/*.cdx.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(built(t, "dist/*/fms-tui"))
	if err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	byName := make(map[string]billComponent)
	for _, c := range doc.Components {
		byName[c.Name] = c
	}
	for _, m := range info.Deps {
		if c := byName[m.Path]; c.Version != m.Version || len(c.Hashes) != 1 || len(c.Licenses) != 1 || c.Licenses[0].Expression == "" {
			t.Errorf("%s %s is %+v", m.Path, m.Version, c)
		}
	}
	if len(doc.Components) != len(info.Deps)+1 || len(info.Deps) < 10 {
		t.Errorf("%d components, %d modules", len(doc.Components), len(info.Deps))
	}
	if got := doc.Metadata.Component; got.Version != "1.2.3-rc1" || got.Hashes[0].Content != fmt.Sprintf("%x", sha256.Sum256(program)) {
		t.Errorf("the program is %+v", got)
	}
}

// checked runs a tool on a file where it is installed.
func checked(t *testing.T, tool string, args []string, file, text string) {
	t.Helper()
	tool, err := exec.LookPath(tool)
	if err != nil {
		t.Logf("not checked: %v", err)
		return
	}
	path := filepath.Join(t.TempDir(), file)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(tool, append(args, path)...).CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", tool, err, out)
	}
}

func TestVersions(t *testing.T) {
	for s, want := range map[string][2]string{
		"1.2.3":       {"1.2.3", "1.2.3"},
		"v0.10.0":     {"0.10.0", "0.10.0"},
		"1.2.3-rc10":  {"1.2.3-rc10", "1.2.3rc10"},
		"1.2.3-beta0": {"1.2.3-beta0", "1.2.3b0"},
	} {
		v, err := parseVersion(s)
		if got := [2]string{v.String(), v.python()}; err != nil || got != want {
			t.Errorf("%q is %v (%v), want %v", s, got, err, want)
		}
	}
	for _, s := range []string{"", "1.2", "01.2.3", "1.2.3-dev", "1.2.3-rc", "1.2.3+x", "1.2.3 ", "1.2.3-rc.1", "1.2.3-rc1;x"} {
		if v, err := parseVersion(s); err == nil {
			t.Errorf("%q is taken for %s", s, v)
		}
	}
}

func TestHome(t *testing.T) {
	for path, want := range map[string]string{"fms-tui": "", "example.org/me/fms-tui": "https://example.org/me/fms-tui"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("// c\nmodule "+path+"\n\ngo 1.26.0\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := home(dir); got != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", path, got, err, want)
		}
	}
}
