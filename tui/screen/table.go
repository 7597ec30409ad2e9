package screen

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	tables "fms-tui/core/report"
	"fms-tui/core/report/answers"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// Column names a column of the attribute table.
type Column int

// The columns, in the order they are shown in.
const (
	ColumnName Column = iota
	ColumnCost
	ColumnCorr
	ColumnV
	ColumnSigma2
	ColumnNoise
	ColumnReliability
	ColumnRolls        // repeats at every budget, by the active algorithm and the compared one
	ColumnActive       // repeats at B by the active algorithm
	ColumnCompared     // and by the one compared with it
	allColumns     int = iota
)

// columns are the columns of the attribute table. A new one is a constant and an entry here, and its
// cell is written by rowsOf.
var columns = [allColumns]struct {
	name   string // as it is kept: it stays when columns are moved or renamed on screen
	filter string // what the filter calls it
	tables.Column
	from int // least width of a table that shows it
	// value of attribute i is what the table is sorted by, largest first, and what the filter
	// compares; nil for names, first to last, and for the rolls: see look.earlier.
	value func(l *look, r *core.Result, i int) float64
}{
	ColumnName:        {"attribute", "", tables.Column{Head: "attribute"}, 0, nil},
	ColumnCost:        {"cost", "cost", figures("cost", 4), 0, func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Price.Float() }},
	ColumnCorr:        {"correlation", "corr", figures("corr", 3), 0, func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Corr }},
	ColumnV:           {"internal_variance", "v", figures("v", 5), panel.WideTable, func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].V }},
	ColumnSigma2:      {"external_variance", "σ²", figures("σ²", 6), panel.WideTable, func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Sigma2 }},
	ColumnNoise:       {"noise", "noise", figures("noise", 2), 0, func(_ *look, r *core.Result, i int) float64 { return 100 * (1 - r.Attributes[i].Reliability()) }},
	ColumnReliability: {"reliability", "rel", figures("rel", 7), 160, func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Reliability() }},
	ColumnRolls:       {name: "asked"},
	ColumnActive:      {name: "full", value: func(l *look, _ *core.Result, i int) float64 { return float64(l.Picks[l.Active].Selection.Repeats[i]) }},
	ColumnCompared:    {name: "scoring", value: func(l *look, _ *core.Result, i int) float64 { return float64(l.Against().Repeats[i]) }},
}

func figures(head string, priority int) tables.Column {
	return tables.Column{Head: head, Priority: priority, Align: tables.Right}
}

func (c Column) Name() string { return columns[c].name }

// rowsOf are the rows of attributes, in data order, with what does not depend on B.
func (l *look) rowsOf(r *core.Result) [][]any {
	n := len(r.Attributes)
	bar, most := chart.RisingBar, 0.
	for i := range r.Attributes {
		if corr := r.Attributes[i].Corr; !math.IsNaN(corr) {
			most = max(most, math.Abs(corr))
			if corr < 0 {
				bar = chart.SignedBar
			}
		}
	}
	corrBar := func(corr float64, width int) string { return bar(corr/most, width) }
	rows := make([][]any, n)
	for i := range rows {
		a, noise := &r.Attributes[i], ""
		v, sigma2 := variance(a.V), variance(a.Sigma2)
		if a.Usable() || a.Noise() != "unknown" {
			noise = a.Mark(figure.Percent(1 - a.Reliability()))
		}
		if a.Once {
			v, sigma2 = a.Mark(""), a.Mark("")
		}
		price := a.Price.String()
		if currency(r) != "" {
			price = Money(r, a.Price)
		}
		rows[i] = []any{
			panel.Name{Text: chart.Clean(strings.TrimPrefix(a.Name, l.prefix)), Set: r.Settings.OwnLimit(a.Name).String()},
			price,
			panel.Barred{Text: figure.Corr(a.Corr), Value: a.Corr, Bar: corrBar},
			v, sigma2,
			panel.Barred{Text: noise, Value: a.Reliability(), Bar: chart.ShareBar},
			a.Mark(figure.Share(a.Reliability())),
			panel.Roll{Of: i, Unusable: a.Unusable()},
			nil, nil,
		}
	}
	return rows
}

