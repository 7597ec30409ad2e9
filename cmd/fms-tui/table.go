package main

import (
	"strings"

	"fms-tui/tui/chart"
)

// writeTable writes rows as aligned columns, at most width wide: the last
// column gets what the others leave, and no other more than a third.
func writeTable(b *strings.Builder, rows [][]string, width int) {
	const gap = 2
	var widths []int
	for _, row := range rows {
		for i, cell := range row[:len(row)-1] {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], min(chart.Width(cell), width/3))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row[:len(row)-1] {
			cell = chart.Truncate(cell, widths[i])
			line.WriteString(cell + strings.Repeat(" ", widths[i]-chart.Width(cell)+gap))
		}
		line.WriteString(row[len(row)-1])
		b.WriteString(strings.TrimRight(chart.Truncate(line.String(), width), " ") + "\n")
	}
}
