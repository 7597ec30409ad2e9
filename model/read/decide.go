package read

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// bookkeeping are headers, simplified, of the numbers that platforms give to tasks.
var bookkeeping = strings.Fields("hit hitid assignment assignmentid submissionid batch batchid rowid rownumber index idx")

// settleEither makes a participant or a subject the object where another column
// is the rater, and else the rater.
func (r *roles) settleEither(opt Options) {
	other := opt.RaterCol != "" || slices.ContainsFunc(r.claim, func(c claim) bool { return c.role == raterRole && c.strength <= fair })
	for i, c := range r.claim {
		switch {
		case c.role != eitherRole:
		case other:
			r.claim[i] = claim{objectRole, fair}
		default:
			r.claim[i] = claim{raterRole, strong}
		}
	}
}

// theObject returns the column that is the object as far as is known before the
// roles are chosen; -1 where that is open.
func (r *roles) theObject() int {
	if r.object >= 0 {
		return r.object
	}
	if found := r.candidates(objectRole); len(found) == 1 {
		return found[0]
	}
	return -1
}

// settleJudges looks at columns that name judges, such as language models. A
// judge whom one may choose is part of the attribute: one of 2 to 20 who judged
// nearly every object. Others are raters, if they differ between the rows of an object.
func (r *roles) settleJudges(t *lookahead, opt Options) {
	judges := r.free(func(i int) bool { return r.claim[i].role == judgeRole })
	if len(judges) == 0 {
		return
	}
	object := r.theObject()
	if object >= 0 {
		t.peek(func() bool { return len(t.rows) < deepRows })
	}
	for _, i := range judges {
		var f facts
		if i == object {
			continue // what was asked
		}
		if object >= 0 {
			f = newExaminer(t.rows, object, t.err != nil).column(i)
		}
		switch {
		case f.crossed() && !r.asked(opt):
			r.pivot = append(r.pivot, i)
			r.set(i, attributeRole, why{code: model.ReasonValues, text: fmt.Sprintf("%d judges of nearly every object: part of the attribute", len(f.levels))})
			r.decide(r.raterIf(i, "you cannot choose the judge of a new object"), "%s names %d judges of nearly every object, so it is part of the attribute",
				plainOrQuoted(r.header[i]), len(f.levels))
		case len(f.levels) == 1 && opt.several && !isCondition(r.header[i]) && !r.asked(opt):
			r.pivot = append(r.pivot, i)
			r.set(i, attributeRole, why{code: model.ReasonValues, text: "the judge of a file of several: part of the attribute"})
			r.decide(r.raterIf(i, "you cannot choose the judge of a new object"), "%s names one judge in a file of several, so it is part of the attribute, lest judges are pooled",
				plainOrQuoted(r.header[i]))
		case len(f.levels) == 1 && f.repeats >= 2:
			r.set(i, unused, why{code: model.ReasonOther, text: "the only judge: its judgments of a cell are repeats"})
		case f.varied || !f.varied && f.repeats == 0 && !isCondition(r.header[i]):
			r.claim[i] = claim{raterRole, weak}
		case len(f.levels) == 1 && !isCondition(r.header[i]):
			r.claim[i] = claim{raterRole, weak}
		default:
			r.set(i, unused, why{code: model.ReasonOther, text: "the same in all rows of an object"})
		}
	}
}

// isCondition reports whether a header is about the question, not about the answering
// model or person.
func isCondition(header string) bool {
	name := strings.TrimSuffix(strings.TrimSuffix(simplify(header), "id"), "name")
	return name == "prompt" || name == "provider"
}

// asked tells whether the user said what makes up an attribute.
func (r *roles) asked(opt Options) bool {
	return len(opt.AttributeCol) > 0 || len(opt.Pivot) > 0 || r.opt.Layout == ByObject
}

// decide notes what the cells decided, as a sentence, and what would decide
// otherwise.
func (r *roles) decide(otherwise model.Remedy, format string, args ...any) {
	r.decided = append(r.decided, model.Decision{Text: fmt.Sprintf(format, args...), Remedy: otherwise})
}

// raterIf is the choice of a column as the rater.
func (r *roles) raterIf(column int, condition string) model.Remedy {
	return model.Choose(model.OptionRater, r.header[column], "if "+condition)
}

// leaveMeasures takes what programs measure, and the numbers they give to tasks, out of the
// columns that may be attributes.
func (r *roles) leaveMeasures() {
	for i, h := range r.header {
		switch {
		case r.role[i] != noRole || r.keeps(h):
		case isMeasure(h):
			r.set(i, unused, why{code: model.ReasonMeasure, text: "measured, not judged", remedy: keptIf("keeps it")})
		case slices.Contains(bookkeeping, simplify(h)):
			r.set(i, unused, why{code: model.ReasonIdentifier, text: "numbers the tasks of a platform"})
		}
	}
}