// fold is what one line stands for: the criteria of calls that are bought whole, but for one of each,
// or the attributes that are never asked.
type fold struct {
	hides []bool // by attribute
	n     int    // of them
	calls bool
	shown bool // there is such a line: no filter is on, and never asked attributes stand together
	open  bool // and they stand below it
}

// lookFolds finds what is folded. What it hides depends neither on B nor on filter and order, so that nothing moves.
func (l *look) lookFolds(r *core.Result, s State, cursor string, open bool) {
	forms := len(r.Design.Forms)
	l.fold = fold{hides: make([]bool, len(r.Attributes)), open: open}
	f, speaks := &l.fold, l.foldCalls(r, cursor)
	active, compared := l.pathOf(r, s.Algorithm), l.pathOf(r, l.Against().Algorithm)
	f.calls = speaks != nil
	f.shown = !l.filter.On() && (f.calls || s.Sort == defaultSort && !s.Reverse && forms < 2 && !slices.Contains(l.on, -1))
	for i := range f.hides {
		never := !r.Attributes[i].Excluded && !active.asks(i) && !compared.asks(i) // and nothing that the user set is to blame
		if f.hides[i] = f.calls && speaks[l.on[i]] != i || !f.calls && never; f.hides[i] {
			f.n++
		}
	}
	if f.n == len(f.hides) && !f.calls { // nothing is asked at all
		f.n, f.hides = 0, make([]bool, len(f.hides))
	}
	f.shown = f.shown && f.n > 0
}

// foldCalls leaves of each call that is bought whole one criterion: the selected one, or the
// one that goes most with the label. It is nil where there are no such calls.
func (l *look) foldCalls(r *core.Result, cursor string) (speaks map[int]int) {
	if !r.Design.Bundled() {
		return nil
	}
	speaks = make(map[int]int)
	for g, f := range r.Design.Forms {
		if len(f.Attributes) < 2 {
			return nil
		}
		for _, i := range f.Attributes {
			best, is := speaks[g]
			if at := &r.Attributes[i]; at.Selectable() && (!is || at.Name == cursor || r.Attributes[best].Name != cursor && math.Abs(at.Corr) > math.Abs(r.Attributes[best].Corr)) {
				speaks[g] = i
			}
		}
	}
	return speaks
}

// figureCell is how wide a figure of one of several criteria is, with a blank; as many have room as mostCriteria.
const figureCell, mostCriteria = 5, 6

// criteriaOf are the criteria of calls that all ask the same ones, which names such as judge.criterion tell, and by call
// the attributes of these; nil for other designs, and where columns have no room.
func criteriaOf(r *core.Result) (names []string, by [][]int) {
	_, names, at, ok := partsOf(r.Attributes)
	if !ok || !r.Design.Bundled() || len(names) > mostCriteria || len(names)*len(r.Design.Forms) != len(r.Attributes) {
		return nil, nil
	}
	for g := range r.Design.Forms {
		call, _, _ := strings.Cut(chart.Clean(r.Attributes[r.Design.Forms[g].Attributes[0]].Name), nameParts)
		var all []int
		for _, name := range names {
			if i, asked := at[[2]string{call, name}]; asked && slices.Contains(r.Design.Forms[g].Attributes, i) {
				all = append(all, i)
			}
		}
		if by = append(by, all); len(all) < len(names) {
			return nil, nil
		}
	}
	return names, by
}

// tabled tells whether calls that are folded have a column for each criterion.
func (l *look) tabled() bool { return l.fold.calls && l.criteria != nil && !l.Narrow }

