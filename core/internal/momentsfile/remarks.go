package momentsfile

import (
	"fmt"

	"fms-tui/model"
)

// Remarks returns the findings for a reader of the file: the findings on the data, and
// how the moments differ from the moments of the data.
func (f *File) Remarks() []model.Finding {
	ws := append([]model.Finding{}, f.Warnings...)
	if f.Grouped > 0 {
		ws = append(ws, model.Finding{
			Code: model.CodeGroupedBlocks,
			Message: fmt.Sprintf("blocks of under %d objects were put together in these private moments: honest losses and resamples differ from the losses and resamples of the judgments",
				leastObjects),
		})
	}
	if f.Private && f.Summary.Raters > 0 && !f.severity() {
		ws = append(ws, model.Finding{
			Code:    model.CodeNoSeverity,
			Message: "these private moments hold no sums of single raters: with raters aware the severity term is 0, and losses are lower than the losses of the judgments",
		})
	}
	if f.Parts > 1 && f.Summary.Raters > f.hashes() {
		ws = append(ws, model.Finding{
			Code: model.CodeMergedRaters,
			Message: fmt.Sprintf("these moments are merged from %d parts, some without hashes of the raters' ids: a rater of several parts counts as several. With raters aware, severity and what follows from it differ from the whole data's",
				f.Parts),
		})
	}
	return ws
}

// severity tells whether the file holds raters' sums.
func (f *File) severity() bool {
	for i := range f.Labels {
		if len(f.Labels[i].Aware.Raters()) > 0 {
			return true
		}
	}
	return false
}

// hashes counts the raters who have one.
func (f *File) hashes() int {
	n := 0
	for _, h := range f.Raters {
		if h != unknownRater {
			n++
		}
	}
	return n
}
