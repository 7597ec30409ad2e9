package order

import (
	"bytes"
	"embed"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"
	"unicode"

	"fms-tui/model"
)

// Tools are the names of the annotation tools that orders are written for, as in --form. The folder
// of a tool has its files as templates: those whose path begins with BATCH are written for each
// batch. how.txt says for people how they are uploaded.
func Tools() []string { return []string{"mturk", "label-studio", "prolific", "argilla"} }

//go:embed all:tools
var toolFiles embed.FS

// File is one file of an upload.
type File struct {
	Path  string // within the folder, with / between its parts
	Write func(io.Writer) error
}

// upload is what the files of a tool are filled with.
type upload struct {
	*Order
	Tool, How string
	Batches   []Batch
	Batch              // that a file is of
	Objects   []Object // of the batch
}

// Files returns the files to upload for the order: the files of every batch, a list of
// the questions, and a page with instructions.
func (o *Order) Files(tool string) ([]File, error) {
	if !slices.Contains(Tools(), tool) {
		return nil, fmt.Errorf("there is no tool %q: the tools are %s", tool, strings.Join(Tools(), ", "))
	}
	how, err := toolFiles.ReadFile("tools/" + tool + "/how.txt")
	if err != nil {
		return nil, err
	}
	var files []File
	all := &upload{Order: o, Tool: tool, How: string(how), Batches: o.Batches()}
	add := func(path, from string, of *upload) error {
		text, err := of.filled(from)
		files = append(files, File{path, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }})
		return err
	}
	for _, path := range []string{"README.txt", "questions.csv"} {
		if err := add(path, path, all); err != nil {
			return nil, err
		}
	}
	folder, err := fs.Sub(toolFiles, "tools/"+tool)
	if err != nil {
		return nil, err
	}
	for _, b := range all.Batches {
		of := *all
		of.Batch, of.Objects = b, b.Objects
		err := fs.WalkDir(folder, ".", func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasPrefix(path, "BATCH") {
				return err
			}
			return add(strings.Replace(path, "BATCH", b.Name, 1), tool+"/"+path, &of)
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// filled is a file of a tool, filled in; JSON is indented.
func (u *upload) filled(path string) (string, error) {
	text, err := toolFiles.ReadFile("tools/" + path)
	if err != nil {
		return "", err
	}
	t := template.Must(template.New("").Funcs(template.FuncMap{
		"id": u.id,
		"idWithin": func(most int, attribute string) (string, error) {
			if len(u.id(attribute)) > most {
				return "", fmt.Errorf("the attribute %q is too long for the name of a question of %s: rename it", attribute, u.Tool)
			}
			return u.id(attribute), nil
		},
		"options": func(attribute string) []int { return u.question(attribute).options() },
		"rating": func(attribute string) []int {
			list := u.question(attribute).options()
			if list == nil || list[0] < 0 || list[len(list)-1] > 10 {
				return nil
			}
			return list
		},
		"last":   func(list []int) int { return list[len(list)-1] },
		"field":  func() string { return model.PlanObject },
		"filled": u.filled,
		"csv":    csvRow,
		"json": func(v any) (string, error) {
			var b strings.Builder
			enc := json.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			err := enc.Encode(v)
			return b.String(), err
		},
		"line": line, "harmless": model.Harmless, "inXML": inXML, "inHTML": inHTML,
		"inHTMLs": func(list []string) (out []string) {
			for _, s := range list {
				out = append(out, inHTML(s))
			}
			return out
		},
		// A space in a query may be written + as well, but not everybody reads that.
		"inQuery": func(s string) string { return strings.ReplaceAll(template.URLQueryEscaper(s), "+", "%20") },
	}).Parse(string(text)))
	var b bytes.Buffer
	if err := t.Execute(&b, u); err != nil {
		for inner := err; inner != nil; inner = errors.Unwrap(inner) {
			err = inner // what a function says, without where in the template it was
		}
		return "", err
	}
	if !strings.HasSuffix(path, ".json") {
		return b.String(), nil
	}
	var indented bytes.Buffer
	err = json.Indent(&indented, b.Bytes(), "", "  ")
	return indented.String(), err
}

// Price is what a rater is paid for a task of a batch.
func (u *upload) Price(b Batch) model.Amount {
	var sum model.Amount
	if f := u.form(b.Form); f != nil {
		sum = f.Price
	}
	for _, a := range b.Attributes {
		sum += u.question(a).Price
	}
	return sum
}

// Places are the tasks of the batch, each of a rater and an object.
func (u *upload) Places() int { return u.Raters * len(u.Objects) }

// Names are names of what raters see that every tool accepts: of the columns of the objects, or
// else alone, of their ids.
func (u *upload) Names(alone string) []string {
	if len(u.Columns) == 0 {
		return []string{alone}
	}
	var names []string
	for _, c := range u.Columns {
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

// Titles are what the Names stand for, each on one line.
func (u *upload) Titles() (titles []string) {
	if len(u.Columns) == 0 {
		return []string{"object"}
	}
	for _, c := range u.Columns {
		titles = append(titles, line(c))
	}
	return titles
}

// Shown are the cells of an object that raters see.
func (u *upload) Shown(x Object) []string {
	if len(u.Columns) == 0 {
		return []string{x.ID}
	}
	return x.Cells
}

// Values are the cells of an object that raters see, by name.
func (u *upload) Values(x Object) map[string]string {
	values, names := make(map[string]string), u.Names(model.PlanObject)
	for i, cell := range u.Shown(x) {
		values[names[i]] = cell
	}
	return values
}

// Data are the Values with the object's id.
func (u *upload) Data(x Object) map[string]string {
	values := u.Values(x)
	values[model.PlanObject] = x.ID
	return values
}

// csvRow is a row of CSV of texts and lists of texts.
func csvRow(cells ...any) (string, error) {
	var row []string
	for _, c := range cells {
		switch c := c.(type) {
		case string:
			row = append(row, c)
		case []string:
			row = append(row, c...)
		}
	}
	var b strings.Builder
	err := csv.NewWriter(&b).WriteAll([][]string{row})
	return strings.TrimSuffix(b.String(), "\n"), err
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

// line is a text on one line, without what a page or a terminal would obey.
func line(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// inHTML is a text that stands for itself in a page of Mechanical Turk, which replaces
// ${name} in it.
func inHTML(s string) string { return strings.ReplaceAll(html.EscapeString(s), "$", "&#36;") }

// inXML is a text on one line that stands for itself in an attribute. Label Studio
// replaces a value that begins with $ by a field of the task: a word joiner keeps it
// from doing so.
func inXML(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(line(s))) // a Builder does not fail
	text := b.String()
	if strings.HasPrefix(text, "$") {
		text = "\u2060" + text
	}
	return text
}
