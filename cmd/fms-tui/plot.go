package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"fms-tui/core/report/plot"
)

// plotted are the figures that report draws.
var plotted = []string{"curve", "map", "predictor", "calibration"}

// pictureForms write a picture, by the suffix of -o.
var pictureForms = map[string]func(io.Writer, *plot.Picture) error{".svg": plot.SVG, ".png": plot.PNG}

// checkPlot refuses wrong usage before any data are read.
func (f *flags) checkPlot(figure string) error {
	_, known := pictureForms[strings.ToLower(filepath.Ext(f.out))]
	switch {
	case !slices.Contains(plotted, figure):
		return misused("--figure: %v", notAccepted(figure, plotted))
	case !known:
		return misused("--figure needs -o FILE.svg or -o FILE.png")
	}
	return nil
}

// plot draws a figure of what one algorithm chooses, as SVG or PNG by the suffix of -o.
func drawFigure(ctx context.Context, p *program, figure string, paths []string, f *flags) error {
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	s, err := stepsAsked(ctx, p, study, f)
	if err != nil {
		return err
	}
	var picture *plot.Picture
	switch figure {
	case "curve":
		c := s.curve()
		picture = c.Picture()
	case "map":
		picture = attributeMap(s.pick()).Picture()
	case "calibration":
		q, err := calibrationFigure(ctx, s.pick())
		if err != nil {
			return err
		}
		picture = q.Picture()
	default:
		picture = predictorFigure(s.pick()).Picture()
	}
	if err := p.write(ctx, f.out, func(w io.Writer) error {
		return pictureForms[strings.ToLower(filepath.Ext(f.out))](w, picture)
	}); err != nil {
		return err
	}
	if !f.quiet {
		p.tell(fmt.Sprintf("wrote the %s of %s at a budget of %s to %s", figure, s.pick().Label, s.pick().Selection.Budget, f.out))
	}
	return nil
}
