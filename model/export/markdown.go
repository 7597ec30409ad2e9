package export

import (
	"fmt"
	"io"
	"strings"

	"fms-tui/model"
)

// Markdown writes Table 2 of Sabato & Kalai 2013 as a table of GitHub's
// Markdown: a row for each attribute with its repeats, its weight and the cost
// of one judgment, and one for the intercept. Weights carry all their digits,
// so that the table predicts what the other forms do; losses have four.
// Offsets of a fixed panel are a second table.
func Markdown(w io.Writer, p model.Predictor) error {
	o, err := outcomeOf(&p)
	if err != nil {
		return err
	}
	return writeText(w, p, func(b *strings.Builder) error {
		fmt.Fprintf(b, "**%s**: predictor of %s at a budget of %s\n\n", inMarkdown(p.Label), inMarkdown(p.Algorithm), p.Budget)
		heads := o.heads()
		fmt.Fprintf(b, "| attribute | repeats | %s | cost |\n|:--|--:|%s--:|\n", strings.Join(each(heads, inMarkdown), " | "), strings.Repeat("--:|", len(heads)))
		for i, a := range p.Attributes {
			fmt.Fprintf(b, "| %s | %d | %s | %s |\n", inMarkdown(a.Name), a.Repeats, strings.Join(each(o.WeightsOf[i], number), " | "), a.Cost)
		}
		fmt.Fprintf(b, "| (intercept) | | %s | |\n\n", strings.Join(each(o.Intercepts, number), " | "))
		b.WriteString("The prediction is the intercept plus each weight times the mean of the attribute's judgments.\n\n")
		if k := o.Calls; k != nil {
			if o.Spread == nil {
				b.WriteString("| class | intercept a of its line | slope s of its line |\n|:--|--:|--:|\n")
				for i, name := range k.Names {
					fmt.Fprintf(b, "| %s | %s | %s |\n", inMarkdown(name), number(k.Intercepts[i]), number(k.Slopes[i]))
				}
				b.WriteString("\n")
			}
			in := typeset{inMarkdown, number, func(formula string) string { return formula }}
			b.WriteString(in.rule(k) + "\n\n")
		}
		for _, d := range doubts(p) {
			fmt.Fprintf(b, "- **Warning: %s**\n", inMarkdown(d))
		}
		for _, l := range losses(p) {
			fmt.Fprintf(b, "- %s: %s\n", l[0], l[1])
		}
		if line := designLine(p, inMarkdown); line != "" {
			fmt.Fprintf(b, "- %s\n", line)
		}
		fmt.Fprintf(b, "- learned from %d objects\n", p.Data.Objects)
		markdownOffsets(b, p)
		return nil
	})
}

func markdownOffsets(b *strings.Builder, p model.Predictor) {
	if p.Raters.Mode != model.RatersFixed {
		return
	}
	b.WriteString("\nFirst subtract from each judgment the offset of its rater:\n\n| attribute | rater | offset |\n|:--|:--|--:|\n")
	for _, a := range p.Attributes {
		for _, o := range offsetsOf(p, a.Name) {
			fmt.Fprintf(b, "| %s | %s | %s |\n", inMarkdown(a.Name), inMarkdown(o.Rater), number(o.Offset))
		}
	}
}

// markdownMarks are the characters that Markdown, or GitHub's, can give a
// meaning inside of a line: each may follow a backslash, which takes it away.
const markdownMarks = "\\`*_[]<>#|~&$:@!^="

// inMarkdown is a text that stands for itself in a line or a cell.
func inMarkdown(s string) string {
	var b strings.Builder
	for _, r := range oneLine(s) {
		if strings.ContainsRune(markdownMarks, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
