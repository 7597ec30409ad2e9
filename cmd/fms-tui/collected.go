package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"fms-tui/model"
)

// addCollected adds the flags that say how the judgments to predict from were
// collected, where that is not as the predictor's design has it.
func (f *buyingFlags) addCollected(c *cobra.Command) {
	c.Flags().Var(&value{kind: "NAME", read: f.setDesign}, "design", "how these judgments were collected: auto (as the predictor says), single, form, or call:PRICE")
	c.Flags().Var(&value{kind: "NAME=GLOB[:PRICE]", read: f.addSheet}, "sheet", "attributes that were asked on one form or call; repeat the flag for several forms")
}

// collected puts the design of the flags in the place of the predictor's. It
// changes standard errors, and with --partial the weights: a form takes what the
// errors of one rater share, which a predictor for single judgments does not
// hold.
func (f *buyingFlags) collected(p *model.Predictor) error {
	d, err := f.design, error(nil)
	if len(f.sheets) > 0 {
		d, err = d.WithSheets(f.sheets...)
	}
	if err != nil || d.Equal(model.Design{}) {
		return err
	}
	if d.Panel {
		return misused("--design %s: the predictor says who the raters of a panel are and what their offsets are", d)
	}
	names := make([]string, len(p.Attributes))
	for a := range names {
		names[a] = p.Attributes[a].Name
	}
	on, err := d.OnSheets(names)
	if err != nil {
		return fmt.Errorf("of the predictor's attributes: %w", err)
	}
	out := &model.PredictorDesign{Kind: d.Kind, Forms: []model.BoughtForm{}}
	if p.Design != nil {
		out.Halo = p.Design.Halo
	}
	switch d.Kind {
	case model.DesignForm, model.DesignCall:
		out.Forms = append(out.Forms, model.BoughtForm{Name: string(d.Kind), Price: d.Price, Attributes: names})
	case model.DesignSheets:
		for i, s := range d.Sheets {
			form := model.BoughtForm{Name: s.Name, Price: s.Price}
			for _, a := range on[i] {
				form.Attributes = append(form.Attributes, names[a])
			}
			out.Forms = append(out.Forms, form)
		}
	}
	if len(out.Forms) > 0 && out.Halo == nil {
		return errors.New("the predictor does not hold what the errors of one rater share, for it is for single judgments: export one with --design form")
	}
	p.Design = out
	return nil
}
