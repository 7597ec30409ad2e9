package momentsfile

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
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

// unknownRater is the hash of a rater who has no id: nobody else is this rater.
const unknownRater = 0

// ownKey is the key where the user gives none. It is no secret: whoever guesses
// an id can tell whether it is among the hashes.
const ownKey = "fms-tui raters"

// HashRaters returns the file with the hashes of the raters' ids, by number, and
// "" for a rater without one: the first 63 bits of HMAC-SHA-256. Files with the
// same key can be put together as if they were written from all judgments. An
// empty key is the program's own.
//
// Two of n raters have the same hash with probability n²/2⁶⁴, 5·10⁻⁸ for a million.
func (f *File) HashRaters(ids []string, key []byte) *File {
	first := func(text string) uint64 { // 64 bits
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(text))
		return max(1, binary.BigEndian.Uint64(mac.Sum(nil)))
	}
	out := *f
	out.Raters, out.Key = nil, 0
	if len(key) > 0 {
		out.Key = first("the key itself")
	} else {
		key = []byte(ownKey)
	}
	for _, id := range ids {
		h := unknownRater
		if id != "" {
			h = int(max(1, first(id)>>1))
		}
		out.Raters = append(out.Raters, h)
	}
	return &out
}

// NoLabel is the name of the label of data that have none: it is 0 for all
// objects with a judgment.
const NoLabel = ""

// Label is one label with its moments.
type Label struct {
	Name string
	Naming
	Unfit *moments.PanelError // why a panel cannot be taken as fixed; nil where it can, or is none
	// The sums in these raters modes. The fixed mode learns the raters' offsets anew in every fold,
	// from the judgments, and cannot be had from sums.
	Paper, Aware *moments.Blocks
}

// Naming says what the values of a label stand for.
type Naming struct {
	Names   []string // of two words or of the classes, by value 0, 1, …; nil for numbers
	Ordered bool     // three or more classes are steps of a scale
	Binary  bool     // every value is 0 or 1
}

// NewLabel returns an entry for a label, still without moments.
func NewLabel(l *model.Label) Label {
	out := Label{Name: l.Name, Naming: Naming{Names: l.Classes, Ordered: l.Ordered}}
	if l.Classes == nil && l.Words != ([2]string{}) {
		out.Names = l.Words[:]
	}
	out.Binary = l.Classes == nil && !slices.ContainsFunc(l.Values, func(y float64) bool { return y == y && y != 0 && y != 1 })
	return out
}

// Named returns a label of the file's name and classes without values.
func (l *Label) Named() model.Label {
	out := model.Label{Name: l.Name, Binary: l.Binary, Ordered: l.Ordered}
	if l.classes() > 0 {
		out.Classes = l.Names
	} else if len(l.Names) == 2 {
		out.Words = [2]string(l.Names)
	}
	return out
}

// classes is the number of three or more classes, of which blocks have sums; 0 without.
func (n *Naming) classes() int {
	if len(n.Names) > 2 {
		return len(n.Names)
	}
	return 0
}

// Label returns the label of that name, or nil.
func (f *File) Label(name string) *Label {
	if i := slices.Index(f.names(), name); i >= 0 {
		return &f.Labels[i]
	}
	return nil
}

// Only returns the file with one of its labels.
func (f *File) Only(name string) *File {
	out := *f
	i := slices.Index(f.names(), name)
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
	if f.Private && f.Summary.Raters > 0 && !slices.ContainsFunc(f.Labels, func(l Label) bool { return len(l.Aware.Raters()) > 0 }) {
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

func (f *File) names() []string {
	var names []string
	for _, l := range f.Labels {
		names = append(names, l.Name)
	}
	return names
}
