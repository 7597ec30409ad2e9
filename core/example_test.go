package core_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand/v2"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/sampledata"
)

// stories are 120 simulated stories with a quality, of which eight raters judged three
// criteria, four of them each story.
func stories() *model.Dataset {
	rng := rand.New(rand.NewPCG(7, 11))
	b := &model.Builder{}
	b.AddLabel("quality")
	for i := range 120 {
		o := b.Object(fmt.Sprintf("s%03d", i))
		quality := rng.NormFloat64()
		b.SetLabel(0, o, quality)
		for _, of := range []struct {
			name          string
			signal, noise float64
		}{{"plot", .9, 1}, {"style", .6, .5}, {"length", 0, .3}} {
			at, x := b.Attribute(of.name), of.signal*quality+.5*rng.NormFloat64()
			for k := range 4 {
				rater := b.RaterID(fmt.Sprintf("r%d", (i+2*k)%8))
				b.Add(o, at, rater, x+of.noise*rng.NormFloat64())
			}
		}
	}
	return b.Build()
}

// solved asks for the choices of the Full algorithm on some data.
func solved(ds *model.Dataset) *core.Result {
	r, err := core.NewStudy(ds).Solve(context.Background(), core.Request{Settings: model.Settings{Raters: model.RatersAware}})
	if err != nil {
		log.Fatal(err)
	}
	return r
}

// picked is a choice of six judgments of a story, with its honest loss.
func picked(r *core.Result) *core.Pick {
	h, err := r.Honest(context.Background(), 5, selection.Full)
	if err != nil {
		log.Fatal(err)
	}
	return &core.Pick{Result: r, Honest: h, Selection: r.At(selection.Full, model.Units(6))}
}

