package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/model/read/engine"
)

func predictCommand(p *program) *cobra.Command {
	f := p.flags()
	c := &cobra.Command{
		Use:   "predict PREDICTOR DATA...",
		Short: "Apply an exported predictor to new judgments",
		Long: "Apply a predictor, in the JSON or the CSV form of export, to new judgments.\n\n" +
			"Write a row for each object: its prediction, and a standard error for as many judgments as\n" +
			"it has. If the data have the label, the row has the label and the residual. All judgments\n" +
			"of an attribute are averaged. An object that lacks an attribute gets no prediction,\n" +
			"unless --partial uses what the object has.",
		Example: "  fms-tui predict predictor.json new.csv\n  fms-tui predict predictor.json new.csv --partial --json -o predictions.json",
		Args:    arguments(2, -1, "PREDICTOR, a file of fms-tui export, and DATA, the files of the judgments"),
		PreRunE: func(*cobra.Command, []string) error { return f.checkDesign() },
		RunE: func(c *cobra.Command, args []string) error {
			return predictObjects(c.Context(), p, args[0], args[1:], f)
		},
	}
	f.addReading(c)
	f.addCollected(c)
	f.addCrowd(c)
	c.Flags().BoolVar(&f.partial, "partial", false, "recompute the weights for the judgments that each object has")
	c.Flags().BoolVar(&f.strict, "strict", false, "refuse data whose judgments lie far outside the pilot's")
	f.addForm(c, "csv")
	f.addOut(c, "write to `FILE`; - is stdout")
	f.addQuiet(c)
	f.addWidth(c)
	return c
}

// predict prints the predictions for data.
func predictObjects(ctx context.Context, p *program, path string, data []string, f *flags) error {
	if path == "-" && slices.Contains(data, "-") {
		return misused("stdin (-) can be the predictor or the data, not both")
	}
	if engine.IsAddress(path) {
		return misused("the predictor is a file, and the database is DATA")
	}
	sources, err := p.sources(ctx, []string{path}, "")
	if err != nil {
		return err
	}
	sources[0].Unchecked = p.force
	predictor, found, err := read.Predictor(sources[0])
	if err != nil {
		return err
	}
	p.warn(found, f)
	if f.partial && !predictor.HasMoments() {
		return misused("--partial: %w", core.ErrNoMoments)
	}
	if err := f.collected(&predictor); err != nil {
		return err
	}
	if err := adaptPredictor(ctx, p, &predictor, f); err != nil {
		return err
	}
	ds, label, err := openFor(ctx, p, &predictor, data, f)
	if err != nil {
		return err
	}
	if far := outside(ds, &predictor); len(far) > 0 {
		if f.strict {
			return fmt.Errorf("--strict: %s", far[0].Message)
		}
		p.warn(far, f)
	}
	run, err := core.Predict(&predictor, ds, f.partial)
	if err != nil {
		return err
	}
	if !run.Any() {
		return nothingPredicted(ds, &predictor)
	}
	t := &predictions{path: path, predictor: &predictor, data: ds, label: label, run: run}
	if err := t.prepare(f.partial); err != nil {
		return err
	}
	if err := p.print(ctx, f, t.report(ctx)); err != nil {
		return err
	}
	tellPredictions(p, t, f)
	return nil
}

