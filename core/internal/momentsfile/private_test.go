package momentsfile_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/momentsfile"
	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// The tests of this file hold docs/dev/moments_format.md: what private moments leave out, and what
// they hold.

// private returns the private moments of a data set.
func private(t *testing.T, ds *model.Dataset) *momentsfile.File {
	t.Helper()
	f, err := fileOf(t, ds).Protect(false)
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, f.Encode())
}

// TestPrivateWithoutRaters: raters with other ids, in another order, make the same
// private file to the byte. A plain file tells a guessed id.
func TestPrivateWithoutRaters(t *testing.T) {
	ds := simulate.Draw(small, 3)
	renamed := *ds
	renamed.Raters = slices.Clone(ds.Raters)
	for i := range renamed.Raters {
		if renamed.Raters[i] != "" { // a judgment without a rater stays one
			renamed.Raters[i] = "somebody " + strings.Repeat("x", i)
		}
	}
	if !bytes.Equal(private(t, ds).Encode(), private(t, &renamed).Encode()) {
		t.Error("a private file depends on the raters' ids")
	}
	if bytes.Equal(fileOf(t, ds).Encode(), fileOf(t, &renamed).Encode()) {
		t.Error("a plain file does not: the test lost its power")
	}
}

// TestPrivateFirstValues: no judgment and no label of an object is among the shifts, as
// the first ones are in a plain file.
func TestPrivateFirstValues(t *testing.T) {
	ds := simulate.Draw(small, 4)
	f := private(t, ds)
	for _, b := range []*moments.Blocks{f.Labels[0].Paper, f.Labels[0].Aware} {
		for a, shift := range b.Shift {
			for j, x := range ds.Value {
				if int(ds.Attr[j]) == a && x == shift {
					t.Errorf("%s: the shift %g of attribute %d is a judgment", b.Mode, shift, a)
				}
			}
		}
		if slices.Contains(ds.Labels[0].Values, b.ShiftY) {
			t.Errorf("%s: the shift %g is a label", b.Mode, b.ShiftY)
		}
	}
}

// TestPrivateConstant: of a constant attribute the value of every object is known.
func TestPrivateConstant(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 100, Attributes: 2, K: 2}, 7)
	for j := range ds.Value {
		if ds.Attr[j] == 1 {
			ds.Value[j] = 3
		}
	}
	b := private(t, ds).Labels[0].Paper
	m := b.Moments(b.Union(nil))
	if m.Attr[1].Mean != 3 || m.Attr[1].Status != moments.ConstantMean || m.Attr[0].Status != moments.Usable {
		t.Errorf("mean %g, %v; the other is %v", m.Attr[1].Mean, m.Attr[1].Status, m.Attr[0].Status)
	}
}

