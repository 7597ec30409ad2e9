package screen

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/experiment"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// budgetView is Plan: the receipt of what B buys beside the chart of losses, the slider, and
// where each judgment is bought, on one axis of budgets.
type budgetView struct {
	*Session
	kind    Screen
	card    card
	pane    *Pane // of the receipt
	receipt panel.Receipt
}

func newBudgetView(a *Session) *budgetView {
	v := &budgetView{Session: a, card: card{Document: newDocument(ListsCard)}}
	v.pane = &Pane{Panel: &v.receipt}
	v.kind = Screen{
		Tab: "1 Plan", Help: "show Plan: what to ask at B, and what that gives", Saved: "plan", Turns: "Map", Losses: true, Axis: true,
		Panes: []*Pane{a.TablePane, a.ChartPane, &v.card.Pane, v.pane},
		Place: v.place, Refresh: v.refresh, Table: a.attributeTable, Asks: []question{&a.Leaving},
	}
	return v
}

// Rows of the chart and around the table.
const (
	chartFrom   = 16 // rows of a body that has room for a chart
	chartLeast  = 8  // and of that chart
	aroundTable = 2  // rows of the table that are no attributes: heads and explanation
	receiptFrom = 5  // rows of a body that has room for one of the receipt
	receiptWide = 34 // columns of a receipt of several rows
)

// place puts the slider between the chart and the table:
//
//	┌───────┬────────┐
//	│receipt│  chart │
//	│       ├──●─────│
//	│ table   ■─■─□─ │
//	└────────────────┘
//
// and from cardFrom columns the selected attribute's card on the right. In portrait the receipt lies over the chart, and where there is no
// chart it is one line.
func (v *budgetView) place(b *Body) {
	if b.Full != nil {
		rest, slider := cutBottom(b.Area, 2)
		if b.Full == v.TablePane {
			slider, rest = cutTop(b.Area, 1)
		}
		b.Slider = slider
		b.put(b.Full, rest)
		return
	}
	area := b.Area
	if area.Dx() >= cardFrom {
		var card image.Rectangle
		area, card = cutLeft(area, area.Dx()-max(area.Dx()*cardShare/100, cardLeast))
		b.put(&v.card.Pane, card)
	}
	from, _ := v.Look.Table.Rolls.Lie(area.Dx())
	left := from - panel.AxisLabels
	portrait := area.Dy() > area.Dx() || left < receiptWide
	chart, rest := cutTop(area, v.chartRows(area))
	receipt := image.Rectangle{}
	if portrait {
		receipt, chart = cutTop(chart, chart.Dy()*2/5)
	}
	b.Slider, rest = cutTop(rest, 1)
	switch {
	case chart.Empty() && area.Dy() >= receiptFrom:
		receipt, rest = cutTop(rest, 1)
	case !chart.Empty() && !portrait:
		receipt = image.Rect(area.Min.X, chart.Min.Y, left, b.Slider.Max.Y)
		b.Slider.Min.X = left
	}
	chart.Min.X = max(left, area.Min.X)
	b.put(v.pane, receipt)
	b.put(v.ChartPane, chart)
	b.put(v.TablePane, rest)
}

// The columns of the terminal from which the card stays open, its share of them in percent,
// and the fewest that it takes.
const cardFrom, cardShare, cardLeast = 160, 18, 32

// chartRows is how many rows of the body the chart gets: two fifths, two thirds where that
// is portrait, and more where the table has no use for the rest.
func (v *budgetView) chartRows(area image.Rectangle) int {
	h := area.Dy()
	switch {
	case h < chartFrom:
		return 0
	case h > area.Dx():
		return h * 2 / 3
	}
	// What the table needs while what is never asked is folded does not depend on B, on the filter, on
	// the order or on what is unfolded, so that nothing moves.
	l, forms := &v.Look, len(v.Shown.Result.Design.Forms)
	grouped := l.on != nil && forms > 1 && !l.fold.calls
	rows := len(v.Shown.Result.Attributes)
	if !grouped {
		rows += min(l.fold.n, 1) - l.fold.n
	}
	if grouped || l.tabled() {
		rows += forms
	}
	return max(h*2/5, chartLeast, min(h-1-aroundTable-rows, h*3/4))
}

