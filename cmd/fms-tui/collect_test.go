//go:build unix

package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/read"
)

// hostileObjects are ids of objects with what ends, quotes or commands something
// somewhere.
var hostileObjects = []string{"plain", `it's "x"`, "=1+1", "a,b;c", "$(touch pwned) `x`", "ünï 漢字", "{{x}} ${y}", "<b>&amp;", "-1"}

// listObjects writes a list of objects, and returns its path.
func listObjects(t *testing.T, dir string) string {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"object", "text"})
	for i, o := range hostileObjects {
		_ = w.Write([]string{o, fmt.Sprintf("text %d of\n%s", i, o)})
	}
	w.Flush()
	path := filepath.Join(dir, "new.csv")
	writeText(t, path, b.String())
	return path
}

func writeText(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// predictedBy is what predict prints for data, by object.
func predictedBy(t *testing.T, predictor string, data ...string) map[string]float64 {
	t.Helper()
	got := make(map[string]float64)
	for _, p := range in(parseJSON(t, fms(t, append([]string{"predict", predictor, "--json", "--quiet"}, data...)...)), "predictions").([]any) {
		x, is := in(p, "prediction").(float64)
		if !is {
			t.Fatalf("%v is not predicted", p)
		}
		got[in(p, "object").(string)] = x
	}
	return got
}

// direct is what core predicts from judgments.
func direct(t *testing.T, predictor string, ds *model.Dataset) map[string]float64 {
	t.Helper()
	p, _, err := read.Predictor(read.File(predictor))
	if err != nil {
		t.Fatal(err)
	}
	run, err := core.Predict(&p, ds, false)
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]float64)
	for i, o := range ds.Objects {
		want[o] = run.Object(i).Value
	}
	return want
}

func equalPredictions(t *testing.T, got, want map[string]float64) {
	t.Helper()
	if len(got) != len(want) || len(got) == 0 {
		t.Fatalf("%d objects are predicted, want %d", len(got), len(want))
	}
	for o, y := range want {
		if x, has := got[o]; !has || !(math.Abs(x-y) <= 1e-9*max(1, math.Abs(y))) {
			t.Errorf("%q is predicted %v, want %v", o, x, y)
		}
	}
}

// TestCollectRoundTrip: plan, collect and predict give what the answers give directly;
// calls hold single judgments in one case and forms in the other.
func TestCollectRoundTrip(t *testing.T) {
	for name, design := range map[string][]string{"forms": {"--budget", "0.01"}, "single": {"--design", "single", "--cost", "*=1", "--budget", "6"}} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			data := append([]string{filepath.Join(sample(t, "judges"), "judges.jsonl.gz"), "--label", "human", "--no-honest", "--quiet"}, design...)
			plan, predictor, answers := filepath.Join(dir, "plan"), filepath.Join(dir, "p.json"), filepath.Join(dir, "a.csv")
			fms(t, slices.Concat([]string{"export", "-o", predictor}, data)...).want(t, statusDone)
			fms(t, slices.Concat([]string{"plan", "--form", "calls", "--new", listObjects(t, dir), "-o", plan}, data)...).want(t, statusDone)
			// The answers depend on the whole line, so that no two calls have the same.
			judge := `n=$(cksum | cut -d ' ' -f 1); echo "{\"score\": $((n % 7)), \"scores\": [$((n % 5)), $((n / 5 % 5)), $((n / 25 % 5)), 1, 2, 3]}"`
			if name == "forms" {
				judge = `n=$(cksum | cut -d ' ' -f 1); echo "[$((n % 5)), $((n / 5 % 5)), $((n / 25 % 5)), $((n / 125 % 5)), 2, 3]"`
			}
			fms(t, "collect", plan, "--command", judge, "--jobs", "2", "-o", answers).want(t, statusDone)
			equalPredictions(t, predictedBy(t, predictor, answers), direct(t, predictor, journalled(t, answers+".journal")))
		})
	}
}

