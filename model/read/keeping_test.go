package read

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
)

func sprint(v any) string { return fmt.Sprint(v) }

const keepFile = "item,worker,plot,style,age,lang\ni,u,1,2,30,en\ni,v,3,4,40,de\nj,u,5,1,30,en\nj,v,2,2,40,de\n"

// TestKeeping: the flags that say which columns, rows and objects there are.
func TestKeeping(t *testing.T) {
	for _, c := range []struct {
		name string
		text string
		opt  Options
		want string
	}{
		{"attributes", keepFile, Options{Attributes: []string{"p*", "style"}}, "i plot u 1; i plot v 3; i style u 2; i style v 4; j plot u 5; j plot v 2; j style u 1; j style v 2"},
		{"ignore globs", keepFile, Options{Ignore: []string{"a*", "st?le"}}, "i plot u 1; i plot v 3; j plot u 5; j plot v 2"},
		{"where", keepFile, Options{Where: []string{"lang=en"}, Attributes: []string{"plot"}}, "i plot u 1; j plot u 5"},
		{"where twice", keepFile, Options{Where: []string{"lang=en", "lang=de", "item=i"}, Attributes: []string{"plot"}}, "i plot u 1; i plot v 3"},
		{"rows", keepFile, Options{ObjectCol: "ROW", Attributes: []string{"plot"}, Where: []string{"lang=de"}}, "2 plot v 3; 4 plot v 2"},
		{"pivot", keepFile, Options{Pivot: []string{"lang"}, Attributes: []string{"en.plot", "style"}}, "i en.plot u 1; i en.style u 2; i de.style v 4; j en.plot u 5; j en.style u 1; j de.style v 2"},
		{"measures are kept", "item,worker,cost\ni,u,3\ni,v,4\n", Options{Attributes: []string{"cost"}}, "i cost u 3; i cost v 4"},
		{"long", "item,criterion,score\ni,plot,1\ni,style,2\n", Options{Attributes: []string{"s*"}}, "i style - 2"},
		{"records", `{"a": [{"item": "i", "plot": 1}], "b": {"c": [{"item": "j", "plot": 2}, {"item": "j", "plot": 3}]}}`, Options{Records: "b.c"}, "j plot row 1 2; j plot row 1′ 3"},
		{"a list of numbers alone", `{"id": "i", "rated": [{"plot": 1}, {"plot": 2}]}` + "\n" + `{"id": "j", "rated": [{"plot": 3}, {"plot": 4}]}`, Options{}, "i plot row 1 1; i plot row 1′ 2; j plot row 2 3; j plot row 2′ 4"},
		{
			"sibling lists of records", `[{"item": "i", "experts": [{"plot": 1}], "crowd": [{"plot": 2}, {"plot": 3}]}, {"item": "j", "experts": [{"plot": 3}, {"plot": 3}], "crowd": []}]`,
			Options{RaterCol: "list"},
			"i plot experts 1; i plot crowd 2; i plot crowd 3; j plot experts 3; j plot experts 3",
		},
		{
			"a dict of records with lists of numbers", `{"rows": [{"id": "i", "said": {"plot": {"how": "x", "majority": 1, "scores": [1, 2]}, "style": {"how": "y", "majority": 3, "scores": [3, null]}}}, {"id": "j", "said": {"plot": {"how": "x", "majority": 5, "scores": [5]}, "style": {"how": "y", "majority": 4, "scores": [4]}}}]}`,
			Options{AttributeCol: []string{"said.key"}, JudgmentCol: "scores"},
			"i plot - 1; i plot - 2; i style - 3; j plot - 5; j style - 4",
		},
		{"a dict of records of numbers is the file", `{"e1": {"plot": 1, "style": {"u": 2}}, "e2": {"plot": 3, "style": {"u": 4}}, "e3": {"plot": 5, "style": {"u": 2}}}`, Options{}, "e1 plot row 1 1; e1 style.u row 1 2; e2 plot row 1′ 3; e2 style.u row 1′ 4; e3 plot row 1′′ 5; e3 style.u row 1′′ 2"},
		{"records within records", `[{"item": "i", "b": [{"plot": 1}, {"plot": 2}]}, {"item": "j", "b": [{"plot": 3}]}]`, Options{Records: "b[]"}, "i plot row 1 1; i plot row 1′ 2; j plot row 1′′ 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := readCSV(t, c.text, c.opt)
			if got := strings.Join(dump(d), "; "); got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
			if !strings.Contains(c.name, "records") && !strings.Contains(c.name, "list") {
				sameByFlags(t, c.text, d)
			}
		})
	}
}

func TestKeepingErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		opt  Options
		want string
	}{
		{keepFile, Options{Attributes: []string{"plott"}}, "d.csv: has no attribute plott: there are plot, lang, item, style, age and worker [attributes]"},
		{keepFile, Options{Where: []string{"language=en"}}, "d.csv: has no column language: the columns are lang, age, style, item, worker and plot [where]"},
		{keepFile, Options{Where: []string{"en"}}, `d.csv: "en" is no condition: write COLUMN=value [where]`},
		{keepFile, Options{Ignore: []string{"z*"}}, `d.csv:1: has no column "z*": the columns are age, item, plot, lang, style and worker [ignore-col]`},
		{`{"id": "i", "text": "long", "ratings": [{"plot": 1}]}`, Options{}, "d.csv: holds no judgment, no column of attributes has a number in it: read as by-rater, the columns are id, text and ratings; the long layout needs columns for attribute and judgment; [attribute-col=] and its like name them; [scale=LOW,MID,HIGH] makes judgments of answer words; [records=ratings] reads those"},
		{`{"a": [{"x": 1}]}`, Options{Records: "b"}, `d.csv: has no list at "b": there are a [records]`},
		{toolLogs["DeepEval test run"][:900], Options{}, "d.csv:1: ends in the middle of an object or a list: was it copied in part?"},
		{`{"testCases": [{"name": "p", "metricsData": "none"}]}`, Options{}, `d.csv:1: column metricsData: "none" is not as a log of DeepEval holds it`},
		{`{"trace_id": "", "assessments": []}`, Options{}, "d.csv:1: column trace_id: is empty in record 1: every record of MLflow names its object"},
		{string(zipped(t, map[string]string{"a.txt": "x", "b.txt": "y"})), Options{}, "d.csv: is a zip that holds no samples of Inspect and not one file alone, but 2 files (a.txt and b.txt): unpack it and name the file"},
		{string(zipped(t, map[string]string{"samples/a.json": "{"})), Options{}, `d.csv: holds "samples/a.json", which is not a sample of Inspect`},
	} {
		_, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(c.text))}, nil, c.opt)
		if !strings.HasPrefix(told(err), c.want) {
			t.Errorf("%.60q\n got %s\nwant %s", c.text, told(err), c.want)
		}
	}
}

// TestLabelOfValue: one value of a column against all others.
func TestLabelOfValue(t *testing.T) {
	d := readCSV(t, "item,worker,plot,kind\ni,u,1,good\nj,u,2,bad\nk,u,3,\nl,u,3,fair\n", Options{Label: "kind=good"})
	if got := labelsOf(d); got != "kind=good[1 0 NaN 0]" {
		t.Error(got)
	}
	words := [2]string{"not good", "good"}
	if got := d.Labels[0].Words; got != words {
		t.Errorf("the classes are %q", got)
	}
	labels := []Source{Bytes("l.csv", []byte("item,kind,size\ni,good,1\nj,bad,2\n"))}
	d, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte("item,worker,plot\ni,u,1\nj,u,2\n"))}, labels, Options{Label: "kind=good"})
	if err != nil {
		t.Fatal(err)
	}
	if got := labelsOf(d); got != "kind=good[1 0] size[1 2]" || d.Labels[0].Words != words {
		t.Error(got, d.Labels[0].Words)
	}
}

// TestLabelsNobodyAskedFor: a defect of a label that is not asked for is no error and
// no finding.
func TestLabelsNobodyAskedFor(t *testing.T) {
	const file = "item,worker,plot,label,y\ni,u,1,3,1\ni,v,2,4,1\nj,u,2,x,2\n"
	d := readCSV(t, file, Options{Label: "y"})
	if got := labelsOf(d); got != "y[1 2]" || len(d.Warnings) > 0 {
		t.Errorf("%s, %v", got, d.Warnings)
	}
	d = readCSV(t, file, Options{OtherLabel: true})
	if got := labelsOf(d); got != "y[1 2]" {
		t.Error(got)
	}
	if _, err := fromSources(t.Context(), []Source{Bytes("d", []byte(file))}, nil, Options{}); err == nil {
		t.Error("the first label is the one asked for: its defect is an error")
	}
}

