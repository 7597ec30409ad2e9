package read

import (
	"strings"
	"testing"
)

// crowdFiles are exports of crowds and tables of studies: objects, judgments, named
// raters, attributes and labels are what they should come in as.
var crowdFiles = []struct {
	name, text, form            string
	objects, judgments, raters  int
	attributes, labels, dropped string
}{
	{
		name: "Toloka", form: "Toloka assignments", objects: 2, judgments: 6, raters: 2, attributes: "clear funny", labels: "", dropped: "[{rejected assignment 1}]",
		text: "INPUT:text\tINPUT:id\tOUTPUT:clear\tOUTPUT:funny\tGOLDEN:clear\tASSIGNMENT:assignment_id\tASSIGNMENT:worker_id\tASSIGNMENT:status\tASSIGNMENT:reward\n" +
			"t\tk1\t3\t1\t\ta1\tw1\tAPPROVED\t0.05\nt\tk1\t4\t0\t\ta2\tw2\tAPPROVED\t0.05\nu\tk2\t5\t1\t\ta3\tw1\tAPPROVED\t0.05\nu\tk2\t5\t1\t\ta4\tw2\tREJECTED\t0.05\n",
	},
	{
		name: "Appen", form: "Appen full report", objects: 2, judgments: 6, raters: 2, attributes: "clear funny", labels: "human[3.5 2]", dropped: "[{tainted judgment 1}]",
		text: "_unit_id,_created_at,_id,_tainted,_trust,_worker_id,_ip,clear,funny,clear_gold,human,text\n" +
			"7,d,1,false,0.9,41,1.1.1.1,3,1,,3.5,t\n7,d,2,false,0.8,42,1.1.1.1,4,0,,3.5,t\n8,d,3,false,0.9,41,1.1.1.1,5,1,,2,u\n8,d,4,true,0.1,42,1.1.1.1,5,1,,2,u\n",
	},
	{
		name: "Ground Truth", form: "SageMaker Ground Truth manifest", objects: 2, judgments: 6, raters: 2, attributes: "clear funny", dropped: "[{answer in words 1}]",
		text: `{"source-ref": "s3://b/1.txt", "job": {"annotationsFromAllWorkers": [{"workerId": "w1", "annotationData": {"content": "{\"clear\": 3, \"funny\": {\"yes\": true}, \"why\": \"so\"}"}}, {"workerId": "w2", "annotationData": {"content": "{\"clear\": 4}"}}]}, "job-metadata": {"job-name": "job"}}` + "\n" +
			`{"source-ref": "s3://b/2.txt", "job": {"annotationsFromAllWorkers": [{"workerId": "w1", "annotationData": {"content": "{\"clear\": 5, \"funny\": {\"yes\": false}}"}}, {"workerId": "w2", "annotationData": {"content": "{\"clear\": 5}"}}]}, "job-metadata": {"job-name": "job"}}`,
	},
	{
		name: "Qualtrics", form: "Qualtrics responses", objects: 2, judgments: 8, raters: 2, attributes: "Q1 Q2", dropped: "[{preview 1}]",
		text: "StartDate,Status,Progress,Duration (in seconds),Finished,ResponseId,PROLIFIC_PID,1_Q1,1_Q2,2_Q1,2_Q2,Q9\n" +
			"Start Date,Response Type,Progress,Duration (in seconds),Finished,Response ID,PROLIFIC_PID,How clear?,How funny?,How clear?,How funny?,Age?\n" +
			`"{""ImportId"":""startDate""}","{""ImportId"":""status""}","{""ImportId"":""x""}","{""ImportId"":""x""}","{""ImportId"":""x""}","{""ImportId"":""x""}","{""ImportId"":""x""}","{""ImportId"":""x""}","{""ImportId"":""x""}","{""ImportId"":""x""}","{""ImportId"":""x""}","{""ImportId"":""x""}"` + "\n" +
			"d,Survey Preview,100,9,True,R_0,pid0,1,1,1,1,30\nd,IP Address,100,9,True,R_1,pid1,3,1,5,1,31\nd,IP Address,100,9,True,R_2,pid2,4,0,5,2,32\n",
	},
	{
		name: "crowd-kit", objects: 2, judgments: 4, raters: 2, attributes: "label", dropped: "[]",
		text: "task,worker,label\nk1,w1,1\nk1,w2,0\nk2,w1,1\nk2,w2,1\n",
	},
	{
		name: "crowd-kit of words", objects: 2, judgments: 8, raters: 2, attributes: "label.cat label.dog", dropped: "[]",
		text: "task,worker,label\nk1,w1,cat\nk1,w2,dog\nk2,w1,cat\nk2,w2,cat\n",
	},
	{
		name: "generalizability", form: "generalizability study", objects: 2, judgments: 8, raters: 2, attributes: "essay talk", dropped: "[]",
		text: "Person,Task,Rater,Score\np1,essay,r1,3\np1,essay,r2,4\np1,talk,r1,3\np1,talk,r2,4\np2,essay,r1,3\np2,essay,r2,4\np2,talk,r1,3\np2,talk,r2,4\n",
	},
	{
		name: "tasting", objects: 2, judgments: 16, raters: 2, attributes: "sweet sour", dropped: "[]",
		text: "Panelist,Session,Rank,Product,sweet,sour\np1,1,1,a,3,4\np1,2,1,a,4,4\np2,1,2,a,3,5\np2,2,1,a,3,4\np1,1,2,b,1,4\np1,2,2,b,2,1\np2,1,1,b,3,2\np2,2,2,b,3,1\n",
	},
}

