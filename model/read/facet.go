package read

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/model"
)

// Bounds of what is told of a column without a role.
const (
	mostFacets = 8
	facetShare = .1 // of the variance within cells, above which a facet is told
	facetZ     = 3.09
)

// facet is a column without a role of which every judgment keeps the value, to
// find out whether it tells the judgments of a cell apart.
type facet struct {
	column int
	levels map[string]uint8
	codes  []uint8 // by judgment of the file
}

// newFacets returns the columns that no role uses and that have few values among
// the rows looked at.
func newFacets(r *roles) []facet {
	var found []facet
	for i := range r.header {
		spare := r.role[i] == unused && (r.why[i].code == model.ReasonOther || r.why[i].code == model.ReasonForm || r.why[i].code == model.ReasonNumbers)
		words := r.role[i] == attributeRole && r.layout != Long && !slices.Contains(r.pivot, i) && r.profile[i].isText()
		if (spare || words) && r.header[i] != "" && r.few[i] && len(found) < mostFacets {
			found = append(found, facet{column: i, levels: make(map[string]uint8)})
		}
	}
	return found
}

// enter notes the value for the judgments that a row added.
func (f *facet) enter(to *collector, before int, cells []string) {
	if f.levels == nil {
		return
	}
	cell := trim(cells[f.column])
	code, known := f.levels[cell]
	if !known {
		if len(f.levels) == mostLevels {
			f.levels, f.codes = nil, nil
			return
		}
		code = uint8(len(f.levels))
		f.levels[strings.Clone(cell)] = code
	}
	for n := to.builder.Judgments() - before; n > 0; n-- {
		f.codes = append(f.codes, code)
	}
}

// keepFacets tells which facets explain more than a tenth of the variance within
// cells.
func (c *collector) keepFacets(r *roles, from int, facets []facet) {
	for _, f := range facets {
		n := c.builder.Judgments() - from
		if len(f.levels) < 2 || len(f.codes) != n {
			continue
		}
		if share := c.facetShare(from, f); share > facetShare {
			name := r.header[f.column]
			c.warnOnce(model.CodeFacet, fmt.Sprintf("%s tells the judgments of a cell apart (%.0f %% of their variance)", plainOrQuoted(name), 100*share),
				model.Remedy{Choice: r.withFacet(name), Does: "if you may choose among them"},
				model.Choose(model.OptionRater, name, "if whoever is free answers"))
		}
	}
}

// withFacet is the choice that makes a column part of the attribute.
func (r *roles) withFacet(name string) model.Choice {
	if r.layout != Long {
		return model.Choice{Option: model.OptionPivot, Value: name}
	}
	names := []string{name}
	for _, i := range r.attribute {
		names = append(names, r.header[i])
	}
	return model.Choice{Option: model.OptionAttribute, Value: joinNames(names)}
}

// group sums the judgments of a cell, or of a level in it.
type group struct{ n, sum, square float64 }

func (g *group) add(x float64) {
	g.n++
	g.sum += x
	g.square += x * x
}

// within is the sum of squares about the mean.
func (g *group) within() float64 { return max(0, g.square-g.sum*g.sum/g.n) }

// facetShare is the share of the variance within cells that lies between the
// levels of a facet, chance taken off, 0 where it is not significant at .001. Levels are
// compared within their cells where a cell has several judgments of one level,
// and else by their means over the cells of an attribute.
func (c *collector) facetShare(from int, f facet) float64 {
	type place struct{ object, attribute, level int }
	cells, levels, means := make(map[place]*group), make(map[place]*group), make(map[place]*group)
	put := func(m map[place]*group, p place, x float64) {
		if m[p] == nil {
			m[p] = &group{}
		}
		m[p].add(x)
	}
	for i, code := range f.codes {
		object, attribute, x := c.builder.Judgment(from + i)
		put(cells, place{object, attribute, -1}, x)
		put(levels, place{object, attribute, int(code)}, x)
	}
	var total, inside float64
	for _, g := range cells {
		total += g.within()
	}
	for _, g := range levels {
		inside += g.within()
	}
	n := float64(len(f.codes))
	d1, d2 := float64(len(levels)-len(cells)), n-float64(len(levels))
	if d2 < d1/2 { // too few judgments of one level in a cell
		attributes := make(map[int]bool)
		for i, code := range f.codes {
			object, attribute, x := c.builder.Judgment(from + i)
			g := cells[place{object, attribute, -1}]
			attributes[attribute] = true
			put(means, place{-1, attribute, int(code)}, x-g.sum/g.n)
		}
		inside = total
		for _, g := range means {
			inside -= g.sum * g.sum / g.n
		}
		d1 = float64(len(means) - len(attributes))
		d2 = n - float64(len(cells)) - d1
	}
	if d1 < 1 || d2 < 3 || total <= 0 || !significant(total-inside, inside, d1, d2) {
		return 0
	}
	return (total - inside - d1*inside/d2) / total
}

// significant applies the F test at .001, by Paulson's normal approximation to
// the cube root of F: z = ((1-b) F^⅓ - (1-a)) / √(b F^⅔ + a), a = 2/9d₁, b = 2/9d₂.
func significant(between, inside, d1, d2 float64) bool {
	if inside <= 0 {
		return between > 0
	}
	root := math.Cbrt(between / d1 / (inside / d2))
	a, b := 2/(9*d1), 2/(9*d2)
	return ((1-b)*root-(1-a))/math.Sqrt(b*root*root+a) > facetZ
}
