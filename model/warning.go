package model

import "encoding/json"

// Warning is a finding that does not stop the work but that the user should
// know. Warnings are values: they travel in results and are shown on the
// screen, on stderr and in JSON alike.
type Warning struct {
	Code      string // stable and machine-readable, e.g. "constant-attribute"
	Message   string // one sentence: what was found, and what to do about it
	Object    string // "" where the warning is about no single object
	Attribute string // "" where it is about no single attribute
	Row       int    // line of the file, counted from 1; 0 for none
	Column    string // header of the column; "" for none
}

// MarshalJSON writes the form of the contract, in which what does not apply is
// null.
func (w Warning) MarshalJSON() ([]byte, error) {
	var row *int
	if w.Row != 0 {
		row = &w.Row
	}
	return json.Marshal(struct {
		Code      string  `json:"code"`
		Message   string  `json:"message"`
		Object    *string `json:"object"`
		Attribute *string `json:"attribute"`
		Row       *int    `json:"row"`
		Column    *string `json:"column"`
	}{w.Code, w.Message, orNull(w.Object), orNull(w.Attribute), row, orNull(w.Column)})
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
