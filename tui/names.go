package tui

import (
	"context"
	"io"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// Names of the program's arguments, kept settings and copied texts.
type (
	Options = screen.Options
	Saved   = screen.Saved
	Asked   = screen.Asked
)

// Report writes the plain-text report of selections: see [screen.Report].
func Report(ctx context.Context, w io.Writer, picks [][]core.Pick, width int, th *theme.Theme) error {
	return screen.Report(ctx, w, picks, width, th)
}

// WriteWorth writes in plain text what data are worth: see [screen.WriteWorth].
func WriteWorth(w io.Writer, ds *model.Dataset, x *core.Examination, width int) error {
	return screen.WriteWorth(w, ds, x, width)
}
