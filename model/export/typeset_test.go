package export_test

import (
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"fms-tui/model"
)

// TestLaTeXIsTypeset compiles the LaTeX form with hostile names, stops at the
// first error, and reads every name back from the page. The fonts that LaTeX has
// without a package hold no Chinese: names that need such letters are left out.
func TestLaTeXIsTypeset(t *testing.T) {
	latex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("there is no pdflatex")
	}
	for _, mode := range modes {
		t.Run(string(mode), func(t *testing.T) {
			p := nastyPredictor(mode)
			p.External = nil // it would have to lose the same attributes, and is not in the table
			p.Attributes = slices.DeleteFunc(p.Attributes, func(a model.PredictorAttribute) bool { return !isWestern(a.Name) })
			for _, byRater := range p.Raters.Offsets {
				for rater := range byRater {
					if !isWestern(rater) {
						delete(byRater, rater)
					}
				}
			}
			table := written(t, "latex", p)
			dir := t.TempDir()
			// The page is as long as the tables, and no line breaks in a cell.
			document := "\\documentclass{article}\n\\pdfpageheight=5000pt \\pdfpagewidth=1500pt \\textheight=4900pt \\textwidth=1400pt\n" +
				"\\renewcommand\\topfraction{1}\\renewcommand\\floatpagefraction{0}\n\\begin{document}\n" + table + "\\end{document}\n"
			if err := os.WriteFile(filepath.Join(dir, "p.tex"), []byte(document), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.CommandContext(t.Context(), latex, "-halt-on-error", "-interaction=nonstopmode", "-no-shell-escape", "p.tex")
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("pdflatex: %v\n%s", err, out)
			}
			checkPage(t, filepath.Join(dir, "p.pdf"), p)
		})
	}
}

func isWestern(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 0xff && r != '\u2028' })
}

// checkPage finds every attribute's name on the page, where the fonts have a
// character for each of its letters.
func checkPage(t *testing.T, pdf string, p model.Predictor) {
	t.Helper()
	text, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Log("there is no pdftotext: only compiled")
		return
	}
	out, err := exec.CommandContext(t.Context(), text, "-enc", "UTF-8", pdf, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	page, found := letters(string(out)), 0
	for _, a := range p.Attributes {
		if name := letters(a.Name); name != "" {
			if found++; !strings.Contains(page, name) {
				t.Errorf("%q is not on the page:\n%s", a.Name, out)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d names looked for", found)
	}
}

// letters is s without what a typesetter may set another way: spaces, quotation
// marks, accents beside their letters.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return -1
	}, s)
}

// TestMarkdownIsRendered renders the Markdown form by pandoc's reading of
// GitHub's dialect: each name is the text of one cell of its own row, and no name
// becomes a link, an image, code or a tag.
func TestMarkdownIsRendered(t *testing.T) {
	pandoc, err := exec.LookPath("pandoc")
	if err != nil {
		t.Skip("there is no pandoc")
	}
	for _, mode := range modes {
		t.Run(string(mode), func(t *testing.T) {
			p := nastyPredictor(mode)
			cmd := exec.CommandContext(t.Context(), pandoc, "-f", "gfm", "-t", "html", "--wrap=none")
			cmd.Stdin = strings.NewReader(written(t, "markdown", p))
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			page := string(out)
			page = strings.Replace(page, "<p><strong>", "<p>", 1) // the title, which is meant
			for _, tag := range []string{"<a ", "<img", "<script", "<code", "<em", "<strong", "<del"} {
				if at := strings.Index(page, tag); at >= 0 {
					t.Errorf("%s in the page: …%.80q…", tag, page[at:])
				}
			}
			var cells []string
			for _, m := range regexp.MustCompile(`(?s)<td[^>]*>(.*?)</td>`).FindAllStringSubmatch(page, -1) {
				cells = append(cells, html.UnescapeString(m[1]))
			}
			for _, a := range p.Attributes {
				want := strings.Join(strings.FieldsFunc(a.Name, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u2028' }), " ")
				want = strings.ReplaceAll(want, "e\u0301", "é") // pandoc puts accents and letters together
				if !slices.Contains(cells, want) {
					t.Errorf("no cell says %q; cells: %q", want, cells)
				}
			}
		})
	}
}
