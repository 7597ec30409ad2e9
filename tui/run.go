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
	Folds     int  // 0 is the usual number
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
}

// framesPerSecond is Bubble Tea's most; it writes nothing where nothing changed.
const framesPerSecond = 120

// Run shows the terminal program until the user quits. The settings are solved
// once before the screen is taken, so data or settings that cannot be used are
// an error on a terminal still whole. When ctx ends, the terminal is restored
// and the context's cause returned.
func Run(ctx context.Context, o Options) error {
	if o.Now == nil {
		o.Now = time.Now
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	start, err := first(ctx, o)
	if err != nil {
		return err
	}
	_, err = tea.NewProgram(newApp(ctx, o, start), o.program(ctx)...).Run()
	if ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled) {
		return context.Cause(ctx)
	}
	return err
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
