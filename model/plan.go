package model

// Plan says what is still to be collected for a predictor, and what that costs.
// The fields marshal to the JSON of `plan`.
type Plan struct {
	Objects    int             `json:"objects"` // new ones, to be predicted
	Attributes []PlanAttribute `json:"attributes"`
	PerObject  Amount          `json:"cost_per_object"` // of all judgments of a new one
	Cost       Amount          `json:"cost"`            // of all new objects
	Training   PlanTraining    `json:"training"`
}

// PlanAttribute is what new objects need of an attribute.
type PlanAttribute struct {
	Name      string `json:"name"`
	Judgments int    `json:"judgments"` // of each new object, at least 1
	Price     Amount `json:"price"`     // of one
	PerObject Amount `json:"cost_per_object"`
	Total     int    `json:"judgments_total"` // of all new objects
	Cost      Amount `json:"cost"`            // of these
}

// PlanTraining is what the objects that the predictor was learned from lack, to
// have as many judgments as new objects will have (Sabato & Kalai 2013, their
// optional third step).
type PlanTraining struct {
	Objects   int    `json:"objects"`   // with the label and a judgment
	Complete  int    `json:"complete"`  // of them, those that lack nothing
	Judgments int    `json:"judgments"` // that are lacking
	Cost      Amount `json:"cost"`      // of these
	Tasks     []Task `json:"tasks"`     // by object and attribute, in the order of the data
}

// Task asks for judgments of a cell.
type Task struct {
	Object    string `json:"object"`
	Attribute string `json:"attribute"`
	Judgments int    `json:"judgments"` // wanted, besides those that there are
	Cost      Amount `json:"cost"`
}
