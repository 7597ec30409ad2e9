package partial

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fms-tui/tools/paper/page"
)

// idx is an IDX file of images, 2×2 pixels each, or of labels.
func idx(images bool, data ...byte) string {
	if images {
		return "\x00\x00\x08\x03\x00\x00\x00" + string(rune(len(data)/4)) + "\x00\x00\x00\x02\x00\x00\x00\x02" + string(data)
	}
	return "\x00\x00\x08\x01\x00\x00\x00" + string(rune(len(data))) + string(data)
}

// folder writes such files as MNIST has.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestReadDigits(t *testing.T) {
	files := map[string]string{
		"train-images-idx3-ubyte": idx(true, 0, 51, 102, 127, 1, 2, 3, 4), "train-labels-idx1-ubyte": idx(false, 3, 7),
		"t10k-images-idx3-ubyte": idx(true, 9, 9, 9, 9), "t10k-labels-idx1-ubyte": idx(false, 5),
	}
	all, err := readDigits(t.Context(), folder(t, files))
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := io.WriteString(w, files["train-images-idx3-ubyte"]); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	files["train-images-idx3-ubyte.gz"] = packed.String()
	plain := files["train-images-idx3-ubyte"]
	delete(files, "train-images-idx3-ubyte")
	if again, err := readDigits(t.Context(), folder(t, files)); err != nil || !reflect.DeepEqual(again, all) {
		t.Errorf("from gzip %+v, %v", again, err)
	}
	files["train-images-idx3-ubyte"] = plain
	p := all.pair(3, 5)
	x := make([]float64, 4)
	if p.Len() != 2 || p.Attributes() != 4 || p.Label(0) != -1 || p.Label(1) != 1 || p.Means(0, x) != 4 || x[1] != .2 || p.Look(0, 2, nil) != .4 || p.Unit() != 1 {
		t.Errorf("%+v, %v", p, x)
	}
	files["train-labels-idx1-ubyte"] = idx(false, 3)
	if _, err := readDigits(t.Context(), folder(t, files)); err == nil || !strings.Contains(err.Error(), "as many labels as images are needed") {
		t.Errorf("too few labels: %v", err)
	}
	for name, text := range map[string]string{
		"no IDX file":                       "0,3",
		"holds 1 bytes for the sizes [2]":   idx(false, 3, 7)[:9],
		"holds 0 bytes for the sizes []":    "\x00\x00\x08\x00",
		"holds 0 bytes for the sizes [0 1]": "\x00\x00\x08\x02\x00\x00\x00\x00\x00\x00\x00\x01",
	} {
		files["train-labels-idx1-ubyte"] = text
		if _, err := readDigits(t.Context(), folder(t, files)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q: %v, want %s", text, err, name)
		}
	}
	delete(files, "t10k-images-idx3-ubyte")
	files["train-labels-idx1-ubyte"] = idx(false, 3, 7)
	if _, err := readDigits(t.Context(), folder(t, files)); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("no images: %v", err)
	}
}

// TestSimulated: most pixels are white, neighbours are alike, and the classes
// differ.
func TestSimulated(t *testing.T) {
	p := simulated(400, 1)
	var white, neighbours, count float64
	var mean [2][side * side]float64
	for i := range p.Len() {
		for at, v := range p.image[i] {
			count++
			if v == 0 {
				white++
			}
			mean[i%2][at] += float64(v) / 255 / 200
			if at%side > 0 {
				neighbours += math.Abs(float64(v)-float64(p.image[i][at-1])) / 255
			}
		}
	}
	var most float64
	for at := range mean[0] {
		most = max(most, math.Abs(mean[0][at]-mean[1][at]))
	}
	if white/count < .3 || neighbours/count > .2 || most < .3 {
		t.Errorf("share of white %v, difference of neighbours %v, of classes %v", white/count, neighbours/count, most)
	}
}

// tiny is a lab without files.
func tiny(t *testing.T) *lab {
	return &lab{splits: 2, pairSplits: 1, folds: 2, pairFolds: 2, points: 3, passes: []int{1, 2}, images: 60, Page: &page.Page{Seed: 1, Data: filepath.Join(t.TempDir(), "none")}}
}

// tinyDigits are digits of four pixels, of which the first tells them apart.
func tinyDigits() *digits {
	rng := rand.New(rand.NewPCG(1, 1))
	d := &digits{pixels: 4}
	for i := range 300 {
		digit := byte(i % 10)
		d.image = append(d.image, []byte{digit * 20, byte(rng.IntN(256)), 255 - digit*20, byte(rng.IntN(256))})
		d.digit = append(d.digit, digit)
	}
	return d
}