// item is what is bought of an object: a call with a price, or the judgments of an attribute.
type item struct {
	name      string // without what all names begin with
	n         int    // how often
	attribute int    // it, or the first of the call
	price     model.Amount
}

func (i item) String() string { return fmt.Sprintf("%d %s", i.n, i.name) }

// items are all that can be bought, in the order of the data, as repeats buy it: calls where these
// are bought whole, and attributes otherwise.
func (a *Scene) items(repeats []int) (all []item) {
	forms := a.Shown.Result.Design.Forms
	if !a.bundled() {
		return a.singly(repeats)
	}
	for g := range forms {
		all = append(all, item{chart.Clean(forms[g].Name), forms[g].Filled(repeats), forms[g].Attributes[0], forms[g].Price})
	}
	return all
}

func (a *Scene) singly(repeats []int) (all []item) {
	r := a.Shown.Result
	for i := range r.Attributes {
		at := &r.Attributes[i]
		all = append(all, item{chart.Clean(strings.TrimPrefix(at.Name, a.Look.prefix)), repeats[i], i, at.Price})
	}
	return all
}

// buys are the items that repeats buy, the most often first, then as the active algorithm buys them first.
func (a *Scene) buys(repeats []int) []item { return a.bySize(a.items(repeats)) }

func (a *Scene) bySize(all []item) []item {
	first := a.path().first
	all = slices.DeleteFunc(all, func(i item) bool { return i.n == 0 })
	slices.SortStableFunc(all, func(i, j item) int { return cmp.Or(j.n-i.n, first[i.attribute]-first[j.attribute]) })
	return all
}

// path is what the active algorithm buys.
func (a *Scene) path() *path { return a.Look.pathOf(a.Shown.Result, a.Shown.State.Algorithm) }

func (a *Scene) bundled() bool { return a.Shown.Result.Design.Bundled() }

func (a *Scene) unit() string { return map[bool]string{true: "call", false: "judgment"}[a.bundled()] }

func (a *Scene) bought(repeats []int) (n int) {
	for _, i := range a.items(repeats) {
		n += i.n
	}
	return n
}

func joined(all []item) string {
	var parts []string
	for _, i := range all {
		parts = append(parts, i.String())
	}
	return strings.Join(parts, ", ")
}

// purchase is what is being written on the receipt.
type purchase struct {
	*Session
	w             int
	fixed         bool // its items are the same at every budget: the foot stands below them
	tall          bool // the foot has a line for each of its figures
	lead, persons int  // columns before the blocks, and who fill a form, where each has a column; 0 for none
	pen           theme.Pen
	s             *core.Selection
	bought, ahead []item // at B, and at the recommended budget where that is above B
	recommended   model.Amount
	receipt       panel.Receipt
}

// refresh writes what stands beside the chart and the table: the card, and the receipt at B.
func (v *budgetView) refresh(b *Body) {
	v.card.refresh(v.Session, b)
	v.receipt = panel.Receipt{}
	place := b.At(v.pane)
	if place.Empty() {
		return
	}
	s := v.Active()
	p := purchase{Session: v.Session, w: place.Dx(), pen: panel.AlgorithmPen(string(s.Algorithm)), s: s, bought: v.items(s.Repeats)}
	p.ahead = p.bought
	if b, ok := v.recommended(s.Algorithm); ok && b > s.Budget {
		p.ahead, p.recommended = v.items(v.Shown.Result.At(s.Algorithm, b).Repeats), b
	}
	r := &p.receipt
	p.fixed = p.bundled() || p.oneForm() && len(p.ahead) <= formShown
	if r.Items = p.grid(); r.Items == nil {
		r.Items = p.list()
	}
	p.tall = p.fixed && place.Dy() >= len(r.Items)+tallSpare
	r.Head, r.Brief, r.Foot, r.More, r.Fixed = p.head(), p.brief(), p.foot(), p.others(), p.fixed
	v.receipt = p.receipt
}

// tallSpare is how many lines a receipt has beside its items, where its foot has a line for each of its figures.
const tallSpare = 11