// settleValues looks among the columns of numbers of by-rater and by-object for columns
// that cannot be judgments.
func (r *roles) settleValues(t *lookahead) {
	if r.object < 0 {
		return
	}
	if r.rater < 0 && len(r.values) > 0 {
		t.peek(func() bool { return len(t.rows)*len(r.header) < deepCells })
	}
	examiner := newExaminer(t.rows, r.object, t.err != nil)
	var found []int
	about := make(map[int]facts)
	varied := false
	for _, i := range r.values {
		if r.isJudged(i) || r.profile[i].numbers == 0 || r.keeps(r.header[i]) {
			varied = varied || r.profile[i].numbers > 0
			continue
		}
		f := examiner.column(i)
		about[i] = f
		varied = varied || f.varied
		found = append(found, i)
	}
	for _, i := range found {
		f := about[i]
		switch {
		case f.numbered:
			r.set(i, numberingRole, why{code: model.ReasonValues, text: "whole numbers, one a row of an object and the same for all objects"})
			if r.rater < 0 {
				r.decide(r.raterIf(i, "it names raters"), "%s numbers the rows of each object alike, so it is no attribute", plainOrQuoted(r.header[i]))
			}
		case f.isIdentifier():
			r.set(i, unused, why{code: model.ReasonIdentifier, text: "a number of its own in every row", remedy: keptIf("keeps it")})
		case varied && !f.varied && f.repeats >= 6 && f.objects >= 3 && !f.isScale() && len(f.levels) >= 3:
			r.set(i, unused, why{code: model.ReasonNumbers, text: "numbers that are the same in all rows of an object", remedy: keptIf("keeps them")})
		}
	}
	r.values = slices.DeleteFunc(r.values, func(i int) bool { return r.role[i] != noRole && !r.isJudged(i) })
}

// isIdentifier tells whether whole numbers tell the rows apart: they count them,
// or are too large to be judged.
func (f *facts) isIdentifier() bool {
	return f.whole && f.unique && f.filled >= 10 && (f.high-f.low < 2*float64(f.filled) && f.filled > ratingSpan || f.low > 1e5)
}

// settleLabels makes columns labels that are named like what people found, are numbers and
// the same in all rows of an object, if nothing else is the label.
func (r *roles) settleLabels(t *lookahead, opt Options, fileLabels []string) {
	if len(r.labels) > 0 || len(fileLabels) > 0 || opt.Label != "" || r.object < 0 {
		return
	}
	for i := range r.header {
		if !r.maybeLabel(i) {
			continue
		}
		if p := r.profile[i]; p.numbers == 0 || p.texts > 0 {
			continue
		}
		if newExaminer(t.rows, r.object, t.err != nil).column(i).varied {
			r.claim[i] = claim{} // it may be judged
			continue
		}
		r.set(i, labelRole, byName("named like a label, and the same in all rows of an object"))
		r.labels = append(r.labels, i)
	}
}

// maybeLabel tells whether a column without a role is named like what people
// found, at the end of its name where it lies within metadata.
func (r *roles) maybeLabel(column int) bool {
	if r.role[column] == noRole && r.claim[column] == (claim{labelRole, weak}) {
		return true
	}
	spare := r.role[column] == noRole || r.role[column] == unused && r.why[column].code == model.ReasonNumbers
	last := strings.TrimPrefix(lastName(r.header[column]), "metadata_")
	return spare && last != r.header[column] && claimOf(last) == claim{labelRole, weak} && strings.HasPrefix(simplify(last), "human")
}

// settleVaryingLabel makes a column called label the judgment where it varies
// within an object and nothing else could be judged.
func (r *roles) settleVaryingLabel(t *lookahead) {
	if len(r.labels) != 1 || r.opt.Label != "" || r.opt.OtherLabel || r.judgment >= 0 {
		return
	}
	label, object := r.labels[0], r.theObject()
	others := r.free(func(i int) bool {
		return i != object && r.profile[i].numbers > 0 && (r.claim[i].role == noRole || r.claim[i].role == judgmentRole)
	})
	if object < 0 || len(others) > 0 || slices.Contains(r.role, attributeRole) && r.hint != nil {
		return
	}
	f := newExaminer(t.rows, object, t.err != nil).column(label)
	if !f.varied || len(f.levels) > mostLevels {
		return
	}
	r.role[label], r.why[label], r.labels = noRole, why{}, nil
	r.claim[label] = claim{judgmentRole, strong}
	r.words = r.profile[label].isText()
	r.decide(model.Choose(model.OptionLabelFile, "", "brings labels"), "%s differs between the rows of an object and nothing else holds judgments, so it is the judgment", plainOrQuoted(r.header[label]))
}

// findFew finds the columns that have few values among the rows looked at.
func (r *roles) findFew(t *lookahead) {
	r.few = make([]bool, len(r.header))
	var seen nameTable
	for i := range r.header {
		if r.role[i] != unused && !(r.role[i] == attributeRole && r.profile[i].isText()) {
			continue
		}
		seen.reset()
		for j := 0; j < len(t.rows) && len(seen.entries) <= mostLevels; j++ {
			if cell := trim(t.rows[j].cells[i]); seen.find(hashName(cell), cell) == 0 {
				seen.put(cell, 0)
			}
		}
		r.few[i] = len(seen.entries) <= mostLevels
	}
}
