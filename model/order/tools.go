package order

import (
	"fmt"
	"io"
	"strings"
)

// Tool is an annotation tool that orders are written for.
type Tool struct {
	Name string // as in --form
	For  string // what is written, for people
	// files are what one batch is uploaded as.
	files func(o *Order, b *Batch) ([]File, error)
}

// File is one file of an upload.
type File struct {
	Path  string // within the folder, with / between its parts
	Write func(io.Writer) error
}

// Tools returns all tools.
func Tools() []Tool {
	return []Tool{}
}

// Files returns the files that the order is uploaded as: those of every batch, and a
// list of the batches.
func (o *Order) Files(tool string) ([]File, error) {
	var names []string
	for _, t := range Tools() {
		if t.Name != tool {
			names = append(names, t.Name)
			continue
		}
		var files []File
		batches := o.Batches()
		for i := range batches {
			more, err := t.files(o, &batches[i])
			if err != nil {
				return nil, err
			}
			files = append(files, more...)
		}
		return files, nil
	}
	return nil, fmt.Errorf("there is no tool %q: the tools are %s", tool, strings.Join(names, ", "))
}
