package read

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"fms-tui/model"
)

// scale is an order of answer words. Words at one place, apart by a bar, say the same.
type scale struct {
	first, step float64 // the value of the first place, and from one to the next
	fewest      int     // places that answers take at least: A and B alone may be names
	places      string
}

// scales are tried in order. The value of a word depends on its scale alone, not on which of
// its words a file has: a later file without some of them is read alike.
var scales = []scale{
	{1, 1, 2, "strongly disagree;disagree;neutral|neither|neither agree nor disagree|undecided;agree;strongly agree"},
	{1, 1, 2, "strongly disagree;disagree;somewhat disagree|slightly disagree;neutral|neither|neither agree nor disagree;somewhat agree|slightly agree;agree;strongly agree"},
	{1, 1, 2, "stimme überhaupt nicht zu|stimme gar nicht zu;stimme nicht zu|stimme eher nicht zu;neutral|teils/teils|teils, teils|weder noch;stimme zu|stimme eher zu;stimme voll zu|stimme voll und ganz zu|stimme völlig zu"},
	{1, 1, 2, "trifft gar nicht zu|trifft überhaupt nicht zu;trifft nicht zu|trifft eher nicht zu;teils/teils|teils, teils|neutral;trifft zu|trifft eher zu;trifft voll zu|trifft voll und ganz zu|trifft völlig zu"},
	{1, 1, 2, "pas du tout d'accord|pas du tout d’accord;pas d'accord|pas d’accord|plutôt pas d'accord;neutre|ni d'accord ni pas d'accord;d'accord|d’accord|plutôt d'accord;tout à fait d'accord|tout à fait d’accord"},
	{1, 1, 2, "totalmente en desacuerdo|muy en desacuerdo;en desacuerdo;neutral|ni de acuerdo ni en desacuerdo|indiferente;de acuerdo;totalmente de acuerdo|muy de acuerdo"},
	{1, 1, 2, "very dissatisfied;dissatisfied;neutral|neither;satisfied;very satisfied"},
	{1, 1, 2, "poor;fair;good;very good;excellent"},
	{1, 1, 2, "very poor;poor;fair|average|acceptable;good;very good|excellent"},
	{1, 1, 2, "very bad;bad;neutral|ok|okay|average;good;very good"},
	{1, 1, 2, "terrible|awful|horrible|very bad|very poor;bad|poor;ok|okay|fair|average|acceptable|mediocre|so-so|neutral;good;great|very good|excellent|outstanding|superb"},
	{1, 1, 2, "never;rarely;sometimes;often;always"},
	{1, 1, 2, "none|not at all;slightly|a little;moderately|somewhat;very;extremely"},
	{1, 1, 2, "very low;low;medium|moderate;high;very high"},
	{1, 1, 2, "no error|no-error;neutral;minor;major;critical"},
	{0, .5, 2, "no;maybe|perhaps|partly|partially|unsure;yes"},
	{0, .5, 2, "incorrect|wrong;partially correct|partly correct;correct|right"},
	{0, 1, 2, "fail|failed;pass|passed"},
	{0, 1, 5, "f;d;c;b;a"},
	{0, 1. / 3, 6, "f;;d-;d;d+;c-;c;c+;b-;b;b+;a-;a;a+"},
	{0, 1, 2, "nein;ja"},
	{0, 1, 2, "non;oui"},
	{0, 1, 2, "f;t"},
	{0, 1, 2, "👎;👍"},
	{0, 1, 2, "✗|✘|❌;✓|✔|✅"},
	{-1, 1, 3, "negative;neutral;positive"},
	{-1, 1, 3, "b|b wins|b is better|model_b;tie|both|equal|same|tie (bothbad);a|a wins|a is better|model_a"},
}

// noAnswers are answers that mean none, in lower case.
var noAnswers = strings.Split("don't know|dont know|don’t know|do not know|dk|can't say|cannot say|no answer|no opinion|not answered|not applicable|prefer not to say|skipped|refused|missing|no data|weiß nicht|weiss nicht|keine angabe|k.a.|k. a.|no sabe|no contesta|ns/nc|n/c|ne sait pas|sans réponse|無回答|わからない|-|–|—|?|.", "|")

var (
	missingCodes = []string{"-9", "-99", "-999", "9", "99", "999"} // stand for no answer among words
	marks        = []string{"x", "✓", "✔", "☑", "•"}               // say yes where others have nothing
)

// values returns the value by word.
func (s scale) values() map[string]float64 {
	values := make(map[string]float64)
	for i, place := range strings.Split(s.places, ";") {
		for word := range strings.SplitSeq(place, "|") {
			if place != "" { // else no word is there, and blank cells say nothing
				values[word] = s.first + s.step*float64(i)
			}
		}
	}
	return values
}

