package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// repository is the folder of the whole project.
const repository = "../.."

// text reads a file of the repository.
func text(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// parsed reads a YAML file of the repository into a value.
func parsed(t *testing.T, file string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(text(t, file)), into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// version of the program where no release stamps another.
func defaultVersion(t *testing.T) string {
	t.Helper()
	m := regexp.MustCompile(`version\s+= "([^"]+)"`).FindStringSubmatch(text(t, "cmd/fms-tui/version.go"))
	if m == nil {
		t.Fatal("cmd/fms-tui/version.go has no version")
	}
	return m[1]
}

// TestGoReleaser: it builds the systems of a release, of files that exist.
func TestGoReleaser(t *testing.T) {
	var c struct {
		Builds []struct {
			Main    string
			Targets []string
			Ldflags []string
		}
		Nfpms []struct {
			Contents []struct{ Src string }
		}
	}
	parsed(t, ".goreleaser.yaml", &c)
	var systems, want []string
	for _, b := range c.Builds {
		for _, system := range b.Targets {
			parts := strings.Split(system, "_")
			systems = append(systems, parts[0]+"/"+parts[1])
		}
		for _, stamp := range []string{"version", "revision", "released"} {
			if !strings.Contains(b.Ldflags[0], "-X main."+stamp+"=") || !strings.Contains(text(t, "cmd/fms-tui/version.go"), "\t"+stamp) {
				t.Errorf("it does not stamp %s", stamp)
			}
		}
	}
	for _, system := range targets {
		want = append(want, system.system)
	}
	slices.Sort(systems)
	slices.Sort(want)
	if !slices.Equal(systems, want) {
		t.Errorf("it builds %v, not %v", systems, want)
	}
	for _, f := range c.Nfpms[0].Contents {
		if made, ok := strings.CutPrefix(f.Src, "build/docs/"); ok {
			if !strings.HasPrefix(made, "man/man1/") && !slices.Contains([]string{completions["bash"], completions["zsh"], completions["fish"]}, made) {
				t.Errorf("nothing makes %s", f.Src)
			}
		} else if _, err := os.Stat(filepath.Join(repository, f.Src)); err != nil {
			t.Error(err)
		}
	}
}

// TestDockerfile: what it copies exists, and what it starts is what it copied.
func TestDockerfile(t *testing.T) {
	file := text(t, "tools/packaging/Dockerfile")
	for _, m := range regexp.MustCompile(`(?m)^COPY (.*)$`).FindAllStringSubmatch(file, -1) {
		words := strings.Fields(m[1])
		if words[0] == "--from=build" {
			if words[1] != "/fms-tui" || !strings.Contains(file, "-o "+words[1]+" ./cmd/fms-tui") || !strings.Contains(file, `ENTRYPOINT ["`+words[2]+`"]`) {
				t.Errorf("it builds, copies and starts different files: %q", m[0])
			}
			continue
		}
		for _, source := range words[:len(words)-1] {
			if _, err := os.Stat(filepath.Join(repository, source)); err != nil {
				t.Error(err)
			}
		}
	}
	goVersion := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(text(t, "go.mod"))[1]
	for _, want := range []string{"FROM golang:" + goVersion + " AS build", "CGO_ENABLED=0 go build -trimpath", "ARG VERSION=" + defaultVersion(t) + "\n"} {
		if !strings.Contains(file, want) {
			t.Errorf("it lacks %q", want)
		}
	}
}

// TestFlake: the version is the program's, and the hash is the hash of its packages.
// The hash changes with every import, so it must be right only for a release:
// FMS_RELEASE=1 checks it.
func TestFlake(t *testing.T) {
	flake := text(t, "flake.nix")
	if !strings.Contains(flake, `version = "`+defaultVersion(t)+`"`) {
		t.Errorf("the flake does not have version %s", defaultVersion(t))
	}
	checked(t, "nix-instantiate", []string{"--parse"}, "flake.nix", flake)
	if os.Getenv("FMS_RELEASE") == "" {
		t.Skip("the hash of the packages is for releases")
	}
	vendor := filepath.Join(t.TempDir(), "vendor")
	if _, err := output(t.Context(), repository, "go", "mod", "vendor", "-o", vendor); err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	if err := archived(sum, vendor); err != nil {
		t.Fatal(err)
	}
	want := "sha256-" + base64.StdEncoding.EncodeToString(sum.Sum(nil))
	if strings.Contains(flake, `vendorHash = "`+want+`"`) {
		return
	}
	t.Errorf("the packages that the program needs have changed: set vendorHash in flake.nix to %q", want)
}

// archived writes a folder as a Nix archive: E. Dolstra, The Purely Functional
// Software Deployment Model, 2006, section 5.2.1.
func archived(w io.Writer, folder string) error {
	words(w, "nix-archive-1")
	return node(w, folder)
}

func node(w io.Writer, path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	words(w, "(", "type")
	if !info.IsDir() {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		words(w, "regular")
		if info.Mode()&0o100 != 0 {
			words(w, "executable", "")
		}
		words(w, "contents", string(data), ")")
		return nil
	}
	words(w, "directory")
	entries, err := os.ReadDir(path) // in order of their names
	if err != nil {
		return err
	}
	for _, e := range entries {
		words(w, "entry", "(", "name", e.Name(), "node")
		if err := node(w, filepath.Join(path, e.Name())); err != nil {
			return err
		}
		words(w, ")")
	}
	words(w, ")")
	return nil
}

// words writes strings as a Nix archive has them: length, bytes, zeros up to a
// multiple of eight.
func words(w io.Writer, all ...string) {
	for _, s := range all {
		b := binary.LittleEndian.AppendUint64(nil, uint64(len(s)))
		b = append(b, s...)
		w.Write(append(b, make([]byte, (8-len(s)%8)%8)...))
	}
}

// TestNixArchive compares with Nix's own hash.
func TestNixArchive(t *testing.T) {
	needs(t, "nix-hash")
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"a b/run": 0o755, "a b/empty": 0o644, "a-b": 0o644, "12345678": 0o644} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.Repeat("x", len(name)-5+len(name)%2*3)), mode); err != nil {
			t.Fatal(err)
		}
	}
	sum := sha256.New()
	if err := archived(sum, dir); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("nix-hash", "--type", "sha256", dir)
	c.Env = append(os.Environ(), "NIX_STATE_DIR="+t.TempDir(), "HOME="+t.TempDir())
	want, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := sum.Sum(nil); strings.TrimSpace(string(want)) != fmt.Sprintf("%x", got) {
		t.Errorf("the hash is %x, Nix says %s", got, want)
	}
}

