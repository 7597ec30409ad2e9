package core

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// Design is how the judgments of a new object are bought, as it was taken for
// some data: model.Design with every form's attributes known. It is immutable.
type Design struct {
	// Kind is single, form, call or sheets, never auto.
	Kind model.DesignKind
	// Forms hold the attributes asked together, in the order of the named sheets or
	// else of their first attributes. Attributes on no form are bought singly.
	Forms []Form
	// Panel is R, the number of raters who judge every object, each at most once an
	// attribute; 0 where raters are others each time.
	Panel int
	Asked bool   // the user asked for this design; else it is as the pilot was collected
	Why   string // what was taken and why, one sentence in words for the user
	// Offer are sheets that the names of the attributes suggest, where raters' ids
	// cannot tell them apart; nil for none.
	Offer []model.Sheet
}

// Form is one form or call.
type Form struct {
	Name       string       // unique among the forms of a design
	Price      model.Amount // of one filled form or call; 0 where each answer is paid at its attribute's price
	Attributes []int        // rising, at least one
	// Paid are attributes of a form with a price whose answers are paid besides: those of a
	// named sheet whose price the user gave.
	Paid []int
}

// Singles tells whether every judgment is by another rater and paid for itself: then
// nothing is shared, and the losses are S&K's. A form of one attribute whose answers
// are paid is the same as a single judgment.
func (d *Design) Singles() bool {
	return d.Panel == 0 && !slices.ContainsFunc(d.Forms, func(f Form) bool { return f.Price > 0 || len(f.Attributes) > 1 })
}

// on returns the number of each attribute's form, -1 for none.
func (d *Design) on(attributes int) []int {
	of := slices.Repeat([]int{-1}, attributes)
	for g, f := range d.Forms {
		for _, a := range f.Attributes {
			of[a] = g
		}
	}
	return of
}

// Answers returns c[a], the price of one answer of each attribute: the price of its
// judgment, but 0 on a form that is paid as a whole, unless the answer is paid besides.
func (d *Design) Answers(price []model.Amount) []model.Amount {
	c := append([]model.Amount(nil), price...)
	for _, f := range d.Forms {
		if f.Price == 0 {
			continue
		}
		for _, a := range f.Attributes {
			if !slices.Contains(f.Paid, a) {
				c[a] = 0
			}
		}
	}
	return c
}

// Filled returns how many times a form is filled for repeats r: as many as its
// attribute of most repeats wants, for raters are nested.
func (f *Form) Filled(r []int) int {
	filled := 0
	for _, a := range f.Attributes {
		filled = max(filled, r[a])
	}
	return filled
}

// Costs returns what repeats r cost on each form, all answers on it included, and what
// the attributes on none cost; price is the price of a judgment, by attribute.
func (d *Design) Costs(r []int, price []model.Amount) (forms []model.Amount, rest model.Amount) {
	c, on := d.Answers(price), d.on(len(price))
	forms = make([]model.Amount, len(d.Forms))
	for g := range d.Forms {
		f := &d.Forms[g]
		forms[g] = f.Price * model.Amount(f.Filled(r))
		for _, a := range f.Attributes {
			forms[g] += c[a] * model.Amount(r[a])
		}
	}
	for a, n := range r {
		if on[a] < 0 {
			rest += c[a] * model.Amount(n)
		}
	}
	return forms, rest
}

// forms returns the design for selection, nil where every judgment is by another
// rater; what raters' errors share is for selection.Forms.With to put in.
// Attributes on no form have one of their own behind the others.
func (d *Design) forms(attributes int) *selection.Forms {
	if d.Singles() {
		return nil
	}
	out := &selection.Forms{Of: d.on(attributes), Panel: d.Panel}
	for _, f := range d.Forms {
		out.Price = append(out.Price, f.Price)
	}
	for a, g := range out.Of {
		if g < 0 {
			out.Of[a] = len(out.Price)
			out.Price = append(out.Price, 0)
		}
	}
	return out
}

// Described returns the design for JSON, with the names of its attributes.
// support tells which attributes are to be listed; forms without any are left
// out.
func (d *Design) Described(attributes []string, support func(a int) bool) model.BoughtDesign {
	out := model.BoughtDesign{Kind: d.Kind, Forms: []model.BoughtForm{}}
	if d.Panel > 0 {
		panel := d.Panel
		out.Panel = &panel
	}
	for _, f := range d.Forms {
		form := model.BoughtForm{Name: f.Name, Price: f.Price}
		for _, a := range f.Attributes {
			if support(a) {
				form.Attributes = append(form.Attributes, attributes[a])
			}
		}
		if len(form.Attributes) > 0 {
			out.Forms = append(out.Forms, form)
		}
	}
	return out
}

// Words is a design in a few words: "form, each answer paid", "2 forms: gpt at 1
// a call, rest singly", with its panel.
func (d *Design) Words() string {
	var out string
	switch d.Kind {
	case model.DesignSingle:
		out = "single judgments"
	case model.DesignForm:
		out = "one form, each answer paid"
	case model.DesignCall:
		out = fmt.Sprintf("one call for everything, at %s a call", d.Forms[0].Price)
	default:
		var names []string
		for _, f := range d.Forms {
			if f.Price > 0 {
				name := fmt.Sprintf("%s at %s a call", f.Name, f.Price)
				if len(f.Paid) > 0 {
					name += " and its priced answers"
				}
				names = append(names, name)
			} else {
				names = append(names, f.Name)
			}
		}
		out = "forms " + strings.Join(names, ", ")
	}
	if d.Panel > 0 {
		out += fmt.Sprintf(", from the same %d raters", d.Panel)
	}
	return out
}
