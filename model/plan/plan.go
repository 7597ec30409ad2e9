// Package plan says what is still to be collected for a predictor, and what that costs.
package plan

import "fms-tui/model"

// Plan says what is still to be collected for a predictor, and what that costs.
// The fields marshal to the JSON of `plan`.
type Plan struct {
	Objects    int          `json:"objects"` // new objects, to be predicted
	Attributes []Attribute  `json:"attributes"`
	Forms      []Form       `json:"forms"`           // with any of the attributes; empty for single judgments
	PerObject  model.Amount `json:"cost_per_object"` // of all judgments and forms of a new one
	Cost       model.Amount `json:"cost"`            // of all new objects
	Training   Training     `json:"training"`
}

// Attribute is what new objects need of an attribute.
type Attribute struct {
	Name      string       `json:"name"`
	Judgments int          `json:"judgments"` // of each new object, at least 1
	Form      *string      `json:"form"`      // that it is asked on; nil where it is bought singly
	Price     model.Amount `json:"price"`     // of one; 0 on a form that is paid as a whole
	PerObject model.Amount `json:"cost_per_object"`
	Total     int          `json:"judgments_total"` // of all new objects
	Cost      model.Amount `json:"cost"`            // of these
}

// Form is what new objects need of a form or call. Raters are nested: the
// j-th answers what is asked at least j times.
type Form struct {
	Name      string       `json:"name"`
	Filled    int          `json:"filled"`          // forms or calls for each new object, at least 1
	Price     model.Amount `json:"price"`           // of one; 0 where each answer is paid
	Asks      []Ask        `json:"asks"`            // in the order of the attributes
	PerObject model.Amount `json:"cost_per_object"` // of the forms and their answers
	Total     int          `json:"filled_total"`    // of all new objects
	Cost      model.Amount `json:"cost"`            // of these, answers included
}

// Ask is an attribute that a form asks.
type Ask struct {
	Attribute string `json:"attribute"`
	Times     int    `json:"times"` // number of an object's forms, from the first
}

// Training lists what the training objects lack to have as many judgments as new
// objects.
type Training struct {
	Objects   int          `json:"objects"`   // with the label and a judgment
	Complete  int          `json:"complete"`  // of them, the objects without missing judgments
	Judgments int          `json:"judgments"` // that are lacking
	Cost      model.Amount `json:"cost"`      // of these
	Tasks     []Task       `json:"tasks"`     // by object and attribute, in the order of the data
	Forms     []FormTask   `json:"forms"`     // by object and form; empty for single judgments
}

// Task asks for judgments of a cell.
type Task struct {
	Object    string       `json:"object"`
	Attribute string       `json:"attribute"`
	Judgments int          `json:"judgments"`      // wanted, besides the present judgments
	Cost      model.Amount `json:"cost"`           // of the answers, without the price of a form
	Form      string       `json:"form,omitempty"` // that they are asked on; "" where they are bought singly
}

// FormTask asks for forms or calls of an object, whose answers are its tasks.
type FormTask struct {
	Object string       `json:"object"`
	Form   string       `json:"form"`
	Filled int          `json:"filled"` // forms, as many as its attribute that lacks most
	Cost   model.Amount `json:"cost"`   // of the forms, without the answers
}
