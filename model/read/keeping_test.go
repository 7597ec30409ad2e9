package read

import (
	"fmt"
	"strings"
	"testing"

	"fms-tui/model"
)

// TestLogErrors: logs and zips that are cut off, or hold something else.
func TestLogErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{toolLogs["DeepEval test run"][:900], "d.csv:1: ends in the middle of an object or a list: was it copied in part?"},
		{string(zipped(t, map[string]string{"a.txt": "x", "b.txt": "y"})), "d.csv: is a zip that holds no samples of Inspect and not one file alone, but 2 files (a.txt and b.txt): behind # the name of one says which"},
		{string(zipped(t, map[string]string{"samples/a.json": "{"})), `d.csv: holds "samples/a.json", which is not a sample of Inspect`},
	} {
		_, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(c.text))}, nil, Options{})
		if !strings.HasPrefix(told(err), c.want) {
			t.Errorf("%.60q\n got %s\nwant %s", c.text, told(err), c.want)
		}
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
	if len(d.Warnings) != 1 || (d.Warnings[0].Remedies[0].Option != model.OptionPivot || d.Warnings[0].Remedies[0].Value != "lang") {
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
