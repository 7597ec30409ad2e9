package tui

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/export"
)

// TestExportForms: the suffix says the form, tab goes through the forms, and another suffix is
// refused with all of them.
func TestExportForms(t *testing.T) {
	x := start(t, openSample("beans"), 80, 24)
	x.keys("e")
	forms := export.Forms()
	for i := range forms {
		x.want(forms[i].Suffix)
		x.keys("tab")
	}
	x.want(forms[0].Suffix)
	x.keys("shift+tab")
	x.want(forms[len(forms)-1].Suffix)
	x.keys("tab", "backspace", "enter")
	x.want("the name must end in .json")
	x.keys("esc")
	if x.over != nil {
		t.Error("esc leaves the field")
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
	x.want(".html")
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
