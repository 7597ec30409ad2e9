package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pilot is a small crowd whose objects and raters have names that are in no text of the
// program, with an object that lacks most attributes, which a finding names.
func pilot(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("object,rater,plot,style,length,quality\n")
	for i := range 60 {
		for r := range 3 {
			x, y := i%7, (i*i+r)%5
			object, rater := "story-zq"+string(rune('a'+i%26))+string(rune('a'+i/26)), "quux"+string(rune('a'+(i+r)%6))
			if i == 5 {
				b.WriteString(object + "," + rater + "," + num(x) + ",,," + num(i%7) + "\n")
				continue
			}
			b.WriteString(object + "," + rater + "," + num(x+r%2) + "," + num(y) + "," + num(i%3) + "," + num(i%7) + "\n")
		}
	}
	return file(t, "pilot.csv", b.String())
}

func num(n int) string { return string(rune('0' + n)) }

// TestReportPage: the page says what select says, and a private one names nobody.
func TestReportPage(t *testing.T) {
	data := pilot(t)
	out := filepath.Join(t.TempDir(), "report.html")
	fms(t, "report", data, "--label", "quality", "--budget", "3", "-o", out).want(t, 0, "wrote the report of quality at a budget of 3 to "+out)
	text := content(t, out)
	for _, want := range []string{
		"<title>What to ask to predict quality</title>", "Ask ", "Reliability and agreement", "Glossary", "story-zqfa", "quuxa",
		"fms-tui report", "--label quality", "--budget 3",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	fms(t, "report", data, "--label", "quality", "--budget", "3", "--private", "--quiet", "-o", out).want(t, 0)
	text = content(t, out)
	for _, secret := range []string{"story-zq", "quux", filepath.Dir(data)} {
		if strings.Contains(text, secret) {
			t.Errorf("the private page names %q: %s", secret, around(text, secret))
		}
	}
	if len(text) > 400_000 || !strings.Contains(text, "rater 1") {
		t.Errorf("%d bytes", len(text))
	}
}

func around(text, at string) string {
	i := strings.Index(text, at)
	return text[max(0, i-80):min(len(text), i+80)]
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestPlotFiles: the figures in both forms.
func TestPlotFiles(t *testing.T) {
	data := pilot(t)
	for _, figure := range plotted {
		if figure == "calibration" {
			continue // for two classes: see calibration_test.go
		}
		for _, suffix := range []string{".svg", ".PNG"} {
			out := filepath.Join(t.TempDir(), figure+suffix)
			fms(t, "plot", figure, data, "--label", "quality", "--quiet", "-o", out).want(t, 0)
			if got := content(t, out); !strings.HasPrefix(got, "<svg") && !strings.HasPrefix(got, "\x89PNG") {
				t.Errorf("%s: %.20q", out, got)
			}
		}
	}
}

// TestHandOnErrors: bad input is one clear error, and an old file stays whole.
func TestHandOnErrors(t *testing.T) {
	data := pilot(t)
	unlabelled := file(t, "unlabelled.csv", "object,attribute,judgment\na,x,1\na,x,2\nb,x,3\nb,x,4\n")
	old := file(t, "old.html", "old")
	nowhere := filepath.Join(t.TempDir(), "no", "report.html")
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"report", data}, statusMisused, "report needs -o FILE.html"},
		{[]string{"report", data, "--label", "quality", "--budget", "1,2", "-o", old}, statusMisused, "report begins with one budget"},
		{[]string{"report", unlabelled, "-o", old}, statusFailed, "there is no label to predict"},
		{[]string{"report", data, "--label", "quality", "-o", nowhere}, statusFailed, "report.html"},
		{[]string{"plot", "pie", data, "-o", "x.svg"}, statusMisused, `"pie" is not known: accepted are curve, map, predictor`},
		{[]string{"plot", "map", data}, statusMisused, "--figure needs -o FILE.svg or -o FILE.png"},
		{[]string{"plot", "map", data, "-o", "x.pdf"}, statusMisused, "--figure needs -o FILE.svg or -o FILE.png"},
		{[]string{"plot", "map"}, statusMisused, "report needs DATA"},
		{[]string{"plot", "map", unlabelled, "-o", old + ".svg"}, statusFailed, "there is no label to predict"},
	} {
		fms(t, c.args...).want(t, c.status, c.want)
	}
	if got := content(t, old); got != "old" {
		t.Errorf("the old file holds %q", got)
	}
	if _, err := os.Stat(old + ".svg"); err == nil {
		t.Error("a failed run wrote a file")
	}
}