// A [core.Result] has the choices for all budgets: another one is looked up.
func ExampleStudy_Solve() {
	sample, err := sampledata.Get("bodies")
	if err != nil {
		log.Fatal(err)
	}
	ds, err := sample.Open(context.Background(), read.Options{})
	if err != nil {
		log.Fatal(err)
	}
	study := core.NewStudy(ds)
	r, err := study.Solve(context.Background(), core.Request{Settings: model.Settings{Label: "height"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, budget := range []int{4, 12} {
		s := r.At(selection.Full, model.Units(budget))
		p := r.Predictor(&s)
		fmt.Printf("B = %s: %d attributes, projected R² %.2f, most judgments for", s.Budget, len(p.Attributes), s.R2())
		most := p.Attributes[0]
		for _, a := range p.Attributes {
			if a.Repeats > most.Repeats {
				most = a
			}
		}
		fmt.Printf(" %s: %d, weight %.3f\n", most.Name, most.Repeats, most.Weight)
	}
	// Output:
	// B = 4: 2 attributes, projected R² 0.48, most judgments for female: 3, weight -5.644
	// B = 12: 5 attributes, projected R² 0.57, most judgments for female: 5, weight -5.380
}

// An [core.Examination] has the figures of every [core.Attribute] ([core.Attributes]) without a choice, and
// the assumed [core.Design] of buying judgments.
func ExampleStudy_Examine() {
	x, err := core.NewStudy(stories()).Examine(context.Background(), model.Settings{Raters: model.RatersAware})
	if err != nil {
		log.Fatal(err)
	}
	for i := range x.Attributes {
		a := &x.Attributes[i]
		fmt.Printf("%s: reliability %.2f, judgments for .80: %.0f\n", a.Name, a.Reliability(), a.JudgmentsFor(.8))
	}
	fmt.Println("bought:", x.Raters, x.Design.Kind)
	// Output:
	// plot: reliability 0.50, judgments for .80: 5
	// style: reliability 0.71, judgments for .80: 2
	// length: reliability 0.72, judgments for .80: 2
	// bought: aware form
}

// A [core.Tuning] has an answer for each ridge. A [core.Rule] says
// which budget is enough.
func ExampleStudy_Tune() {
	t, err := core.NewStudy(stories()).Tune(context.Background(), core.Request{Settings: model.Settings{Raters: model.RatersAware}}, 5)
	if err != nil {
		log.Fatal(err)
	}
	enough, err := t.Budget(selection.Full, core.Rule{By: core.LeastR2, X: .6})
	if err != nil {
		log.Fatal(err)
	}
	answer := t.At(selection.Full, enough)
	fmt.Printf("honest R² .6 costs %s, ridge %g\n", enough, answer.Settings.Ridge)
	_, err = t.Budget(selection.Full, core.Rule{By: core.LeastR2, X: .99})
	fmt.Println(err)
	// Output:
	// honest R² .6 costs 3, ridge 0
	// no budget gives full an honest R² of 0.99: the best is 0.819, at a budget of 20
}

// A bootstrap gives the [core.Stability] of each choice.
func ExampleResult_Bootstrap() {
	b, _, err := solved(stories()).Bootstrap(context.Background(), 100, 1, core.Selection{Algorithm: selection.Full, Budget: model.Units(6)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("plot is chosen in %.0f %% of the resamples\n", 100*b[0].Frequency[0])
	// Output:
	// plot is chosen in 100 % of the resamples
}

// A [core.Certificate] says how far a choice is from the best one, which an exhaustive
// search finds where attributes are few: a [subset.Optimum].
func ExampleResult_Certify() {
	r := solved(stories())
	s := r.At(selection.Full, model.Units(4))
	c, err := r.Certify(context.Background(), &s)
	if err != nil {
		log.Fatal(err)
	}
	best, err := r.Optimum(context.Background(), model.Units(4))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("optimal:", c.Optimal, s.Repeats, best.Repeats)
	steps, _ := r.Path(&s)
	for _, step := range steps {
		fmt.Println(step.Spent, r.Attributes[step.Attribute].Name)
	}
	// Output:
	// optimal: true [3 1 0] [3 1 0]
	// 1 style
	// 2 plot
	// 3 plot
	// 4 plot
}

// A [core.Pick] is a choice with its honest loss. See adds the loss that is [core.Seen]
// in the pilot's own judgments, and a [core.RidgeRefit] as a candidate for other
// weights. A [core.Refit] is the regression of the paper. [core.Predictions] are
// predictions of the pilot's own objects.
func ExamplePick() {
	ctx, r := context.Background(), solved(stories())
	p := picked(r)
	if err := p.See(ctx); err != nil {
		log.Fatal(err)
	}
	fmt.Println("weights from:", p.WeightsFrom(), "refuted:", p.Seen.Refuted(), "refit taken:", p.RidgeRefit.Taken)
	refit, err := p.Refit(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("objects with enough judgments:", refit.Objects)
	fmt.Println("predicted:", len(p.Predictions(50).Predicted))
	_, _, share := r.Shrunk(0)
	fmt.Printf("share of b left: %.2f\n", share)
	// Output:
	// weights from: refit refuted: false refit taken: true
	// objects with enough judgments: 120
	// predicted: 50
	// share of b left: 0.99
}

// An [core.Alternative] is one way to buy judgments: singly, or on a [core.Form].
// BreakEven says how many calls that ask everything are worth as much.
func ExampleStudy_Alternatives() {
	ctx, study := context.Background(), core.NewStudy(stories())
	q := core.Request{Settings: model.Settings{Raters: model.RatersAware}}
	ways, err := study.Alternatives(ctx, q, 5)
	if err != nil {
		log.Fatal(err)
	}
	for _, w := range ways {
		for _, f := range w.Design.Forms {
			fmt.Println("a form of", len(f.Attributes), "attributes")
		}
		fmt.Println(w.Design.Words())
	}
	calls, err := study.Calls(ctx, q, 5)
	if err != nil {
		log.Fatal(err)
	}
	needed, _, err := calls.BreakEven(selection.Full, model.Units(6), ways[0].At(selection.Full, model.Units(6)).Honest.At(selection.Full, model.Units(6)).Loss)
	fmt.Println("calls needed:", needed, err)
	// Output:
	// single judgments
	// a form of 3 attributes
	// one form, each answer paid
	// calls needed: 4 <nil>
}

// A [core.MomentsFile] stands for judgments that are private or too many to copy.
func ExampleOpenMoments() {
	file, err := core.NewStudy(stories()).Moments(context.Background(), "quality")
	if err != nil {
		log.Fatal(err)
	}
	again, err := core.DecodeMoments(file.Encode())
	if err != nil {
		log.Fatal(err)
	}
	r, err := core.OpenMoments(again, []model.Source{{File: "stories.moments"}}).Solve(context.Background(), core.Request{Settings: model.Settings{Raters: model.RatersAware}})
	if err != nil {
		log.Fatal(err)
	}
	s := r.At(selection.Full, model.Units(6))
	fmt.Println(len(r.Data().Value), "judgments", s.Repeats)
	// Output:
	// 0 judgments [4 2 0]
}

// A [core.MomentsMerger] adds up the files of shards, one after another, or the judgments of parts,
// too many to keep.
func ExampleMomentsMerger() {
	file, err := core.NewStudy(stories()).Moments(context.Background(), "quality")
	if err != nil {
		log.Fatal(err)
	}
	var files, parts core.MomentsMerger
	for _, name := range []string{"north", "south"} { // of other objects, as a rule
		if err := files.Add(file, name); err != nil {
			log.Fatal(err)
		}
		if err := parts.AddPart(context.Background(), stories()); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(files.File().Summary.Objects, parts.File().Summary.Objects, "objects, twice", file.Summary.Objects)
	// Output:
	// 240 240 objects, twice 120
}

// A [core.Prediction] applies a predictor to new objects, and a
// [core.PredictionSummary] adds up the predictions of objects with a known label.
func ExamplePredict() {
	ds := stories()
	r := solved(ds)
	s := r.At(selection.Full, model.Units(6))
	predictor := r.Predictor(&s)
	run, err := core.Predict(&predictor, ds, false)
	if err != nil {
		log.Fatal(err)
	}
	var sum core.PredictionSummary
	for i := range ds.Objects {
		sum.Add(run.Object(i), ds.Labels[0].Values[i])
	}
	fmt.Printf("%d objects, R² %.1f\n", sum.Objects, sum.R2())
	// Output:
	// 120 objects, R² 0.8
}

// A label of two words is 0 and 1. [core.Classes] say how well the choice tells the two
// classes from each other, and give probabilities.
func ExamplePick_Classes() {
	ds := stories()
	for i, quality := range ds.Labels[0].Values {
		ds.Labels[0].Values[i] = 0
		if quality > .3 {
			ds.Labels[0].Values[i] = 1
		}
	}
	ds.Labels[0].Words = [2]string{"reject", "accept"}
	p := picked(solved(ds))
	c, err := p.Classes(context.Background(), nil)
	if err != nil {
		log.Fatal(err)
	}
	right := c.Metric(classes.Accuracy)
	fmt.Printf("%s: accuracy %.2f ± %.2f, κ %.2f, AUC %.2f\n", c.Names[1], right.X, right.SE, c.Metric(classes.Kappa).X, c.Metric(classes.AUC).X)
	// The predictor carries what turns a prediction into a probability: [model.PredictorClasses].
	predictor := p.Predictor()
	k := predictor.Classes()
	fmt.Printf("a prediction of .8 is %s with probability %.2f\n", k.Names[1], classes.Logistic(k.Intercepts[1]+.8*k.Slopes[1]))
	// Output:
	// accept: accuracy 0.86 ± 0.05, κ 0.69, AUC 0.92
	// a prediction of .8 is accept with probability 0.90
}

// An [core.Advice] says whether more judgments pay, by objects held out.
func ExampleHonest_Advise() {
	p := picked(solved(stories()))
	for _, b := range []int{3, 12} {
		a := p.Honest.Advise(selection.Full, model.Units(b))
		lead, rest := a.Words(
			func(b model.Amount) string { return b.String() + " give" },
			func(b model.Amount) string {
				return fmt.Sprintf("R² %.2f", 1-p.Honest.At(selection.Full, b).Loss/p.LabelVar)
			},
		)
		fmt.Printf("%d (%s): %s%s\n", b, a.State, lead, rest)
	}
	// Output:
	// 3 (more): More pays: 4 give R² 0.70.
	// 12 (little_more): A little more pays: 15 give R² 0.80.
}

// A label with three classes is three scores, one class against the rest each, which the
// same judgments predict; the loss is the sum of theirs. [core.Classes] says how well
// the classes are told from each other.
func ExampleScore() {
	ds := stories()
	label := &ds.Labels[0]
	label.Classes = []string{"poor", "fair", "good"}
	for i, y := range label.Values {
		label.Values[i] = min(max(math.Round(y)+1, 0), 2)
	}
	r := solved(ds)
	s := r.At(selection.Full, model.Units(4))
	p := core.Pick{Result: r, Selection: s}
	var all []core.Score = p.Scores()
	for _, s := range all {
		fmt.Printf("%s: share %.2f, variance %.2f\n", s.Name, s.Mean, s.Var)
	}
	fmt.Println(len(all), "vectors of weights, the last for", all[2].Title())
	// Output:
	// poor: share 0.28, variance 0.20
	// fair: share 0.40, variance 0.24
	// good: share 0.32, variance 0.22
	// 3 vectors of weights, the last for quality = good
}

// Several labels share their judgments; a [core.LabelShare] says how much of each is explained.
func ExamplePick_LabelShares() {
	ds := stories()
	second := ds.Labels[0]
	second.Name, second.Values = "appeal", nil
	for i, y := range ds.Labels[0].Values {
		second.Values = append(second.Values, y*y+float64(i%3))
	}
	ds.Labels = append(ds.Labels, second)
	r, err := core.NewStudy(ds).Solve(context.Background(), core.Request{Settings: model.Settings{Also: []model.Further{{Name: "appeal", Weight: 1}}}})
	if err != nil {
		panic(err)
	}
	p := core.Pick{Result: r, Selection: r.At(selection.Full, model.Units(6))}
	for _, l := range p.LabelShares() {
		fmt.Printf("%s: R² %.2f\n", l.Name, l.Projected)
	}
	// Output:
	// quality: R² 0.75
	// appeal: R² 0.09
}

// A verdict whose budget is chosen by a metric of classes, a [classes.Metric]: the
// [core.MetricBudget] has the smallest budget whose accuracy is close to the best.
func ExampleTuning_BudgetBy() {
	ds := stories()
	for i, y := range ds.Labels[0].Values {
		ds.Labels[0].Values[i] = math.Round(max(0, min(1, y+.5)))
	}
	t, err := core.NewStudy(ds).Tune(context.Background(), core.Request{}, 5)
	if err != nil {
		panic(err)
	}
	var b core.MetricBudget
	if b, err = t.BudgetBy(context.Background(), selection.Full, core.Rule{By: core.Within, X: .1}, classes.Accuracy, nil); err != nil {
		panic(err)
	}
	fmt.Printf("%.2f at a budget of %s; the best is %.2f at %s\n", b.Has.X, b.Budget, b.Best.X, b.BestAt)
	// Output:
	// 0.78 at a budget of 2; the best is 0.83 at 11
}