// strip shows which calls the money goes to: a bar, and whose its parts are; nil for other purchases.
func (p *purchase) strip() []panel.Item {
	order, costs := p.ordered()
	order = slices.DeleteFunc(order, func(k int) bool { return costs == nil || costs[k] <= 0 })
	if len(order) < 2 {
		return nil
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(costs[j], costs[i]) })
	pens := []theme.Pen{p.pen, p.pen.Ahead(), theme.Muted}
	room := p.w - 3 - len(order)
	var bar, names []panel.Span
	for n, k := range order {
		share := float64(costs[k]) / float64(p.s.Spent)
		left := p.w - 3 - panel.Width(bar)
		if left < 1 {
			break
		}
		w := min(max(1, int(math.Round(share*float64(room)))), left)
		bar = append(bar, panel.Span{Text: strings.Repeat("▄", w) + " ", Pen: pens[min(n, len(pens)-1)]})
		if text := fmt.Sprintf("%s %.0f %%", p.bought[k].name, 100*share); chart.Width(text) <= w {
			names = append(names, panel.Span{Text: Pad(text, w+1), Pen: theme.Muted})
		} else {
			names = append(names, panel.Span{Text: strings.Repeat(" ", w+1)})
		}
	}
	return []panel.Item{{Left: bar}, {Left: names}}
}

func (p *purchase) goTo(text string, pen theme.Pen, b model.Amount) panel.Span {
	return panel.Span{Text: text, Pen: pen, Does: func() { p.SetBudget(b) }}
}

func (p *purchase) selects(attribute int) func() {
	name := p.Shown.Result.Attributes[attribute].Name
	return func() { p.selectName(name) }
}

// fit is a text in exactly so many columns.
func fit(text string, w int) string { return Pad(chart.TruncateMiddle(text, w), w) }

// head says of what, or B where the chart has no room for it, and what the blocks are.
func (p *purchase) head() panel.Item {
	of := panel.Span{Text: " of each object", Pen: theme.Muted}
	if p.w < withoutFrom {
		of = panel.Span{Text: " " + p.atB(), Pen: theme.Accent}
	}
	head := panel.Item{Left: []panel.Span{{Text: "WHAT YOU BUY", Pen: theme.Accent.Strong()}, of}}
	if p.recommended > 0 {
		head.Right = []panel.Span{{Text: "■ bought ", Pen: p.pen}, p.goTo("□ with "+p.money(p.recommended), p.pen.Ahead(), p.recommended)}
	} else {
		one := "one " + p.unit()
		if forms := p.Shown.Result.Design.Forms; p.bundled() && len(forms[0].Attributes)*len(forms) == len(p.Shown.Result.Attributes) {
			one = "call = " + figure.CountOf(len(forms[0].Attributes), "judgment")
		}
		head.Right = []panel.Span{{Text: "■ ", Pen: p.pen}, {Text: one, Pen: theme.Muted}}
	}
	if panel.Width(head.Left)+panel.Width(head.Right)+3 > p.w {
		head.Right = head.Right[1:]
	}
	return head
}

func (p *purchase) brief() (parts []panel.Span) {
	all := p.buys(p.s.Repeats)
	for k, i := range all {
		if rest := len(all) - k; panel.Width(parts)+chart.Width(i.String())+7 > p.w {
			return append(parts, panel.Span{Text: fmt.Sprintf(" · +%d", rest), Pen: theme.Muted})
		}
		if k > 0 {
			parts = append(parts, panel.Span{Text: " · ", Pen: theme.Faint})
		}
		parts = append(parts, panel.Span{Text: i.String(), Pen: theme.Text.Strong(), Does: p.selects(i.attribute)})
	}
	if len(parts) == 0 {
		return []panel.Span{{Text: "nothing is bought", Pen: theme.Muted}}
	}
	return parts
}

// cell are the blocks of what is bought of something, filled, and of what more is ahead, hollow, in so many columns;
// a run too long ends in its number.
func (p *purchase) cell(n, more, w int, does func()) []panel.Span {
	filled, hollow := "■ ", "□ "
	if 2*(n+more) > w {
		filled, hollow = "■", "□"
	}
	blocks := []panel.Span{
		{Text: strings.Repeat(filled, n), Pen: p.pen, Does: does}, {Text: strings.Repeat(hollow, max(more, 0)), Pen: p.pen.Ahead(), Does: does},
	}
	switch {
	case n == 0 && more <= 0:
		blocks[0] = panel.Span{Text: "·", Pen: theme.Faint, Does: does}
	case n+more > w:
		number := strconv.Itoa(n)
		if more > 0 {
			number += "+" + strconv.Itoa(more)
		}
		blocks[0].Text, blocks[1].Text = strings.Repeat("■", max(min(n, w-1-len(number)), 0))+"…"+number, ""
	}
	return append(blocks, panel.Span{Text: fit("", max(w-panel.Width(blocks), 0))})
}

