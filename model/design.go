package model

import (
	"slices"
)

// DesignKind says how the judgments of one new object are bought (--design).
type DesignKind string

// The kinds of design. A panel is no kind of its own: any kind can be bought
// from a panel.
const (
	DesignAuto   DesignKind = "auto"   // as the pilot was collected
	DesignSingle DesignKind = "single" // every judgment by another rater
	DesignForm   DesignKind = "form"   // a rater who answers, answers everything wanted; each answer is paid
	DesignCall   DesignKind = "call"   // one price for the whole form, whatever is asked on it
	DesignSheets DesignKind = "sheets" // several forms or calls, each with attributes of its own; the rest singly
)

// Design is what a user asks for; core says which attribute is then on which
// form. The zero value is auto. It is immutable: nothing writes to Sheets.
type Design struct {
	Kind   DesignKind // "" = auto
	Price  Amount     // of one call, above 0; read for DesignCall alone
	Sheets []Sheet    // of DesignSheets, in the order in which they were named
	Panel  bool       // the raters of the pilot judge every new object too
}

// Sheet is one form or call of a design.
type Sheet struct {
	Name string
	// Attributes are the globs that say what is asked on it, see Matching. A comma
	// within one has a backslash before it, as GlobOf writes.
	Attributes []string
	// Price is the price of one filled form, whatever is asked on it; 0 where each
	// answer is paid at its attribute's price.
	Price Amount
}

// Equal tells whether two designs ask for the same.
func (d Design) Equal(o Design) bool {
	return d.kind() == o.kind() && d.Panel == o.Panel &&
		(d.Kind != DesignCall || d.Price == o.Price) &&
		slices.EqualFunc(d.Sheets, o.Sheets, func(a, b Sheet) bool {
			return a.Name == b.Name && a.Price == b.Price && slices.Equal(a.Attributes, b.Attributes)
		})
}
