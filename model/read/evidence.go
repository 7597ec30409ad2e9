package read

import (
	"math"
	"slices"
)

// weigh adds the evidences for a reading. It returns false where the columns cannot be read so.
// The weights are in nats; they were set by what they do on files with a known reading.
func (s *search) weigh(d reading) (reading, bool) {
	d.objects = max(1, s.group(d.object...).n)
	if len(d.base()) > 4 {
		return d, false
	}
	e := s.evidenceOf(&d)
	e.ofObject, e.ofAttribute, e.ofRater = e.functions(d.object), e.functions(d.attribute), e.functions(d.rater)
	e.findRepeats()
	e.findJudged()
	e.seeAnswers()
	cellular := e.dependence() + e.leftOver() + e.crossing() + e.severity() + e.signal() + e.size() + e.measured()
	d.score = e.names() + e.labelled() + s.weight*cellular - .5*float64(len(d.base()))
	if len(d.judged) == 0 {
		d.score -= 3
	}
	return d, true
}

// evidence is a reading that is weighed.
type evidence struct {
	*search
	d                              *reading
	n                              float64 // rows
	cells, bases                   grouping
	rest                           []int // columns without a role
	ofObject, ofAttribute, ofRater []int // of them, functions of the object and so on
	values                         [][]float64
}

// evidenceOf looks at the cells of a reading, and at what is judged in them if that is known.
func (s *search) evidenceOf(d *reading) *evidence {
	e := &evidence{search: s, d: d, n: float64(max(1, s.rows)), cells: s.group(slices.Concat(d.object, d.attribute)...), bases: s.group(d.base()...)}
	e.rest = slices.DeleteFunc(slices.Clone(s.looked), func(i int) bool { return slices.Contains(d.base(), i) })
	e.seeAnswers()
	return e
}

// seeAnswers takes the judgments of the first columns that are judged.
func (e *evidence) seeAnswers() {
	for _, i := range e.d.judged[:min(len(e.d.judged), 4)] {
		e.values = append(e.values, e.answers(i))
	}
}

// labelled is the evidence of files of labels: their objects are the data's, or nothing could be learned.
func (e *evidence) labelled() float64 {
	const decisive = 12
	isOf := func(i int) bool { return slices.Contains(e.inFiles, i) }
	switch {
	case len(e.inFiles) == 0:
		return 0
	case !slices.ContainsFunc(e.d.object, isOf):
		return -decisive
	case len(e.d.object) > 1: // they may be of a part of the object
		return 0
	}
	return decisive
}

func (e *evidence) functions(of []int) []int {
	return slices.DeleteFunc(slices.Clone(e.rest), func(i int) bool { return e.columns[i].levels <= 1 || !e.isFunction(i, of...) })
}

// answers are the judgments of a column as numbers: 1 for the commonest of words, 0 for others.
func (s *search) answers(i int) []float64 {
	c := &s.columns[i]
	if c.value != nil {
		return c.value
	}
	y := make([]float64, s.rows)
	count := make([]int, c.levels+1)
	for _, code := range c.codes {
		count[code]++
	}
	common := int32(1 + slices.Index(count[1:], c.most))
	for row, code := range c.codes {
		if code == 0 {
			y[row] = math.NaN()
		} else {
			y[row] = float64(b2i(code == common))
		}
	}
	return y
}

// findRepeats finds whole numbers that make the rows of a cell distinct, by more than chance.
func (e *evidence) findRepeats() {
	largest := slices.Max(append(e.bases.sizes(), 0))
	for _, i := range e.rest {
		c := &e.columns[i]
		claims := e.says(i, numberingRole)
		possible := c.whole && (claims || !c.worded) && e.r.claim[i].role != unused && !c.unique && !c.time && !e.says(i, raterRole) && !e.says(i, judgeRole) && c.levels >= 2 && c.levels <= max(3*largest, 2)
		if !possible || slices.Contains(e.ofObject, i) || e.n < 1.15*float64(e.bases.n) || len(e.d.base()) > 3 {
			continue
		}
		if from1 := (c.low == 0 || c.low == 1) && c.levels == largest; !claims && !from1 && !e.planned(i) {
			continue
		}
		k := float64(min(c.levels, largest))
		orders, _ := math.Lgamma(k + 1)
		surprise := float64(e.bases.n) * (k*math.Log(k) - orders)
		if apart := e.group(append(e.d.base(), i)...).n; 100*apart >= 97*e.rows && (claims || surprise > math.Log(1000)) {
			e.d.repeats = append(e.d.repeats, i)
		}
	}
}

