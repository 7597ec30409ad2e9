package export_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	_ "modernc.org/sqlite"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/export"
)

// nasty are names with what quotes, ends, comments or marks up a text in any
// of the forms.
var nasty = []string{
	"male", `it's "x" \`, "a\nb", "'; DROP TABLE judgments; --", "/* */ -- #", "{x} %s $1 ?1 :a @b", "ünïcødé 漢字 🙂", "line\u2028sep",
	`"""`, `'''`, "tab\tcr\rbell\a", "|pipe| `code`", "_a_ **b** <script>&amp; [l](u) https://x.y", `\input{x}^~#%$&_{}`, "[1] ---,,''``", "*star",
	"NULL", "", "(intercept)", `\n\x41\u0041`, "a\\", "é vs e\u0301", "-1", "0", "True",
	"__proto__", "${process.exit(1)}", "=HYPERLINK(\"x\")", "{{ env.HOME }}{% x %}", "file://x", "</script>",
}

// nastyPredictor has all nasty names, as attributes and as raters.
func nastyPredictor(mode model.Raters) model.Predictor {
	rng := rand.New(rand.NewPCG(1, 2))
	p := sample()
	p.Label, p.Algorithm, p.Tool = "la'bel\n\"--\" \\", "single=a\nb", "fms-tui \n0"
	p.Attributes, p.External = nil, nil
	p.Raters = model.PredictorRaters{Mode: mode, Offsets: map[string]map[string]float64{}}
	for i, name := range nasty {
		p.Attributes = append(p.Attributes, model.PredictorAttribute{
			Name: name, Repeats: 1 + i%3, Weight: math.Exp(6*rng.NormFloat64()) * float64(1-2*(i%2)), Cost: model.Unit / 4, Mean: rng.NormFloat64(), InternalVariance: 1, Scale: 1,
		})
		row := make([]float64, len(nasty))
		row[i] = 1
		p.External = append(p.External, row)
		if mode == model.RatersFixed {
			p.Raters.Offsets[name] = map[string]float64{}
			for _, rater := range nasty[i/2:] {
				p.Raters.Offsets[name][rater] = rng.NormFloat64()
			}
		}
	}
	p.Intercept = -57
	return p
}

// nastyData has objects with and without all attributes, and raters known,
// unknown and without an id.
func nastyData() *model.Dataset {
	rng := rand.New(rand.NewPCG(3, 4))
	var b model.Builder
	for i := range 40 {
		o := b.Object(fmt.Sprintf("o%02d", i))
		for k, name := range nasty {
			if i%4 == 3 && k == i%len(nasty) {
				continue
			}
			for range 1 + rng.IntN(3) {
				rater := model.NoRater
				if rng.IntN(5) > 0 {
					rater = b.RaterID(append(nasty, "stranger")[rng.IntN(len(nasty)+1)])
				}
				b.Add(o, b.Attribute(name), rater, math.Round(1e3*rng.NormFloat64())/1e3)
			}
		}
		b.Add(o, b.Attribute("not needed"), model.NoRater, 1)
	}
	b.Add(b.Object("no attribute of the support"), b.Attribute("not needed"), model.NoRater, 1)
	return b.Build()
}

// expected is what core.Predict says, by object; NaN for no prediction.
func expected(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]float64 {
	t.Helper()
	run, err := core.Predict(&p, ds, false)
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]float64)
	empty := 0
	for i, o := range ds.Objects {
		want[o] = run.Object(i).Value
		if math.IsNaN(want[o]) {
			empty++
		}
	}
	if empty < 2 || empty > len(want)/2 {
		t.Fatalf("%d of %d objects without a prediction: the data test nothing", empty, len(want))
	}
	return want
}

// compare fails unless a form predicts what is expected; nil is no prediction.
func compare(t *testing.T, got map[string]*float64, want map[string]float64, size float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d objects, want %d", len(got), len(want))
	}
	for o, y := range want {
		x := got[o]
		if (x == nil) != math.IsNaN(y) {
			t.Errorf("%s: %v, want %v", o, x, y)
		} else if x != nil && math.Abs(*x-y) > 1e-9*size {
			t.Errorf("%s: %v, want %v", o, *x, y)
		}
	}
}

// size is the scale of the sum of a prediction, for rounding.
func size(p model.Predictor) float64 {
	s := math.Abs(p.Intercept)
	for _, a := range p.Attributes {
		s = max(s, math.Abs(a.Weight))
	}
	return s
}

var modes = []model.Raters{model.RatersPaper, model.RatersFixed}

// TestPythonPredicts runs the Python form.
func TestPythonPredicts(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil || exec.Command(python, "-c", "import sys; sys.exit(sys.version_info < (3, 10))").Run() != nil {
		t.Skip("there is no Python 3.10")
	}
	for _, mode := range modes {
		t.Run(string(mode), func(t *testing.T) {
			p, ds := nastyPredictor(mode), nastyData()
			path := filepath.Join(t.TempDir(), "p.py")
			if err := os.WriteFile(path, []byte(write(t, func(b *bytes.Buffer) error { return export.Python(b, p) })), 0o600); err != nil {
				t.Fatal(err)
			}
			compare(t, runPython(t, python, path, ds, mode == model.RatersFixed), expected(t, p, ds), size(p))
		})
	}
}

const driver = `
import json, sys
scope = {}
exec(compile(open(sys.argv[1], encoding="utf-8").read(), "p.py", "exec"), scope)
out = {}
for o, (judgments, raters) in json.load(sys.stdin).items():
    out[o] = scope["predict"](judgments, raters) if sys.argv[2] == "fixed" else scope["predict"](judgments)
json.dump(out, sys.stdout)
`

func runPython(t *testing.T, python, path string, ds *model.Dataset, fixed bool) map[string]*float64 {
	t.Helper()
	out := output(t, judgmentsJSON(t, ds), python, "-I", "-c", driver, path, map[bool]string{true: "fixed"}[fixed])
	var got map[string]*float64
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestSQLPredicts runs the SQL form in SQLite, over a column of integers, reals
// and texts as files are imported.
func TestSQLPredicts(t *testing.T) {
	for _, mode := range modes {
		t.Run(string(mode), func(t *testing.T) {
			p, ds := nastyPredictor(mode), nastyData()
			query := write(t, func(b *bytes.Buffer) error { return export.SQL(b, p) })
			compare(t, runSQL(t, query, ds), expected(t, p, ds), size(p))
		})
	}
}

func runSQL(t *testing.T, query string, ds *model.Dataset) map[string]*float64 {
	t.Helper()
	got := make(map[string]*float64)
	queryJudgments(t, query, ds, func(rows *sql.Rows) error {
		var o string
		var x *float64
		err := rows.Scan(&o, &x)
		got[o] = x
		return err
	})
	return got
}

// judgmentTable is a table of judgments in SQLite.
func judgmentTable(t *testing.T, ds *model.Dataset) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	exec := func(query string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(context.Background(), query, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec("CREATE TABLE judgments(object TEXT, attribute TEXT, judgment, rater TEXT)")
	for i, o := range ds.Objects {
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			var rater, judgment any = nil, ds.Value[j]
			if w := ds.Rater[j]; w != model.NoRater {
				rater = ds.Raters[w]
			}
			if j%3 == 0 {
				judgment = fmt.Sprint(ds.Value[j])
			}
			exec("INSERT INTO judgments VALUES (?, ?, ?, ?)", o, ds.Attributes[ds.Attr[j]], judgment, rater)
		}
	}
	exec("INSERT INTO judgments VALUES ('o00', 'male', NULL, NULL)") // does not count
	return db
}

// TestFormsOfNastyNames holds every form to a golden file; JSON has encoding/json.
func TestFormsOfNastyNames(t *testing.T) {
	for _, f := range export.Forms()[1:] {
		if f.Binary {
			continue
		}
		for _, mode := range modes {
			t.Run(f.Name+"-"+string(mode), func(t *testing.T) {
				p := nastyPredictor(mode)
				for i := range p.Attributes {
					p.Attributes[i].Weight = float64(i) / 3
				}
				for name := range p.Raters.Offsets {
					if name != "male" && name != "a\nb" {
						delete(p.Raters.Offsets, name)
					}
				}
				golden.RequireEqual(t, write(t, func(b *bytes.Buffer) error { return f.Write(b, p) }))
			})
		}
	}
}

// TestSQLRefusesNUL: no text of SQL can hold it.
func TestSQLRefusesNUL(t *testing.T) {
	p := sample()
	p.Attributes[0].Name = "a\x00b"
	var b bytes.Buffer
	if err := export.SQL(&b, p); err == nil || !strings.Contains(err.Error(), `"a\x00b" holds the character NUL`) || b.Len() > 0 {
		t.Errorf("error %v after %d bytes", err, b.Len())
	}
}

// TestNoAttributes: a predictor without attributes predicts its intercept.
func TestNoAttributes(t *testing.T) {
	p := sample()
	p.Attributes, p.External = nil, nil
	ds := nastyData()
	got := runSQL(t, write(t, func(b *bytes.Buffer) error { return export.SQL(b, p) }), ds)
	for _, o := range ds.Objects {
		if got[o] == nil || *got[o] != p.Intercept {
			t.Errorf("%s: %v, want the intercept", o, got[o])
		}
	}
}
