package read

import (
	"fmt"
	"strings"
	"testing"
)

// TestShapeErrors holds the messages about exports and other files to the letter,
// as TestErrors does.
func TestShapeErrors(t *testing.T) {
	const turkHead = "HITId,AssignmentId,WorkerId,AssignmentStatus,Input.text,Answer.taskAnswers\n"
	var manyOptions strings.Builder
	manyOptions.WriteString("item,worker,tags\n")
	for i := range 60 {
		fmt.Fprintf(&manyOptions, "i%d,w,a%d|b%d\n", i, i, i)
	}
	const ls = `{"id": 1, "data": {"text": "x"}, "annotations": %s}`
	const pr = `{"_input_hash": 1, "_task_hash": 2, "text": "x", %s}`
	const ar = `{"id": 1, "fields": {"text": "x"}, %s}`
	for _, c := range []struct {
		name, text string
		opt        Options
		want       string
	}{
		{"turk cut", turkHead + "h,a,w,Approved,i,\"[{\"\"q\"\":{\"\"1\"\":tr\"\n", Options{}, `d.csv:2: column Answer.taskAnswers: "[{\"q\":{\"1\":tr" is no JSON of answers as Mechanical Turk writes it (invalid character ' ' in literal true (expecting 'u')): accepted is a list such as [{"quality": {"1": false, "2": true}}]; was the cell cut off or changed by a spreadsheet?; [ignore-col=Answer.taskAnswers] leaves the column out`},
		{"turk object", turkHead + "h,a,w,Approved,i,\"{\"\"q\"\":1}\"\n", Options{}, `d.csv:2: column Answer.taskAnswers: "{\"q\":1}" is no JSON of answers as Mechanical Turk writes it (found is a JSON object where another value is expected): accepted is a list such as [{"quality": {"1": false, "2": true}}]; was the cell cut off or changed by a spreadsheet?; [ignore-col=Answer.taskAnswers] leaves the column out`},
		{"turk list", turkHead + "h,a,w,Approved,i,[1]\n", Options{}, `d.csv:2: column Answer.taskAnswers: "[1]" is no JSON of answers as Mechanical Turk writes it: accepted is a list such as [{"quality": {"1": false, "2": true}}]; was the cell cut off or changed by a spreadsheet?; [ignore-col=Answer.taskAnswers] leaves the column out`},
		{"turk spreadsheet", turkHead + "h,a,w,Approved,i,#NAME?\n", Options{}, `d.csv:2: column Answer.taskAnswers: "#NAME?" is no JSON of answers as Mechanical Turk writes it (invalid character '#' looking for beginning of value): accepted is a list such as [{"quality": {"1": false, "2": true}}]; was the cell cut off or changed by a spreadsheet?; [ignore-col=Answer.taskAnswers] leaves the column out`},
		{"turk all rejected", turkHead + "h,a,w,rejected,i,[]\n", Options{}, `d.csv: holds no judgment in 1 row, read as Mechanical Turk batch; left out: rejected assignment (1); needed are numbers, ratings or choices`},
		{"turk no object", turkHead + "h,a,w,Approved,,\"[{\"\"q\"\":1}]\"\n", Options{}, `d.csv:2: column Input.text: is empty: every row needs the id of its object`},
		{"turk only text", turkHead + "h,a,w,Approved,i,\"[{\"\"q\"\":\"\"fine\"\"}]\"\n", Options{}, `d.csv: holds no judgment: no answer is a number, true or false, or names options; q holds text; from Answer.taskAnswers, of Mechanical Turk`},
		{"turk number among text", "HITId,AssignmentId,WorkerId,Input.text,Answer.q\nh,a,w,i,3\nh,a,w,i,good\n", Options{Attributes: []string{"q"}}, `d.csv:3: column q: "good" is not a number: ` + accepted + `; the column is from Answer.q, of Mechanical Turk`},
		{"turk unknown label", "HITId,AssignmentId,WorkerId,Input.text,Input.gold,Answer.q\nh,a,w,i,2,3\n", Options{Label: "gold"}, `d.csv: has no label gold: the data have no label; columns that could be the label: q and Input.gold [label]`},
		{"turk label differs", "HITId,AssignmentId,WorkerId,Input.text,Input.gold,Answer.q\nh,a,w,i,2,3\nh,a,v,i,3,3\n", Options{Label: "Input.gold"}, `d.csv:3: column Input.gold: "3" differs from "2" on line 2 for the same object "h": an object has one value of a label`},
		{"turk unknown rater", "HITId,AssignmentId,WorkerId,Input.text,Answer.q\nh,a,w,i,3\n", Options{RaterCol: "Worker"}, `d.csv:1: has no column Worker: the columns are WorkerId, HITId, q, Input.text and AssignmentId [rater-col]`},
		{"turk by-object", "HITId,AssignmentId,WorkerId,Input.text,Answer.q\nh,a,w,i,3\n", Options{Layout: ByObject}, `d.csv:1: has no column for the object: call it doc, document, essay, example, image, item, object, sample, stimulus, story, task or unit; the columns are HITId, AssignmentId, WorkerId, Input.text and Answer.q; [object-col=] names it`},
		{"turk header alone", turkHead, Options{}, `d.csv: holds a header and no rows: at least one row is needed`},
		{"turk ignore nothing", "HITId,AssignmentId,WorkerId,Input.text,Answer.q\nh,a,w,i,3\n", Options{Ignore: []string{"Answer.r"}}, `d.csv:1: has no column Answer.r: the columns are Answer.q, WorkerId, HITId, q, AssignmentId and Input.text [ignore-col]`},
		{"options too many", manyOptions.String(), Options{}, `d.csv: holds no judgment: no answer is a number, true or false, or names options; tags holds text: more than 50 options if the answers are several`},
		{"options and numbers", "item,worker,tags\ni,w,3\nj,w,1|x\nk,w,x\n", Options{Attributes: []string{"tags"}}, `d.csv:3: column tags: "1|x" is not a number: ` + accepted},
		{"raters twice", "item,rater1_x,x rater 1,rater2_x\ni,1,2,3\n", Options{}, `d.csv:1: columns rater1_x and "x rater 1" both hold x by the rater rater1: rename one; [ignore-col=] leaves one out`},
		{"raters text among", "item,rater1,rater2\ni,1,2\nj,3,good\n", Options{Attributes: []string{"judgment"}}, `d.csv:3: column judgment: "good" is not a number: ` + accepted + `; the column is from rater1 and rater2`},
		{"raters no object", "rater1,rater2\n1,2\n3,4\n", Options{}, `d.csv:1: has no column for the object: call it doc, document, essay, example, image, item, object, sample, stimulus, story, task or unit; the columns are rater and judgment; [object-col=] names it`},
		{"raters empty", "item,rater1,rater2\ni,1,2\n,3,4\n", Options{}, `d.csv:3: column item: is empty: every row needs the id of its object`},
		{"ls not a list", fmt.Sprintf(ls, `"x"`), Options{}, `d.csv:1: column annotations: "x" is no list of annotations as Label Studio exports tasks (invalid character 'x' looking for beginning of value): export the project as JSON anew`},
		{"ls wrong type", fmt.Sprintf(ls, `[{"result": [{"value": {"rating": "good"}}]}]`), Options{}, `d.csv:1: column annotations: "[{\"result\": [{\"value\": {\"rating\": \"good\"}}]}]" is no list of annotations as Label Studio exports tasks (found is text where a number is expected): export the project as JSON anew`},
		{"ls nobody", fmt.Sprintf(ls, `[]`), Options{}, `d.csv: holds no judgment in 1 row, read as Label Studio tasks; left out: task without an answer (1); needed are numbers, ratings or choices`},
		{"ls only skipped", fmt.Sprintf(ls, `[{"was_cancelled": true, "result": []}]`), Options{}, `d.csv: holds no judgment in 1 row, read as Label Studio tasks; left out: skipped annotation (1), task without an answer (1); needed are numbers, ratings or choices`},
		{"ls only spans", fmt.Sprintf(ls, `[{"completed_by": 1, "result": [{"type": "labels", "from_name": "l", "value": {"labels": ["A"]}}]}]`), Options{}, `d.csv: holds no judgment in 1 row, read as Label Studio tasks; left out: answer of the type labels, no rating, number or choice (1), task without an answer (1); needed are numbers, ratings or choices`},
		{"ls no id", `{"id": null, "data": {"text": "x"}, "annotations": []}`, Options{}, `d.csv:1: column id: is empty: every task of Label Studio has an id`},
		{"ls label unknown", fmt.Sprintf(ls, `[{"result": [{"from_name": "q", "type": "rating", "value": {"rating": 3}}]}]`), Options{Label: "gold"}, `d.csv: has no label gold: the data have no label [label]`},
		{"ls infinite", fmt.Sprintf(ls, `[{"result": [{"from_name": "q", "type": "number", "value": {"number": 1e999}}]}]`), Options{}, `d.csv:1: column judgment: "1e999" is too large: accepted are numbers between -1.79e308 and 1.79e308; the column is the answer of Label Studio`},
		{"ls by-rater", fmt.Sprintf(ls, `[{"result": []}]`), Options{Layout: ByRater}, `d.csv: holds no judgment, no column of attributes has a number in it: read as by-rater, the columns are id, data.text and annotations; the long layout needs columns for attribute and judgment; [attribute-col=] and its like name them`},
		{"prodigy answer", fmt.Sprintf(pr, `"answer": "yes"`), Options{}, `d.csv:1: column answer: "yes" is no answer of Prodigy: accepted are accept, reject and ignore`},
		{"prodigy ignored", fmt.Sprintf(pr, `"answer": "ignore"`), Options{}, `d.csv: holds no judgment in 1 row, read as Prodigy tasks; left out: ignored task (1); needed are numbers, ratings or choices`},
		{"prodigy options", fmt.Sprintf(pr, `"answer": "accept", "options": "A", "accept": ["A"]`), Options{}, `d.csv:1: column options: "A" is no list as Prodigy writes it (invalid character 'A' looking for beginning of value): accepted are options such as [{"id": 1}] and ids chosen such as [1]`},
		{"prodigy accept", fmt.Sprintf(pr, `"answer": "accept", "options": [{"id": 1}], "accept": 1`), Options{}, `d.csv:1: column accept: "1" is no list as Prodigy writes it (found is a JSON number where another value is expected): accepted are options such as [{"id": 1}] and ids chosen such as [1]`},
		{"prodigy hash", `{"_input_hash": null, "_task_hash": 2, "answer": "accept"}`, Options{}, `d.csv:1: column _input_hash: is empty: every task of Prodigy has one`},
		{"argilla responses", fmt.Sprintf(ar, `"responses": "x"`), Options{}, `d.csv:1: column responses: "x" is no list of responses as Argilla exports records (invalid character 'x' looking for beginning of value): accepted is a list such as [{"user_id": "u", "value": 4}]`},
		{"argilla question", fmt.Sprintf(ar, `"responses": {"q": [1]}`), Options{}, `d.csv:1: column responses.q: "[1]" is no list of responses as Argilla exports records (found is a JSON number where another value is expected): accepted is a list such as [{"user_id": "u", "value": 4}]`},
		{"argilla words", fmt.Sprintf(ar, `"responses": {"q": [{"value": "so it is"}]}`), Options{}, `d.csv: holds no judgment in 1 row, read as Argilla records; left out: answer in words (1); needed are numbers, ratings or choices`},
		{"argilla drafts", fmt.Sprintf(ar, `"responses": [{"status": "draft", "values": {"q": {"value": 1}}}]`), Options{}, `d.csv: holds no judgment in 1 row, read as Argilla records; left out: draft response (1), record without an answer (1); needed are numbers, ratings or choices`},
		{"argilla suggestions", fmt.Sprintf(ar, `"suggestions": {"q": {"value": 3}}, "responses": {"q": []}`), Options{}, `d.csv: holds no judgment in 1 row, read as Argilla records; left out: suggestion of a model (1), record without an answer (1); needed are numbers, ratings or choices`},
		{"studio table", "id,annotator,annotation_id,lead_time,q\n1,u,2,3,\"[{\"\"rating\"\": \"\"x\"\"}]\"\n", Options{}, `d.csv: holds no judgment: no answer is a number, true or false, or names options; q holds text`},
		{"studio table mixed", "id,annotator,annotation_id,lead_time,q\n1,u,2,3,\"[{\"\"rating\"\": 3}]\"\n1,v,2,3,good\n", Options{Attributes: []string{"q"}}, `d.csv:3: column q: "good" is not a number: ` + accepted},
		{"zstd cut", "\x28\xb5\x2f\xfd\x04", Options{}, `d.csv:1: the compressed file is damaged or was copied in part (unexpected EOF): compress it anew`},
		{"zstd garbage", "\x28\xb5\x2f\xfdhello world, no zstd", Options{}, `d.csv:1: the compressed file is damaged or was copied in part (reserved bit set on frame header): compress it anew`},
		{"xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Options{}, `d.csv: is a file of an old Office program (.xls or .doc): ` + acceptedFormats()},
		{"pdf", "%PDF-1.4\n", Options{}, `d.csv: is a PDF file: ` + acceptedFormats()},
		{"html", "<!DOCTYPE html><html><body>Sign in</body></html>\n", Options{}, `d.csv: is a web page (HTML), perhaps of a login that stood in the way: ` + acceptedFormats()},
		{"rtf", "{\\rtf1\\ansi hello}", Options{}, `d.csv: is a text document (RTF): ` + acceptedFormats()},
	} {
		_, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(c.text))}, nil, c.opt)
		if told(err) != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.name, told(err), c.want)
		}
	}
}
