package read

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"fms-tui/model"
)

// The logs below are written as the tools write them: three poems, two judges, owl and
// fox, two criteria, two calls; what people say is .5, 1.5 and 2.5.

const (
	toolObjects   = 3
	toolCalls     = 2
	toolJudges    = "owl fox"
	toolCriteria  = "metre image"
	toolJudgments = toolObjects * toolCalls * 4
)

// rating is what a judge says of a poem in a call.
func rating(poem, judge, criterion, call int) int { return 1 + (2*poem+3*judge+criterion+call)%5 }

// eachScore joins what every judge and criterion of a poem's call becomes.
func eachScore(poem, call int, sep string, one func(judge, criterion string, rating int) string) string {
	var parts []string
	for j, judge := range strings.Fields(toolJudges) {
		for c, criterion := range strings.Fields(toolCriteria) {
			parts = append(parts, one(judge, criterion, rating(poem, j, c, call)))
		}
	}
	return strings.Join(parts, sep)
}

// eachRecord joins what every call of every poem becomes.
func eachRecord(sep string, one func(poem, call int) string) string {
	var parts []string
	for call := range toolCalls {
		for poem := range toolObjects {
			parts = append(parts, one(poem, call))
		}
	}
	return strings.Join(parts, sep)
}

func promptfooRecords(sep string) string {
	return eachRecord(sep, func(poem, call int) string {
		parts := eachScore(poem, call, ",", func(judge, criterion string, r int) string {
			return fmt.Sprintf(`{"pass":true,"score":%d,"reason":"so","tokensUsed":{"total":110,"prompt":100,"completion":10},"assertion":{"type":"llm-rubric","metric":"%s.%s","provider":"x:%s"}}`, r, judge, criterion, judge)
		})
		return fmt.Sprintf(`{"cost":0.001,"gradingResult":{"pass":true,"score":2,"componentResults":[%s]},"latencyMs":%d,"promptIdx":0,"testIdx":%d,"success":true,"provider":{"id":"m"},"response":{"output":"a"},"testCase":{"metadata":{"human_mean_score":%d.5}},"vars":{"poem":"p%d"}}`,
			parts, 500+poem+call, poem, poem, poem)
	})
}

func inspectSample(poem, call int) string {
	var scorers []string
	for j, judge := range strings.Fields(toolJudges) {
		scorers = append(scorers, fmt.Sprintf(`"%s":{"value":{"metre":%d,"image":%d},"explanation":"so"}`, judge, rating(poem, j, 0, call), rating(poem, j, 1, call)))
	}
	return fmt.Sprintf(`{"id":"p%d","epoch":%d,"input":"i","target":"%d.5","messages":[{"role":"user","n":1}],"output":{"model":"m"},"scores":{%s},"metadata":{"human":%d.5}}`,
		poem, call+1, poem, strings.Join(scorers, ","), poem)
}