// TestCitation: the citation names the program with its version, and the paper.
func TestCitation(t *testing.T) {
	var c struct {
		Format     string `yaml:"cff-version"`
		Message    string
		Title      string
		Version    string
		License    string
		Authors    []map[string]string
		References []struct {
			Type, Title string
			Year        int
			Authors     []map[string]string
		}
	}
	parsed(t, "CITATION.cff", &c)
	if c.Format != "1.2.0" || c.Message == "" || c.Title == "" || c.Version != defaultVersion(t) || c.License != license || len(c.Authors) == 0 {
		t.Errorf("the program is %+v", c)
	}
	if p := c.References[0]; p.Title != "Feature Multi-Selection among Subjective Features" || p.Year != 2013 || p.Authors[1]["family-names"] != "Kalai" {
		t.Errorf("the paper is %+v", p)
	}
}

// TestIssueForms: each form has what its host asks for.
func TestIssueForms(t *testing.T) {
	files, err := filepath.Glob(repository + "/.github/ISSUE_TEMPLATE/*.yml")
	if err != nil || len(files) < 3 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, f := range files {
		f = strings.TrimPrefix(filepath.ToSlash(f), repository+"/")
		var form struct {
			Name, Description string
			Body              []struct {
				Type, ID   string
				Attributes struct{ Label string }
			}
		}
		parsed(t, f, &form)
		if filepath.Base(f) == "config.yml" {
			continue
		}
		ids := make(map[string]bool)
		for _, b := range form.Body {
			if ids[b.ID] || b.ID == "" || b.Attributes.Label == "" || !slices.Contains([]string{"input", "textarea"}, b.Type) {
				t.Errorf("%s: %+v", f, b)
			}
			ids[b.ID] = true
		}
		if form.Name == "" || form.Description == "" || len(form.Body) == 0 {
			t.Errorf("%s: %+v", f, form)
		}
	}
}
