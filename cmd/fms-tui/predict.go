package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/crowd"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/model/read/engine"
)

func predictCommand(p *program) *cobra.Command {
	f := p.flags()
	f.form = "csv"
	c := &cobra.Command{
		Use:   "predict PREDICTOR DATA...",
		Short: "Apply an exported predictor to new judgments",
		Long: "Apply a predictor, in the JSON form of export, to new judgments.\n\n" +
			"Write a row for each object: its prediction, and a standard error for as many judgments as " +
			"it has. If the data have the label, the row has the label and the residual. All judgments " +
			"of an attribute are averaged. An object that lacks an attribute gets no prediction, " +
			"unless --partial uses what the object has.",
		Example: "  fms-tui predict predictor.json new.csv\n  fms-tui predict predictor.json new.csv --partial --json -o predictions.json",
		Args:    arguments(2, -1, "PREDICTOR, a file of fms-tui export, and DATA, the files of the judgments"),
		RunE: func(c *cobra.Command, args []string) error {
			return predictObjects(c.Context(), p, args[0], args[1:], f)
		},
	}
	return f.take(c, slices.Concat(reading, reporting, []string{"crowd"}),
		row{"", "partial", "recompute the weights for the judgments that each object has", &f.partial, "", nil},
		row{"", "strict", "refuse data whose judgments lie far outside the pilot's", &f.strict, "", nil})
}

func predictObjects(ctx context.Context, p *program, path string, data []string, f *flags) error {
	if path == "-" && slices.Contains(data, "-") {
		return misused("stdin (-) can be the predictor or the data, not both")
	}
	if engine.IsAddress(path) {
		return misused("the predictor is a file, and the database is DATA")
	}
	predictor, err := readOne(ctx, p, path, read.Predictor)
	if err != nil {
		return err
	}
	if err := adaptPredictor(ctx, p, &predictor, f); err != nil {
		return err
	}
	ds, label, err := openFor(ctx, p, &predictor, data, f)
	if err != nil {
		return err
	}
	if far := core.Outside(&predictor, ds); len(far) > 0 {
		if f.strict {
			return fmt.Errorf("--strict: %s", far[0].Message)
		}
		p.warn(far...)
	}
	run, err := core.Predict(&predictor, ds, f.partial)
	if err != nil {
		return err
	}
	if !run.Any() {
		return fmt.Errorf("no object can be predicted: none of %s has a judgment of each of the %s that the predictor needs; with a predictor in JSON, --partial uses the judgments that there are",
			figure.CountOf(len(ds.Objects), "object"), figure.CountOf(len(predictor.Attributes), "attribute"))
	}
	t := &predictions{path: path, predictor: &predictor, data: ds, label: label, run: run}
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
	if k := predictor.Classes(); k != nil && k.Names[0] != "0" && k.Names[0] != "not "+k.Names[1] { // words, in the order of the predictor
		f = f.with(func(g *flags) { g.read.Ordered = k.Names })
	}
	ds, err := openAlike(ctx, p, predictor, data, f, asked)
	if err != nil {
		return nil, nil, err
	}
	name := f.labelFrom
	if f.read.Label != "" {
		name = f.read.Label
	}
	label := ds.Label(name)
	p.warn(slices.DeleteFunc(slices.Clone(ds.Warnings), func(w model.Finding) bool {
		return w.Code == model.CodeObjectsWithoutLabel || w.Code == model.CodeLabelsWithoutObject // which is no oddity here
	})...)
	return ds, label, nil
}

// openAlike opens data as the pilot was read: a file of the same source may show less of its
// layout, such as one judge of several. Flags that say how to read win, and data that cannot
// be read like the pilot are read as they are. A column called like the label may be something
// else in these data: where nobody asked for it, it may be left out.
func openAlike(ctx context.Context, p *program, predictor *model.Predictor, data []string, f *flags, asked bool) (ds *model.Dataset, err error) {
	learned := new(read.Options).With(predictor.Choices()...)
	if word := read.Disagree(learned.Scale, f.read.Scale); word != "" {
		return nil, misused("--scale gives %q another number than the predictor, which reads %s", word, predictor.Reading[model.OptionScale])
	}
	alike, plain := f.read.Like(predictor.Choices())
	for _, options := range []read.Options{alike, plain} {
		f = f.with(func(g *flags) { g.read = options })
		ds, err = p.open(ctx, data, f)
		why, unfit := err, new(read.Error)
		if errors.As(err, &unfit) && !asked && options.Label != "" {
			f = f.with(func(g *flags) { g.read.Label = "" })
			ds, err = p.open(ctx, data, f)
		}
		if err == nil && slices.ContainsFunc(predictor.Attributes, func(a model.PredictorAttribute) bool { return slices.Contains(ds.Attributes, a.Name) }) {
			if why != nil {
				p.note("warning: no labels are compared with: %v", why)
			}
			break
		}
	}
	return ds, err
}

