package tui

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/tui/screen"
)

// lastDigits are digits of numbers beyond the twelfth: they are the order of sums.
var lastDigits = regexp.MustCompile(`(\d+\.\d{9})\d+`)

// TestExportView: what will be written is shown in the form of the suffix, and tab goes through
// the forms.
func TestExportView(t *testing.T) {
	x := start(t, openSample("beans"), 80, 24)
	x.keys("e")
	golden.RequireEqual(t, lastDigits.ReplaceAll([]byte(x.screen()), []byte("$1…")))
	forms := export.Forms()
	for i := range forms {
		x.want(forms[i].Suffix)
		var b strings.Builder
		if err := forms[i].Write(&b, *x.Predictor()); err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(b.String(), "\n")
		x.want(strings.TrimSpace(first))
		x.keys("tab")
	}
	x.want(forms[0].Suffix)
	x.keys("shift+tab")
	x.want(forms[len(forms)-1].Suffix)
	x.keys("tab")
	x.mouseAt("down", 10, x.h-4, 0)
	x.keys("down")
	if n := x.over.text.Offset; n != 2 {
		t.Errorf("the wheel and a key scroll the preview by %d", n)
	}
	x.keys("backspace")
	x.want("Nothing yet: the name must end in .json")
	x.keys("esc")
	if strings.Contains(x.screen(), "What will be written") {
		t.Error("esc leaves the preview")
	}
}

// TestExportPage: where there is a page to hand on, it is offered after the predictor's
// forms, and written as it was when the name was given.
func TestExportPage(t *testing.T) {
	x := start(t, openSample("beans"), 80, 24)
	var asked string
	x.Opt.Page = func(s *core.Study, q model.Settings, a selection.Algorithm, b model.Amount, path string) func(io.Writer) error {
		return func(w io.Writer) error {
			asked = fmt.Sprintf("%s of %s at %s", a, q.Label, b)
			_, err := io.WriteString(w, "<!DOCTYPE html>")
			return err
		}
	}
	x.keys("e", "shift+tab")
	x.want(screen.PageSuffix)
	x.want("One HTML file to hand on")
	path := filepath.Join(t.TempDir(), "beans.html")
	x.keys("ctrl+u")
	x.typed(path)
	x.keys("enter")
	if got, err := os.ReadFile(path); err != nil || string(got) != "<!DOCTYPE html>" {
		t.Errorf("%q, %v", got, err)
	}
	if want := fmt.Sprintf("%s of %s at %s", x.Active().Algorithm, x.Shown.Result.Settings.Label, x.Active().Budget); asked != want {
		t.Errorf("the page is of %q, shown is %q", asked, want)
	}
	x.want("exported")
}