// countWide is the count before a name, and personWide the column of a person who fills a form.
const countWide, personWide = 6, 9

func (a *Scene) oneForm() bool {
	d := &a.Shown.Result.Design
	return !d.Singles() && len(d.Forms) == 1 && !a.bundled()
}

// withoutFrom is how wide a receipt is that says what is lost without an attribute, and formShown how
// many attributes a form has that is listed whole.
const withoutFrom, formShown = 48, 8

// ordered are the items that are bought or would be, as they are listed, and what is paid for each where
// they are calls.
func (p *purchase) ordered() (order []int, costs []model.Amount) {
	r := p.Shown.Result
	for k, i := range p.ahead {
		if p.fixed || max(i.n, p.bought[k].n) > 0 {
			order = append(order, k)
		}
	}
	if p.bundled() {
		prices := make([]model.Amount, len(r.Attributes))
		for i := range prices {
			prices[i] = r.Attributes[i].Price
		}
		costs, _ = r.Design.Costs(p.s.Repeats, prices)
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p.bought[j].price, p.bought[i].price) })
		return order, costs
	}
	first := p.path().first
	slices.SortStableFunc(order, func(i, j int) int {
		if p.bought[i].n+p.bought[j].n > 0 {
			return cmp.Or(p.bought[j].n-p.bought[i].n, first[i]-first[j])
		}
		return cmp.Or(p.ahead[j].n-p.ahead[i].n, first[i]-first[j])
	})
	return order, nil
}

// columnize sets where cells begin and how many persons have a column, and heads these; names are the columns of a
// name.
func (p *purchase) columnize(order []int, costs bool) (names int, items []panel.Item) {
	const asks = "the form asks"
	widest, most := 8, p.w/2
	for _, k := range order {
		widest = max(widest, chart.Width(p.ahead[k].name))
		if p.oneForm() {
			p.persons, widest = max(p.persons, p.ahead[k].n), max(widest, len(asks)-1)
		}
	}
	if costs {
		most = p.w / 3
	}
	names = min(widest, max(8, most))
	p.lead = countWide + names + 2
	if p.persons < 2 || p.lead+2+p.persons*personWide > p.w {
		p.persons = 0
		return names, nil
	}
	text := fit("", countWide) + fit(asks, names+2)
	for person := range p.persons {
		text += fit(fmt.Sprintf("person %d", person+1), personWide)
	}
	return names, []panel.Item{{Left: []panel.Span{{Text: text, Pen: theme.Muted}}}}
}

// list is a line for each attribute that is bought or would be, or for each call, with its price
// and what is paid for it.
func (p *purchase) list() []panel.Item {
	order, costs := p.ordered()
	names, items := p.columnize(order, costs != nil)
	for _, k := range order {
		i, strong := &p.bought[k], theme.Text
		var right []panel.Span
		if text := p.without(i.attribute); text != "" && p.w >= withoutFrom && p.persons == 0 {
			right = []panel.Span{{Text: text, Pen: theme.Muted}}
			p.receipt.Under.Right = []panel.Span{{Text: "without it", Pen: theme.Faint}}
		}
		if costs != nil {
			paid := ""
			if strong = theme.Text.Strong(); costs[k] > 0 {
				paid = p.money(costs[k])
			}
			right = []panel.Span{{Text: p.money(i.price), Pen: theme.Muted}, {Text: fmt.Sprintf("%11s", paid), Pen: theme.Text}}
		}
		does, count, counted, pen := p.selects(i.attribute), "  ·", theme.Faint, theme.Muted
		if i.n > 0 {
			count, counted, pen = fmt.Sprintf("%3d", i.n), theme.Text.Strong(), strong
		}
		left := []panel.Span{
			{Text: count, Pen: counted, Does: does},
			{Text: " × ", Pen: theme.Faint},
			{Text: fit(i.name, names), Pen: pen, Does: does},
			{Text: "  "},
		}
		switch room := p.w - p.lead - panel.Width(right) - 4; {
		case p.persons > 0:
			for person := range p.persons { // each answer under who gives it
				given, ahead := max(min(i.n-person, 1), 0), max(min(p.ahead[k].n-person, 1), 0)
				left = append(append(left, panel.Span{Text: "   "}), p.cell(given, ahead-given, personWide-3, does)...)
			}
		case max(i.n, p.ahead[k].n) > 0:
			left = append(left, p.cell(i.n, p.ahead[k].n-i.n, room, does)...)
			if i.n > 0 && p.Shown.Result.Attributes[i.attribute].Once {
				left[len(left)-1] = panel.Span{Text: "?", Pen: theme.Warning}
			}
		}
		items = append(items, panel.Item{Left: left, Right: right, Count: i.n})
	}
	if len(items) == 0 {
		items = append(items, panel.Item{Left: []panel.Span{{Text: "nothing: guess the mean", Pen: theme.Muted}}})
	}
	return items
}

