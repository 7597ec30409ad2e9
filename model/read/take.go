package read

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"fms-tui/model"
)

// mostLevels is how many values a column may have that tells raters or conditions apart, and
// ratingSpan how far numbers of a scale may lie apart.
const (
	mostLevels = 20
	ratingSpan = 20
	deepRows   = 300000 // rows that are looked ahead at where the first ones may not show a column
)

// bookkeeping are headers, simplified, of the numbers that platforms give to tasks.
var bookkeeping = strings.Fields("hit hitid assignment assignmentid submissionid batch batchid rowid rownumber index idx")

// decideBy searches for the reading of the table, or asks which one is meant.
func (r *roles) decideBy(t *lookahead) (*search, reading, error) {
	for i, h := range r.header {
		switch name, c := simplify(h), r.claim[i].role; {
		case r.role[i] != noRole:
		case slices.Contains(bookkeeping, name) && !r.keeps(h):
			r.claim[i] = claim{unused, strong}
		case slices.Contains(callNames, name) && !r.keeps(h):
			r.claim[i] = claim{unused, fair}
		case (c == raterRole || c == eitherRole) && r.profile[i].filled == 0 && t.err != nil:
			r.set(i, unused, why{code: model.ReasonEmpty, text: "holds no value"})
		}
	}
	r.claimNames()
	s := newSearch(r, r.batch)
	if t.err == nil && !r.opt.database { // whose rows come by object, and may be slow to come
		s = s.deeper(t)
	}
	found := s.readings()
	if len(found) > 0 && s.freeLabels(found[0]) {
		s = newSearch(r, s.batch)
		found = s.readings()
	}
	all := found
	found = slices.DeleteFunc(slices.Clone(found), func(d reading) bool {
		unnamed := !slices.ContainsFunc(d.object, func(i int) bool { return r.role[i] != noRole || s.named(i, objectRole) > 0 })
		return unnamed && (s.rows < fewRows || r.told() || r.numbered()) || r.opt.Layout == Long && len(d.attribute) == 0 && slices.ContainsFunc(found, func(o reading) bool { return len(o.attribute) > 0 })
	})
	if w := r.opt.watch; w != nil && w.search == nil {
		before := *r // whose roles are given later
		before.role = slices.Clone(r.role)
		w.search, w.found = new(*s), found
		w.search.r = &before
	}
	switch broken := t.err != nil && !errors.Is(t.err, io.EOF); {
	case len(found) == 0:
		return nil, reading{}, s.askObject(all)
	case broken: // reading says what is wrong
	default:
		if problem := s.doubt(found); problem != "" {
			return nil, reading{}, s.ask(found, problem)
		}
	}
	return s, found[0], nil
}

// claimNames takes the only words of a table of numbers, other ones in each row, for names of
// objects where no header says what the object is.
func (r *roles) claimNames() {
	names := -1
	for i := range r.profile {
		c := &r.profile[i]
		switch {
		case r.role[i] == objectRole || r.role[i] == attributeRole || r.claim[i].role == objectRole || r.claim[i].role == raterRole || r.claim[i].role == attributeRole:
			return
		case c.value != nil || c.filled == 0 || r.role[i] != noRole:
		case names >= 0 || c.prose || c.levels < r.batch.rows || r.batch.rows < 3:
			return
		default:
			names = i
		}
	}
	if names >= 0 && r.claim[names] == (claim{}) {
		r.claim[names] = claim{objectRole, fair}
	}
}

// freeLabels finds columns that are named like a label and are none: they differ within most objects.
func (s *search) freeLabels(d reading) (some bool) {
	objects := s.group(d.object...)
	for i := range s.columns {
		if s.rows >= fewRows && s.open(i) && s.r.labelNamed(i) && s.differs(&s.columns[i], objects) > .1 {
			s.r.hints[i] &^= 1 << labelRole
			s.r.claim[i], some = claim{}, true
		}
	}
	return some
}

// deeper looks at more rows where a column may go on differently behind those looked at: one that names judges, or
// one of few values that come in runs, as in a file that is sorted by criterion, and does go on differently.
func (s *search) deeper(t *lookahead) *search {
	var runs []int
	judges := false
	for i := range s.columns {
		if c := &s.columns[i]; s.r.role[i] == noRole && c.levels <= mostLevels {
			judges = judges || s.says(i, judgeRole)
			if len(slices.Compact(slices.Clone(c.codes))) <= c.levels {
				runs = append(runs, i)
			}
		}
	}
	if !judges && len(runs) == 0 {
		return s
	}
	deep := newBatch(t, deepRows)
	if judges || slices.ContainsFunc(runs, func(i int) bool { return deep.columns[i].levels > s.columns[i].levels }) {
		return newSearch(s.r, deep)
	}
	return s
}

