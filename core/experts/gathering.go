package experts

import "sync"

// gathering shows the points that are found, while others are searched for.
type gathering struct {
	show  func(*Study)
	study *Study // with the points of Majority
	cells []Point

	mu    sync.Mutex
	left  []int    // largest number of parts in which a cell is searched
	found []*Point // by cell; nil until there are solutions of all parts
}

// newGathering shows what there is without a search.
func (s *Study) newGathering(cells []Point, show func(*Study)) *gathering {
	g := &gathering{show: show, study: s, cells: cells, left: make([]int, len(cells)), found: make([]*Point, len(cells))}
	for c := range g.left {
		g.left[c] = len(s.parts)
	}
	if show != nil {
		g.tell()
	}
	return g
}

// add counts a part of a cell as searched, and shows the cell when all are.
func (g *gathering) add(c int, found [][]solution) {
	if g.show == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.left[c]--; g.left[c] > 0 {
		return
	}
	p := Point{Model: g.cells[c].Model, Penalty: g.cells[c].Penalty}
	for i, f := range g.study.parts {
		p.Parts = append(p.Parts, f.fit(p.Model, p.Penalty, found[i][c]))
	}
	p.Fit = p.Parts[0]
	g.study.judge(&p)
	g.found[c] = &p
	g.tell()
}

// tell shows a study of what was found.
func (g *gathering) tell() {
	sofar := *g.study
	sofar.Points = append([]Point{}, sofar.Points...)
	for _, p := range g.found {
		if p != nil {
			sofar.Points = append(sofar.Points, *p)
		}
	}
	g.show(&sofar)
}
