package export

import (
	"fmt"

	"fms-tui/model"
)

// oneNumber refuses a predictor of several scores, or of three classes, for a form that
// has one number.
func oneNumber(p *model.Predictor, form string) error {
	switch {
	case p.Scores == nil && p.Multiclass == nil:
		return nil
	case p.Multiclass != nil:
		return fmt.Errorf("the form %s has one number, and the label has %d classes: take json", form, len(p.Multiclass.Names))
	}
	return fmt.Errorf("the form %s has one number, and the predictor has %d scores: take json", form, len(p.Scores))
}
