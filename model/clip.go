package model

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Clip returns the data with every judgment moved to within k standard deviations of its
// attribute's mean, k > 0, and a finding that counts the judgments moved by attribute.
// Mean and standard deviation (divided by n) are of the judgments as they are, all
// objects and raters together. The data are returned as they are where none is moved.
//
// A clipped judgment is still a judgment, so moments, losses and certificates hold for
// clipped judgments too. New judgments must be clipped at the same values.
func (d *Dataset) Clip(k float64) *Dataset {
	lower, upper := d.clipBounds(k)
	values := slices.Clone(d.Value)
	moved := make([]int, len(d.Attributes))
	total := 0
	for j, x := range values {
		a := d.Attr[j]
		if c := min(max(x, lower[a]), upper[a]); c != x {
			values[j] = c
			moved[a]++
			total++
		}
	}
	if total == 0 {
		return d
	}
	out := *d
	out.Value = values
	out.Warnings = append(slices.Clone(d.Warnings), Finding{Code: CodeClipped, Message: clipped(d.Attributes, moved, total, len(values), k)})
	return &out
}

// clipBounds are the bounds by attribute.
func (d *Dataset) clipBounds(k float64) (lower, upper []float64) {
	n := len(d.Attributes)
	count, mean, square := make([]float64, n), make([]float64, n), make([]float64, n)
	for j, x := range d.Value { // Welford's updates: judgments may lie far from 0
		a := d.Attr[j]
		count[a]++
		diff := x - mean[a]
		mean[a] += diff / count[a]
		square[a] += diff * (x - mean[a])
	}
	lower, upper = make([]float64, n), make([]float64, n)
	for a := range count {
		reach := k * math.Sqrt(square[a]/count[a])
		if math.IsNaN(reach) || math.IsInf(reach, 0) { // no judgment, or values too large
			reach = math.Inf(1)
		}
		lower[a], upper[a] = mean[a]-reach, mean[a]+reach
	}
	return lower, upper
}

// clipped says how many judgments were moved, the attributes with most of them first.
func clipped(names []string, moved []int, total, of int, k float64) string {
	const most = 3
	order := make([]int, len(moved))
	for a := range order {
		order[a] = a
	}
	slices.SortStableFunc(order, func(a, b int) int { return moved[b] - moved[a] })
	var parts []string
	for _, a := range order {
		if moved[a] > 0 {
			parts = append(parts, fmt.Sprintf("%d of %s", moved[a], names[a]))
		}
	}
	rest := ""
	if more := len(parts) - most; more > 0 {
		rest = fmt.Sprintf(" and %d more attributes", more)
		parts = parts[:most]
	}
	return fmt.Sprintf("%d of %d judgments lie beyond %g standard deviations of their attribute and were moved there: %s%s",
		total, of, k, strings.Join(parts, ", "), rest)
}
