package export_test

import (
	"log"
	"os"

	"fms-tui/model"
	"fms-tui/model/export"
)

// A [export.Form] is a way to write a predictor: by its name, or by the suffix of a
// file.
func ExampleBySuffix() {
	p := model.Predictor{Label: "quality", Intercept: 2, Attributes: []model.PredictorAttribute{
		{Name: "plot", Repeats: 3, Weight: .5, Cost: model.Unit, Mean: 1.5},
		{Name: "style", Repeats: 1, Weight: -.25, Cost: 2 * model.Unit},
	}}
	var form export.Form
	form, err := export.BySuffix("predictor.csv")
	if err != nil {
		log.Fatal(err)
	}
	if err := form.Write(os.Stdout, p); err != nil {
		log.Fatal(err)
	}
	// Output:
	// attribute,repeats,weight,cost,mean
	// (intercept),,2,,
	// plot,3,0.5,1,1.5
	// style,1,-0.25,2,0
}
