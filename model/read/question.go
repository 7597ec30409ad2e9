package read

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/model"
)

// Bounds of a question: the readings it offers, and how far one may be behind the best.
const (
	mostOffered = 4
	farBehind   = 5
)

// noColumn is the value of a flag that says that no column has the role.
const noColumn = "-"

// doubt says why the best reading is a question; "" where it is none.
func (s *search) doubt(found []reading) string {
	d, opt := found[0], s.r.opt
	flagged := opt.ObjectCol != "" && opt.Layout != "" && opt.Layout != "auto"
	if flagged || s.r.told() || s.like != nil {
		return ""
	}
	if i := s.unclearMaker(d); i >= 0 && !s.r.asked() && opt.ObjectCol == "" && opt.RaterCol == "" {
		return fmt.Sprintf("%s comes once with every object: it may have written what was judged, or have judged it", plainOrQuoted(s.r.header[i]))
	}
	if i := s.unclearRater(d); i >= 0 && !s.r.asked() && opt.RaterCol == "" {
		return fmt.Sprintf("%s names raters of nearly every object, whose judgments repeat: may you choose who answers?", plainOrQuoted(s.r.header[i]))
	}
	if i := unclearPart(s, d); i >= 0 && !s.r.asked() && opt.ObjectCol == "" {
		return fmt.Sprintf("%s may be a part of the object, or of the attributes", plainOrQuoted(s.r.header[i]))
	}
	if problem := s.unlikely(d); problem != "" && opt.ObjectCol == "" {
		return problem
	}
	if d.left*s.weight <= -4 && opt.ObjectCol == "" {
		return "texts or planned columns would be left without a role"
	}
	for _, other := range found[1:] {
		switch {
		case d.score-other.score >= max(.2, unsure*s.weight):
			return ""
		case s.differ(d, other) && !s.namesRater(d, other) && (s.breaks(d) || !s.breaks(other)):
			return "the cells speak for several readings nearly alike"
		}
	}
	return ""
}

// unlikely says what is strange about a reading that is the best nevertheless; "" for nothing.
func (s *search) unlikely(d reading) string {
	if s.rows < fewRows {
		return ""
	}
	name := func(i int) string { return plainOrQuoted(s.r.header[i]) }
	for _, i := range d.misnamed {
		const least = .25 // of the correlation with a judgment
		alike := func(j int) bool { return j == i || math.Abs(s.correlation(i, j)) >= least }
		if slices.ContainsFunc(d.judged, alike) {
			return fmt.Sprintf("%s is named like something else, and its cells are like judgments", name(i))
		}
	}
	for _, i := range d.attribute {
		if s.columns[i].levels > 1 && s.r.role[i] == noRole && s.isFunction(i, d.object...) {
			return fmt.Sprintf("%s would be part of the attribute, and never differs within an object", name(i))
		}
	}
	for _, i := range s.looked {
		if s.r.claim[i].role == attributeRole && s.r.role[i] == noRole && s.columns[i].levels > 1 && !slices.Contains(slices.Concat(d.base(), d.judged), i) && !s.isFunction(i, d.base()...) {
			return fmt.Sprintf("%s is named like the attribute, and would be left without a role", name(i))
		}
	}
	const few, many = 8, 100 // objects, rows
	if i := d.object[0]; d.objects < few && s.rows >= many && len(d.object) == 1 && s.named(i, objectRole) <= 0 {
		return fmt.Sprintf("there would be %d objects, which %s names", d.objects, name(i))
	}
	worded := func(i int) bool { return s.columns[i].value == nil }
	if len(d.attribute) > 0 && len(d.judged) > 0 && s.r.judgment < 0 && !slices.ContainsFunc(d.judged, func(i int) bool { return !worded(i) }) {
		return fmt.Sprintf("the words of %s, of no known scale, would be judgments", list(s.r.namesOf(d.judged), "and"))
	}
	return ""
}

