package order

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"fms-tui/model"
)

// Call asks once for a judgment of an attribute, or for all answers to a form. It is
// a line of JSON in a plan of calls.
type Call struct {
	Object     string   `json:"object"`
	Attribute  string   `json:"attribute,omitempty"`  // "" for a form
	Form       string   `json:"form,omitempty"`       // "" for a single judgment
	Attributes []string `json:"attributes,omitempty"` // that the form asks for in this call
	Judge      string   `json:"judge,omitempty"`      // a model or person who answers; "" where any may
	Repeat     int      `json:"repeat"`               // from 1, within the object and the attribute or form
	// Price is what the call is expected to cost; 0 is not known.
	Price model.Amount      `json:"price"`
	Data  map[string]string `json:"data,omitempty"` // what the object comes with
}

// Asks are the attributes that a call asks for.
func (c *Call) Asks() []string {
	if c.Form == "" {
		return []string{c.Attribute}
	}
	return c.Attributes
}

// Check returns an error where a call lacks what it needs.
func (c *Call) Check() error {
	switch {
	case c.Object == "":
		return fmt.Errorf(`has no "object"`)
	case c.Form == "" && c.Attribute == "":
		return fmt.Errorf(`has neither "attribute" nor "form"`)
	case c.Form != "" && len(c.Attributes) == 0:
		return fmt.Errorf(`has the form %q without "attributes"`, c.Form)
	case c.Repeat < 1:
		return fmt.Errorf(`has the "repeat" %d: repeats are numbered from 1`, c.Repeat)
	}
	return nil
}

// Calls visits every call, object by object: so an order that is broken off leaves
// whole objects. On a form the j-th call asks for what is wanted at least j times.
func (o *Order) Calls(visit func(Call) error) error {
	for i := range o.Objects {
		x := &o.Objects[i]
		data := make(map[string]string, len(x.Cells))
		for k, cell := range x.Cells {
			data[o.Columns[k]] = cell
		}
		for _, asks := range x.groups() {
			for repeat := 1; repeat <= most(asks); repeat++ {
				if err := visit(o.call(x.ID, asks, repeat, data)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// call is the call of the given number for the given asks, which share a form.
func (o *Order) call(object string, asks []Ask, repeat int, data map[string]string) Call {
	c := Call{Object: object, Form: asks[0].Form, Repeat: repeat, Data: data}
	if c.Form == "" {
		c.Attribute, c.Judge, c.Price = asks[0].Attribute, o.judges[asks[0].Attribute], o.question(asks[0].Attribute).Price
		return c
	}
	if f := o.form(c.Form); f != nil {
		c.Price = f.Price
	}
	for i, a := range asks {
		judge := o.judges[a.Attribute]
		if i == 0 {
			c.Judge = judge
		} else if judge != c.Judge {
			c.Judge = "" // the form is not one judge's
		}
		if a.Times >= repeat {
			c.Attributes = append(c.Attributes, a.Attribute)
			c.Price += o.question(a.Attribute).Price
		}
	}
	return c
}

// groups are the asks of an object that are answered together: the asks of one form,
// and every other ask by itself.
func (x *Object) groups() [][]Ask {
	var groups [][]Ask
	at := make(map[string]int)
	for _, a := range x.Asks {
		g, known := at[a.Form]
		if a.Form == "" || !known {
			at[a.Form] = len(groups)
			groups = append(groups, []Ask{a})
			continue
		}
		groups[g] = append(groups[g], a)
	}
	return groups
}

func most(asks []Ask) int {
	n := 0
	for _, a := range asks {
		n = max(n, a.Times)
	}
	return n
}

// WriteCalls writes the calls, a line of JSON each.
func (o *Order) WriteCalls(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return o.Calls(func(c Call) error { return enc.Encode(c) })
}

// WriteTable writes the calls as CSV, for people who ask raters by hand: a row each. Spreadsheets take
// no text for a formula ([model.Harmless]).
func (o *Order) WriteTable(w io.Writer) error {
	table := csv.NewWriter(w)
	row := func(cells ...string) error {
		for i, cell := range cells {
			cells[i] = model.Harmless(cell)
		}
		return table.Write(cells)
	}
	if err := row(append([]string{"object", "form", "attributes", "judge", "repeat", "price"}, o.Columns...)...); err != nil {
		return err
	}
	err := o.Calls(func(c Call) error {
		cells := []string{c.Object, c.Form, strings.Join(c.Asks(), "; "), c.Judge, strconv.Itoa(c.Repeat), c.Price.String()}
		for _, column := range o.Columns {
			cells = append(cells, c.Data[column])
		}
		return row(cells...)
	})
	table.Flush()
	return cmp.Or(err, table.Error())
}

// MostCalls is how many calls an order may have.
const MostCalls = 10_000_000

// Size counts the calls and judgments of an order and adds up their prices. An order
// that is too large is an error.
func (o *Order) Size() (calls, judgments int, cost model.Amount, err error) {
	for i := range o.Objects {
		for _, asks := range o.Objects[i].groups() {
			calls += most(asks)
			for _, a := range asks {
				judgments += a.Times
			}
		}
	}
	if calls > MostCalls {
		return calls, judgments, 0, fmt.Errorf("%d calls are to be made, more than %d: list fewer objects, or choose a smaller budget", calls, MostCalls)
	}
	err = o.Calls(func(c Call) error {
		if cost += c.Price; cost > model.MaxAmount {
			return fmt.Errorf("the calls cost more than %s", model.MaxAmount)
		}
		return nil
	})
	return calls, judgments, cost, err
}