// ownScales are the scales that an option lists, apart by an empty word: values by word in lower case. A word
// counts one more than the word before it, the first 1, or what stands behind its sign of equality.
func ownScales(list []string) (all []map[string]float64) {
	next, one := 1., map[string]float64(nil)
	for _, w := range list {
		if w = strings.ToLower(trim(w)); w == "" {
			one = nil
			continue
		}
		if one == nil {
			next, one = 1, make(map[string]float64)
			all = append(all, one)
		}
		if at := strings.LastIndexByte(w, '='); at >= 0 && isNumber(w[at+1:]) {
			next, _ = parseValue(w[at+1:])
			w = trim(w[:at])
		}
		one[w] = next
		next++
	}
	return all
}

// ownWords are the words of these scales, by the first that has them.
func ownWords(list []string) map[string]float64 {
	all := make(map[string]float64)
	for _, one := range slices.Backward(ownScales(list)) {
		maps.Copy(all, one)
	}
	return all
}

// Disagree returns a word that a list of scales, as [Options] have it, gives another number than one before;
// "" where there is none.
func Disagree(before, now []string) string {
	known, words := ownWords(before), ownWords(now)
	for _, w := range slices.Sorted(maps.Keys(words)) {
		if v, is := known[w]; is && v != words[w] {
			return w
		}
	}
	return ""
}

// scaleOf returns the values of the scale that has all words, at places enough, and the scale; nil for none.
// The user's own come first, and are no others.
func scaleOf(words, own []string) (map[string]float64, *scale) {
	for _, mine := range ownScales(own) {
		if !slices.ContainsFunc(words, func(w string) bool { _, is := mine[w]; return !is }) {
			return mine, nil
		}
	}
	if !slices.ContainsFunc(words, func(w string) bool { _, k := parseValue(w); return k != number }) {
		return nil, nil // yes and no
	}
	for i := range scales {
		values, places := scales[i].values(), make(map[float64]bool)
		foreign := slices.ContainsFunc(words, func(w string) bool {
			v, is := values[w]
			places[v] = true
			return !is
		})
		if !foreign && len(places) >= scales[i].fewest {
			return values, &scales[i]
		}
	}
	return nil, nil
}

// writing is a way to write a number of a scale: the first group of the pattern is the number.
type writing struct {
	pattern *regexp.Regexp
	rest    bool // a text behind a number: each number has one
	unit    bool // a text behind a number: the same for all
	of      bool // a second number: the same for all, and not less
	commas  bool // counts only where commas cannot be of decimals
	points  bool // points stand between thousands, and a comma before decimals
}

var writings = sync.OnceValue(func() []*writing {
	return []*writing{
		{pattern: regexp.MustCompile(`^([-+]?\d+(?:\.\d+)?)\s*%$`)},                                     // 80 %
		{pattern: regexp.MustCompile(`^([-+]?\d{1,3}(?:\.\d{3})*(?:,\d{1,2})?)\s?[€%]$`), points: true}, // 1.200,50 €, 62,5 %
		{pattern: regexp.MustCompile(`^[$€£¥₹]\s?(\d[\d,]*(?:\.\d+)?)$`)},                               // $1,200
		{pattern: regexp.MustCompile(`^(\d[\d,]*(?:\.\d+)?)\s?[$€£¥₹]$`)},                               // 1200 €
		{pattern: regexp.MustCompile(`^(\d+(?:\.\d+)?)\s*(?:/|\sout of\s)\s*(\d+)$`), of: true},         // 4/5, 4 out of 5
		{pattern: regexp.MustCompile(`^(\d+(?:,\d+)?)\s*/\s*(\d+)$`), of: true, points: true},           // 3,5/5
		{pattern: regexp.MustCompile(`^(\d{1,2})\s*[:=)]\s*(\pL.*)$`), rest: true},                      // 4: good
		{pattern: regexp.MustCompile(`^(\d{1,2})\s+[-–—]\s+(\pL.*)$`), rest: true},                      // 4 - good
		{pattern: regexp.MustCompile(`^(\d{1,2})\s*\((\pL[^)]*)\)$`), rest: true},                       // 4 (good)
		{pattern: regexp.MustCompile(`^(10|\d)\s+(\pL\D*)$`), rest: true},                               // 4 good
		{pattern: regexp.MustCompile(`^(\d{1,2})\s+(?:points?|stars?|pts?\.?|punkte?)$`)},               // 4 points
		{pattern: regexp.MustCompile(`^([-+]?\d+(?:\.\d+)?)\s*([\pL°µ][\pL²³/·]{0,3})$`), unit: true},   // 4.2 kg
		{pattern: regexp.MustCompile(`^'([-+]?\d+(?:\.\d+)?)$`)},                                        // '4, which spreadsheets keep as text
		{pattern: regexp.MustCompile(`^([★⭐]{1,10})☆*$`)},                                               // ★★★☆☆
		{pattern: regexp.MustCompile(`^([-+]?\p{Nd}+(?:[.٫]\p{Nd}+)?)$`)},                               // ٤, as written in Arabic
		{pattern: regexp.MustCompile(`^([-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?)$`), commas: true},            // 1,234,567
		{pattern: regexp.MustCompile(`^([-+]?\d{1,3}(?:[ \x{a0}\x{202f}'’]\d{3})+(?:\.\d+)?)$`)},        // 1 234 567
	}
})