// Parts of names such as judge.criterion are cut at nameParts. At least one part in gridFilled of
// their products must be attributes for a grid.
const (
	nameParts  = "."
	gridFilled = 2
)

// partsOf finds the parts of all names, in the order of the attributes, and by both the attribute;
// false where names have no two, or their products are too few of the attributes.
func partsOf(attributes []core.Attribute) (rows, columns []string, at map[[2]string]int, ok bool) {
	at = make(map[[2]string]int)
	for i := range attributes {
		row, column, two := strings.Cut(chart.Clean(attributes[i].Name), nameParts)
		if !two {
			return nil, nil, nil, false
		}
		if !slices.Contains(rows, row) {
			rows = append(rows, row)
		}
		if !slices.Contains(columns, column) {
			columns = append(columns, column)
		}
		at[[2]string{row, column}] = i
	}
	return rows, columns, at, len(rows) > 1 && len(columns) > 1 && gridFilled*len(at) >= len(rows)*len(columns)
}

// grid is a line for each first part of names, with a cell for each second part; nil where
// names have no two parts, cells no room, or calls are bought whole.
func (p *purchase) grid() []panel.Item {
	rows, columns, at, ok := partsOf(p.Shown.Result.Attributes)
	if !ok || p.bundled() {
		return nil
	}
	names := 0
	for _, row := range rows {
		names = max(names, chart.Width(row))
	}
	names = min(names, p.w/3)
	cell := (p.w - 3 - names) / len(columns)
	if cell < 4 {
		return nil
	}
	head := panel.Item{Left: []panel.Span{{Text: fit("", names+1)}}}
	for _, column := range columns {
		head.Left = append(head.Left, panel.Span{Text: begin(column, cell), Pen: theme.Muted})
	}
	items := []panel.Item{head}
	for _, row := range rows {
		item := panel.Item{Left: []panel.Span{{Text: fit(row, names+1), Pen: theme.Muted}}}
		for _, column := range columns {
			i, ok := at[[2]string{row, column}]
			if !ok {
				item.Left = append(item.Left, panel.Span{Text: fit("", cell)})
				continue
			}
			if item.Count += p.bought[i].n; item.Count > 0 {
				item.Left[0].Pen = theme.Text.Strong()
			}
			item.Left = append(item.Left, p.cell(p.bought[i].n, p.ahead[i].n-p.bought[i].n, cell, p.selects(i))...)
		}
		items = append(items, item)
	}
	return items
}

const thousand = 1000

// begin is what a name begins with, in so many columns, the last of them blank.
func begin(name string, w int) string {
	return fit(strings.TrimSuffix(chart.Truncate(name+" ", w), "…"), w)
}

