package read

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
)

// readFiles is fromSources on several files in memory.
func readFiles(t *testing.T, opt Options, files ...string) *model.Dataset {
	t.Helper()
	var sources []Source
	for i, text := range files {
		sources = append(sources, Bytes(fmt.Sprintf("d%d.csv", i+1), []byte(text)))
	}
	d, err := fromSources(t.Context(), sources, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	checkInvariants(t, d)
	return d
}

func wantDump(t *testing.T, d *model.Dataset, want ...string) {
	t.Helper()
	if got := dump(d); !slices.Equal(got, want) {
		t.Errorf("judgments\n got %q\nwant %q", got, want)
	}
}

// TestLaterFileReadAlike: a later file has the reading of the first under the same headers, though
// by itself it would be a question.
func TestLaterFileReadAlike(t *testing.T) {
	var one strings.Builder
	one.WriteString("c1,c2,c3,c4,c5\n")
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 40 {
		quality, raters := random.NormFloat64(), random.Perm(4)
		for _, r := range raters[:2] {
			fmt.Fprintf(&one, "d%d,%s,%.0f,%.0f,%.0f\n", i, []string{"Ann", "Bob", "Cy", "Di"}[r],
				4+quality+random.NormFloat64(), 4+quality+random.NormFloat64(), 20+5*quality)
		}
	}
	two := "c1,c2,c3,c4,c5\nd90,Ann,4,3,22\nd91,Ann,2,5,25\nd92,Ann,3,4,24\n"
	if _, err := fromSources(t.Context(), []Source{Bytes("two.csv", []byte(two))}, nil, Options{Label: "c5"}); err == nil {
		t.Fatal("the second file alone is no question: the test lost its power")
	}
	d := readFiles(t, Options{Label: "c5"}, one.String(), two)
	if got, want := dump(d), "d91 c4 Ann 5"; !slices.Contains(got, want) || len(d.Objects) != 43 || !slices.Equal(d.Attributes, []string{"c3", "c4"}) {
		t.Errorf("%d objects, attributes %q, no %q in %q", len(d.Objects), d.Attributes, want, got)
	}
}

// TestOptionsOfAllFiles: an option that only another file names was not chosen
// here, whichever file comes first. Single words are options where a file before says so, and are
// told where a later file does.
func TestOptionsOfAllFiles(t *testing.T) {
	one, two := "item,worker,flaws\ni,u,blur|dark\ni,v,dark\n", "item,worker,flaws\nj,u,noise|dark\nj,v,\n"
	want := []string{
		"i flaws.blur u 1", "i flaws.blur v 0", "i flaws.dark u 1", "i flaws.dark v 1", "i flaws.noise u 0", "i flaws.noise v 0",
		"j flaws.blur u 0", "j flaws.dark u 1", "j flaws.noise u 1",
	}
	both, turned := dump(readFiles(t, Options{}, one, two)), dump(readFiles(t, Options{}, two, one))
	slices.Sort(both)
	slices.Sort(turned)
	if !slices.Equal(both, want) || !slices.Equal(turned, want) {
		t.Errorf("\n got %q\n and %q\nwant %q", both, turned, want)
	}
	single := "item,worker,flaws,size\nk,u,noise,1\nk,v,tint,2\n"
	got := dump(readFiles(t, Options{}, one, single))
	for _, line := range []string{"k flaws.noise u 1", "k flaws.noise v 0", "k flaws.tint v 1", "k flaws.dark u 0", "i flaws.noise u 0"} {
		if !slices.Contains(got, line) {
			t.Errorf("no %q in %q", line, got)
		}
	}
	if d := readFiles(t, Options{}, single, one); !slices.ContainsFunc(d.Warnings, func(w model.Finding) bool { return strings.Contains(w.Message, "name that file first") }) {
		t.Errorf("words that are options in a later file: %v", d.Warnings)
	}
}

// TestOptionsOfAllTasks: the same for exports of tasks.
func TestOptionsOfAllTasks(t *testing.T) {
	task := func(id int, choice string) string {
		return fmt.Sprintf(`[{"id": %d, "data": {"x": 1}, "annotations": [{"completed_by": 1, "result": [{"from_name": "tone", "type": "choices", "value": {"choices": [%s]}}]}]}]`, id, choice)
	}
	d := readFiles(t, Options{}, task(1, `"kind", "short"`), task(2, `"long"`))
	wantDump(t, d, "1 tone.kind 1 1", "1 tone.short 1 1", "1 tone.long 1 0", "2 tone.kind 1 0", "2 tone.short 1 0", "2 tone.long 1 1")
}

// TestRatersByName: columns that name who answered.
func TestRatersByName(t *testing.T) {
	for _, name := range []string{"user_id", "user", "panelist", "subject", "consumer", "reviewer", "evaluator", "respondent", "iid", "participant"} {
		d := readCSV(t, "item,"+name+",plot\ni,1,3\ni,2,4\nj,1,5\nj,3,4\n", Options{})
		if got := rolesOf(d); got != "item=object "+name+"=rater plot=attribute" || d.NamedRaters() != 3 {
			t.Errorf("%s: %s, %d raters", name, got, d.NamedRaters())
		}
	}
}

// TestNumbersOfRows: whole numbers, one a row of an object and the same for all,
// are no attribute; ratings are, though some objects have each once.
func TestNumbersOfRows(t *testing.T) {
	var numbers, ratings strings.Builder
	numbers.WriteString("item,nth,plot\n")
	ratings.WriteString("item,plot,style\n")
	for o := range 8 {
		for k := range 3 {
			fmt.Fprintf(&numbers, "o%d,%d,%d\n", o, k+1, (o*k+o)%5)
			fmt.Fprintf(&ratings, "o%d,%d,%d\n", o, 1+(o+k*o)%3, (o+k)%2)
		}
	}
	d := readCSV(t, numbers.String(), Options{})
	if got := rolesOf(d); got != "item=object nth=numbering plot=attribute" || len(d.Reading.Because) != 1 || (d.Reading.Because[0].Remedies[0].Option != model.OptionRater || d.Reading.Because[0].Remedies[0].Value != "nth") {
		t.Errorf("%s, because %+v", got, d.Reading.Because)
	}
	if d.NamedRaters() != 0 || len(d.Raters) != 24 {
		t.Errorf("%d raters, %d named", len(d.Raters), d.NamedRaters())
	}
	if got := rolesOf(readCSV(t, ratings.String(), Options{})); got != "item=object plot=attribute style=attribute" {
		t.Error(got)
	}
}

// judgeLoop is a loop over objects, judges, criteria and runs.
func judgeLoop() string {
	var b strings.Builder
	b.WriteString("poem_id,judge_model,criterion,run,score,expert_mean\n")
	for o := range 6 {
		for j, judge := range []string{"owl", "fox"} {
			for c, criterion := range []string{"metre", "image"} {
				for r := range 2 {
					fmt.Fprintf(&b, "p%d,%s,%s,%d,%d,%d.5\n", o, judge, criterion, r+1, 1+(o+2*j+c+r)%5, o)
				}
			}
		}
	}
	return strings.ReplaceAll(b.String(), "poem_id", "item_id")
}

// TestJudgeIsPartOfTheAttribute: a judge who judged everything is not dropped.
func TestJudgeIsPartOfTheAttribute(t *testing.T) {
	d := readCSV(t, judgeLoop(), Options{})
	if got := strings.Join(d.Attributes, " "); got != "owl.metre owl.image fox.metre fox.image" {
		t.Errorf("attributes %s", got)
	}
	if s := d.Summary(); s.Fewest != 2 || s.Most != 2 || s.Objects != 6 {
		t.Errorf("%+v", s)
	}
	if got := chosen(d.Reading.Choices); got != "layout=long object-col=item_id attribute-col=judge_model,criterion judgment-col=score" {
		t.Error(got)
	}
	if len(d.Reading.Because) != 1 || (d.Reading.Because[0].Remedies[0].Option != model.OptionRater || d.Reading.Because[0].Remedies[0].Value != "judge_model") {
		t.Errorf("%+v", d.Reading.Because)
	}
	d = readCSV(t, judgeLoop(), Options{RaterCol: "judge_model"})
	if got := strings.Join(d.Attributes, " "); got != "metre image" || d.NamedRaters() != 2 {
		t.Errorf("with --rater-col: attributes %s, %d raters", got, d.NamedRaters())
	}
}

// TestJudgesOfFiles: a judge a file are judges apart, not one.
func TestJudgesOfFiles(t *testing.T) {
	const file = "item_id,model,criterion,score\na,owl,clear,4\na,owl,clear,5\nb,owl,clear,1\nb,owl,clear,2\n"
	d := readFiles(t, Options{}, file, strings.ReplaceAll(file, "owl", "fox"))
	if got := strings.Join(d.Attributes, " "); got != "owl.clear fox.clear" {
		t.Error(got)
	}
	run := func(judge string) string {
		return fmt.Sprintf(`{"testCases": [{"name": "a", "metricsData": [{"name": "clear", "score": 0.5, "evaluationModel": %q}]}, {"name": "b", "metricsData": [{"name": "clear", "score": 1, "evaluationModel": %q}]}]}`, judge, judge)
	}
	if got := strings.Join(readFiles(t, Options{}, run("owl"), run("fox")).Attributes, " "); got != "owl.clear fox.clear" {
		t.Error(got)
	}
	if got := strings.Join(readFiles(t, Options{}, run("owl")).Attributes, " "); got != "clear" {
		t.Error(got)
	}
}
