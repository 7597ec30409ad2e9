package screen

import (
	"slices"
	"sort"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
)

// path is what an algorithm asks at budgets over the whole range. Budgets lie as
// close as the axis shows them. They need not extend one another: with prices of
// different sizes, and under exchange, a larger budget can drop a judgment.
type path struct {
	budgets []model.Amount
	repeats [][]int // by budget and attribute
	first   []int   // by attribute: the first budget that asks it, len(budgets) for none
	alike   []bool  // by form: all attributes on it that can be asked are asked alike
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

func newPath(r *core.Result, alg selection.Algorithm, axis chart.Budgets) *path {
	budgets, _ := r.Curve(alg)
	p := &path{first: make([]int, len(r.Attributes))}
	for _, i := range spread(budgets, axis) {
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
	p.alike = make([]bool, len(r.Design.Forms))
	for g := range p.alike {
		p.alike[g] = p.same(r, r.Design.Forms[g].Attributes)
	}
	return p
}

// same tells whether attributes that can be asked are asked alike at every budget, two at
// least.
func (p *path) same(r *core.Result, attributes []int) bool {
	var asked []int
	for _, i := range attributes {
		if r.Attributes[i].Selectable() {
			asked = append(asked, i)
		}
	}
	for _, repeats := range p.repeats {
		for _, i := range asked {
			if repeats[i] != repeats[asked[0]] {
				return false
			}
		}
	}
	return len(asked) > 1
}

// at are the repeats at the largest budget of the path that is not above a budget.
func (p *path) at(budget model.Amount) []int {
	i := sort.Search(len(p.budgets), func(i int) bool { return p.budgets[i] > budget })
	return p.repeats[max(i-1, 0)]
}

// asks tells whether the attribute is asked at some budget of the range.
func (p *path) asks(attribute int) bool { return p.first[attribute] < len(p.budgets) }

// pathOf is an algorithm's path, found once for a Result.
func (l *look) pathOf(r *core.Result, alg selection.Algorithm) *path {
	p := l.paths[alg]
	if p == nil {
		p = newPath(r, alg, l.axis)
		l.paths[alg] = p
	}
	return p
}

// rolls are the repeats by column of an axis so wide: each column stands for the
// budget that a press on it sets.
func (l *look) rolls(r *core.Result, alg selection.Algorithm, width int) [][]int {
	p := l.pathOf(r, alg)
	columns := make([][]int, width)
	for col := range columns {
		columns[col] = p.at(nearestStep(r, l.axis.At(chart.SliderShare(col, width))))
	}
	return columns
}

// earlier orders attributes by when they are asked: by the active algorithm, then by
// the one compared with it.
func (l *look) earlier(r *core.Result, s State) func(i, j int) int {
	active, compared := l.pathOf(r, s.Algorithm), l.pathOf(r, l.Picks[l.Compared].Selection.Algorithm)
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

// neverAsked tells whether neither algorithm on the rolls asks an attribute, and
// nothing that the user set is to blame.
func (l *look) neverAsked(r *core.Result, s State, i int) bool {
	return !r.Attributes[i].Excluded && !l.pathOf(r, s.Algorithm).asks(i) && !l.pathOf(r, l.Picks[l.Compared].Selection.Algorithm).asks(i)
}

// neverAskedCount counts the attributes that are never asked, once for a Result and the
// two algorithms on the rolls: the layout asks for it several times a frame.
func (l *look) neverAskedCount(r *core.Result, s State) int {
	rolls := [2]selection.Algorithm{s.Algorithm, l.Picks[l.Compared].Selection.Algorithm}
	n, known := l.never[rolls]
	if !known {
		for i := range r.Attributes {
			if l.neverAsked(r, s, i) {
				n++
			}
		}
		l.never[rolls] = n
	}
	return n
}
