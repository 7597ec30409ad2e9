package core

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Seen is the loss of a choice on judgments that the pilot holds: in each fold
// the label of the objects held out is predicted from the first judgments that
// the design would have bought, by what the other folds chose. Unlike the honest
// loss it rests on no model of the noise, but on objects that hold as many
// judgments, by the same raters where the design says so.
type Seen struct {
	// Why says why the loss is not seen, in words for the user; "" where it is. The
	// figures are then NaN.
	Why     string
	Objects int  // that hold the judgments; 0 where nobody looked
	Judged  bool // objects were looked at
	// Refit is the candidate for weights; where it is taken, its loss is what is seen.
	Refit *RidgeRefit
	// Uniform is the refit of uniform at the same budget, which Compare holds choices
	// against; nil where uniform is not cross-validated.
	Uniform *RidgeRefit
	// Estimate is the mean squared residual, squared label units, with a standard
	// error from blocks of objects.
	Estimate
	// Within is, where the choice itself is not seen, what is seen of it cut to half of what objects
	// hold, with the weights for these repeats; nil where that is not seen either.
	Within *Seen
	// Honest is the honest loss of what Within sees.
	Honest Estimate
	// Off is the seen loss less the honest one, with the standard error of the
	// difference.
	Off Estimate

	least  float64 // a smaller Off is no contradiction, squared label units
	blocks int     // of objects, that standard errors come from
}

// LeastSeen is the least number of objects for a [Seen] loss.
const LeastSeen = 30

// clearlyOff is the number of standard errors beyond which what is seen refutes
// an honest loss.
const clearlyOff = 3

// closeToSeen is the share of Var(y) by which seen and honest loss may differ whatever their
// standard errors are. With few objects these can be small by chance.
const closeToSeen = .02

// Refuted reports whether the seen loss contradicts the honest loss: they differ by
// more than three standard errors of their difference, by more than one of the honest loss,
// by more than .02 Var(y), and by more than rounding. Without purchases both losses are the
// same sums, with the same error.
//
// Where the choice leaves the cells, it is refuted if that holds of it within them: the model that
// promises more of more judgments fails where it can be checked.
func (s *Seen) Refuted() bool {
	if s.Within != nil {
		return s.Within.Refuted()
	}
	return s.Off.Beyond(s.blocks, clearlyOff, max(s.least, sameLoss*math.Abs(s.Loss))) != ""
}

// sameLoss is the largest relative difference of losses that counts as rounding.
const sameLoss = 1e-9

// unseen is a Seen without figures.
func unseen(objects int, format string, args ...any) Seen {
	return Seen{Why: fmt.Sprintf(format, args...), Objects: objects, Estimate: UnknownEstimate(), Off: UnknownEstimate()}
}

// Seen returns the loss of what an algorithm chooses at a budget, as it is seen in
// the pilot's own judgments. It reads them all once. The only error is the
// context's.
func (h *Honest) Seen(ctx context.Context, a selection.Algorithm, budget model.Amount) (_ Seen, err error) {
	defer overflow.Catch(&err)
	x, err := h.RidgeRefit(ctx, a, budget)
	if err != nil {
		return Seen{}, err
	}
	out, err := h.seenWith(ctx, a, budget, x)
	out.Refit = x
	if err == nil && h.runs[selection.Uniform] != nil {
		out.Uniform, err = h.RidgeRefit(ctx, selection.Uniform, budget)
	}
	return out, err
}

func (h *Honest) seenWith(ctx context.Context, a selection.Algorithm, budget model.Amount, x *RidgeRefit) (Seen, error) {
	o := h.runs[a]
	switch {
	case h.Why != "":
		return unseen(0, "%s", h.Why), nil
	case o == nil:
		return unseen(0, "%s was not cross-validated", a), nil
	}
	if _, ok := h.result.study.source.(judgments); !ok {
		return unseen(0, "moments hold no judgments to predict from"), nil
	}
	if x.Taken {
		return h.seen(ctx, x.given, x.loss)
	}
	out, err := h.seen(ctx, o.Chosen(budget), o.loss(budget))
	if err == nil && out.Why != "" {
		out.Within, err = seenWithin(ctx, h, a, budget)
	}
	return out, err
}

