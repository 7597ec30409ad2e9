package read

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
)

// The fixtures are written for these tests, after what each program documents
// of its exports.
const (
	turkBatch = `HITId,Title,AssignmentId,WorkerId,AssignmentStatus,WorkTimeInSeconds,Input.image_url,Input.gold,Answer.tall,Answer.male.on,Answer.male.off,Answer.quality.1,Answer.quality.2,Answer.quality.3,Answer.hair.dark,Answer.hair.long,Answer.tags,Answer.comment,Approve,Reject
h1,t,a1,w1,Approved,12,i1,3,4,true,false,false,true,false,true,false,red|blue,nice,x,
h1,t,a2,w2,Submitted,13,i1,3,5,false,true,false,false,true,false,false,red,,,
h2,t,a3,w1,Approved,14,i2,5,2,true,false,true,false,false,true,true,,odd,x,
h2,t,a4,w3,REJECTED,15,i2,5,9,true,false,true,false,false,true,true,blue,spam,,x
`
	turkForm = `HITId,AssignmentId,WorkerId,AssignmentStatus,Input.text,Input.topic,Answer.taskAnswers
h1,a1,w1,Approved,hello,x,"[{""quality"":{""1"":false,""2"":true},""ok"":{""on"":true},""score"":""4"",""tags"":{""a"":true,""b"":false},""comment"":""fine""}]"
h1,a2,w2,Approved,hello,x,"[{""quality"":{""1"":true,""2"":false},""ok"":{""on"":false},""score"":""5"",""tags"":{""a"":false,""b"":false},""comment"":""so so""}]"
h2,a3,w1,Approved,there,y,"[{""quality"":{""1"":false,""2"":true},""ok"":{""on"":true},""score"":""1"",""tags"":{""a"":true,""b"":true},""comment"":""bad""}]"
`
	studioTasks = `[{"id": 7, "data": {"text": "hello", "gold": 3}, "meta": {}, "created_at": "2024-05-01", "annotations": [
  {"id": 1, "completed_by": {"id": 4, "email": "ann@example.org"}, "was_cancelled": false, "result": [
    {"from_name": "quality", "to_name": "text", "type": "rating", "value": {"rating": 4}},
    {"from_name": "tags", "to_name": "text", "type": "choices", "value": {"choices": ["short", "clear"]}},
    {"from_name": "length", "to_name": "text", "type": "number", "value": {"number": 5}},
    {"from_name": "why", "to_name": "text", "type": "textarea", "value": {"text": ["so"]}}]},
  {"id": 2, "completed_by": 5, "was_cancelled": true, "result": []}],
  "predictions": [{"model_version": "m", "result": []}]},
 {"id": 8, "data": {"text": "there", "gold": 5}, "annotations": [
  {"id": 3, "completed_by": 5, "was_cancelled": false, "result": [
    {"from_name": "quality", "to_name": "text", "type": "rating", "value": {"rating": 2}},
    {"from_name": "tags", "to_name": "text", "type": "choices", "value": {"choices": ["clear"]}},
    {"from_name": "grade", "to_name": "text", "type": "choices", "value": {"choices": ["3"]}},
    {"from_name": "kind", "to_name": "text", "type": "taxonomy", "value": {"taxonomy": [["news"], ["news", "local"]]}}]}]},
 {"id": 9, "data": {"text": "never seen", "gold": 1}, "annotations": []}]
`
	studioMin = `[{"id": 7, "text": "hello", "quality": [{"rating": 4}], "tags": {"choices": ["short", "clear"]}, "annotator": 4, "annotation_id": 11, "created_at": "2024-05-01", "updated_at": "2024-05-01", "lead_time": 3.5},
 {"id": 7, "text": "hello", "quality": [{"rating": 5}], "tags": "clear", "annotator": 5, "annotation_id": 12, "created_at": "2024-05-01", "updated_at": "2024-05-01", "lead_time": 2.5},
 {"id": 8, "text": "there", "quality": [{"rating": 1}], "tags": "short", "annotator": 4, "annotation_id": 13, "created_at": "2024-05-01", "updated_at": "2024-05-01", "lead_time": 9.5}]
`
	studioCSV = `annotation_id,annotator,created_at,id,lead_time,quality,tags,text,updated_at
11,4,2024-05-01,7,3.5,"[{""rating"": 4}]","{""choices"": [""short"", ""clear""]}",hello,2024-05-01
12,5,2024-05-01,7,2.5,"[{""rating"": 5}]",clear,hello,2024-05-01
13,4,2024-05-01,8,9.5,"[{""rating"": 1}]",short,there,2024-05-01
`
	prodigyLabels = `{"text": "hello", "label": "FUNNY", "meta": {"gold": 3}, "_input_hash": 11, "_task_hash": 21, "_annotator_id": "db-ann", "_session_id": "db-ann", "answer": "accept", "_timestamp": 1}
{"text": "hello", "label": "FUNNY", "meta": {"gold": 3}, "_input_hash": 11, "_task_hash": 21, "_annotator_id": "db-bob", "_session_id": "db-bob", "answer": "reject", "_timestamp": 2}
{"text": "there", "label": "SAD", "meta": {"gold": 5}, "_input_hash": 12, "_task_hash": 22, "_session_id": "db-bob", "answer": "accept", "_timestamp": 3}
{"text": "there", "label": "FUNNY", "meta": {"gold": 5}, "_input_hash": 12, "_task_hash": 23, "_session_id": "db-bob", "answer": "ignore", "_timestamp": 4}
`
	prodigyChoices = `{"text": "hello", "options": [{"id": "A", "text": "a"}, {"id": "B", "text": "b"}, {"id": "C", "text": "c"}], "accept": ["A", "C"], "config": {"choice_style": "multiple"}, "_input_hash": 11, "_task_hash": 21, "_annotator_id": "ann", "answer": "accept"}
{"text": "there", "options": [{"id": "A", "text": "a"}, {"id": "B", "text": "b"}, {"id": "C", "text": "c"}], "accept": [], "config": {"choice_style": "multiple"}, "_input_hash": 12, "_task_hash": 22, "_annotator_id": "ann", "answer": "accept"}
{"text": "there", "options": [{"id": "A", "text": "a"}, {"id": "B", "text": "b"}, {"id": "C", "text": "c"}], "accept": [], "config": {"choice_style": "multiple"}, "_input_hash": 12, "_task_hash": 22, "_annotator_id": "bob", "answer": "reject"}
`
	prodigyScale = `{"text": "hello", "options": [{"id": 1, "text": "bad"}, {"id": 2, "text": "good"}], "accept": [2], "config": {"choice_style": "single"}, "_input_hash": 11, "_task_hash": 21, "_annotator_id": "ann", "answer": "accept"}
{"text": "there", "options": [{"id": 1, "text": "bad"}, {"id": 2, "text": "good"}], "accept": [1], "config": {"choice_style": "single"}, "_input_hash": 12, "_task_hash": 22, "_annotator_id": "ann", "answer": "accept"}
`
	argilla2 = `[{"id": "r1", "fields": {"text": "hello"}, "metadata": {"gold": 3}, "suggestions": {"quality": {"value": 4, "score": 0.5, "agent": "m"}}, "responses": {
  "quality": [{"value": 4, "user_id": "u1"}, {"value": 5, "user_id": "u2"}],
  "topic": [{"value": "news", "user_id": "u1"}, {"value": "news", "user_id": "u2"}],
  "tags": [{"value": ["short", "clear"], "user_id": "u1"}],
  "why": [{"value": "because it is", "user_id": "u1"}]}, "vectors": {}, "_server_id": "s1"},
 {"id": "r2", "fields": {"text": "there"}, "metadata": {"gold": 5}, "suggestions": {}, "responses": {
  "quality": [{"value": 1, "user_id": "u1"}],
  "topic": [{"value": "sports", "user_id": "u1"}],
  "order": [{"value": [{"value": "a", "rank": 1}], "user_id": "u1"}]}, "vectors": {}, "_server_id": "s2"}]
`
	argilla1 = `{"fields": {"text": "hello"}, "metadata": {"gold": 3}, "external_id": "r1", "suggestions": [{"question_name": "quality", "value": 3, "agent": "m"}], "responses": [{"user_id": "u1", "values": {"quality": {"value": 4}, "topic": {"value": "1"}}, "status": "submitted"}, {"user_id": "u2", "values": {"quality": {"value": 1}}, "status": "draft"}]}
{"fields": {"text": "there"}, "metadata": {"gold": 5}, "external_id": "r2", "suggestions": [], "responses": [{"user_id": "u2", "values": {"quality": {"value": 2}, "topic": {"value": "2"}}, "status": "submitted"}, {"user_id": null, "values": {}, "status": "discarded"}]}
`
	humans = `story id,prompt,words,Human 1 RE,Human 1 CH,Human 2 RE,Human 2 CH,Human 3 RE,label
s1,dog,100,4,5,3,4,,7
s2,cat,90,2,,,,1,8
`
	multi = "item,worker,colours,size\ni1,w1,red|blue,3\ni1,w2,,4\ni2,w1,[],5\ni2,w2,blue,1\n"
)

