package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"fms-tui/model/export"
	"fms-tui/tui"
)

// choose runs the UI and prints the predictor that the user leaves with, as
// JSON. The UI is drawn on the terminal even where stdout goes elsewhere, so
// that it can stand in a pipe.
func chooseOnScreen(p *program, c *cobra.Command, paths []string, f *flags) error {
	out, ok := p.stdout.(*os.File)
	if !ok || !p.onScreen() {
		in, tty, err := tea.OpenTTY()
		if err != nil {
			return fmt.Errorf("there is no terminal to draw on: fms-tui export writes a predictor without one (%w)", err)
		}
		defer in.Close()
		defer tty.Close()
		out = tty
	}
	predictor, err := runScreen(p, c, paths, f, out)
	switch {
	case err != nil && !errors.Is(err, tui.ErrLeft):
		return err
	case predictor == nil:
		return errors.New("nothing was chosen: there is no predictor to print")
	}
	return p.write(c.Context(), "", func(w io.Writer) error { return export.JSON(w, *predictor) })
}