func (p *purchase) foot() []panel.Item {
	m, text, n := p.Measure(), theme.Text, p.Scene.bought(p.s.Repeats)
	unit := strings.TrimPrefix(figure.CountOf(n, p.unit()), figure.Count(n))
	total := panel.Item{Left: []panel.Span{{Text: fmt.Sprintf("%3d", n), Pen: theme.Accent.Strong()}, {Text: unit, Pen: text.Strong()}}}
	items := []panel.Item{total}
	cost, ok := p.s.Spent.Times(thousand)
	switch price := p.money(cost) + " for 1,000"; {
	case ok && p.tall:
		each := panel.Item{Left: []panel.Span{{Text: "    for 1,000 objects", Pen: theme.Muted}}, Right: []panel.Span{{Text: p.money(cost), Pen: text}}}
		items = append(append(items, each), p.strip()...)
		if p.bundled() {
			items[0].Right = []panel.Span{{Text: p.money(p.s.Spent), Pen: theme.Accent.Strong()}}
		}
		if p.persons > 0 {
			items[0].Left[1].Text = fit(unit, p.lead-3)
		}
		for person := range p.persons {
			sum := 0
			for _, i := range p.bought {
				sum += max(min(i.n-person, 1), 0)
			}
			items[0].Left = append(items[0].Left, panel.Span{Text: fit("   "+strconv.Itoa(sum), personWide), Pen: theme.Muted})
		}
	case ok:
		if items[0].Right = []panel.Span{{Text: price + " objects", Pen: text}}; panel.Width(total.Left)+chart.Width(price)+11 > p.w {
			items[0].Right[0].Text = price
		}
	}
	if next, ok := p.next(); ok {
		items = append(items, next)
	}
	other := p.Look.Against()
	value, how := m.TextOf(other.Loss), "→ "
	if e := p.worth(p.Look.Compared); !math.IsNaN(e.Loss) {
		if value = m.Text(e.Loss); p.w >= withoutFrom {
			how = "held out "
		}
	}
	pen, spends := panel.AlgorithmPen(string(other.Algorithm)), " spends it on "+figure.CountOf(len(p.buys(other.Repeats)), "attribute")
	if p.bundled() {
		spends = " " + joined(p.buys(other.Repeats))
	}
	swap := func() { p.swapWith(other.Algorithm) }
	return append(items, panel.Item{
		Left:  []panel.Span{{Text: string(other.Algorithm), Pen: pen, Does: swap}, {Text: spends, Pen: theme.Muted}},
		Right: []panel.Span{{Text: how + value, Pen: pen, Does: swap}},
	})
}

func (p *purchase) next() (panel.Item, bool) {
	r, s := p.Shown.Result, p.s
	budgets, _ := r.Curve(s.Algorithm)
	i, exact := slices.BinarySearch(budgets, s.Budget)
	if exact {
		i++
	}
	for ; i < len(budgets); i++ {
		at := r.At(s.Algorithm, budgets[i])
		more, less := differ(p.bought, p.items(at.Repeats))
		if more+less == "" {
			continue
		}
		if less != "" {
			more = strings.TrimPrefix(more+", "+less, ", ")
		}
		from, _ := p.figureAt(s.Budget, s.Loss)
		to, _ := p.figureAt(budgets[i], at.Loss)
		right := []panel.Span{{Text: from + " → " + to, Pen: theme.Muted}}
		room := p.w - 2 - panel.Width(right) - 8
		return panel.Item{Left: []panel.Span{{Text: "next □ ", Pen: theme.Muted}, p.goTo(chart.TruncateMiddle(more, max(room, 4)), theme.Muted, budgets[i])}, Right: right}, true
	}
	return panel.Item{}, false
}

// differ says what is bought more, and what less.
func differ(from, to []item) (more, less string) {
	var added, dropped []string
	for k, i := range to {
		switch d := i.n - from[k].n; {
		case d == 1:
			added = append(added, i.name)
		case d > 0:
			added = append(added, fmt.Sprintf("%d %s", d, i.name))
		case d < 0:
			dropped = append(dropped, fmt.Sprintf("−%d %s", -d, i.name))
		}
	}
	return strings.Join(added, ", "), strings.Join(dropped, ", ")
}

