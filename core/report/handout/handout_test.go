package handout

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"fms-tui/core/report"
	"fms-tui/core/report/plot"
)

// nasty is a name that is markup in every language of the page.
const nasty = `</script><b onclick="x">&'"` + "\u2028"

func sample(steps int) *Page {
	p := &Page{
		Title: "What to ask to predict " + nasty, Label: nasty, Names: []string{nasty, "tall"},
		Tables:  []Table{{Title: nasty, Table: report.Table{Columns: []report.Column{{Head: "a"}, {Head: "b", Align: report.Right}}, Rows: [][]any{{nasty, "1"}}}}},
		Finding: []string{nasty}, Terms: []Term{{"label", nasty}}, Command: "fms-tui report " + nasty,
		Curve: plot.Curve{Title: nasty, Recommended: math.NaN(), At: 1},
	}
	for i := range steps {
		p.Curve.Budget = append(p.Curve.Budget, float64(i+1))
		p.Curve.Projected = append(p.Curve.Projected, math.NaN())
		p.Curve.Honest = append(p.Curve.Honest, math.NaN())
		p.Curve.SE = append(p.Curve.SE, math.NaN())
		p.Steps = append(p.Steps, Step{Budget: fmt.Sprint(i + 1), Sentence: "buy " + nasty, Bought: []Bought{{Repeats: i + 1, Weight: "+ 1.5"}}})
	}
	return p
}

func written(t *testing.T, p *Page) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPage: names stay names, the policy allows the page's own style and script and
// nothing else, and nothing is fetched.
func TestPage(t *testing.T) {
	text := written(t, sample(3))
	if strings.Contains(text, "<b onclick") || strings.Count(text, "</script>") != 2 {
		t.Error("a name became markup")
	}
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(text)
	if policy == nil {
		t.Fatal("there is no policy")
	}
	for _, part := range []string{"default-src 'none'", "base-uri 'none'", "form-action 'none'"} {
		if !strings.Contains(strings.ReplaceAll(policy[1], "&#39;", "'"), part) {
			t.Errorf("the policy lacks %q: %s", part, policy[1])
		}
	}
	for _, element := range []string{"style", "script"} {
		body := regexp.MustCompile(`(?s)<` + element + `>(.*?)</` + element + `>`).FindStringSubmatch(text)
		if body == nil {
			t.Fatalf("there is no %s", element)
		}
		if source := strings.ReplaceAll(strings.ReplaceAll(policy[1], "&#39;", "'"), "&#43;", "+"); !strings.Contains(source, element+"-src "+hash(body[1])) {
			t.Errorf("the policy does not allow the %s that is there: %s", element, source)
		}
	}
	if found := regexp.MustCompile(`(?i)(src|href|srcset|style)\s*=|url\(|@import|https?://[^w]|\son\w+=`).FindString(written(t, plain())); found != "" {
		t.Errorf("the page has %q", found)
	}
	if single := written(t, sample(1)); strings.Contains(single, `type="range"`) || strings.Contains(single, "<noscript>") {
		t.Error("a single budget has a slider")
	}
}

// plain is a page without strange names.
func plain() *Page {
	p := sample(3)
	p.Label, p.Names, p.Title, p.Command, p.Finding, p.Terms, p.Curve.Title = "y", []string{"a", "b"}, "t", "c", nil, nil, "t"
	p.Tables = nil
	for i := range p.Steps {
		p.Steps[i].Sentence = "buy"
	}
	return p
}

// TestSize: with a thousand attributes and as many budgets as a page has, the file
// stays small.
func TestSize(t *testing.T) {
	p := sample(62)
	p.Names = nil
	for i := range 1000 {
		p.Names = append(p.Names, fmt.Sprintf("an attribute of a long name, number %d", i))
	}
	for i := range p.Steps {
		p.Steps[i].Bought = nil
		for a := range 60 {
			p.Steps[i].Bought = append(p.Steps[i].Bought, Bought{Attribute: a, Repeats: 1 + i, Weight: "+ 0.0123"})
		}
	}
	if n := len(written(t, p)); n >= Most {
		t.Errorf("%d bytes", n)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestErrors(t *testing.T) {
	if err := Write(failing{}, sample(2)); err == nil {
		t.Error("an error of the writer is lost")
	}
	defer func() {
		if recover() == nil {
			t.Error("a page without steps is no contract broken")
		}
	}()
	_ = Write(failing{}, &Page{})
}
