package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core/report/plot"
)

// plotted are the figures of the command plot.
var plotted = []string{"curve", "map", "predictor", "calibration"}

// pictureForms write a picture, by the suffix of -o.
var pictureForms = map[string]func(io.Writer, *plot.Picture) error{".svg": plot.SVG, ".png": plot.PNG}

func (p *program) plotCommand() *cobra.Command {
	f := &flags{limits: &p.limits}
	c := &cobra.Command{
		Use:   "plot curve|map|predictor|calibration DATA... -o FILE",
		Short: "Draw a figure as SVG or PNG",
		Long: "Draw a figure of what one algorithm chooses, as SVG or PNG by the suffix of -o:\n" +
			"  curve      R² by budget, projected and honest with its standard error\n" +
			"  map        attributes by noise and correlation with the label, discs as large as what is bought\n" +
			"  predictor  what each attribute of the predictor adds\n" +
			"  calibration  for two classes: probabilities beside the shares that hold",
		Example: "  fms-tui plot curve judgments.csv --labels labels.csv -o curve.svg\n  fms-tui plot map judgments.csv --budget 20 -o map.png",
		Args:    arguments(2, -1, "the figure (curve, map, predictor or calibration) and DATA, the files of the judgments"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.checkPlot(args[0]); err != nil {
				return err
			}
			return p.plot(c.Context(), args[0], args[1:], f)
		},
	}
	f.addReading(c)
	f.addSettings(c)
	f.addHonest(c)
	f.addSelection(c, "budget (default the recommended one)", "the algorithm, see select (default full)")
	f.addGoal(c)
	f.addOut(c, "write to `FILE`.svg or FILE.png")
	f.addQuiet(c)
	f.addNoState(c)
	return c
}

// checkPlot refuses wrong usage before any data are read.
func (f *flags) checkPlot(figure string) error {
	_, known := pictureForms[strings.ToLower(filepath.Ext(f.out))]
	switch {
	case !slices.Contains(plotted, figure):
		return misused("plot: %v", notAccepted(figure, plotted))
	case f.out == "":
		return misused("plot needs -o FILE.svg or -o FILE.png")
	case !known:
		return misused("-o %s: the suffix says the form, and accepted are .svg and .png", f.out)
	case len(f.budgets) > 1:
		return misused("plot is for one budget, not for %d", len(f.budgets))
	case len(f.algorithms) > 1:
		return misused("plot is for one algorithm, not for %d", len(f.algorithms))
	}
	return f.checkBudgets()
}

func (p *program) plot(ctx context.Context, figure string, paths []string, f *flags) error {
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	s, err := p.stepsOf(ctx, study, f)
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
