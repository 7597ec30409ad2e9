package tui

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"fms-tui/core/parallel"
	"fms-tui/model"
	"fms-tui/tui/screen"
)

// framesPerSecond is Bubble Tea's most; it writes nothing where nothing changed.
const framesPerSecond = 120

// Run shows the terminal program until the user quits. The settings are solved before the
// opening screen, which has the terminal, makes room: data or settings that cannot be used
// are an error. When ctx ends, the terminal is restored and the context's cause returned.
//
// With o.Choose it returns the predictor of the active algorithm at the last B, nil where nothing is chosen there.
func Run(ctx context.Context, o screen.Options, w *Opening) (*model.Predictor, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var start screen.Shown
	heard, status := solving(o.Study.Data())
	err := w.Do(ctx, status, func(ctx context.Context) (err error) {
		start, err = restore(parallel.Hear(ctx, heard), &o)
		return err
	})
	if err != nil {
		return nil, err
	}
	defer parallel.Spare()()
	a := newApp(ctx, o, start)
	w.program.Send(a)
	<-w.ended
	err = w.err
	if w.left.Load() {
		return nil, ErrLeft
	}
	a.keep()
	if w.guard.crash != "" {
		panic(w.guard.crash) // on a terminal that is whole again
	}
	if o.Left != nil && err == nil {
		o.Left(a.asked())
	}
	if a.forRoles && err == nil {
		o.Roles()
		return nil, nil
	}
	switch {
	case ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled):
		return nil, context.Cause(ctx)
	case err != nil || !o.Choose:
		return nil, err
	case a.Shown.Honest == nil && !o.NoHonest: // the predictor has its honest loss
		if a.Shown.Honest, err = a.Shown.Result.Honest(ctx, o.Folds, a.Shown.State.Algorithm); err != nil {
			return nil, err
		}
	}
	a.refresh()
	return a.Predictor(), nil
}

// program returns how Bubble Tea is to run on the terminal of o. Signals end ctx; it need not catch them too.
func program(ctx context.Context, o *screen.Options) []tea.ProgramOption {
	options := []tea.ProgramOption{
		tea.WithContext(ctx), tea.WithInput(o.Input), tea.WithOutput(o.Output),
		tea.WithEnvironment(o.Env), tea.WithFPS(framesPerSecond), tea.WithoutSignalHandler(),
	}
	switch o.Color {
	case "always":
		options = append(options, tea.WithColorProfile(colorprofile.TrueColor))
	case "never":
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	return options
}

// keep keeps, when the program is left, what is to come back; its owner learns the result. Settings
// that could not be used (Notice) stay in the file unless the user changed something.
func (a *app) keep() {
	now := a.saved()
	changed := a.Opt.Saved == nil || !a.Opt.Saved.Equal(&now)
	if a.Opt.Notice != "" {
		changed = !a.began.Equal(&now)
	}
	if a.Opt.Save != nil && changed {
		_ = a.Opt.Save(now)
	}
}

func (a *app) showNamed(name string) {
	for i, s := range a.screens {
		if s.Half != nil && s.Half.Saved == name {
			a.screens[i], s = s.Half, s.Half
		}
		if s.Saved == name {
			a.enterScreen(i)
		}
	}
}

func (a *app) saved() screen.Saved {
	s := a.State
	return screen.Saved{
		Settings: s.Settings, Budget: s.Budget, Algorithm: s.Algorithm, Compared: s.Compared, Range: s.Range,
		Sort: s.Sort.Name(), Reverse: s.Reverse, Scale: string(s.Scale), Screen: a.kind().Saved,
	}
}

// restore solves the question that the program opens with: as it was left. A budget that does not go with the
// settings asked for now is left out. Where there is no answer all the same, as of data that have changed, it opens
// as if nothing had been kept, and what was kept is left alone until the user changes something.
func restore(ctx context.Context, o *screen.Options) (screen.Shown, error) {
	if o.Saved == nil {
		return screen.First(ctx, *o)
	}
	kept := *o
	kept.Settings = o.Saved.Settings
	if kept.Algorithm == "" {
		kept.Algorithm = o.Saved.Algorithm
	}
	asked := kept
	if !asked.HasBudget && asked.Rule == nil {
		kept.Budget, kept.HasBudget = o.Saved.Budget, true
	}
	s, err := screen.First(ctx, kept)
	if err != nil && kept.HasBudget != asked.HasBudget && ctx.Err() == nil {
		s, err = screen.First(ctx, asked)
	}
	if err == nil || ctx.Err() != nil {
		return s, err
	}
	o.Saved, o.Notice = nil, fmt.Sprintf("the settings of the last session cannot be used: %v", err)
	return screen.First(ctx, *o)
}

// guard is the root model in front of Bubble Tea. A panic in the model, or in a command of it, ends the program as a
// signal does: Bubble Tea restores the terminal, and Run panics again, where a report can be written. Bubble Tea's
// own answer to a panic prints what the panic says, which may be of the data, and ends no report.
type guard struct {
	tea.Model
	end   context.CancelFunc // ends the program
	drew  func()             // is told of every view; nil where nobody is
	crash string             // the first panic, with its stack; "" for none
}

// crashed is the message of a command that panicked.
type crashed string

// caught is a panic with the stack of whoever calls it from a deferred function.
func caught(value any) string { return fmt.Sprintf("%v\n%s", value, debug.Stack()) }

func (g *guard) fail(crash string) {
	if g.crash == "" {
		g.crash = crash
	}
	g.end()
}

// check, deferred, takes a panic.
func (g *guard) check() {
	if p := recover(); p != nil {
		g.fail(caught(p))
	}
}

func (g *guard) Init() tea.Cmd { return watched(g.Model.Init()) }

func (g *guard) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	m = g
	defer g.check()
	switch crash, ok := msg.(crashed); {
	case ok:
		g.fail(string(crash))
	case g.crash == "":
		g.Model, cmd = g.Model.Update(msg)
	}
	return m, watched(cmd)
}

func (g *guard) View() (v tea.View) {
	defer g.check()
	if g.drew != nil {
		g.drew()
	}
	if g.crash == "" {
		v = g.Model.View()
	}
	return v
}

// watched is a command whose panic is a message.
func watched(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if p := recover(); p != nil {
				msg = crashed(caught(p))
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = watched(batch[i])
			}
		}
		return msg
	}
}