func TestCrowds(t *testing.T) {
	for _, c := range crowdFiles {
		t.Run(c.name, func(t *testing.T) {
			d := readCSV(t, c.text, Options{})
			if s := d.Summary(); s.Objects != c.objects || s.Judgments != c.judgments || d.NamedRaters() != c.raters {
				t.Errorf("%d objects, %d judgments, %d raters", s.Objects, s.Judgments, d.NamedRaters())
			}
			if got := strings.Join(d.Attributes, " "); got != c.attributes && !strings.HasPrefix(got, c.attributes+".yes") {
				t.Errorf("attributes %s", got)
			}
			if got := labelsOf(d); got != c.labels || d.Reading.Form != c.form {
				t.Errorf("form %q, labels %s", d.Reading.Form, got)
			}
			if got := sprint(d.Reading.Dropped); got != c.dropped {
				t.Errorf("dropped %s", got)
			}
			sameByFlags(t, c.text, d)
		})
	}
	d := readCSV(t, crowdFiles[0].text, Options{})
	if len(d.Calls) != 1 || d.Calls[0].Price.String() != "0.05" || d.PriceUnit != "USD" {
		t.Errorf("Toloka: %+v, %s", d.Calls, d.PriceUnit)
	}
}

// TestTurkAsDownloaded: rows end before Approve and Reject, and answers in words
// hold a number.
func TestTurkAsDownloaded(t *testing.T) {
	const head = "HITId,AssignmentId,WorkerId,Input.text_id,Answer.clear,Answer.why,HIT,Approve,Reject\n"
	d := readCSV(t, head+"h,a1,w1,k1,4 - good,since 2020 it is,1\nh,a2,w2,k1,2 - bad,well,1\nh2,a3,w1,k2,3,so,1,x,\nh2,a4,w2,k2,1 - poor,so,1\n", Options{})
	wantDump(t, d, "k1 clear w1 4", "k1 clear w2 2", "k2 clear w1 3", "k2 clear w2 1")
	found := false
	for _, w := range d.Warnings {
		found = found || w.Code == "answer-words" && strings.Contains(w.Message, `"4 - good" is 4`)
	}
	if !found {
		t.Errorf("%v", d.Warnings)
	}
	if _, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(head+"h,a1,w1,k1,4\n"))}, nil, Options{}); err == nil {
		t.Error("a row that lacks an answer is read")
	}
	// Boxes of which two may be ticked are answers each; one of a number of options is a number.
	const boxes = "HITId,AssignmentId,WorkerId,Input.text_id,Answer.tone.1,Answer.tone.2,Answer.tone.3\n"
	d = readCSV(t, boxes+"h,a1,w1,k1,true,false,false\nh,a2,w2,k1,false,false,true\n", Options{})
	wantDump(t, d, "k1 tone w1 1", "k1 tone w2 3")
	d = readCSV(t, boxes+"h,a1,w1,k1,true,false,false\nh,a2,w2,k1,false,true,true\n", Options{})
	wantDump(t, d, "k1 tone.1 w1 1", "k1 tone.1 w2 0", "k1 tone.2 w1 0", "k1 tone.2 w2 1", "k1 tone.3 w1 0", "k1 tone.3 w2 1")
	d = readCSV(t, "item,worker,HIT,ASSIGNMENT,plot\ni,u,1,2,3\ni,v,2,3,4\n", Options{})
	if got := rolesOf(d); got != "item=object worker=rater HIT=not used ASSIGNMENT=not used plot=attribute" {
		t.Error(got)
	}
}

func TestNumberIn(t *testing.T) {
	for text, want := range map[string]string{
		"Score: 4": "4", "4 - good": "4", "I'd say 3.5.": "3.5", "(2)": "2", "-1 (poor)": "-1", "**5**": "5", "4": "4", "score=2": "2",
		"3/5": "", "p1": "", "2026-01-02": "", "4 or 5": "", "GPT4": "", "good": "", "": "", "1.2.3": "", strings.Repeat("x", 80) + " 4": "",
	} {
		if got, ok := numberIn(text); got != want || ok != (want != "") {
			t.Errorf("%q holds %q, %v", text, got, ok)
		}
	}
}

func TestWordsInJudgments(t *testing.T) {
	d := readCSV(t, "item,criterion,answer\ni,a,Score: 4\ni,a,3\ni,a,no idea at all\nj,a,Rating: 1\nj,a,2\n", Options{})
	wantDump(t, d, "i a - 4", "i a - 3", "j a - 1", "j a - 2")
	if got := strings.Join(codes(d), " "); got != "number-in-words stray-text" {
		t.Error(got)
	}
}