// journalled are the judgments of a journal.
func journalled(t *testing.T, path string) *model.Dataset {
	t.Helper()
	text := []byte(content(t, path))
	var b model.Builder
	for line := range strings.Lines(string(text)) {
		var e struct {
			Object, Attribute string
			Attributes        []string
			Answers           []float64
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if e.Answers == nil {
			continue // it begins
		}
		if e.Attribute != "" {
			e.Attributes = []string{e.Attribute}
		}
		for k, a := range e.Attributes {
			b.Add(b.Object(e.Object), b.Attribute(a), model.NoRater, e.Answers[k])
		}
	}
	return b.Build()
}

// TestCollectKilled: the program is killed in the middle with kill -9. The next run
// goes on, and no call that was answered is made again.
func TestCollectKilled(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(binary(t), "fms-tui")
	var plan strings.Builder
	const calls = 30
	for i := range calls {
		fmt.Fprintf(&plan, `{"object":"o%d","attribute":"x","repeat":1,"price":1}`+"\n", i)
	}
	path, answers, log := filepath.Join(dir, "calls.jsonl"), filepath.Join(dir, "a.csv"), filepath.Join(dir, "log")
	writeText(t, path, plan.String())
	args := []string{"collect", path, "--command", "cat >> " + log + "; sleep .02; echo 1", "--jobs", "2", "-o", answers}
	lines := func(path string) int { // answers, of a journal
		text, _ := os.ReadFile(path)
		return bytes.Count(text, []byte("\n")) - bytes.Count(text, []byte(`"begun"`))
	}
	c := exec.Command(program, args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for lines(answers+".journal") < 5 {
		time.Sleep(time.Millisecond)
	}
	_ = c.Process.Kill()
	_ = c.Wait()
	before := lines(answers + ".journal")
	if before >= calls {
		t.Skip("the run was over before it was killed")
	}
	if _, err := os.Stat(answers); err == nil {
		t.Error("there are answers of a run that was killed")
	}
	fms(t, args...).want(t, statusDone, fmt.Sprintf("30 of 30 calls are answered (%d before), cost 30; wrote 30 judgments", before))
	if n := lines(log); n < calls || n > calls+2 { // the calls under way when it was killed
		t.Errorf("%d calls were made of %d", n, calls)
	}
}

// hostileAttributes are names of attributes that quote, end or command something
// somewhere, or that mean something else in an export.
var hostileAttributes = []string{"tall", `it's "x" \`, "a,b;c", "=1+1", "${x} {{y}}", "<b>&amp;", "ünï 漢字 🙂", "time", "label", "object", "rater", "x.1", "x.2", "-1", "Answer", "fms-zz", "<script>alert(1)</script>"}

// hostilePilot writes a pilot whose attributes are hostileAttributes: half of them
// whole numbers from 1 to 5, half any numbers.
func hostilePilot(t *testing.T, dir string) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"object", "attribute", "judgment", "rater", "quality"})
	for i := range 60 {
		level := rng.NormFloat64()
		for k, a := range hostileAttributes {
			for j := range 2 {
				x := 3 + level + rng.NormFloat64()
				if k%2 == 0 {
					x = min(max(math.Round(x), 1), 5)
				}
				_ = w.Write([]string{fmt.Sprintf("p%d", i), a, fmt.Sprint(x), fmt.Sprintf("w%d", j), fmt.Sprint(level)})
			}
		}
	}
	w.Flush()
	path := filepath.Join(dir, "pilot.csv")
	writeText(t, path, b.String())
	return path
}

// answered is a simulated batch: what its raters answered, question by question.
type answered struct {
	name      string
	objects   []string
	questions []string
	raters    int
	value     func(object, question, rater string) float64
}

func (a *answered) rater(k int) string { return fmt.Sprintf("%s-w%d", a.name, k) }

// collectAnswers reads the batches of a plan's folder as the tool would, has them
// answered and enters the answers in a data set.
func collectAnswers(t *testing.T, dir, tool string) ([]answered, *model.Dataset) {
	t.Helper()
	readme := content(t, filepath.Join(dir, "README.txt"))
	attribute := make(map[string]string)
	for _, row := range readCSV(t, filepath.Join(dir, "questions.csv"))[1:] {
		attribute[row[0]] = strings.TrimPrefix(row[1], "'")
	}
	var batches []answered
	var b model.Builder
	for _, m := range regexp.MustCompile(`(?m)^(batch-\d+): objects (\d+), raters of each (\d+),`).FindAllStringSubmatch(readme, -1) {
		a := answered{name: m[1]}
		a.raters, _ = strconv.Atoi(m[3])
		a.objects, a.questions = uploaded(t, dir, tool, &a)
		if fmt.Sprint(len(a.objects)) != m[2] {
			t.Errorf("%s has %d objects, %s are announced", a.name, len(a.objects), m[2])
		}
		whole := func(q string) bool { return slices.Index(hostileAttributes, attribute[q])%2 == 0 }
		a.value = func(object, question, rater string) float64 {
			h := 0
			for _, c := range object + question + rater {
				h = (31*h + int(c)) % 9973
			}
			if whole(question) {
				return float64(1 + h%5)
			}
			return float64(h) / 1000
		}
		for _, o := range a.objects {
			for _, q := range a.questions {
				for k := range a.raters {
					b.Add(b.Object(o), b.Attribute(attribute[q]), b.RaterID(a.rater(k)), a.value(o, q, a.rater(k)))
				}
			}
		}
		batches = append(batches, a)
	}
	return batches, b.Build()
}

// uploaded are the objects and questions of a batch's files.
func uploaded(t *testing.T, dir, tool string, a *answered) (objects, questions []string) {
	t.Helper()
	in := func(name string) string { return filepath.Join(dir, a.name+name) }
	find := func(pattern, text string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			questions = append(questions, m[1])
		}
	}
	switch tool {
	case "mturk":
		for _, row := range readCSV(t, in(".csv"))[1:] {
			objects = append(objects, row[0])
		}
		page := content(t, in(".html"))
		find(`<input type="number" name="([^"]*)"`, page)
		if strings.Contains(page, "<b>&amp;") || strings.Count(page, "<script") != 1 || strings.Contains(page, "${x}") {
			t.Errorf("a name is no text in\n%s", page)
		}
	case "label-studio":
		var tasks []struct{ Data map[string]string }
		readJSON(t, in(".tasks.json"), &tasks)
		for _, one := range tasks {
			objects = append(objects, one.Data[model.PlanObject])
		}
		var project struct {
			Config string `json:"label_config"`
			Raters int    `json:"maximum_annotations"`
		}
		readJSON(t, in(".project.json"), &project)
		if project.Config != content(t, in(".config.xml")) || project.Raters != a.raters {
			t.Errorf("the project of %s differs", a.name)
		}
		find(`<(?:Number|Choices) name="([^"]*)"`, project.Config)
	case "argilla":
		var records []struct{ ID string }
		readJSON(t, in("/records.json"), &records)
		for _, r := range records {
			objects = append(objects, r.ID)
		}
		var settings struct {
			Questions    []struct{ Name string }
			Distribution struct {
				Raters int `json:"min_submitted"`
			}
		}
		readJSON(t, in("/.argilla/settings.json"), &settings)
		for _, q := range settings.Questions {
			if !regexp.MustCompile(`^[a-z0-9_-]+$`).MatchString(q.Name) {
				t.Errorf("Argilla takes no question called %q", q.Name)
			}
			questions = append(questions, q.Name)
		}
		if settings.Distribution.Raters != a.raters {
			t.Errorf("%d raters", settings.Distribution.Raters)
		}
	case "prolific":
		var study struct {
			Access []struct {
				URL    string `json:"external_url"`
				Places int    `json:"total_allocation"`
			} `json:"access_details"`
		}
		readJSON(t, in(".study.json"), &study)
		for _, x := range study.Access {
			m := regexp.MustCompile(`object=([^&]*)&questions=([^&]*)&`).FindStringSubmatch(x.URL)
			objects = append(objects, unescaped(t, m[1]))
			questions = strings.Split(m[2], ",")
			if x.Places != a.raters {
				t.Errorf("%d places", x.Places)
			}
		}
	}
	return objects, questions
}