// TestPrivateList: every field of what a file holds stands in the list of the format's page, or has
// no content in private files. A new field needs a phrase here, and there.
func TestPrivateList(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "dev", "moments_format.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(page)), " ")
	const none = "" // empty in a private file
	phrases := map[string]string{
		"File.Name": "the name of the data", "File.Simulated": "whether judgments are simulated", "File.Private": none,
		"File.Parts": "from how many files the moments were merged", "File.Attributes": "the names of the attributes", "File.Prices": "the prices with their unit", "File.PriceUnit": "with their unit", "Sheet.Name": none, "Sheet.Attributes": "which attributes one call asks together", "Sheet.Why": "what in the data says so", "Sheet.Price": "the price of a call", "File.Calls": "which attributes one call asks together", "File.Nameless": "and how many of the raters have an id",
		"File.Summary": "the number of objects, raters, judgments and cells", "File.Panel": "whether raters are a panel", "File.Raters": none, "File.Key": none,
		"File.Warnings": none, "File.Links": "how many judgments of both are by the same raters", "File.Blocks": "how many blocks",
		"File.Grouped": "before small blocks were merged", "File.Labels": "the labels",
		"Summary.Objects": "the number of objects", "Summary.Raters": "raters", "Summary.Judgments": "judgments", "Summary.Cells": "and cells",
		"Summary.Fewest": "in the smallest", "Summary.Most": "and the largest cell", "Summary.Labelled": "of objects with each label",
		"Label.Name": "the labels", "Label.Unfit": "if some rater judged too few objects for a panel", "Label.Paper": "for each block", "Label.Aware": "over different raters",
		"PanelError.Rater": none, "PanelError.Attribute": "of which attribute and how many", "PanelError.Objects": "of which attribute and how many",
		"PanelError.Anonymous": "the number of objects, raters, judgments",
		"Blocks.Mode":          "over all raters and over different raters", "Blocks.Block": "for each block", "Blocks.Severity": none, "Blocks.Panel": none,
		"Blocks.Shift": "a number near the mean of each attribute", "Blocks.ShiftY": "and of the label", "Blocks.ByPosition": "known by their place in the cell alone",
		"Blocks.Ignored": "left out because a rater had judged the cell already",
		"Sums.Objects":   "for each block: the number of objects", "Sums.Y": "the sum and the sum of squares of the label", "Sums.YY": "sum of squares of the label",
		"Sums.Attr": "for each block and attribute", "Sums.Pairs": "for each block and pair of attributes",
		"AttrSums.Objects": "the number of objects, of judgments", "AttrSums.Judgments": "of judgments", "AttrSums.X": "the sum and sum of squares of cell means",
		"AttrSums.XX": "sum of squares of cell means", "AttrSums.XY": "products with the label", "AttrSums.Y": "the sums of the label and its square over the objects with the attribute",
		"AttrSums.YY": "and its square", "AttrSums.Repeated": "and with more", "AttrSums.Single": "of objects with one judgment",
		"AttrSums.S2": "the sums of the variances in cells", "AttrSums.S2n": "those variances divided by the judgments",
		"AttrSums.Min": "whether all cell means are equal", "AttrSums.Max": "whether all cell means are equal",
		"AttrSums.Fewest": "of judgments in the smallest", "AttrSums.Most": "the largest cell",
		"PairSums.P": "the sum of products of the cell means", "PairSums.N": "the number of objects with both", "PairSums.A": "each attribute's sum over them",
		"Label.Naming": "the names of a label's classes", "Naming.Names": "the names of a label's classes", "Naming.Ordered": "whether they have an order",
		"Naming.Binary": "whether all values are 0 or 1", "Sums.Class": "for each block, class and attribute",
		"ClassSums.Objects": "class and attribute: the number of objects", "ClassSums.Attr": "class and attribute: the number of objects", "ClassSums.X": "and the sum of cell means;",
		"Links.D": "the names of the attributes", "Links.Shared": "by the same raters", "Links.Smaller": "how many there could be",
	}
	for _, of := range []any{
		momentsfile.File{}, momentsfile.Label{}, momentsfile.Naming{}, moments.ClassSums{}, model.Summary{}, model.Sheet{}, moments.PanelError{}, moments.Blocks{}, moments.Sums{}, moments.AttrSums{}, moments.PairSums{}, moments.Links{},
	} {
		kind := reflect.TypeOf(of)
		for i := range kind.NumField() {
			field := kind.Field(i)
			if !field.IsExported() {
				continue
			}
			name := kind.Name() + "." + field.Name
			phrase, ok := phrases[name]
			if !ok {
				t.Errorf("%s is in moments files: docs/dev/moments_format.md must say so", name)
			}
			if !strings.Contains(text, phrase) {
				t.Errorf("%s: docs/dev/moments_format.md lacks %q", name, phrase)
			}
			delete(phrases, name)
		}
	}
	for name := range phrases {
		t.Errorf("%s is no field", name)
	}
	ds := twoLabels(8)
	if fileOf(t, ds).Raters == nil {
		t.Error("a plain file has no hashes: the test lost its power")
	}
	f := private(t, ds)
	if f.Raters != nil || f.Key != 0 || len(f.Warnings) > 0 || !f.Private {
		t.Errorf("raters %v, key %d, warnings %v", f.Raters, f.Key, f.Warnings)
	}
	for i := range f.Labels {
		for _, b := range []*moments.Blocks{f.Labels[i].Paper, f.Labels[i].Aware} {
			if len(b.Raters()) > 0 || b.Panel != nil {
				t.Errorf("%s: raters' sums are in the file", f.Labels[i].Name)
			}
		}
	}
}