// reads tells whether all cells are written so, on one scale.
func (w *writing) reads(cells []string) bool {
	const many = 8                                              // so many with three digits behind the comma are thousands
	rest, commas := make(map[string]string), len(cells) >= many // the text by number
	for _, cell := range cells {
		m := w.pattern.FindStringSubmatch(cell)
		if m == nil {
			return false
		}
		commas = commas && cell[0] != '0' || strings.Count(cell, ",") > 1 || strings.Contains(cell, ",") && strings.Contains(cell, ".")
		key := m[1]
		if w.of || w.unit {
			key = ""
		}
		if _, err := time.Parse("2 Jan", cell); w.unit && err == nil {
			return false
		}
		if w.of {
			n, _ := parseValue(m[1])
			if of, _ := parseValue(m[2]); n > of {
				return false
			}
		}
		if before, known := rest[key]; (w.of || w.rest || w.unit) && known && before != m[2] {
			return false
		}
		rest[key] = m[len(m)-1]
	}
	return commas || !w.commas
}

// isOwn tells whether an example of the user's own is written so, and all cells are, and whether
// percentages are shares of 1.
func (w *writing) isOwn(own, cells []string) (is, shares bool) {
	for example, v := range ownWords(own) {
		n, is := w.number(example)
		if x, _ := parseValue(n); is && (x == v || x/100 == v) {
			return !slices.ContainsFunc(cells, func(cell string) bool { _, is := w.number(cell); return !is }), x != v
		}
	}
	return false, false
}

// number is the number of a cell, false where it is not written so.
func (w *writing) number(cell string) (string, bool) {
	m := w.pattern.FindStringSubmatch(cell)
	if m == nil {
		return "", false
	}
	if n := strings.Count(m[1], "★") + strings.Count(m[1], "⭐"); n > 0 {
		return strconv.Itoa(n), true
	}
	if w.points {
		return strings.NewReplacer(".", "", ",", ".").Replace(m[1]), true
	}
	return strings.Map(func(c rune) rune {
		if unicode.IsDigit(c) {
			zero := c // digits of a script stand in order
			for unicode.IsDigit(zero - 1) {
				zero--
			}
			return '0' + c - zero
		}
		if c == '٫' {
			return '.'
		}
		if strings.ContainsRune(",'’ \u00a0\u202f", c) { // between thousands
			return -1
		}
		return c
	}, m[1]), true
}

// scaleColumn reads the cells of a column that has answers in words, or numbers written in a way
// of their own.
type scaleColumn struct {
	value   map[string]float64 // of the words of a scale
	words   []string           // that the column has
	scale   *scale             // nil for the user's own, and for none
	writing *writing           // nil for none
	none    int                // cells that were no answers
	shares  bool               // percentages stand beside shares of 1
	coded   bool               // missingCodes are no answers
}

// read returns the cell as a number, as missing, or as it stands.
func (a *scaleColumn) read(cell string) string {
	cell = trim(cell)
	low := strings.ToLower(cell)
	if v, is := a.value[low]; is {
		return formatNumber(v)
	}
	if slices.Contains(noAnswers, low) || a.coded && slices.Contains(missingCodes, low) {
		a.none++
		return ""
	}
	if a.writing != nil {
		if n, is := a.writing.number(cell); is {
			if v, k := parseValue(n); a.shares && k == number && strings.HasSuffix(cell, "%") {
				n = formatNumber(v / 100)
			}
			return n
		}
	}
	return cell
}

// says is how the answers are read: the value of each word of the file, or an example.
func (a *scaleColumn) says() string {
	if a.writing != nil {
		return fmt.Sprintf("%s is %s", quote(a.words[0]), a.read(a.words[0]))
	}
	return legend(a.words, a.value)
}

