package read

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fms-tui/model"
)

// scale is an order of answer words. Words at one place, apart by a bar, say the same.
type scale struct {
	first, step float64 // the value of the first place, and from one to the next
	places      string
}

// scales are tried in order. The value of a word depends on its scale alone, not on which of
// its words a file has: a later file without some of them is read alike.
var scales = []scale{
	{1, 1, "strongly disagree;disagree;neutral|neither|neither agree nor disagree|undecided;agree;strongly agree"},
	{1, 1, "strongly disagree;disagree;somewhat disagree|slightly disagree;neutral|neither|neither agree nor disagree;somewhat agree|slightly agree;agree;strongly agree"},
	{1, 1, "very dissatisfied;dissatisfied;neutral|neither;satisfied;very satisfied"},
	{1, 1, "poor;fair;good;very good;excellent"},
	{1, 1, "very poor;poor;fair|average|acceptable;good;very good|excellent"},
	{1, 1, "very bad;bad;neutral|ok|okay|average;good;very good"},
	{1, 1, "never;rarely;sometimes;often;always"},
	{1, 1, "none|not at all;slightly|a little;moderately|somewhat;very;extremely"},
	{1, 1, "very low;low;medium|moderate;high;very high"},
	{1, 1, "no error|no-error;neutral;minor;major;critical"},
	{0, .5, "no;maybe|perhaps|partly|partially|unsure;yes"},
	{0, .5, "incorrect|wrong;partially correct|partly correct;correct|right"},
	{0, 1, "fail|failed;pass|passed"},
	{0, 1, "f;t"},
	{-1, 1, "negative;neutral;positive"},
	{-1, 1, "b|b wins|b is better;tie|both|equal|same;a|a wins|a is better"},
}

// noAnswers are answers that mean none, in lower case.
var noAnswers = strings.Split("don't know|dont know|don’t know|do not know|dk|can't say|cannot say|no answer|no opinion|not answered|not applicable|prefer not to say|skipped|refused|-|–|—|?", "|")

// values returns the value by word.
func (s scale) values() map[string]float64 {
	values := make(map[string]float64)
	for i, place := range strings.Split(s.places, ";") {
		for word := range strings.SplitSeq(place, "|") {
			values[word] = s.first + s.step*float64(i)
		}
	}
	return values
}

// written are ways to write a number of a scale: the first group is the number.
var written = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`^([-+]?\d+(?:\.\d+)?)\s*%$`),            // 80 %
		regexp.MustCompile(`^(\d+(?:\.\d+)?)\s*/\s*(\d+)$`),         // 4/5
		regexp.MustCompile(`^(\d+(?:\.\d+)?)\s+out of\s+(\d+)$`),    // 4 out of 5
		regexp.MustCompile(`^(\d{1,2})\s*[:=)]\s*(\pL.*)$`),         // 4: good
		regexp.MustCompile(`^(\d{1,2})\s+[-–—]\s+(\pL.*)$`),         // 4 - good
		regexp.MustCompile(`^(\d{1,2})\s*\((\pL[^)]*)\)$`),          // 4 (good)
		regexp.MustCompile(`^(★{1,10})☆*$`),                         // ★★★☆☆
		regexp.MustCompile(`^([-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?)$`), // 1,234,567
	}
})

// scaleColumn reads the cells of a column that has answers in words, or numbers written in a way
// of their own.
type scaleColumn struct {
	words   map[string]float64 // of a scale
	pattern *regexp.Regexp     // of written; nil for none
	none    int                // cells that were no answers
	example string
}

// read returns the cell as a number, as missing, or as it stands.
func (a *scaleColumn) read(cell string) string {
	cell = trim(cell)
	low := strings.ToLower(cell)
	if slices.Contains(noAnswers, low) {
		a.none++
		return ""
	}
	if v, is := a.words[low]; is {
		return formatNumber(v)
	}
	if a.pattern != nil {
		if m := a.pattern.FindStringSubmatch(cell); m != nil {
			return plainNumber(m[1])
		}
	}
	return cell
}

func plainNumber(s string) string {
	if n := strings.Count(s, "★"); n > 0 {
		return strconv.Itoa(n)
	}
	return strings.ReplaceAll(s, ",", "")
}

// answerColumns are the columns of a table whose answers in words are numbers.
type answerColumns struct {
	file   string
	names  []string
	column map[int]*scaleColumn
}

// readAnswers reads known answer words, and numbers with something around them, as numbers,
// in columns of which the first rows hold little else. Columns that a flag or their name makes
// something else stay as they are. At the end it tells how many cells were no answers.
func readAnswers(t *lookahead, file string, opt Options, tell teller) *lookahead {
	t.sample()
	names, _ := t.header()
	a := &answerColumns{file: file, names: names, column: make(map[int]*scaleColumn)}
	for i, name := range names {
		if mayAnswer(name, opt) {
			if c := answersOf(t.rows, i); c != nil {
				a.column[i] = c
			}
		}
	}
	if len(a.column) == 0 {
		return t
	}
	a.tellScales(tell)
	return &lookahead{table: &changed{table: t, ended: func() { a.tellMissing(tell) }, change: func(cells []string, _ int) ([]string, bool, error) {
		for i, c := range a.column {
			cells[i] = c.read(cells[i])
		}
		return cells, true, nil
	}}}
}

