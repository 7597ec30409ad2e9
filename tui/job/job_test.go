package job

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

type number int

func (n number) Equal(o number) bool { return n == o }

// desk stands for a program: it keeps the messages of its clock.
type desk struct {
	Latest[number, string]
	Commands
	clock []tea.Msg
	took  int
}

func (d *desk) runner(ctx context.Context) Runner {
	return Runner{Context: ctx, Run: d.Commands.Run, After: func(_ time.Duration, m tea.Msg) tea.Cmd {
		d.clock = append(d.clock, m)
		return nil
	}}
}

func (d *desk) ask(ctx context.Context, key number, delay time.Duration, work Work[string]) tea.Cmd {
	d.Still, d.Took = delay, func() { d.took++ }
	d.Ask(d.runner(ctx), key, work)
	return d.Take()
}

// next runs a command that sends one message, and delivers that.
func (d *desk) next(t *testing.T, cmd tea.Cmd) (more tea.Cmd, changed bool) {
	t.Helper()
	m, ok := cmd().(Msg)
	if !ok {
		t.Fatal("no message came")
	}
	changed = m()
	return d.Take(), changed
}

func says(text string) Work[string] {
	return func(context.Context, func(string)) (string, error) { return text, nil }
}

func TestAnswer(t *testing.T) {
	var d desk
	if d.For(0) || d.Pending() || d.Latest.Run != 0 {
		t.Error("the zero value has a question")
	}
	cmd := d.ask(t.Context(), 1, 0, says("one"))
	if !d.Pending() || d.Key != 1 || !d.For(1) || d.For(2) {
		t.Errorf("asked for %v", d.Key)
	}
	more, changed := d.next(t, cmd)
	if more != nil || !changed || !d.Done || d.Pending() || d.took != 1 {
		t.Errorf("%+v", d.Latest)
	}
	if v, known := d.Answer(1); v != "one" || !known {
		t.Errorf("the answer is %q", v)
	}
	if _, known := d.Answer(2); known {
		t.Error("it is the answer to another question, too")
	}
	if d.ask(t.Context(), 1, 0, says("again")) != nil {
		t.Error("what is known is asked again")
	}
	d.Abandon(2)
	if !d.Known {
		t.Error("an answer is abandoned")
	}
}

// TestStale: answers to a question are dropped when another one was asked,
// whether they were under way or had arrived.
func TestStale(t *testing.T) {
	var d desk
	late := d.ask(t.Context(), 1, 0, says("late"))().(Msg)
	never := d.ask(t.Context(), 3, 0, func(context.Context, func(string)) (string, error) {
		t.Error("work begins that nobody asks for any more")
		return "", nil
	})
	now := d.ask(t.Context(), 2, 0, says("now"))
	if never() != nil {
		t.Error("it answers")
	}
	if late() || d.Take() != nil || d.Known {
		t.Errorf("a stale answer was taken: %q", d.Value)
	}
	d.next(t, now)
	if late() || d.Take() != nil || d.Value != "now" || d.took != 1 {
		t.Errorf("a stale answer was taken: %q", d.Value)
	}
	back := d.ask(t.Context(), 1, 0, says("back"))
	late() // of the same question, asked before
	if d.Known {
		t.Error("an answer of an older run was taken")
	}
	d.next(t, back)
	if d.Value != "back" {
		t.Errorf("the answer is %q", d.Value)
	}
}