// TestMajority: most cells decide what a column holds.
func TestMajority(t *testing.T) {
	d := readCSV(t, "item,worker,plot,note\ni,u,1,fine\ni,v,dunno,7\nj,u,2,bad\nj,v,4,ok\n", Options{})
	wantDump(t, d, "i plot u 1", "j plot u 2", "j plot v 4")
	if got := sprint(d.Reading.Dropped); got != "[{text in a column of numbers 1} {number in a column of text 1}]" {
		t.Error(got)
	}
	if got := strings.Join(codes(d), " "); got != "stray-text stray-number" || slices.Contains(d.Attributes, "note") {
		t.Errorf("%s, attributes %q", got, d.Attributes)
	}
}

// TestIdentifiers: numbers of objects and rows are no attributes.
func TestIdentifiers(t *testing.T) {
	var b strings.Builder
	b.WriteString("item,serial,stamp,words,plot\n")
	for row := range 30 {
		o := row / 3
		fmt.Fprintf(&b, "o%d,%d,%d,%d,%d\n", o, row+500, 1700000000+row*977, 100+37*o, (row*7+o)%5)
	}
	d := readCSV(t, b.String(), Options{})
	if got := rolesOf(d); got != "item=object serial=not used stamp=not used words=label plot=attribute" {
		t.Error(got)
	}
	if got := readCSV(t, b.String(), Options{Label: "words"}); labelsOf(got)[:9] != "words[100" {
		t.Error(labelsOf(got))
	}
}

// TestFacet: a column without a role that distinguishes the judgments of a cell is
// found. Other columns are not.
func TestFacet(t *testing.T) {
	var b strings.Builder
	b.WriteString("item,criterion,score,lang,flip\n")
	for o := range 20 {
		for k := range 7 + o%2 { // uneven: nobody planned it
			fmt.Fprintf(&b, "o%d,plot,%d,%s,%d\n", o, 10*(k%2)+(o*3+k*5+k*k*o)%4, []string{"en", "de"}[k%2], (k/2)%2)
		}
	}
	d := readCSV(t, b.String(), Options{})
	if len(d.Warnings) != 1 || d.Warnings[0].Code != "facet" ||
		d.Warnings[0].Remedies[0] != model.Choose(model.OptionAttribute, "lang,criterion", "if you may choose among them") ||
		d.Warnings[0].Remedies[1] != model.Choose(model.OptionRater, "lang", "if whoever is free answers") {
		t.Errorf("%v", d.Warnings)
	}
	wide := strings.Replace(strings.ReplaceAll(b.String(), ",plot,", ","), "item,criterion,score", "item,depth", 1)
	d = readCSV(t, wide, Options{ObjectCol: "item", Layout: ByRater, Ignore: []string{"flip"}}) // without flags it is a question
	if len(d.Warnings) != 1 || d.Warnings[0].Remedies[0].Choice != (model.Choice{Option: model.OptionPivot, Value: "lang"}) {
		t.Errorf("%v, %s", d.Warnings, rolesOf(d))
	}
}

