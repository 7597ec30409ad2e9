package screen

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// receipt is the pane of what B buys of one object.
type receipt struct {
	Pane
	Panel panel.Receipt
}

func newReceipt() *receipt {
	v := &receipt{}
	v.Pane = Pane{Still: true, Panel: func(bool) panel.Panel { return &v.Panel }}
	return v
}

// purchase is what is being written on the receipt.
type purchase struct {
	*Session
	w             int
	bought, ahead []int // repeats at B, and at the recommended budget where that is above B
	recommended   model.Amount
}

// refresh writes the receipt at B for a place of the body.
func (v *receipt) refresh(a *Session, place image.Rectangle) {
	v.Panel = panel.Receipt{}
	if place.Empty() {
		return
	}
	s := a.Active()
	p := purchase{Session: a, w: place.Dx(), bought: s.Repeats, ahead: s.Repeats}
	if b, ok := a.recommended(s.Algorithm); ok && b > s.Budget {
		at := a.Shown.Result.At(s.Algorithm, b)
		p.ahead, p.recommended = at.Repeats, b
	}
	v.Panel.Head, v.Panel.Brief = p.head(), p.brief()
	if v.Panel.Items = p.grid(); v.Panel.Items == nil {
		v.Panel.Items = p.list()
	}
	v.Panel.Foot, v.Panel.More = p.foot(), p.others()
}

// goTo is a part that sets B.
func (p *purchase) goTo(text string, pen theme.Pen, b model.Amount) panel.Part {
	return panel.Part{Text: text, Pen: pen, Does: func() tea.Cmd { return p.SetBudget(b) }}
}

// name is a part that selects an attribute.
func (p *purchase) name(text string, pen theme.Pen, attribute int) panel.Part {
	name := p.Shown.Result.Attributes[attribute].Name
	return panel.Part{Text: text, Pen: pen, Does: func() tea.Cmd { p.selectName(name); return nil }}
}

func (p *purchase) head() panel.Item {
	pen := panel.AlgorithmPen(string(p.Active().Algorithm))
	head := panel.Item{Left: []panel.Part{{Text: "WHAT YOU BUY", Pen: theme.Accent.Strong()}, {Text: " " + p.paid(), Pen: theme.Accent}}}
	if p.recommended > 0 {
		head.Right = []panel.Part{{Text: "■ bought ", Pen: pen}, p.goTo("□ with "+p.money(p.recommended), pen.Ahead(), p.recommended)}
	} else {
		head.Right = []panel.Part{{Text: "■ ", Pen: pen}, {Text: "one " + p.unit(), Pen: theme.Muted}}
	}
	if width(head.Left)+width(head.Right)+3 > p.w {
		head.Right = head.Right[1:]
	}
	return head
}

// paid names the amount over what it buys: what is spent, or B where every judgment costs one.
func (p *purchase) paid() string {
	if s := p.Active(); s.Spent != model.Units(p.Scene.bought(s.Repeats)) && s.Spent > 0 {
		return "for " + p.money(s.Spent)
	}
	return p.atB()
}

func width(parts []panel.Part) (n int) {
	for i := range parts {
		n += chart.Width(parts[i].Text)
	}
	return n
}

