package results

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tools/paper/page"
)

// TestPage: the page has a place for every table, and none is empty.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "research", "results.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables() {
		content, ok := page.Content(string(text), table.Name)
		if !ok || !strings.Contains(content, "|--:|") {
			t.Errorf("the page has no table %s", table.Name)
		}
	}
}

// TestFigure draws a figure of few splits on the small sample, in place of the one
// that takes seconds to simulate.
func TestFigure(t *testing.T) {
	l := &lab{splits: 3, Page: &page.Page{Seed: 1, Data: filepath.Join(t.TempDir(), "none")}}
	text, err := l.figure(context.Background(), &trial{
		data: "bodies", label: "height", folds: core.NoFolds, train: 60, held: 2,
		algorithms: []selection.Algorithm{"full", "uniform", "single=estimated-height"}, budgets: []int{4, 12},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{
		"3 splits, seed 1: 60 objects to learn from, 176 to test on", "| budget | full | uniform | single=estimated-height | full, no refit | full, projected |",
		"| 12 |", "Budgets at which full is at or below: uniform ", " full\n", " uniform\n", " single\n",
	} {
		if !strings.Contains(text, s) {
			t.Errorf("the figure lacks %q:\n%s", s, text)
		}
	}
	if text, err := realFigures(context.Background(), l); text != "" || err != nil {
		t.Errorf("without real data: %q, %v", text, err)
	}
}

// TestCompare: each variant stands beside the paper's.
func TestCompare(t *testing.T) {
	var out page.Markdown
	l := &lab{splits: 2, Page: &page.Page{Seed: 1}}
	if _, err := l.compare(context.Background(), realSet{"bodies few", "weight", 2, []int{6}}, &out); err != nil {
		t.Fatal(err)
	}
	if rows := strings.Count(out.String(), "\n| 6 |"); rows != 5 || !strings.Contains(out.String(), "100 objects to learn from") {
		t.Errorf("%d rows in\n%s", rows, out.String())
	}
}

func TestSettings(t *testing.T) {
	if s := (&trial{held: 3}).settings(); s.Raters != model.RatersPaper || s.MaxRepeats != 3 {
		t.Errorf("%+v", s)
	}
}
