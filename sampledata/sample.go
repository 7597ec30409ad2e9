package sampledata

import (
	"embed"
	"fmt"
	"strings"
)

// Default is the name of the sample that opens when no data are named.
const Default = "bodies"

// Role says what a file of a sample holds.
type Role string

// The roles of files.
const (
	Judgments Role = "judgments" // the long layout, one row a judgment
	Labels    Role = "labels"    // object, then one column a label
	Costs     Role = "costs"     // attribute,cost; attributes not listed cost 1
)

// File is one file of a sample, as users get it.
type File struct {
	Name string // without a folder; ends in .gz when Data are compressed
	Data []byte // the caller's own copy
	Role Role
}

// Sample is a bundled data set. All of them are simulated.
type Sample struct {
	Name        string // what users type
	Title       string // for headings; says that the data are simulated
	Description string // a few sentences on what it is and how it was made
	Label       string // the label to predict at first; a column of a file below
	Files       []File // the judgments first
}

//go:embed data
var data embed.FS

// samples are in order of presentation. The contents of their files are added
// when one is asked for.
var samples = []Sample{
	{
		Name:  "bodies",
		Title: "bodies (simulated)",
		Description: "Simulated, no real person's data: height (inches) and weight (pounds) of 880 people in photos, " +
			"39 attributes (37 binary, cost 1; two numeric estimates, cost 4), 2 judgments a cell by 240 raters. " +
			"Noise and label correlations follow Table 1 of Sabato & Kalai (2013).",
		Label: "height",
		Files: []File{
			{Name: "bodies.csv.gz", Role: Judgments},
			{Name: "bodies_labels.csv", Role: Labels},
			{Name: "bodies_costs.csv", Role: Costs},
		},
	},
	{
		Name:  "beans",
		Title: "beans (simulated)",
		Description: "Simulated: the jelly-bean jars of the introduction of Sabato & Kalai (2013). 10 jars, 4 attributes, " +
			"2 judgments a cell, all in numbers small enough to follow the method by hand.",
		Label: "beans",
		Files: []File{{Name: "beans.csv", Role: Judgments}},
	},
}

// All returns the bundled samples, the default first.
func All() []Sample {
	all := make([]Sample, len(samples))
	for i, s := range samples {
		all[i] = s.load()
	}
	return all
}

// Get returns the sample of that name. The error of an unknown name lists
// those there are.
func Get(name string) (Sample, error) {
	var names []string
	for _, s := range samples {
		if s.Name == name {
			return s.load(), nil
		}
		names = append(names, s.Name)
	}
	return Sample{}, fmt.Errorf("no bundled sample is called %q: there are %s", name, strings.Join(names, " and "))
}

// load returns s with its files' contents.
func (s Sample) load() Sample {
	files := make([]File, len(s.Files))
	for i, f := range s.Files {
		content, err := data.ReadFile("data/" + f.Name)
		if err != nil {
			panic("sampledata: a bundled file is missing, run go generate: " + err.Error())
		}
		files[i] = File{Name: f.Name, Data: content, Role: f.Role}
	}
	s.Files = files
	return s
}
