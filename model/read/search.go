package read

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/model"
)

// searchRows is how many rows the search looks at, mostOffered how many readings it offers, and
// farBehind the score behind the best from which on it offers none.
const (
	searchRows  = 3000
	mostOffered = 4
	farBehind   = 5
)

// search finds readings of a table whose headers do not say them: which columns make up the
// object, which names a part of the attribute, which the rater, and what is judged. A reading
// is scored by what depends on what, what crosses what, and what repeats; names add little. Scores order the readings that a question offers, and are no probabilities.
type search struct {
	r      *roles
	rows   int
	column []searched
}

// searched is a column as the search sees it.
type searched struct {
	codes  []int     // by row, 0 for an empty cell
	levels int       // distinct values
	filled int       // cells
	value  []float64 // by row, where most cells are numbers; nil for others
	whole  bool      // all numbers are whole
	spread float64   // from the least number to the greatest
	prose  bool      // most cells are texts of several words
}

// roleSet is a reading under consideration. Its columns are in the order of the file.
type roleSet struct {
	object, judged, labels []int
	attribute, rater       int // -1 for none
	objects                int
	score                  float64
}

func newSearch(r *roles, t *lookahead) *search {
	t.peek(func() bool { return len(t.rows) < searchRows })
	s := &search{r: r, rows: min(len(t.rows), searchRows), column: make([]searched, len(r.header))}
	for i := range s.column {
		c := &s.column[i]
		known := map[string]int{"": 0}
		texts, numbers := 0, 0
		c.whole = true
		low, high := math.Inf(1), math.Inf(-1)
		for _, row := range t.rows[:s.rows] {
			cell := trim(row.cells[i])
			if isMissing(cell) {
				cell = ""
			}
			code, seen := known[cell]
			if !seen {
				code = len(known)
				known[cell] = code
			}
			c.codes = append(c.codes, code)
			v, k := parseValue(cell)
			c.value = append(c.value, v)
			switch {
			case cell == "":
				continue
			case k == number:
				numbers++
				low, high = min(low, v), max(high, v)
				c.whole = c.whole && v == float64(int(v))
			case strings.Count(cell, " ") >= 3 && len(cell) > 25:
				texts++
			}
			c.filled++
		}
		c.levels, c.spread = len(known)-1, high-low
		c.prose = 2*texts > c.filled
		if 10*numbers < 9*c.filled || numbers == 0 {
			c.value, c.whole = nil, false
		}
	}
	return s
}

// group numbers the combinations of the values of columns, and counts them.
func (s *search) group(columns ...int) (codes []int, n int) {
	codes = make([]int, s.rows)
	for _, i := range columns {
		known := make(map[[2]int]int)
		for row, code := range s.column[i].codes {
			key := [2]int{codes[row], code}
			at, seen := known[key]
			if !seen {
				at = len(known)
				known[key] = at
			}
			codes[row] = at
		}
		n = len(known)
	}
	return codes, max(n, 1)
}

// depends tells whether a column is the same in all rows of each group, and some group has two.
func (s *search) depends(column int, groups []int, n int) bool {
	first, again := make([]int, n), false
	for row, g := range groups {
		code := s.column[column].codes[row]
		if code == 0 {
			continue
		}
		if again = again || first[g] != 0; first[g] != 0 && first[g] != code {
			return false
		}
		first[g] = code
	}
	return again
}

// explained is the share of the variance of a column between groups, beyond chance.
func (s *search) explained(column int, groups []int, n int) float64 {
	c := s.column[column]
	sum, count := make([]float64, n), make([]float64, n)
	all, total, square := 0., 0., 0.
	for row, g := range groups {
		if c.codes[row] == 0 {
			continue
		}
		v := c.value[row]
		sum[g], count[g] = sum[g]+v, count[g]+1
		all, total, square = all+1, total+v, square+v*v
	}
	spread, between, used := square-total*total/all, 0., 0.
	for g := range sum {
		if count[g] > 0 {
			between += sum[g] * sum[g] / count[g]
			used++
		}
	}
	between -= total * total / all
	if !(spread > 0) || all <= used {
		return 0
	}
	return max(0, 1-(all-1)/(all-used)*(spread-between)/spread)
}