// unclearMaker returns a column of models that comes once with every object, or once with each of its
// parts that are no runs, or -1: what is judged may be of a model and by it.
func (s *search) unclearMaker(d reading) int {
	once := append(d.base(), d.repeats...)
	runs := slices.ContainsFunc(d.repeats, func(i int) bool { return s.says(i, numberingRole) })
	for _, i := range slices.Concat(d.attribute, d.rater) {
		if s.makes(i) && s.open(i) && s.rows >= 20 && !runs && len(once) <= 4 && 100*s.group(once...).n > 97*s.rows {
			return i
		}
	}
	return -1
}

// unnamedPart returns a column of words that tells the rows of an object apart and that no header
// makes the rater or a part of the attribute, or -1: it may be a part of the object, if no label is
// the same without it.
func (s *search) unnamedPart(d reading) int {
	if rest := slices.Concat(d.attribute, d.rater); len(rest) == 1 && 100*s.group(d.base()...).n > 97*s.rows && s.labelOf(d) < 0 {
		if i := rest[0]; s.columns[i].value == nil && s.named(i, raterRole) <= 0 && s.named(i, attributeRole) <= 0 && !s.says(i, judgeRole) {
			return i
		}
	}
	return -1
}

// unclearPart returns a column of words that would be a part of the attributes of several columns, as no
// header and no label says, or -1.
func unclearPart(s *search, d reading) int {
	if len(d.attribute) != 1 || len(d.rater) == 0 || len(d.judged) < 2 || s.rows < fewRows || s.labelOf(d) >= 0 || len(s.r.labels) > 0 {
		return -1
	}
	i := d.attribute[0]
	if !s.open(i) || s.columns[i].value != nil || s.named(i, attributeRole) > 0 || s.says(i, judgeRole) {
		return -1
	}
	return i
}

// makes tells whether a header says that a column names what made the objects.
func (s *search) makes(i int) bool {
	return s.says(i, makerRole) && !slices.ContainsFunc(headerWords(s.r.header[i]), func(w string) bool { return slices.Contains(judges, w) })
}

// judges are words for those who judge.
var judges = strings.Fields("judge grader evaluator")

// chosenRaters are words for raters whom one may choose as well as judges of another kind.
var chosenRaters = strings.Fields("annotator assessor expert coder rater")

// unclearRater returns a column of raters who may be chosen, or -1.
func (s *search) unclearRater(d reading) int {
	for _, i := range d.attribute {
		if s.says(i, raterRole) && s.open(i) && s.rows >= 20 {
			return i
		}
	}
	if len(d.rater) == 0 || len(d.attribute) == 0 || !s.open(d.rater[0]) || s.rows < 20 {
		return -1
	}
	i := d.rater[0]
	if s.evidenceOf(&d).choosable() && slices.ContainsFunc(headerWords(s.r.header[i]), func(w string) bool { return slices.Contains(chosenRaters, w) }) {
		return i
	}
	return -1
}

// differ tells whether two readings put judgments into different cells, or take another rater.
func (s *search) differ(a, b reading) bool {
	return !slices.Equal(s.group(a.object...).codes, s.group(b.object...).codes) || !sameSet(a.attribute, b.attribute) || !sameSet(a.judged, b.judged) ||
		len(b.rater) > 0 && !slices.Equal(a.rater, b.rater)
}

// breaks tells whether a reading gives a column that is named for a role another one, or none.
func (s *search) breaks(d reading) bool {
	as := map[role][]int{objectRole: d.object, attributeRole: d.attribute, raterRole: d.rater, judgmentRole: d.judged}
	for i, c := range s.r.claim {
		if in, is := as[c.role]; is && c.strength == strong && !slices.Contains(in, i) {
			return true
		}
	}
	return false
}

// namesRater tells whether two readings differ in who may be chosen alone: a column is the rater of
// one and a part of the attribute in the other, as its header says in the first.
func (s *search) namesRater(a, b reading) bool {
	role := raterRole
	if len(a.rater) == 0 {
		a, b, role = b, a, judgeRole
	}
	return len(a.rater) == 1 && len(b.rater) == 0 && s.says(a.rater[0], role) &&
		sameSet(append(slices.Clone(a.attribute), a.rater[0]), b.attribute) && sameSet(a.object, b.object) && sameSet(a.judged, b.judged)
}

