package export

import (
	"fmt"
	"io"
	"strings"

	"fms-tui/model"
)

// LaTeX writes Table 2 of Sabato & Kalai 2013 as a table environment, to be \input in a
// document in UTF-8; it needs no package. Numbers have Markdown's format. Offsets of a
// fixed panel are a second tabular.
func LaTeX(w io.Writer, p model.Predictor) error {
	names, err := scoreNames(&p)
	if err != nil {
		return err
	}
	return writeText(w, p, func(b *strings.Builder) error {
		latexWeights(b, &p, names)
		latexLines(b, p.Multiclass)
		latexOffsets(b, p)
		fmt.Fprintf(b, "\\caption{Predictor of %s for %s at a budget of $%s$, learned from $%d$ objects: the intercept plus each weight times the mean of the attribute's judgments.",
			inLaTeX(p.Algorithm), inLaTeX(p.Label), p.Budget, p.Data.Objects)
		for i, l := range losses(p) {
			separator := ";"
			if i == 0 {
				separator = " Its figures:"
			}
			value, se, has := strings.Cut(l[1], " ± ")
			value = inPowers(value)
			if has {
				value += ` \pm ` + inPowers(se)
			}
			fmt.Fprintf(b, "%s %s $%s$", separator, l[0], value)
		}
		b.WriteString(".")
		if k := p.Classes; k != nil {
			fmt.Fprintf(b, " The probability of %s is $1/(1+\\exp(-(%s+%s\\cdot\\mathrm{prediction})))$ with all these judgments. From $%s$ on the class is %s, below it %s.",
				inLaTeX(k.Names[1]), latexNumber(k.LogitIntercept), latexNumber(k.LogitSlope), latexNumber(k.Threshold), inLaTeX(k.Names[1]), inLaTeX(k.Names[0]))
		}
		if k := p.Multiclass; k != nil {
			b.WriteString(manyInLaTeX(k))
		}
		if line := designLine(p, inLaTeX); line != "" {
			b.WriteString(" " + strings.ToUpper(line[:1]) + line[1:] + ".")
		}
		for _, d := range doubts(p) {
			b.WriteString(" Warning: " + inLaTeX(d) + ".")
		}
		b.WriteString("}\n\\end{table}\n")
		return nil
	})
}

// latexWeights is the table of weights, with a column for each score.
func latexWeights(b *strings.Builder, p *model.Predictor, names []string) {
	heads, intercepts := weightHeads(p, names)
	inCells := func(values []float64) string {
		return strings.Join(each(values, func(x float64) string { return "$" + latexNumber(x) + "$" }), " & ")
	}
	titles := each(heads, func(head string) string { return strings.ToUpper(head[:1]) + inLaTeX(head[1:]) })
	fmt.Fprintf(b, "\\begin{table}\n\\centering\n\\begin{tabular}{lr%sr}\n\\hline\nAttribute & Repeats & %s & Cost \\\\\n\\hline\n",
		strings.Repeat("r", len(heads)), strings.Join(titles, " & "))
	for i, a := range p.Attributes {
		fmt.Fprintf(b, "%s & %d & %s & $%s$ \\\\\n", inLaTeX(a.Name), a.Repeats, inCells(weightsOf(p, i)), a.Cost)
	}
	fmt.Fprintf(b, "(intercept) & & %s & \\\\\n\\hline\n\\end{tabular}\n", inCells(intercepts))
}

// latexLines is the table of the lines of three classes or more.
func latexLines(b *strings.Builder, c *model.PredictorMulticlass) {
	if c == nil {
		return
	}
	b.WriteString("\\par\\medskip\n\\begin{tabular}{lrr}\n\\hline\nClass & Intercept of its line & Slope of its line \\\\\n\\hline\n")
	for k, name := range c.Names {
		fmt.Fprintf(b, "%s & $%s$ & $%s$ \\\\\n", inLaTeX(name), latexNumber(c.LogitIntercepts[k]), latexNumber(c.LogitSlopes[k]))
	}
	b.WriteString("\\hline\n\\end{tabular}\n")
}

// manyInLaTeX says how scores become probabilities.
func manyInLaTeX(c *model.PredictorMulticlass) string {
	weight, score := `1/(1+\exp(-(a+s\cdot\mathrm{prediction})))`, "its own prediction"
	if c.Ordered {
		weight, score = `\exp(a+s\cdot\mathrm{prediction})`, "the prediction"
	}
	return fmt.Sprintf(" The weight of a class is $%s$ with the intercept $a$ and slope $s$ of its line and %s. Its probability is the weight as a share of all weights, and the most probable class is called, with all these judgments.", weight, score)
}

func latexOffsets(b *strings.Builder, p model.Predictor) {
	if p.Raters.Mode != model.RatersFixed {
		return
	}
	b.WriteString("\\par\\medskip First subtract from each judgment the offset of its rater:\\par\n" +
		"\\begin{tabular}{llr}\n\\hline\nAttribute & Rater & Offset \\\\\n\\hline\n")
	for _, a := range p.Attributes {
		for _, o := range offsetsOf(p, a.Name) {
			fmt.Fprintf(b, "%s & %s & $%s$ \\\\\n", inLaTeX(a.Name), inLaTeX(o.Rater), latexNumber(o.Offset))
		}
	}
	b.WriteString("\\hline\n\\end{tabular}\n")
}

// latexNumber is a number in mathematics, an exponent as a power of ten.
func latexNumber(x float64) string { return inPowers(number(x)) }

func inPowers(s string) string {
	mantissa, exponent, has := strings.Cut(s, "e")
	if !has {
		return s
	}
	sign := ""
	if exponent[0] == '-' {
		sign = "-"
	}
	return mantissa + ` \cdot 10^{` + sign + strings.TrimLeft(exponent, "+-0") + "}"
}

// latexMarks are the characters with a meaning in LaTeX, and their escapes. Besides the
// ten special characters: brackets and the star are arguments after a line end of a
// table, and the quotation mark is a command under some languages. A grave accent makes
// ligatures, and the old font encoding has other characters in the place of < > |.
var latexMarks = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '_': `\_`, '%': `\%`,
	'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`,
	'[': `{[}`, ']': `{]}`, '*': `{*}`, '"': `\symbol{34}`, '`': `\textasciigrave{}`,
}

// latexPairs are the characters of which two make another one.
const latexPairs = "-,'"

// inLaTeX is a text that stands for itself in a paragraph or a cell.
func inLaTeX(s string) string {
	var b strings.Builder
	var before rune
	for _, r := range oneLine(s) {
		mark, special := latexMarks[r]
		switch {
		case special:
			b.WriteString(mark)
		case r == before && strings.ContainsRune(latexPairs, r):
			b.WriteString("{" + string(r) + "}")
		default:
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}
