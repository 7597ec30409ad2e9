package model_test

import (
	"reflect"
	"strings"
	"testing"

	"fms-tui/model"
)

func TestParseDesign(t *testing.T) {
	for text, want := range map[string]model.Design{
		"auto":         {Kind: model.DesignAuto},
		"single":       {Kind: model.DesignSingle},
		"form":         {Kind: model.DesignForm},
		"call:2":       {Kind: model.DesignCall, Price: model.Units(2)},
		"call:0.25":    {Kind: model.DesignCall, Price: model.Unit / 4},
		"panel":        {Kind: model.DesignAuto, Panel: true},
		"panel,single": {Kind: model.DesignSingle, Panel: true},
		"panel,form":   {Kind: model.DesignForm, Panel: true},
		"panel,call:2": {Kind: model.DesignCall, Price: model.Units(2), Panel: true},
		"sheets":       {Kind: model.DesignSheets},
	} {
		d, err := model.ParseDesign(text)
		if err != nil || !reflect.DeepEqual(d, want) {
			t.Errorf("ParseDesign(%q) = %+v, %v; want %+v", text, d, err, want)
		}
		if d.String() != text {
			t.Errorf("%q is written %q", text, d)
		}
	}
	if d, err := model.ParseDesign(" form , panel "); err != nil || d.String() != "panel,form" {
		t.Errorf("the panel may come last, and blanks do not count: %v, %v", d, err)
	}
	for text, says := range map[string]string{
		"":             "accepted are auto, single",
		"forms":        `"forms" is no design`,
		"call":         "call:PRICE, such as call:2",
		"call:":        "lacks the price",
		"call:0":       "a call cannot cost 0: write an amount above 0",
		"call:-1":      "not a plain decimal",
		"call:x":       "not a plain decimal",
		"panel,panel":  "panel twice",
		"form,single":  "two designs, form and single",
		"panel,form,x": `"x" is no design`,
	} {
		if _, err := model.ParseDesign(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("ParseDesign(%q): %v lacks %q", text, err, says)
		}
	}
}