func sameSet(a, b []int) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(i int) bool { return !slices.Contains(b, i) })
}

// ask is the question which of the readings is meant.
func (s *search) ask(found []reading, problem string) error {
	e := &AmbiguousError{File: s.r.file, Problem: problem}
	for _, d := range append(s.variants(found[0]), found[1:]...) {
		if len(e.Readings) == mostOffered {
			break
		}
		if d.score < found[0].score-farBehind {
			continue
		}
		a, ok := s.alternative(d)
		if ok && !slices.ContainsFunc(e.Readings, func(b model.Alternative) bool {
			return b.Meaning == a.Meaning || fmt.Sprint(b.Choices) == fmt.Sprint(a.Choices)
		}) {
			e.Readings = append(e.Readings, a)
		}
	}
	if len(e.Readings) == 0 {
		return s.r.lacks(objectRole)
	}
	return e
}

// askObject is the question what was judged, where no header says it: one of the readings that the
// cells allow, or every row.
func (s *search) askObject(found []reading) error {
	const fewest = 8 // rows that may be objects
	numbers := 0
	for i := range s.columns {
		numbers += b2i(s.columns[i].value != nil && s.open(i))
	}
	e := &AmbiguousError{File: s.r.file, Problem: "no header says which column names what was judged"}
	if len(found) > 0 {
		found = found[:min(len(found), mostOffered-1)]
		if asked, ok := s.ask(found, e.Problem).(*AmbiguousError); ok {
			e = asked
		}
	}
	if s.r.numbered() || len(e.Readings) == 0 && (s.rows < fewest || numbers < 2) {
		return s.r.lacks(objectRole)
	}
	e.offer("every row is an object of its own: "+counted(s.rows, "object"), model.OptionObject, rowNumber)
	return e
}

// variants are the best reading, and how it would be if a column of models, or one that tells the
// rows of an object apart, made up the object, or if raters and judges changed places.
func (s *search) variants(best reading) []reading {
	all := []reading{best}
	try := func(d reading) {
		if d, ok := s.weigh(d); ok {
			d.score = best.score
			all = append(all, d)
		}
	}
	without := func(list []int, i int) []int {
		return slices.DeleteFunc(slices.Clone(list), func(j int) bool { return j == i })
	}
	if i := cmp.Or(s.unclearMaker(best)+1, s.unnamedPart(best)+1, unclearPart(s, best)+1) - 1; i >= 0 && len(best.object) == 1 {
		try(reading{object: []int{min(i, best.object[0]), max(i, best.object[0])}, attribute: without(best.attribute, i), rater: without(best.rater, i)})
	}
	if len(best.misnamed) > 0 && !slices.Contains(best.judged, best.misnamed[0]) {
		try(reading{object: best.object, attribute: best.attribute, rater: best.rater, also: best.misnamed})
	}
	if i := s.unclearRater(best); i >= 0 {
		if slices.Contains(best.rater, i) {
			try(reading{object: best.object, attribute: append([]int{i}, best.attribute...)})
		} else {
			try(reading{object: best.object, attribute: without(best.attribute, i), rater: []int{i}})
		}
	}
	return all
}