func tellPredictions(p *program, t *predictions, f *flags) {
	s, of := &t.summary, figure.CountOf(t.summary.Objects, "object")
	if absent := t.run.Absent(); len(absent) > 0 {
		p.note("warning: the data have no judgments of %s", some(absent))
	}
	switch {
	case s.Mean > 0:
		p.note("%s of %s predicted by the mean of the label: no judgment of any attribute of the predictor", figure.Count(s.Mean), of)
	case s.Empty > 0:
		p.note("%s of %s without a prediction: no judgment of an attribute that is needed; --partial uses the judgments that there are", figure.Count(s.Empty), of)
	}
	if n := s.Partial - s.Mean; n > 0 {
		p.note("%s of %s predicted without all attributes of the predictor", figure.Count(n), of)
	}
	if s.Short > 0 && !f.partial {
		p.note("%s of %s predicted from fewer judgments than the predictor asks for: --partial weighs them accordingly", figure.Count(s.Short), of)
	}
	if usual := 2*s.Halo > s.Objects-s.Empty; usual && t.predictor.HasMoments() { // some are chance
		p.note("warning: in %s of %s a rater judged several attributes: these errors are correlated, and the standard errors do not include that; of a predictor for --design form they do", figure.Count(s.Halo), of)
	}
	if h, se := t.predictor.HonestLoss, t.predictor.HonestLossSE; h != nil && se != nil && t.predictor.HasMoments() {
		if x := t.predictor.ProjectedLoss; *h+2**se < x/2 || *h-2**se > 2*x {
			p.note("warning: the standard errors follow from a projected loss of %s, but objects held out had %s: do labels hold the errors of the judgments?", figure.Loss(x), figure.Loss(*h))
		}
	}
	if s.Unknown > 0 {
		p.note("warning: %s by raters who are not of the predictor's panel: taken as they are", figure.CountOf(s.Unknown, "judgment"))
	}
	switch {
	case t.named > 0:
		p.note("%s of %s: accuracy %.3f", t.label.Name, figure.CountOf(t.named, "object"), float64(t.right)/float64(t.named))
	case t.label != nil && s.Labels > 0:
		p.note("%s", t.worth())
	}
}

func (t *predictions) worth() string {
	s := &t.summary
	line := fmt.Sprintf("%s of %s: %s %s, typical error %s", t.label.Name, figure.CountOf(s.Labels, "object"),
		"mean squared error", figure.Loss(s.Loss()), figure.TypicalError(math.Sqrt(s.Loss())))
	if r2 := s.R2(); !math.IsNaN(r2) {
		line += ", R² " + figure.Share(r2)
	}
	if h := t.predictor.HonestLoss; h != nil {
		line += "; the honest loss was " + figure.Loss(*h)
		if se := t.predictor.HonestLossSE; se != nil {
			line += " ± " + figure.Significant(*se, 2)
		}
	}
	return line
}

// predictions are what predict prints. They are written as they are made.
type predictions struct {
	path      string
	predictor *model.Predictor
	data      *model.Dataset
	label     *model.Label // nil where there is none to compare with
	run       *core.Prediction
	summary   core.PredictionSummary

	scores  []string                // names of several; nil for one
	classes *model.PredictorClasses // nil: none
	names   []string                // of the classes of label
	right   int                     // of named, called as their label says
	named   int                     // objects with a class in label and a call
}

// report makes the predictions while it is written; the summary follows them.
func (t *predictions) report(ctx context.Context) *report.Report {
	t.scores, t.classes = t.predictor.ScoreNames(), t.predictor.Classes()
	if t.label != nil {
		t.names = t.label.ClassNames()
	}
	table := &report.Table{Name: "predictions"}
	t.tell(0, func(c report.Column, _ any) { table.Columns = append(table.Columns, c) })
	table.Each = func(yield func(...any) error) error {
		t.summary, t.right, t.named = core.PredictionSummary{}, 0, 0
		for i := range t.data.Objects {
			var row []any
			t.tell(i, func(_ report.Column, v any) { row = append(row, v) })
			if err := cmp.Or(ctx.Err(), yield(row...)); err != nil {
				return err
			}
		}
		return nil
	}
	r := &report.Report{Title: "predictions of " + t.predictor.Label}
	r.Field("version", 1)
	r.Begin("predictor").Field("file", t.path, "label", t.predictor.Label, "algorithm", t.predictor.Algorithm)
	r.Add(table)
	r.Field("summary", func() any { return t.summarized() }, "warnings", worded(t.data.Warnings))
	return r
}