// TestShapes: what each program exports, and the same again by the flags that
// reading it gives.
func TestShapes(t *testing.T) {
	for _, test := range []struct {
		name, text                  string
		opt                         Options
		form, layout, roles, labels string
		judgments                   []string
		rows, kept                  int
		dropped, cells, warnings    string
	}{
		{
			name: "Mechanical Turk", text: turkBatch, opt: Options{Label: "Input.gold"},
			form: "Mechanical Turk batch", layout: ByRater, labels: "Input.gold[3 5]",
			roles: "HITId=not used Title=not used AssignmentId=not used WorkerId=rater AssignmentStatus=not used WorkTimeInSeconds=not used Input.image_url=object Input.gold=label Approve=not used Reject=not used " +
				"tall=attribute male=attribute male.off=not used quality=attribute hair.dark=attribute hair.long=attribute tags.red=attribute tags.blue=attribute comment=not used",
			judgments: []string{
				"i1 tall w1 4", "i1 tall w2 5", "i1 male w1 1", "i1 male w2 0", "i1 quality w1 2", "i1 quality w2 3", "i1 hair.dark w1 1", "i1 hair.dark w2 0", "i1 hair.long w1 0", "i1 hair.long w2 0",
				"i1 tags.red w1 1", "i1 tags.red w2 1", "i1 tags.blue w1 1", "i1 tags.blue w2 0",
				"i2 tall w1 2", "i2 male w1 1", "i2 quality w1 1", "i2 hair.dark w1 1", "i2 hair.long w1 1",
			},
			rows: 4, kept: 3, dropped: "[{missing judgment 2} {rejected assignment 1}]", cells: "[{missing judgment 2}]", warnings: "choices",
		},
		{
			name: "Mechanical Turk, crowd-form", text: turkForm, opt: Options{},
			form: "Mechanical Turk batch", layout: ByRater,
			roles: "HITId=object AssignmentId=not used WorkerId=rater AssignmentStatus=not used Input.text=not used Input.topic=not used " +
				"quality=attribute ok=attribute score=attribute tags.a=attribute tags.b=attribute comment=not used Answer.taskAnswers=not used",
			judgments: []string{
				"h1 quality w1 2", "h1 quality w2 1", "h1 ok w1 1", "h1 ok w2 0", "h1 score w1 4", "h1 score w2 5", "h1 tags.a w1 1", "h1 tags.a w2 0", "h1 tags.b w1 0", "h1 tags.b w2 0",
				"h2 quality w1 2", "h2 ok w1 1", "h2 score w1 1", "h2 tags.a w1 1", "h2 tags.b w1 1",
			},
			rows: 3, kept: 3, dropped: "[]", cells: "[]",
		},
		{
			name: "Mechanical Turk, another object", text: turkForm, opt: Options{ObjectCol: "Input.topic", Ignore: []string{"comment"}},
			form: "Mechanical Turk batch", layout: ByRater,
			roles: "HITId=not used AssignmentId=not used WorkerId=rater AssignmentStatus=not used Input.text=not used Input.topic=object " +
				"quality=attribute ok=attribute score=attribute tags.a=attribute tags.b=attribute comment=not used Answer.taskAnswers=not used",
			rows: 3, kept: 3, dropped: "[]", cells: "[]",
		},
		{
			name: "Label Studio", text: studioTasks, opt: Options{Label: "data.gold"},
			form: "Label Studio tasks", layout: Long, labels: "data.gold[3 5]",
			roles: "object=object attribute=attribute judgment=judgment rater=rater id=not used data.text=not used data.gold=label created_at=not used",
			judgments: []string{
				"7 quality ann@example.org 4", "7 tags.short ann@example.org 1", "7 tags.clear ann@example.org 1", "7 length ann@example.org 5",
				"8 quality 5 2", "8 tags.short 5 0", "8 tags.clear 5 1", "8 grade 5 3", "8 kind.news 5 1", "8 kind.news / local 5 1",
			},
			rows: 3, kept: 2, dropped: "[{answer of the type textarea, no rating, number or choice 1} {skipped annotation 1} {prediction of a model 1} {task without an answer 1}]", cells: "[]",
		},
		{
			name: "Label Studio JSON-MIN", text: studioMin,
			form: "Label Studio table (JSON-MIN or CSV)", layout: ByRater,
			roles: "id=object text=not used quality=attribute tags.short=attribute tags.clear=attribute annotator=rater annotation_id=not used created_at=not used updated_at=not used lead_time=not used",
			judgments: []string{
				"7 quality 4 4", "7 quality 5 5", "7 tags.short 4 1", "7 tags.short 5 0", "7 tags.clear 4 1", "7 tags.clear 5 1",
				"8 quality 4 1", "8 tags.short 4 1", "8 tags.clear 4 0",
			},
			rows: 3, kept: 3, dropped: "[]", cells: "[]", warnings: "choices",
		},
		{
			name: "Label Studio CSV", text: studioCSV,
			form: "Label Studio table (JSON-MIN or CSV)", layout: ByRater,
			roles: "annotation_id=not used annotator=rater created_at=not used id=object lead_time=not used quality=attribute tags.short=attribute tags.clear=attribute text=not used updated_at=not used",
			judgments: []string{
				"7 quality 4 4", "7 quality 5 5", "7 tags.short 4 1", "7 tags.short 5 0", "7 tags.clear 4 1", "7 tags.clear 5 1",
				"8 quality 4 1", "8 tags.short 4 1", "8 tags.clear 4 0",
			},
			rows: 3, kept: 3, dropped: "[]", cells: "[]", warnings: "choices",
		},
		{
			name: "Prodigy, labels", text: prodigyLabels, opt: Options{Label: "meta.gold"},
			form: "Prodigy tasks", layout: Long, labels: "meta.gold[3 5]",
			roles: "object=object attribute=attribute judgment=judgment rater=rater text=not used meta.gold=label _input_hash=not used _task_hash=not used _annotator_id=not used _session_id=not used _timestamp=not used",
			judgments: []string{
				"11 FUNNY db-ann 1", "11 FUNNY db-bob 0", "12 SAD db-bob 1",
			},
			rows: 4, kept: 3, dropped: "[{ignored task 1}]", cells: "[]",
		},
		{
			name: "Prodigy, choices", text: prodigyChoices,
			form: "Prodigy tasks", layout: Long,
			roles:     "object=object attribute=attribute judgment=judgment rater=rater text=not used config.choice_style=not used _input_hash=not used _task_hash=not used _annotator_id=not used",
			judgments: []string{"11 choice.A ann 1", "11 choice.B ann 0", "11 choice.C ann 1", "12 choice.A ann 0", "12 choice.B ann 0", "12 choice.C ann 0"},
			rows:      3, kept: 2, dropped: "[{rejected task 1}]", cells: "[]",
		},
		{
			name: "Prodigy, a scale", text: prodigyScale, form: "Prodigy tasks", layout: Long,
			roles:     "object=object attribute=attribute judgment=judgment rater=rater text=not used config.choice_style=not used _input_hash=not used _task_hash=not used _annotator_id=not used",
			judgments: []string{"11 choice ann 2", "12 choice ann 1"}, rows: 2, kept: 2, dropped: "[]", cells: "[]",
		},
		{
			name: "Argilla 2", text: argilla2, opt: Options{Label: "metadata.gold"},
			form: "Argilla records", layout: Long, labels: "metadata.gold[3 5]",
			roles: "object=object attribute=attribute judgment=judgment rater=rater id=not used fields.text=not used metadata.gold=label _server_id=not used",
			judgments: []string{
				"r1 quality u1 4", "r1 quality u2 5", "r1 topic.news u1 1", "r1 topic.news u2 1", "r1 topic.sports u1 0", "r1 topic.sports u2 0", "r1 tags.short u1 1", "r1 tags.clear u1 1",
				"r2 quality u1 1", "r2 topic.news u1 0", "r2 topic.sports u1 1",
			},
			rows: 2, kept: 2, dropped: "[{suggestion of a model 1} {answer that is no rating or label, such as a ranking or spans 1} {answer in words 1}]", cells: "[]",
		},
		{
			name: "Argilla 1", text: argilla1, form: "Argilla records", layout: Long,
			roles:     "object=object attribute=attribute judgment=judgment rater=rater fields.text=not used metadata.gold=not used external_id=not used",
			judgments: []string{"r1 quality u1 4", "r1 topic u1 1", "r2 quality u2 2", "r2 topic u2 2"},
			rows:      2, kept: 2, dropped: "[{suggestion of a model 1} {draft response 1} {discarded response 1}]", cells: "[]",
		},
		{
			name: "raters in columns", text: humans, form: "raters in the names of columns", layout: ByRater,
			roles:     "story id=object prompt=not used words=not used label=label rater=rater RE=attribute CH=attribute",
			judgments: []string{"s1 RE Human 1 4", "s1 RE Human 2 3", "s1 CH Human 1 5", "s1 CH Human 2 4", "s2 RE Human 1 2", "s2 RE Human 3 1"},
			labels:    "label[7 8]", rows: 2, kept: 2, dropped: "[{missing judgment 2}]", cells: "[{missing judgment 2}]", warnings: "rater-columns",
		},
		{
			name: "raters alone", text: "item,rater1,rater2\ni1,3,4\ni2,,5\n,,\n", form: "raters in the names of columns", layout: ByRater,
			roles:     "item=object rater=rater judgment=attribute",
			judgments: []string{"i1 judgment rater1 3", "i1 judgment rater2 4", "i2 judgment rater2 5"},
			rows:      3, kept: 2, dropped: "[{empty row 1}]", cells: "[]", warnings: "rater-columns",
		},
		{
			name: "a rater who is silent", text: "item,rater1,rater2,rater3\ni1,3,4,\ni2,,5,NA\n", form: "raters in the names of columns", layout: ByRater,
			roles:     "item=object rater=rater judgment=attribute",
			judgments: []string{"i1 judgment rater1 3", "i1 judgment rater2 4", "i2 judgment rater2 5"},
			rows:      2, kept: 2, dropped: "[]", cells: "[]", warnings: "rater-columns silent-raters",
		},
		{
			name: "raters behind and between", text: "item,relevance_rater1,relevance_rater2,Annotator_2_fluency,fluency (rater 3)\ni1,1,2,3,4\n", form: "raters in the names of columns", layout: ByRater,
			roles:     "item=object rater=rater relevance=attribute fluency=attribute",
			judgments: []string{"i1 relevance rater1 1", "i1 relevance rater2 2", "i1 fluency Annotator_2 3", "i1 fluency rater 3 4"},
			rows:      1, kept: 1, dropped: "[{missing judgment 4}]", cells: "[{missing judgment 4}]", warnings: "rater-columns",
		},
		{
			name: "several options", text: multi, layout: ByRater,
			roles: "item=object worker=rater colours.red=attribute colours.blue=attribute size=attribute",
			judgments: []string{
				"i1 colours.red w1 1", "i1 colours.blue w1 1", "i1 size w1 3", "i1 size w2 4",
				"i2 colours.red w1 0", "i2 colours.red w2 0", "i2 colours.blue w1 0", "i2 colours.blue w2 1", "i2 size w1 5", "i2 size w2 1",
			},
			rows: 4, kept: 4, dropped: "[{missing judgment 2}]", cells: "[{missing judgment 2}]", warnings: "choices",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := readCSV(t, test.text, test.opt)
			for _, c := range []struct{ what, got, want string }{
				{"form", d.Reading.Form, test.form},
				{"layout", d.Reading.Layout, test.layout},
				{"roles", rolesOf(d), test.roles},
				{"labels", labelsOf(d), test.labels},
				{"dropped", fmt.Sprint(d.Reading.Dropped), test.dropped},
				{"dropped cells", fmt.Sprint(d.Reading.DroppedCells), test.cells},
				{"rows", fmt.Sprint(d.Reading.Rows, d.Reading.Kept), fmt.Sprint(test.rows, test.kept)},
				{"warnings", strings.Join(codes(d), " "), test.warnings},
			} {
				if c.got != c.want {
					t.Errorf("%s\n got %s\nwant %s", c.what, c.got, c.want)
				}
			}
			if got := dump(d); test.judgments != nil && !slices.Equal(got, test.judgments) {
				t.Errorf("judgments\n got %q\nwant %q", got, test.judgments)
			}
			again := readCSV(t, test.text, Options{}.With(d.Reading.Choices...))
			d.Reading.Because, again.Reading.Because = nil, nil
			d.Warnings, again.Warnings = nil, nil // of notes the flags spare some
			for i := range d.Reading.Columns {
				d.Reading.Columns[i].Reason, again.Reading.Columns[i].Reason = "", "" // a flag is one
				d.Reading.Columns[i].Code, again.Reading.Columns[i].Code = "", ""
				d.Reading.Columns[i].Remedy, again.Reading.Columns[i].Remedy = model.Remedy{}, model.Remedy{}
			}
			if !reflect.DeepEqual(again, d) {
				t.Errorf("%s reads\n%+v, not\n%+v", chosen(d.Reading.Choices), again, d)
			}
		})
	}
}
