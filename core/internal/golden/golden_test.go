package golden

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"fms-tui/model"
)

// TestForms: every key of the file is read, and the data sets are whole.
func TestForms(t *testing.T) {
	f := LoadForms(t)
	if c := &f.Crowd; len(c.Judgments) != 638 || len(c.Designs) != 5 || c.Raters != model.RatersAware || c.Designs[0].Chosen.Bound == nil {
		t.Errorf("the crowd has %d judgments and %d designs, mode %s", len(c.Judgments), len(c.Designs), c.Raters)
	}
	if c := &f.Panel; len(c.Judgments) != 720 || len(c.Designs) != 3 || c.Raters != model.RatersFixed || c.Designs[2].Chosen.Bound != nil {
		t.Errorf("the panel has %d judgments and %d designs, mode %s", len(c.Judgments), len(c.Designs), c.Raters)
	}
	for _, c := range []*Case{&f.Crowd, &f.Panel} {
		ds := c.Dataset()
		if len(ds.Value) != len(c.Judgments) || len(ds.Objects) != 60 || !slices.Equal(ds.Attributes, c.Attributes) || len(Flat(c.Moments.SigmaRaw)) != 16 {
			t.Errorf("%s: %d judgments of %d objects and %v", c.Raters, len(ds.Value), len(ds.Objects), ds.Attributes)
		}
		for i, j := range c.Judgments[:30] {
			if !holds(ds, j) {
				t.Errorf("%s: judgment %d, %+v, is not in the data", c.Raters, i, j)
			}
		}
	}
	var strict struct {
		Note  string `json:"note"`
		Crowd Case   `json:"crowd"`
		Panel struct {
			Case
			Identity string  `json:"identity"` // of the program that made the file
			Gap      float64 `json:"identity_gap"`
		} `json:"panel"`
	}
	d := json.NewDecoder(bytes.NewReader(read(t, "forms_golden.json")))
	d.DisallowUnknownFields()
	if err := d.Decode(&strict); err != nil {
		t.Errorf("a key is not read: %v", err)
	}
}

func holds(ds *model.Dataset, want Judgment) bool {
	i, a := slices.Index(ds.Objects, want.Object), slices.Index(ds.Attributes, want.Attribute)
	for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
		rater := ""
		if w := ds.Rater[j]; w != model.NoRater {
			rater = ds.Raters[w]
		}
		if int(ds.Attr[j]) == a && rater == want.Rater && ds.Value[j] == want.Value {
			return true
		}
	}
	return false
}

// TestPosteriors: every key of the file is read.
func TestPosteriors(t *testing.T) {
	p := LoadPosteriors(t)
	for name, c := range map[string]*Posterior{"crowd": &p.Crowd, "panel": &p.Panel} {
		if c.Objects != 60 || len(Flat(c.Z)) != 16 || len(Flat(c.N)) != 16 || len(c.Kappa) != 40 || len(c.LogEvidence) != 40 || len(c.BPosterior) != 4 || len(c.Single.R) != 4 || c.Single.Projected == 0 {
			t.Errorf("%s: %+v", name, c)
		}
	}
	d := json.NewDecoder(bytes.NewReader(read(t, "posterior_golden.json")))
	d.DisallowUnknownFields()
	if err := d.Decode(new(Posteriors)); err != nil {
		t.Errorf("a key is not read: %v", err)
	}
}