// seenWithin is what is seen of a choice cut to half of what objects hold; nil where that is
// nothing. With all that they hold nothing could be told: the honest loss of k judgments a cell is
// made of the means of k, and is the seen one.
func seenWithin(ctx context.Context, h *Honest, a selection.Algorithm, budget model.Amount) (*Seen, error) {
	r := h.result
	repeats := slices.Clone(r.At(a, budget).Repeats)
	if !leavesCells(r, repeats) {
		return nil, nil
	}
	for i, most := range heldRepeats(r) {
		repeats[i] = min(repeats[i], max(1, most/2))
	}
	given, err := h.parts.Given(ctx, r.terms(), repeats)
	if err != nil {
		return nil, err
	}
	loss := h.runs[a].Projected(given)
	out, err := h.seen(ctx, given, loss)
	if err != nil || out.Why != "" {
		return nil, err
	}
	out.Honest = h.parts.Estimate(loss)
	return &out, nil
}

// Contradiction returns what is seen where that refutes an honest loss, and the honest loss that it
// refutes: of the choice, or of the choice cut to half of the cells.
func (s *Seen) Contradiction(of Estimate) (seen *Seen, honest Estimate) {
	if s.Within != nil {
		return s.Within, s.Within.Honest
	}
	return s, of
}

// evaluator holds candidates against the judgments of the Result.
func (r *Result) evaluator() *honest.Evaluator {
	e := &honest.Evaluator{Data: r.study.data, Blocks: r.known.blocks, Design: r.forms}
	for k := range r.aims.list {
		e.Labels = append(e.Labels, r.knownOf(k).label)
	}
	return e
}

// seen is the loss seen of what each fold chose, whose honest loss is raw.
func (h *Honest) seen(ctx context.Context, c honest.Candidate, raw honest.Loss) (Seen, error) {
	r, e, objects := h.result, h.result.evaluator(), 0
	loss, size, err := e.Squared(ctx, c, e.AsBought)
	if err != nil {
		return Seen{}, err
	}
	for _, n := range size {
		objects += n
	}
	if objects < LeastSeen {
		few := unseen(objects, "%d of %d objects hold the judgments that are asked for, and %d are needed", objects, r.Objects, LeastSeen)
		few.Judged = true
		return few, nil
	}
	sum := honest.Sum(loss, size)
	sum.R2SE = sum.SE / r.LabelVar
	return Seen{
		Objects:  objects,
		Judged:   true,
		Estimate: sum,
		Off:      honest.Apart(loss, raw, size, h.parts.Sizes(), len(c)),
		least:    max(closeToSeen*r.LabelVar, h.parts.Estimate(raw).SE),
		blocks:   h.parts.Blocks(),
	}, nil
}

// On returns the loss of a pick's predictor on other objects, which it was not
// learned from: Result.On of its weights.
func (p *Pick) On(ds *model.Dataset) (Estimate, int) {
	w, intercept := p.Weights()
	return p.Result.On(ds, p.Selection.Repeats, w, intercept)
}

// On returns the seen loss of weights w on other objects, from the first judgments that
// the design would have bought. w is by attribute, in label units per unit of the
// attribute. On returns the mean squared residual in squared label units, its standard
// error over objects, and the number of objects with these judgments. The data must
// have the attributes of the Result's, in the same order, and its label.
func (r *Result) On(ds *model.Dataset, repeats []int, w []float64, intercept float64) (Estimate, int) {
	label := ds.LabelNamed(r.Label, r.Settings.Ordered)
	score := honest.Score{W: w, Intercept: intercept}
	blocks := &moments.Blocks{Mode: r.Raters, ByPosition: r.byPosition}
	if known := r.known.blocks.Panel; known != nil {
		blocks.Panel = known.Among(r.Data().Raters, ds.Raters)
	}
	cells := moments.NewCells(ds, label, blocks)
	bought := r.evaluator().AsBought(cells, repeats)
	x := make([]float64, len(w))
	var squares []float64
	for i, y := range label.Values {
		if cells.Counts(i) && bought(i, x) {
			squares = append(squares, square(y-score.At(x, repeats)))
		}
	}
	if len(squares) < 2 {
		return UnknownEstimate(), len(squares)
	}
	mean, sd := stat.MeanStdDev(squares, nil)
	return Estimate{Loss: mean, SE: sd / math.Sqrt(float64(len(squares)))}, len(squares)
}
