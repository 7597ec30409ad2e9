package main

import (
	"archive/zip"
	"bytes"
	"context"
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
	"sync"
	"testing"
	"time"
)

// hostRelease is a release of this work tree for this machine, made once.
var hostRelease = sync.OnceValues(func() (*release, error) {
	r, err := newRelease(context.Background(), "..", "1.2.3-rc.1", true)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(targets, func(t target) bool { return t.String() == host().String() })
	if i < 0 {
		return nil, fmt.Errorf("no release is built for %s", host())
	}
	r.targets = targets[i : i+1]
	dir, err := os.MkdirTemp("", "fms-tui-release")
	if err != nil {
		return nil, err
	}
	r.dist = filepath.Join(dir, "dist")
	return r, r.build(context.Background())
})

func TestMain(m *testing.M) {
	status := m.Run()
	if r, _ := hostRelease(); r != nil && r.dist != "" {
		os.RemoveAll(filepath.Dir(r.dist))
	}
	os.Exit(status)
}

// forHost returns the release for this machine.
func forHost(t *testing.T) *release {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the program")
	}
	r, err := hostRelease()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTwoRuns: a copy of the source in another folder with other surroundings gives
// the same bytes. With FMS_RELEASE, before a release, every package is compiled anew,
// which takes minutes.
func TestTwoRuns(t *testing.T) {
	first := forHost(t)
	if os.Getenv("FMS_RELEASE") != "" {
		t.Setenv("GOCACHE", t.TempDir())
	}
	t.Setenv("TZ", "Pacific/Apia")
	t.Setenv("GOAMD64", "v3")
	t.Setenv("GOFLAGS", "-ldflags=-w")
	t.Setenv("SOURCE_DATE_EPOCH", fmt.Sprint(first.time.Unix()))
	again, err := newRelease(t.Context(), sourceCopy(t), first.version.String(), true)
	if err != nil {
		t.Fatal(err)
	}
	again.revision, again.targets, again.dist = first.revision, first.targets, filepath.Join(t.TempDir(), "dist")
	if err := again.build(t.Context()); err != nil {
		t.Fatal(err)
	}
	sameFiles(t, first, again)
	for f, data := range first.files {
		written, err := os.ReadFile(filepath.Join(first.dist, f))
		if err != nil || !bytes.Equal(written, data) {
			t.Errorf("%s is not what was built: %v", f, err)
		}
	}
	if err := again.build(t.Context()); err == nil {
		t.Error("a release is written over another")
	}
}

