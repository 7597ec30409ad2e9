package model

import (
	"fmt"
	"slices"
	"strings"
)

// Check returns an error for a design that cannot be bought, whatever the attributes.
func (d Design) Check() error {
	switch k := d.kind(); {
	case !slices.Contains([]DesignKind{DesignAuto, DesignSingle, DesignForm, DesignCall, DesignSheets}, k):
		return fmt.Errorf("%q is no design: accepted are %s", string(k), designWords)
	case k == DesignCall && (d.Price <= 0 || d.Price > MaxAmount):
		return fmt.Errorf("a call cannot cost %s: write an amount above 0", d.Price)
	case k == DesignSheets && len(d.Sheets) == 0:
		return fmt.Errorf("the design sheets names no sheet: each is NAME=GLOB[,GLOB…][:PRICE]")
	case k != DesignSheets && len(d.Sheets) > 0:
		return fmt.Errorf("the design %s and the sheet %q both say what is asked together: use one of them", d, d.Sheets[0].Name)
	}
	names := make(map[string]bool)
	for _, s := range d.Sheets {
		switch {
		case s.Name == "":
			return fmt.Errorf("a sheet has no name: each is NAME=GLOB[,GLOB…][:PRICE]")
		case names[s.Name]:
			return fmt.Errorf("the sheet %q is given twice: name all its attributes in one", s.Name)
		case len(s.Attributes) == 0:
			return fmt.Errorf("the sheet %q has no attribute: NAME=GLOB[,GLOB…][:PRICE] says what is asked on it", s.Name)
		case s.Price < 0 || s.Price > MaxAmount:
			return fmt.Errorf("the sheet %q cannot cost %s: the price of a sheet is from 0 to %s", s.Name, s.Price, MaxAmount)
		}
		names[s.Name] = true
	}
	return nil
}

// CheckRaters refuses a design that contradicts how the pilot's rater ids are
// read. A fixed panel and the design panel are the same wish, and either may say
// it; raters of whom nothing is known cannot share anything.
func (d Design) CheckRaters(r Raters) error {
	switch k := d.kind(); {
	case r == RatersPaper && (d.Panel || k != DesignAuto && k != DesignSingle):
		return fmt.Errorf("raters paper and design %s contradict each other: "+
			"paper takes every judgment as another rater's, which is design single; take raters auto for other designs", d)
	case r == RatersAware && d.Panel:
		return fmt.Errorf("raters aware and design %s contradict each other: "+
			"aware takes raters as a sample of others, and a panel is the same raters again; take raters auto or fixed", d)
	}
	return nil
}

// OnSheets returns, for each sheet of a design, the numbers of its attributes, rising.
// It returns the error of Check, or reports a glob that matches nothing, or an
// attribute on two sheets.
func (d Design) OnSheets(attributes []string) ([][]int, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	sheets := make([][]int, len(d.Sheets))
	on := make(map[int]string)
	for i, s := range d.Sheets {
		for _, glob := range s.Attributes {
			found := Matching(attributes, glob)
			if len(found) == 0 {
				return nil, fmt.Errorf("the sheet %q: %q %s", s.Name, glob, NoMatch(attributes, glob))
			}
			for _, a := range found {
				switch before, seen := on[a]; {
				case seen && before != s.Name:
					return nil, fmt.Errorf("the attribute %q is on two sheets, %q and %q: it can be asked on one", attributes[a], before, s.Name)
				case !seen:
					on[a] = s.Name
					sheets[i] = append(sheets[i], a)
				}
			}
		}
		slices.Sort(sheets[i])
	}
	return sheets, nil
}

// NoMatch returns the message that a glob matches no attribute, with the names that were
// perhaps meant.
func NoMatch(attributes []string, glob string) string {
	if len(attributes) == 0 {
		return "matches no attribute: there is none"
	}
	if meant := Meant(glob, attributes); meant != "" {
		return fmt.Sprintf("matches no attribute: the nearest is %q", meant)
	}
	const most = 8
	listed, more := Nearest(glob, attributes), ""
	if n := len(listed) - most; n > 0 {
		listed, more = listed[:most], fmt.Sprintf(" and %d more", n)
	}
	return "matches no attribute: the attributes are " + strings.Join(listed, ", ") + more
}
