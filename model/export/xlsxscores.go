package export

import (
	"fmt"
	"strings"
)

// Several scores stand side by side: on Objects each has a row of weights over the means and a
// column of predictions, on Weights a column of weights. Of three classes or more follow, in
// Objects, the class, the probability of each class and its weight o (docs/classes.md); in
// Weights, right of all, the lines of the classes.

// scoreCount is how many numbers are predicted.
func (s *workbook) scoreCount() int { return max(1, len(s.names)) }

// firstObject is the row of the first object on Objects.
func (s *workbook) firstObject() int { return 2 + s.scoreCount() }

// weightColumn is the column of Weights with the weights of a score: the price is the fourth.
func weightColumn(score int) int {
	if score == 0 {
		return 3
	}
	return 4 + score
}

// lineColumn is the first of the columns of Weights with the lines of the classes.
func (s *workbook) lineColumn() int { return weightColumn(s.scoreCount()) }

// line is the address of the intercept (1) or the slope (2) of a class's line.
func (s *workbook) line(class, which int) string {
	return fmt.Sprintf("Weights!$%s$%d", letters(s.lineColumn()+which), constantRow+class)
}

// scoreHeads are the heads of Weights for several scores and the lines of classes.
func (s *workbook) scoreHeads() string {
	out := ""
	for k, name := range s.names {
		out += text(2, weightColumn(k), "weight for "+name)
	}
	if s.p.Multiclass != nil {
		for i, head := range []string{"class", "intercept of its line", "slope of its line"} {
			out += text(2, s.lineColumn()+i, head)
		}
	}
	return out
}

// besideScores are the cells of a row of Weights right of the price.
func (s *workbook) besideScores(row int) string {
	out := ""
	for k := 1; k < len(s.names); k++ {
		switch a := row - weightRow; {
		case row == weightRow-1:
			out += value(row, weightColumn(k), number(s.p.Scores[k].Intercept))
		case a >= 0 && a < len(s.p.Attributes):
			out += value(row, weightColumn(k), number(s.p.Scores[k].Weights[a]))
		}
	}
	if c := s.p.Multiclass; c != nil && row >= constantRow && row < constantRow+len(c.Names) {
		k := row - constantRow
		out += text(row, s.lineColumn(), c.Names[k]) + value(row, s.lineColumn()+1, number(c.LogitIntercepts[k])) + value(row, s.lineColumn()+2, number(c.LogitSlopes[k]))
	}
	return out
}

// manyHeads are the heads of the columns after the predictions.
func (s *workbook) manyHeads(last int) string {
	c := s.p.Multiclass
	if c == nil {
		return ""
	}
	at := last + s.scoreCount()
	out := text(1, at, "class")
	for k, name := range c.Names {
		out += text(1, at+1+k, "P("+name+")")
	}
	for k, name := range c.Names {
		out += text(1, at+1+len(c.Names)+k, "weight of "+name)
	}
	return out
}

// classifyMany are the cells of these columns in a row.
func (s *workbook) classifyMany(row, last int) string {
	c := s.p.Multiclass
	if c == nil {
		return ""
	}
	at, n := last+s.scoreCount(), len(c.Names)
	prediction := cell(row, last)
	p, o := cell(row, at+1)+":"+cell(row, at+n), cell(row, at+1+n)+":"+cell(row, at+2*n)
	var b strings.Builder
	called := s.lineName(n - 1)
	for k := n - 2; k >= 0; k-- {
		called = fmt.Sprintf("IF(%s>=MAX(%s),%s,%s)", cell(row, at+1+k), p, s.lineName(k), called)
	}
	b.WriteString(formula(row, at, fmt.Sprintf(`IF(%s="","",%s)`, prediction, called)))
	for k := range c.Names {
		b.WriteString(formula(row, at+1+k, fmt.Sprintf(`IF(%s="","",IF(SUM(%s)>0,%s/SUM(%s),%s))`, prediction, o, cell(row, at+1+n+k), o, number(1/float64(n)))))
	}
	var lines []string
	for k := range c.Names {
		score := prediction
		if !c.Ordered {
			score = cell(row, last+k)
		}
		lines = append(lines, s.line(k, 1)+"+"+s.line(k, 2)+"*"+score)
	}
	for k, line := range lines {
		of := fmt.Sprintf("1/(1+EXP(MIN(700,-(%s))))", line) // the exponential of a number above 709 is an error
		if c.Ordered {
			of = fmt.Sprintf("EXP(MAX(-700,%s-MAX(%s)))", line, strings.Join(lines, ","))
		}
		b.WriteString(formula(row, at+1+n+k, fmt.Sprintf(`IF(%s="","",%s)`, prediction, of)))
	}
	return b.String()
}

// lineName is the address of a class's name.
func (s *workbook) lineName(class int) string { return s.line(class, 0) }
