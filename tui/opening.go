package tui

import (
	"context"
	"errors"
	"image"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// ErrLeft is what [Opening.Do] returns where the user left while data were opened.
var ErrLeft = errors.New("the user left")

// openingTick is the time from one frame of an opening screen to the next.
const openingTick = 100 * time.Millisecond

// Opening has the terminal from the first frame on: it shows how far opening the data has come, until [Run] puts the
// screen itself in its place. Esc, q and ctrl+c leave. A nil one shows nothing.
type Opening struct {
	ctx    context.Context    // ends where the user leaves
	cancel context.CancelFunc // of ctx: of the work
	end    context.CancelFunc // of the program, and of the work
	status atomic.Pointer[func() Status]
	left   atomic.Bool

	program *tea.Program // nil where nothing is shown
	guard   *guard
	began   time.Time
	heard   chan struct{} // closed when the terminal has answered
	ended   chan struct{} // closed when program has, with
	err     error

	// As a model of Bubble Tea: what the terminal says of itself, and what is typed ahead, is kept
	// for the model that takes its place.
	theme looks
	said  []tea.Msg
	w, h  int
	hear  sync.Once
}

type Status struct {
	Lines []string // what, and figures
	Share float64  // that is done, from 0 to 1; 0 draws no bar
}

// NewOpening takes the terminal, and shows the opening screen until it is closed or given
// to [Run]: first the message that the program is working. It reads o's terminal parts.
func NewOpening(ctx context.Context, o screen.Options, first Status) *Opening {
	ctx, end := context.WithCancel(ctx)
	w := unseen(ctx, func() Status { return first })
	w.end, w.theme = end, newLooks(&o)
	var clock frames
	w.guard = &guard{Model: w, end: end, drew: func() { clock.drew(w.program) }}
	w.program, w.began = tea.NewProgram(w.guard, program(ctx, &o)...), time.Now()
	go func() {
		defer close(w.ended)
		_, w.err = w.program.Run() // without a terminal nothing is shown, and opening goes on
	}()
	return w
}

func unseen(ctx context.Context, status func() Status) *Opening {
	w := &Opening{heard: make(chan struct{}), ended: make(chan struct{})}
	w.ctx, w.cancel = context.WithCancel(ctx)
	w.status.Store(&status)
	return w
}

// endTime is how long work has to end by itself when the program ends.
const endTime = 15 * time.Millisecond

// Do runs work and returns its error; status says meanwhile how far it has come. Where the
// user leaves, it returns ErrLeft at once, and what work does then counts for nothing.
func (w *Opening) Do(ctx context.Context, status func() Status, work func(context.Context) error) error {
	if w == nil {
		return work(ctx)
	}
	w.status.Store(&status)
	type outcome struct {
		err   error
		crash string // with its stack; a panic of that goroutine would end the program with the screen on
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() {
			if value := recover(); value != nil {
				done <- outcome{crash: caught(value)}
			}
		}()
		done <- outcome{err: work(w.ctx)}
	}()
	var out outcome
	select {
	case out = <-done:
	case <-w.ctx.Done():
		if !w.left.Load() { // the program ends, and waits no longer for a large matrix
			select {
			case out = <-done:
			case <-time.After(endTime):
				out.err = w.ctx.Err()
			}
		}
	}
	if w.left.Load() {
		return ErrLeft
	}
	if out.crash == "" && w.ctx.Err() != nil && w.guard != nil {
		<-w.ended
		out.crash = w.guard.crash
	}
	if out.crash != "" {
		w.Close()
		panic(out.crash)
	}
	return out.err
}

// answerTime is how long a terminal has to answer what it was asked at the start, before
// it is given back: an answer that comes later would be typed into the shell.
const answerTime = 100 * time.Millisecond

// Close gives the terminal back: after it another screen can be drawn. It may be called more than once.
func (w *Opening) Close() {
	if w == nil {
		return
	}
	if w.program != nil {
		select {
		case <-w.heard:
		case <-w.ended:
		case <-time.After(answerTime - time.Since(w.began)):
		}
		w.program.Quit()
		<-w.ended
		w.end()
	}
	w.cancel()
}

type openingTicked struct{}

func openingTicks() tea.Cmd {
	return tea.Tick(openingTick, func(time.Time) tea.Msg { return openingTicked{} })
}

// Init begins the clock of the frames, and asks for the terminal's background where that picks the theme.
func (w *Opening) Init() tea.Cmd {
	if w.theme.asksBackground() {
		return tea.Batch(openingTicks(), tea.RequestBackgroundColor)
	}
	return openingTicks()
}

// Update takes what the terminal says, and gives way to the screen. Where the user leaves, the work ends, and the
// program quits by itself: one that is killed does not wait for its reader of the keyboard.
func (w *Opening) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		w.w, w.h = msg.Width, msg.Height
	case tea.ColorProfileMsg, tea.BackgroundColorMsg:
		w.theme.hear(msg)
	case tea.ModeReportMsg:
		w.hear.Do(func() { close(w.heard) })
		return w, nil
	case openingTicked:
		return w, openingTicks()
	case *app: // the model that takes its place
		cmds := []tea.Cmd{msg.Init()}
		for _, said := range w.said {
			_, cmd := msg.Update(said)
			cmds = append(cmds, cmd)
		}
		return msg, tea.Batch(cmds...)
	case tea.KeyPressMsg:
		switch keyName(msg) {
		case "q", "esc", "ctrl+c":
			w.left.Store(true)
			w.cancel()
			return w, tea.Quit
		case "ctrl+z":
			return w, tea.Suspend
		}
	default:
		return w, nil
	}
	w.said = append(w.said, msg)
	return w, nil
}

func (w *Opening) View() tea.View {
	c := chart.New(w.w, w.h)
	status, y := (*w.status.Load())(), 1
	for _, text := range status.Lines {
		lines := chart.Wrap(text, max(w.w-2, 10))
		c.Lines(1, y, lines, w.w-2, theme.Text)
		y += len(lines)
	}
	if width := min(w.w-2, 60); status.Share > 0 && width > 0 {
		full := min(width, int(status.Share*float64(width)))
		c.TextMax(1, y+1, strings.Repeat("━", full)+strings.Repeat("─", width-full), w.w-2, theme.Text)
	}
	footer := panel.Footer{Hints: []panel.Hint{{Key: "esc", Text: "cancel"}}}
	footer.Draw(c.Sub(image.Rect(0, w.h-1, w.w, w.h)))
	v := tea.NewView(c.String(w.theme.Theme))
	v.AltScreen = true
	return v
}

// solving says that the data are read, and what is done with them as far as it has heard.
func solving(data *model.Dataset) (heard func(stage string, done, of int), status func() Status) {
	var now atomic.Pointer[screen.Progress]
	began, facts := time.Now(), sizeOf(data)
	heard = func(stage string, done, of int) { now.Store(now.Load().Next(stage, done, of, time.Now())) }
	return heard, func() Status {
		step := now.Load()
		if step == nil {
			step = &screen.Progress{Stage: "averaging judgments", Since: began}
		}
		words := step.Words(time.Now())
		return Status{
			Lines: []string{screen.DisplayName(data), facts, screen.Capital(words)},
			Share: float64(step.Done) / float64(max(step.Of, 1)),
		}
	}
}

func sizeOf(data *model.Dataset) string {
	size := data.Summary()
	return figure.CountOf(size.Judgments, "judgment") + " of " + figure.CountOf(size.Objects, "object") + " by " + figure.CountOf(len(data.Attributes), "attribute")
}
