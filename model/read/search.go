package read

import (
	"cmp"
	"math"
	"slices"
)

// Bounds of the search. A margin below unsure nats is a question, not a reading.
const (
	mostObjects    = 6  // single columns that are tried as the object, and as many pairs of columns
	mostAttributes = 5  // columns that are tried as a part of the attribute
	mostRaters     = 4  // columns that are tried as the rater
	mostLooked     = 60 // columns that evidences look at
	unsure         = 1.5
	mostParts      = 60 // values of a part of the attribute that no header names
	fewRows        = 20 // in fewer rows, what never differs tells nothing
)

// reading is a way to take the columns of a table.
type reading struct {
	object, attribute []int
	rater             []int // one column, or none
	repeats           []int // number the judgments of a cell
	judged            []int
	also              []int   // judged, whatever their headers say
	misnamed          []int   // columns that look judged, whose headers say that they are something else
	left              float64 // evidence against it of what it leaves without a role
	score             float64 // the sum of all evidences, in nats
	objects           int
}

// base are the columns that say whose judgment a row is.
func (d *reading) base() []int { return slices.Concat(d.object, d.attribute, d.rater) }

// search finds the reading of a table: which columns make up the object, which the name of the attribute, which is
// the rater, and what is judged. It adds evidences of what depends on what, what crosses what, what repeats, and what
// would be left unexplained. Names are one evidence among them; of tables of few rows they are nearly all there is.
type search struct {
	*batch
	r       *roles
	keys    []int // columns that may make up the object, the attribute or the rater
	numbers []int // of these, whole numbers that come too unevenly for an object
	looked  []int // columns that evidences look at
	inFiles []int // columns that hold the objects of files of labels
	like    *roles
	weight  float64 // of what the cells say: it grows with the rows to 1
}

// newSearch looks at the table.
func newSearch(r *roles, b *batch) *search {
	s := &search{batch: b, r: r, like: r.opt.like, weight: min(1, float64(b.rows)/40)}
	s.findKeys()
	s.looked = slices.Clone(s.keys)
	for i := range r.header {
		if len(s.looked) < mostLooked && (s.open(i) || r.role[i] == labelRole) && !slices.Contains(s.looked, i) && (s.columns[i].levels > 1 || s.rows < fewRows || s.r.claim[i].role == judgmentRole) {
			s.looked = append(s.looked, i)
		}
	}
	slices.Sort(s.looked)
	for _, i := range s.keys {
		if known := 0; len(r.opt.labelled) > 0 {
			for _, text := range s.columns[i].texts {
				known += b2i(r.opt.labelled[text])
			}
			if 2*known > len(s.columns[i].texts) {
				s.inFiles = append(s.inFiles, i)
			}
		}
	}
	return s
}

// open tells whether no flag and no tool gave a column its role.
func (s *search) open(i int) bool { return s.r.role[i] == noRole && s.r.header[i] != "" }

func (s *search) says(i int, as role) bool {
	return s.r.hints[i]&(1<<as) != 0 || s.r.claim[i].role == as
}

// isMeasured tells whether a program measured a column: its header says so, and its cells are not the
// few numbers of a scale, as ratings of trust or of rank are.
func isMeasured(s *search, i int) bool {
	c := &s.columns[i]
	return isMeasure(s.r.header[i]) && !(c.value != nil && c.whole && 3 <= c.levels && c.levels <= 11 && 5*c.levels <= c.filled)
}

// named is the evidence of a header for a role, or against it: no more than two facts of the cells.
func (s *search) named(i int, as role) float64 {
	const silent = 1<<idRole | 1<<judgeRole | 1<<makerRole | 1<<eitherRole
	if s.like != nil { // the first file of several has a column of that name
		if j := slices.Index(s.like.header, s.r.header[i]); j >= 0 && s.like.role[j] == as && s.like.why[j].code != "" {
			return 8
		}
	}
	switch c := s.r.claim[i]; {
	case c.role == as && c.strength <= weak:
		return [...]float64{strong: 2.5, fair: 1.9, weak: 1.1}[c.strength]
	case s.says(i, as):
		return 1.5
	case c.strength == strong && c.role != noRole && c.role != judgeRole && c.role != eitherRole:
		return -2
	case (s.r.hints[i]|1<<c.role)&^(silent|1<<noRole) != 0:
		return -1
	}
	return 0
}

