package model_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math"

	"fms-tui/model"
)

// stories are judgments of two stories by two raters, of whom one rated the quality too.
func stories() *model.Dataset {
	b := &model.Builder{}
	ann, bob := b.RaterID("ann"), b.RaterID("bob")
	plot, style := b.Attribute("plot"), b.Attribute("style")
	for i, quality := range []float64{8, 3} {
		o := b.Object(fmt.Sprintf("s%d", i+1))
		b.AddLabel("quality")
		b.SetLabel(0, o, quality)
		b.Add(o, plot, ann, quality/2)
		b.Add(o, plot, bob, quality/2+1)
		b.Add(o, style, ann, float64(i))
	}
	return b.Build()
}

// A [model.Builder] makes a [model.Dataset]. Its [model.Summary] counts, and a
// [model.Label] has a value for each object.
func ExampleBuilder() {
	ds := stories()
	s := ds.Summary()
	fmt.Println(s.Objects, "objects", s.Judgments, "judgments", s.Cells, "cells")
	var label *model.Label = ds.Label("quality")
	for i, id := range ds.Objects {
		fmt.Println(id, label.Values[i], ds.Value[ds.Start[i]:ds.Start[i+1]])
	}
	// Output:
	// 2 objects 6 judgments 4 cells
	// s1 8 [4 5 0]
	// s2 3 [1.5 2.5 1]
}

// [model.AggregateMedian] makes one label of the judgments of a cell.
func ExampleDataset_LabelFrom() {
	ds := stories().LabelFrom(0, model.AggregateMedian)
	fmt.Println(ds.Labels[0].Name, ds.Labels[0].Values, ds.Attributes)
	// Output:
	// plot [4.5 2] [style]
}

// An [model.Amount] is exact, as money has to be.
func ExampleAmount() {
	price, err := model.ParsePrice("0.1")
	if err != nil {
		log.Fatal(err)
	}
	ten, ok := price.Times(10)
	fmt.Println(price, ten == model.Units(1), ok)
	// Output:
	// 0.1 true true
}

// [model.Settings] are changed by copies. [string], [string],
// [string], [model.Limit] and [model.Further] labels are choices in them.
func ExampleSettings() {
	limit, err := model.ParseLimit("2..5")
	if err != nil {
		log.Fatal(err)
	}
	before := model.Settings{Label: "quality", Raters: model.RatersAware, PSD: model.ProjectScaled}
	after := before.WithCost("plot", 2*model.Unit).WithLimit("plot", limit)
	after.Shrink = model.ShrinkNone
	price, ok := after.Cost("plot")
	fmt.Println(price, ok, after.Limit("plot"), after.Shrunk())
	_, ok = before.Cost("plot")
	fmt.Println(ok, before.Equal(after))
	// Output:
	// 2 true 2..5 none
	// false false
}

// A [model.SettingsField] is one setting as text, by its [model.Option].
func ExampleSettingsField() {
	f := model.FieldOf(model.OptionCost)
	s, err := f.Set(model.Settings{}, "plot", "0.25")
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range f.Values(s, []string{"plot", "style"}) {
		fmt.Println(f.Option, v.Attribute, v.Text)
	}
	// Output:
	// cost plot 0.25
}

// A [model.Design] says how judgments are bought; its kind here is sheets,
// each [model.Sheet] a form with a price.
func ExampleParseSheet() {
	sheet, err := model.ParseSheet("story=plot,sty*:1.5")
	if err != nil {
		log.Fatal(err)
	}
	design, err := model.Design{}.WithSheets(sheet)
	if err != nil {
		log.Fatal(err)
	}
	on, err := design.OnSheets([]string{"plot", "style", "length"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(design.Kind, sheet.Name, sheet.Price, on)
	// Output:
	// sheets story 1.5 [[0 1]]
}

// A [model.Finding] has a stable [model.Code] and perhaps remedies, each a
// [model.Choice] of the user.
func ExampleFinding() {
	f := model.Finding{
		Code: model.CodeConstantAttribute, Message: "all judgments of length are 3", Attribute: "length",
		Remedies: []model.Choice{model.Choose(model.OptionExclude, "length", "leaves it out")},
	}
	text, err := json.Marshal(f)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))
	c := f.Remedies[0]
	fmt.Println(c.Option, c.Value, c.Does)
	// Output:
	// {"code":"constant-attribute","message":"all judgments of length are 3","object":null,"attribute":"length","row":null,"column":null}
	// exclude length leaves it out
}