// callRows are the two rows of a call: correlations and the roll of the active algorithm over noises and the roll of
// the one compared with it.
func (l *look) callRows(r *core.Result, row []any, roll panel.Roll) [][]any {
	corr, noise := "", ""
	for _, i := range l.criteria[l.on[roll.Of]] {
		at := &r.Attributes[i]
		corr += fmt.Sprintf("%*s", figureCell, figure.Corr(at.Corr))
		noise += fmt.Sprintf("%*s", figureCell, at.Mark(figure.Percent(1-at.Reliability())))
	}
	roll.Alone = 1
	row[ColumnName], row[ColumnCorr], row[ColumnRolls] = panel.Name{Text: chart.Clean(r.Design.Forms[l.on[roll.Of]].Name)}, corr, roll
	roll.Alone = 2
	under := make([]any, allColumns)
	under[ColumnName], under[ColumnCost], under[ColumnCorr], under[ColumnRolls] = panel.Name{Text: "  noise"}, "", noise, roll
	return [][]any{row, under}
}

// lookRows writes the rows that the filter keeps, with a line over those of each form, and one over
// what is folded or in its place.
func (l *look) lookRows(r *core.Result) {
	active, compared := &l.Picks[l.Active].Selection, l.Against()
	t, f, forms, last := &l.Table, &l.fold, r.Design.Forms, -2
	t.Rows, t.Rolls.Hidden = t.Rows[:0], 0
	calls := f.shown && f.calls && !f.open // a row each
	grouped := l.on != nil && !calls && !(len(forms) == 1 && forms[0].Price == 0 && len(forms[0].Attributes) == len(r.Attributes))
	for _, i := range l.Order {
		if !l.filter.Keeps(r.Attributes[i].Name) || f.shown && !f.open && f.hides[i] {
			continue
		}
		if grouped && l.on[i] != last {
			last = l.on[i]
			name, bought, price := "bought singly", panel.Span{}, ""
			if last >= 0 { // what the active algorithm buys of a form
				form := &forms[last]
				name, bought = chart.Clean(form.Name), panel.Times(form.Filled(active.Repeats), t.Rolls.By[0].Pen)
				if form.Price > 0 {
					price = " at " + Money(r, form.Price)
				}
			}
			t.Rows = append(t.Rows, overRow(panel.Roll{Of: -1, Over: []panel.Span{
				{Text: "┌ ", Pen: theme.Border}, {Text: name + " ", Pen: theme.Title}, bought, {Text: price, Pen: theme.Muted},
			}}))
		}
		row := slices.Clone(l.rows[i])
		if calls && !l.tabled() {
			name := row[ColumnName].(panel.Name)
			name.Set = strings.TrimSpace(fmt.Sprintf("%s +%d", name.Set, len(forms[l.on[i]].Attributes)-1))
			row[ColumnName] = name
		}
		roll := row[ColumnRolls].(panel.Roll)
		roll.Repeats = [2]int{active.Repeats[i], compared.Repeats[i]}
		if row[ColumnRolls] = roll; calls && l.tabled() {
			t.Rows = append(t.Rows, l.callRows(r, row, roll)...)
			continue
		}
		t.Rows = append(t.Rows, row)
	}
	if f.shown {
		l.overFolded(r)
	}
}

// overRow is a line over others: it has no cells.
func overRow(r panel.Roll) []any {
	row := make([]any, allColumns)
	row[ColumnName], row[ColumnRolls] = tables.Spill(""), r
	return row
}

// Roll is what a row of the table is of.
func (l *look) Roll(row int) panel.Roll { return l.Table.Rows[row][ColumnRolls].(panel.Roll) }