// findKeys finds the columns that may have a role. Columns that say the same are one: the finer of
// them, and an id before a text.
func (s *search) findKeys() {
	var keys []int
	for i := range s.columns {
		c := &s.columns[i]
		claims := max(s.named(i, objectRole), s.named(i, attributeRole), s.named(i, raterRole)) > 0 || s.says(i, judgeRole)
		switch {
		case !s.open(i) || s.r.claim[i] == claim{unused, fair} || s.r.told() && !claims:
		case c.time && c.levels >= fewRows && 2*c.levels <= c.filled: // a moment at which several were read
			keys = append(keys, i)
		case c.levels <= 1 && !claims || c.time && s.r.claim[i] != claim{objectRole, fair} || c.value != nil && !c.whole || isMeasured(s, i):
		case s.r.labelNamed(i) && !claims && c.value != nil:
		case c.unique && c.value != nil && s.named(i, objectRole) <= 0, 2*c.filled <= s.rows && !claims:
		default:
			keys = append(keys, i)
		}
	}
	if len(keys) > mostLooked { // many columns of numbers are judged
		texts := slices.DeleteFunc(slices.Clone(keys), func(i int) bool { return s.columns[i].value != nil && s.named(i, objectRole) <= 0 })
		keys = texts[:min(len(texts), mostLooked)]
	}
	slices.SortStableFunc(keys, func(i, j int) int { return cmp.Compare(s.primacy(j), s.primacy(i)) })
	var kept []int
	for _, i := range keys {
		twin := slices.IndexFunc(kept, func(j int) bool { return s.twins(i, j) })
		switch {
		case twin < 0:
			kept = append(kept, i)
		case s.columns[i].levels > s.columns[kept[twin]].levels:
			kept[twin] = i
		}
	}
	if rows := func(i int) bool { return s.columns[i].unique && s.columns[i].value == nil }; !slices.ContainsFunc(kept, rows) {
		times := func(i int) bool { return rows(i) && s.columns[i].time || s.columns[i].counted() }
		if i := slices.IndexFunc(places(s.r.header), func(i int) bool { return s.open(i) && times(i) && s.named(i, objectRole) >= 0 }); i >= 0 && !slices.Contains(kept, i) {
			kept = append(kept, i) // a moment at which everything was read once, or a number of the row
		}
	}
	for _, i := range kept {
		if c := &s.columns[i]; s.coded(i) && 2*(c.most-c.least)*c.levels > s.rows {
			s.numbers = append(s.numbers, i)
		} else {
			s.keys = append(s.keys, i)
		}
	}
	if len(s.keys) > 12 { // what tells most rows apart may be the object, what tells few may be the rest
		slices.SortStableFunc(s.keys, func(i, j int) int { return s.columns[j].levels - s.columns[i].levels })
		s.keys = append(s.keys[:6:6], s.keys[len(s.keys)-6:]...)
	}
}

// primacy orders columns that say the same.
func (s *search) primacy(i int) float64 {
	c := &s.columns[i]
	p := max(s.named(i, objectRole), .9*s.named(i, attributeRole), .9*s.named(i, raterRole)) - c.length/1000
	switch {
	case s.says(i, idRole):
		p += .5
	case p < 0 && c.value != nil && !c.counts: // may be measured
		p -= .1
	}
	return p
}

// twins tells whether two columns say the same, and their names not otherwise.
func (s *search) twins(i, j int) bool {
	a, b := &s.columns[i], &s.columns[j]
	few, many := min(a.levels, b.levels), max(a.levels, b.levels)
	if 100*few < 95*many || s.rows < fewRows && len(byHeader([]string{s.r.header[i], s.r.header[j]})) != 1 {
		return false
	}
	for _, as := range []role{attributeRole, raterRole, judgeRole} {
		if s.says(i, as) != s.says(j, as) && few < 12 {
			return false
		}
	}
	return 1000*s.group(i, j).n <= 1001*(many+1)
}

// coded tells whether a column may be a scale: few numbers under a name that is no role's.
func (s *search) coded(i int) bool {
	c := &s.columns[i]
	return c.value != nil && c.levels <= 20 && !s.says(i, objectRole) && !s.says(i, raterRole) && !s.says(i, attributeRole) && !s.says(i, judgeRole)
}

// isSmall tells whether a column is one of few whole numbers: unlikely an object.
func (s *search) isSmall(i int) bool {
	return s.columns[i].value != nil && s.columns[i].levels < 12 && !s.says(i, idRole)
}

