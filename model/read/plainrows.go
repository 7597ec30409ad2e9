package read

// plainRows are rows by-rater or by-object of which nothing but the numbers of the judgments
// counts: they become judgments as wholes, without a look at each column.
type plainRows struct {
	attr    []int32 // by column of judgments: the attribute; nil where rows are read cell by cell
	place   []int32 // likewise: among the numbers of a row
	rows    int     // that were added and not counted yet by column
	missing []int   // cells of them by column
	judged  []int32 // the attributes of the present row
	value   []float64
}

// findPlain finds out whether rows are plain: the numbers of all columns are parsed before,
// the columns name the attributes, and no other column says something of judgments.
func (w *wide) findPlain() {
	joined := w.roles.rater < 0 && w.roles.layout == ByRater // in calls
	if w.asked != nil || w.price != nil || joined || len(w.roles.pivot) > 0 {
		return
	}
	own, p := w.ids[""], plainRows{missing: make([]int, len(w.columns))}
	for i := range w.columns {
		if w.columns[i].place < 0 || own[i] < 0 {
			return
		}
		p.attr, p.place = append(p.attr, int32(own[i])), append(p.place, int32(w.columns[i].place))
	}
	w.plain = p
}

// addPlain adds the judgments of a row, as [wide.addJudgments] does column by column.
func (w *wide) addPlain(object int, rater int32, numbers []float64, line int) {
	p := &w.plain
	p.rows++
	p.judged, p.value = p.judged[:0], p.value[:0]
	for i, place := range p.place {
		if value := numbers[place]; value == value {
			if isLarge(value) {
				w.to.addLarge(object, int(p.attr[i]), value, w.roles, line)
			}
			p.judged, p.value = append(p.judged, p.attr[i]), append(p.value, value)
		} else {
			p.missing[i]++
		}
	}
	w.to.builder.AddRow(object, rater, p.judged, p.value)
}

// countPlain enters the plain rows into the counts of the columns.
func (w *wide) countPlain() {
	p := &w.plain
	if p.rows == 0 {
		return
	}
	for i, missing := range p.missing {
		w.columns[i].missing += missing
		w.columns[i].numbers += p.rows - missing
	}
	p.rows = 0
	clear(p.missing)
}