// overFolded puts a line over the attributes that are folded, or in their place.
func (l *look) overFolded(r *core.Result) {
	f, t := &l.fold, &l.Table
	at := len(t.Rows)
	sign, what := map[bool]string{false: "▸ ", true: "▾ "}[f.open], figure.Count(f.n)+" more are"
	if f.n == 1 {
		what = "1 more is"
	}
	what = fmt.Sprintf("%s not asked up to B = %s", what, Money(r, r.Max))
	switch {
	case l.tabled() && !f.open:
		what = "correlations above, noise below · the criteria of the calls"
	case f.calls && f.open:
		at, what = 0, "calls and their criteria"
	case f.calls:
		what = fmt.Sprintf("more criteria of these calls: %d", f.n)
	case f.open:
		at -= f.n
	default:
		t.Rolls.Hidden = f.n
	}
	t.Rows = slices.Insert(t.Rows, at, overRow(panel.Roll{Of: -1, Folds: true, Over: []panel.Span{{Text: sign + what, Pen: theme.Muted}}}))
}

func (a *Focus) Unfold(open bool) {
	a.Unfolded = open
	a.Reveal()
	a.RefreshLook()
}

// sort orders the rows by the column of the state: largest first, names first to last; attributes that cannot be used
// come last either way. Excluded attributes keep their place, so that the selection stays when they are toggled.
// Attributes of one form stay together.
func (l *look) sort(r *core.Result, s State) {
	size, value := func(x float64) float64 { return x }, columns[s.Sort].value
	if s.Sort == ColumnCorr {
		size = math.Abs
	}
	key := func(i, j int) int { return cmp.Compare(size(value(l, r, j)), size(value(l, r, i))) }
	switch {
	case s.Sort == ColumnRolls:
		key = l.earlier(r, s)
	case value == nil:
		key = func(i, j int) int { return strings.Compare(r.Attributes[i].Name, r.Attributes[j].Name) }
	}
	l.Order = l.Order[:0]
	for i := range l.rows {
		l.Order = append(l.Order, i)
	}
	slices.SortStableFunc(l.Order, func(i, j int) int {
		switch u, v := r.Attributes[i].Usable(), r.Attributes[j].Usable(); {
		case u != v && v:
			return 1
		case u != v:
			return -1
		case s.Reverse:
			return key(j, i)
		}
		return key(i, j)
	})
	if l.on != nil {
		first := make(map[int]int, len(r.Design.Forms)) // by form: where its first attribute stands
		for at, i := range slices.Backward(l.Order) {
			first[l.on[i]] = at
		}
		slices.SortStableFunc(l.Order, func(i, j int) int { return first[l.on[i]] - first[l.on[j]] })
	}
}

// leastPrefix is the length from which a prefix of all names is worth folding, and
// wordEnds are what a word of a name ends with.
const (
	leastPrefix = 3
	wordEnds    = "-_ .:/"
)

// sharedPrefix is what all names begin with, up to the end of a word; "" for nothing.
func sharedPrefix(r *core.Result) string {
	if len(r.Attributes) < 2 {
		return ""
	}
	prefix := r.Attributes[0].Name
	for i := range r.Attributes {
		for name := r.Attributes[i].Name; prefix != "" && (!strings.HasPrefix(name, prefix) || name == prefix); {
			prefix = prefix[:strings.LastIndexAny(prefix[:len(prefix)-1], wordEnds)+1]
		}
	}
	if len(prefix) < leastPrefix {
		return ""
	}
	return prefix
}

// path is what an algorithm asks at budgets over the whole range. Budgets lie as
// close as the axis shows them. They need not extend one another: with prices of
// different sizes, and under exchange, a larger budget can drop a judgment.
type path struct {
	budgets []model.Amount
	repeats [][]int // by budget and attribute
	first   []int   // by attribute: the first budget that asks it, len(budgets) for none
}

// pathPoints bounds the budgets of a path and the points of a curve: a chart has at
// most a few hundred columns of dots.
const pathPoints = 600

// spread picks at most pathPoints of rising budgets, evenly on the axis, with both ends.
func spread(budgets []model.Amount, axis chart.Budgets) []int {
	var picked []int
	for i := range budgets {
		at := int(axis.Share(budgets[i].Float()) * pathPoints)
		last := i+1 == len(budgets)
		if last || at != int(axis.Share(budgets[i+1].Float())*pathPoints) {
			picked = append(picked, i)
		}
	}
	if len(picked) > 0 && picked[0] != 0 {
		picked = slices.Insert(picked, 0, 0)
	}
	return picked
}

