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
	return readsAsLabelled(t, header, rows, header[5])
}

// readsAsLabelled is readsAs where another column is the label.
func readsAsLabelled(t *testing.T, header, rows []string, label string) string {
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
	case same && len(d.Labels) == 1 && d.Labels[0].Name == label:
		return "right"
	}
	return fmt.Sprintf("%d objects, attributes %q, labels %v", len(d.Objects), d.Attributes, d.Labels)
}

// loop are the columns of a judge loop as people mostly call them.
var loop = []string{"item_id", "judge_model", "criterion", "run", "score", "human_score"}

// tally counts how judge loops are read. A wrong reading in silence is an error.
type tally struct{ right, asked int }

func (c *tally) add(t *testing.T, header, rows []string) {
	t.Helper()
	switch got := readsAs(t, header, rows); got {
	case "right":
		c.right++
	case "asked":
		c.asked++
	default:
		t.Errorf("%q: %s", header, got)
	}
}

// TestRenamed: a judge loop with one column renamed is read right, in nearly all cases, or is a
// question.
func TestRenamed(t *testing.T) {
	rows := crossedLoop()
	var c tally
	for i, column := range loop {
		for name := range strings.SplitSeq(renamed[column], ",") {
			header := slices.Clone(loop)
			header[i] = name
			c.add(t, header, rows)
		}
	}
	if t.Logf("%d right, %d asked", c.right, c.asked); c.right < 130 {
		t.Errorf("%d are read right", c.right)
	}
}

// TestRenamedMore: likewise with two columns renamed, and with columns called c1 to c6 in any order.
func TestRenamedMore(t *testing.T) {
	rows, rng := crossedLoop(), rand.New(rand.NewPCG(3, 8))
	var two, none tally
	for range 30 {
		header := slices.Clone(loop)
		for _, i := range rng.Perm(len(loop))[:2] {
			names := strings.Split(renamed[loop[i]], ",")
			header[i] = names[rng.IntN(len(names))]
		}
		if distinct := slices.Compact(slices.Sorted(slices.Values(header))); len(distinct) == len(header) {
			two.add(t, header, rows)
		}
	}
	for range 10 {
		order := rng.Perm(len(loop))
		header, shuffled := make([]string, len(loop)), make([]string, len(rows))
		for i := range order {
			header[i] = fmt.Sprint("c", i+1)
		}
		for n, row := range rows {
			cells := strings.Split(row, ",")
			own := make([]string, len(cells))
			for i, from := range order {
				own[i] = cells[from]
			}
			shuffled[n] = strings.Join(own, ",")
		}
		if got := readsAsLabelled(t, header, shuffled, header[slices.Index(order, 5)]); got != "right" && got != "asked" {
			t.Errorf("%v: %s", order, got)
		} else if got == "right" {
			none.right++
		}
	}
	if t.Logf("two renamed: %d right, %d asked; shuffled: %d right", two.right, two.asked, none.right); two.right < 20 || none.right < 8 {
		t.Errorf("%d and %d are read right", two.right, none.right)
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

// TestSorted: a criterion that does not change in the first thousands of rows, whose name says
// nothing, is a part of the attribute nevertheless.
func TestSorted(t *testing.T) {
	var text strings.Builder
	rng := rand.New(rand.NewPCG(3, 8))
	text.WriteString("doc,what,points\n")
	for _, what := range []string{"clear", "short", "kind"} {
		for i := range 2500 {
			for range 2 {
				fmt.Fprintf(&text, "d%d,%s,%d\n", i, what, 1+i*7%5+rng.IntN(2))
			}
		}
	}
	ds := readCSV(t, text.String(), Options{})
	if len(ds.Attributes) != 3 || len(ds.Objects) != 2500 {
		t.Errorf("attributes %v of %d objects", ds.Attributes, len(ds.Objects))
	}
}
