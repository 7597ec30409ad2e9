package screen

import (
	"context"
	"runtime"
	"testing"
	"weak"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/job"
)

// TestShowLetsGo: once another Result is shown, nothing holds the one before, whatever was asked
// about it: it has matrices of all attributes.
func TestShowLetsGo(t *testing.T) {
	o := Options{Study: core.NewStudy(bodies(t)), Settings: model.Settings{Label: "height"}, NoHonest: true}
	a := NewSession(t.Context(), o, nil)
	held := askedAbout(t, a, o)
	next := o
	next.Settings = o.Settings.WithExcluded("female", true)
	s, err := First(t.Context(), next)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	if held.Value() == nil {
		t.Fatal("nothing held the Result that was shown: the test proves nothing")
	}
	a.State = s.State
	a.Show(s)
	a.RefreshLook()
	runtime.GC()
	if held.Value() != nil {
		t.Error("a Result that is shown no longer is still held")
	}
	runtime.KeepAlive(a)
}

// askedAbout shows a Result, and asks all that is asked about one.
func askedAbout(t *testing.T, a *Session, o Options) weak.Pointer[core.Result] {
	t.Helper()
	s, err := First(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	a.State = s.State
	a.Show(s)
	a.RefreshLook()
	r, key := s.Result, s.choice()
	ask(a, &a.bounding, ofResult{r})
	ask(a, &a.Resampling.Latest, key)
	ask(a, &a.Further.Latest, furtherAt{key, 0})
	ask(a, &a.Preparing.Latest, preparedAt{chosenAt: key})
	ask(a, &a.Stopping.Latest, stopAt{chosenAt: key})
	return weak.Make(r)
}

// ask asks a question whose answer is there at once.
func ask[K, T any](a *Session, l *job.Latest[K, T], key K) {
	run := l.Ask(a.Runner(), job.Question[K, T]{Key: key, Work: func(context.Context, func(T)) (answer T, err error) { return answer, nil }})
	run().(job.Msg).Deliver()
}