// mayAnswer tells whether flags and name allow that a column holds answers.
func mayAnswer(name string, opt Options) bool {
	named := append([]string{opt.ObjectCol, opt.RaterCol, opt.OrderCol, opt.Label, rowNumber}, opt.Also...)
	named = append(append(append(named, opt.AttributeCol...), opt.Pivot...), opt.Ignore...)
	is, _, compares := splitCondition([]string{name}, opt.Label)
	switch c := claimOf(name); {
	case slices.Contains(named, name), compares && is == 0, isMeasure(name):
		return false
	case c.role == labelRole && opt.Label == "":
		return false
	default:
		return c.role == noRole || c.role == judgmentRole || c.role == labelRole
	}
}

// answersOf finds out how a column is to be read; nil for as it stands.
func answersOf(rows []row, column int) *scaleColumn {
	var cells []string // each once
	count := make(map[string]int)
	filled, plain, none := 0, 0, 0
	for _, r := range rows {
		cell := strings.ToLower(trim(r.cells[column]))
		if isMissing(cell) && cell != "none" {
			continue
		}
		filled++
		if slices.Contains(noAnswers, cell) {
			none++
			continue
		}
		if _, k := parseValue(cell); k == number && isDecimal(cell) {
			plain++
			continue
		}
		if count[cell]++; count[cell] == 1 {
			cells = append(cells, cell)
		}
	}
	const fewest = 4 // cells that tell something
	if filled-none < fewest {
		return nil
	}
	if len(cells) == 0 {
		if none == 0 || 2*none > filled {
			return nil
		}
		return &scaleColumn{}
	}
	if plain == 0 {
		if s := scaleOf(cells); s != nil {
			return &scaleColumn{words: s, example: strings.Join(cells, ", ")}
		}
	}
	for _, p := range written() {
		if plain*10 <= filled*9 && allWritten(p, cells) {
			return &scaleColumn{pattern: p, example: cells[0]}
		}
	}
	return nil
}

// scaleOf returns the values of the scale that has all words, at two places at least.
func scaleOf(words []string) map[string]float64 {
	for _, s := range scales {
		values := s.values()
		if _, ok := values[words[0]]; !ok {
			continue
		}
		various := false
		all := !slices.ContainsFunc(words, func(w string) bool {
			v, is := values[w]
			various = various || v != values[words[0]]
			return !is
		})
		binary := !slices.ContainsFunc(words, func(w string) bool { _, k := parseValue(w); return k != number })
		if all && various && !binary && !(s.first < 0 && !various3(words, values)) {
			return values
		}
	}
	return nil
}

// various3 tells whether the words stand at all three places of a scale around 0: A and B
// alone may be names.
func various3(words []string, values map[string]float64) bool {
	seen := make(map[float64]bool)
	for _, w := range words {
		seen[values[w]] = true
	}
	return len(seen) == 3
}

// allWritten tells whether all cells match, on one scale: one number behind the slash, one
// text of a number, and commas that cannot be of decimals.
func allWritten(p *regexp.Regexp, cells []string) bool {
	rest := make(map[string]string) // the text by number
	commas := false
	for _, cell := range cells {
		m := p.FindStringSubmatch(cell)
		if m == nil {
			return false
		}
		commas = commas || strings.Count(cell, ",") > 1 || strings.Contains(cell, ",") && strings.Contains(cell, ".")
		if len(m) < 3 {
			continue
		}
		key := m[1]
		if strings.ContainsAny(cell, "/") || strings.Contains(cell, "out of") {
			key = "" // one number for all
			n, _ := parseValue(m[1])
			if of, _ := parseValue(m[2]); n > of {
				return false
			}
		}
		if before, known := rest[key]; known && before != m[2] {
			return false
		}
		rest[key] = m[2]
	}
	return commas || p != written()[len(written())-1]
}

// tellScales says how words and written numbers are read.
func (a *answerColumns) tellScales(tell teller) {
	by := make(map[string][]string) // columns
	example := make(map[*regexp.Regexp]string)
	for i, name := range a.names {
		c := a.column[i]
		switch {
		case c == nil || c.words == nil && c.pattern == nil:
			continue
		case c.words != nil:
			by[c.legend()] = append(by[c.legend()], plainOrQuoted(name))
		default:
			if example[c.pattern] == "" {
				example[c.pattern] = fmt.Sprintf("%s is %s", quote(c.example), c.read(c.example))
			}
			text := example[c.pattern]
			by[text] = append(by[text], plainOrQuoted(name))
		}
	}
	for _, text := range slices.Sorted(maps.Keys(by)) {
		tell(model.CodeAnswerWords, fmt.Sprintf("%s: answers of %s are read as numbers: %s", printable(a.file), some(by[text]), text),
			model.Choose(model.OptionIgnore, "", "leaves a column out"))
	}
}

// legend is the value of each word of the file.
func (a *scaleColumn) legend() string {
	words := strings.Split(a.example, ", ")
	slices.SortStableFunc(words, func(v, w string) int {
		if a.words[v] != a.words[w] {
			return int(2 * (a.words[v] - a.words[w]))
		}
		return strings.Compare(v, w)
	})
	for i, w := range words {
		words[i] = quote(w) + " " + formatNumber(a.words[w])
	}
	return strings.Join(words, ", ")
}

// tellMissing says how many cells were no answers.
func (a *answerColumns) tellMissing(tell teller) {
	var texts []string
	for i, name := range a.names {
		if c := a.column[i]; c != nil && c.none > 0 {
			texts = append(texts, fmt.Sprintf("%s (%d)", plainOrQuoted(name), c.none))
		}
	}
	if len(texts) > 0 {
		tell(model.CodeNoAnswers, fmt.Sprintf("%s: cells such as don't know, - or ? are missing judgments: %s", printable(a.file), some(texts)),
			model.Choose(model.OptionIgnore, "", "leaves a column out"))
	}
}
