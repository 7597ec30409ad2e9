package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// built returns the path of the one file that a pattern matches in a release for this
// machine, which .ci/run makes before the tests: FMS_PACKAGES names the repository that has
// it in dist and build.
func built(t *testing.T, pattern string) string {
	t.Helper()
	root := os.Getenv("FMS_PACKAGES")
	if root == "" {
		t.Skip("FMS_PACKAGES names no release")
	}
	files, err := filepath.Glob(filepath.Join(root, pattern))
	if err != nil || len(files) != 1 {
		t.Fatalf("%s: %v, %v", pattern, files, err)
	}
	return files[0]
}

// needs skips the test where a tool is missing.
func needs(t *testing.T, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
}

// ran runs a command and returns what it prints.
func ran(t *testing.T, dir, command string, args ...string) string {
	t.Helper()
	c := exec.Command(command, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "HOME="+dir, "XDG_STATE_HOME=", "NO_COLOR=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", command, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// works holds an installed program to what a newcomer does first.
func works(t *testing.T, program string) {
	t.Helper()
	dir := t.TempDir()
	revision, err := output(t.Context(), "../..", "git", "rev-parse", "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := ran(t, dir, program, "version"), "fms-tui 1.2.3-rc1 ("+runtime.Version(); !strings.HasPrefix(got, want) || !strings.Contains(got, revision[:12]) {
		t.Errorf("version prints %q", got)
	}
	ran(t, dir, program, "init", "beans")
	if got := ran(t, dir, program, "select", "beans.csv", "--label", "beans", "--budget", "11", "--no-honest"); !strings.Contains(got, "Ask 11 judgments of each object") {
		t.Errorf("select prints %s", got)
	}
}

// TestDebian installs the package of Debian into an empty root with dpkg itself.
func TestDebian(t *testing.T) {
	needs(t, "dpkg")
	deb := built(t, "dist/*.deb")
	root := t.TempDir()
	for _, dir := range []string{"info", "updates", "triggers"} {
		if err := os.MkdirAll(filepath.Join(root, "var", "lib", "dpkg", dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"status", "available"} {
		if err := os.WriteFile(filepath.Join(root, "var", "lib", "dpkg", f), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dpkg := []string{"--root=" + root, "--force-not-root", "--force-bad-path", "--log=" + filepath.Join(root, "log")}
	ran(t, root, "dpkg", append(dpkg, "--install", deb)...)
	works(t, filepath.Join(root, "usr", "bin", name))
	if got := ran(t, root, "dpkg", append(dpkg, "--verify", name)...); got != "" {
		t.Errorf("installed files differ: %s", got)
	}
	readable(t, filepath.Join(root, "usr", "share", "man"))
	ran(t, root, "dpkg", append(dpkg, "--purge", name)...)
	if _, err := os.Stat(filepath.Join(root, "usr", "bin", name)); err == nil {
		t.Error("the package leaves its program behind")
	}
}

// readable reads the manual pages with man.
func readable(t *testing.T, folder string) {
	t.Helper()
	if _, err := exec.LookPath("man"); err != nil {
		t.Logf("manual pages are not read: %v", err)
		return
	}
	plain := func(page string) string { return regexp.MustCompile(".\b").ReplaceAllString(page, "") }
	if got := plain(ran(t, folder, "man", "-M", folder, name)); !strings.Contains(got, "NAME\n       fms-tui - ") || !strings.Contains(got, "fms-tui-select(1)") {
		t.Errorf("man fms-tui shows\n%s", got)
	}
	if got := plain(ran(t, folder, "man", "-M", folder, "fms-tui-select")); !strings.Contains(got, "--budget") {
		t.Errorf("man fms-tui-select shows\n%s", got)
	}
}

// TestRPM asks rpm for what it would install.
func TestRPM(t *testing.T) {
	needs(t, "rpm")
	got := ran(t, t.TempDir(), "rpm", "-qp", "--list", "--info", built(t, "dist/*.rpm"))
	for _, want := range []string{"/usr/bin/fms-tui\n", "/usr/share/man/man1/fms-tui-select.1\n", "License     : MIT", "Build Host  : localhost"} {
		if !strings.Contains(got, want) {
			t.Errorf("rpm lacks %q:\n%s", want, got)
		}
	}
}

// TestPython installs the wheel offline into a fresh environment.
func TestPython(t *testing.T) {
	needs(t, "python3")
	wheel := built(t, "build/packages/*.whl")
	dir := t.TempDir()
	if out, err := exec.Command("python3", "-m", "venv", filepath.Join(dir, "venv")).CombinedOutput(); err != nil {
		t.Skipf("python3 makes no environments here: %v\n%s", err, out)
	}
	bin := filepath.Join(dir, "venv", "bin")
	ran(t, dir, filepath.Join(bin, "python"), "-m", "pip", "install", "--no-index", "--disable-pip-version-check", wheel)
	works(t, filepath.Join(bin, name))
	if got := ran(t, dir, filepath.Join(bin, "python"), "-m", "pip", "--disable-pip-version-check", "show", "--files", name); !strings.Contains(got, "Version: 1.2.3rc1\n") || !strings.Contains(got, "fms-tui.1\n") {
		t.Errorf("pip shows %s", got)
	}
	csv := filepath.Join(dir, "scores.csv")
	rows := "id,clear,label\n"
	for i := range 60 {
		rows += fmt.Sprintf("o%d,%d,%d\n", i, i*i%7+i%2, i*i%7)
	}
	if err := os.WriteFile(csv, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := ran(t, dir, filepath.Join(bin, "python"), "-c", "import fms_tui; print(fms_tui.Study('scores.csv').select(budget=1).repeats)"); got != "{'clear': 1}\n" {
		t.Errorf("the module answers %s", got)
	}
}

// TestNode installs the npm packages offline; the launcher passes arguments,
// output and statuses on.
func TestNode(t *testing.T) {
	needs(t, "node", "npm")
	dir := t.TempDir()
	ran(t, dir, "npm", "install", "--offline", "--no-audit", "--no-fund", "--cache", filepath.Join(dir, "cache"), "--prefix", dir,
		built(t, "build/packages/npm-fms-tui-linux-*.tgz"), built(t, "build/packages/npm-fms-tui-1*.tgz"))
	program := filepath.Join(dir, "node_modules", ".bin", name)
	works(t, program)
	err := exec.Command(program, "select", "--nosuch").Run()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 2 {
		t.Errorf("wrong usage ends with %v, not with status 2", err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "node_modules", npmName(targets[0]))); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(program, "version").CombinedOutput(); err == nil || !strings.Contains(string(out), "is not installed. Install fms-tui again") {
		t.Errorf("without its program the launcher says %q, %v", out, err)
	}
}

// TestArchive: the archive runs where it is unpacked, and shells parse its
// completions.
func TestArchive(t *testing.T) {
	needs(t, "tar")
	dir := t.TempDir()
	ran(t, dir, "tar", "-xzf", built(t, "dist/fms-tui_*.tar.gz"), "--strip-components=1")
	works(t, filepath.Join(dir, name))
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if _, err := exec.LookPath(shell); err == nil {
			ran(t, dir, shell, "-n", completions[shell])
		}
	}
	for _, f := range []string{"LICENSE", "THIRD_PARTY", "README.md", completions["powershell"], manPath("select")} {
		if info, err := os.Stat(filepath.Join(dir, f)); err != nil || info.Size() == 0 {
			t.Errorf("the archive lacks %s: %v", f, err)
		}
	}
}