// alternative is a reading as flags and a sentence; false where no flags can say it.
func (s *search) alternative(d reading) (model.Alternative, bool) {
	r := s.r
	name := func(columns []int) string { return list(r.namesOf(columns), "and") }
	judged := r.namesOf(d.judged)
	pattern := func(h string) bool { return strings.ContainsAny(h, "*?[\\") } // names nothing but itself
	if len(judged) == 0 {
		return model.Alternative{}, false
	}
	flags := Options{ObjectCol: columnOf(r.namesOf(d.object)), RaterCol: noColumn}
	meaning := fmt.Sprintf("%s: %s, %.1f rows each", name(d.object), counted(d.objects, "object"), float64(s.rows)/float64(d.objects))
	if len(d.rater) > 0 { // before the names of the judged, which may be cut
		flags.RaterCol = r.header[d.rater[0]]
		meaning += fmt.Sprintf("; %s is the rater, %d of them", name(d.rater), s.columns[d.rater[0]].levels)
	}
	names := list(r.namesOf(d.attribute), "and")
	long := len(d.attribute) > 0 && len(judged) == 1
	switch {
	case long:
		flags.Layout, flags.AttributeCol, flags.JudgmentCol = Long, r.namesOf(d.attribute), judged[0]
		meaning += fmt.Sprintf("; %s names %s, judged in %s", names, counted(s.group(d.attribute...).n, "attribute"), name(d.judged))
	case len(d.attribute) > 0:
		flags.Layout, flags.Pivot = ByRater, r.namesOf(d.attribute)
		meaning += fmt.Sprintf("; %s is part of the attributes %s", names, listSome(judged))
	default:
		stems := make(map[string]bool)
		for _, i := range d.judged {
			stems[r.stem(i)] = true
		}
		if len(stems) == len(judged) || len(d.rater) > 0 { // else it is asked what the numbers of columns say
			flags.Layout = ByRater
		}
		meaning += "; judged are " + listSome(judged)
	}
	single := len(d.object) == 2 && 100*d.objects > 97*s.rows // any of the judged may be the label
	if single && s.labelOf(d) < 0 && r.opt.Label == "" && len(r.labels) == 0 {
		meaning += ", or one of them is the label"
	}
	if !long && !single && len(r.header) <= mostLooked && !slices.ContainsFunc(judged, pattern) { // of more, only some were looked at
		flags.Attributes = judged
	}
	if label := s.labelOf(d); label >= 0 && r.opt.Label == "" && len(r.labels) == 0 {
		meaning += fmt.Sprintf("; %s never differs within an object and may be the label", name([]int{label}))
		flags.Label = r.header[label]
	}
	return model.Alternative{Choices: flags.Choices(), Meaning: meaning}, true
}

// labelOf is the column that is the label: numbers that never differ within an object, the only
// such or the only one that is named like one; -1 for none.
func (s *search) labelOf(d reading) int {
	var found, named []int
	for i := range s.columns {
		c := &s.columns[i]
		number := c.value != nil && c.levels > 1 && !c.counts && !c.time && !c.unique && !isMeasured(s, i) && !s.says(i, personRole) && !s.says(i, idRole) && s.r.claim[i].role != objectRole
		if !number || !s.open(i) || slices.Contains(d.base(), i) || slices.Contains(d.judged, i) || !s.isFunction(i, d.object...) {
			continue
		}
		if c.whole && len(d.object) == 2 && (s.isFunction(d.object[0], i) || s.isFunction(d.object[1], i)) {
			continue // it numbers a part of the object
		}
		if c.whole && c.low <= 1 && c.high-c.low < float64(c.levels) && c.levels >= d.objects && !s.says(i, labelRole) {
			continue // it numbers the objects
		}
		if found = append(found, i); s.says(i, labelRole) {
			named = append(named, i)
		}
	}
	switch {
	case len(named) == 1:
		return named[0]
	case len(named) == 0 && len(found) == 1 && !hasOtherWords(s, found[0], d):
		return found[0]
	}
	return -1
}

// hasOtherWords tells whether a column is one of answers in words, such as yes and no, beside others
// that never differ within an object: any of these may be the label.
func hasOtherWords(s *search, i int, d reading) bool {
	if texts := s.columns[i].texts; len(texts) == 0 || isDecimal(trim(texts[0])) {
		return false
	}
	return slices.ContainsFunc(s.looked, func(j int) bool {
		c := &s.columns[j]
		return c.value == nil && 2 <= c.levels && c.levels <= 10 && !c.prose && s.open(j) && !slices.Contains(d.base(), j) && s.isFunction(j, d.object...)
	})
}