var asPredicted, asError = report.Float(shown), digits(2)

// tell sums up the prediction of an object. It adds each column with what is in it: the prediction
// beside the label; of several labels a prediction each, and of classes without an order the label
// alone; then the class and the probability of each that is shown.
func (t *predictions) tell(i int, add func(report.Column, any)) {
	number := func(name, head string, x float64, format func(any) string) {
		add(report.Column{Name: name, Head: head, Align: report.Right, Format: format}, x)
	}
	one, y, is := t.run.Object(i), math.NaN(), ""
	if t.label != nil {
		y = t.label.Values[i]
	}
	if t.names != nil && !math.IsNaN(y) {
		is = t.names[int(y)]
	}
	add(report.Column{Name: "object", Head: "object"}, t.data.Objects[i])
	switch {
	case t.scores == nil:
		t.summary.Add(one, y)
		number("prediction", "prediction", one.Value, asPredicted)
		label := report.Column{Name: "label", Only: report.OnlyJSON}
		residual := report.Column{Name: "residual", Only: report.OnlyJSON} // label less prediction
		if t.label != nil {
			label = report.Column{Name: "label", Head: "label", Align: report.Right, Format: asPredicted}
			residual = report.Column{Name: "residual", Head: "residual", Align: report.Right, Format: asPredicted}
		}
		add(label, y)
		add(residual, y-one.Value)
		number("prediction_se", "se", one.SE, asError)
	case t.classes != nil:
		t.summary.Add(one, math.NaN())
		add(report.Column{Name: "label", Head: "label"}, report.OrNull(is))
	default:
		t.summary.Add(one, math.NaN())
		for k, name := range t.scores {
			number("prediction_"+name, name, one.Scores[k].Value, asPredicted)
			number("prediction_se_"+name, "se", one.Scores[k].SE, asError)
		}
	}
	if t.classes == nil {
		return
	}
	names, called := t.classes.Names, report.Column{Name: "class", Head: "class"}
	if one.P == nil {
		add(called, nil)
	} else {
		add(called, names[one.Class])
		if is != "" {
			t.named++
		}
		if is == names[one.Class] {
			t.right++
		}
	}
	for _, k := range t.classes.Shown() {
		name, p := "probability", math.NaN()
		if len(names) > 2 {
			name += "_" + names[k]
		}
		if one.P != nil {
			p = one.P[k]
		}
		number(name, "P("+names[k]+")", p, asError)
	}
}

func (t *predictions) summarized() *report.Report {
	s, label, projected := &t.summary, any(nil), any(nil)
	if t.label != nil {
		label = t.label.Name
	}
	if t.predictor.HasMoments() {
		projected = t.predictor.ProjectedLoss
	}
	out := &report.Report{}
	out.Field("objects", s.Objects, "without_prediction", s.Empty, "without_all_attributes", s.Partial, "with_fewer_judgments", s.Short,
		"with_raters_of_several_attributes", s.Halo, "judgments_by_unknown_raters", s.Unknown, "label", label, "labelled", s.Labels,
		"mean_squared_error", s.Loss(), "r2", s.R2(), "honest_loss", t.predictor.HonestLoss, "honest_loss_se", t.predictor.HonestLossSE,
		"projected_loss", projected)
	if t.named > 0 {
		out.Field("accuracy", float64(t.right)/float64(t.named))
	}
	return out
}

// adaptPredictor replaces a predictor by one for the crowd of the flags, if there is one.
func adaptPredictor(ctx context.Context, p *program, predictor *model.Predictor, f *flags) error {
	if f.crowd == "" {
		return nil
	}
	ds, err := p.open(ctx, []string{f.crowd}, f.with(func(g *flags) {
		g.labels, g.labelFrom = nil, ""
		g.read = read.Options{MaybeLabel: true, Encoding: f.read.Encoding, Decimal: f.read.Decimal}
	}))
	if err != nil {
		return fmt.Errorf("the crowd: %w", err)
	}
	adapted, kept, err := crowd.Adapt(predictor, ds)
	if err != nil {
		return fmt.Errorf("%s: %w", f.crowd, err)
	}
	if len(kept) > 0 {
		p.note("warning: too few judgments by the new crowd of %s: it needs ten objects with two each; the pilot's figures stay", some(kept))
	}
	before := predictor.ProjectedLoss
	*predictor = adapted
	p.note("adapted to the crowd of %s, %s, projected loss %s, before %s", f.crowd, figure.CountOf(len(ds.Objects), "object"),
		figure.Loss(adapted.ProjectedLoss), figure.Loss(before))
	return nil
}