// likeness is the mean correlation over the objects between the judgments with each two values of
// a column, of the first few. Raters of one attribute are alike, attributes less so. Values that
// share too few objects count as .5, which says nothing.
func (s *search) likeness(column, judged int, groups []int, n int) float64 {
	const few, fewest = 6, 8 // values, objects
	levels := min(few, s.column[column].levels)
	sum, count := make([][]float64, levels+1), make([][]float64, levels+1)
	for i := range sum {
		sum[i], count[i] = make([]float64, n), make([]float64, n)
	}
	for row, g := range groups {
		if l := s.column[column].codes[row]; l > 0 && l <= levels && s.column[judged].codes[row] > 0 {
			sum[l][g] += s.column[judged].value[row]
			count[l][g]++
		}
	}
	total, pairs := 0., 0.
	for a := 1; a <= levels; a++ {
		for b := 1; b < a; b++ {
			var x, y []float64
			for g := range n {
				if count[a][g] > 0 && count[b][g] > 0 {
					x, y = append(x, sum[a][g]/count[a][g]), append(y, sum[b][g]/count[b][g])
				}
			}
			if c := correlation(x, y); len(x) >= fewest && c == c {
				total, pairs = total+c, pairs+1
			}
		}
	}
	if pairs == 0 {
		return .5
	}
	return total / pairs
}

