package tui

import (
	"strings"
	"testing"

	"fms-tui/tui/screen"
)

// TestDescribe: what is read aloud begins with the answer, has a sentence a line, and no
// sign that a reader of the screen spells or passes over.
func TestDescribe(t *testing.T) {
	var b strings.Builder
	x := start(t, bodies(), 80, 24)
	o := screen.Options{Study: x.Opt.Study, Settings: x.Opt.Settings, NoHonest: true, Seed: 1}
	if err := Describe(t.Context(), &b, o); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if !strings.HasPrefix(text, "Answer. Ask ") {
		t.Errorf("the answer does not come first: %.60q", text)
	}
	for _, r := range text {
		if r > '~' || r < ' ' && r != '\n' {
			t.Errorf("%q is a sign", r)
		}
	}
	for line := range strings.Lines(text) {
		if !strings.HasSuffix(line, ".\n") && !strings.HasPrefix(line, "Finding: ") || strings.Contains(line, "  ") {
			t.Errorf("no sentence: %q", line)
		}
	}
	for _, want := range []string{"\nfemale: asked ", "\nBudget 5: 3 female, 2 tall, projected typical error 2.8", "\nPredictor. height is about 67.", "\nminus 5."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	for in, want := range map[string]string{
		"R² .59 ± .04": "R squared 0.59 plus or minus 0.04", "corr -.65, +.4": "corr minus 0.65, plus 0.4",
		"− 5.04 × x": "minus 5.04 times x", "a-.5b c.5": "a-.5b c.5", "2–7 …": "2 to 7 ...",
	} {
		if got := spoken(in); got != want {
			t.Errorf("%q is spoken as %q, want %q", in, got, want)
		}
	}
}