// TestCancel: another question, and the end of the program, cancel the work and
// free the command that waits.
func TestCancel(t *testing.T) {
	for what, end := range map[string]func(*desk, context.CancelFunc){
		"another question": func(d *desk, _ context.CancelFunc) { d.ask(t.Context(), 2, time.Second, nil) },
		"forgotten":        func(d *desk, _ context.CancelFunc) { d.Forget() },
		"abandoned":        func(d *desk, _ context.CancelFunc) { d.Abandon(2) },
		"the end":          func(_ *desk, quit context.CancelFunc) { quit() },
	} {
		synctest.Test(t, func(t *testing.T) {
			var d desk
			ctx, quit := context.WithCancel(t.Context())
			defer quit()
			canceled := false
			wait := d.ask(ctx, 1, 0, func(ctx context.Context, report func(string)) (string, error) {
				<-ctx.Done()
				canceled = true
				report("too late")
				return "", ctx.Err()
			})
			var sent tea.Msg
			returned := false
			go func() { sent, returned = wait(), true }()
			d.Abandon(1)
			synctest.Wait()
			if canceled || returned {
				t.Errorf("%s: what is asked for is abandoned", what)
			}
			end(&d, quit)
			synctest.Wait() // and the work has ended: synctest finds what is left
			if m, ok := sent.(Msg); ok {
				if m() {
					t.Errorf("%s: %q arrives", what, d.Value)
				}
			}
			if !returned || wait() != nil {
				t.Errorf("%s: the command waits on, or begins again", what)
			}
			if !canceled || d.took > 0 || d.Known {
				t.Errorf("%s: canceled %t, %+v", what, canceled, d.Latest)
			}
		})
	}
}

// TestDelay: work begins when the clock says so, once, and not for a question
// that was replaced meanwhile.
func TestDelay(t *testing.T) {
	var d desk
	begun := ""
	work := func(name string) Work[string] {
		return func(context.Context, func(string)) (string, error) { begun += name; return name, nil }
	}
	if d.ask(t.Context(), 1, time.Second, work("a")) != nil || d.ask(t.Context(), 2, time.Second, work("b")) != nil {
		t.Error("the clock's command is not the one returned")
	}
	if len(d.clock) != 2 || begun != "" {
		t.Fatalf("%d messages, begun %q", len(d.clock), begun)
	}
	if d.clock[0].(Msg)() || d.Take() != nil {
		t.Error("a question that was replaced begins")
	}
	changed := d.clock[1].(Msg)()
	cmd := d.Take()
	if cmd == nil || changed {
		t.Fatal("the newest question does not begin")
	}
	if d.Due(); d.Take() != nil {
		t.Error("it begins twice")
	}
	d.next(t, cmd)
	if begun != "b" || d.Value != "b" {
		t.Errorf("begun %q, the answer is %q", begun, d.Value)
	}
}

// TestReports: what work has so far arrives; what nobody saw in time is replaced
// by what is newer; the last answer always comes.
func TestReports(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d desk
		step := make(chan string)
		cmd := d.ask(t.Context(), 1, 0, func(_ context.Context, report func(string)) (string, error) {
			for s := range step {
				report(s)
			}
			return "end", nil
		})
		go func() { step <- "1" }()
		cmd, changed := d.next(t, cmd)
		if cmd == nil || !changed || d.Value != "1" || !d.Known || d.Done {
			t.Fatalf("%+v", d.Latest)
		}
		step <- "2"
		step <- "3"
		synctest.Wait()
		if cmd, _ = d.next(t, cmd); d.Value != "3" {
			t.Errorf("the newest is %q", d.Value)
		}
		close(step)
		if cmd, _ = d.next(t, cmd); cmd != nil || d.Value != "end" || !d.Done || d.took != 3 {
			t.Errorf("%+v", d.Latest)
		}
	})
}

// TestManyReporters: reports from many goroutines at once wait for nobody, and
// never replace the last answer.
func TestManyReporters(t *testing.T) {
	var d desk
	cmd := d.ask(t.Context(), 1, 0, func(_ context.Context, report func(string)) (string, error) {
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for range 1000 {
					report("some")
				}
			})
		}
		all.Wait()
		go report("after the end")
		return "end", nil
	})
	for cmd != nil {
		cmd, _ = d.next(t, cmd)
	}
	if d.Value != "end" || !d.Done {
		t.Errorf("%+v", d.Latest)
	}
}

// TestPanic: the command of work that panics does, too, where the program catches it.
func TestPanic(t *testing.T) {
	var d desk
	cmd := d.ask(t.Context(), 1, 0, func(context.Context, func(string)) (string, error) { panic("broken") })
	defer func() {
		if text, ok := recover().(string); !ok || !strings.HasPrefix(text, "broken\n") || !strings.Contains(text, "TestPanic") {
			t.Errorf("recovered %q", text)
		}
	}()
	cmd()
	t.Error("nothing panics")
}
