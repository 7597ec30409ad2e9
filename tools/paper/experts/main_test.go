package experts

import (
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fms-tui/core/experts"
	"fms-tui/tools/paper/page"
)

// TestPage: the page has a place for every experiment, and none of its tables is
// empty.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "research", "experts_results.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range experiments() {
		content, ok := page.Content(string(text), e.name)
		want := 3
		if e.name == "simulated" {
			want = 4 // the risk on new objects, too
		}
		if n := strings.Count(content, "\n| (iii) standardised |"); !ok || n != want {
			t.Errorf("the page has %d tables of %s, want %d", n, e.name, want)
		}
	}
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }

// write makes a data folder of two classes that the first feature tells apart.
func write(t *testing.T) (data string) {
	t.Helper()
	data = t.TempDir()
	rng := rand.New(rand.NewPCG(1, 2))
	for name, c := range map[string]struct {
		rows, features int
		classes        [2]string
	}{"ionosphere/ionosphere.csv": {351, 34, [2]string{"b", "g"}}, "winequality_red/winequality-red.csv": {1599, 11, [2]string{"5", "6"}}} {
		var b strings.Builder
		for range c.rows {
			x := rng.NormFloat64()
			class := c.classes[0]
			if x > 0 {
				class = c.classes[1]
			}
			cells := []string{number(x), "0"}
			for len(cells) < c.features {
				cells = append(cells, number(rng.NormFloat64()))
			}
			b.WriteString(strings.Join(append(cells, class), ",") + "\n")
		}
		path := filepath.Join(data, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

// TestFill fills a page from data that are made here, by as little work as can be.
func TestFill(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and one goroutine")
	}
	path := filepath.Join(t.TempDir(), "page.md")
	const text = "by hand\n<!-- begin simulated -->\nstays\n<!-- end simulated -->\n<!-- begin ionosphere -->\n<!-- end ionosphere -->\n<!-- begin wine -->\n<!-- end wine -->\nthe end\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	q := question{repetitions: 2, restarts: 1, lambdas: 3, fresh: 100}
	data := write(t)
	fill := func(data, only string) error {
		q.Page = &page.Page{Path: path, Only: only, Data: data, Seed: 1, Progress: io.Discard}
		return page.Fill(t.Context(), q.Page, parts(), q)
	}
	if err := fill(data, "ionosphere"); err != nil {
		t.Fatal(err)
	}
	if settings, err := wine(data); err != nil || len(settings) != 5 || math.Abs(settings[1].held-599./1599) > 1e-12 {
		t.Errorf("%+v, %v", settings, err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"by hand\n", "\nstays\n", "<!-- begin wine -->\n<!-- end wine -->", "\nthe end\n", "| (i) |", "| (iii) standardised |", "| 0.432 | 0.477 | 0.435 |", "2/2"} {
		if !strings.Contains(string(got), s) {
			t.Errorf("the page lacks %q:\n%s", s, got)
		}
	}
	if strings.Contains(string(got), "NaN") {
		t.Errorf("the page has what is no number:\n%s", got)
	}
	// Without data the tables stay as they were.
	if err := fill(t.TempDir(), "ionosphere,wine"); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(path); err != nil || string(again) != string(got) {
		t.Errorf("without data the page changed (%v)", err)
	}
}

// TestSimulated: the least possible risk and the experts' errors agree with the paper's
// parameters.
func TestSimulated(t *testing.T) {
	settings, err := simulated("")
	if err != nil || len(settings) != 5 {
		t.Fatal(settings, err)
	}
	s := settings[0]
	q := question{fresh: 4000}
	_, bayes := q.newObjects(s, rand.New(rand.NewPCG(3, 4)))
	if math.Abs(bayes-.347) > .01 {
		t.Errorf("the least risk is %g", bayes)
	}
	for k, want := range []float64{.5, .85, .53} {
		if got := s.right(nil, k); math.Abs(got-want) > 1e-12 {
			t.Errorf("expert %d is right with %g", k, got)
		}
	}
	x := []float64{1, 2, 3, 4, 5}
	for k, want := range map[int]float64{
		1: sigmoid(.1 + .4 - .24 + .1 - .325), 2: sigmoid(.05 + .2 - .9 - 1.6), // as printed
		3: sigmoid(0), 4: sigmoid(0), // at the means standardised features are 0
	} {
		if got := settings[k].right(x, 0); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: the first expert is right with %g, want %g", settings[k].name, got, want)
		}
	}
}

// TestReal: what cannot be read is told.
func TestReal(t *testing.T) {
	for want, row := range map[string]string{
		"row 1 has 2 cells, want 34 features": "1,g\n",
		`"x" is no class of a radar return`:   strings.Repeat("1,", 34) + "x\n",
		"row 1: strconv.ParseFloat":           "a," + strings.Repeat("1,", 33) + "g\n",
	} {
		data := t.TempDir()
		if err := os.Mkdir(filepath.Join(data, "ionosphere"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(data, "ionosphere", "ionosphere.csv"), []byte(row), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ionosphere(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestKendall(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		want float64
	}{
		{[]float64{1, 2, 3}, []float64{2, 4, 9}, 1},
		{[]float64{1, 2, 3}, []float64{3, 2, 1}, -1},
		{[]float64{1, 2, 3, 4}, []float64{1, 3, 2, 4}, 4. / 6},
		{[]float64{1, 1, 2}, []float64{1, 2, 3}, 2 / math.Sqrt(6)},
	} {
		if got := kendall(c.x, c.y); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%g %g: %g, want %g", c.x, c.y, got, c.want)
		}
	}
}

func TestRegret(t *testing.T) {
	trial := trial{models: map[experts.Model]outcome{
		experts.Majority: {s: .4, risk: .2}, experts.EMSparse: {s: .3, risk: .25}, experts.EM: {s: .5, risk: .1},
	}}
	if got := trial.regret(); math.Abs(got-.15) > 1e-12 {
		t.Errorf("%g", got)
	}
}