// others are other budgets: what each buys, or adds to the one before. A budget that buys nothing else is left out.
func (p *purchase) others() []panel.Item {
	if steps := p.steps(); steps != nil && p.Shown.held().hasHonest() && !p.Measure().Classes() {
		return p.adds(steps)
	}
	items := []panel.Item{headed("OTHER BUDGETS", p.Measure().Words())}
	budgets, wide, before := p.Budgets(), 0, []item(nil)
	for _, b := range budgets {
		wide = max(wide, chart.Width(p.money(b.Budget)))
	}
	for _, b := range budgets {
		pen, buys, here := theme.Muted, cmp.Or(b.Buys, "nothing: guess the mean"), b.Budget == p.Shown.State.Budget
		if here {
			pen, p.receipt.Now = theme.Accent.Strong(), len(items)
		}
		to := p.items(p.Shown.Result.At(p.s.Algorithm, b.Budget).Repeats)
		if before != nil {
			switch more, less := differ(before, to); {
			case more+less == "" && !here:
				continue
			case less == "" && more != "":
				buys = "+ " + more
			}
		}
		if b.Buys != "" {
			before = to
		}
		line := fmt.Sprintf("%*s  ", wide+1, p.money(b.Budget)) + chart.Truncate(buys, p.w-2-wide-3-chart.Width(b.Gives)-2)
		items = append(items, panel.Item{Left: []panel.Span{p.goTo(line, pen, b.Budget)}, Right: []panel.Span{p.goTo(b.Gives, pen, b.Budget)}})
	}
	return items
}

// mostSteps is how many purchases of what cannot be asked twice are shown each for itself.
const mostSteps = 8

// steps are the budgets at which the active algorithm buys something else, where nothing can be asked twice; nil
// where something can, and where they are many.
func (a *Scene) steps() (all []model.Amount) {
	if a.Shown.Result.Attributes.LeastK() > 1 {
		return nil
	}
	p := a.path()
	for i, b := range p.budgets {
		if i == 0 || !slices.Equal(p.repeats[i], p.repeats[i-1]) {
			all = append(all, b)
		}
		if len(all) > mostSteps+1 {
			return nil
		}
	}
	return all
}

// headed is the head of a part of the receipt, and what its figures on the right are.
func headed(text, figures string) panel.Item {
	left, right := panel.Span{Text: text, Pen: theme.Accent.Strong()}, panel.Span{Text: figures, Pen: theme.Muted}
	return panel.Item{Left: []panel.Span{left}, Right: []panel.Span{right}}
}

// adds is what each purchase adds on the same objects, where nothing is asked twice, and what a second round would
// tell.
func (p *purchase) adds(steps []model.Amount) []panel.Item {
	r, m, at := p.Shown.Result, p.Measure(), p.Shown.held()
	items := []panel.Item{headed("WHAT EACH ADDS", "error, change of its square")}
	before := at.pick()
	for k, b := range steps {
		at.budget = b
		with, name, pen := at.pick(), "nothing: guess the mean", theme.Muted
		value, known := p.figureAt(b, with.Selection.Loss)
		if k > 0 {
			more, less := differ(p.items(before.Selection.Repeats), p.items(with.Selection.Repeats))
			name = "+ " + strings.Trim(more+", "+less, ", ")
		}
		if k > 0 && known && at.honest.Known(at.algorithm, steps[k-1]) {
			d, sure := with.Less(&before), "unsure"
			if d.Loss < -2*d.SE {
				sure, pen = "sure", theme.Good
			}
			if value += "  "; p.w < withoutFrom {
				value = ""
			}
			value += fmt.Sprintf("%s  %-6s", m.signed(d), sure)
		}
		before = with
		items = append(items, panel.Item{
			Left:  []panel.Span{p.goTo(fit(name, p.w-4-chart.Width(value)), theme.Muted, b)},
			Right: []panel.Span{p.goTo(value, pen, b)},
		})
	}
	n := min(experiment.SecondRoundObjects, r.Objects)
	again := figure.CountOf(n*r.Attributes.OncePerObject(), "judgment")
	items = append(items, panel.Item{}, headed("A SECOND ROUND WOULD TELL", ""))
	for _, text := range []string{
		fmt.Sprintf("Judge %d of the %d objects once more: %s. ", n, r.Objects, again) +
			"Then noise is known, and the plan can say how often to ask each.",
		fmt.Sprintf("fms-tui plan --second-round %d lists them.", n),
		"Had each object two judgments already? Then the columns were read wrongly: D sets their roles.",
	} {
		for _, line := range chart.Wrap(text, p.w-3) {
			items = append(items, panel.Item{Left: []panel.Span{{Text: strings.TrimSpace(line), Pen: theme.Text}}})
		}
	}
	return items
}
