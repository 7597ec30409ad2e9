package export

import (
	"fmt"
	"strings"
)

// mostFormula is how many characters a formula of Excel may have.
const mostFormula = 8192

// The constants of the classes stand in column G of Weights, from this row on, beside
// their names in F. Column E has the noise of one judgment of each attribute.
const constantRow = 3

// constants are the rows of these constants.
func (s *workbook) constants() [][2]string {
	c := s.classes
	if c == nil {
		return nil
	}
	list := [][2]string{
		{"class from the threshold on", text(constantRow, 7, c.Names[1])},
		{"class below it", text(constantRow+1, 7, c.Names[0])},
	}
	for _, x := range []struct {
		name string
		of   float64
	}{
		{"threshold", c.Threshold},
		{"log odds of the prevalence", c.Odds},
		{"gap", c.Gap},
		{"middle", c.Middle},
		{"variance of predictions", c.Variance},
		{"variance between the classes", c.Between},
		{"projected loss", c.Projected},
		{"loss without noise", c.Quiet},
	} {
		list = append(list, [2]string{x.name, value(constantRow+len(list), 7, number(x.of))})
	}
	return list
}

// constantRows are how many rows of Weights the constants, or the lines of classes, need.
func (s *workbook) constantRows() int {
	if c := s.p.Multiclass; c != nil {
		return len(c.Names)
	}
	return len(s.constants())
}

// constant is the address of the i-th of the constants.
func constant(i int) string { return fmt.Sprintf("Weights!$G$%d", constantRow+i) }

// beside are the cells of a row of Weights right of the attribute.
func (s *workbook) beside(row int) string {
	if s.classes == nil {
		return s.besideScores(row)
	}
	out := ""
	if a := row - weightRow; a >= 0 && a < len(s.classes.Own) {
		out = value(row, 5, number(s.classes.Own[a]))
	}
	if list := s.constants(); row >= constantRow && row < constantRow+len(list) {
		out += text(row, 6, list[row-constantRow][0]) + list[row-constantRow][1]
	}
	return out
}

// classHeads are the heads of the columns after the prediction: the class, its
// probability, the variance, the log odds, the loss, and by attribute the number of judgments and
// the noise.
func (s *workbook) classHeads(last int) string {
	if s.classes == nil {
		return ""
	}
	out := text(1, last+1, "class") + text(1, last+2, "P("+s.classes.Names[1]+")") + text(1, last+3, "variance of the prediction") + text(1, last+4, "log odds") + text(1, last+5, "projected loss")
	for a, at := range s.p.Attributes {
		out += text(1, s.counts(last)+a, "judgments of "+at.Name)
	}
	for a, at := range s.p.Attributes {
		out += text(1, s.noises(last)+a, "noise of "+at.Name)
	}
	return out
}

// counts and noises are the columns of the first attribute's number of judgments and
// noise.
func (s *workbook) counts(last int) int { return last + 6 }
func (s *workbook) noises(last int) int { return last + 6 + len(s.p.Attributes) }

// classify are the cells of these columns in a row.
func (s *workbook) classify(row, last int) (string, error) {
	if s.classes == nil {
		return "", nil
	}
	prediction, p, variance := cell(row, last), cell(row, last+2), cell(row, last+3)
	var b strings.Builder
	b.WriteString(formula(row, last+1, fmt.Sprintf(`IF(%s="","",IF(%s>=%s,%s,%s))`, prediction, p, constant(2), constant(0), constant(1))))
	within := fmt.Sprintf("MAX(%s-%s,%s*%s)", variance, constant(7), strings.ToUpper(leastWithin), variance)
	odds, noisy := cell(row, last+4), cell(row, last+5)
	// The exponential of a number above 709 is an error.
	b.WriteString(formula(row, last+2, fmt.Sprintf(`IF(%s="","",1/(1+EXP(MIN(700,-%s))))`, prediction, odds)))
	loss := constant(9)
	if len(s.p.Attributes) > 0 {
		loss += fmt.Sprintf("+SUM(%s:%s)", cell(row, s.noises(last)), cell(row, s.noises(last)+len(s.p.Attributes)-1))
	}
	b.WriteString(formula(row, last+3, fmt.Sprintf(`IF(%s="","",IF(%s>=0,%s+%s-%s,%s))`, prediction, noisy, constant(6), noisy, constant(8), constant(6))))
	b.WriteString(formula(row, last+4, fmt.Sprintf(`IF(%s="","",IF(%s>0,%s+%s*(%s-%s)/%s,%s))`, prediction, variance, constant(3), constant(4), prediction, constant(5), within, constant(3))))
	b.WriteString(formula(row, last+5, fmt.Sprintf(`IF(%s="","",%s)`, prediction, loss)))
	terms := s.noiseTerms(row, last)
	for a, at := range s.p.Attributes {
		b.WriteString(formula(row, s.counts(last)+a, fmt.Sprintf("COUNT(%s:%s)", cell(row, s.first[a]), cell(row, s.first[a]+at.Repeats-1))))
	}
	for a, term := range terms {
		if len(term) > mostFormula {
			return "", fmt.Errorf("a formula for the noise of %s has %d characters, and Excel takes %d: export another form", quoted(s.p.Attributes[a].Name), len(term), mostFormula)
		}
		b.WriteString(formula(row, s.noises(last)+a, term))
	}
	return b.String(), nil
}

// noiseTerms are the formulas of the noise by attribute: its own, and what it shares with
// attributes before it. The loss is empty in rows without a prediction, the noise need not.
func (s *workbook) noiseTerms(row, last int) []string {
	terms := make([]string, len(s.p.Attributes))
	count := func(a int) string { return cell(row, s.counts(last)+a) }
	for a := range terms {
		terms[a] = fmt.Sprintf("Weights!$E$%d/MAX(1,%s)", weightRow+a, count(a))
	}
	for _, x := range s.classes.Pairs {
		terms[x.A] += fmt.Sprintf("+%s/MAX(%d,%s,%s)", "("+strings.ToUpper(number(x.Both))+")", x.Least, count(x.A), count(x.E))
	}
	return terms
}
