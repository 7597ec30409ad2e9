package screen

import (
	"cmp"
	"context"
	"io"
	"os"
	"slices"
	"time"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/theme"
)

// Options are what the terminal program starts with.
type Options struct {
	Study     *core.Study
	Settings  model.Settings
	Budget    model.Amount // with HasBudget: the first budget
	HasBudget bool
	Metric    classes.Metric      // of classes, that the screen begins with and Rule is about; "" is none
	Rule      *core.Rule          // without HasBudget: what the first budget must be enough for; nil for the recommended one
	Algorithm selection.Algorithm // active at the start; "" is Full
	Theme     string              // "auto", "dark" or "light"; "" is auto
	Color     string              // "auto", "always" or "never"; "" is auto
	Glyphs    theme.Glyphs        // what lines and shapes are drawn with
	NoMouse   bool                // the mouse is the terminal's own from the start
	NoHonest  bool                // no honest loss
	Choose    bool                // Run returns a predictor
	First     bool                // the program was not used before: it shows what to do first
	Experts   bool                // Votes is shown first
	Folds     int                 // 0 is the usual number
	Splits    int                 // of the experiments; 0 is the usual number
	Lambdas   int                 // tried on Votes; 0 is the usual number
	Courses   int                 // random splits of the Partial screen; 0 is the usual number
	Seed      uint64
	Input     *os.File
	Output    *os.File
	Env       []string // of the process, for the terminal's abilities
	// Finish fills what the core cannot know into a predictor to be exported:
	// when and by which program it was made, and from which file.
	Finish func(*model.Predictor)
	// Page writes the report page of an algorithm's choice at a budget, for a file of the given name; nil if there is
	// none. The returned function runs in the background.
	Page func(s *core.Study, q model.Settings, a selection.Algorithm, b model.Amount, path string) func(io.Writer) error
	Now  func() time.Time // nil is time.Now
	// Saved is what was kept of these data by an earlier run; nil for nothing. Its settings stand in place of
	// Settings, and must hold what the user asked for now.
	Saved *Saved
	// Save keeps what is to come back, nil for nowhere. Run calls it when the program is left.
	Save func(Saved) error
	// Notice is what the user should know from the start, until a key is pressed.
	Notice string
	// Copy puts text on the system's clipboard; nil where there is none.
	Copy func(text string) error
	// Command is the command line that shows the same; nil where there is none.
	Command func(Asked) string
	// StudyFile writes a study file, at a path, of what the screen shows; nil where data are in no file.
	StudyFile func(w io.Writer, path string, q Asked) error
	// Watch reads the data again where they have changed since it was called last, and returns nil where they have
	// not. Nil for data that are not watched. It is called aside, never twice at once.
	Watch func(context.Context) (*core.Study, error)
	// Roles is told, when the program is left for the roles of the columns; nil where these are fixed.
	Roles func()
	// Left is told, when the program is left, what its screen asked for; nil for nobody.
	Left func(Asked)
}

// Stem is how the data are called in the window's title and in names of files.
func (o *Options) Stem() string { return o.Study.Data().Name }

// Saved is what comes back when the same data are opened again: what the user
// set, and nothing of the data but names of attributes and of a label.
type Saved struct {
	Settings  model.Settings      `toml:"-"`
	Budget    model.Amount        `toml:"-"`
	Algorithm selection.Algorithm `toml:"-"`                  // "" is the usual one
	Compared  selection.Algorithm `toml:"compared,omitempty"` // with it, likewise
	Range     model.Amount        `toml:"range,omitempty"`    // end of the slider; 0 is the usual one
	Sort      string              `toml:"sort"`               // a name of a column; an unknown name means the usual column
	Reverse   bool                `toml:"reverse,omitempty"`
	Scale     string              `toml:"scale,omitempty"` // a name of a scale; "" is the usual one
	Screen    string              `toml:"screen"`          // a name of a screen, likewise
}

// look sets in a state what was looked at.
func (s *Saved) look(state *State) {
	if s == nil {
		return
	}
	state.Range, state.Wide = s.Range, slices.Contains([]string{"trust", "tests"}, s.Screen)
	state.Compared = s.Compared
	state.Scale = Scale(s.Scale)
	for c := range columns {
		if columns[c].name == s.Sort {
			state.Sort, state.Reverse = Column(c), s.Reverse
		}
	}
}

func (o *Options) isMany() bool { return len(o.Study.Data().Attributes) > core.PromptAttributes }

// without returns the state without what takes minutes among many attributes, where that was left
// last: the screen opens first, see Resume.
func (s State) without(left *Saved) State {
	s.Wide = false
	if s.Algorithm == left.Algorithm && !slices.Contains(selection.Algorithms(), s.Algorithm) {
		s.Algorithm = selection.Algorithms()[0]
	}
	if !slices.Contains(selection.Algorithms(), s.comparedWith()) {
		s.Compared = ""
	}
	return s
}

// Resume turns to what was left last, where the screen opened with less of it.
func (a *Question) Resume() {
	s := a.State
	if saved := a.Opt.Saved; saved != nil && a.Opt.isMany() && a.Opt.Algorithm == "" {
		s.Algorithm, s.Compared = cmp.Or(saved.Algorithm, s.Algorithm), saved.Compared
	}
	a.Turn(s)
}

func (s *Saved) Equal(o *Saved) bool {
	return s.Settings.Equal(o.Settings) && s.Budget == o.Budget && s.Algorithm == o.Algorithm && s.Compared == o.Compared &&
		s.Range == o.Range && s.Sort == o.Sort && s.Reverse == o.Reverse && s.Scale == o.Scale && s.Screen == o.Screen
}

// Asked is what a screen shows, as a command would ask for it.
type Asked struct {
	Settings model.Settings
	Budget   model.Amount
	// Algorithms are the algorithms on the screen, the active algorithm first; nil for the standard algorithms.
	Algorithms []selection.Algorithm
	// Command is a command other than the screen itself, validate, experts or partial,
	// and Flags are its own flags; Budget and Algorithms are then among them.
	Command string
	Flags   []string
}
