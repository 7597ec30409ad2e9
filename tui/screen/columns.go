package screen

import "fms-tui/tui/panel"

// ColumnNames are the columns of the attribute table as they are kept. Names
// stay when columns are moved or renamed on screen.
var ColumnNames = map[panel.Column]string{
	panel.ColumnName: "attribute", panel.ColumnCost: "cost", panel.ColumnCorr: "correlation", panel.ColumnV: "internal_variance",
	panel.ColumnSigma2: "external_variance", panel.ColumnReliability: "reliability", panel.ColumnFull: "full", panel.ColumnScoring: "scoring",
	panel.ColumnFrequency: "selection_frequency", panel.ColumnMedian: "median_repeats", panel.ColumnGain: "gain",
}
