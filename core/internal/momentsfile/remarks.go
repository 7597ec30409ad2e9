package momentsfile

import (
	"fmt"

	"fms-tui/model"
)

// Remarks returns what whoever opens the file should know: what was odd about
// the data, and in what the moments differ from those of the data.
func (f *File) Remarks() []model.Finding {
	ws := append([]model.Finding{}, f.Warnings...)
	if f.Grouped > 0 {
		ws = append(ws, model.Finding{
			Code: model.CodeGroupedBlocks,
			Message: fmt.Sprintf("blocks of under %d objects were put together in these private moments: honest losses and resamples differ from those of the judgments",
				leastObjects),
		})
	}
	if f.Parts > 1 && f.Summary.Raters > 0 {
		ws = append(ws, model.Finding{
			Code: model.CodeMergedRaters,
			Message: fmt.Sprintf("these moments are those of %d parts put together, and a rater of several parts counts as several: with raters aware the severity term, and all that follows from it, differs from that of the whole",
				f.Parts),
		})
	}
	return ws
}