// toolLogs are logs by the form that they are recognised as.
var toolLogs = map[string]string{
	"promptfoo results":       `{"evalId":"e","results":{"version":3,"prompts":[{"raw":"r","provider":"m","metrics":{"score":4}}],"results":[` + promptfooRecords(",") + `],"stats":{"successes":6}},"config":{}}`,
	"promptfoo results/lines": promptfooRecords("\n"),
	"Inspect log":             `{"version":2,"eval":{"task":"t","model":"m"},"results":{"scores":[{"name":"owl","metrics":{"mean":{"name":"mean","value":1}}}]},"samples":[` + eachRecord(",", inspectSample) + `]}`,
	"Inspect samples_df table": "sample_id,eval_id,id,epoch,input,target,metadata_human,score_owl_metre,score_owl_image,score_fox_metre,score_fox_image\n" +
		eachRecord("\n", func(poem, call int) string {
			return fmt.Sprintf("u%d%d,e,p%d,%d,i,%d.5,%d.5,%s", poem, call, poem, call+1, poem, poem,
				eachScore(poem, call, ",", func(_, _ string, r int) string { return fmt.Sprint(r) }))
		}) + "\n",
	"DeepEval test run": `{"testCases":[` + eachRecord(",", func(poem, call int) string {
		return fmt.Sprintf(`{"name":"p%d","input":"i","success":true,"order":%d,"metricsData":[%s]}`, poem, poem, eachScore(poem, call, ",", func(judge, criterion string, r int) string {
			return fmt.Sprintf(`{"name":"%s","threshold":0.5,"score":%d,"evaluationModel":"%s","evaluationCost":0.004}`, criterion, r, judge)
		}))
	}) + `],"runDuration":3,"evaluationCost":9.5}`,
	"Langfuse scores": "id,timestamp,traceId,name,value,source,authorUserId,comment\n" + eachRecord("\n", func(poem, call int) string {
		return eachScore(poem, call, "\n", func(judge, criterion string, r int) string {
			return fmt.Sprintf("%d%d%s%s,2026,p%d,%s-%s,%d,EVAL,,\"well, so\"", poem, call, judge, criterion, poem, judge, criterion, r)
		})
	}) + "\n" + "a,2026,p0,human,0,ANNOTATION,u1,\nb,2026,p0,human,1,ANNOTATION,u2,\nc,2026,p1,human,1.5,ANNOTATION,u1,\nd,2026,p2,human,2.5,ANNOTATION,u1,\n",
	"OpenAI evals output items": eachRecord("\n", func(poem, call int) string {
		return fmt.Sprintf(`{"object":"eval.run.output_item","id":"i%d%d","run_id":"r%d","datasource_item_id":"p%d","datasource_item":{"human":%d.5},"results":[%s],"sample":{"usage":{"total_tokens":30}}}`, poem, call, call, poem, poem,
			eachScore(poem, call, ",", func(judge, criterion string, r int) string {
				return fmt.Sprintf(`{"name":"%s-%s","passed":true,"score":%d}`, judge, criterion, r)
			}))
	}),
	"MLflow traces": func() string {
		var lines []string
		for poem := range toolObjects {
			var all []string
			for call := range toolCalls {
				all = append(all, eachScore(poem, call, ",", func(judge, criterion string, r int) string {
					return fmt.Sprintf(`{"assessment_name":"%s","source":{"source_type":"LLM_JUDGE","source_id":"%s"},"feedback":{"value":%d}}`, criterion, judge, r)
				}))
			}
			lines = append(lines, fmt.Sprintf(`{"trace_id":"p%d","state":"OK","assessments":[%s,{"assessment_name":"human","source":{"source_type":"HUMAN","source_id":"u"},"expectation":{"value":%d.5}}]}`, poem, strings.Join(all, ","), poem))
		}
		return strings.Join(lines, "\n")
	}(),
	"HELM per-instance statistics": `[` + eachRecord(",", func(poem, call int) string {
		return fmt.Sprintf(`{"instance_id":"p%d","train_trial_index":%d,"stats":[%s]}`, poem, call, eachScore(poem, call, ",", func(judge, criterion string, r int) string {
			return fmt.Sprintf(`{"name":{"name":"%s_%s","split":"test"},"count":1,"sum":%d,"mean":%d}`, judge, criterion, r, r)
		}))
	}) + `]`,
	"lm-evaluation-harness samples": eachRecord("\n", func(poem, call int) string {
		return fmt.Sprintf(`{"doc_id":"p%d","doc":{"human":%d.5},"target":"%d.5","resps":[["t"]],"filter":"none","metrics":["owl-metre","owl-image","fox-metre","fox-image"],%s}`, poem, poem, poem,
			eachScore(poem, call, ",", func(judge, criterion string, r int) string { return fmt.Sprintf(`"%s-%s":%d`, judge, criterion, r) }))
	}),
}

// TestTools: the log of each tool comes in right, and again by the flags that
// reading it gives.
func TestTools(t *testing.T) {
	for form, text := range toolLogs {
		t.Run(form, func(t *testing.T) {
			d := readCSV(t, text, Options{})
			checkPoems(t, d)
			if want, _, _ := strings.Cut(form, "/"); d.Reading.Form != want {
				t.Errorf("read as %q", d.Reading.Form)
			}
			if len(d.Reading.Because) == 0 || !strings.Contains(d.Reading.Because[0].Message, "was read as") {
				t.Errorf("%+v does not say what the tool was told by", d.Reading.Because)
			}
			wantLabel := form != "DeepEval test run" && form != "HELM per-instance statistics" && !strings.HasPrefix(form, "promptfoo")
			if got := labelsOf(d); wantLabel != strings.HasSuffix(got, "[0.5 1.5 2.5]") {
				t.Errorf("labels %s", got)
			}
			sameByFlags(t, text, d)
		})
	}
}

// checkPoems holds data to four attributes of three poems, judged twice.
func checkPoems(t *testing.T, d *model.Dataset) {
	t.Helper()
	s := d.Summary()
	if s.Objects != toolObjects || s.Judgments != toolJudgments || s.Fewest != toolCalls || s.Most != toolCalls || len(d.Attributes) != 4 || d.NamedRaters() != 0 {
		t.Errorf("%+v, attributes %q, %d named raters", s, d.Attributes, d.NamedRaters())
	}
	for o := range d.Objects {
		for j := d.Start[o]; j < d.Start[o+1]; j++ {
			judge, criterion := 0, 0
			if strings.Contains(d.Attributes[d.Attr[j]], "fox") {
				judge = 1
			}
			if strings.HasSuffix(d.Attributes[d.Attr[j]], "image") {
				criterion = 1
			}
			if call := j - d.Start[o] - int(d.Attr[j])*toolCalls; int(d.Value[j]) != rating(o, judge, criterion, call) {
				t.Fatalf("%s of %s, call %d is %v", d.Attributes[d.Attr[j]], d.Objects[o], call, d.Value[j])
			}
		}
	}
}

