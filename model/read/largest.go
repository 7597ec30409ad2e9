package read

import (
	"maps"
	"math"
	"slices"

	"fms-tui/model"
)

// isLarge tells whether the place of a judgment is to be remembered.
func isLarge(value float64) bool { return math.Abs(value) > model.LargeJudgment }

// addLarge remembers where a large judgment stands if it is the largest of its attribute, and
// of equal ones the first.
func (c *collector) addLarge(object, attribute int, value float64, r *roles, line int) {
	if before, known := c.largest[attribute]; known && math.Abs(value) <= math.Abs(before.Value) {
		return
	}
	if c.largest == nil {
		c.largest = make(map[int]model.Largest)
	}
	if r.opt.database {
		line = 0
	}
	c.largest[attribute] = model.Largest{
		Attribute: model.AttributeOf(c.attributes.names[attribute]), Object: c.objects.names[object],
		Value: value, File: r.file, Row: line,
	}
}

// largestJudgments are the places that were remembered, by attribute.
func (c *collector) largestJudgments() (list []model.Largest) {
	for _, a := range slices.Sorted(maps.Keys(c.largest)) {
		list = append(list, c.largest[a])
	}
	return list
}