// openFor opens the data to predict, and the label to compare with: the label of
// --label, or else the predictor's own if the data have it.
func openFor(ctx context.Context, p *program, predictor *model.Predictor, data []string, f *flags) (*model.Dataset, *model.Label, error) {
	asked := f.read.Label != "" || f.labelFrom != ""
	if !asked {
		f = f.with(func(g *flags) { g.read.Label, g.read.MaybeLabel = predictor.Label, true })
	}
	if k := predictor.Multiclass; k != nil { // in the order of the predictor
		f = f.with(func(g *flags) { g.read.Ordered = k.Names })
	}
	ds, err := openAlike(ctx, p, predictor, data, f)
	var unfit *read.Error
	if errors.As(err, &unfit) && !asked && predictor.Label != "" {
		// A column called like the label may be something else in these data.
		why := err
		f = f.with(func(g *flags) { g.read.Label = "" })
		if ds, err = openAlike(ctx, p, predictor, data, f); err == nil {
			p.warn([]model.Finding{{Message: "no labels are compared with: " + why.Error()}}, f)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	name := f.labelFrom
	if f.read.Label != "" {
		name = f.read.Label
	}
	label := ds.Label(name)
	if label == nil && predictor.Label == "" && len(ds.Labels) > 0 {
		p.warn([]model.Finding{{Message: "the predictor does not say what it predicts, as the CSV form never does: --label NAME compares with a label of the data"}}, f)
	}
	p.warn(slices.DeleteFunc(slices.Clone(ds.Warnings), func(w model.Finding) bool {
		return w.Code == model.CodeObjectsWithoutLabel || w.Code == model.CodeLabelsWithoutObject // which is no oddity here
	}), f)
	return ds, label, nil
}

// openAlike opens data as the pilot was read: a file of the same source may show less of its
// layout, such as one judge of several. Flags that say how to read win, and data that cannot
// be read like the pilot are read as they are.
func openAlike(ctx context.Context, p *program, predictor *model.Predictor, data []string, f *flags) (*model.Dataset, error) {
	r := &f.read
	asked := strings.TrimPrefix(r.Layout, "auto")+r.ObjectCol+r.JudgmentCol+r.RaterCol+r.NameIs+r.Records != "" || len(r.AttributeCol)+len(r.Pivot)+len(r.Columns) > 0
	if len(predictor.Reading) > 0 && !asked {
		ds, err := p.open(ctx, data, f.with(func(g *flags) { g.read = g.read.With(predictor.Choices()...) }))
		if err == nil && holdsAny(ds, predictor) {
			return ds, nil
		}
	}
	return p.open(ctx, data, f)
}

// holdsAny tells whether data have an attribute of a predictor.
func holdsAny(ds *model.Dataset, predictor *model.Predictor) bool {
	return slices.ContainsFunc(predictor.Attributes, func(a model.PredictorAttribute) bool { return slices.Contains(ds.Attributes, a.Name) })
}

// outside are findings about the judgments that lie outside the pilot's range by more than
// half its width, by attribute.
func outside(ds *model.Dataset, predictor *model.Predictor) (ws []model.Finding) {
	for i := range predictor.Attributes {
		at := &predictor.Attributes[i]
		a := slices.Index(ds.Attributes, at.Name)
		if at.Least == at.Greatest || a < 0 {
			continue
		}
		n, all, least, greatest := 0, 0, math.Inf(1), math.Inf(-1)
		for j, x := range ds.Value {
			if ds.Attr[j] != int32(a) {
				continue
			}
			all++
			least, greatest = min(least, x), max(greatest, x)
			if at.Outside(x) {
				n++
			}
		}
		if n == 0 {
			continue
		}
		text := fmt.Sprintf("%s of %s lie far outside the pilot's: in the pilot %g to %g, here %g to %g",
			figure.CountOf(n, "judgment"), at.Name, at.Least, at.Greatest, least, greatest)
		if 2*n > all {
			text += ": other units?"
		}
		ws = append(ws, model.Finding{Code: model.CodeOutsidePilot, Attribute: at.Name, Message: text})
	}
	return ws
}

// nothingPredicted says why no object gets a prediction.
func nothingPredicted(ds *model.Dataset, predictor *model.Predictor) error {
	most, lacking := 0, ""
	for _, a := range predictor.Attributes {
		at, without := slices.Index(ds.Attributes, a.Name), 0
		for i := range ds.Objects {
			own := ds.Attr[ds.Start[i]:ds.Start[i+1]]
			if !slices.Contains(own, int32(at)) {
				without++
			}
		}
		if without > most {
			most, lacking = without, a.Name
		}
	}
	return fmt.Errorf("no object can be predicted: none of %s has a judgment of each of the %s that the predictor needs; %d lack %q; with a predictor in JSON, --partial uses the judgments that there are",
		figure.CountOf(len(ds.Objects), "object"), figure.CountOf(len(predictor.Attributes), "attribute"), most, lacking)
}

// tellPredictions says on stderr what the rows do not.
func tellPredictions(p *program, t *predictions, f *flags) {
	if f.quiet {
		return
	}
	s, of := &t.summary, figure.CountOf(t.summary.Objects, "object")
	if absent := t.run.Absent(); len(absent) > 0 {
		p.tell("warning: the data have no judgments of " + some(absent))
	}
	switch {
	case s.Mean > 0:
		p.tell(fmt.Sprintf("%s of %s predicted by the mean of the label: no judgment of any attribute of the predictor", figure.Count(s.Mean), of))
	case s.Empty > 0:
		p.tell(fmt.Sprintf("%s of %s without a prediction: no judgment of an attribute that is needed; --partial uses the judgments that there are", figure.Count(s.Empty), of))
	}
	if n := s.Partial - s.Mean; n > 0 {
		p.tell(fmt.Sprintf("%s of %s predicted without all attributes of the predictor", figure.Count(n), of))
	}
	if s.Short > 0 && !f.partial {
		p.tell(fmt.Sprintf("%s of %s predicted from fewer judgments than the predictor asks for: --partial weighs them accordingly", figure.Count(s.Short), of))
	}
	if usual := 2*s.Halo > s.Objects-s.Empty; usual && t.predictor.HasMoments() { // some are chance
		p.tell(fmt.Sprintf("warning: in %s of %s a rater judged several attributes: these errors are correlated, and the standard errors do not include that", figure.Count(s.Halo), of))
	}
	if s.Unknown > 0 {
		p.tell(fmt.Sprintf("warning: %s by raters who are not of the predictor's panel: taken as they are", figure.CountOf(s.Unknown, "judgment")))
	}
	switch {
	case t.named > 0:
		p.tell(fmt.Sprintf("%s of %s: accuracy %.3f", t.label.Name, figure.CountOf(t.named, "object"), float64(t.right)/float64(t.named)))
	case t.label != nil && s.Labels > 0:
		p.tell(t.worth())
	}
}

// worth compares the predictions with the labels, and with what was promised.
func (t *predictions) worth() string {
	s := &t.summary
	line := fmt.Sprintf("%s of %s: %s %s, typical error %s", t.label.Name, figure.CountOf(s.Labels, "object"),
		report.SquaredLoss().Mean, report.SquaredLoss().Text(s.Loss()), figure.TypicalError(math.Sqrt(s.Loss())))
	if r2 := s.R2(); !math.IsNaN(r2) {
		line += ", R² " + figure.Share(r2)
	}
	if h := t.predictor.HonestLoss; h != nil {
		line += "; the projected loss was " + figure.Loss(*h)
		if se := t.predictor.HonestLossSE; se != nil {
			line += " ± " + figure.Significant(*se, 2)
		}
	}
	return line
}