// sourceCopy is a copy of the repository's files, without its history.
func sourceCopy(t *testing.T) string {
	t.Helper()
	files, err := output(t.Context(), "..", "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		t.Skipf("the source is no git repository: %v", err)
	}
	dir := t.TempDir()
	for f := range strings.SplitSeq(strings.TrimSuffix(files, "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join("..", f))
		if os.IsNotExist(err) {
			continue // removed, but not yet from the index
		}
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, f)
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func sameFiles(t *testing.T, a, b *release) {
	t.Helper()
	if !slices.Equal(a.names(), b.names()) {
		t.Fatalf("the files are %v and %v", a.names(), b.names())
	}
	for _, f := range a.names() {
		if !bytes.Equal(a.files[f], b.files[f]) {
			t.Errorf("two runs give different %s", f)
		}
	}
}

// made is a release of programs that are only bytes, for all targets, without bills
// of materials.
func made(t *testing.T, at time.Time) *release {
	t.Helper()
	r := &release{source: "..", version: version{core: "1.2.3", pre: "rc.1"}, time: at, home: "https://example.org/fms", files: make(map[string][]byte), dist: filepath.Join(t.TempDir(), "dist"), tell: t.Logf}
	docs := tree{"LICENSE": []byte("licence"), "THIRD_PARTY": []byte("others"), "README.md": []byte("read"), "CHANGELOG.md": []byte("news")}
	for _, file := range completions {
		docs[file] = []byte(file)
	}
	for _, c := range []string{"", "select"} {
		docs[manPath(c)] = []byte(".TH " + c)
	}
	for _, system := range targets {
		program := bytes.Repeat([]byte(system.String()), 1000)
		for _, kind := range []func(target, []byte, tree) error{r.archive, r.linuxPackages, r.wheel, r.npmProgram} {
			if err := kind(system, program, docs); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := r.finish(); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPackages: every kind of package for every system, by the names that their
// tools expect, and the same bytes again.
func TestPackages(t *testing.T) {
	at := time.Unix(1_700_000_000, 0).UTC()
	r := made(t, at)
	sameFiles(t, r, made(t, at))
	want := []string{
		"SHA256SUMS", "fms-tui.rb",
		"fms-tui-1.2.3~rc1-1.x86_64.rpm", "fms-tui-1.2.3~rc1-1.aarch64.rpm",
		"fms-tui_1.2.3~rc1_amd64.deb", "fms-tui_1.2.3~rc1_arm64.deb",
		"fms-tui_1.2.3_rc1_x86_64.apk", "fms-tui_1.2.3_rc1_aarch64.apk",
		"npm-fms-tui-1.2.3-rc.1.tgz",
	}
	for _, system := range targets {
		kind := "tar.gz"
		if system.os == "windows" {
			kind = "zip"
		}
		want = append(want, fmt.Sprintf("fms-tui_1.2.3-rc.1_%s_%s.%s", system.os, system.arch, kind),
			"fms_tui-1.2.3rc1-py3-none-"+system.wheel+".whl", "npm-"+npmName(system)+"-1.2.3-rc.1.tgz")
	}
	slices.Sort(want)
	if got := r.names(); !slices.Equal(got, want) {
		t.Errorf("the files are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for line := range strings.Lines(string(r.files["SHA256SUMS"])) {
		sum, f, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if sum != fmt.Sprintf("%x", sha256.Sum256(r.files[f])) {
			t.Errorf("the checksum of %s is wrong", f)
		}
	}
	if n := strings.Count(string(r.files["SHA256SUMS"]), "\n"); n != len(want)-1 {
		t.Errorf("%d checksums of %d files", n, len(want)-1)
	}
	formula := string(r.files["fms-tui.rb"])
	for f, data := range r.files {
		if strings.HasSuffix(f, ".tar.gz") && (!strings.Contains(formula, fmt.Sprintf("%x", sha256.Sum256(data))) || !strings.Contains(formula, "/v1.2.3-rc.1/"+f)) {
			t.Errorf("the formula lacks %s:\n%s", f, formula)
		}
	}
	checked(t, "ruby", []string{"-c"}, "formula.rb", formula)
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

// TestWheel: the record lists every file, the program is executable, and the tags agree
// with the name.
func TestWheel(t *testing.T) {
	r := made(t, time.Unix(1_700_000_000, 0))
	for f, data := range r.files {
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
	r := forHost(t)
	file := fmt.Sprintf("fms-tui_%s_%s_%s.cdx.json", r.version, host().os, host().arch)
	var doc bill
	if err := json.Unmarshal(r.files[file], &doc); err != nil {
		t.Fatal(err)
	}
	program, err := r.compile(t.Context(), r.targets[0])
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
	if got := doc.Metadata.Component; got.Version != "1.2.3-rc.1" || got.Hashes[0].Content != fmt.Sprintf("%x", sha256.Sum256(program)) {
		t.Errorf("the program is %+v", got)
	}
}

// TestSizes: the program without Excel, Parquet and databases is about half as large. Each
// type of struct that slices.SortFunc sorts costs 10 kB; sort.Slice costs nothing for one more.
func TestSizes(t *testing.T) {
	const largestNoData = 20_000_000
	r := forHost(t)
	small, err := r.compile(t.Context(), r.targets[0], "nodata")
	if err != nil {
		t.Fatal(err)
	}
	if len(small) >= largestNoData {
		t.Errorf("with -tags nodata the program has %d bytes, which is not less than %d", len(small), largestNoData)
	}
	if info, err := buildinfo.Read(bytes.NewReader(small)); err != nil || strings.Contains(fmt.Sprint(info.Deps), "excelize") {
		t.Errorf("with -tags nodata the program links %v (%v)", info, err)
	}
}

// TestExported: the source of a release is the commit, whatever the work tree holds.
func TestExported(t *testing.T) {
	repository, to := t.TempDir(), t.TempDir()
	git := func(args ...string) {
		t.Helper()
		args = append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, args...)
		if _, err := output(t.Context(), repository, "git", args...); err != nil {
			t.Fatal(err)
		}
	}
	put := func(f, text string) {
		t.Helper()
		path := filepath.Join(repository, f)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q")
	put("a/b.txt", "committed")
	put("go.mod", "module fms-tui\n")
	git("add", "-A")
	git("commit", "-qm", "one")
	put("a/b.txt", "changed")
	put("c.txt", "new")
	if err := exported(t.Context(), repository, to); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(to, "a", "b.txt")); err != nil || string(got) != "committed" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := os.Stat(filepath.Join(to, "c.txt")); err == nil {
		t.Error("a file that is in no commit is released")
	}
	if _, err := newRelease(t.Context(), repository, "1.2.3", false); err == nil || !strings.Contains(err.Error(), "c.txt") {
		t.Errorf("uncommitted changes: %v", err)
	}
	if r, err := newRelease(t.Context(), repository, "1.2.3", true); err != nil || len(r.revision) != 40 || r.time.IsZero() {
		t.Errorf("with -dirty: %+v, %v", r, err)
	}
}

func TestVersions(t *testing.T) {
	for s, want := range map[string][3]string{
		"1.2.3":        {"1.2.3", "1.2.3", "1.2.3"},
		"v0.10.0":      {"0.10.0", "0.10.0", "0.10.0"},
		"1.2.3-rc.10":  {"1.2.3-rc.10", "1.2.3rc10", "1.2.3-rc10"},
		"1.2.3-beta.0": {"1.2.3-beta.0", "1.2.3b0", "1.2.3-beta0"},
	} {
		v, err := parseVersion(s)
		if got := [3]string{v.String(), v.python(), v.linux()}; err != nil || got != want {
			t.Errorf("%q is %v (%v), want %v", s, got, err, want)
		}
	}
	for _, s := range []string{"", "1.2", "01.2.3", "1.2.3-dev", "1.2.3-rc", "1.2.3+x", "1.2.3 ", "1.2.3-rc.1;x"} {
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