// planned tells whether the values of a column come equally often with everything of some other
// column. Nobody answers so evenly: somebody planned it.
func (s *search) planned(i int) bool {
	key := followKey{setOf(i), -1}
	if d, known := s.follows[key]; known {
		return d == function
	}
	is := independent
	for _, j := range s.looked {
		if j != i && s.columns[i].levels <= mostLevels && s.evenly(i, j) {
			is = function
			break
		}
	}
	s.follows[key] = is
	return is == function
}

func (s *search) evenly(i, j int) bool {
	c, by := &s.columns[i], &s.columns[j]
	if by.value != nil && !by.whole || by.levels < 5 || by.levels*c.levels > s.rows || c.levels < 2 {
		return false
	}
	count := make([]int, by.levels*c.levels)
	for row, code := range by.codes {
		if code > 0 && c.codes[row] > 0 {
			count[int(code-1)*c.levels+int(c.codes[row]-1)]++
		}
	}
	even := 0
	for own := range slices.Chunk(count, c.levels) {
		if own[0] > 0 && 10*slices.Min(own) >= 8*slices.Max(own) {
			even++
		}
	}
	return 10*even > 9*by.levels
}

// findJudged finds what is judged: numbers, or else words, that differ within the object.
func (e *evidence) findJudged() {
	d := e.d
	if e.r.judgment >= 0 {
		d.judged = []int{e.r.judgment}
		return
	}
	var numbers, claimed, labels, words []int
	for i := range e.r.header {
		if e.r.isJudged(i) {
			numbers = append(numbers, i)
		}
	}
	most := 0
	for _, i := range e.rest {
		c, claims := &e.columns[i], e.r.claim[i]
		switch {
		case e.isOther(i):
			if e.r.role[i] == noRole && e.looksJudged(i) {
				d.misnamed = append(d.misnamed, i)
			}
		case claims == claim{labelRole, strong}:
			if e.rows < fewRows || !slices.Contains(e.ofObject, i) {
				labels = append(labels, i)
			}
		case claims == claim{judgmentRole, strong} && c.value != nil:
			numbers = append(numbers, i)
		case claims == claim{judgmentRole, strong}:
			claimed = append(claimed, i)
		case e.isAbout(i) || e.planned(i) && e.n > 1.15*float64(d.objects):
		case c.value != nil && !c.large:
			numbers = append(numbers, i)
			most = max(most, c.filled)
		case c.value == nil && c.levels >= 2 && c.levels <= mostLevels && (c.filled > 3*c.levels || e.rows < fewRows):
			words = append(words, i)
		}
	}
	numbers = slices.DeleteFunc(numbers, func(i int) bool { return 10*e.columns[i].filled < 3*most && !e.says(i, judgmentRole) })
	for _, of := range [][]int{numbers, claimed, labels, words, d.misnamed} {
		if len(d.judged) == 0 {
			d.judged = of
		}
	}
	cell := slices.Concat(d.object, d.attribute)
	unnamed := func(i int) bool {
		return !e.says(i, judgmentRole) || e.n > 1.15*float64(e.cells.n) && e.isFunction(i, cell...)
	}
	if named := slices.DeleteFunc(slices.Clone(d.judged), unnamed); len(d.attribute) > 0 && len(named) > 0 && e.r.hint == nil {
		d.judged = named
	}
	e.leaveMeans()
	d.judged = append(d.judged, d.also...)
}

// isOther tells whether a flag or a header says that a column is something else than judged.
func (e *evidence) isOther(i int) bool {
	c := e.r.claim[i]
	named := c.role == unused || c.role == objectRole || c.role == judgeRole || c.role == raterRole && c.strength <= fair ||
		c.strength == numbered || c == claim{numberingRole, strong}
	return e.r.role[i] != noRole || slices.Contains(e.d.repeats, i) || named && !e.r.keeps(e.r.header[i])
}

// looksJudged tells whether a column could be judged but for its header: few numbers that nobody
// planned, and no function of anything.
func (e *evidence) looksJudged(i int) bool {
	c := &e.columns[i]
	return e.rows >= fewRows && c.value != nil && c.isScale() && c.levels >= 2 && c.levels <= mostLevels && !slices.Contains(e.d.repeats, i) &&
		!(c.levels == c.filled && slices.IsSorted(c.value)) && !isMeasured(e.search, i) && !e.planned(i) && !slices.Contains(slices.Concat(e.ofObject, e.ofAttribute, e.ofRater), i)
}

