package tui

import (
	"context"
	"errors"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Options are what the terminal program starts with.
type Options struct {
	Study     *core.Study
	Settings  model.Settings
	Budget    model.Amount // with HasBudget: the first budget
	HasBudget bool
	Rule      *core.Rule          // without HasBudget: what the first budget must be enough for; nil for the recommended one
	Algorithm selection.Algorithm // active at the start; "" is Full
	Theme     string              // "auto", "dark" or "light"; "" is auto
	Color     string              // "auto", "always" or "never"; "" is auto
	NoMouse   bool
	NoHonest  bool // neither honest loss nor bootstrap
	Choose    bool // Run returns a predictor
	Experts   bool // the Experts screen is shown first
	Folds     int  // 0 is the usual number
	Splits    int  // of the experiments; 0 is the usual number
	Lambdas   int  // tried on the Experts screen; 0 is the usual number
	Courses   int  // random splits of the Partial screen; 0 is the usual number
	// Replicates of the bootstrap, 0 for none, and what they are drawn by.
	Replicates int
	Seed       uint64
	Input      *os.File
	Output     *os.File
	Env        []string // of the process, for the terminal's abilities
	// Finish fills what the core cannot know into a predictor to be exported:
	// when and by which program it was made, and from which file.
	Finish func(*model.Predictor)
	Now    func() time.Time // nil is time.Now
	// Saved is what was kept of these data by an earlier run; nil for nothing.
	// Its settings stand in place of Settings, and must hold what the user asked
	// for now.
	Saved *Saved
	// Save keeps what is to come back, nil for nowhere. It is called aside, and
	// by Run when the screen is gone, never by two at once.
	Save func(Saved) error
	// Notice is what the user should know from the start, until a key is pressed.
	Notice string
	// Copy puts text on the system's clipboard; nil where there is none.
	Copy func(text string) error
	// Command is the command line that shows the same; nil where there is none.
	Command func(Asked) string
}

// framesPerSecond is Bubble Tea's most; it writes nothing where nothing changed.
const framesPerSecond = 120

// Run shows the terminal program until the user quits. The settings are solved
// once before the screen is taken, so data or settings that cannot be used are
// an error on a terminal still whole. When ctx ends, the terminal is restored
// and the context's cause returned.
//
// With o.Choose it returns the predictor of the active algorithm at the last B,
// nil where nothing is chosen there.
func Run(ctx context.Context, o Options) (*model.Predictor, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	start, err := o.restore(ctx)
	if err != nil {
		return nil, err
	}
	a := newApp(ctx, o, start)
	_, err = tea.NewProgram(a, o.program(ctx)...).Run()
	a.keepLast()
	switch {
	case ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled):
		return nil, context.Cause(ctx)
	case err != nil || !o.Choose:
		return nil, err
	}
	return a.chosen(ctx)
}

// chosen is the predictor that the user leaves with, its honest loss included.
func (a *app) chosen(ctx context.Context) (*model.Predictor, error) {
	if a.shown.honest == nil && !a.opt.NoHonest {
		var err error
		if a.shown.honest, err = a.shown.result.Honest(ctx, a.opt.Folds, a.shown.state.Algorithm); err != nil {
			return nil, err
		}
	}
	a.refresh()
	return a.predictor(), nil
}

// program returns how Bubble Tea is to run on the terminal of o. Signals end
// ctx; it need not catch them too.
func (o *Options) program(ctx context.Context) []tea.ProgramOption {
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
