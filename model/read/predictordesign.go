package read

import (
	"fmt"
	"slices"

	"fms-tui/model"
)

// designed refuses a design that the attributes of the predictor cannot have.
func (s *strict) designed(p *model.Predictor) error {
	d := p.Design
	if d == nil {
		return nil
	}
	if kinds := []model.DesignKind{model.DesignSingle, model.DesignForm, model.DesignCall, model.DesignSheets}; !slices.Contains(kinds, d.Kind) {
		return s.wrong("design.kind", "is %s: accepted are single, form, call, sheets", quote(string(d.Kind)))
	}
	if d.Panel != nil && *d.Panel < 1 {
		return s.wrong("design.panel", "is %d: at least 1 is needed, or null without a panel", *d.Panel)
	}
	of := make(map[string]string)
	for _, a := range p.Attributes {
		of[a.Name] = ""
	}
	for g, f := range d.Forms {
		for i, name := range f.Attributes {
			at := fmt.Sprintf("design.forms[%d].attributes[%d]", g, i)
			switch before, known := of[name]; {
			case !known:
				return s.wrong(at, "is %s, which is no attribute of the predictor", quote(name))
			case before != "":
				return s.wrong(at, "is %s, which %s has too: an attribute is asked on one form", quote(name), before)
			}
			of[name] = fmt.Sprintf("design.forms[%d]", g)
		}
	}
	if d.Halo == nil {
		return nil
	}
	return s.square(p.Attributes, "design.halo", d.Halo)
}
