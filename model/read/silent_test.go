package read

import (
	"fmt"
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

// TestNoneIsAnAnswer: an option called none is an option, and a word for a missing
// value counts in columns of numbers alone, or where a flag names it.
func TestNoneIsAnAnswer(t *testing.T) {
	const file = "item,worker,flaws,size\ni,u,none,1\ni,v,blur|dark,NA\nj,u,None,2\nj,v,blur,none\n"
	d := readCSV(t, file, Options{})
	wantDump(t, d,
		"i flaws.none u 1", "i flaws.none v 0", "i flaws.blur u 0", "i flaws.blur v 1", "i flaws.dark u 0", "i flaws.dark v 1", "i flaws.None u 0", "i flaws.None v 0", "i size u 1",
		"j flaws.none u 0", "j flaws.none v 0", "j flaws.blur u 0", "j flaws.blur v 1", "j flaws.dark u 0", "j flaws.dark v 0", "j flaws.None u 1", "j flaws.None v 0", "j size u 2")
	d = readCSV(t, strings.ReplaceAll(file, "None", "none"), Options{Missing: []string{"none"}})
	if slices.Contains(d.Attributes, "flaws.none") {
		t.Errorf("--missing none is not obeyed: %q", d.Attributes)
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

// TestWordLists: a list in which a word comes twice holds an answer of each of
// several raters.
func TestWordLists(t *testing.T) {
	d := readCSV(t, "item,severity\ni,\"['Serious', 'Serious', 'Critical']\"\nj,\"['Critical', 'Minor']\"\n", Options{})
	wantDump(t, d,
		"i severity.Serious - 1", "i severity.Serious - 1", "i severity.Serious - 0",
		"i severity.Critical - 0", "i severity.Critical - 0", "i severity.Critical - 1",
		"i severity.Minor - 0", "i severity.Minor - 0", "i severity.Minor - 0",
		"j severity.Serious - 0", "j severity.Serious - 0", "j severity.Critical - 1", "j severity.Critical - 0", "j severity.Minor - 0", "j severity.Minor - 1")
	d = readCSV(t, "item,tags\ni,\"['a', 'b']\"\nj,\"['b']\"\n", Options{}) // no word twice: options
	wantDump(t, d, "i tags.a row 2 1", "i tags.b row 2 1", "j tags.a row 3 0", "j tags.b row 3 1")
}

// TestRatersByName: columns that name who answered.
func TestRatersByName(t *testing.T) {
	for _, name := range []string{"user_id", "user", "panelist", "subject", "consumer", "reviewer", "evaluator", "respondent", "iid", "participant"} {
		d := readCSV(t, "item,"+name+",plot\ni,1,3\ni,2,4\nj,1,5\nj,3,4\n", Options{})
		if got := rolesOf(d); got != "item=object "+name+"=rater plot=attribute" || d.NamedRaters() != 3 {
			t.Errorf("%s: %s, %d raters", name, got, d.NamedRaters())
		}
	}
	d := readCSV(t, "subject,rater,task,score\nann,r1,a,3\nann,r2,a,4\n", Options{Layout: ByRater})
	if got := rolesOf(d); !strings.HasPrefix(got, "subject=not used rater=rater task=object") {
		t.Error(got) // task is the stronger name
	}
	d = readCSV(t, "subject,rater,plot\nann,r1,3\nann,r2,4\n", Options{})
	if got := rolesOf(d); got != "subject=object rater=rater plot=attribute" {
		t.Error(got)
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
	if got := rolesOf(d); got != "item=object nth=numbering plot=attribute" || len(d.Reading.Because) != 1 || d.Reading.Because[0].Remedies[0].Choice != (model.Choice{Option: model.OptionRater, Value: "nth"}) {
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
	if len(d.Reading.Because) != 1 || d.Reading.Because[0].Remedies[0].Choice != (model.Choice{Option: model.OptionRater, Value: "judge_model"}) {
		t.Errorf("%+v", d.Reading.Because)
	}
	d = readCSV(t, judgeLoop(), Options{RaterCol: "judge_model"})
	if got := strings.Join(d.Attributes, " "); got != "metre image" || d.NamedRaters() != 2 {
		t.Errorf("with --rater-col: attributes %s, %d raters", got, d.NamedRaters())
	}
}

// TestOnlyJudge: the judgments of the only judge are repeats, not one rater's.
func TestOnlyJudge(t *testing.T) {
	const file = "item_id,model,run,criterion,score\na,owl,1,clear,4\na,owl,2,clear,5\nb,owl,1,clear,1\nb,owl,2,clear,2\n"
	d := readCSV(t, file, Options{})
	if got := rolesOf(d); got != "item_id=object model=not used run=numbering criterion=attribute score=judgment" || len(d.Raters) != 0 {
		t.Error(got)
	}
	sameByFlags(t, file, d)
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

// TestIdBesideText: of story and story_id the latter is the object.
func TestIdBesideText(t *testing.T) {
	d := readCSV(t, "Story ID,Story,Worker ID,plot\n1,once,u,3\n1,once,v,4\n2,upon,u,1\n", Options{})
	if got := rolesOf(d); got != "Story ID=object Story=not used Worker ID=rater plot=attribute" {
		t.Error(got)
	}
}

// TestWhatWasAsked: a prompt is the object where an id is another one in every row; a question
// that names what was judged is none.
func TestWhatWasAsked(t *testing.T) {
	d := readCSV(t, "id,prompt,plot,style\n1,first,3,1\n2,second,4,2\n3,first,1,2\n4,second,2,5\n", Options{})
	if got := rolesOf(d); got != "id=not used prompt=object plot=attribute style=attribute" || len(d.Objects) != 2 {
		t.Error(got)
	}
	_, err := fromSources(t.Context(), []Source{Bytes("d", []byte("worker,question,answer\nu,clear,4\nv,clear,3\nu,deep,3\nv,deep,1\n"))}, nil, Options{})
	if err == nil || !strings.Contains(err.Error(), "has no column for the object") {
		t.Error(err)
	}
}
