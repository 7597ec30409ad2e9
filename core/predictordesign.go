package core

import (
	"fms-tui/model"
)

// predictorDesign is the design of a selection's predictor: the forms of its
// support, and C+ of it.
func (r *Result) predictorDesign(s *Selection) *model.PredictorDesign {
	described := r.Design.Described(r.study.data.Attributes, func(a int) bool { return s.Repeats[a] > 0 })
	out := &model.PredictorDesign{Kind: described.Kind, Forms: described.Forms, Panel: described.Panel}
	if r.Design.Singles() {
		return out
	}
	halo, d := r.learned.Halo().C, len(r.Attributes)
	out.Halo = [][]float64{}
	for a, n := range s.Repeats {
		if n == 0 {
			continue
		}
		var row []float64
		for c, k := range s.Repeats {
			if k > 0 {
				row = append(row, halo[a*d+c])
			}
		}
		out.Halo = append(out.Halo, row)
	}
	return out
}

// CostByForm returns the cost of a selection on each form of the design, by the form's
// name, with all answers on the form. It is nil without forms. The rest of the spent
// budget buys attributes on no form.
func (r *Result) CostByForm(s *Selection) map[string]model.Amount {
	if len(r.Design.Forms) == 0 {
		return nil
	}
	costs, _ := r.Design.Costs(s.Repeats, r.prices())
	out := make(map[string]model.Amount)
	for g, f := range r.Design.Forms {
		out[f.Name] = costs[g]
	}
	return out
}
