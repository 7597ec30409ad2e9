package read

import (
	"reflect"
	"strings"
	"testing"

	"fms-tui/model"
)

// designedPredictor is samplePredictor with a design.
func designedPredictor() model.Predictor {
	p, panel := samplePredictor(), 3
	p.Design = &model.PredictorDesign{
		Kind: model.DesignSheets, Forms: []model.BoughtForm{{Name: "one", Price: model.Units(2), Attributes: []string{"male", `a "b", <c>`}}},
		Panel: &panel, Halo: [][]float64{{.07, .01}, {.01, .3}},
	}
	return p
}

func TestPredictorDesign(t *testing.T) {
	for _, p := range []model.Predictor{samplePredictor(), designedPredictor(), {}} {
		if p.Kind == "" {
			p = samplePredictor()
			p.Design = &model.PredictorDesign{Kind: model.DesignSingle, Forms: []model.BoughtForm{}}
		}
		got, _, err := Predictor(Bytes("p.json", []byte(exported(t, "json", p))))
		if err != nil || !reflect.DeepEqual(got, p) {
			t.Errorf("got %+v, %v\nwant %+v", got, err, p)
		}
	}
	p := designedPredictor()
	if got := p.FormOf(); !reflect.DeepEqual(got, []int{0, 0}) {
		t.Errorf("forms %v", got)
	}
}

// TestPredictorOfOld: predictors from before there were designs are singles.
func TestPredictorOfOld(t *testing.T) {
	text := strings.Replace(unsealed(t, samplePredictor()), "  \"design\": null,\n", "", 1)
	if strings.Contains(text, "design") {
		t.Fatal("there is a design yet")
	}
	got, _, err := Predictor(Bytes("p.json", []byte(text)))
	if err != nil || got.Design != nil {
		t.Errorf("%+v, %v", got.Design, err)
	}
	if of := got.FormOf(); !reflect.DeepEqual(of, []int{-1, -1}) {
		t.Errorf("forms %v", of)
	}
}

func TestPredictorDesignErrors(t *testing.T) {
	good := unsealed(t, designedPredictor())
	for _, c := range []struct{ old, new, want string }{
		{`"kind": "sheets"`, `"kind": "auto"`, `design.kind is "auto": accepted are single, form, call, sheets`},
		{`"panel": 3`, `"panel": 0`, "design.panel is 0: at least 1 is needed, or null without a panel"},
		{`"panel": 3`, `"pane": 3`, "design.pane is no key of a predictor"},
		{`"name": "one"`, `"name": 1`, "design.forms[0].name is 1: a text is needed"},
		{`"price": 2`, `"price": -2`, `design.forms[0].price is wrong: "-2" is not a plain decimal`},
		{`          "male"`, `          "tall"`, `design.forms[0].attributes[0] is "tall", which is no attribute of the predictor`},
		{`          "male"`, `          "a \"b\", <c>"`, "which design.forms[0] has too: an attribute is asked on one form"},
		{"        0.3\n", "        -1\n", "design.halo[1][1] is -1: a variance is 0 or more"},
		{"        0.07,\n", "", "design.halo[0] has 1 number for 2 attributes"},
		{`"design": {`, `"design": [{`, "design is no object"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("%q is not in\n%s", c.old, good)
		}
		if _, _, err := Predictor(Bytes("p.json", []byte(text))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v lacks %q", c.new, c.old, err, c.want)
		}
	}
}
