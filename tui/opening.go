package tui

import (
	"context"
	"errors"
	"fmt"
	"image"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// ErrLeft is what [Opening.Do] returns where the user left while data were opened.
var ErrLeft = errors.New("the user left")

// openingTick is the time from one frame of an opening screen to the next.
const openingTick = 100 * time.Millisecond

// Opening has the terminal from the first frame on: it shows how far opening the data has
// come, until [Run] puts the screen itself in its place. Esc, q and ctrl+c leave. A nil one
// shows nothing.
type Opening struct {
	ctx    context.Context    // ends where the user leaves
	cancel context.CancelFunc // of ctx: of the work
	end    context.CancelFunc // of the program, and of the work; nil without a terminal
	status atomic.Pointer[func() Status]
	left   atomic.Bool

	program *tea.Program // nil where nothing is shown
	guard   *guard
	began   time.Time
	heard   chan struct{} // closed when the terminal has answered
	ended   chan struct{} // closed when program has, with
	err     error
}

// Status is what is being done now.
type Status struct {
	Lines []string    // what, and figures
	Share float64     // that is done, from 0 to 1; 0 draws no bar
	rows  []panel.Row // of the attributes, once they are known
}

// NewOpening takes the terminal, and shows the opening screen until it is closed or given
// to [Run]: first the message that the program is working. It reads o's terminal parts.
func NewOpening(ctx context.Context, o screen.Options, first Status) *Opening {
	ctx, end := context.WithCancel(ctx)
	w := unseen(ctx)
	w.end = end
	now := func() Status { return first }
	w.status.Store(&now)
	m := &opening{status: w.now, theme: newLooks(&o), leave: w.leave, heard: w.heard}
	var clock frames
	w.guard = &guard{
		Model: m, end: end, drew: func() { clock.drew(w.program) },
		run: func(cmd tea.Cmd) { go func() { w.program.Send(cmd()) }() },
	}
	w.program, w.began = tea.NewProgram(w.guard, program(ctx, &o)...), time.Now()
	go func() {
		defer close(w.ended)
		_, w.err = w.program.Run() // without a terminal nothing is shown, and opening goes on
	}()
	return w
}

// unseen is an opening without a terminal.
func unseen(ctx context.Context) *Opening {
	w := &Opening{heard: make(chan struct{}), ended: make(chan struct{})}
	w.ctx, w.cancel = context.WithCancel(ctx)
	return w
}

// leave notes that the user has left, and ends the work. The program quits by itself: one
// that is killed does not wait for its reader of the keyboard.
func (w *Opening) leave() {
	w.left.Store(true)
	w.cancel()
}

func (w *Opening) now() Status {
	if status := w.status.Load(); status != nil {
		return (*status)()
	}
	return Status{}
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
				done <- outcome{crash: fmt.Sprintf("%v\n%s", value, debug.Stack())}
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

// give puts a model in the place of the opening screen, and returns when the program has
// ended, with its error.
func (w *Opening) give(a *app) error {
	w.program.Send(openedMsg{a})
	<-w.ended
	return w.err
}

// answerTime is how long a terminal has to answer what it was asked at the start, before
// it is given back: an answer that comes later would be typed into the shell.
const answerTime = 100 * time.Millisecond

// Close gives the terminal back: after it another screen can be drawn. It may be called
// more than once.
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

// opening is the model of Opening. What the terminal says of itself, and what is typed
// ahead, is kept for the model that takes its place.
type opening struct {
	status func() Status
	theme  looks
	said   []tea.Msg
	w, h   int
	leave  func()
	heard  chan struct{} // closed when the terminal has answered; nil where nobody waits
	offset int           // the first attribute shown
}

type openingTicked struct{}

// openedMsg brings the model that takes the place of the opening screen.
type openedMsg struct{ app *app }

func (m *opening) tick() tea.Cmd {
	return tea.Tick(openingTick, func(time.Time) tea.Msg { return openingTicked{} })
}

func (m *opening) Init() tea.Cmd {
	if m.theme.asksBackground() {
		return tea.Batch(m.tick(), tea.RequestBackgroundColor)
	}
	return m.tick()
}

func (m *opening) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
		m.said = append(m.said, msg)
	case tea.ColorProfileMsg, tea.BackgroundColorMsg:
		m.theme.hear(msg)
		m.said = append(m.said, msg)
	case tea.ModeReportMsg:
		if m.heard != nil {
			close(m.heard)
			m.heard = nil
		}
	case openingTicked:
		return m, m.tick()
	case openedMsg:
		return m.give(msg.app)
	case tea.KeyPressMsg:
		switch keyName(msg) {
		case "q", "esc", "ctrl+c":
			m.leave()
			return m, tea.Quit
		case "ctrl+z":
			return m, tea.Suspend
		}
		if m.scroll(keyName(msg)) {
			return m, nil
		}
		m.said = append(m.said, msg) // typed ahead
	}
	return m, nil
}

