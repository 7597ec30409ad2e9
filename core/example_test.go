package core_test

import (
	"context"
	"fmt"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/sampledata"
)

// A Result has the choices for all budgets: another one is looked up.
func ExampleStudy_Solve() {
	study := core.NewStudy(sampledata.Bodies(4, sampledata.BodiesSeed))
	r, err := study.Solve(context.Background(), core.Request{Settings: model.Settings{Label: "height"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, budget := range []int{4, 12} {
		s := r.At(selection.Full, model.Units(budget))
		p := r.Predictor(&s)
		fmt.Printf("B = %s: %d attributes, projected R² %.2f, most judgments for", s.Budget, len(p.Attributes), s.R2())
		most := p.Attributes[0]
		for _, a := range p.Attributes {
			if a.Repeats > most.Repeats {
				most = a
			}
		}
		fmt.Printf(" %s: %d, weight %.3f\n", most.Name, most.Repeats, most.Weight)
	}
	// Output:
	// B = 4: 3 attributes, projected R² 0.50, most judgments for tall: 2, weight 2.821
	// B = 12: 5 attributes, projected R² 0.58, most judgments for tall: 5, weight 3.876
}