// isAbout tells whether a column is about the object, the attribute, the rater or the row: an id, a
// time, a measure, or a function of them.
func (e *evidence) isAbout(i int) bool {
	c := &e.columns[i]
	return c.unique && c.value == nil || c.time || c.counts || isMeasured(e.search, i) ||
		e.r.labelNamed(i) && (e.n < 1.15*float64(e.cells.n) || e.follow(i, e.d.object...) != independent) ||
		e.rows >= fewRows && (slices.Contains(e.ofObject, i) || slices.Contains(e.ofAttribute, i) || slices.Contains(e.ofRater, i))
}

// leaveMeans leaves out what is made of another judgment, or the same for a whole cell, such as
// its mean or its price.
func (e *evidence) leaveMeans() {
	d := e.d
	if e.rows < fewRows || len(d.judged) > mostLooked/2 {
		return
	}
	made := func(i int) bool {
		return slices.ContainsFunc(d.judged, func(j int) bool {
			return j != i && e.columns[j].levels > e.columns[i].levels && e.isFunction(i, j) && e.rows > 5*e.columns[j].levels
		})
	}
	d.judged = slices.DeleteFunc(slices.Clone(d.judged), made) // the finest stays
	if e.n > 1.15*float64(e.cells.n) {
		cell := slices.Concat(d.object, d.attribute)
		if varied := slices.DeleteFunc(slices.Clone(d.judged), func(i int) bool { return e.isFunction(i, cell...) }); len(varied) > 0 {
			d.judged = varied
		}
	}
}

// names is what headers say.
func (e *evidence) names() float64 {
	sum, best, worst := 0., -2., 0.
	for _, i := range e.d.object {
		own := e.named(i, objectRole)
		if c := &e.columns[i]; c.value != nil && !c.unique && own <= 0 && !e.says(i, idRole) && len(e.d.object) == 1 {
			sum--
		} else if c.unique && e.says(i, idRole) && e.r.claim[i] == (claim{objectRole, weak}) && len(e.r.inputs) > 0 {
			own -= 1.5 // an id that is another one in every row
		}
		best, worst = max(best, own), min(worst, own)
		if e.says(i, personRole) {
			sum -= 2 // it is known of an object, or of a person
		}
		if e.columns[i].prose {
			sum -= .7
		}
		if len(e.d.object) == 2 && e.makes(i) {
			sum++
		}
	}
	switch sum += best; {
	case len(e.d.object) == 2:
		sum += worst
	case e.says(e.d.object[0], idRole):
		sum += .3
	}
	for _, i := range e.d.attribute {
		own := e.named(i, attributeRole)
		if e.says(i, judgeRole) {
			own = max(own, 1)
		}
		sum += own
	}
	for _, i := range e.d.rater {
		sum += e.named(i, raterRole) - float64(b2i(e.makes(i)))
		if e.says(i, judgeRole) && !e.says(i, raterRole) && 10*e.group(append(slices.Clone(e.d.object), i)...).n > 7*e.d.objects*e.columns[i].levels {
			sum -= .5 // who judges everything may be chosen
		}
	}
	for _, i := range e.rest {
		switch c := e.r.claim[i]; {
		case c.strength > fair || slices.Contains(e.d.judged, i) || slices.Contains(e.d.repeats, i):
		case c.role == attributeRole || c.role == raterRole || c == claim{objectRole, strong} && len(e.d.object) == 1 && e.r.role[e.d.object[0]] == noRole && e.r.claim[e.d.object[0]] != c:
			sum -= 2.5 // it is left over
		case c.role == judgeRole && e.columns[i].levels > 1 && !slices.Contains(e.ofObject, i):
			sum -= 2 // judges would be pooled
		}
	}
	judged := 0.
	for _, i := range e.d.judged {
		judged += .7 * e.named(i, judgmentRole) / float64(len(e.d.judged))
	}
	return sum + judged
}

// size: objects are many, more than attributes and raters.
func (e *evidence) size() float64 {
	n, sum := e.d.objects, .5
	if best := e.d.object[0]; len(e.d.object) == 1 && (e.r.role[best] != noRole || e.r.claim[best].role == objectRole && (n >= 8 || e.rows < fewRows || !e.isSmall(best))) {
		return .5 * float64(b2i(n >= 8)) // it is said to be the object, however few there are
	}
	switch {
	case n < 4:
		sum = -5
	case n < 8:
		sum = -2
	case n < 15:
		sum = -.5
	}
	if attributes := e.group(e.d.attribute...).n; n < attributes {
		sum -= 3
	}
	if len(e.d.rater) > 0 && n < e.group(e.d.rater...).n {
		sum -= .7
	}
	if c := &e.columns[e.d.object[0]]; e.n < 1.15*float64(n) && !(len(e.d.object) == 1 && c.unique && c.value == nil && !c.prose) {
		sum-- // unless it names the rows
	}
	return sum
}