func unescaped(t *testing.T, s string) string {
	t.Helper()
	out, err := strconv.Unquote(`"` + strings.ReplaceAll(s, "%", `\x`) + `"`)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// exported writes the answers to a batch as its tool exports them, and returns the
// file's path.
func (a *answered) exported(t *testing.T, dir, tool string) string {
	t.Helper()
	switch tool {
	case "label-studio":
		return a.studio(t, dir)
	case "argilla":
		return a.argilla(t, dir)
	case "prolific":
		return a.qualtrics(t, dir)
	}
	return a.turk(t, dir)
}

// turk is a batch of Mechanical Turk: every other one with all answers in one column.
func (a *answered) turk(t *testing.T, dir string) string {
	inJSON := strings.HasSuffix(a.name, "2")
	head := []string{"HITId", "HITTypeId", "Title", "Reward", "AssignmentId", "WorkerId", "AssignmentStatus", "WorkTimeInSeconds", "Input.object", "Input.show_text"}
	if inJSON {
		head = append(head, "Answer.taskAnswers")
	} else {
		for _, q := range a.questions {
			head = append(head, "Answer."+q)
		}
	}
	rows := [][]string{append(head, "Approve", "Reject")}
	for i, o := range a.objects {
		for k := range a.raters {
			row := []string{fmt.Sprint("H", i), "T", "Judge", "$0.05", fmt.Sprint("A", i, "-", k), a.rater(k), "Submitted", "30", o, "4"}
			answers := make(map[string]string)
			for _, q := range a.questions {
				x := fmt.Sprint(a.value(o, q, a.rater(k)))
				answers[q] = x
				if !inJSON {
					row = append(row, x)
				}
			}
			if inJSON {
				text, _ := json.Marshal([]any{answers})
				row = append(row, string(text))
			}
			rows = append(rows, append(row, "", ""))
		}
	}
	return writeCSV(t, filepath.Join(dir, a.name+"_results.csv"), rows)
}

func (a *answered) studio(t *testing.T, dir string) string {
	config := content(t, filepath.Join(dir, a.name+".config.xml"))
	var tasks []any
	for i, o := range a.objects {
		var annotations []any
		for k := range a.raters {
			var result []any
			for _, q := range a.questions {
				x := a.value(o, q, a.rater(k))
				one := map[string]any{"type": "number", "from_name": q, "to_name": "show_text", "value": map[string]any{"number": x}}
				if strings.Contains(config, `<Choices name="`+q+`"`) {
					one["type"], one["value"] = "choices", map[string]any{"choices": []string{fmt.Sprint(x)}}
				}
				result = append(result, one)
			}
			annotations = append(annotations, map[string]any{"id": 100*i + k, "completed_by": map[string]any{"id": k, "email": a.rater(k)}, "was_cancelled": false, "lead_time": 12.5, "result": result})
		}
		tasks = append(tasks, map[string]any{"id": 1000 + i, "annotations": annotations, "data": map[string]any{model.PlanObject: o, "show_text": "x"}, "predictions": []any{}, "project": 1})
	}
	return writeJSONFile(t, filepath.Join(dir, a.name+"_export.json"), tasks)
}

func (a *answered) argilla(t *testing.T, dir string) string {
	settings := content(t, filepath.Join(dir, a.name, ".argilla", "settings.json"))
	var records []any
	for i, o := range a.objects {
		responses := make(map[string][]any)
		for _, q := range a.questions {
			for k := range a.raters {
				x := a.value(o, q, a.rater(k))
				var value any = x
				if at := strings.Index(settings, `"name": "`+q+`"`); strings.HasPrefix(settings[at+strings.Index(settings[at:], `"type": "`):], `"type": "text"`) {
					value = fmt.Sprint(x)
				}
				responses[q] = append(responses[q], map[string]any{"value": value, "user_id": a.rater(k)})
			}
		}
		records = append(records, map[string]any{
			"id": o, "fields": map[string]any{"show_text": "x"}, "metadata": map[string]any{}, "suggestions": map[string]any{}, "responses": responses,
			"vectors": map[string]any{}, "status": "completed", "_server_id": fmt.Sprint("s", i),
		})
	}
	return writeJSONFile(t, filepath.Join(dir, a.name+"_records.json"), records)
}

func (a *answered) qualtrics(t *testing.T, dir string) string {
	head := append([]string{"StartDate", "EndDate", "Status", "IPAddress", "Progress", "Duration (in seconds)", "Finished", "RecordedDate", "ResponseId", "PROLIFIC_PID", "object"}, a.questions...)
	titles, ids := slices.Clone(head), slices.Clone(head)
	titles[8] = "Response ID"
	for i := range ids {
		ids[i] = `{"ImportId":"` + head[i] + `"}`
	}
	rows := [][]string{head, titles, ids}
	for i, o := range a.objects {
		for k := range a.raters {
			row := []string{"2026-01-01", "2026-01-01", "IP Address", "1.1.1.1", "100", "300", "True", "2026-01-01", fmt.Sprint("R_", i, "_", k), a.rater(k), o}
			for _, q := range a.questions {
				row = append(row, fmt.Sprint(a.value(o, q, a.rater(k))))
			}
			rows = append(rows, row)
		}
	}
	return writeCSV(t, filepath.Join(dir, a.name+"_responses.csv"), rows)
}

// TestToolRoundTrip: a plan is uploaded, answered in the tool's own schema and read
// back, and predict gives what the answers give directly; every name is hostile.
func TestToolRoundTrip(t *testing.T) {
	dir := t.TempDir()
	pilot, objects, predictor := hostilePilot(t, dir), listObjects(t, dir), filepath.Join(dir, "p.json")
	data := []string{pilot, "--label", "quality", "--no-honest", "--quiet", "--design", "form", "--max-repeats", "none", "--budget", "40", "--min", "*=1", "--max", "=1+1=4"}
	fms(t, append([]string{"export", "-o", predictor}, data...)...).want(t, statusDone)
	for _, tool := range []string{"mturk", "label-studio", "argilla", "prolific"} {
		t.Run(tool, func(t *testing.T) {
			folder := filepath.Join(dir, tool)
			fms(t, append([]string{"plan", "--form", tool, "--new", objects, "-o", folder}, data...)...).want(t, statusDone)
			batches, want := collectAnswers(t, folder, tool)
			if len(batches) < 2 || len(batches[0].objects) != len(hostileObjects) || len(want.Attributes) != len(hostileAttributes) {
				t.Fatalf("%d batches, the first of %d objects, %d attributes: the plan tests nothing", len(batches), len(batches[0].objects), len(want.Attributes))
			}
			wantRepeats(t, predictor, want)
			var files []string
			for i := range batches {
				files = append(files, batches[i].exported(t, folder, tool))
			}
			equalPredictions(t, predictedBy(t, predictor, files...), direct(t, predictor, want))
		})
	}
}

// wantRepeats fails unless each object has as many judgments of each attribute as the
// predictor asks for.
func wantRepeats(t *testing.T, predictor string, ds *model.Dataset) {
	t.Helper()
	p, _, err := read.Predictor(read.File(predictor))
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range ds.Objects {
		held := make(map[string]int)
		for _, a := range ds.Attr[ds.Start[i]:ds.Start[i+1]] {
			held[ds.Attributes[a]]++
		}
		for _, a := range p.Attributes {
			if held[a.Name] != a.Repeats {
				t.Fatalf("%q has %d judgments of %q, want %d", o, held[a.Name], a.Name, a.Repeats)
			}
		}
	}
}

func readCSV(t *testing.T, path string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(content(t, path))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(content(t, path)), into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

func writeCSV(t *testing.T, path string, rows [][]string) string {
	t.Helper()
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	writeText(t, path, b.String())
	return path
}

func writeJSONFile(t *testing.T, path string, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	writeText(t, path, string(text))
	return path
}
