package export

import (
	"bytes"
	"embed"
	"errors"
	"io"
	"slices"
	"sort"
	"strings"
	"text/template"

	"fms-tui/model"
)

// program is what the templates of a language write: a predictor, and what their formulas
// need of it. With Names there are several scores in place of one prediction.
type program struct {
	model.Predictor
	outcome
	Fixed  bool   // the offsets of raters are subtracted
	Beside string // name of the file with the scoring function, of promptfoo
}

// newProgram refuses numbers that are not finite, as JSON does. panel tells whether the
// form is told who judged.
func newProgram(p model.Predictor, panel bool) (*program, error) {
	o, err := outcomeOf(&p)
	if err == nil {
		err = finite(p)
	}
	return &program{Predictor: p, outcome: o, Fixed: panel && p.Raters.Mode == model.RatersFixed}, err
}

// in writes a predictor by a template of a language.
func in(l *language, name string, panel bool) func(io.Writer, model.Predictor) error {
	return func(w io.Writer, p model.Predictor) error {
		of, err := newProgram(p, panel)
		if err != nil {
			return err
		}
		return l.write(w, name, of)
	}
}

//go:embed languages
var languages embed.FS

// write fills in a template of the language. An error leaves nothing written.
func (l *language) write(w io.Writer, name string, of any) error {
	t := template.Must(template.New("").Funcs(template.FuncMap{
		"mark": func() string { return l.mark },
		"text": l.text,
		"texts": func(list []string) (out []string, err error) {
			for _, s := range list {
				text, err := l.text(s)
				if err != nil {
					return nil, err
				}
				out = append(out, text)
			}
			return out, nil
		},
		"name":       l.name,
		"num":        l.num,
		"nums":       func(list []float64) []string { return each(list, l.num) },
		"rounded":    func(x float64) string { return l.plain(rounded(x)) },
		"formula":    l.formula,
		"join":       strings.Join,
		"list":       func(values []string) string { return "[" + strings.Join(values, ", ") + "]" },
		"tuple":      func(values []string) string { return "(" + strings.Join(values, ", ") + ",)" },
		"vector":     vectorOfR,
		"column":     sqlColumn,
		"unrendered": unrendered,
		"inc":        func(i int) int { return i + 1 },
		"fromLast": func(n int) (numbers []int) {
			for k := range n {
				numbers = append(numbers, n-1-k)
			}
			return numbers
		},
		"equal": func(list []float64) bool {
			return !slices.ContainsFunc(list, func(x float64) bool { return x != list[0] })
		},
	}).ParseFS(languages, "languages/common.tmpl", "languages/"+l.file))
	var text bytes.Buffer
	err := t.ExecuteTemplate(&text, name, of)
	if err == nil {
		_, err = text.WriteTo(w)
		return err
	}
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner // what a function says, without where in the template it was
	}
	return err
}

// Heads are the heads of the columns of weights.
func (o *outcome) Heads() []string {
	if o.Names == nil {
		return []string{"weight"}
	}
	return each(o.Names, func(name string) string { return model.WeightOf + name })
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

// Doubts are the predictor's warnings that its losses are not to be believed, in
// order: each form says them beside the losses.
func (p *program) Doubts() (list []string) {
	for _, w := range p.Warnings {
		if w.Code == model.CodeRefuted || w.Code == model.CodeHonestBelowZero || w.Code == model.CodeHonestBelowNoise {
			list = append(list, oneLine(w.Message))
		}
	}
	return list
}

// bought is how the judgments of an object are to be bought.
type bought struct {
	*model.PredictorDesign
	Singles bool // there are attributes on no form
}

// Bought is nil where every judgment is by another rater.
func (p *program) Bought() *bought {
	d := p.Design
	if d == nil || d.Panel == nil && !slices.ContainsFunc(d.Forms, func(f model.Sheet) bool { return f.Price > 0 || len(f.Attributes) > 1 }) {
		return nil
	}
	on := 0
	for _, f := range d.Forms {
		on += len(f.Attributes)
	}
	return &bought{d, on < len(p.Attributes)}
}

// raterOffset is what a rater's judgments of an attribute are off.
type raterOffset struct {
	Attribute, Rater string
	Offset           float64
}

// OffsetsOf are the raters of an attribute who are off, sorted; nil unless they are subtracted.
func (p *program) OffsetsOf(attribute string) (list []raterOffset) {
	if !p.Fixed {
		return nil
	}
	for rater, x := range p.Raters.Offsets[attribute] {
		list = append(list, raterOffset{attribute, valid(rater), x})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Rater < list[j].Rater })
	return list
}

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
