package tui

import (
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/screen"
)

// copied presses a key and returns what went to the clipboard.
func (x *harness) copied(key string) string {
	x.t.Helper()
	text := ""
	x.Opt.Copy = func(s string) error {
		text = s
		return nil
	}
	x.keys(key)
	return text
}

// TestCopyReadout: y copies the answer on top of each screen, whole.
func TestCopyReadout(t *testing.T) {
	x := start(t, bodies(), 160, 50)
	for key, want := range map[string][]string{
		"1": {"Ask 20 judgments of each object: ", "Predicts height with a typical error of ", "Asking nothing gives 4.00", " The data are simulated."},
		"2": {" at B = 20, with a typical error of ", "worse: "},
		"4": {" of 39 attributes of 880 objects", "height is the label", "One judgment has a reliability from ."},
	} {
		x.keys(key)
		got := x.copied("y")
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("on screen %s the readout lacks %q: %s", key, w, got)
			}
		}
		if strings.Contains(got, "NaN") || strings.Contains(got, "n/a") {
			t.Errorf("on screen %s the readout is %s", key, got)
		}
	}
	x.keys("1", "home")
	if got := x.copied("y"); !strings.HasPrefix(got, "Ask nothing, and guess the mean of height") {
		t.Errorf("at B = 0 the readout is %s", got)
	}
	x.want("copied the readout: Ask nothing")
}

// cells are a table's cells by the head of their column.
func cells(t *testing.T, text string) []map[string]string {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	heads := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := make(map[string]string)
		values := strings.Split(line, "\t")
		if len(values) != len(heads) {
			t.Fatalf("%d cells under %d heads: %q", len(values), len(heads), line)
		}
		for i, v := range values {
			row[heads[i]] = v
		}
		rows = append(rows, row)
	}
	return rows
}

// is tells whether a cell holds exactly a number.
func is(cell string, want float64) bool {
	if math.IsNaN(want) || math.IsInf(want, 0) {
		return cell == ""
	}
	got, err := strconv.ParseFloat(cell, 64)
	return err == nil && got == want
}

func TestCopyTable(t *testing.T) {
	x := start(t, bodies(), 160, 50)
	for _, key := range []string{"1", "v"} {
		x.keys(key)
		rows := cells(t, x.copied("Y"))
		if len(rows) != 39 {
			t.Fatalf("%d rows of 39 attributes", len(rows))
		}
		for k, row := range rows {
			i := x.Look.Order[k]
			at := &x.Shown.Result.Attributes[i]
			if row["attribute"] != at.Name || row["cost"] != at.Price.String() || row["judgments"] != strconv.Itoa(at.Judgments) ||
				!is(row["label_covariance"], at.B) || !is(row["internal_variance"], at.V) || !is(row["noise_ratio"], at.NoiseRatio()) ||
				row["repeats_full"] != strconv.Itoa(x.Active().Repeats[i]) {
				t.Errorf("%s: %v", at.Name, row)
			}
		}
		x.want("copied a table of 39 attributes")
	}
}

func TestCopyComparison(t *testing.T) {
	x := start(t, bodies(), 160, 50)
	x.keys("2")
	rows := cells(t, x.copied("Y"))
	if len(rows) != len(selection.AllAlgorithms()) {
		t.Fatalf("%d rows", len(rows))
	}
	for i, row := range rows {
		s, e := &x.Look.Picks[i].Selection, x.Look.Picks[i].Estimate()
		if row["algorithm"] != string(s.Algorithm) || row["budget"] != "20" || !is(row["projected_loss"], s.Loss) ||
			!is(row["honest_loss"], e.Loss) || !is(row["honest_loss_se"], e.SE) || row["repeats"] != x.compareRows()[i].Repeats {
			t.Errorf("%s: %v", s.Algorithm, row)
		}
		if (row["less_active"] == "") != (i == x.Look.Active) {
			t.Errorf("%s: less the active one %q", s.Algorithm, row["less_active"])
		}
	}
}

func TestCopyWorth(t *testing.T) {
	x := start(t, openSample("beans"), 120, 40)
	x.keys("4")
	text := x.copied("Y")
	attributes, _, _ := strings.Cut(text, "\n\n")
	rows := cells(t, attributes)
	if len(rows) != len(x.data().Examining.Value.Attributes) || !is(rows[0]["reliability"], x.data().Examining.Value.Attributes[0].Reliability()) {
		t.Errorf("%v", rows)
	}
	x.data().Examining.Forget()
	x.data().Examining.Ask(x.Runner(), x.Shown.State.Examined(), nil) // and no answer
	x.Take()
	if got := x.copied("Y"); got != "" {
		t.Errorf("copied %q while nothing is known", got)
	}
	x.want("still being examined")
}

// TestAsked: the command is asked for with the active algorithm first, and
// without naming what is shown anyway.
func TestAsked(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	if q := x.asked(); q.Algorithms != nil || q.Budget != model.Units(20) {
		t.Errorf("%+v", q)
	}
	if x.copied("C") != "" {
		t.Error("a command where there is none")
	}
	var asked screen.Asked
	x.Opt.Command = func(q screen.Asked) string {
		asked = q
		return "fms-tui it"
	}
	x.keys("a")
	if got := x.copied("C"); got != "fms-tui it" {
		t.Errorf("copied %q", got)
	}
	x.want("copied the command: fms-tui it")
	if len(asked.Algorithms) != 2 || asked.Algorithms[0] != selection.Scoring {
		t.Errorf("%v", asked.Algorithms)
	}
	x.keys("2")
	if q := x.asked(); len(q.Algorithms) != len(selection.AllAlgorithms()) || q.Algorithms[0] != selection.Scoring {
		t.Errorf("on Compare %v", q.Algorithms)
	}
}

// TestStudyFile: W writes what is shown as a study file, to a name that ends in .toml.
func TestStudyFile(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	x.keys("W")
	x.want("fms-tui init writes it")
	var asked screen.Asked
	x.Opt.StudyFile = func(w io.Writer, path string, q screen.Asked) error {
		asked = q
		_, err := io.WriteString(w, "study at "+filepath.Base(path))
		return err
	}
	path := filepath.Join(t.TempDir(), "mine.toml")
	x.keys("W", "ctrl+u")
	x.typed(path)
	x.keys("enter")
	x.want("exported the study file")
	if got, err := os.ReadFile(path); string(got) != "study at mine.toml" || asked.Budget != model.Units(20) {
		t.Errorf("%q, %v, of %+v", got, err, asked)
	}
	x.keys("W", "ctrl+u")
	x.typed("study.txt")
	x.keys("enter")
	x.want("the name must end in .toml")
}