// TestPage: the page has a place for every table, and none is empty.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "research", "partial_results.md"))
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

// TestTables makes every table from few and tiny images, twice the same.
func TestTables(t *testing.T) {
	l := tiny(t)
	l.all = tinyDigits()
	for name, wants := range map[string][]string{
		"digits":    {"Images of 3 (-1) and 5 (+1), 4 pixels: 54 to learn from, 6 to test on, 2 splits, 2 folds, k = 4, seed 1.", "\n| aer | ", "\n| 54 | ", " aer\n", "judgments seen"},
		"passes":    {"AER, 54 images to learn from, 6 to test on, k = 4, seed 1; the best of 5 norm bounds and 2 λ", "\n| 1 | 53.5 |", "\n| 2 | 108 |"},
		"pairs":     {"Medians over 45 pairs of digits, 1 split of each, 2 folds, k = 4, seed 1.", "\n| lasso | 0.", "| .222 |", "\n| baseline-psd | 0."},
		"simulated": {"Simulated images, 144 pixels: 54 to learn from, 6 to test on", "\n| ridge | ", "\n| 54 | "},
		"looks":     {"| k | aer | baseline | baseline-psd |", "\n| 64 | "},
	} {
		for _, table := range tables() {
			if table.Name != name {
				continue
			}
			one, err := table.Make(t.Context(), l)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, want := range wants {
				if !strings.Contains(one, want) {
					t.Errorf("%s lacks %q:\n%s", name, want, one)
				}
			}
			if again, err := table.Make(t.Context(), l); err != nil || again != one {
				t.Errorf("%s: another table, %v\n%s", name, err, again)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, table := range tables()[:5] {
		if text, err := table.Make(ctx, l); !errors.Is(err, context.Canceled) || text != "" {
			t.Errorf("%s, cancelled: %q, %v", table.Name, text, err)
		}
	}
}

// TestJudged reads a data set, and no others.
func TestJudged(t *testing.T) {
	l := tiny(t)
	dir := filepath.Join(l.Data, "newsroom")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	var judgments, labels strings.Builder
	judgments.WriteString("object,rater,clear,brief\n")
	labels.WriteString("object,quality\n")
	for i := range 60 {
		for k := range 2 {
			fmt.Fprintf(&judgments, "o%d,w%d,%d,%d\n", i, k, i%5+k, (i*7+k)%3)
		}
		fmt.Fprintf(&labels, "o%d,%d\n", i, i%5)
	}
	file, err := os.Create(filepath.Join(dir, "judgments.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(file)
	_, failed := z.Write([]byte(judgments.String()))
	if err := errors.Join(failed, z.Close(), file.Close(), os.WriteFile(filepath.Join(dir, "labels.csv"), []byte(labels.String()), 0o600)); err != nil {
		t.Fatal(err)
	}
	text, err := judged(t.Context(), l)
	if err != nil || strings.Count(text, "\n") != 4 || !strings.Contains(text, "\n| newsroom | quality | 60 | 2 | 2.00 | 4 | ") {
		t.Errorf("%v:\n%s", err, text)
	}
}

// TestFill: tables whose data are missing stay as they were.
func TestFill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	content := "# Text\n"
	for _, table := range tables() {
		content += "<!-- begin " + table.Name + " -->\n" + table.Name + " as it was\n<!-- end " + table.Name + " -->\n"
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	l := tiny(t)
	l.splits = 1
	var told strings.Builder
	if err := page.Fill(t.Context(), &page.Page{Path: path, Data: l.Data, Progress: &told}, tables(), l); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	for _, name := range []string{"digits", "passes", "pairs", "judgments"} {
		if !strings.Contains(string(text), "\n"+name+" as it was\n") || !strings.Contains(told.String(), name+" stays as it was") {
			t.Errorf("%s: %v\n%s\n%s", name, err, told.String(), text)
		}
	}
	if strings.Contains(string(text), "simulated as it was") || !strings.Contains(string(text), "# Text") {
		t.Errorf("%s", text)
	}
}

func TestRunMisused(t *testing.T) {
	for want, args := range map[string][]string{
		"at least 1 split and 2 folds":  {"-splits", "0"},
		"no such file":                  {"-o", filepath.Join(t.TempDir(), "page.md")},
		"flag provided but not defined": {"-simulated"},
	} {
		var out strings.Builder
		if err := Run(t.Context(), args, io.Discard, &out); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
}
