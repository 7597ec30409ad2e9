package main

import (
	"encoding/json"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manPages are the pages of all commands by their names.
func manPages(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{"fms-tui": fms(t, "help", "--man").stdout}
	for _, c := range (&program{now: time.Now}).command().Commands() {
		r := fms(t, "help", "--man", c.Name())
		r.want(t, statusDone)
		pages[manName(c)] = r.stdout
	}
	return pages
}

// macros are the requests that a page may use.
var macros = []string{".TH", ".SH", ".B", ".BR", ".PP", ".TP", ".RS", ".RE", ".nf", ".fi", ".sp", ".nh", ".ad"}

var (
	fonts  = regexp.MustCompile(`\\f[BIR]`)
	glyphs = regexp.MustCompile(`\\\[u[0-9A-F]{4,6}\]`)
)

// unroff returns the text of a page: a literal reading of the escapes, word by word.
func unroff(page string) string {
	page = fonts.ReplaceAllString(page, "")
	page = glyphs.ReplaceAllStringFunc(page, func(g string) string {
		var r rune
		for _, c := range g[3 : len(g)-1] {
			r = r*16 + rune(strings.IndexRune("0123456789ABCDEF", c))
		}
		return string(r)
	})
	page = strings.NewReplacer(`\-`, "-", `\&`, "", `\e`, `\`, `\(ha`, "^", `\(ti`, "~", `\(aq`, "'", `\(ga`, "`").Replace(page)
	return " " + strings.Join(strings.Fields(page), " ") + " "
}

// TestManPages: each page says all that help says, and obeys no text.
func TestManPages(t *testing.T) {
	pages := manPages(t)
	root := (&program{now: time.Now}).command()
	for _, c := range append(root.Commands(), root) {
		page := pages[manName(c)]
		for line := range strings.Lines(page) {
			macro, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			if strings.HasPrefix(line, ".") && !slices.Contains(macros, macro) || strings.HasPrefix(line, "'") {
				t.Errorf("%s: roff obeys %q", manName(c), line)
			}
		}
		text := unroff(page)
		said := func(words string) {
			for paragraph := range strings.SplitSeq(words, "\n") {
				if want := strings.Join(strings.Fields(paragraph), " "); !strings.Contains(text, want) {
					t.Errorf("the page of %s lacks %q", manName(c), want)
				}
			}
		}
		said(c.Short + "\n" + c.Long + "\n" + c.Example)
		for _, flags := range []*pflag.FlagSet{c.NonInheritedFlags(), c.InheritedFlags()} {
			flags.VisitAll(func(f *pflag.Flag) {
				if f.Hidden {
					return
				}
				value, usage := pflag.UnquoteUsage(f)
				said(strings.TrimSpace("--" + f.Name + " " + value + " " + usage))
			})
		}
	}
	for _, sub := range root.Commands() {
		if !strings.Contains(pages["fms-tui"], roff(manName(sub))+" (1)") && sub.Name() != "help" {
			t.Errorf("the program's page does not point to that of %s", sub.Name())
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
		c := exec.Command(groff, "-man", "-Tutf8", "-P-cbou", "-ww")
		c.Stdin = strings.NewReader(page)
		var out, warnings strings.Builder
		c.Stdout, c.Stderr = &out, &warnings
		if err := c.Run(); err != nil || warnings.Len() > 0 || !strings.Contains(out.String(), "SYNOPSIS") {
			t.Errorf("%s: %v, %s", name, err, warnings.String())
		}
	}
}

// TestManText: paragraphs are filled, indented lines stay, and nothing is taken
// for a request.
func TestManText(t *testing.T) {
	for text, want := range map[string]string{
		"a\nb\n\nc":        "a\nb\n.PP\nc\n",
		"forms:\n  x\n y":  "forms:\n.PP\n.RS 4\n.nf\nx\n y\n.fi\n.RE\n",
		"  x\n\n  y\nz":    ".RS 4\n.nf\nx\n.sp\ny\n.fi\n.RE\n.PP\nz\n",
		".PP\n'so":         "\\&.PP\n\\&'so\n",
		`a\fB λ-^~'` + "`": `a\efB \[u03BB]\-\(ha\(ti\(aq\(ga` + "\n",
		" .sp":             ".RS 4\n.nf\n .sp\n.fi\n.RE\n",
	} {
		m := &manPage{}
		if m.text(text); m.String() != want {
			t.Errorf("%q becomes %q, want %q", text, m.String(), want)
		}
	}
}

// TestManDefaults: a default that a flag's text does not say stands behind it.
func TestManDefaults(t *testing.T) {
	c := &cobra.Command{Use: "x", Run: func(*cobra.Command, []string) {}}
	c.Flags().Int("folds", 10, "number of `N` folds")
	c.Flags().StringP("out", "o", "", "a `FILE`")
	m := &manPage{}
	m.options("OPTIONS", c.Flags())
	want := ".SH OPTIONS\n.TP\n\\fB\\-\\-folds\\fR \\fIN\\fR\nnumber of N folds (default 10)\n" +
		".TP\n\\fB\\-o\\fR, \\fB\\-\\-out\\fR \\fIFILE\\fR\na FILE\n"
	if m.String() != want {
		t.Errorf("%q, want %q", m.String(), want)
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
	if page := fms(t, "help", "--man").stdout; !strings.Contains(page, `"2026\-02\-03" "fms\-tui 7.8.9\-rc.1"`) {
		t.Errorf("the page begins with %.100q", page)
	}
}