func TestParseSheet(t *testing.T) {
	for text, want := range map[string]model.Sheet{
		"j=j.*":           {Name: "j", Attributes: []string{"j.*"}},
		"j=j.*:2":         {Name: "j", Attributes: []string{"j.*"}, Price: model.Units(2)},
		"j=a,b,c:0.5":     {Name: "j", Attributes: []string{"a", "b", "c"}, Price: model.Unit / 2},
		`j=a\,b,c`:        {Name: "j", Attributes: []string{`a\,b`, "c"}},
		"j=x:y":           {Name: "j", Attributes: []string{"x:y"}},
		"j=x:7:":          {Name: "j", Attributes: []string{"x:7"}},
		"j=x:7:3":         {Name: "j", Attributes: []string{"x:7"}, Price: model.Units(3)},
		"j=a=b":           {Name: "j", Attributes: []string{"a=b"}},
		"five judges=a:1": {Name: "five judges", Attributes: []string{"a"}, Price: model.Unit},
	} {
		s, err := model.ParseSheet(text)
		if err != nil || !reflect.DeepEqual(s, want) {
			t.Errorf("ParseSheet(%q) = %+v, %v; want %+v", text, s, err, want)
		}
		if s.String() != text {
			t.Errorf("%q is written %q", text, s)
		}
	}
	for text, says := range map[string]string{
		"j":      "is not of the form NAME=GLOB",
		"=a":     "is not of the form NAME=GLOB",
		"j=":     `sheet "j" has no attribute`,
		"j=:2":   `sheet "j" has no attribute`,
		"j=a,,b": `sheet "j" has no attribute`,
		"j=a:0":  "a call cannot cost 0",
		"j=a:-2": "not a plain decimal",
		`j=a\`:   "ends in a backslash",
	} {
		if _, err := model.ParseSheet(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("ParseSheet(%q): %v lacks %q", text, err, says)
		}
	}
}

func sheet(t *testing.T, text string) model.Sheet {
	t.Helper()
	s, err := model.ParseSheet(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWithSheets(t *testing.T) {
	d, err := model.Design{Panel: true}.WithSheets(sheet(t, "x=a"), sheet(t, "y=c:2"), sheet(t, "x=b,a:3"))
	if err != nil || d.String() != "panel,sheets" || len(d.Sheets) != 2 ||
		d.Sheets[0].String() != "x=a,b:3" || d.Sheets[1].String() != "y=c:2" {
		t.Errorf("%+v, %v", d, err)
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
	if _, err := d.WithSheets(sheet(t, "y=a:1")); err == nil || !strings.Contains(err.Error(), "two prices, 2 and 1") {
		t.Errorf("two prices: %v", err)
	}
	if _, err := (model.Design{Kind: model.DesignForm}).WithSheets(sheet(t, "y=a:1")); err == nil || !strings.Contains(err.Error(), "use one of them") {
		t.Errorf("a form and a sheet: %v", err)
	}
}

func TestOnSheets(t *testing.T) {
	attributes := []string{"x.a", "y.a", "x.b", "y.b", "z"}
	d, _ := model.Design{}.WithSheets(sheet(t, "X=x.*"), sheet(t, "Y=y.b,y.*"))
	on, err := d.OnSheets(attributes)
	if err != nil || !reflect.DeepEqual(on, [][]int{{0, 2}, {1, 3}}) {
		t.Errorf("%v, %v", on, err)
	}
	for text, says := range map[string]string{
		"Y=?.a": `"x.a" is on two sheets, "X" and "Y"`,
		"Y=zz":  `"zz" matches no attribute: the nearest is "z"`,
	} {
		bad, _ := model.Design{}.WithSheets(sheet(t, "X=x.*"), sheet(t, text))
		if _, err := bad.OnSheets(attributes); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v lacks %q", text, err, says)
		}
	}
}

func TestDesignCheck(t *testing.T) {
	good := model.Sheet{Name: "a", Attributes: []string{"x"}}
	for says, d := range map[string]model.Design{
		"is no design":      {Kind: "forms"},
		"cannot cost 0":     {Kind: model.DesignCall},
		"names no sheet":    {Kind: model.DesignSheets},
		"use one of them":   {Kind: model.DesignForm, Sheets: []model.Sheet{good}},
		"has no name":       {Kind: model.DesignSheets, Sheets: []model.Sheet{{Attributes: []string{"x"}}}},
		"is given twice":    {Kind: model.DesignSheets, Sheets: []model.Sheet{good, good}},
		"has no attribute:": {Kind: model.DesignSheets, Sheets: []model.Sheet{{Name: "a"}}},
		"cannot cost -1":    {Kind: model.DesignSheets, Sheets: []model.Sheet{{Name: "a", Attributes: []string{"x"}, Price: -model.Unit}}},
	} {
		if err := d.Check(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v lacks %q", d, err, says)
		}
	}
	if err := (model.Design{}).Check(); err != nil {
		t.Errorf("auto: %v", err)
	}
}

// TestDesignRaters holds which raters go with which designs.
func TestDesignRaters(t *testing.T) {
	for _, c := range []struct {
		raters string
		design string
		ok     bool
	}{
		{model.RatersPaper, "auto", true},
		{model.RatersPaper, "single", true},
		{model.RatersPaper, "form", false},
		{model.RatersPaper, "call:1", false},
		{model.RatersPaper, "panel", false},
		{model.RatersAware, "form", true},
		{model.RatersAware, "panel", false},
		{model.RatersFixed, "single", true},
		{model.RatersFixed, "panel,form", true},
		{model.RatersAuto, "panel", true},
		{"", "panel", true},
	} {
		d, err := model.ParseDesign(c.design)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.CheckRaters(c.raters); (err == nil) != c.ok {
			t.Errorf("raters %s with design %s: %v", c.raters, c.design, err)
		}
	}
}

func TestSettingsDesign(t *testing.T) {
	var s model.Settings
	form, auto := s, s
	form.Design, auto.Design = model.Design{Kind: model.DesignForm}, model.Design{Kind: model.DesignAuto}
	if s.Equal(form) || !form.Equal(form) {
		t.Error("settings of two designs are not told apart, or the same are not the same")
	}
	if !s.Equal(auto) {
		t.Error("auto is the zero value")
	}
}

func TestGlobOf(t *testing.T) {
	names := []string{"a", `a,b`, `a\b`, "a*", "a[b]", "ab", "a/b"}
	for i, n := range names {
		if got := model.Matching(names, model.GlobOf(n)); !reflect.DeepEqual(got, []int{i}) {
			t.Errorf("%q: %q means %v", n, model.GlobOf(n), got)
		}
	}
}

func FuzzParseDesign(f *testing.F) {
	for _, s := range []string{"auto", "panel,call:0.25", "call:2,panel", "form,,", "call:99999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := model.ParseDesign(text)
		if err != nil {
			return
		}
		again, err := model.ParseDesign(d.String())
		if err != nil || !again.Equal(d) {
			t.Errorf("%q is %v, which reads as %v, %v", text, d, again, err)
		}
		if err := d.Check(); (err == nil) != (d.Kind != model.DesignSheets) {
			t.Errorf("%q: %v", text, err)
		}
	})
}

func FuzzParseSheet(f *testing.F) {
	for _, s := range []string{"j=j.*:2", `j=a\,b,c:`, "j=x:7:", "a=b=c:.", `j=\\:1`, "j= a , b : 2 "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := model.ParseSheet(text)
		if err != nil {
			return
		}
		again, err := model.ParseSheet(s.String())
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%q is %+v, which reads as %+v, %v", text, s, again, err)
		}
		if d, err := (model.Design{}).WithSheets(s); err != nil || d.Check() != nil {
			t.Errorf("%q: %v, %v", text, err, d.Check())
		}
	})
}