// give tells a model what the terminal has said, and lets it take over.
func (m *opening) give(a *app) (tea.Model, tea.Cmd) {
	cmds := []tea.Cmd{a.Init()}
	for _, msg := range m.said {
		_, cmd := a.Update(msg)
		cmds = append(cmds, cmd)
	}
	return a, tea.Batch(cmds...)
}

func (m *opening) lines(status Status) (all []string) {
	for _, text := range status.Lines {
		all = append(all, chart.Wrap(text, max(m.w-2, 10))...)
	}
	return all
}

// leastTable is the height from which a table is of use.
const leastTable = 5

// attributes are the attributes as soon as their moments are known, for what is chosen of them takes
// longer with many; and where they lie, nowhere without room.
func (m *opening) attributes(status Status) (p panel.Sheet, at image.Rectangle) {
	if at = image.Rect(0, len(m.lines(status))+4, m.w, m.h-1); len(status.rows) == 0 || at.Dy() < leastTable {
		return p, image.Rectangle{}
	}
	return panel.Sheet{Title: "Attributes, by correlation with the label", Cursor: -1, Offset: m.offset, Table: panel.Described(status.rows)}, at
}

// scroll scrolls the attributes, and tells whether a key does.
func (m *opening) scroll(name string) bool {
	p, at := m.attributes(m.status())
	most, page := len(p.Table.Rows)-p.Room(at.Dy()), p.Room(at.Dy())
	by, known := map[string]int{"up": -1, "down": 1, "pgup": -page, "pgdown": page, "home": -most, "end": most}[name]
	if at.Empty() || !known {
		return false
	}
	m.offset = max(0, min(m.offset+by, most))
	return true
}

func (m *opening) View() tea.View {
	c := chart.New(m.w, m.h)
	status := m.status()
	lines := m.lines(status)
	for i, line := range lines {
		c.TextMax(1, 1+i, line, m.w-2, theme.Text)
	}
	if width := min(m.w-2, 60); status.Share > 0 && width > 0 {
		full := min(width, int(status.Share*float64(width)))
		c.TextMax(1, len(lines)+2, strings.Repeat("━", full)+strings.Repeat("─", width-full), m.w-2, theme.Text)
	}
	hints := []panel.Hint{{Key: "esc", Text: "cancel", Rank: 0}}
	if p, at := m.attributes(status); !at.Empty() {
		p.Draw(c.Sub(at))
		if p.Room(at.Dy()) < len(p.Table.Rows) {
			hints = append(hints, panel.Hint{Key: "↑↓", Text: "scroll", Rank: 1})
		}
	}
	if m.h > 0 {
		footer := panel.Footer{Hints: hints}
		footer.Draw(c.Sub(image.Rect(0, m.h-1, m.w, m.h)))
	}
	v := tea.NewView(c.String(m.theme.Theme))
	v.AltScreen = true
	return v
}

// solvingStage is what is done with the data once they are read.
type solvingStage struct {
	now  atomic.Pointer[screen.Progress]
	rows atomic.Pointer[[]panel.Row]
}

func (s *solvingStage) heard(stage string, done, of int) {
	s.now.Store(s.now.Load().Next(stage, done, of, time.Now()))
}

// described takes the attributes when their moments are known.
func (s *solvingStage) described(attributes []core.Attribute) {
	rows := screen.Described(attributes)
	s.rows.Store(&rows)
}

// status says that the data are read, and what is done with them.
func (s *solvingStage) status(o screen.Options) func() Status {
	began := time.Now()
	data := o.Study.Data().Summary()
	facts := []string{
		screen.DisplayName(o.Study.Data()),
		figure.CountOf(data.Judgments, "judgment") + " of " + figure.CountOf(data.Objects, "object") + " by " + figure.CountOf(len(o.Study.Data().Attributes), "attribute"),
	}
	return func() Status {
		step := s.now.Load()
		if step == nil {
			step = &screen.Progress{Stage: "averaging judgments", Since: began}
		}
		words := step.Words(time.Now())
		out := Status{
			Lines: []string{facts[0], facts[1], fmt.Sprintf("%s%s", strings.ToUpper(words[:1]), words[1:])},
			Share: float64(step.Done) / float64(max(step.Of, 1)),
		}
		if rows := s.rows.Load(); rows != nil {
			out.rows = *rows
		}
		return out
	}
}