func ExampleAdvise() {
	err := model.Advise(errors.New("the minima cost 12, above the budget of 10"), model.Choose(model.OptionBudget, "12", "pays for them"))
	fmt.Println(err, len(model.Remedies(err)))
	// Output:
	// the minima cost 12, above the budget of 10 1
}

func ExampleNeedsJudgments() {
	fmt.Println(model.NeedsJudgments("the bootstrap", "study.moments", ""))
	// Output:
	// the bootstrap needs the judgments, and study.moments holds their moments only
}

// A [model.Reading] says how files were understood: the [model.ColumnRole] of each
// column with a role and a code, what was [model.Dropped], and
// what decided. A [model.Source] is a file, and a [model.Sheet] what comes
// from one call. [model.FirstRows] are what the first rows come to, with each
// [model.Alternative] that they allow.
func ExampleReading() {
	ds := stories()
	ds.Sources = []model.Source{{File: "stories.csv"}}
	ds.Calls = []model.Sheet{{Attributes: []string{"plot", "style"}, Why: "they share a column id"}}
	ds.Reading = model.Reading{
		Columns: []model.ColumnRole{
			{File: "stories.csv", Column: "story", Role: model.RoleObject, Code: model.ReasonName, Reason: "the header says so"},
			{File: "stories.csv", Column: "note", Role: model.RoleUnused, Code: model.ReasonText, Reason: "text"},
		},
		Rows: 7, Kept: 6, Dropped: []model.Dropped{{Reason: "blank row", Count: 1}},
		Because: []model.Finding{{Message: "the decimal separator is the point"}},
	}
	for _, c := range ds.Reading.Columns {
		fmt.Println(c.Column, "is", c.Role, c.Code)
	}
	fmt.Println(ds.Reading.Kept, "of", ds.Reading.Rows, ds.Reading.Dropped[0].Reason, len(ds.Reading.Because), ds.Sources[0].File, ds.Calls[0].Attributes)
	// Output:
	// story is object name
	// note is not used text
	// 6 of 7 blank row 1 stories.csv [plot style]
}

// A [model.Predictor] has a [model.PredictorAttribute] for each attribute of the
// support, and says what it was learned from. A [model.PredictorDesign] has the forms on
// which attributes are asked.
func ExamplePredictor() {
	from := model.WeightsPaper
	p := model.Predictor{
		Label: "quality", Intercept: 1, Attributes: []model.PredictorAttribute{{Name: "plot", Repeats: 3, Weight: 2, LabelCovariance: .5}, {Name: "style", Repeats: 1, Weight: -1}},
		Weights: &from,
		Design:  &model.PredictorDesign{Kind: model.DesignForm, Forms: []model.Sheet{{Name: "form", Attributes: []string{"style"}}}},
	}
	means := map[string]float64{"plot": 4, "style": 2}
	prediction := p.Intercept
	for _, a := range p.Attributes {
		prediction += a.Weight * means[a.Name]
	}
	fmt.Println(prediction, p.FormOf(), p.HasMoments(), p.Attributes[0].Covariance())
	// Output:
	// 7 [-1 0] false 0.5
}

// [model.PredictorClasses] make probabilities of the scores of classes, each score a
// [model.PredictorScore]. Classes in order, as any two are, have one score.
func ExamplePredictorClasses() {
	var p model.Predictor
	p.SetClasses(&model.PredictorClasses{
		Names: []string{"low", "mid", "high"}, Ordered: true, Shares: []float64{.3, .4, .3},
		Intercepts: []float64{.1, -.5, -3.5}, Slopes: []float64{-2, 1, 3},
	})
	k := p.Classes()
	const prediction = 1.5
	sum, weights := 0.0, make([]float64, len(k.Names))
	for i := range weights {
		weights[i] = math.Exp(k.Intercepts[i] + k.Slopes[i]*prediction)
		sum += weights[i]
	}
	fmt.Printf("%.2f %s, %v\n", weights[2]/sum, k.Names[2], p.CheckScores())
	// Output:
	// 0.49 high, <nil>
}

// [model.Features] are numbers about objects, and an [model.ObjectLabel] is what votes
// say of one.
func ExampleFeatures() {
	x := model.Features{Objects: []string{"s1", "s2"}, Names: []string{"words"}, Values: [][]float64{{1200, 800}}}
	said := []model.ObjectLabel{{Object: "s1", Class: true, Probability: .9}, {Object: "s2", Probability: .2}}
	for i, o := range said {
		fmt.Println(o.Object, o.Class, x.Values[0][i])
	}
	// Output:
	// s1 true 1200
	// s2 false 800
}
