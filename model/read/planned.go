package read

import (
	"slices"

	"fms-tui/model"
)

// fewestPlanned is how many objects a plan must show in: by chance, two answers differ in each of
// so many objects once in a thousand files.
const fewestPlanned = 10

// settlePlanned looks for columns of words that no header explains and that come equally often
// with every object, such as criteria and judges under names of their own. Nobody answers so
// evenly: somebody planned it, so they are parts of the attribute. Where one column alone can
// hold the judgments, it does.
func (r *roles) settlePlanned(t *lookahead, opt Options) {
	object := r.theObject()
	spare := func(i int, other role) bool {
		as := r.claim[i].role
		return i != object && r.role[i] == noRole && r.header[i] != "" && !r.keeps(r.header[i]) && (as == noRole || as == objectRole || as == other)
	}
	isWord := func(i int) bool { return spare(i, attributeRole) && r.profile[i].isText() }
	if object < 0 || r.hint != nil || r.asked(opt) || opt.Layout != "" && opt.Layout != "auto" || len(r.free(isWord)) == 0 {
		return
	}
	s := newSearch(r, t)
	groups, n := s.group(object)
	judged := r.free(func(i int) bool {
		c := s.column[i]
		return spare(i, judgmentRole) && c.value != nil && !s.planned(i, groups, n) && !s.depends(i, groups, n) && !(c.whole && c.levels == s.rows)
	})
	planned := r.free(func(i int) bool { return isWord(i) && s.planned(i, groups, n) && !s.determined(object, i) })
	named := r.candidates(attributeRole)
	if len(judged) == 0 || len(planned) == 0 || len(named) > 1 {
		return
	}
	if len(judged) == 1 && (len(named) == 0 || slices.Contains(planned, named[0])) {
		r.judgment = judged[0]
		r.set(r.judgment, judgmentRole, why{code: model.ReasonValues, text: "the only numbers that differ within an object"})
	}
	for _, i := range planned {
		if r.judgment >= 0 && slices.Contains(named, i) || s.determined(object, i) {
			continue
		}
		r.set(i, attributeRole, why{code: model.ReasonValues, text: "comes equally often with every object: part of the attribute"})
		r.decide(r.raterIf(i, "you cannot choose who answers"), "%s comes equally often with every object, so it is part of the attribute", plainOrQuoted(r.header[i]))
		if r.judgment >= 0 && len(named) == 0 {
			r.attribute = append(r.attribute, i)
		} else {
			r.pivot = append(r.pivot, i)
		}
	}
}

// planned tells whether nine objects in ten have each value of a column equally often.
func (s *search) planned(column int, groups []int, n int) bool {
	c := s.column[column]
	if c.levels < 2 || c.levels > mostLevels || c.filled < s.rows {
		return false
	}
	count, even := make([]int, n*c.levels), 0
	for row, g := range groups {
		count[g*c.levels+c.codes[row]-1]++
	}
	for own := range slices.Chunk(count, c.levels) {
		if own[0] > 0 && slices.Min(own) == slices.Max(own) {
			even++
		}
	}
	return even >= fewestPlanned && 10*even >= 9*n
}

// determined tells whether a column says no more than the rater or another part of the attribute,
// or rather belongs to the object: a text or a label differs within the object, and does not
// within both.
func (s *search) determined(object, column int) bool {
	whole, n := s.group(object)
	both, m := s.group(object, column)
	for i := range s.column {
		as := s.r.claim[i].role
		switch {
		case i == column || i == object:
		case as == raterRole || as == attributeRole || as == judgeRole || s.r.role[i] == attributeRole:
			if one, k := s.group(i); s.depends(column, one, k) {
				return true
			}
		case (as == labelRole || s.column[i].prose) && s.depends(i, both, m) && !s.depends(i, whole, n):
			return true
		}
	}
	return false
}