// pathOf is an algorithm's path, found once for a Result.
func (l *look) pathOf(r *core.Result, alg selection.Algorithm) *path {
	if p := l.paths[alg]; p != nil {
		return p
	}
	budgets, _ := r.Curve(alg)
	p := &path{first: make([]int, len(r.Attributes))}
	l.paths[alg] = p
	for _, i := range spread(budgets, l.axis) {
		p.budgets = append(p.budgets, budgets[i])
		p.repeats = append(p.repeats, r.At(alg, budgets[i]).Repeats)
	}
	for a := range p.first {
		p.first[a] = len(p.budgets)
		for i := range p.repeats {
			if p.repeats[i][a] > 0 {
				p.first[a] = i
				break
			}
		}
	}
	return p
}

func (p *path) asks(attribute int) bool { return p.first[attribute] < len(p.budgets) }

// rolls are the repeats by column of an axis so wide: each column stands for the budget that a press on it sets.
func (l *look) rolls(r *core.Result, alg selection.Algorithm, width int) [][]int {
	p := l.pathOf(r, alg)
	columns := make([][]int, width)
	for col := range columns {
		budget := nearestStep(r, l.axis.At(chart.SliderShare(col, width)))
		above, _ := slices.BinarySearch(p.budgets, budget+1)
		columns[col] = p.repeats[max(above-1, 0)]
	}
	return columns
}

// earlier orders attributes by when they are asked: by the active algorithm, then by the one compared with it.
func (l *look) earlier(r *core.Result, s State) func(i, j int) int {
	active, compared := l.pathOf(r, s.Algorithm), l.pathOf(r, l.Against().Algorithm)
	return func(i, j int) int {
		for _, p := range []*path{active, compared} {
			if c := p.first[i] - p.first[j]; c != 0 {
				return c
			}
			if p.asks(i) {
				if c := p.repeats[p.first[i]][j] - p.repeats[p.first[i]][i]; c != 0 {
					return c
				}
			}
		}
		return 0
	}
}

// filter hides attributes. Choices and computations do not depend on it. It is not a
// setting: undo does not change it.
//
// Its text is terms, all of which must hold: a word is part of the name, in capitals or not; -word is no part of it;
// /regex/ matches it; a field and a number compare a figure, such as corr<-.2, noise<50 or full>0.
type filter struct {
	Text  string
	names map[string]bool // of all attributes: whether it keeps them
	n     int             // that it keeps
}

type term func(l *look, r *core.Result, i int) bool

func (f *filter) On() bool { return strings.TrimSpace(f.Text) != "" }

// apply finds the kept part of the shown Result; the selections must be at B.
func (f *filter) apply(l *look, r *core.Result) {
	f.names, f.n = make(map[string]bool), 0
	if !f.On() {
		return
	}
	var terms []term
	for _, word := range strings.Fields(f.Text) {
		terms = append(terms, parseTerm(word))
	}
	for i := range r.Attributes {
		keep := !slices.ContainsFunc(terms, func(holds term) bool { return !holds(l, r, i) })
		if f.names[r.Attributes[i].Name] = keep; keep {
			f.n++
		}
	}
}

func (f *filter) Keeps(name string) bool { return !f.On() || f.names[name] }