// measured: numbers that rise and fall with judgments are a measure, and name no object; nor do
// numbers that come unevenly, or few of anything, beside names of the rows.
func (e *evidence) measured() float64 {
	const least, significance, few = .3, 11, 8 // of the correlation, and its F; objects
	named := e.rows >= fewRows && slices.ContainsFunc(e.keys, func(i int) bool {
		return e.columns[i].unique && (e.columns[i].value == nil || e.named(i, objectRole) > 0)
	})
	for _, i := range e.d.object {
		c := &e.columns[i]
		if e.r.role[i] != noRole || e.r.claim[i].role == objectRole || e.says(i, idRole) || slices.Contains(e.r.inputs, i) {
			continue
		}
		if named && (e.d.objects < few || c.value != nil && 2*(c.most-c.least)*c.levels > c.filled) {
			return -4
		}
		for _, j := range e.d.judged {
			if r := e.correlation(i, j); math.Abs(r) >= least && r*r*(e.n-2) >= significance*(1-r*r) {
				return -4
			}
		}
	}
	return 0
}

// dependence: labels and texts belong to objects, what is known of people to raters.
func (e *evidence) dependence() float64 {
	count := func(of []int, but func(i int) bool) (stuff, people float64) {
		for _, i := range of {
			switch {
			case but(i):
			case e.says(i, personRole):
				people = 1
			default:
				stuff++
			}
		}
		return stuff, people
	}
	ofPart := func(i int) bool {
		return len(e.d.object) == 2 && (e.isFunction(i, e.d.object[0]) || e.isFunction(i, e.d.object[1]))
	}
	ofObject := func(i int) bool { return slices.Contains(e.ofObject, i) }
	stuff, people := count(e.ofObject, ofPart)
	known, persons := count(e.ofRater, ofObject)
	own, _ := count(e.ofAttribute, ofObject)
	sum := 1.5*persons + min(1.5, .5*known) + min(1, .5*own) - 2*people
	switch {
	case stuff > 0:
		sum += min(4, 2+.5*(stuff-1))
	case len(e.d.object) == 2 && e.n > 1.15*float64(e.d.objects):
		sum -= 2
	}
	return sum
}

// leftOver: texts that change within the object, and columns that explain what the reading takes
// for noise, speak against it.
func (e *evidence) leftOver() float64 {
	d, sum := e.d, 0.
	taken := slices.Concat(d.judged, d.repeats, e.ofObject, e.ofAttribute, e.ofRater)
	asked := slices.Contains(e.r.inputs, d.object[0]) && len(d.base()) == 1 && e.n > 1.15*float64(d.objects)
	for _, i := range e.rest {
		c := &e.columns[i]
		switch {
		case c.unique && c.prose && asked && e.says(i, objectRole):
			sum -= 8 // it is an answer, called like an object, and nobody tells the rows of what was asked apart
		case slices.Contains(taken, i) || e.r.role[i] != noRole || c.unique || c.time || c.counts || isMeasured(e.search, i):
		case slices.ContainsFunc(d.judged, func(j int) bool { return e.rows > 5*e.columns[j].levels && e.isFunction(i, j) }):
		case e.ofTwo(i, d.attribute) || e.ofTwo(i, d.rater):
			if c.prose && !e.isFunction(i, slices.Concat(d.attribute, d.rater)...) {
				sum -= 3 // what it changes with belongs to the object
			}
		case c.prose && c.levels > 2 && e.n > 1.15*float64(d.objects):
			sum -= 2.5
		case slices.Contains(e.keys, i) && c.levels <= mostParts:
			switch {
			case e.n > 1.15*float64(e.cells.n) && e.explained(i, e.cells, 6) > .08:
				sum -= 3
			case e.planned(i):
				sum -= 1.5
			default:
				sum -= .4
			}
		}
	}
	d.left = max(sum, -8)
	return d.left
}

// ofTwo tells whether a column is a function of the object and others.
func (e *evidence) ofTwo(i int, others []int) bool {
	return len(others) > 0 && e.isFunction(i, slices.Concat(e.d.object, others)...)
}