// readings are the best readings, best first.
func (s *search) readings() []roleSet {
	free := func(i int) bool { return s.r.role[i] == noRole && s.r.header[i] != "" && s.column[i].levels > 1 }
	var keys []int
	for i, c := range s.column {
		if free(i) && (c.value == nil || c.whole) && 2*c.filled > s.rows && !isMeasure(s.r.header[i]) {
			keys = append(keys, i)
		}
	}
	if len(keys) > 12 { // what tells most rows apart may be the object, what tells few may be the rest
		slices.SortStableFunc(keys, func(i, j int) int { return s.column[j].levels - s.column[i].levels })
		keys = append(keys[:6], keys[len(keys)-6:]...)
		slices.Sort(keys)
	}
	var found []roleSet
	for n, i := range keys {
		found = append(found, s.of([]int{i}, keys)...)
		for _, j := range keys[:n] {
			if s.column[i].value == nil && s.column[j].value == nil {
				found = append(found, s.of([]int{j, i}, keys)...)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b roleSet) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	return found
}

// of are the readings with an object: every attribute and rater that go with it.
func (s *search) of(object, keys []int) []roleSet {
	groups, n := s.group(object...)
	if n < 4 || s.rows > n && n > s.rows*97/100 {
		return nil
	}
	if len(object) == 2 && (n <= max(s.column[object[0]].levels, s.column[object[1]].levels) || n == s.rows) {
		return nil // one determines the other, or no two rows are of one object
	}
	others := []int{-1}
	for _, i := range keys {
		if !slices.Contains(object, i) && !s.column[i].prose && !s.depends(i, groups, n) {
			others = append(others, i)
		}
	}
	var found []roleSet
	for _, attribute := range others {
		for _, rater := range others {
			if attribute >= 0 && (attribute == rater || s.column[attribute].value != nil || s.column[attribute].levels > 60) {
				continue
			}
			if set, ok := s.score(roleSet{object: object, attribute: attribute, rater: rater, objects: n}, groups); ok {
				found = append(found, set)
			}
		}
	}
	return found
}

// score says what speaks for a reading, and what it leaves unexplained.
func (s *search) score(set roleSet, groups []int) (roleSet, bool) {
	cell := slices.Clone(set.object)
	if set.attribute >= 0 {
		cell = append(cell, set.attribute)
	}
	cells, nCells := s.group(cell...)
	parts := append(slices.Clone(cell), set.rater)
	once := set.objects == s.rows
	dependent := 0
	for i, c := range s.column {
		switch {
		case slices.Contains(parts, i) || s.r.role[i] != noRole || c.levels < 2 || s.r.header[i] == "":
			continue
		case !once && s.depends(i, groups, set.objects):
			if dependent++; c.value != nil {
				set.labels = append(set.labels, i)
			}
		case c.value != nil && !isMeasure(s.r.header[i]) && !(c.whole && c.levels == s.rows && c.spread < 2*float64(s.rows)): // a number of the row is none
			set.judged = append(set.judged, i)
		case c.prose:
			set.score -= 2.5 // a text that changes within the object belongs to it
		case c.value == nil && c.levels <= 60 && len(set.judged) > 0 && !once:
			if both, n := s.group(append(slices.Clone(cell), i)...); s.explained(set.judged[0], both, n) > .08+s.explained(set.judged[0], cells, nCells) {
				set.score -= 3 // it explains what the reading takes for noise
			}
		}
	}
	if len(set.judged) == 0 {
		return set, false
	}
	set.score -= .5 * float64(len(parts))
	switch n := set.objects; {
	case n < 8:
		set.score -= 2
	case n >= 15:
		set.score++
	}
	if dependent > 0 {
		set.score += min(4, 2+.5*float64(dependent-1))
		if len(set.object) == 2 {
			own := false
			for i := range s.column {
				if s.r.role[i] == noRole && !slices.Contains(parts, i) && s.column[i].levels > 1 && s.depends(i, groups, set.objects) {
					one, n := s.group(set.object[0])
					two, m := s.group(set.object[1])
					own = own || !s.depends(i, one, n) && !s.depends(i, two, m)
				}
			}
			if !own {
				return set, false
			}
		}
	} else if len(set.object) == 2 {
		return set, false
	}
	if set.attribute >= 0 {
		levels := s.column[set.attribute].levels
		fill := float64(nCells) / float64(set.objects*levels)
		if fill < .5 || levels > set.objects {
			return set, false
		}
		if set.score += 2*fill - 1; len(set.judged) == 1 {
			set.score += 2 // without it, there was nothing to choose from
		}
		if nCells < s.rows && s.explained(set.judged[0], cells, nCells)-s.explained(set.judged[0], groups, set.objects) < .02 {
			set.score-- // it makes no difference
		}
		set.score += 1 - 2*s.likeness(set.attribute, set.judged[0], groups, set.objects)
	}
	if set.rater >= 0 {
		_, n := s.group(append(cell, set.rater)...)
		twice := 1 - float64(n)/float64(s.rows)
		numeric := s.column[set.rater].value != nil
		if n == nCells || s.column[set.rater].levels > set.objects || numeric && twice > .1 {
			return set, false
		}
		set.score += 2.5 - 4*twice
		set.score += 2*s.likeness(set.rater, set.judged[0], groups, set.objects) - 1
		if numeric {
			set.score -= 1.5 // a number may count the repeats
		}
	}
	if !once {
		best := 0.
		for _, i := range set.judged {
			best = max(best, s.explained(i, groups, set.objects))
		}
		set.score += min(2, 4*best)
	}
	for _, i := range set.object {
		if s.column[i].prose {
			set.score -= .7
		}
		if s.column[i].whole && s.column[i].levels <= ratingSpan {
			set.score -= 2
		}
		set.score += s.named(i, objectRole)
	}
	if set.attribute >= 0 {
		set.score += s.named(set.attribute, attributeRole)
	}
	if set.rater >= 0 {
		set.score += s.named(set.rater, raterRole)
	}
	return set, true
}

// named is what a header says for a role, or against it: no more than two facts of the cells.
func (s *search) named(column int, as role) float64 {
	switch s.r.claim[column].role {
	case as:
		return 1.5
	case noRole, judgeRole, eitherRole:
		return 0
	}
	return -1
}

// forgetNames leaves the roles that headers gave to the search, but for labels, measures and the
// numbers of repeats.
func (r *roles) forgetNames() {
	for i := range r.header {
		kept := []model.ReasonCode{model.ReasonFlag, model.ReasonIgnored, model.ReasonMeasure}
		if r.role[i] != labelRole && r.role[i] != numberingRole && !slices.Contains(kept, r.why[i].code) {
			r.set(i, noRole, why{})
		}
	}
}

// askComposite asks whether a document and its system make up the object, say, where a label
// differs within the object that a header names, and does not within both.
func (r *roles) askComposite(t *lookahead) error {
	if r.hint != nil || r.why[r.object].code != model.ReasonName {
		return nil
	}
	object := r.object
	for i := range r.header {
		label := slices.Contains(r.labels, i) || r.maybeLabel(i)
		if p := r.profile[i]; !label || p.numbers == 0 || p.texts > 0 || !newExaminer(t.rows, object, t.err != nil).column(i).varied {
			continue
		}
		before, because := slices.Clone(r.role), slices.Clone(r.why)
		r.forgetNames()
		r.set(i, noRole, why{})
		err := r.offer(t, fmt.Sprintf("%s differs between the rows of one %s", plainOrQuoted(r.header[i]), plainOrQuoted(r.header[object])), func(set roleSet) bool {
			named := func(c int) bool {
				return c != object && slices.Contains([]role{attributeRole, judgmentRole, raterRole}, before[c])
			}
			return len(set.object) == 2 && slices.Contains(set.object, object) && slices.Contains(set.labels, i) && !slices.ContainsFunc(set.object, named)
		})
		if err != nil {
			return err
		}
		r.role, r.why = before, because
	}
	return nil
}

// offer is the question that the search leads to, of the readings that may be meant; nil where
// there are none.
func (r *roles) offer(t *lookahead, problem string, may func(roleSet) bool) error {
	s := newSearch(r, t)
	e := &AmbiguousError{File: r.file, Problem: problem + ", so the cells were asked what the columns could be"}
	found := slices.DeleteFunc(s.readings(), func(set roleSet) bool { return !may(set) })
	for _, set := range found {
		if len(e.Readings) == mostOffered || set.score < found[0].score-farBehind {
			break
		}
		a, ok := s.alternative(set)
		if ok && !slices.ContainsFunc(e.Readings, func(b Alternative) bool { return b.Meaning == a.Meaning }) {
			e.Readings = append(e.Readings, a)
		}
	}
	if len(e.Readings) == 0 {
		return nil
	}
	return e
}

// alternative is a reading as flags and a sentence; false where no flags can say it.
func (s *search) alternative(set roleSet) (Alternative, bool) {
	name := func(columns []int) string {
		return list(s.r.namesOf(columns), "and")
	}
	judged := s.r.namesOf(set.judged)
	for _, h := range s.r.namesOf(append(slices.Clone(set.judged), set.labels...)) {
		if strings.ContainsAny(h, "*?[\\") {
			return Alternative{}, false
		}
	}
	choices := []model.Choice{{Option: model.OptionObject, Value: joinNames(s.r.namesOf(set.object))}}
	add := func(o model.Option, value string) { choices = append(choices, model.Choice{Option: o, Value: value}) }
	meaning := fmt.Sprintf("%s: %d objects, %.1f rows each", name(set.object), set.objects, float64(s.rows)/float64(set.objects))
	long := set.attribute >= 0 && len(judged) == 1
	switch {
	case long:
		add(model.OptionLayout, Long)
		add(model.OptionAttribute, s.r.header[set.attribute])
		add(model.OptionJudgment, judged[0])
		meaning += fmt.Sprintf("; %s names %d attributes, judged in %s", name([]int{set.attribute}), s.column[set.attribute].levels, name(set.judged))
	case set.attribute >= 0:
		add(model.OptionLayout, ByRater)
		add(model.OptionPivot, s.r.header[set.attribute])
		meaning += fmt.Sprintf("; %s is part of the attributes %s", name([]int{set.attribute}), name(set.judged))
	default:
		add(model.OptionLayout, ByRater)
		meaning += "; judged are " + name(set.judged)
	}
	if !long {
		add(model.OptionAttributes, joinNames(judged))
	}
	if set.rater >= 0 {
		add(model.OptionRater, s.r.header[set.rater])
		meaning += fmt.Sprintf("; %s is the rater, %d of them", name([]int{set.rater}), s.column[set.rater].levels)
	}
	if len(set.labels) > 0 {
		meaning += fmt.Sprintf("; %s never differs within an object and may be the label", name(set.labels[:1]))
		if s.r.opt.Label == "" && len(s.r.labels) == 0 {
			add(model.OptionLabel, s.r.header[set.labels[0]])
		}
	}
	return Alternative{choices, meaning}, true
}
