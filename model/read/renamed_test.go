package read

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// renamed are names that people give to the columns of a judge loop.
var renamed = map[string]string{
	"item_id":     "doc_id,story,essay_id,text_id,uid,uuid,hash,example_id,source_id,url,file,filename,segment,passage_id,sample_idx,datapoint,row_id,case_no,ticket,Stück,key,name,c1",
	"judge_model": "judge,model,llm,grader,evaluator,provider,deployment,engine,system,autorater,scorer,assessor,expert,agent,ai,version,api,source,judge_id,model_name,Richter,annotator,c2,who",
	"criterion":   "metric,dimension,aspect,rubric,trait,quality,facet,category,attribute,question,axis,property,feature,assertion,check,test,measure,type,variable,item,name,Kriterium,c3,key",
	"run":         "repeat,trial,epoch,seed,iteration,replicate,call,attempt,session,rep,n,k,i,idx,round,pass,sample,sample_id,try,Lauf,no,batch,version,c4",
	"score":       "rating,value,judgment,answer,response,grade,vote,points,stars,mark,result,output,severity,likert,s,x,verdict,resp,num,Wert,label,y,c5",
	"human_score": "human,gold,label,target,y,truth,mos,reference,expected,consensus,gt,expert,golden,human_mean,human_rating,overall,quality,ground_truth,outcome,rating,score_human,c6",
}

// crossedLoop makes a judge loop of 40 items, 3 judges, 3 criteria and 2 calls.
func crossedLoop() []string {
	rng := rand.New(rand.NewPCG(11, 5))
	var rows []string
	for item := range 40 {
		level := 3 + rng.NormFloat64()
		for n, judge := range []string{"Beluga-13B", "Mistral-7B", "Orca-13B"} {
			for m, criterion := range []string{"coherence", "empathy", "surprise"} {
				own := level + .4*float64(n) - .5*float64(m) + .8*rng.NormFloat64()
				for run := range 2 {
					rows = append(rows, fmt.Sprintf("s%04d,%s,%s,%d,%.2f,%.1f", item, judge, criterion, run+1, own+.3*rng.NormFloat64(), level))
				}
			}
		}
	}
	return rows
}

// readsAs says how a judge loop is read under a header: right, asked, or what it is taken for. Of a
// file without a label it is asked which column that is.
func readsAs(t *testing.T, header, rows []string) string {
	t.Helper()
	text := strings.Join(header, ",") + "\n" + strings.Join(rows, "\n") + "\n"
	found, err := Open(t.Context(), Query{Data: []Source{Bytes("d.csv", []byte(text))}})
	if err != nil {
		return "asked"
	}
	d := found.Dataset
	s := d.Summary()
	same := s.Objects == 40 && len(d.Attributes) == 9 && s.Fewest == 2 && s.Most == 2
	switch {
	case same && len(d.Labels) == 0:
		return "asked"
	case same && len(d.Labels) == 1 && d.Labels[0].Name == header[5]:
		return "right"
	}
	return fmt.Sprintf("%d objects, attributes %q, labels %v", len(d.Objects), d.Attributes, d.Labels)
}

// TestRenamed: a judge loop with one column renamed is read right, or is a question, in most cases
// the first. Only a header that says rater pools what one may choose: the judge is its rater then.
func TestRenamed(t *testing.T) {
	rows := crossedLoop()
	columns := []string{"item_id", "judge_model", "criterion", "run", "score", "human_score"}
	raters := []string{"assessor", "expert", "annotator"}
	right, asked := 0, 0
	for i, column := range columns {
		for name := range strings.SplitSeq(renamed[column], ",") {
			header := slices.Clone(columns)
			header[i] = name
			switch got := readsAs(t, header, rows); {
			case got == "right":
				right++
			case got == "asked":
				asked++
			case column != "judge_model" || !slices.Contains(raters, name):
				t.Errorf("%s as %s: %s", column, name, got)
			}
		}
	}
	t.Logf("%d right, %d asked", right, asked)
	if right < 100 {
		t.Errorf("%d of %d are read right", right, right+asked+len(raters))
	}
}

// TestEvenAnswers: words that come unevenly were answered, and a system that a text goes with is
// no part of the attribute.
func TestEvenAnswers(t *testing.T) {
	for _, file := range []struct{ header, row string }{
		{"item,rater,colour,size,label\n", "o%[1]d,r%[2]d,%[3]s,%[4]d,%[1]d\n"},
		{"item,rater,system,size,label\n", "o%[1]d,r%[4]d,s%[5]d,%[4]d,%[1]d%[5]d\n"},
	} {
		var b strings.Builder
		b.WriteString(file.header)
		for o := range 24 {
			for k := range 4 {
				fmt.Fprintf(&b, file.row, o, k, []string{"red", "blue"}[(o*k+k/3+o/5)%2], 1+(o*3+k*k)%5, k%2)
			}
		}
		found, err := Open(t.Context(), Query{Data: []Source{Bytes("d.csv", []byte(b.String()))}})
		if err == nil && slices.ContainsFunc(found.Dataset.Attributes, func(a string) bool { return strings.Contains(a, ".size") || a == "s0" || a == "red" }) {
			t.Errorf("%sattributes %q", file.header, found.Dataset.Attributes)
		}
	}
}