// legend is the value of each word, in order.
func legend(words []string, value map[string]float64) string {
	words = slices.SortedFunc(slices.Values(words), func(v, w string) int {
		return cmp.Or(cmp.Compare(value[v], value[w]), strings.Compare(v, w))
	})
	for i, w := range words {
		words[i] = quote(w) + " " + strconv.FormatFloat(value[w], 'g', 3, 64)
	}
	return strings.Join(words, ", ")
}

// list is how the cells are read, as the option of a scale takes it: of each place the file's words, or else
// the first; of numbers with something around them an example. It is nil where the option says it already.
func (a *scaleColumn) list() (list []string) {
	switch {
	case a.writing != nil:
		return []string{a.words[0] + "=" + a.read(a.words[0])}
	case a.scale == nil:
		return nil
	}
	next := 1.
	for place := range strings.SplitSeq(a.scale.places, ";") {
		words := strings.Split(place, "|")
		known := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(a.words, w) })
		for n, w := range words {
			v, is := a.value[w]
			if !is || words[0] != "" && (known && !slices.Contains(a.words, w) || !known && n > 0) {
				continue
			}
			if v != next || w == "" {
				w += "=" + formatNumber(v)
			}
			list, next = append(list, w), v+1
		}
	}
	return list
}

// readAnswers reads known answer words, and numbers with something around them, as numbers,
// in columns of which the first rows hold little else. Columns that a flag or their name makes
// something else stay as they are. At the end it tells how many cells were no answers.
func readAnswers(t *lookahead, file string, opt Options, h *hint, tell teller) (*lookahead, map[string]*scaleColumn) {
	t.look()
	names, _ := t.header()
	columns, by, first := make(map[int]*scaleColumn), make(map[string][]string), make(map[*writing]string)
	named := make(map[string]*scaleColumn)
	leaves, used := model.Choose(model.OptionIgnore, "", "leaves a column out"), false
	for i, name := range names {
		if !mayAnswer(name, opt) || h != nil && h.known[name].role == unused {
			continue
		}
		if c := answersOf(t.rows, i, opt.Scale, name == opt.Label); c != nil {
			columns[i], named[name], used = c, c, used || len(opt.Scale) > 0 && c.value != nil && c.scale == nil
			text := c.says()
			if before, known := first[c.writing]; known && c.writing != nil {
				text = before
			}
			first[c.writing], by[text] = text, append(by[text], plainOrQuoted(name))
		}
	}
	if len(opt.Scale) > 0 && !used && !opt.learned {
		tell(model.CodeAnswerWords, fmt.Sprintf("%s: the order of %s is not used: no column has these words alone%s", printable(file), some(opt.Scale), moreWords(t.rows, names, opt.Scale)))
	}
	if len(columns) == 0 {
		return t, nil
	}
	delete(by, "") // nothing but no answers
	for _, text := range slices.Sorted(maps.Keys(by)) {
		tell(model.CodeAnswerWords, fmt.Sprintf("%s: answers of %s are read as numbers: %s", printable(file), some(by[text]), text), leaves)
	}
	ended := func() {
		var none []string
		for i, name := range names {
			if c := columns[i]; c != nil && c.none > 0 {
				none = append(none, fmt.Sprintf("%s (%d)", plainOrQuoted(name), c.none))
			}
		}
		if len(none) > 0 {
			tell(model.CodeNoAnswers, fmt.Sprintf("%s: cells such as don't know, - or ? are missing judgments: %s", printable(file), some(none)), leaves)
		}
	}
	return &lookahead{table: &changed{table: t, ended: ended, change: func(cells []string, _ int) ([][]string, error) {
		if !blank(cells) {
			for i, c := range columns {
				cells[i] = c.read(cells[i])
			}
		}
		return [][]string{cells}, nil
	}}}, named
}

// repeatedWords are the words of each column that repeats a few of them and has no more numbers than words;
// nil of others.
func repeatedWords(rows []row, columns int) (repeated [][]string) {
	const most = 11
	for i := range columns {
		var cells []string
		numbers := 0
		for _, row := range rows {
			if cell := trim(row.cells[i]); !isMissing(cell) && !slices.Contains(noAnswers, strings.ToLower(cell)) && !strings.Contains(cell, ",") {
				cells, numbers = append(cells, cell), numbers+b2i(isDecimal(cell))
			}
		}
		list := distinct(cells)
		if len(list) > most || len(cells) <= 2*len(list) || 2*numbers > len(cells) {
			list = nil
		}
		repeated = append(repeated, list)
	}
	return repeated
}