func sameByFlags(t *testing.T, text string, d *model.Dataset) {
	t.Helper()
	again := readCSV(t, text, Options{}.With(d.Reading.Choices...))
	if !reflect.DeepEqual(dump(again), dump(d)) || !reflect.DeepEqual(again.Calls, d.Calls) || !reflect.DeepEqual(again.Prices, d.Prices) || labelsOf(again) != labelsOf(d) {
		t.Errorf("%s reads\n%q\n%+v, not\n%q\n%+v", chosen(d.Reading.Choices), dump(again), again.Calls, dump(d), d.Calls)
	}
}

// TestToolPrices: what judgments cost by the data, and by the price of tokens.
func TestToolPrices(t *testing.T) {
	d := readCSV(t, toolLogs["DeepEval test run"], Options{})
	if d.PriceUnit != "USD" || len(d.Prices) != 4 || d.Prices[0].String() != "0.004" {
		t.Errorf("DeepEval: %v %s", d.Prices, d.PriceUnit)
	}
	d = readCSV(t, toolLogs["promptfoo results"], Options{TokenPrice: "2,5"})
	if len(d.Prices) != 4 || d.Prices[3].String() != "0.00025" || len(d.Calls) != 0 {
		t.Errorf("promptfoo: %v, calls %+v", d.Prices, d.Calls)
	}
	if d = readCSV(t, toolLogs["Inspect log"], Options{}); d.Prices != nil || d.PriceUnit != "" {
		t.Errorf("Inspect: %v", d.Prices)
	}
	for s, ok := range map[string]bool{"1,2": true, "0,.5": true, "1": false, "a,b": false, "-1,2": false, "1,Inf": false} {
		if err := CheckTokenPrice(s); (err == nil) != ok {
			t.Errorf("%q: %v", s, err)
		}
	}
}

// TestToolCalls: what comes from one call.
func TestToolCalls(t *testing.T) {
	for form, want := range map[string]string{
		"Inspect log":                   "[[owl.metre owl.image] [fox.metre fox.image]]",
		"lm-evaluation-harness samples": "[[owl-metre owl-image fox-metre fox-image]]",
		"promptfoo results":             "[]", "MLflow traces": "[]", "Langfuse scores": "[]", "DeepEval test run": "[]",
	} {
		got := [][]string{}
		for _, c := range readCSV(t, toolLogs[form], Options{}).Calls {
			got = append(got, c.Attributes)
			if c.Why == "" {
				t.Errorf("%s: no reason", form)
			}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", form, got, want)
		}
	}
}

// TestInspectZip: a log of Inspect as it is stored, and one with letters for values.
func TestInspectZip(t *testing.T) {
	files := map[string]string{"header.json": `{"version":2}`, "_journal/start.json": `{}`}
	for call := range toolCalls {
		for poem := range toolObjects {
			files[fmt.Sprintf("samples/p%d_epoch_%d.json", poem, call+1)] = inspectSample(poem, call)
		}
	}
	d := readCSV(t, string(zipped(t, files)), Options{})
	checkPoems(t, d)
	if d.Reading.Form != "Inspect log" {
		t.Error(d.Reading.Form)
	}
	d = readCSV(t, `{"id":1,"epoch":1,"target":"x","scores":{"match":{"value":"C"},"judge":{"value":"P"}}}`+"\n"+
		`{"id":2,"epoch":1,"target":"x","scores":{"match":{"value":"I"},"judge":{"value":"N"}}}`, Options{})
	wantDump(t, d, "1 match - 1", "1 judge - 0.5", "2 match - 0", "2 judge - 0")
}

// TestPromptfooPrompts: what two prompts or two models wrote of one test are two objects, and a sentence says so.
func TestPromptfooPrompts(t *testing.T) {
	text := promptfooRecords("\n")
	for _, other := range []*strings.Replacer{strings.NewReplacer(`"promptIdx":0`, `"promptIdx":1`), strings.NewReplacer(`{"id":"m"}`, `{"id":"n"}`)} {
		d := readCSV(t, text+"\n"+other.Replace(text), Options{})
		if s := d.Summary(); s.Objects != 2*toolObjects || s.Most != toolCalls || !strings.Contains(d.Reading.Because[0].Message, "2 prompts or models") {
			t.Errorf("%+v, %+v", s, d.Reading.Because)
		}
	}
}