// explained is the largest share of the judgments of a column that another column explains with that
// F, once the groups are known.
func (e *evidence) explained(i int, known grouping, significance float64) (most float64) {
	by := e.group(i)
	for _, y := range e.values {
		if share, f := between(centered(y, known), by); f > significance {
			most = max(most, share)
		}
	}
	return most
}

// crossing: attributes are asked of every object, equally often, and make a difference.
func (e *evidence) crossing() float64 {
	d := e.d
	several, even := e.repetition()
	sum := 2 * several
	if len(d.attribute) == 0 {
		return sum
	}
	attributes := e.group(d.attribute...).n
	fill := float64(e.cells.n) / float64(d.objects*attributes)
	switch {
	case fill > .8:
		sum += 2
	case fill <= .5:
		sum -= 3
	}
	switch {
	case even > .8:
		sum += .5
	case even < .5:
		sum -= 2
	}
	wordy := true
	for _, a := range d.attribute {
		c := &e.columns[a]
		wordy = wordy && c.wordy
		claims := e.named(a, attributeRole) > 0
		if c.value != nil && !claims {
			sum -= 2
		}
		if claims {
			continue
		}
		others := slices.DeleteFunc(slices.Concat(d.object, d.attribute), func(i int) bool { return i == a })
		known := e.group(others...)
		if c.value == nil && e.explained(a, known, 4) == 0 {
			sum--
		}
		if c.value != nil && e.explained(a, known, 0) <= .05 {
			sum -= 2 // a number of a repeat
		}
	}
	return sum + .5*float64(b2i(wordy))
}

// repetition is the share of cells with several rows, and of those with the commonest number of rows.
func (e *evidence) repetition() (several, even float64) {
	times, most := make(map[int]int), 0
	for _, k := range e.cells.sizes() {
		times[k]++
		most = max(most, times[k])
	}
	n := float64(max(1, e.cells.n))
	return 1 - float64(times[1])/n, float64(most) / n
}

// severity: people answer once a cell and differ in severity, numbers of repeats do neither.
func (e *evidence) severity() float64 {
	d := e.d
	extra := max(e.n-float64(e.cells.n), 1)
	if len(d.rater) == 0 {
		if len(d.repeats) == 0 {
			return 0
		}
		apart := float64(e.group(append(d.base(), d.repeats[0])...).n)
		return (apart - float64(e.bases.n)) / max(e.n-float64(e.bases.n), 1)
	}
	i := d.rater[0]
	c := &e.columns[i]
	claims := e.says(i, raterRole)
	twice := 1 - float64(e.bases.n)/e.n
	gain := float64(e.bases.n-e.cells.n) / extra
	often := 4.
	if e.r.role[i] != noRole || e.r.claim[i].role == raterRole && e.r.claim[i].strength <= fair {
		often = 1.5 // people may answer again
	}
	sum := 1.5*gain - often*twice
	if e.choosable() && !claims {
		sum -= 1.5
	}
	if c.wordy && c.levels <= 30 && !claims {
		sum -= .8
	}
	if c.levels == 2 {
		sum--
	}
	if c.value != nil && c.levels < 12 && !claims {
		sum -= .5
	}
	if gain > 0 {
		number := c.whole && (c.low == 0 || c.low == 1) && c.high-c.low < float64(c.levels) && !claims && !e.says(i, judgeRole)
		least, against := .003, .5
		if number {
			least, against = .1, 2.5
		}
		if e.explained(i, e.cells, -1) < least {
			sum -= against
		}
	}
	return sum
}

// choosable tells whether each of few raters judged nearly every object, and cells repeat: one
// may choose who answers.
func (e *evidence) choosable() bool {
	d := e.d
	raters := e.group(d.rater...).n
	crossed := float64(e.group(slices.Concat(d.object, d.rater)...).n) > .8*float64(d.objects*raters)
	return raters >= 2 && raters <= 20 && crossed && e.n-float64(e.bases.n) > .3*e.n
}

// signal: judgments tell the objects apart.
func (e *evidence) signal() float64 {
	if e.n <= 1.15*float64(e.d.objects) || len(e.values) == 0 {
		return 0
	}
	sum, some := 0., false
	for _, y := range e.values {
		for _, known := range [][]int{e.d.attribute, e.d.rater} {
			if len(known) > 0 {
				y = centered(y, e.group(known...))
			}
		}
		share, f := between(y, e.group(e.d.object...))
		sum, some = sum+share/float64(len(e.values)), some || f > 1.3
	}
	if !some {
		return -1
	}
	return min(2, 4*sum)
}
