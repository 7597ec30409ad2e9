//go:build unix

package collect

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fms-tui/model"
	"fms-tui/model/order"
)

// plan is n calls at a price of 1, each by the repeat of an object of its own or of
// one of every three.
func plan(n int) []order.Call {
	var calls []order.Call
	for i := range n {
		calls = append(calls, order.Call{Object: fmt.Sprintf("o%d", i/3), Attribute: "a'\"\n", Repeat: 1 + i%3, Price: model.Unit})
	}
	return calls
}

func open(t *testing.T, path string) *Journal {
	t.Helper()
	j, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func collected(t *testing.T, calls []order.Call, j *Journal, opt Options) Outcome {
	t.Helper()
	opt.Jobs, opt.Timeout = max(opt.Jobs, 1), max(opt.Timeout, time.Minute)
	out, err := Run(t.Context(), calls, j, opt, func(Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestRun: every call is made once, several at a time, and the answers are read again
// from the journal.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	log, path := filepath.Join(dir, "log"), filepath.Join(dir, "journal")
	command := "cat >> " + log + "; echo 4.5"
	calls := plan(9)
	j := open(t, path)
	out := collected(t, calls[:5], j, Options{Command: command, Jobs: 3})
	if out.Done != 5 || out.Before != 0 || out.Cost != 5*model.Unit || out.First != nil {
		t.Errorf("%+v", out)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = open(t, path)
	out = collected(t, calls, j, Options{Command: command, Jobs: 3})
	if out.Done != 9 || out.Before != 5 || out.Cost != 9*model.Unit {
		t.Errorf("%+v", out)
	}
	text, _ := os.ReadFile(log)
	if lines := strings.Count(string(text), "\n"); lines != 9 {
		t.Errorf("%d calls were made of 9", lines)
	}
	var b strings.Builder
	if n, err := WriteJudgments(&b, calls, j); n != 9 || err != nil || !strings.HasPrefix(b.String(), "object,attribute,judgment,repeat\no0,\"a'\"\"\n\",4.5,1\n") {
		t.Errorf("%d judgments, %v: %s", n, err, b.String())
	}
}

// TestBegun: a call is in the journal before it is made, with the name that the command is given;
// where the run was killed it is made again under the same name.
func TestBegun(t *testing.T) {
	dir := t.TempDir()
	path, log := filepath.Join(dir, "journal"), filepath.Join(dir, "log")
	calls := plan(2)
	j := open(t, path)
	collected(t, calls, j, Options{Command: "grep -c $FMS_CALL_ID " + path + " >> " + log + "; echo $FMS_CALL_ID >> " + log + "; echo 1"})
	text, _ := os.ReadFile(log)
	if want := "1\n" + ID(&calls[0]) + "\n1\n" + ID(&calls[1]) + "\n"; string(text) != want {
		t.Errorf("the commands saw %q, want %q", text, want)
	}
	if j.UnderWay() != 0 || ID(&calls[0]) == ID(&calls[1]) {
		t.Errorf("%d calls under way, named %s and %s", j.UnderWay(), ID(&calls[0]), ID(&calls[1]))
	}
	_ = j.Close()
	journal, _ := os.ReadFile(path)
	lines := strings.SplitAfter(string(journal), "\n")
	if err := os.WriteFile(path, []byte(strings.Join(lines[:3], "")), 0o600); err != nil { // begun, answered, begun
		t.Fatal(err)
	}
	if j = open(t, path); j.UnderWay() != 1 {
		t.Errorf("%d calls under way after kill -9, want 1", j.UnderWay())
	}
	if n, cost := Most(calls, j); n != 1 || cost != 2*model.Unit {
		t.Errorf("at most %d calls for %s", n, cost)
	}
}

// TestFailures: what fails is tried again, and a command that always fails is given up.
func TestFailures(t *testing.T) {
	for name, c := range map[string]struct {
		command string
		opt     Options
		says    string
		gave    bool
		done    int
	}{
		"second attempt": {`f=DIR/$(cksum | tr -d ' '); if [ -e "$f" ]; then echo 1; else : > "$f"; echo no >&2; exit 3; fi`, Options{Retries: 1, Jobs: 2}, "", false, 9},
		"status":         {`echo "no key" >&2; exit 3`, Options{}, `"o0", "a'\"\n", repeat 1: the command ended with exit status 3: no key`, true, 0},
		"no number":      {`echo high`, Options{}, `the answer "high" holds no number for "a'\"\n": accepted is a number, or an object such as {"score": 4}`, true, 0},
		"nothing":        {`:`, Options{}, "printed nothing", true, 0},
		"not there":      {`/nonesuch/judge`, Options{Retries: 3, Wait: time.Hour}, "cannot be run", true, 0},
		"too slow":       {`sleep 5`, Options{Timeout: 20 * time.Millisecond}, "took longer than 20ms", true, 0},
		"too much":       {`yes`, Options{Timeout: 20 * time.Second}, "", true, 0},
		"not a number":   {`echo NaN`, Options{}, "holds no number", true, 0},
		"one object":     {`grep -q o1 && exit 1; echo 2`, Options{}, `"o1"`, false, 6},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "too much" {
				c.command, c.says = `head -c 2000000 /dev/zero`, "printed more than 1048576 bytes"
			}
			dir := t.TempDir()
			j := open(t, filepath.Join(dir, "journal"))
			opt := c.opt
			opt.Command, opt.Jobs = strings.ReplaceAll(c.command, "DIR", dir), max(opt.Jobs, 1)
			if opt.Timeout == 0 {
				opt.Timeout = time.Minute
			}
			out, err := Run(t.Context(), plan(9), j, opt, func(Progress) {})
			if err != nil || out.Gave != c.gave || out.Done != c.done || (out.First != nil) != (c.says != "") || out.First != nil && !strings.Contains(out.First.Error(), c.says) {
				t.Errorf("%+v, %v, %v", out, out.First, err)
			}
			if name == "not there" && out.Failed != 1 {
				t.Errorf("%d calls of a command that is not there", out.Failed)
			}
		})
	}
}

// TestCeiling: what calls under way may cost counts as spent, and what an answer cost
// less than expected is spent on further calls.
func TestCeiling(t *testing.T) {
	for _, c := range []struct {
		command string
		ceiling int64
		done    int
	}{{"echo 1", 4, 4}, {`echo '{"score":1,"cost":0.5}'`, 4, 7}, {"echo 1", 9, 9}} {
		j := open(t, filepath.Join(t.TempDir(), "journal"))
		out := collected(t, plan(9), j, Options{Command: c.command, Jobs: 3, Ceiling: model.Amount(c.ceiling) * model.Unit})
		if out.Done != c.done || out.Ceiling != (c.done < 9) || out.Cost > model.Amount(c.ceiling)*model.Unit {
			t.Errorf("%s, at most %d: %+v", c.command, c.ceiling, out)
		}
	}
}

// TestInterrupted: a context that ends ends the command with what it started.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	dir := t.TempDir()
	j := open(t, filepath.Join(dir, "journal"))
	begun := filepath.Join(dir, "begun")
	go func() {
		for {
			if _, err := os.Stat(begun); err == nil {
				cancel()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	out, err := Run(ctx, plan(3), j, Options{Command: "touch " + begun + "; sleep 60 & wait", Jobs: 1, Timeout: time.Hour}, func(Progress) {})
	if err == nil || out.Done != 0 || out.Failed != 0 {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestRate: commands start no faster than asked.
func TestRate(t *testing.T) {
	begin := time.Now()
	collected(t, plan(3), open(t, filepath.Join(t.TempDir(), "journal")), Options{Command: "echo 1", Jobs: 3, Every: 30 * time.Millisecond})
	if d := time.Since(begin); d < 60*time.Millisecond {
		t.Errorf("three calls in %s", d)
	}
}

// TestJournalReleased: a run waits a moment for the lock of a run that ends, and has
// all that the run wrote until then.
func TestJournalReleased(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	first := open(t, path)
	collected(t, plan(1), first, Options{Command: "echo 1"})
	_ = first.Close()
	held, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := lock(held); err != nil {
		t.Fatal(err)
	}
	released := make(chan struct{})
	go func() {
		defer close(released)
		time.Sleep(120 * time.Millisecond)
		text, _ := os.ReadFile(path)
		_, _ = held.Write(bytes.ReplaceAll(text, []byte(`"o0"`), []byte(`"late"`)))
		held.Close()
	}()
	j, err := OpenJournal(path)
	<-released
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if len(j.answers) != 2 {
		t.Errorf("%d answers, want 2", len(j.answers))
	}
}

// TestJournal: a last line that was cut off is dropped, wherever the cut is; any other
// damage is an error that says where.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	calls := plan(3)
	j := open(t, path)
	collected(t, calls, j, Options{Command: "echo 1"})
	if _, err := OpenJournal(path); err == nil || !strings.Contains(err.Error(), "another run of collect") {
		t.Errorf("a second run: %v", err)
	}
	_ = j.Close()
	text, _ := os.ReadFile(path)
	lines := slices.DeleteFunc(strings.SplitAfter(string(text), "\n"), func(line string) bool { return strings.Contains(line, `"begun"`) })
	for cut := range len(lines[2]) {
		if err := os.WriteFile(path, []byte(lines[0]+lines[1]+lines[2][:cut]), 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := OpenJournal(path)
		if err != nil || len(j.answers) != 2 || j.Dropped != (cut > 0) {
			t.Fatalf("cut after %d bytes: %v", cut, err)
		}
		_ = j.Close()
		if got, _ := os.ReadFile(path); string(got) != lines[0]+lines[1] {
			t.Fatalf("cut after %d bytes the file is %q", cut, got)
		}
	}
	for damage, says := range map[string]string{
		"x": ":2: invalid character", `{"object":"o"}`: `:2: has neither "attribute" nor "form"`, strings.Replace(strings.TrimSpace(lines[1]), `"answers":[1]`, `"answers":[1,2]`, 1): ":2: it holds 2 answers to 1 questions",
	} {
		if err := os.WriteFile(path, []byte(lines[0]+damage+"\n"+lines[2]), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenJournal(path); err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "remove the line") {
			t.Errorf("%s: %v", damage, err)
		}
	}
}

// TestParse: what commands may print.
func TestParse(t *testing.T) {
	single := order.Call{Object: "o", Attribute: "gpt.tone", Judge: "gpt", Repeat: 1, Price: model.Unit}
	form := order.Call{Object: "o", Form: "gpt", Attributes: []string{"gpt.tone", "gpt.depth"}, Judge: "gpt", Repeat: 1}
	for _, c := range []struct {
		call   *order.Call
		output string
		want   string // values and cost; "" for an error
	}{
		{&single, " 4\n", "[4] 1"},
		{&single, `"4.5"`, "[4.5] 1"},
		{&single, "true", "[1] 1"},
		{&single, "-1e-3", "[-0.001] 1"},
		{&single, `{"score": 3, "reason": "x"}`, "[3] 1"},
		{&single, `{"gpt.tone": 2, "score": 3, "cost": 0.25}`, "[2] 0.25"},
		{&single, `{"tone": false, "cost": "0.1"}`, "[0] 0.1"},
		{&single, `[5]`, "[5] 1"},
		{&single, `{"score": null}`, ""},
		{&single, `{"grade": 3}`, ""},
		{&single, `{"score": 3, "cost": "dear"}`, ""},
		{&single, `{"score": 3`, ""},
		{&single, `[5, 6]`, ""},
		{&single, `1e999`, ""},
		{&single, `4 of 5`, ""},
		{&form, `{"gpt.tone": 1, "gpt.depth": 2}`, "[1 2] 0"},
		{&form, `{"depth": 2, "tone": 1}`, "[1 2] 0"},
		{&form, `{"scores": {"depth": 2, "tone": 1}, "cost": 3}`, "[1 2] 3"},
		{&form, `[1, 2]`, "[1 2] 0"},
		{&form, `{"tone": 1}`, ""},
		{&form, `3`, ""},
		{&form, `[1, 2, 3]`, ""},
	} {
		a, err := parse(c.call, []byte(c.output))
		got := ""
		if err == nil {
			got = fmt.Sprint(a.Values, " ", a.Cost)
		}
		if got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.output, got, err, c.want)
		}
	}
}

// TestReadPlan: a plan that is none is an error that says where.
func TestReadPlan(t *testing.T) {
	const good = `{"object":"a","attribute":"tall","repeat":1}` + "\n"
	for text, want := range map[string]string{
		"":                                     ": holds no call",
		"\n\n":                                 ": holds no call",
		good + "object,attribute\n":            ":2: invalid character",
		good + good:                            ":2: the same call is on line 1: number its repeats",
		`{"object":"a","repeat":1}`:            `:1: has neither "attribute" nor "form"`,
		`{"attribute":"a","repeat":1}`:         `:1: has no "object"`,
		`{"object":"a","attribute":"b"}`:       `:1: has the "repeat" 0`,
		`{"object":"a","form":"f","repeat":1}`: `:1: has the form "f" without "attributes"`,
		good + `{"object":"a","form":"f","attributes":["x","y"],"repeat":1}`:    "",
		strings.Replace(good, `1}`, `1,"price":0.25,"data":{"x":"y"}}`, 1) + "": "",
	} {
		calls, err := ReadPlan("-", "", strings.NewReader(text))
		if want == "" != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), "stdin"+want) {
			t.Errorf("%q: %d calls, %v", text, len(calls), err)
		}
	}
}

// TestStopping: a rule saves the calls of decided objects. After an interruption it
// continues. A rule for another plan, or for a part of a plan, is an error.
func TestStopping(t *testing.T) {
	const name = "a'\"\n"
	rule := &model.Stopping{Version: 1, Kind: model.StoppingKind, Threshold: 3}
	for k := range 3 {
		margin := float64(2 - k)
		rule.Stages = append(rule.Stages, model.StoppingStage{
			K: k + 1, Attribute: name, Attributes: []string{name}, Repeat: k + 1, Below: 3 - margin, Above: 3 + margin,
			Weights: []model.StoppingWeight{{Attribute: name, Judgments: k + 1, Weight: 1}},
		})
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "journal")
	// o0 answers 6: clear at once; o1 answers 3.5: never before the end; o2 answers 4.5: at the second.
	command := `read -r line; case $line in *o0*) echo 6;; *o1*) echo 3.5;; *) echo 4.5;; esac`
	calls := plan(9)
	j := open(t, path)
	out := collected(t, calls, j, Options{Command: command, Jobs: 2, Rule: rule, Ceiling: 4 * model.Unit})
	if out.Done != 4 || !out.Ceiling {
		t.Errorf("with a ceiling: %+v", out)
	}
	out = collected(t, calls, j, Options{Command: command, Jobs: 2, Rule: rule})
	if out.Done != 1+3+2 || out.Spared != 2+0+1 || out.Before != 4 || out.Failed > 0 {
		t.Errorf("%+v", out)
	}
	for want, change := range map[string]func(){
		"no stage for the call": func() { rule.Stages[1].Repeat = 7 },
		"2 calls of object":     func() { calls = calls[:8]; rule.Stages[1].Repeat = 2 },
	} {
		before, all := rule.Stages[1].Repeat, calls
		change()
		if _, err := Run(t.Context(), calls, j, Options{Command: command, Jobs: 1, Rule: rule}, func(Progress) {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
		rule.Stages[1].Repeat, calls = before, all
	}
	// Where the stages of a rule disagree no call is made twice.
	rule.Stages[0].Weights[0].Judgments = 3
	short, end := context.WithTimeout(t.Context(), 20*time.Second)
	defer end()
	log := filepath.Join(dir, "log")
	_, err := Run(short, calls, open(t, filepath.Join(dir, "disagree")), Options{Command: "cat >> " + log + "; echo 3", Jobs: 1, Timeout: time.Minute, Rule: rule}, func(Progress) {})
	text, _ := os.ReadFile(log)
	if err != nil || strings.Count(string(text), "\n") != len(calls) {
		t.Errorf("a rule whose stages disagree: %v, %d calls", err, strings.Count(string(text), "\n"))
	}
	rule.Stages[0].Weights[0].Judgments = 1
	// A call that fails leaves its object, and the others go on.
	j = open(t, filepath.Join(dir, "other"))
	out = collected(t, calls, j, Options{Command: `read -r line; case $line in *o1*) exit 3;; *) echo 6;; esac`, Jobs: 1, Rule: rule})
	if out.Done != 2 || out.Failed != 1 || out.Spared != 4 {
		t.Errorf("with a failure: %+v", out)
	}
}