// TestPrivateFewObjects: in every block of a private file no object, or ten or more, have an
// attribute, two attributes, a class, or an attribute and a class. What one object has is nowhere.
func TestPrivateFewObjects(t *testing.T) {
	seen := 0
	for seed := range uint64(40) {
		w := simulate.World{Objects: 300, Attributes: 4, K: 2, Raters: 9, Missing: .3 * float64(seed%3), Ragged: .3}
		ds := simulate.Draw(w, seed)
		classes := 0
		if seed%2 == 1 {
			classes = 2 + int(seed%4)/2
			for i, y := range ds.Labels[0].Values {
				ds.Labels[0].Values[i] = float64(min(int(math.Abs(3*y)), classes-1))
			}
			if ds.Labels[0].Words = [2]string{"a", "b"}; classes == 3 {
				ds.Labels[0].Words, ds.Labels[0].Classes = [2]string{}, []string{"a", "b", "c"}
			}
		}
		cut := *ds // of the last attribute a single object keeps its judgments
		cut.Start, cut.Value, cut.Attr, cut.Rater = []int{0}, nil, nil, nil
		one := -1
		for i := range ds.Objects {
			for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
				if ds.Attr[j] == 3 && one < 0 {
					one = i
				}
				if ds.Attr[j] < 3 || i == one {
					cut.Value, cut.Attr, cut.Rater = append(cut.Value, ds.Value[j]), append(cut.Attr, ds.Attr[j]), append(cut.Rater, ds.Rater[j])
				}
			}
			cut.Start = append(cut.Start, len(cut.Value))
		}
		ds = &cut
		plain := fileOf(t, ds)
		if !slices.Contains(plain.Scarce(), ds.Attributes[3]) {
			t.Fatalf("seed %d: scarce are %v", seed, plain.Scarce())
		}
		f, err := plain.Protect(false)
		if err != nil {
			continue // a class is too small, or three blocks are not to be had
		}
		seen++
		check := func(what string, n int) {
			if n > 0 && n < 10 {
				t.Fatalf("seed %d: %d objects have %s", seed, n, what)
			}
		}
		l := &decode(t, f.Encode()).Labels[0]
		for _, b := range []*moments.Blocks{l.Paper, l.Aware} {
			for _, s := range b.Block {
				if s == nil {
					continue
				}
				if s.Attr[3].Objects > 0 {
					t.Fatalf("seed %d: what one object has is in the file", seed)
				}
				for a := range s.Attr {
					check("an attribute", s.Attr[a].Objects)
					if l.Binary || len(l.Names) == 2 {
						check("an attribute and a class", int(math.Round(s.Attr[a].Y+float64(s.Attr[a].Objects)*b.ShiftY)))
					}
					for k := range s.Class {
						check("a class", s.Class[k].Objects)
						check("an attribute and a class", s.Class[k].Attr[a])
					}
					for _, k := range []moments.Kind{moments.AllPairs, moments.DifferentRaters} {
						for o := range s.Attr {
							if p := s.Pairs[k]; p != nil && p.N != nil {
								check("two attributes", int(p.N[a*len(s.Attr)+o]))
							}
						}
					}
				}
			}
		}
	}
	if seen < 15 {
		t.Errorf("%d files were made: the test lost its power", seen)
	}
}
