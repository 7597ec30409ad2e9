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
	o, err := outcomeOf(&p)
	if err != nil {
		return err
	}
	return writeText(w, p, func(b *strings.Builder) error {
		inCells := func(values []float64) string {
			return strings.Join(each(values, func(x float64) string { return "$" + latexNumber(x) + "$" }), " & ")
		}
		titles := each(o.heads(), func(head string) string { return strings.ToUpper(head[:1]) + inLaTeX(head[1:]) })
		fmt.Fprintf(b, "\\begin{table}\n\\centering\n\\begin{tabular}{lr%sr}\n\\hline\nAttribute & Repeats & %s & Cost \\\\\n\\hline\n",
			strings.Repeat("r", len(titles)), strings.Join(titles, " & "))
		for i, a := range p.Attributes {
			fmt.Fprintf(b, "%s & %d & %s & $%s$ \\\\\n", inLaTeX(a.Name), a.Repeats, inCells(o.WeightsOf[i]), a.Cost)
		}
		fmt.Fprintf(b, "(intercept) & & %s & \\\\\n\\hline\n\\end{tabular}\n", inCells(o.Intercepts))
		if k := o.Calls; k != nil && o.Spread == nil {
			b.WriteString("\\par\\medskip\n\\begin{tabular}{lrr}\n\\hline\nClass & Intercept $a$ of its line & Slope $s$ of its line \\\\\n\\hline\n")
			for i, name := range k.Names {
				fmt.Fprintf(b, "%s & %s \\\\\n", inLaTeX(name), inCells([]float64{k.Intercepts[i], k.Slopes[i]}))
			}
			b.WriteString("\\hline\n\\end{tabular}\n")
		}
		latexOffsets(b, p)
		latexCaption(b, &p, o.Calls)
		b.WriteString("\\end{table}\n")
		return nil
	})
}

// latexCaption says what the tables are, and what the predictor is worth.
func latexCaption(b *strings.Builder, p *model.Predictor, calls *model.PredictorClasses) {
	fmt.Fprintf(b, "\\caption{Predictor of %s for %s at a budget of $%s$, learned from $%d$ objects: the intercept plus each weight times the mean of the attribute's judgments.",
		inLaTeX(p.Algorithm), inLaTeX(p.Label), p.Budget, p.Data.Objects)
	for i, l := range losses(*p) {
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
	if calls != nil {
		in := typeset{inLaTeX, latexNumber, latexFormula}
		b.WriteString(" " + in.rule(calls))
	}
	if line := designLine(*p, inLaTeX); line != "" {
		b.WriteString(" " + strings.ToUpper(line[:1]) + line[1:] + ".")
	}
	for _, d := range doubts(*p) {
		b.WriteString(" Warning: " + inLaTeX(d) + ".")
	}
	b.WriteString("}\n")
}

// latexFormula sets a formula of plain text whose numbers are LaTeX already.
func latexFormula(formula string) string {
	return "$" + strings.NewReplacer(" / ", "/", " + ", "+", " · ", `\cdot `, "exp", `\exp`, "prediction", `\mathrm{prediction}`).Replace(formula) + "$"
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
