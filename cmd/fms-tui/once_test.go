package main

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// firstJudgments is a file of the first judgment of each cell of a real data set, of its objects
// with all attributes, and their number; "" without the data.
func firstJudgments(t *testing.T, name string, attributes int) (path string, objects int) {
	t.Helper()
	real := realFiles(name)
	if real == nil {
		return "", 0
	}
	f, err := os.Open(real[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(z).ReadAll() // object, attribute, worker, judgment
	if err != nil {
		t.Fatal(err)
	}
	cells, of := make(map[[2]string]bool), make(map[string][]string)
	for _, row := range rows[1:] {
		if cell := [2]string{row[0], row[1]}; row[3] != "" && !cells[cell] {
			cells[cell] = true
			of[row[0]] = append(of[row[0]], strings.Join([]string{row[0], row[1], row[3]}, ","))
		}
	}
	var b strings.Builder
	b.WriteString("object,attribute,judgment\n")
	for _, row := range rows[1:] {
		if list := of[row[0]]; len(list) == attributes {
			objects++
			b.WriteString(strings.Join(list, "\n") + "\n")
		}
		delete(of, row[0])
	}
	return file(t, "first.csv", b.String()), objects
}

// TestAskedOnceOfRealJudges: five language models, six criteria, each asked once.
func TestAskedOnceOfRealJudges(t *testing.T) {
	path, objects := firstJudgments(t, "hanna_llm", 30)
	if path == "" {
		t.Skip("no real data")
	}
	if objects != 1054 {
		t.Fatalf("%d complete objects", objects)
	}
	args := []string{"validate", path, "--json", "--algorithm", "full"}
	args = append(args, realFiles("hanna_llm")[1:]...)
	for _, budget := range []int{1, 2, 3, 6} {
		args = append(args, "--budget", fmt.Sprint(budget))
	}
	var doc struct {
		LabelVariance float64 `json:"label_variance"`
		Estimates     []struct {
			Loss float64 `json:"honest_loss"`
		} `json:"estimates"`
	}
	r := fms(t, args...)
	if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil {
		t.Fatal(err, r.stderr)
	}
	for i, want := range []float64{.37, .46, .47, .48} {
		if r2 := 1 - doc.Estimates[i].Loss/doc.LabelVariance; math.Abs(r2-want) > .02 {
			t.Errorf("honest R² %.3f, want %v", r2, want)
		}
	}
	out := filepath.Join(t.TempDir(), "predictor.json")
	fms(t, append([]string{"export", path, "--budget", "6", "-o", out}, realFiles("hanna_llm")[1:]...)...).want(t, statusDone, "asked at most once")
}
