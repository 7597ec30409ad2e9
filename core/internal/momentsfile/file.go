package momentsfile

import (
	"errors"
	"fmt"
	"slices"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// File is what a moments file holds. It is immutable once made.
type File struct {
	Name       string // how the data are called on screen
	Simulated  bool   // no person judged
	Private    bool   // made by Protect: see there
	Parts      int    // data sets merged into this one; 1 for none
	Attributes []string
	Prices     []model.Amount // of a judgment, by attribute; nil: each costs 1
	PriceUnit  string         // what prices count, such as "USD"; "" for plain numbers
	Calls      []model.Sheet
	Nameless   int           // raters that stand for rows or calls without an id, of Summary.Raters
	Summary    model.Summary // of all objects, also those without a label
	Panel      bool          // the raters are a panel, see docs/research/method.md section 11
	// Raters are keyed hashes of the raters' ids, by the number that the raters have
	// in all labels' sums; 0 for a rater without id. Nil: nobody can say which
	// raters of two files are one. Key tells with which key: HashRaters.
	Raters   []int
	Key      uint64
	Warnings []model.Finding
	// Links say which attributes the same raters judged; nil where that is not
	// known.
	Links *moments.Links
	// Blocks is K, the number of blocks; Grouped how many of one label held
	// objects before small ones were put together, 0 if none were.
	Blocks, Grouped int
	// Labels in data order, at least one. NoLabel alone stands for data without a
	// label.
	Labels []Label
}

// NoLabel is the name of the label of data that have none: it is 0 for all
// objects with a judgment.
const NoLabel = ""

// Label is one label with its moments.
type Label struct {
	Name string
	Naming
	Unfit        *moments.PanelError // why a panel cannot be taken as fixed; nil where it can, or is none
	Paper, Aware *moments.Blocks     // the sums in these raters modes
}

// modes are the raters modes that a file has moments for, in the order they are
// stored in. The fixed mode learns the raters' offsets anew in every fold, from
// the judgments, and cannot be had from sums.
func (l *Label) modes() []*moments.Blocks { return []*moments.Blocks{l.Paper, l.Aware} }

// Label returns the label of that name, or nil.
func (f *File) Label(name string) *Label {
	for i := range f.Labels {
		if f.Labels[i].Name == name {
			return &f.Labels[i]
		}
	}
	return nil
}

// Only returns the file with one of its labels.
func (f *File) Only(name string) *File {
	out := *f
	i := slices.IndexFunc(f.Labels, func(l Label) bool { return l.Name == name })
	out.Labels, out.Summary.Labelled = f.Labels[i:i+1], nil
	if i < len(f.Summary.Labelled) {
		out.Summary.Labelled = f.Summary.Labelled[i : i+1]
	}
	return &out
}

// SameObjects tells whether labels of the file are of the same objects.
func (f *File) SameObjects(labels []string) bool {
	for _, name := range labels[1:] {
		if !sameObjects(f.Label(labels[0]), f.Label(name)) {
			return false
		}
	}
	return true
}

// filled returns the number of non-empty blocks of a label.
func (l *Label) filled() int {
	n := 0
	for _, s := range l.Paper.Block {
		if s != nil {
			n++
		}
	}
	return n
}

// errNoLabel is what files without a Labels entry are: a mistake of the program
// that made them.
var errNoLabel = errors.New("it holds moments for no label")

// Remarks returns the findings for a reader of the file: the findings on the data, and
// how the moments differ from the moments of the data.
func (f *File) Remarks() []model.Finding {
	ws := append([]model.Finding{}, f.Warnings...)
	if f.Grouped > 0 {
		ws = append(ws, model.Finding{
			Code: model.CodeGroupedBlocks,
			Message: fmt.Sprintf("blocks of under %d objects were put together in these private moments: honest losses and resamples differ from the losses and resamples of the judgments",
				leastObjects),
		})
	}
	if f.Private && f.Summary.Raters > 0 && !f.severity() {
		ws = append(ws, model.Finding{
			Code:    model.CodeNoSeverity,
			Message: "these private moments hold no sums of single raters: with raters aware the severity term is 0, and losses are lower than the losses of the judgments",
		})
	}
	if f.Parts > 1 && f.Summary.Raters > f.hashes() {
		ws = append(ws, model.Finding{
			Code: model.CodeMergedRaters,
			Message: fmt.Sprintf("these moments are merged from %d parts, some without hashes of the raters' ids: a rater of several parts counts as several. With raters aware, severity and what follows from it differ from the whole data's",
				f.Parts),
		})
	}
	return ws
}

// severity tells whether the file holds raters' sums.
func (f *File) severity() bool {
	for i := range f.Labels {
		if len(f.Labels[i].Aware.Raters()) > 0 {
			return true
		}
	}
	return false
}

// hashes counts the raters who have one.
func (f *File) hashes() int {
	n := 0
	for _, h := range f.Raters {
		if h != unknownRater {
			n++
		}
	}
	return n
}
