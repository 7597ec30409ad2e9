package agreement_test

import (
	"context"
	"fmt"

	"fms-tui/core/agreement"
	"fms-tui/model"
)

// Four judges grade six objects: the example of Shrout and Fleiss (1979). An
// [agreement.Attribute] has each [agreement.Coefficient], which [agreement.Kappa] it
// is, and its D study, a curve of [agreement.Step].
func ExampleMeasure() {
	var b model.Builder
	label := b.AddLabel("value")
	grade := b.Attribute("grade")
	for i, row := range [][]float64{{9, 2, 5, 8}, {6, 1, 3, 2}, {8, 4, 6, 8}, {7, 1, 2, 6}, {10, 5, 6, 9}, {6, 2, 4, 7}} {
		object := b.Object(fmt.Sprint("object ", i+1))
		b.SetLabel(label, object, float64(i))
		for r, x := range row {
			b.Add(object, grade, b.RaterID(fmt.Sprint("judge ", r+1)), x)
		}
	}
	var r *agreement.Agreement
	r, err := agreement.Measure(context.Background(), b.Build(), agreement.Question{})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := r.Attributes[0]
	fmt.Printf("ICC(1) %.2f, ICC(A,1) %.2f, ICC(C,1) %.2f, ICC(A,k) %.2f\n", a.ICC1.Value, a.ICCA1.Value, a.ICCC1.Value, a.ICCAk.Value)
	var curve []agreement.Step = a.Curve(4)
	n, _, _ := a.Repeats(.8)
	fmt.Printf("of four judgments %.2f; %.0f for .80; κ of categories %t\n", curve[3].Reliability.Value, n, a.KappaOf != agreement.NoKappa)
	// Output:
	// ICC(1) 0.17, ICC(A,1) 0.29, ICC(C,1) 0.71, ICC(A,k) 0.62
	// of four judgments 0.44; 21 for .80; κ of categories false
}

// Of moments, [agreement.Sums] by block give ICC(1). Everything that needs raters or
// a label is empty: [agreement.Against], [agreement.Judges], and each
// [agreement.Component] by its [agreement.Facet].
func ExampleOfSums() {
	sums := []agreement.Sums{{Objects: 3, Repeated: 3, X: 6, XX: 14, S2: 1.5, S2n: .75}}
	r := agreement.OfSums([]agreement.Attribute{{Name: "grade"}}, [][]agreement.Sums{sums}, agreement.Question{})
	fmt.Printf("%.2f %v %s\n", r.Attributes[0].ICC1.Value, r.Attributes[0].ICCA1.Known(), agreement.Object|agreement.Rater)
	// Output:
	// 0.60 false object × rater
}