// TestFollowTheRules: logs of tools that no shape knows, and of loops of one's own.
func TestFollowTheRules(t *testing.T) {
	for name, c := range map[string]struct {
		one        func(o, k int) string
		head       string
		attributes string
	}{
		"ragas": {head: "user_input,retrieved_contexts,response,reference,faithfulness,relevancy\n", attributes: "faithfulness relevancy", one: func(o, k int) string {
			return fmt.Sprintf("question %d,\"['a', 'b']\",answer %d %d,ref,0.%d,0.%d", o, o, k, 1+(k+o)%4, 5-k)
		}},
		"older ragas": {head: "question,answer,contexts,ground_truth,faithfulness,relevancy\n", attributes: "faithfulness relevancy", one: func(o, k int) string {
			return fmt.Sprintf("question %d,words,\"['a', 'b']\",ref,0.%d,0.%d", o, 1+(k+o)%4, 5-k)
		}},
		"LangSmith": {head: "inputs.question,outputs.answer,feedback.help,feedback.right,execution_time,example_id,id\n", attributes: "help right", one: func(o, k int) string {
			return fmt.Sprintf("q,a,%d,%d,0.3,ex%d,run%d%d", 1+(k+o)%4, 5-k, o, o, k)
		}},
		"Braintrust": {attributes: "Fact Tone", one: func(o, k int) string {
			return fmt.Sprintf(`{"id": "r%d%d", "input": {"question": "q%d"}, "output": "a", "scores": {"Fact": 0.%d, "Tone": 0.%d}, "metrics": {"start": 17.1, "tokens": 12%d}}`, o, k, o, 1+(k+o)%4, 5-k, k)
		}},
		"loop, list of scores": {attributes: "clear deep", one: func(o, k int) string {
			return fmt.Sprintf(`{"review_id": "v%d", "call": %d, "scores": [{"criterion": "clear", "score": %d, "why": "so"}, {"criterion": "deep", "score": %d}]}`, o, k, 1+(k+o)%4, 5-k)
		}},
		"loop, object of objects": {attributes: "clear deep", one: func(o, k int) string {
			return fmt.Sprintf(`{"passage_id": "v%d", "scores": {"clear": {"score": %d, "confidence": 0.5}, "deep": {"score": %d, "confidence": 0.6}}}`, o, 1+(k+o)%4, 5-k)
		}},
		"loop, flat": {attributes: "clear deep", one: func(o, k int) string {
			return fmt.Sprintf(`{"instance_id": "v%d", "scores": {"clear": %d, "deep": %d}, "usage": {"input_tokens": 90%d, "output_tokens": 8}, "latency_ms": %d}`, o, 1+(k+o)%4, 5-k, k, 500+o+k)
		}},
	} {
		text := c.head
		for k := range 3 {
			for o := range 4 {
				text += c.one(o, k) + "\n"
			}
		}
		d := readCSV(t, text, Options{})
		if s := d.Summary(); strings.Join(d.Attributes, " ") != c.attributes || s.Objects != 4 || s.Fewest != 3 || s.Most != 3 || d.NamedRaters() != 0 {
			t.Errorf("%s: attributes %q, %+v, %s", name, d.Attributes, s, rolesOf(d))
		}
		if len(d.Calls) != 1 || len(d.Calls[0].Attributes) != 2 {
			t.Errorf("%s: calls %+v", name, d.Calls)
		}
		sameByFlags(t, text, d)
	}
}

// TestCallIds: rows with one id of a call are one call, at its price; a run number
// alone says nothing.
func TestCallIds(t *testing.T) {
	file := "text_id,%s,metric,score,cost_eur\n"
	for o := range 3 {
		for k := range 2 {
			for _, m := range []string{"clear", "deep"} {
				file += fmt.Sprintf("t%d,%d,%s,%d,0.02\n", o, 10*o+k, m, 1+(o+k)%3)
			}
		}
	}
	d := readCSV(t, strings.Replace(file, "%s", "request_id", 1), Options{})
	if len(d.Calls) != 1 || fmt.Sprint(d.Calls[0].Attributes) != "[clear deep]" || d.Calls[0].Price.String() != "0.02" || d.PriceUnit != "EUR" || d.NamedRaters() != 0 || len(d.Raters) != 6 {
		t.Errorf("%+v, %s, %d raters", d.Calls, d.PriceUnit, len(d.Raters))
	}
	if d = readCSV(t, strings.NewReplacer("%s", "request_id", "cost_eur", "usd").Replace(file), Options{}); len(d.Calls) != 1 || d.PriceUnit != "USD" {
		t.Errorf("a currency alone is a price: %+v, %s", d.Calls, d.PriceUnit)
	}
	if d = readCSV(t, strings.Replace(file, "%s", "run", 1), Options{}); len(d.Calls) != 0 || len(d.Raters) != 0 {
		t.Errorf("a run number makes calls: %+v", d.Calls)
	}
}
