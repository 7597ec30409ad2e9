package model

// BoughtDesign is how judgments of one object are bought, as it was taken for
// some data. It marshals to settings.design of the contract.
type BoughtDesign struct {
	Kind  DesignKind   `json:"kind"`  // single, form, call or sheets
	Forms []BoughtForm `json:"forms"` // what is asked together; empty for singles
	Panel *int         `json:"panel"` // R, the raters who judge every object; nil without a panel
}

// BoughtForm is one form or call.
type BoughtForm struct {
	Name       string   `json:"name"`
	Price      Amount   `json:"price"`      // of one filled form; 0 where each answer is paid
	Attributes []string `json:"attributes"` // what is asked on it
}

// PredictorDesign is the design that a predictor was made for, with what
// predictions for other numbers of judgments need.
type PredictorDesign struct {
	Kind  DesignKind   `json:"kind"`
	Forms []BoughtForm `json:"forms"` // the forms with an attribute of the support, with their attributes of the support
	Panel *int         `json:"panel"`
	// Halo is C+ of the support in the order of the predictor's attributes, in
	// products of their units: what the errors of one rater in two attributes
	// share; its diagonal is the internal variance. nil where every judgment is by
	// another rater, or where it is not known.
	Halo [][]float64 `json:"halo"`
}

// FormOf returns, by attribute of a predictor, the number of the form that it is
// asked on, and -1 where it is bought singly.
func (p *Predictor) FormOf() []int {
	of := make([]int, len(p.Attributes))
	for a := range of {
		of[a] = -1
	}
	if p.Design == nil {
		return of
	}
	form := make(map[string]int)
	for g, f := range p.Design.Forms {
		for _, name := range f.Attributes {
			form[name] = g
		}
	}
	for a := range of {
		if g, on := form[p.Attributes[a].Name]; on {
			of[a] = g
		}
	}
	return of
}