// mostBought are the attributes that repeats buy, the most bought first, then as the active
// algorithm buys them first.
func (a *Scene) mostBought(repeats []int) (all []int) {
	first := a.Look.pathOf(a.Shown.Result, a.Shown.State.Algorithm).first
	for i, n := range repeats {
		if n > 0 {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(i, j int) int { return cmp.Or(repeats[j]-repeats[i], first[i]-first[j]) })
	return all
}

// brief is the purchase in one line.
func (p *purchase) brief() []panel.Part {
	var parts []panel.Part
	all := p.buys(p.bought)
	for k, i := range all {
		if rest := len(all) - k; width(parts)+chart.Width(i.String())+7 > p.w {
			return append(parts, panel.Part{Text: fmt.Sprintf(" · +%d", rest), Pen: theme.Muted})
		}
		if len(parts) > 0 {
			parts = append(parts, panel.Part{Text: " · ", Pen: theme.Faint})
		}
		parts = append(parts, p.name(i.String(), theme.Text.Strong(), i.attribute))
	}
	if len(parts) == 0 {
		return []panel.Part{{Text: "nothing is bought", Pen: theme.Muted}}
	}
	return parts
}

// blocks are n filled blocks and more hollow ones in so many columns; a run too long ends
// in its number.
func (p *purchase) blocks(n, more, room int) []panel.Part {
	pen := panel.AlgorithmPen(string(p.Active().Algorithm))
	filled, hollow := "■ ", "□ "
	if 2*(n+more) > room {
		filled, hollow = "■", "□"
	}
	if n+more <= room {
		return []panel.Part{{Text: strings.Repeat(filled, n), Pen: pen}, {Text: strings.Repeat(hollow, more), Pen: pen.Ahead()}}
	}
	number := strconv.Itoa(n)
	if more > 0 {
		number += "+" + strconv.Itoa(more)
	}
	return []panel.Part{{Text: strings.Repeat("■", max(min(n, room-1-len(number)), 0)) + "…" + number, Pen: pen}}
}

// list is a line for each attribute that is bought or would be, or for each call, with its price
// and what is paid for it.
func (p *purchase) list() []panel.Item {
	r, bought, ahead := p.Shown.Result, p.items(p.bought), p.items(p.ahead)
	order, widest, most := []int{}, 8, p.w/2
	for k, i := range ahead {
		if p.bundled() || max(i.n, bought[k].n) > 0 {
			order, widest = append(order, k), max(widest, chart.Width(i.name))
		}
	}
	var costs []model.Amount
	if p.bundled() {
		prices := make([]model.Amount, len(r.Attributes))
		for i := range prices {
			prices[i] = r.Attributes[i].Price
		}
		costs, _ = r.Design.Costs(p.bought, prices)
		most = p.w / 3
	} else {
		first := p.Look.pathOf(r, p.Shown.State.Algorithm).first
		slices.SortStableFunc(order, func(i, j int) int {
			if bought[i].n+bought[j].n > 0 {
				return cmp.Or(bought[j].n-bought[i].n, first[i]-first[j])
			}
			return cmp.Or(ahead[j].n-ahead[i].n, first[i]-first[j])
		})
	}
	var items []panel.Item
	for _, k := range order {
		var right []panel.Part
		if text := p.without(bought[k].attribute); text != "" && p.w >= withoutFrom {
			right = []panel.Part{{Text: text, Pen: theme.Muted}}
		}
		if costs != nil {
			paid := ""
			if costs[k] > 0 {
				paid = p.money(costs[k])
			}
			right = []panel.Part{{Text: p.money(bought[k].price), Pen: theme.Muted}, {Text: fmt.Sprintf("%11s", paid), Pen: theme.Text}}
		}
		name := p.name(fit(bought[k].name, min(widest, max(8, most))), theme.Text, bought[k].attribute)
		items = append(items, p.line(bought[k].n, ahead[k].n, name, right))
	}
	if len(items) == 0 {
		items = append(items, panel.Item{Left: []panel.Part{{Text: "nothing: guess the mean", Pen: theme.Muted}}})
	}
	return items
}

// withoutFrom is how wide a receipt is that says what is lost without an attribute.
const withoutFrom = 48

// fit is a text in exactly so many columns.
func fit(text string, w int) string { return pad(chart.TruncateMiddle(text, w), w) }

// line is a count, what is counted, its blocks, and what stands on the right.
func (p *purchase) line(n, ahead int, name panel.Part, right []panel.Part) panel.Item {
	count, pen := "  ·", theme.Faint
	if n > 0 {
		count, pen = fmt.Sprintf("%3d", n), theme.Text.Strong()
		name.Pen = theme.Text.Strong()
	} else {
		name.Pen = theme.Muted
	}
	left := []panel.Part{{Text: count, Pen: pen, Does: name.Does}, {Text: " × ", Pen: theme.Faint}, name, {Text: "  "}}
	blocks := p.blocks(n, max(ahead-n, 0), p.w-2-width(left)-width(right)-2)
	blocks[0].Does = name.Does
	return panel.Item{Left: append(left, blocks...), Right: right, Count: n}
}

// parts of names such as judge.criterion, and the least share of their products that are
// attributes for a grid.
const (
	nameParts  = "."
	gridFilled = 2
)

// twoParts are names of two parts, in the order of the attributes: the first and the second parts,
// and by both the attribute.
type twoParts struct {
	rows, columns []string
	at            map[[2]string]int
}

// partsOf finds the parts of all names; false where names have no two, or their products are too
// few of the attributes.
func partsOf(attributes []core.Attribute) (g twoParts, ok bool) {
	g.at = make(map[[2]string]int)
	for i := range attributes {
		row, column, two := strings.Cut(chart.Clean(attributes[i].Name), nameParts)
		if !two {
			return g, false
		}
		if !slices.Contains(g.rows, row) {
			g.rows = append(g.rows, row)
		}
		if !slices.Contains(g.columns, column) {
			g.columns = append(g.columns, column)
		}
		g.at[[2]string{row, column}] = i
	}
	return g, len(g.rows) > 1 && len(g.columns) > 1 && gridFilled*len(g.at) >= len(g.rows)*len(g.columns)
}

// grid is a line for each first part of names, with a cell for each second part; nil where
// names have no two parts, cells no room, or calls are bought whole.
func (p *purchase) grid() []panel.Item {
	g, ok := partsOf(p.Shown.Result.Attributes)
	if !ok || p.bundled() {
		return nil
	}
	names := 0
	for _, row := range g.rows {
		names = max(names, chart.Width(row))
	}
	names = min(names, p.w/3)
	cell := (p.w - 3 - names) / len(g.columns)
	if cell < 4 {
		return nil
	}
	head := panel.Item{Left: []panel.Part{{Text: fit("", names+1)}}}
	for _, column := range g.columns {
		head.Left = append(head.Left, panel.Part{Text: fit(strings.TrimSuffix(chart.Truncate(column, cell), "…"), cell), Pen: theme.Muted})
	}
	items := []panel.Item{head}
	for _, row := range g.rows {
		item, name := panel.Item{}, panel.Part{Text: fit(row, names+1), Pen: theme.Muted}
		var cells []panel.Part
		for _, column := range g.columns {
			if i, ok := g.at[[2]string{row, column}]; ok {
				cells = append(cells, p.cell(i, cell)...)
				item.Count += p.bought[i]
			} else {
				cells = append(cells, panel.Part{Text: fit("", cell)})
			}
		}
		if item.Count > 0 {
			name.Pen = theme.Text.Strong()
		}
		item.Left = append([]panel.Part{name}, cells...)
		items = append(items, item)
	}
	return items
}

// cell is an attribute in so many columns of the grid.
func (p *purchase) cell(i, w int) []panel.Part {
	if p.bought[i] == 0 && p.ahead[i] == 0 {
		return []panel.Part{p.name(fit("·", w), theme.Faint, i)}
	}
	blocks := p.blocks(p.bought[i], max(p.ahead[i]-p.bought[i], 0), w)
	does := p.name("", theme.Text, i).Does
	for k := range blocks {
		blocks[k].Does = does
	}
	return append(blocks, panel.Part{Text: fit("", max(w-width(blocks), 0))})
}

// thousand is for how many objects a total is given.
const thousand = 1000

// foot is the total, what is bought next, and what the compared algorithm would do.
func (p *purchase) foot() []panel.Item {
	s, m, text := p.Active(), p.measure(), theme.Text
	n := p.Scene.bought(p.bought)
	unit := strings.TrimPrefix(figure.CountOf(n, p.unit()), figure.Count(n))
	total := panel.Item{Left: []panel.Part{{Text: fmt.Sprintf("%3d", n), Pen: theme.Accent.Strong()}, {Text: unit, Pen: text.Strong()}}}
	if cost, ok := s.Spent.Times(thousand); ok {
		price := p.money(cost) + " for 1,000"
		if total.Right = []panel.Part{{Text: price + " objects", Pen: text}}; width(total.Left)+width(total.Right)+3 > p.w {
			total.Right[0].Text = price
		}
	}
	items := []panel.Item{total}
	if next, ok := p.next(); ok {
		items = append(items, next)
	}
	other := &p.Look.Picks[p.Look.Compared].Selection
	value := m.text(other.Loss)
	if e := p.worth(p.Look.Compared); !math.IsNaN(e.Loss) {
		value = m.Text(e.Loss)
	}
	pen, name, spends := panel.AlgorithmPen(string(other.Algorithm)), string(other.Algorithm), " spends it on "+figure.CountOf(len(p.buys(other.Repeats)), "attribute")
	if p.bundled() {
		spends = " " + joined(p.buys(other.Repeats))
	}
	swap := func() tea.Cmd { return p.swapWith(other.Algorithm) }
	return append(items, panel.Item{
		Left:  []panel.Part{{Text: name, Pen: pen, Does: swap}, {Text: spends, Pen: theme.Muted}},
		Right: []panel.Part{{Text: "→ " + value, Pen: pen, Does: swap}},
	})
}

// next is what the next larger budget of the curve buys.
func (p *purchase) next() (panel.Item, bool) {
	r, s := p.Shown.Result, p.Active()
	budgets, _ := r.Curve(s.Algorithm)
	i, exact := slices.BinarySearch(budgets, s.Budget)
	if exact {
		i++
	}
	for ; i < len(budgets); i++ {
		at := r.At(s.Algorithm, budgets[i])
		change := p.change(s.Repeats, at.Repeats)
		if change == "" {
			continue
		}
		var right []panel.Part
		from, _ := p.figureAt(s.Budget, s.Loss)
		to, _ := p.figureAt(budgets[i], at.Loss)
		right = append(right, panel.Part{Text: from + " → " + to, Pen: theme.Muted})
		room := p.w - 2 - width(right) - 8
		return panel.Item{Left: []panel.Part{{Text: "next □ ", Pen: theme.Muted}, p.goTo(chart.TruncateMiddle(change, max(room, 4)), theme.Muted, budgets[i])}, Right: right}, true
	}
	return panel.Item{}, false
}

// change says what one choice buys beyond another.
func (p *purchase) change(from, to []int) string {
	var more, less []string
	before := p.items(from)
	for k, i := range p.items(to) {
		switch d := i.n - before[k].n; {
		case d == 1:
			more = append(more, i.name)
		case d > 0:
			more = append(more, fmt.Sprintf("%d %s", d, i.name))
		case d < 0:
			less = append(less, fmt.Sprintf("−%d %s", -d, i.name))
		}
	}
	return strings.Join(append(more, less...), ", ")
}

// joined lists items.
func joined(all []item) string {
	var parts []string
	for _, i := range all {
		parts = append(parts, i.String())
	}
	return strings.Join(parts, ", ")
}

// others are other budgets with what they buy and give.
func (p *purchase) others() []panel.Item {
	items := []panel.Item{{Left: []panel.Part{{Text: "OTHER BUDGETS", Pen: theme.Accent.Strong()}}, Right: []panel.Part{{Text: p.measure().Words(), Pen: theme.Muted}}}}
	budgets, wide := p.Budgets(), 0
	for _, b := range budgets {
		wide = max(wide, chart.Width(p.money(b.Budget)))
	}
	for _, b := range budgets {
		pen := theme.Muted
		if b.Budget == p.Shown.State.Budget {
			pen = theme.Accent
		}
		line := fmt.Sprintf("%*s  ", wide+1, p.money(b.Budget)) + clauses(cmp.Or(b.Buys, "nothing: guess the mean"), p.w-2-wide-3-chart.Width(b.Gives)-2)
		items = append(items, panel.Item{Left: []panel.Part{p.goTo(line, pen, b.Budget)}, Right: []panel.Part{p.goTo(b.Gives, pen, b.Budget)}})
	}
	return items
}

// clauses are as many clauses of a list as so many columns hold, with a sign where some are left
// out.
func clauses(text string, w int) string {
	if chart.Width(text) <= w {
		return text
	}
	if whole := chart.Clauses(text, w-3); !strings.HasSuffix(whole, "…") {
		return whole + ", …"
	}
	return chart.Truncate(text, w)
}

// lookReadout says what each line of the chart comes to at B.
func (a *Scene) lookReadout() {
	l, r, m := &a.Look, a.Shown.Result, a.measure()
	l.Loss.At = a.atB()
	var rows []panel.LossRow
	if e := a.worth(l.Active); !math.IsNaN(e.Loss) {
		rows = append(rows, panel.LossRow{Mark: "━", Name: "honest, held out", Series: "honest", Value: m.withError(e), Pen: theme.Honest})
	}
	for i, k := range []int{l.Active, l.Compared} {
		sel := &l.Picks[k].Selection
		name := string(sel.Algorithm)
		value := m.text(sel.Loss)
		rows = append(rows, panel.LossRow{Mark: []string{"─", "╌"}[i], Name: name + ", projected", Series: chart.Named(name), Value: value, Pen: panel.AlgorithmPen(name)})
		if i < len(l.Loss.Curves) && !a.Wide {
			l.Loss.Curves[i].Name, l.Loss.Curves[i].Brief = name+" "+value, panel.ShortName(name)+" "+value
		}
	}
	if e := a.worth(l.Active); !math.IsNaN(e.Loss) && !a.Wide {
		l.Loss.Honest.Name, l.Loss.Honest.Brief = "honest "+m.Text(e.Loss), "honest"
	}
	l.Loss.Rows = append(rows, panel.LossRow{Mark: " ", Name: "asking nothing", Value: m.text(r.LabelVar), Pen: theme.Muted})
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
	r := a.Shown.Result
	if forms := r.Design.Forms; bundled(forms) {
		for g := range forms {
			all = append(all, item{chart.Clean(forms[g].Name), forms[g].Filled(repeats), forms[g].Attributes[0], forms[g].Price})
		}
		return all
	}
	for i := range r.Attributes {
		at := &r.Attributes[i]
		all = append(all, item{chart.Clean(strings.TrimPrefix(at.Name, a.Look.prefix)), repeats[i], i, at.Price})
	}
	return all
}

// buys are the items that repeats buy, the most often first, then as the active algorithm buys
// them first.
func (a *Scene) buys(repeats []int) []item {
	first := a.Look.pathOf(a.Shown.Result, a.Shown.State.Algorithm).first
	all := slices.DeleteFunc(a.items(repeats), func(i item) bool { return i.n == 0 })
	slices.SortStableFunc(all, func(i, j item) int { return cmp.Or(j.n-i.n, first[i.attribute]-first[j.attribute]) })
	return all
}

// bundled tells whether what is shown is bought in whole calls.
func (a *Scene) bundled() bool { return bundled(a.Shown.Result.Design.Forms) }

// unit is what is bought, one of it.
func (a *Scene) unit() string {
	if a.bundled() {
		return "call"
	}
	return "judgment"
}

// bought counts what repeats buy.
func (a *Scene) bought(repeats []int) (n int) {
	for _, i := range a.items(repeats) {
		n += i.n
	}
	return n
}
