package order

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"fms-tui/model"
)

// Tool is an annotation tool that orders are written for.
type Tool struct {
	Name string // as in --form
	How  string // how its files are uploaded, for people, in lines of their own
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
	return []Tool{
		{"mturk", turkHow, (*Order).turk},
		{"label-studio", studioHow, (*Order).studio},
		{"prolific", prolificHow, (*Order).prolific},
		{"argilla", argillaHow, (*Order).argilla},
	}
}

// Files returns the files to upload for the order: the files of every batch, a list of
// the questions, and a page with instructions.
func (o *Order) Files(tool string) ([]File, error) {
	var names []string
	for _, t := range Tools() {
		if t.Name != tool {
			names = append(names, t.Name)
			continue
		}
		batches := o.Batches()
		files := []File{{"README.txt", o.readme(&t, batches)}, {"questions.csv", o.writeQuestions}}
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

// readme says how the batches are uploaded, and what each asks.
func (o *Order) readme(t *Tool, batches []Batch) func(io.Writer) error {
	return func(w io.Writer) error {
		var b strings.Builder
		fmt.Fprintf(&b, "What to collect, for %s\n\n%s\n", t.Name, t.How)
		b.WriteString("A rater who answers a batch must not answer another batch of the same form:\nthe batches of a form are further judgments of the same objects, by other raters.\n\n")
		for i := range batches {
			x := &batches[i]
			fmt.Fprintf(&b, "%s: objects %d, raters of each %d, price of an answered task %s\n", x.Name, len(x.Objects), x.Raters, o.price(x))
			if x.Form != "" {
				fmt.Fprintf(&b, "  form %q\n", x.Form)
			}
			for _, a := range x.Attributes {
				fmt.Fprintf(&b, "  %s: %q\n", o.id(a), a)
			}
		}
		_, err := io.WriteString(w, b.String())
		return err
	}
}

// price is what a rater is paid for a task of a batch.
func (o *Order) price(b *Batch) model.Amount {
	var sum model.Amount
	if f := o.form(b.Form); f != nil {
		sum = f.Price
	}
	for _, a := range b.Attributes {
		sum += o.question(a).Price
	}
	return sum
}

// writeQuestions lists the ids of questions with their attributes.
func (o *Order) writeQuestions(w io.Writer) error {
	rows := [][]string{{"question", "attribute"}}
	for _, q := range o.Questions {
		rows = append(rows, []string{o.id(q.Attribute), model.Harmless(q.Attribute)})
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// plain are names that every tool accepts, of words that number nothing.
var plain = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-z]([a-z-]{0,48}[a-z])?$`)
})

// id is the name of the question about an attribute: the attribute's own where it is
// plain, and taken for nothing else when the answers are read.
func (o *Order) id(attribute string) string {
	if plain().MatchString(attribute) && o.Plain != nil && o.Plain(attribute) {
		return attribute
	}
	return model.QuestionID(attribute)
}

// options are the numbers to choose among: all between the lowest and the highest
// seen; nil where a number is typed.
func (q *Question) options() []int {
	if len(q.Values) < 2 || q.Values[len(q.Values)-1]-q.Values[0] >= MostValues {
		return nil
	}
	var list []int
	for x := q.Values[0]; x <= q.Values[len(q.Values)-1]; x++ {
		list = append(list, x)
	}
	return list
}

// fields are names for the columns of the objects that every tool accepts.
func (o *Order) fields() []string {
	var names []string
	for _, c := range o.Columns {
		name := "show_" + strings.Trim(strings.Map(func(r rune) rune {
			if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
				return unicode.ToLower(r)
			}
			return '_'
		}, c), "_")
		for slices.Contains(names, name) {
			name += "_2"
		}
		names = append(names, name)
	}
	return names
}

// line is a text on one line, without what a page or a terminal would obey.
func line(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// asJSON writes a value as indented JSON.
func asJSON(v any) func(io.Writer) error {
	return func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(v)
	}
}
