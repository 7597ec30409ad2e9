// Package order turns a [plan.Plan] into work for raters: one [Call] for each judgment
// or filled form, or a [Batch] for each set of questions that an annotation tool can
// ask as one project.
package order

import (
	"slices"
	"strings"

	"fms-tui/model"
	"fms-tui/model/plan"
)

// Order is what is to be collected: for each object how many judgments of which
// attributes.
type Order struct {
	Columns   []string   // names of what the objects come with, besides their ids
	Objects   []Object   // at least one judgment is wanted of each
	Questions []Question // every attribute that is asked
	Forms     []plan.Form
	// Plain tells whether a question may be called like its attribute, because nothing
	// else is meant by that name when answers are read; nil: none may.
	Plain  func(attribute string) bool
	judges map[string]string // attribute: judge; none for attributes of no known judge
}

// Object is an object to be judged.
type Object struct {
	ID    string
	Cells []string // of Order.Columns; nil for none
	Asks  []Ask    // at least one
}

// Ask is an attribute to be judged a number of times, each time by another rater or
// in another call.
type Ask struct {
	Attribute string
	Form      string // that it is asked on; "" where it is asked by itself
	Times     int    // at least 1
}

// Question is an attribute and what is known of its judgments.
type Question struct {
	Attribute string
	Price     model.Amount // of an answer; 0 on a form that is paid as a whole
	// Values are all the values in the pilot, rising, where they are few whole
	// numbers; nil for others.
	Values []int
}

// MostValues is how many different whole numbers make the options of a question.
const MostValues = 11

// New orders what the plan wants of each new object. Data are the pilot: they say what
// the answers are like, and which judge an attribute belongs to.
func New(plan *plan.Plan, data *model.Dataset, columns []string, objects []Object) *Order {
	o := begin(plan, data)
	var asks []Ask
	for _, a := range plan.Attributes {
		ask := Ask{Attribute: a.Name, Times: a.Judgments}
		if a.Form != nil {
			ask.Form = *a.Form
		}
		asks = append(asks, ask)
	}
	o.Columns = columns
	for _, x := range objects {
		x.Asks = asks
		o.Objects = append(o.Objects, x)
	}
	return o
}

// Missing orders what the training objects of the plan lack.
func Missing(plan *plan.Plan, data *model.Dataset) *Order {
	o := begin(plan, data)
	for _, t := range plan.Training.Tasks {
		if n := len(o.Objects); n == 0 || o.Objects[n-1].ID != t.Object {
			o.Objects = append(o.Objects, Object{ID: t.Object})
		}
		last := &o.Objects[len(o.Objects)-1]
		last.Asks = append(last.Asks, Ask{Attribute: t.Attribute, Form: t.Form, Times: t.Judgments})
	}
	return o
}

func begin(plan *plan.Plan, data *model.Dataset) *Order {
	o := &Order{Forms: plan.Forms, judges: judges(data)}
	for _, a := range plan.Attributes {
		o.Questions = append(o.Questions, Question{Attribute: a.Name, Price: a.Price, Values: values(data, a.Name)})
	}
	return o
}

// values are the different judgments of an attribute where they are whole numbers, at
// most MostValues; nil otherwise.
func values(data *model.Dataset, attribute string) []int {
	at := int32(slices.Index(data.Attributes, attribute))
	var found []int
	for j, a := range data.Attr {
		x := data.Value[j]
		if a != at || slices.Contains(found, int(x)) && float64(int(x)) == x {
			continue
		}
		if float64(int(x)) != x || len(found) == MostValues {
			return nil
		}
		found = append(found, int(x))
	}
	slices.Sort(found)
	return found
}

// judges returns the judge of each attribute that is named JUDGE.CRITERION, where the
// data were read so. Names may hold points themselves ("gpt-4.1"): of several criteria
// it takes the criterion of most attributes, and of equal criteria the last.
func judges(data *model.Dataset) map[string]string {
	joined := slices.ContainsFunc(data.Reading.Choices, func(c model.Choice) bool {
		return c.Option == model.OptionPivot || c.Option == model.OptionAttribute && strings.Contains(c.Value, ",")
	})
	if !joined && len(data.Calls) < 2 {
		return nil
	}
	criteria := make(map[string]int)
	for _, a := range data.Attributes {
		for at := range points(a) {
			criteria[a[at+1:]]++
		}
	}
	of := make(map[string]string)
	for _, a := range data.Attributes {
		most := 1
		for at := range points(a) {
			if n := criteria[a[at+1:]]; n >= most && n > 1 {
				most, of[a] = n, a[:at]
			}
		}
	}
	return of
}

// points yields where points stand within a name, from left to right.
func points(name string) func(yield func(at int) bool) {
	return func(yield func(int) bool) {
		for i := 1; i < len(name)-1; i++ {
			if name[i] == '.' && !yield(i) {
				return
			}
		}
	}
}

// question returns what is known of an attribute.
func (o *Order) question(attribute string) *Question {
	i := slices.IndexFunc(o.Questions, func(q Question) bool { return q.Attribute == attribute })
	return &o.Questions[i]
}

// form returns the form of that name, nil for attributes that are asked by themselves.
func (o *Order) form(name string) *plan.Form {
	for i := range o.Forms {
		if o.Forms[i].Name == name {
			return &o.Forms[i]
		}
	}
	return nil
}
