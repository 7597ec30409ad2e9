package model

import (
	"encoding/json"
	"testing"
)

// TestWarningJSON: what does not apply is null, never absent, "" or 0.
func TestWarningJSON(t *testing.T) {
	for _, c := range []struct {
		w    Finding
		want string
	}{
		{
			Finding{Code: "few-objects", Message: "only 3"},
			`{"code":"few-objects","message":"only 3","object":null,"attribute":null,"row":null,"column":null}`,
		},
		{
			Finding{Code: "c", Message: "m", Object: "o", Attribute: "a", Row: 7, Column: "x"},
			`{"code":"c","message":"m","object":"o","attribute":"a","row":7,"column":"x"}`,
		},
		{Finding{}, `{"code":"","message":"","object":null,"attribute":null,"row":null,"column":null}`},
	} {
		if b, err := json.Marshal(c.w); err != nil || string(b) != c.want {
			t.Errorf("got %s, %v, want %s", b, err, c.want)
		}
		if b, err := json.Marshal([]*Finding{&c.w}); err != nil || string(b) != "["+c.want+"]" {
			t.Errorf("through a pointer: %s, %v", b, err)
		}
	}
}
