package sampledata

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

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
	Name string // without a folder; ends in .gz when Data are compressed
	Data []byte // the caller's own copy
	Role Role
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

// samples are in order of presentation. The contents of their files are added
// when one is asked for.
var samples = []Sample{
	{
		Name:  "hanna",
		Title: "hanna (1,056 real stories)",
		Description: "Real (Chhun et al. 2022, 2024; MIT licence): five language models scored 1,056 stories on six criteria, with four prompts each: " +
			"126,546 scores. The label is what three people thought of a story on average. Scores and ids, no story.",
		Label:  "human_mean",
		Files:  []File{{Name: "hanna.csv.gz", Role: Judgments}, {Name: "hanna_labels.csv.gz", Role: Labels}},
		Real:   true,
		Origin: "1,056 stories scored by five language models; label: the mean of three people. Chhun et al. 2022, 2024; MIT licence; scores and ids alone",
	},
	{
		Name:  "hanna_human",
		Title: "hanna_human (1,056 real stories)",
		Description: "Real, the stories of hanna (MIT licence): three people scored each on six criteria on one form. " +
			"The label is the mean of the language models' scores.",
		Label:  "llm_mean",
		Files:  []File{{Name: "hanna_human.csv.gz", Role: Judgments}, {Name: "hanna_human_labels.csv.gz", Role: Labels}},
		Real:   true,
		Origin: "1,056 stories scored by three people; label: the mean of five language models. Chhun et al. 2022, 2024; MIT licence; scores and ids alone",
	},
	{
		Name:  "newsroom",
		Title: "newsroom (420 real summaries)",
		Description: "Real (Grusky et al. 2018; Apache-2.0): three people of a crowd scored 420 summaries on three criteria. " +
			"The label is their mean score of a fourth, informativeness: the same people gave it.",
		Label:  "informativeness",
		Files:  []File{{Name: "newsroom.csv.gz", Role: Judgments}, {Name: "newsroom_labels.csv.gz", Role: Labels}},
		Real:   true,
		Origin: "420 summaries scored by a crowd. Grusky et al. 2018; Apache-2.0; scores and ids alone",
	},
	{
		Name:  "argq_novice",
		Title: "argq_novice (261 real arguments)",
		Description: "Real (Mirzakhmedova et al. 2024; MIT licence): students scored 261 arguments on eleven qualities, one to six of them each. " +
			"The label is one more student's mean score, and little predicts it: the answer is to buy nothing.",
		Label:  "heldout_quality",
		Files:  []File{{Name: "argq_novice.csv.gz", Role: Judgments}, {Name: "argq_novice_labels.csv.gz", Role: Labels}},
		Real:   true,
		Origin: "261 arguments scored by students. Mirzakhmedova et al. 2024; MIT licence; scores and ids alone",
	},
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
	{
		Name:  "judges",
		Title: "judges (simulated)",
		Description: "Simulated: the log of a loop in which 5 language models graded 240 answers on 6 criteria, 4 calls each, " +
			"all criteria in one call at its price in USD, and what people thought of the answers (human).",
		Label: "human",
		Files: []File{{Name: "judges.jsonl.gz", Role: Judgments}, {Name: "judges_grades.csv", Role: Grades}},
	},
}

// All returns the samples, the default first.
func All() []Sample {
	all := make([]Sample, len(samples))
	for i, s := range samples {
		all[i] = s.load()
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

// digests are the SHA-256 digests of the bundled files of simulated judgments.
var digests = []string{
	"47493a5d89ec17eaa37ee078d9e48e22f29200cb3d5b37456824b938366e88b1",
	"c315b455f13340ccf1ed3f735e0eea9330f3499a30fd0e2f09286a8d33ecde29",
	"a4fabd2afbad077e1db4689f34e538e1987eaee50058ff4e6e2a1cf2221f10d4",
}

// Bundled reports whether a file of a SHA-256 digest, in hexadecimal digits, holds the judgments
// of a bundled sample that is simulated.
func Bundled(digest string) bool { return slices.Contains(digests, digest) }

// Get returns the sample of the given name. The error of an unknown name lists the known
// names.
func Get(name string) (Sample, error) {
	var names []string
	for _, s := range samples {
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
		files[i] = File{Name: f.Name, Data: content, Role: f.Role}
	}
	s.Files = files
	return s
}