// parseTerm reads a term of a filter. A text that is no expression, for example half typed, is part of a name.
func parseTerm(word string) term {
	if inner, found := strings.CutPrefix(word, "/"); found && len(inner) > 1 && strings.HasSuffix(inner, "/") {
		if expr, err := regexp.Compile("(?i)" + strings.TrimSuffix(inner, "/")); err == nil {
			return func(_ *look, r *core.Result, i int) bool { return expr.MatchString(r.Attributes[i].Name) }
		}
	}
	for _, c := range comparisons { // a field, a sign and a number
		if name, number, found := strings.Cut(word, c.sign); found {
			y, err := strconv.ParseFloat(strings.TrimSuffix(number, "%"), 64)
			if field := fieldOf(strings.ToLower(name)); err == nil && field != nil {
				return func(l *look, r *core.Result, i int) bool { return c.holds(field(l, r, i), y) }
			}
			break
		}
	}
	part, without := strings.CutPrefix(strings.ToLower(word), "-")
	if part == "" {
		part, without = word, false
	}
	return func(_ *look, r *core.Result, i int) bool {
		return strings.Contains(strings.ToLower(r.Attributes[i].Name), part) != without
	}
}

// comparisons are the ways to compare, the longer ones first.
var comparisons = []struct {
	sign  string
	holds func(x, y float64) bool
}{
	{"<=", func(x, y float64) bool { return x <= y }},
	{">=", func(x, y float64) bool { return x >= y }},
	{"<", func(x, y float64) bool { return x < y }},
	{">", func(x, y float64) bool { return x > y }},
	{"=", func(x, y float64) bool { return x == y }},
}

// fieldOf is a figure that a filter compares: of a column, or what an algorithm buys at B, 0 where
// that is not shown; nil for none.
func fieldOf(name string) func(l *look, r *core.Result, i int) float64 {
	if name == "s2" {
		name = "σ²"
	}
	for c := range columns {
		if columns[c].filter == name && name != "" {
			return columns[c].value
		}
	}
	if !slices.Contains(selection.AllAlgorithms(), selection.Algorithm(name)) {
		return nil
	}
	return func(l *look, _ *core.Result, i int) float64 {
		for k := range l.Picks {
			if s := &l.Picks[k].Selection; string(s.Algorithm) == name {
				return float64(s.Repeats[i])
			}
		}
		return 0
	}
}

// FilterHelp is the language of the filter, for the prompt.
const FilterHelp = "word  -word  /regex/  corr<-.2  noise<50  full>0"

// label is the filter in the title of what it hides parts of; "" where it is off.
func (f *filter) label() string {
	if !f.On() {
		return ""
	}
	return fmt.Sprintf(" /%s: %d of %d", f.Text, f.n, len(f.names))
}

// None says that nothing is kept, and how to see all again; "" where something is.
func (f *filter) None() string {
	if f.n > 0 || !f.On() {
		return ""
	}
	return fmt.Sprintf("no attribute matches %q: esc clears the filter", f.Text)
}

func (a *Focus) SetFilter(text string) {
	a.Filter.Text = text
	a.Reveal()
	a.RefreshLook() // what is selected next is among what is kept now
}

func counted(r *tables.Report, t *tables.Table, noun string) string {
	r.Add(t)
	return figure.CountOf(len(t.Rows), noun)
}

func named(names ...string) *tables.Table {
	t := &tables.Table{}
	for _, name := range names {
		t.Columns = append(t.Columns, tables.Column{Name: name})
	}
	return t
}

// attributeTable lists the attributes in the order of the screen, with the figures of
// `select --json`, and what each algorithm buys.
func (a *Scene) attributeTable(to *tables.Report) string {
	l, t := &a.Look, answers.AttributeTable(a.Shown.Result)
	all, heads := t.Rows, []string(nil)
	for i := range l.Picks {
		heads = append(heads, "repeats_"+string(l.Picks[i].Selection.Algorithm))
	}
	t.Columns[0].Name, t.Rows = "attribute", nil
	t.Columns = append(t.Columns, named(heads...).Columns...)
	for _, i := range l.Order {
		if !l.filter.Keeps(a.Shown.Result.Attributes[i].Name) {
			continue
		}
		cells := all[i]
		for j := range l.Picks {
			cells = append(cells, l.Picks[j].Selection.Repeats[i])
		}
		t.Row(cells...)
	}
	return counted(to, t, "attribute")
}
