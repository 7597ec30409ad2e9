package main

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// chosenFor is what select chooses for the probabilities that experts wrote, at a
// budget of 6.
func chosenFor(t *testing.T, judgments, labels string) (repeats map[string]int, r2 float64) {
	t.Helper()
	r := fms(t, "select", judgments, "--labels", labels, "--label", "probability", "--algorithm", "full", "--budget", "6", "--json")
	r.want(t, statusDone)
	var got struct {
		Data       struct{ Label string }
		Selections []struct {
			Repeats map[string]int
			R2      float64
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &got); err != nil {
		t.Fatal(err)
	}
	if got.Data.Label != "probability" || len(got.Selections) != 1 {
		t.Fatalf("%+v", got)
	}
	return got.Selections[0].Repeats, got.Selections[0].R2
}

// TestExpertsLabels goes from votes to a selection: labels made of votes and
// features are what attributes are chosen to predict.
func TestExpertsLabels(t *testing.T) {
	votes, features, truth := votesFiles(t)
	made := filepath.Join(t.TempDir(), "made.csv")
	fms(t, append([]string{"experts", votes, "--features", features, "-o", made}, quickly...)...).want(t, statusDone)
	rng := rand.New(rand.NewPCG(8, 9))
	var b strings.Builder
	b.WriteString("object,rater,telling,idle,noise\n")
	for i, label := range truth {
		for k := range 3 {
			fmt.Fprintf(&b, "o%d,r%d,%.2f,%.2f,%.2f\n", i, (i+k)%20, float64(label)+.5*rng.NormFloat64(), rng.NormFloat64(), 3*rng.NormFloat64())
		}
	}
	judgments, out := file(t, "judgments.csv", b.String()), t.TempDir()
	for _, args := range [][]string{
		{"check", judgments},
		{"export", judgments, "--budget", "6", "-o", filepath.Join(out, "predictor.json")},
		{"plan", judgments, "--budget", "6"},
		{"validate", judgments, "--budget", "6"},
		{"moments", judgments, "-o", filepath.Join(out, "moments.bin")},
		{"subset", judgments, "--budget", "6"},
		{judgments, "--budget", "6"},
	} {
		for _, label := range []string{"label", "probability"} {
			fms(t, append(args, "--labels", made, "--label", label)...).want(t, statusDone)
		}
	}
	repeats, r2 := chosenFor(t, judgments, made)
	if repeats["telling"] < 4 || r2 < .4 {
		t.Errorf("%v with R² %g", repeats, r2)
	}
}

// TestExpertsRealLabels does the same with three people's opinions whether stories
// are relevant, and the judgments of language models.
func TestExpertsRealLabels(t *testing.T) {
	people, machines := realFiles("hanna_human"), realFiles("hanna_llm")
	if people == nil || machines == nil {
		t.Skip("the data are not here")
	}
	f, err := os.Open(people[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(plain).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var votes strings.Builder
	for i, row := range rows {
		if v, err := strconv.ParseFloat(row[3], 64); i > 0 && row[1] == "relevance" {
			if err != nil {
				t.Fatal(err)
			}
			row[3] = "0"
			if v >= 3 {
				row[3] = "1"
			}
		}
		votes.WriteString(strings.Join(row, ",") + "\n")
	}
	made := filepath.Join(t.TempDir(), "made.csv")
	r := fms(t, append([]string{"experts", file(t, "votes.csv", votes.String()), "--label-from", "relevance", "-o", made}, quickly...)...)
	r.want(t, statusDone, "wrote the labels of 1,056 objects")
	if !strings.Contains(r.stdout, "3,168 votes by 3 experts on 1,056 objects, 5 features") {
		t.Error(r.stdout)
	}
	repeats, r2 := chosenFor(t, machines[0], made)
	if len(repeats) == 0 || r2 < .1 {
		t.Errorf("%v with R² %g", repeats, r2)
	}
}
