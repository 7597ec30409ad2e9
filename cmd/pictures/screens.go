package main

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"fms-tui/cmd/latency/session"
)

// screen is what a picture shows.
type screen struct {
	name string // of the file, before -light and .png
	keys string // sent one by one, after the first frame
	text string // on the screen when what the keys ask for is there
}

var screens = []screen{
	{"screen", "m>", "◇ B="},
	{"map", "2", "Map"},
	{"compare", "3", "Compare"},
	{"predictor", "4", "Predictor"},
	{"data", "5", "Data"},
	{"experiments", "6", "Experiments"},
}

// busy are the texts that are on a screen while it is not complete.
var busy = []string{"computing", "validating", "resampling", "examining", "searching", "of 100 splits", " … "}

// The terminal, in columns and rows, and how long to wait for a screen and for
// the end of its changes.
const (
	columns, rows = 150, 44
	limit         = 10 * time.Minute
	quiet         = time.Second
)

// taken runs the program until it shows a screen and returns the cells.
func taken(program, theme string, of screen) ([][]uv.Cell, error) {
	c := exec.Command(program, "--no-state", "--theme", theme)
	c.Env = session.Environment()
	s, err := session.Start(c, columns, rows)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if _, err := s.Until(limit, session.Contains("q quit")); err != nil {
		return nil, err
	}
	for _, k := range of.keys {
		if err := s.Type(string(k)); err != nil {
			return nil, err
		}
	}
	if err := s.Settle(limit, quiet, of.complete); err != nil {
		return nil, fmt.Errorf("waiting for %q and the end of what is computed: %w", of.text, err)
	}
	return s.Cells(), nil
}

// complete tells whether all is on the screen that is to be seen.
func (s screen) complete(text string) bool {
	going := func(b string) bool { return strings.Contains(text, b) }
	return strings.Contains(text, s.text) && strings.Contains(text, "q quit") && !slices.ContainsFunc(busy, going)
}
