package main

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	p := all.pair(3, 5)
	x := make([]float64, 4)
	if p.Len() != 2 || p.Attributes() != 4 || p.Label(0) != -1 || p.Label(1) != 1 || p.Means(0, x) != 4 || x[1] != .2 || p.Look(0, 2, nil) != .4 || p.Unit() != 1 {
		t.Errorf("%+v, %v", p, x)
	}
	files["train-labels-idx1-ubyte"] = idx(false, 3)
	if _, err := readDigits(t.Context(), folder(t, files)); err == nil || !strings.Contains(err.Error(), "as many labels as images are needed") {
		t.Errorf("too few labels: %v", err)
	}
	delete(files, "t10k-images-idx3-ubyte")
	files["train-labels-idx1-ubyte"] = idx(false, 3, 7)
	if _, err := readDigits(t.Context(), folder(t, files)); err == nil || !strings.Contains(err.Error(), "cannot be opened") {
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

func TestRunSimulated(t *testing.T) {
	args := []string{"-simulated", "-objects", "300", "-splits", "2", "-folds", "2", "-points", "3"}
	var one, two, errs strings.Builder
	if err := run(t.Context(), args, &one, &errs); err != nil {
		t.Fatal(err, errs.String())
	}
	if err := run(t.Context(), args, &two, &errs); err != nil || one.String() != two.String() {
		t.Errorf("the same seed gives\n%s\nand\n%s (%v)", one.String(), two.String(), err)
	}
	for _, want := range []string{"300 simulated images, 144 pixels: 270 to learn from, 30 to test on, 2 splits, k = 4", "\n| aer | ", "\n| 270 | "} {
		if !strings.Contains(one.String(), want) {
			t.Errorf("lacks %q:\n%s", want, one.String())
		}
	}
}

// TestPairs runs every pair of digits, of few and tiny images.
func TestPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var pixels, labels []byte
	d := &digits{pixels: 4}
	for i := range 300 {
		digit := byte(i % 10)
		x := []byte{digit * 20, byte(rng.IntN(256)), 255 - digit*20, byte(rng.IntN(256))}
		d.image, d.digit = append(d.image, x), append(d.digit, digit)
		pixels, labels = append(pixels, x...), append(labels, digit)
	}
	o := options{}
	o.Algorithms, o.K, o.Folds, o.Splits = nil, 2, 2, 1
	var out strings.Builder
	if err := o.everyPair(t.Context(), d, &out, &out); err != nil || !strings.HasPrefix(out.String(), "45 pairs of digits, 1 splits each, k = 2") {
		t.Errorf("%v: %s", err, out.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out.Reset()
	if err := o.everyPair(ctx, d, &out, &out); err == nil || !strings.HasPrefix(out.String(), "0 pairs") {
		t.Errorf("cancelled: %v: %s", err, out.String())
	}
}

func TestRunMisused(t *testing.T) {
	for want, args := range map[string][]string{
		"one FOLDER of IDX files is needed": nil,
		"two different digits are needed": {"-digits", "33", folder(t, map[string]string{
			"train-images-idx3-ubyte": idx(true, 0, 1, 2, 3), "train-labels-idx1-ubyte": idx(false, 3),
			"t10k-images-idx3-ubyte": idx(true, 9, 9, 9, 9), "t10k-labels-idx1-ubyte": idx(false, 5),
		})},
		"k = 3": {"-simulated", "-k", "3", "-objects", "50"},
	} {
		var out strings.Builder
		if err := run(t.Context(), args, &out, &out); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
}