// isCondition reports whether a header is about the question, not about the answering model or person.
func isCondition(header string) bool {
	name := strings.TrimSuffix(strings.TrimSuffix(simplify(header), "id"), "name")
	return name == "prompt" || name == "provider"
}

// take gives the columns the roles of a reading, and every other column the reason why it has none.
func (r *roles) take(t *lookahead, s *search, d reading, fileLabels []string) error {
	r.object = d.object[0]
	more := len(d.attribute) > len(r.names)
	r.give(s, r.object, objectRole, s.aboutObject(d), model.Choose(model.OptionObject, "", "names another column"), "is the object: ")
	if len(d.rater) > 0 {
		r.rater = d.rater[0]
		text := fmt.Sprintf("%d of them; %d %% of the rows are the only one of rater and cell", s.columns[r.rater].levels, 100*s.group(d.base()...).n/max(1, s.rows))
		sentence := "is the rater: "
		if s.says(r.rater, judgeRole) {
			sentence = ""
		}
		r.give(s, r.rater, raterRole, text, model.Choose(model.OptionRater, noColumn, "if the answers are anybody's"), sentence)
	}
	for i := range r.header {
		switch {
		case r.role[i] == noRole && r.claim[i].role == numberingRole && !slices.Contains(d.attribute, i) && !slices.Contains(d.judged, i) && !s.isFunction(i, d.object...):
			r.set(i, numberingRole, byName("numbers the judgments of a cell"))
		case r.claim[i].role != judgeRole || r.role[i] != noRole || s.columns[i].levels != 1: // names no sole judge
		case r.opt.several && !isCondition(r.header[i]) && !r.asked():
			r.names, d.attribute = append([]int{i}, r.names...), append([]int{i}, d.attribute...)
			r.set(i, attributeRole, why{code: model.ReasonValues, text: "the judge of a file of several: part of the attribute"})
			r.decide(r.raterIf(i, "you cannot choose the judge of a new object"), "%s names one judge in a file of several, so it is part of the attribute, lest judges are pooled",
				plainOrQuoted(r.header[i]))
		case s.rows-d.objects < 2 && r.rater < 0 && !isCondition(r.header[i]):
			r.set(i, raterRole, byName("named like a judge, the only one"))
		default:
			r.set(i, unused, why{code: model.ReasonOther, text: "the only judge: its judgments of a cell are repeats"})
		}
	}
	r.mayLabel = make(map[int]bool)
	for i := range r.header {
		c := &s.columns[i]
		r.mayLabel[i] = (c.value != nil && c.levels > 1 || c.isClasses()) && !c.time && s.follow(i, d.object...) != independent
	}
	r.takeLabels(s, d, fileLabels)
	r.takeAttribute(s, d)
	auto := r.opt.Layout == "" || r.opt.Layout == "auto"
	var err error
	if r.opt.Layout == Long || auto && (len(r.opt.AttributeCol) > 0 || r.judgment >= 0 || more && len(d.judged) == 1) {
		err = r.takeLong(s, d)
	} else {
		err = r.takeWide(t, s, d)
	}
	for i := range r.header {
		if err == nil && r.role[i] == noRole {
			r.set(i, unused, r.whyUnused(s, d, i))
		}
	}
	return err
}

// give gives a column without a role one: by its name, or by what the cells say. The latter is told,
// with what would decide otherwise, where there are words for it.
func (r *roles) give(s *search, i int, as role, text string, otherwise model.Choice, sentence string) {
	switch {
	case r.role[i] != noRole:
	case s.named(i, as) > 0 && (claimOf(r.header[i]) != claim{} || r.hints[i]&(1<<as) != 0 || s.like != nil):
		r.set(i, as, byName("named like "+withArticle(as)))
	default:
		r.set(i, as, why{code: model.ReasonValues, text: text})
		if sentence != "" {
			r.decide(otherwise, "%s %s%s", plainOrQuoted(r.header[i]), sentence, text)
		}
	}
}

// aboutObject says what speaks for the object.
func (s *search) aboutObject(d reading) string {
	text := fmt.Sprintf("%s, %.1f rows each", counted(d.objects, "object"), float64(s.rows)/float64(d.objects))
	var same []string
	for _, i := range s.looked {
		if !slices.Contains(d.object, i) && s.isFunction(i, d.object...) && len(same) < 3 {
			same = append(same, s.r.header[i])
		}
	}
	if len(same) > 0 {
		text += "; within one, " + list(same, "and") + " never " + []string{"differ", "differs"}[b2i(len(same) == 1)]
	}
	return text
}

