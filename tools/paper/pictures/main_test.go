package pictures

import (
	"bytes"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fms-tui/tui/picture"
)

func TestParse(t *testing.T) {
	got, err := parse(strings.Fields("-only map,data -theme light -o there"), io.Discard)
	if err != nil || got.folder != "there" || !slices.Equal(got.themes, []string{"light"}) ||
		len(got.screens) != 2 || got.screens[0].name != "map" || got.screens[1].name != "data" {
		t.Errorf("%+v, %v", got, err)
	}
	if all, err := parse(nil, io.Discard); err != nil || all.folder != "docs" || len(all.screens) != len(screens) || len(all.themes) != len(picture.Grounds) {
		t.Errorf("without arguments: %+v, %v", all, err)
	}
	for args, want := range map[string]string{
		"-only map,nonsense": `"nonsense": accepted are screen, map,`,
		"-theme mono":        `"mono": accepted are dark and light`,
		"now":                `does not take "now"`,
		"--nonsense":         "not defined",
	} {
		if err := Run(t.Context(), strings.Fields(args), nil, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}

// TestComplete: a screen is complete with its text, the footer, and nothing that
// is still computed.
func TestComplete(t *testing.T) {
	s := screen{text: "Residuals"}
	for text, want := range map[string]bool{
		"Residuals\n ? help  q quit":                               true,
		"Residuals, over 50 random splits, over-40-yea…\n  q quit": true,
		"Residuals":                                      false,
		"Table\n q quit":                                 false,
		"Residuals · computing…\n q quit":                false,
		"Residuals · resampling 30 of 200\n q quit":      false,
		"Residuals\n honest     …  \n q quit":            false,
		"Residuals · 3 of 50 splits\n q quit":            false,
		"Residuals · fitting ─\n q quit":                 false,
		"Residuals when the test errors are done…q quit": false,
	} {
		if got := s.complete(text); got != want {
			t.Errorf("%q is complete: %v", text, got)
		}
	}
}

// TestDocs: every picture is in docs, of the size of the terminal, not too large
// for a page, and on some page.
func TestDocs(t *testing.T) {
	docs := filepath.Join("..", "..", "..", "docs")
	readme, err := os.ReadFile(filepath.Join("..", "..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	screen, err := os.ReadFile(filepath.Join(docs, "keys.md"))
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(docs, dragName)); err != nil || info.Size() > 1_000_000 || !strings.Contains(string(readme), "(docs/"+dragName+")") {
		t.Errorf("the moving picture: %v, %v", info, err)
	}
	for _, s := range screens {
		for theme := range picture.Grounds {
			name := file(s, theme)
			b, err := os.ReadFile(filepath.Join(docs, name))
			if err != nil {
				t.Error(err)
				continue
			}
			c, err := png.DecodeConfig(bytes.NewReader(b))
			if err != nil || c.Width != columns*picture.CellW+2*picture.Margin || c.Height != rows*picture.CellH+2*picture.Margin {
				t.Errorf("%s: %d×%d, %v", name, c.Width, c.Height, err)
			}
			if len(b) > 150_000 {
				t.Errorf("%s has %d bytes", name, len(b))
			}
			if !strings.Contains(string(screen), "("+name+")") {
				t.Errorf("docs/keys.md does not show %s", name)
			}
		}
	}
}