// readings are the readings found, best first.
func (s *search) readings() []reading {
	var found []reading
	for _, object := range s.objectsOf() {
		for _, attribute := range s.attributesOf(object) {
			for _, rater := range s.ratersOf(object, attribute) {
				if d, ok := s.weigh(reading{object: object, attribute: attribute, rater: rater}); ok {
					found = append(found, d)
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b reading) int { return cmp.Compare(b.score, a.score) })
	return found
}

// objectsOf are the columns that may be the object, the likeliest first, and pairs of them.
func (s *search) objectsOf() [][]int {
	if s.r.object >= 0 {
		return [][]int{{s.r.object}}
	}
	var single, pairs [][]int
	big := slices.Clone(s.keys)
	slices.SortStableFunc(big, func(i, j int) int { return min(s.columns[j].levels, s.rows/2) - min(s.columns[i].levels, s.rows/2) })
	for n, i := range big {
		if s.columns[i].levels >= 3 || s.named(i, objectRole) > 0 {
			single = append(single, []int{i})
		}
		for _, j := range big[:min(n, 7)] {
			if n > 7 || s.rows < fewRows || s.r.told() || (s.isSmall(i) || s.isSmall(j)) && !knownOf(s, i, j) {
				continue
			}
			if 100*s.group(i, j).n > 102*max(s.columns[i].levels, s.columns[j].levels) {
				pairs = append(pairs, []int{min(i, j), max(i, j)})
			}
		}
	}
	return append(s.likeliest(single), s.likeliest(pairs)...)
}

// knownOf tells whether numbers that are not whole are a function of two columns, and of neither.
func knownOf(s *search, i, j int) bool {
	return slices.ContainsFunc(s.looked, func(k int) bool {
		return s.columns[k].value != nil && !s.columns[k].whole && s.isFunction(k, i, j) && !s.isFunction(k, i) && !s.isFunction(k, j)
	})
}

// likeliest orders objects by a quick look, and keeps the first.
func (s *search) likeliest(objects [][]int) [][]int {
	quick := func(object []int) float64 {
		best, small := -1., 0
		for _, i := range object {
			best, small = max(best, s.named(i, objectRole)), small+b2i(s.isSmall(i))
		}
		return best + .3*math.Log(float64(s.group(object...).n)) - float64(len(object)+small)
	}
	slices.SortStableFunc(objects, func(a, b []int) int { return cmp.Compare(quick(b), quick(a)) })
	return objects[:min(len(objects), mostObjects)]
}

// attributesOf are the columns that may make up the name of the attribute, none, one or two, beside
// those that a flag or a tool says.
func (s *search) attributesOf(object []int) [][]int {
	fixed := slices.Clone(s.r.names)
	if s.r.asked() {
		return [][]int{fixed}
	}
	objects := s.group(object...).n
	crossing := func(i int) float64 {
		return float64(s.group(append(slices.Clone(object), i)...).n) / float64(objects*max(1, s.columns[i].levels))
	}
	var few []int
	for _, i := range s.keys {
		claims := s.named(i, attributeRole) > 0 && (s.columns[i].value == nil || s.r.claim[i].role == attributeRole) || s.says(i, judgeRole)
		claims = claims && (s.columns[i].levels > 1 || s.r.claim[i].role == attributeRole)
		free := !slices.Contains(object, i) && (s.follow(i, object...) == independent || claims) && !(s.says(i, judgeRole) && (objects < 2 || s.columns[i].levels < 2 || crossing(i) <= .7))
		if levels := s.columns[i].levels; free && !s.decided(claims) && (claims || levels >= 2 && levels <= mostParts && s.rows >= fewRows) && !(s.r.told() && !s.says(i, judgeRole) && len(fixed) > 0) {
			few = append(few, i)
		}
	}
	slices.SortStableFunc(few, func(i, j int) int { return cmp.Compare(crossing(j), crossing(i)) })
	few = few[:min(len(few), mostAttributes)]
	found := [][]int{fixed}
	for n, i := range few {
		found = append(found, append(slices.Clone(fixed), i))
		for _, j := range few[:n] {
			if len(fixed) == 0 && len(object) == 1 {
				found = append(found, []int{min(i, j), max(i, j)})
			}
		}
	}
	return found
}

// decided tells whether flags leave a column no role that its name does not claim.
func (s *search) decided(claims bool) bool {
	return !claims && s.r.opt.ObjectCol != "" && s.r.opt.Layout != "" && s.r.opt.Layout != "auto"
}

// ratersOf are the columns that may be the rater.
func (s *search) ratersOf(object, attribute []int) [][]int {
	switch {
	case s.r.rater >= 0:
		return [][]int{{s.r.rater}}
	case s.r.opt.RaterCol == noColumn || s.r.opt.Layout == ByObject:
		return [][]int{nil}
	}
	cell := slices.Concat(object, attribute)
	if len(cell) > 3 {
		return [][]int{nil}
	}
	cells := s.group(cell...).n
	apart := func(i int) int { return s.group(append(slices.Clone(cell), i)...).n }
	var some []int
	for _, i := range slices.Concat(s.keys, s.numbers) {
		c := &s.columns[i]
		claims := s.named(i, raterRole) > 0 || s.says(i, judgeRole)
		switch n := apart(i); {
		case slices.Contains(cell, i) || c.prose || c.time && !claims || s.decided(claims) || s.rows < fewRows && !claims || c.levels == 1 && s.says(i, judgeRole):
		case !claims && (c.unique || s.follow(i, object...) != independent || 10*n <= 11*cells):
		case s.coded(i) && float64(n) <= max(.97*float64(s.rows), 1.1*float64(cells)):
		case !claims && slices.ContainsFunc(attribute, func(a int) bool { return s.columns[a].levels > 1 && s.isFunction(a, i) }), len(object) == 2 && slices.ContainsFunc(object, func(o int) bool { return s.isFunction(o, i) }):
		default:
			some = append(some, i)
		}
	}
	slices.SortStableFunc(some, func(i, j int) int {
		return cmp.Or(cmp.Compare(s.named(j, raterRole), s.named(i, raterRole)), apart(j)-apart(i))
	})
	found := [][]int{nil}
	for _, i := range some[:min(len(some), mostRaters)] {
		found = append(found, []int{i})
	}
	return found
}