// takeAttribute gives columns that make up the attribute's name their roles, judges first, and
// columns that number the judgments of a cell.
func (r *roles) takeAttribute(s *search, d reading) {
	var judges, others []int
	for _, i := range d.attribute {
		levels := s.columns[i].levels
		text, otherwise := fmt.Sprintf("each of its %d values comes with %d %% of the objects", levels, 100*s.group(d.object[0], i).n/(d.objects*max(1, levels))), "you cannot choose who answers"
		if s.says(i, judgeRole) {
			text, otherwise = fmt.Sprintf("%d judges of nearly every object", levels), "you cannot choose the judge of a new object"
		}
		r.give(s, i, attributeRole, text, r.raterIf(i, otherwise), "is part of the attribute: ")
		switch {
		case slices.Contains(r.names, i):
		case s.says(i, judgeRole):
			judges = append(judges, i)
		default:
			others = append(others, i)
		}
	}
	r.names = slices.Concat(judges, r.names, others)
	for _, i := range d.repeats {
		if r.role[i] == noRole && !r.keeps(r.header[i]) {
			r.set(i, numberingRole, why{code: model.ReasonValues, text: "whole numbers, one a row of an object and the same for all objects"})
			if r.rater < 0 {
				r.decide(r.raterIf(i, "it names raters"), "%s numbers the rows of each object alike, so it is no attribute", plainOrQuoted(r.header[i]))
			}
		}
	}
}

// takeLong settles the layout of one row a judgment: what is judged, or of several columns the one that is
// named most like a judgment.
func (r *roles) takeLong(s *search, d reading) error {
	r.layout = Long
	if len(d.attribute) == 0 {
		return r.lacks(attributeRole)
	}
	judged := d.judged
	if len(judged) != 1 {
		claims := slices.Clone(r.claim)
		for i, h := range r.header {
			if r.role[i] != noRole || slices.Contains(d.base(), i) || isMeasure(h) {
				claims[i] = claim{}
			}
		}
		judged = strongest(claims, judgmentRole)
	}
	switch len(judged) {
	case 0:
		return r.lacks(judgmentRole)
	case 1:
		r.judgment, r.values = judged[0], slices.Clone(judged)
		r.give(s, judged[0], judgmentRole, "the only numbers that differ within an object", model.Choice{}, "")
		return nil
	}
	return r.whichIs(judgmentRole, judged)
}

// takeLabels finds the labels: what is named so and is not judged, what is named so more weakly
// and never differs within an object, or the only numbers that never do.
func (r *roles) takeLabels(s *search, d reading, fileLabels []string) {
	for i := range r.header {
		switch {
		case r.role[i] != noRole || r.claim[i] != (claim{labelRole, strong}):
		case slices.Contains(d.judged, i):
			r.words = r.profile[i].isText()
			r.claim[i] = claim{judgmentRole, strong}
			r.decide(model.Choose(model.OptionLabelFile, "", "brings labels"), "%s differs between the rows of an object and nothing else holds judgments, so it is the judgment", plainOrQuoted(r.header[i]))
		default:
			r.set(i, labelRole, byName("named like a label"))
		}
	}
	if len(r.labels) > 0 || len(fileLabels) > 0 || r.opt.Label != "" {
		return
	}
	for i := range r.header {
		switch {
		case !r.labelNamed(i) || r.role[i] != noRole && r.why[i].code != model.ReasonNumbers || s.columns[i].value != nil && r.profile[i].words > 0:
		case s.columns[i].value == nil && !s.columns[i].isClasses(): // texts, such as answers
		case slices.Contains(d.judged, i) || s.follow(i, d.object...) == independent:
			r.claim[i] = claim{} // it may be judged
		default:
			r.set(i, labelRole, byName("named like a label, and the same in all rows of an object"))
		}
	}
	const fewest = 8 // objects
	if i := s.labelOf(d); i >= 0 && len(r.labels) == 0 && d.objects >= fewest && len(d.judged) > 0 && !r.told() && !r.keeps(r.header[i]) && !r.opt.OtherLabel {
		r.set(i, labelRole, why{code: model.ReasonValues, text: "the only numbers that never differ within an object"})
		r.decide(model.Choose(model.OptionIgnore, r.header[i], "if it is none"), "%s never differs within an object, so it is the label", plainOrQuoted(r.header[i]))
	}
}

// isClasses tells whether words come often enough to be the classes of a label.
func (c *batchColumn) isClasses() bool {
	return c.value == nil && !c.prose && c.levels >= 2 && c.levels <= mostClasses && 2*c.levels <= c.filled
}

