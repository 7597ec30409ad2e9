package export

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/template"

	"fms-tui/model"
)

// program is what the templates of a language write: a predictor, and what their formulas
// need of it. With Names there are several scores in place of one prediction.
type program struct {
	model.Predictor
	outcome
	Fixed bool // predict subtracts the offsets of raters
}

// language is how a language writes texts and numbers.
type language struct {
	templates string // the file of its templates
	text      func(string) (string, error)
	num       func(float64) string
}

//go:embed languages
var languages embed.FS

// ASCII literals alone: no reader of a file can take them for something else.
var (
	pythonLanguage     = language{"python.tmpl", func(s string) (string, error) { return inPython(s), nil }, func(x float64) string { return withPoint(number(x), ".0") }}
	javaScriptLanguage = language{"javascript.tmpl", func(s string) (string, error) { return inJavaScript(s), nil }, number}
	rLanguage          = language{"r.tmpl", inR, number}
	sqlLanguage        = language{"sql.tmpl", inSQL, sqlNumber}
)

// writeProgram writes a template of a language. panel tells whether the program is told
// who judged.
func writeProgram(w io.Writer, p model.Predictor, in language, name string, panel bool) error {
	o, err := outcomeOf(&p)
	if err != nil {
		return err
	}
	t := template.Must(template.New(in.templates).Funcs(template.FuncMap{
		"text":        in.text,
		"texts":       func(list []string) ([]string, error) { return eachOrError(list, in.text) },
		"num":         in.num,
		"nums":        func(list []float64) []string { return each(list, in.num) },
		"list":        func(values []string) string { return "[" + strings.Join(values, ", ") + "]" },
		"tuple":       func(values []string) string { return "(" + strings.Join(values, ", ") + ",)" },
		"inc":         func(i int) int { return i + 1 },
		"leastWithin": func() string { return leastWithin },
		"unrendered":  unrendered,
		"vector":      vectorOfR,
		"column":      sqlColumn,
		"largest":     sqlLargest,
		"columns":     sqlColumns,
	}).ParseFS(languages, "languages/"+in.templates))
	return writeText(w, p, func(b *strings.Builder) error {
		err := t.ExecuteTemplate(b, name, &program{p, o, panel && p.Raters.Mode == model.RatersFixed})
		if of := (*nulError)(nil); errors.As(err, &of) {
			return of // without where in the template it was
		}
		return err
	})
}

// Header is comments at the top of a program: what it predicts, how the judgments are to be
// bought, and the warnings about its losses. mark begins a comment that ends with the line.
func (p *program) Header(mark string) string {
	var b strings.Builder
	header(&b, p.Predictor, mark)
	return b.String()
}

// WeightsByScore are the weights of all attributes for the first score, then for the next.
func (p *program) WeightsByScore() (all []float64) {
	for k := range p.Intercepts {
		for _, w := range p.WeightsOf {
			all = append(all, w[k])
		}
	}
	return all
}

// OffsetsOf are the raters of an attribute who are off.
func (p *program) OffsetsOf(attribute string) []raterOffset { return offsetsOf(p.Predictor, attribute) }

// Offsets are all raters who are off, attribute by attribute.
func (p *program) Offsets() (all []raterOffset) {
	for _, a := range p.Attributes {
		all = append(all, p.OffsetsOf(a.Name)...)
	}
	return all
}

// weightedSum is the formula of a prediction or a score.
type weightedSum struct {
	Intercept float64
	Terms     []weightedMean
}

// weightedMean is what an attribute adds: its weight times the mean of its judgments, each
// less its rater's offset.
type weightedMean struct {
	Attribute string
	Weight    float64
	Offsets   []raterOffset
}

// Sums are the formulas of all scores, or of the one prediction.
func (p *program) Sums() []weightedSum {
	sums := make([]weightedSum, len(p.Intercepts))
	for k := range sums {
		sums[k].Intercept = p.Intercepts[k]
		for i, a := range p.Attributes {
			sums[k].Terms = append(sums[k].Terms, weightedMean{a.Name, p.WeightsOf[i][k], p.OffsetsOf(a.Name)})
		}
	}
	return sums
}

// nulError is a name with the character NUL, which no text of a language can hold.
type nulError struct{ name, language string }

func (e *nulError) Error() string {
	return fmt.Sprintf("%s holds the character NUL, which no text of %s can: rename it, or export another form", quoted(e.name), e.language)
}

// eachOrError is a list of what write makes of values, or its first error.
func eachOrError[T, U any](values []T, write func(T) (U, error)) (out []U, err error) {
	for _, v := range values {
		of, err := write(v)
		if err != nil {
			return nil, err
		}
		out = append(out, of)
	}
	return out, nil
}
