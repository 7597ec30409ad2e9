package pictures

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"fms-tui/internal/session"
	"fms-tui/tools/build"
)

// screen is what a picture shows.
type screen struct {
	name   string // of the file, before -light and .png
	keys   string // typed after the first frame
	text   string // on the screen when the result of the keys is shown
	sample string // the bundled data set, written before; "" is the one that opens
}

var screens = []screen{
	{name: "screen", text: "B = "},
	{name: "map", keys: "v", text: "says much, little noise"},
	{name: "trust", keys: "2", text: "What it rests on"},
	{name: "predictor", keys: "3", text: "asking nothing"},
	{name: "data", keys: "4", text: "Reliability"},
	{name: "votes", keys: "5", text: "Objects by uncertainty", sample: "bodies"},
	{name: "partial", keys: "6", text: "What is learned"},
}

// busy is what is on a screen while it is not complete.
var busy = regexp.MustCompile(`computing…|fitting…|· fitting|tuning…|validating…|searching…|examining…|resampling \d+ of|\d+ of \d+ splits|test on…|errors are done…|[^,]\s…\s`)

// The terminal, in columns and rows, and how long to wait for a screen and for
// the end of its changes.
const (
	columns, rows = 150, 44
	limit         = 10 * time.Minute
	quiet         = time.Second
)

// program is fms-tui, and the folder that it runs in.
type program struct{ path, folder string }

// open is the command that shows a bundled data set.
func (p program) open(ctx context.Context, sample string) (*exec.Cmd, error) {
	args := []string{"--no-state"}
	if sample != "" {
		write := exec.CommandContext(ctx, p.path, "init", sample, "--quiet")
		write.Dir = p.folder
		if out, err := write.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("sample %s: %w\n%s", sample, err, out)
		}
		args = append(args, sample+".csv.gz", "--labels", sample+"_labels.csv", "--cost", sample+"_costs.csv")
	}
	c := exec.CommandContext(ctx, p.path, args...)
	c.Dir = p.folder
	c.Env = build.Environment()
	return c, nil
}

// taken runs the program until it shows a screen and returns the cells.
func (p program) taken(ctx context.Context, of screen, theme string) ([][]uv.Cell, error) {
	c, err := p.open(ctx, of.sample)
	if err != nil {
		return nil, err
	}
	c.Args = append(c.Args, "--theme", theme)
	s, err := session.Start(c, columns, rows)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if _, err := s.Until(limit, session.Contains("q quit")); err != nil {
		return nil, err
	}
	if err := s.Type(of.keys); err != nil {
		return nil, err
	}
	if err := settle(s, limit, quiet, of.complete); err != nil {
		return nil, fmt.Errorf("waiting for %q and the end of what is computed: %w", of.text, err)
	}
	return s.Cells(), nil
}

// settle waits until the screen is as awaited and nothing more is written to it for the time that
// quiet says: a frame may come in several pieces. The error shows how the screen is.
func settle(s *session.Session, limit, quiet time.Duration, awaited func(screen string) bool) error {
	deadline := time.Now().Add(limit)
	for {
		if _, err := s.Until(time.Until(deadline), awaited); err != nil {
			return err
		}
		written := len(s.Output())
		time.Sleep(quiet)
		switch {
		case len(s.Output()) == written && awaited(s.Screen()):
			return nil
		case time.Now().After(deadline):
			return fmt.Errorf("not still within %v; the screen is\n%s", limit, s.Screen())
		}
	}
}

// complete tells whether all is on the screen that is to be seen.
func (s screen) complete(text string) bool {
	return session.Contains(s.text, "q quit")(text) && !busy.MatchString(text)
}