// whyUnused says why a column without a role holds no judgments.
func (r *roles) whyUnused(s *search, d reading, i int) why {
	code, numbers := model.ReasonOther, r.profile[i].numbers > 0 && r.profile[i].words == 0
	if numbers {
		code = model.ReasonNumbers
	}
	switch claims := r.claim[i].role; {
	case r.header[i] == "":
		return why{code: model.ReasonOther, text: "has no name"}
	case isMeasured(s, i):
		return why{code: model.ReasonMeasure, text: "measured, not judged", remedy: keptIf("keeps it")}
	case slices.Contains(bookkeeping, simplify(r.header[i])):
		return why{code: model.ReasonIdentifier, text: "numbers the tasks of a platform"}
	case r.hint != nil && r.hint.open:
		return why{code: code, text: "no rater in the column's name"}
	case r.layout == Long:
		return why{code: code, text: "fits no role of the long layout"}
	case claims == unused || claims == numberingRole:
		return why{code: model.ReasonOther, text: "named like what numbers or describes rows: rename it if it is an attribute"}
	case claims != noRole && claims != judgmentRole:
		return why{code: model.ReasonOther, text: "named like " + withArticle(claims) + ": rename it if it is an attribute"}
	case s.columns[i].counted():
		return why{code: model.ReasonIdentifier, text: "a number of its own in every row", remedy: keptIf("keeps it")}
	case numbers && s.columns[i].levels == 1:
		return why{code: model.ReasonOther, text: "the same number in all rows"}
	}
	for n, columns := range [][]int{d.object, d.rater} {
		if numbers && s.isFunction(i, columns...) {
			return why{code: code, text: "numbers that are the same in all rows of " + []string{"an object", "a rater"}[n], remedy: keptIf("keeps them")}
		}
	}
	return why{code: model.ReasonOther, text: "fits no role beside " + list(r.namesOf(d.judged), "and")}
}

// findFacets finds the columns without a role that would explain what the reading takes for noise: they tell
// the judgments of a cell apart.
func (r *roles) findFacets(s *search, d reading) {
	const least, significance = .1, 11
	e := s.evidenceOf(&d)
	for _, i := range s.looked {
		code := r.why[i].code
		spare := r.role[i] == unused && (code == model.ReasonOther || code == model.ReasonForm || code == model.ReasonNumbers)
		words := r.role[i] == attributeRole && r.layout != Long && !slices.Contains(r.names, i) && r.profile[i].isText()
		if levels := s.columns[i].levels; !spare && !words || levels < 2 || levels > mostLevels {
			continue
		}
		share, name := e.explained(i, e.cells, significance), r.header[i]
		if share <= least {
			continue
		}
		choice := model.Choose(model.OptionPivot, name, "if you may choose among them")
		if r.layout == Long {
			choice.Option, choice.Value = model.OptionAttribute, joinNames(append([]string{name}, r.namesOf(r.names)...))
		}
		r.doubts = append(r.doubts, model.Finding{
			Code: model.CodeFacet, Message: fmt.Sprintf("%s tells the judgments of a cell apart (%.0f %% of their variance)", plainOrQuoted(name), 100*share),
			Remedies: []model.Choice{choice, model.Choose(model.OptionRater, name, "if whoever is free answers")},
		})
	}
}

// findPeople finds who the names of columns could be, and which columns name none of them.
func findPeople(r *roles, s *search, d reading) {
	people := peopleInNames(s, d)
	if len(people) == 0 {
		return
	}
	nobodys := r.namesOf(slices.DeleteFunc(slices.Clone(r.values), func(i int) bool {
		parts := partsOfNames(r.header[i : i+1])
		return r.profile[i].isText() || slices.ContainsFunc(people, func(p string) bool { return r.header[i] == p || parts[0][0] == p || parts[1][0] == p })
	}))
	does := "makes raters of them, if you do not choose who judges"
	if len(nobodys) > 0 {
		does += ", and leaves out " + listSome(nobodys) + ", of no rater"
	}
	r.doubts = append(r.doubts, model.Finding{
		Code: model.CodeRaterColumns, Message: fmt.Sprintf("%s: %s may be raters, if they are people: nobody judged an attribute twice", printable(r.file), listSome(people)),
		Remedies: []model.Choice{model.Choose(model.OptionRater, joinNames(people), does)},
	})
}

// joined returns the cells of columns joined by dots: the name of an attribute.
func (r *roles) joined(columns []int, cells []string, line int) (string, error) {
	name := ""
	for n, i := range columns {
		part := trim(cells[i])
		if part == "" {
			return "", &Error{File: r.file, Line: line, Column: r.header[i], Message: "is empty: every judgment needs the name of its attribute"}
		}
		if n == 0 {
			name = part
		} else {
			name += "." + part
		}
	}
	return name, nil
}
