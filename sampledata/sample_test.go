package sampledata

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// plain returns a file's contents, decompressed, and fails the test where they
// carry a time stamp.
func (f File) plain(t *testing.T) []byte {
	t.Helper()
	if !strings.HasSuffix(f.Name, ".gz") {
		return f.Data
	}
	zip, err := gzip.NewReader(bytes.NewReader(f.Data))
	if err != nil {
		t.Fatal(err)
	}
	if !zip.ModTime.IsZero() {
		t.Errorf("%s holds a time stamp: generating it anew would change it", f.Name)
	}
	data, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func sampleFile(t *testing.T, sample, name string) File {
	t.Helper()
	s, err := Get(sample)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(s.Files, func(f File) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("sample %s has no file %s", sample, name)
	}
	return s.Files[i]
}

func TestBundledBodies(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(sampleFile(t, "bodies", "bodies.csv.gz").plain(t))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(rows[0], ","), "object,attribute,judgment,rater"; got != want {
		t.Errorf("header %s, want %s", got, want)
	}
	cells := make(map[[2]string][]string) // raters by object and attribute
	objects, attributes := make(map[string]bool), make(map[string]bool)
	for _, r := range rows[1:] {
		cells[[2]string{r[0], r[1]}] = append(cells[[2]string{r[0], r[1]}], r[3])
		objects[r[0]], attributes[r[1]] = true, true
	}
	if len(objects) != 880 || len(attributes) != 39 || len(cells) != 880*39 {
		t.Errorf("%d objects, %d attributes, %d cells; want 880, 39 and all cells", len(objects), len(attributes), len(cells))
	}
	for c, raters := range cells {
		if len(raters) != 2 || raters[0] == raters[1] {
			t.Fatalf("%v was judged by %v, want two raters", c, raters)
		}
	}
	for _, name := range []string{"facing-sideways-(profile)", "can-see-a-lot-of-skin", "estimated-height", "estimated-weight"} {
		if !attributes[name] {
			t.Errorf("no attribute %s", name)
		}
	}
	if got, want := string(sampleFile(t, "bodies", "bodies_costs.csv").Data), "attribute,cost\nestimated-weight,4\nestimated-height,4\n"; got != want {
		t.Errorf("costs are %q, want %q", got, want)
	}
	labels := string(sampleFile(t, "bodies", "bodies_labels.csv").Data)
	if !strings.HasPrefix(labels, "object,height,weight\np001,") || strings.Count(labels, "\n") != 881 {
		t.Errorf("labels start with %.40q and have %d lines", labels, strings.Count(labels, "\n"))
	}
}

func TestSamplesSayWhetherTheyAreSimulated(t *testing.T) {
	all := All()
	if len(all) == 0 || all[0].Name != Default {
		t.Fatalf("the first sample is not %q", Default)
	}
	for _, s := range all {
		for _, text := range []string{s.Title, s.Description} {
			if got := strings.ToLower(text); strings.Contains(got, "simulated") == s.Real || strings.Contains(got, "real") != s.Real && !strings.Contains(got, "no real") {
				t.Errorf("%s: %q does not say whether the data are simulated", s.Name, text)
			}
		}
		if len(s.Files) == 0 || s.Files[0].Role != Judgments {
			t.Errorf("%s: judgments do not come first", s.Name)
		}
		found := false
		for _, f := range s.Files {
			header, _, _ := bytes.Cut(f.plain(t), []byte("\n"))
			found = found || slices.Contains(strings.Split(string(header), ","), s.Label) || bytes.Contains(header, []byte(`"`+s.Label+`": `))
		}
		if !found {
			t.Errorf("%s: no file has the label %q", s.Name, s.Label)
		}
	}
	for _, s := range all {
		if s.Real != strings.Contains(s.Origin, "20") || len(s.Origin) > 145 {
			t.Errorf("%s says %q of who collected it", s.Name, s.Origin)
		}
		if s.Real && !strings.Contains(Licences(), s.Name) {
			t.Errorf("%s has no licence", s.Name)
		}
	}
}

func TestGet(t *testing.T) {
	if s, err := Get("beans"); err != nil || s.Name != "beans" {
		t.Errorf("Get(beans) = %s, %v", s.Name, err)
	}
	_, err := Get("bodys")
	if err == nil || err.Error() != `no sample is called "bodys": there are hanna, hanna_human, newsroom, argq_novice, bodies, beans, judges` {
		t.Errorf("Get(bodys): %v", err)
	}
	s, _ := Get("beans")
	s.Files[0].Data[0] = '!'
	if again, _ := Get("beans"); again.Files[0].Data[0] == '!' {
		t.Error("callers share a file's data")
	}
}

// TestBundled: simulated judgments are known by their digests.
func TestBundled(t *testing.T) {
	for _, s := range All() {
		for _, f := range s.Files {
			if known := Bundled(fmt.Sprintf("%x", sha256.Sum256(f.Data))); known != (f.Role == Judgments && !s.Real) {
				t.Errorf("%s: bundled judgments: %v", f.Name, known)
			}
		}
	}
}