// unknownScale finds the few words that the most columns without numbers share, and returns these columns.
func (r *roles) unknownScale(rows []row) (columns []string) {
	repeated := repeatedWords(rows, len(r.header))
	for i := range repeated {
		var alike []string
		for j, name := range r.header {
			mayBe := r.role[i] == r.role[j] && (r.role[i] == unused || r.role[i] == attributeRole)
			if mayBe && len(repeated[j]) > 1 && len(repeated[i]) > 2 && len(beyond(repeated[j], repeated[i])) == 0 {
				alike = append(alike, name)
			}
		}
		if len(alike) > len(columns) {
			r.order, columns = repeated[i], alike
		}
	}
	return columns
}

// beyond are the words that are none of known.
func beyond(words, known []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(known, w) })
}

// tellUnknownScale tells that several columns of text hold the same words, whose order nobody knows.
func tellUnknownScale(r *roles, columns []string, tell teller) {
	columns = slices.DeleteFunc(columns, func(name string) bool {
		i := slices.Index(r.header, name)
		return r.role[i] != unused || r.why[i].code != model.ReasonText || r.hints[i]&(1<<makerRole) != 0
	})
	if len(columns) > 1 {
		tell(model.CodeAnswerWords, fmt.Sprintf("%s: %s hold the same few words, whose order is not known: they are not used", printable(r.file), some(columns)), orderedWords(r.order))
	}
}

// moreWords names the column that has two words of a scale, and its others.
func moreWords(rows []row, names, scale []string) string {
	for i, words := range repeatedWords(rows, len(names)) {
		if more := beyond(words, scale); len(words) > len(more)+1 {
			return fmt.Sprintf("; %s has %s, too", plainOrQuoted(names[i]), some(more))
		}
	}
	return ""
}

// orderedWords is the choice that makes judgments of words.
func orderedWords(words []string) model.Choice {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(missingCodes, w) })
	return model.Choose(model.OptionScale, strings.Join(words, ","), "makes judgments of these words: put the lowest first")
}

// mayAnswer tells whether flags and name allow that a column holds answers.
func mayAnswer(name string, opt Options) bool {
	named := slices.Concat([]string{opt.ObjectCol, opt.RaterCol, opt.OrderCol, rowNumber}, opt.Also, opt.AttributeCol, opt.Pivot, opt.Ignore)
	_, _, compares := splitCondition([]string{name}, opt.Label)
	c := claimOf(name)
	return !slices.Contains(named, name) && !compares && !isMeasure(name) &&
		(c.role == noRole || c.role == judgmentRole || c.role == labelRole && opt.Label != "")
}

// answersOf tells how the cells of a column are answers; nil where they are read as they stand, as
// the words of a label are.
func answersOf(rows []row, column int, own []string, label bool) *scaleColumn {
	a := &scaleColumn{}
	filled, plain, none, coded, largest := 0, 0, 0, 0, 0.
	known := ownWords(own)
	for _, r := range rows {
		cell := strings.ToLower(trim(r.cells[column]))
		v, k := parseValue(cell)
		_, isOwn := known[cell]
		switch {
		case isMissing(cell) && cell != "none":
			continue
		case slices.Contains(noAnswers, cell) && !isOwn:
			none++
		case k == number && isDecimal(cell) && !isOwn:
			plain, largest = plain+1, max(largest, math.Abs(v))
			coded += b2i(slices.Contains(missingCodes, cell))
		default:
			a.words = append(a.words, cell)
		}
		filled++
	}
	a.words = distinct(a.words)
	if a.coded = coded > 0 && coded == plain && len(a.words) > 1; a.coded {
		plain, none = 0, none+coded
	}
	const fewest = 4 // rows that tell a mark from a word
	switch {
	case plain == 0 && len(a.words) == 1 && slices.Contains(marks, a.words[0]) && filled-none < len(rows) && len(rows) >= fewest:
		a.scale = &scale{0, 1, 1, "|-;" + a.words[0]}
		a.value, a.words = a.scale.values(), append(a.words, "")
		return a
	case len(a.words) == 0 && none > 0 && 2*none <= filled:
		return a
	case len(a.words) == 0:
		return nil
	case plain == 0 && !label:
		if a.value, a.scale = scaleOf(a.words, own); a.value != nil {
			return a
		}
	}
	for _, w := range writings() {
		isOwn, shares := w.isOwn(own, a.words)
		if isOwn || plain*10 <= filled*9 && w.reads(a.words) {
			a.writing, a.shares = w, shares || !isOwn && plain > 0 && largest <= 1
			return a
		}
	}
	return nil
}
