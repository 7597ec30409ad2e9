package main

import (
	"bytes"
	"encoding/json"
	"io"

	"fms-tui/core"
)

// document writes a JSON object field by field, as an Encoder with an indent of
// two blanks would write it at once. The first error stays.
type document struct {
	w     io.Writer
	after bool // something is before the next field
	err   error
}

func (d *document) write(s string) {
	if d.err == nil {
		_, d.err = io.WriteString(d.w, s)
	}
}

// name begins a field.
func (d *document) name(name string) {
	if d.after {
		d.write(",\n")
	} else {
		d.write("{\n")
	}
	d.after = true
	d.write("  \"" + name + "\": ")
}

func (d *document) field(name string, value any) {
	d.name(name)
	d.write(string(d.text(value, "  ")))
}

// text is a value as it stands at an indent.
func (d *document) text(value any, indent string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent(indent, "  ")
	if err := enc.Encode(value); err != nil && d.err == nil {
		d.err = err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// begin begins a field that is a list of selections.
func (d *document) begin(name string) {
	d.name(name)
	d.write("[")
}

func (d *document) end() { d.write("\n  ]") }

// emptyPath is how a selection ends whose path is to follow.
const emptyPath = "[]\n    }"

// selection writes the i-th selection of the list with its path.
func (d *document) selection(i int, s selectionJSON, path []core.PathStep, r *core.Result) {
	if i > 0 {
		d.write(",")
	}
	text := d.text(s, "    ")
	d.write("\n    ")
	if len(path) == 0 {
		d.write(string(text))
		return
	}
	d.write(string(bytes.TrimSuffix(text, []byte(emptyPath))))
	names := make([]string, len(r.Attributes))
	for a := range names {
		names[a] = string(d.text(r.Attributes[a].Name, ""))
	}
	const indent = "\n          "
	for k, step := range path {
		mark := ","
		if k == 0 {
			mark = "["
		}
		loss, err := json.Marshal(number(step.Loss))
		if err != nil {
			d.err = err
		}
		d.write(mark + "\n        {" + indent + `"attribute": ` + names[step.Attribute] + "," + indent +
			`"spent": ` + step.Spent.String() + "," + indent + `"projected_loss": ` + string(loss) + "\n        }")
	}
	d.write("\n      ]" + emptyPath[2:])
}
