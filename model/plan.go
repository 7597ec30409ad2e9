package model

// Plan says what is still to be collected for a predictor, and what that costs.
// The fields marshal to the JSON of `plan`.
type Plan struct {
	Objects    int             `json:"objects"` // new objects, to be predicted
	Attributes []PlanAttribute `json:"attributes"`
	Forms      []PlanForm      `json:"forms"`           // with any of the attributes; empty for single judgments
	PerObject  Amount          `json:"cost_per_object"` // of all judgments and forms of a new one
	Cost       Amount          `json:"cost"`            // of all new objects
	Training   PlanTraining    `json:"training"`
}

// PlanAttribute is what new objects need of an attribute.
type PlanAttribute struct {
	Name      string  `json:"name"`
	Judgments int     `json:"judgments"` // of each new object, at least 1
	Form      *string `json:"form"`      // that it is asked on; nil where it is bought singly
	Price     Amount  `json:"price"`     // of one; 0 on a form that is paid as a whole
	PerObject Amount  `json:"cost_per_object"`
	Total     int     `json:"judgments_total"` // of all new objects
	Cost      Amount  `json:"cost"`            // of these
}

// PlanForm is what new objects need of a form or call. Raters are nested: the
// j-th answers what is asked at least j times.
type PlanForm struct {
	Name      string    `json:"name"`
	Filled    int       `json:"filled"`          // forms or calls for each new object, at least 1
	Price     Amount    `json:"price"`           // of one; 0 where each answer is paid
	Asks      []PlanAsk `json:"asks"`            // in the order of the attributes
	PerObject Amount    `json:"cost_per_object"` // of the forms and their answers
	Total     int       `json:"filled_total"`    // of all new objects
	Cost      Amount    `json:"cost"`            // of these, answers included
}

// PlanAsk is an attribute that a form asks.
type PlanAsk struct {
	Attribute string `json:"attribute"`
	Times     int    `json:"times"` // number of an object's forms, from the first
}

// PlanTraining lists what the training objects lack to have as many judgments as new
// objects.
type PlanTraining struct {
	Objects   int        `json:"objects"`   // with the label and a judgment
	Complete  int        `json:"complete"`  // of them, the objects without missing judgments
	Judgments int        `json:"judgments"` // that are lacking
	Cost      Amount     `json:"cost"`      // of these
	Tasks     []Task     `json:"tasks"`     // by object and attribute, in the order of the data
	Forms     []FormTask `json:"forms"`     // by object and form; empty for single judgments
}

// Task asks for judgments of a cell.
type Task struct {
	Object    string `json:"object"`
	Attribute string `json:"attribute"`
	Judgments int    `json:"judgments"`      // wanted, besides the present judgments
	Cost      Amount `json:"cost"`           // of the answers, without the price of a form
	Form      string `json:"form,omitempty"` // that they are asked on; "" where they are bought singly
}

// FormTask asks for forms or calls of an object, whose answers are its tasks.
type FormTask struct {
	Object string `json:"object"`
	Form   string `json:"form"`
	Filled int    `json:"filled"` // forms, as many as its attribute that lacks most
	Cost   Amount `json:"cost"`   // of the forms, without the answers
}
