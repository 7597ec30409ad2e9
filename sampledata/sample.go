package sampledata

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"fms-tui/model"
	"fms-tui/model/read"
)

// Default is the name of the sample that opens when no data are named.
const Default = "hanna"

// Role says what a file of a sample holds.
type Role string

// The roles of files.
const (
	Judgments Role = "judgments" // the long layout, one row a judgment, or a log of calls
	Labels    Role = "labels"    // object, then one column a label
	Costs     Role = "costs"     // attribute,cost; attributes not listed cost 1
	Grades    Role = "grades"    // labels that are opened only where --labels names the file
)

// File is one file of a sample, as users get it.
type File struct {
	Name   string // without a folder; ends in .gz when Data are compressed
	Data   []byte // the caller's own copy
	Role   Role
	SHA256 string // of simulated judgments
}

// Sample is a bundled data set.
type Sample struct {
	Name        string // what users type
	Title       string // for headings; says whether the data are simulated
	Description string // a few sentences on what it is and how it was made
	Label       string // the label to predict at first; a column of a file below
	Files       []File // the judgments first
	Real        bool   // people or models judged; else the data are simulated
	Origin      string // of real data: what they are, who collected them, the licence; one line
}

//go:embed data
var data embed.FS

// samples are the data sets in order of presentation, without the contents of their files.
var samples = sync.OnceValue(func() []Sample {
	text, err := data.ReadFile("data/samples.json")
	var all []Sample
	if err := cmp.Or(err, json.Unmarshal(text, &all)); err != nil {
		panic("sampledata: " + err.Error())
	}
	return all
})

// All returns the samples, the default first.
func All() []Sample {
	var all []Sample
	for _, s := range samples() {
		all = append(all, s.load())
	}
	return all
}

// Licences names the sources of the real samples, with their licences.
func Licences() string {
	text, err := data.ReadFile("data/LICENCES")
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Bundled reports whether a file of a SHA-256 digest, in hexadecimal digits, holds the judgments
// of a bundled sample that is simulated.
func Bundled(digest string) bool {
	return slices.ContainsFunc(samples(), func(s Sample) bool { return s.Files[0].SHA256 != "" && s.Files[0].SHA256 == digest })
}

// Get returns the sample of the given name. The error of an unknown name lists the known
// names.
func Get(name string) (Sample, error) {
	var names []string
	for _, s := range samples() {
		if s.Name == name {
			return s.load(), nil
		}
		names = append(names, s.Name)
	}
	return Sample{}, fmt.Errorf("no sample is called %q: there are %s", name, strings.Join(names, ", "))
}

// Open reads the sample as if it came from files, with its prices; where an attribute has
// none, 1.
func (s Sample) Open(ctx context.Context, opt read.Options) (*model.Dataset, error) {
	var judgments, labels []read.Source
	var costs []read.Cost
	for _, file := range s.Files {
		source := read.Bytes(file.Name, file.Data)
		switch file.Role {
		case Judgments:
			judgments = append(judgments, source)
		case Labels:
			labels = append(labels, source)
		case Costs:
			c, err := read.Costs(ctx, source)
			if err != nil {
				return nil, err
			}
			costs = append(costs, c...)
		}
	}
	if opt.Label == "" && len(labels) == 0 {
		opt.Label = s.Label
	}
	found, err := read.Open(ctx, read.Query{Data: judgments, Labels: labels, Options: opt})
	if err != nil {
		return nil, err
	}
	ds := found.Dataset
	ds.Name, ds.Simulated, ds.Origin = s.Name, !s.Real, s.Origin
	if ds.Prices != nil {
		return ds, nil // the log says what its calls cost
	}
	ds.Prices = slices.Repeat([]model.Amount{model.Unit}, len(ds.Attributes))
	for _, c := range costs {
		for _, a := range model.Matching(ds.Attributes, c.Glob) {
			ds.Prices[a] = c.Price
		}
	}
	return ds, nil
}

// load returns s with its files' contents.
func (s Sample) load() Sample {
	files := make([]File, len(s.Files))
	for i, f := range s.Files {
		content, err := data.ReadFile("data/" + f.Name)
		if err != nil {
			panic("sampledata: a bundled file is missing, run go -C tools run ./samples: " + err.Error())
		}
		f.Data = content
		files[i] = f
	}
	s.Files = files
	return s
}
