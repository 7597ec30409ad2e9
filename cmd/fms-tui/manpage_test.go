package main

import (
	"encoding/json"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manPages are the pages of all commands by their names.
func manPages(t *testing.T) map[string]string {
	t.Helper()
	pages := make(map[string]string)
	var add func(c *cobra.Command)
	add = func(c *cobra.Command) {
		r := fms(t, append([]string{"help", "--man"}, strings.Fields(c.CommandPath())[1:]...)...)
		r.want(t, statusDone)
		pages[c.CommandPath()] = r.stdout
		for _, sub := range c.Commands() {
			add(sub)
		}
	}
	add(commandTree(&program{now: time.Now}))
	return pages
}

// TestManPages: each page has its command's flags, and the program's page points to the others.
func TestManPages(t *testing.T) {
	pages := manPages(t)
	root := commandTree(&program{now: time.Now})
	for path, page := range pages {
		c, _, err := root.Find(strings.Fields(path)[1:])
		if err != nil {
			t.Fatal(err)
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.Contains(page, "--"+f.Name) {
				t.Errorf("the page of %s lacks --%s", path, f.Name)
			}
		})
		if sub := strings.Fields(path); len(sub) == 2 && !strings.Contains(pages["fms-tui"], strings.Join(sub, "-")+"(1)") && sub[1] != "help" {
			t.Errorf("the program's page does not point to that of %s", path)
		}
	}
	if r := fms(t, "help", "--man", "nosuch"); r.status != statusMisused || r.stdout != "" {
		t.Errorf("a page of no command: status %d, %q", r.status, r.stdout)
	}
}

// TestManPagesRender asks the formatters that are installed for their warnings.
func TestManPagesRender(t *testing.T) {
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff is not installed")
	}
	for name, page := range manPages(t) {
		c := exec.Command(groff, "-Kutf8", "-man", "-Tutf8", "-P-cbou", "-ww")
		c.Stdin = strings.NewReader(page)
		var out, warnings strings.Builder
		c.Stdout, c.Stderr = &out, &warnings
		if err := c.Run(); err != nil || warnings.Len() > 0 || !strings.Contains(out.String(), "SYNOPSIS") {
			t.Errorf("%s: %v, %s", name, err, warnings.String())
		}
	}
}

// TestVersionJSON: what a release stamps comes first, and the line says the same.
func TestVersionJSON(t *testing.T) {
	was := [...]string{version, revision, released}
	defer func() { version, revision, released = was[0], was[1], was[2] }()
	version, revision, released = "7.8.9-rc.1", "0123456789abcdef", "2026-02-03"
	r := fms(t, "version", "--json")
	r.want(t, statusDone)
	var got build
	if err := json.Unmarshal([]byte(r.stdout), &got); err != nil {
		t.Fatal(err)
	}
	want := build{Version: version, Revision: revision, Date: released, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Tags: got.Tags, Modified: got.Modified}
	if got.Tags == nil || got.Version != want.Version || got.Revision != want.Revision || got.Date != want.Date || got.Go != want.Go || got.OS != want.OS || got.Arch != want.Arch {
		t.Errorf("%+v, want %+v", got, want)
	}
	if line := fms(t, "version").stdout; !strings.HasPrefix(line, "fms-tui 7.8.9-rc.1 ("+runtime.Version()+", 0123456789ab") {
		t.Errorf("version prints %q", line)
	}
	if page := fms(t, "help", "--man").stdout; !strings.Contains(page, `"Feb 2026" "fms-tui 7.8.9-rc.1"`) {
		t.Errorf("the page begins with %.100q", page)
	}
}
