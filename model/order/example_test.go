package order_test

import (
	"fmt"
	"os"

	"fms-tui/model"
	"fms-tui/model/order"
	"fms-tui/model/plan"
)

// An [order.Order] lists each [order.Object] with its questions, an [order.Ask] for
// each attribute. An [order.Question] describes the answers. An order is carried out as
// one [order.Call] after another, or by an annotation tool ([order.Tools]), for which
// each [order.Batch] becomes one [order.File] or several.
func Example() {
	form := "photo"
	all := &plan.Plan{
		Attributes: []plan.Attribute{
			{Name: "tall", Judgments: 3, Form: &form, Price: model.Unit},
			{Name: "male", Judgments: 1, Form: &form, Price: model.Unit},
			{Name: "age", Judgments: 2, Price: 4 * model.Unit},
		},
		Forms: []plan.Form{{Name: form, Filled: 3}},
	}
	o := order.New(all, &model.Dataset{}, nil, []order.Object{{ID: "eve"}})
	if err := o.WriteCalls(os.Stdout); err != nil {
		panic(err)
	}
	for _, b := range o.Batches() {
		fmt.Printf("%s: %d raters, %q\n", b.Name, b.Raters, b.Attributes)
	}
	// Output:
	// {"object":"eve","form":"photo","attributes":["tall","male"],"repeat":1,"price":2}
	// {"object":"eve","form":"photo","attributes":["tall"],"repeat":2,"price":1}
	// {"object":"eve","form":"photo","attributes":["tall"],"repeat":3,"price":1}
	// {"object":"eve","attribute":"age","repeat":1,"price":4}
	// {"object":"eve","attribute":"age","repeat":2,"price":4}
	// batch-1: 1 raters, ["tall" "male"]
	// batch-2: 2 raters, ["tall"]
	// batch-3: 2 raters, ["age"]
}
