package honest

import (
	"context"

	"fms-tui/core/internal/moments"
	"fms-tui/core/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Loss is the honest loss of one candidate, by block in the order of the folds.
type Loss []float64

// Projected is the loss of a candidate by the moments of the objects held out, under a design
// (nil where every judgment is by another rater): of some labels by their number, of all for
// none. The intercepts that it assumes are ȳ - Σ w[a] μ[a] of the training parts.
func (p *Parts) Projected(c Candidate, design *selection.Forms, labels ...int) Loss {
	if labels == nil {
		for l := range p.labels() {
			labels = append(labels, l)
		}
	}
	loss, first, x := make(Loss, len(p.size)), p.first(), new(moments.Weighing)
	w := make([]float64, len(p.folds[0].train.Attr))
	for f := range p.folds {
		for _, l := range labels {
			o := p.labels()[l].folds[f]
			clear(w)
			for a, x := range c[f].Scores[l].W {
				if x != 0 {
					w[a] = x * o.train.Attr[a].T
				}
			}
			x.Of(w, c[f].Repeats, Omega(design))
			for k, h := range o.forms {
				loss[first[f]+k] += h.At(x)
			}
		}
	}
	return loss
}

// Projected is [Parts.Projected] under the design of the run.
func (r *Run) Projected(c Candidate, labels ...int) Loss {
	return r.parts.Projected(c, r.forms, labels...)
}

// Along returns the losses of what is chosen at each of some budgets. The only error is the context's.
func (r *Run) Along(ctx context.Context, budgets []model.Amount) ([]Loss, error) {
	losses := make([]Loss, len(budgets))
	parallel.Each(len(budgets), func(i int) {
		if ctx.Err() == nil {
			losses[i] = r.Projected(r.Chosen(budgets[i]))
		}
	})
	return losses, ctx.Err()
}

// Omega is the share of errors that are the same raters' under a design; nil for none.
func Omega(f *selection.Forms) func(a, ra, e, re int) float64 {
	if f == nil {
		return nil
	}
	return f.Omega
}
