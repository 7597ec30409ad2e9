package moments

import "fms-tui/model"

// Rest are objects that were left out of subsamples, with all their judgments.
type Rest struct {
	s      *Sampler
	v      *view
	block  [][]int // rows by block
	blocks []*Sums // nil in the fixed mode, where they depend on the subsample
}

// Rest returns what some objects hold.
func (s *Sampler) Rest(objects []int) *Rest {
	r := &Rest{s: s, v: s.copied(objects, func(_ int, cell []int) []int { return cell })}
	r.block = r.v.members(len(s.whole.Block))
	if s.whole.Mode != model.RatersFixed {
		r.blocks = r.v.blocks(r.block)
	}
	return r
}

// HeldOut returns what the objects contribute to the loss of a predictor learned from
// the subsample, by block; nil for blocks without any. They add up to an estimate of
// its loss without bias. The severity of raters comes from all data, as in
// cross-validation.
//
// An attribute that none of the objects has becomes one without judgments in the
// subsample's Moments, so that it is not chosen: nobody could say what it is
// worth. HeldOut must therefore be called before anything is chosen from them.
func (r *Rest) HeldOut(u *Subsample) []*HeldOut {
	b := &Blocks{
		Mode: r.s.whole.Mode, ByPosition: r.s.whole.ByPosition, Block: r.blocks, Severity: r.s.whole.Severity, Panel: u.Blocks.Panel,
		Shift: r.v.shift, ShiftY: r.v.shiftY, d: r.v.d, once: r.s.whole.once, given: r.s.whole.given,
	}
	if b.Block == nil {
		v := *r.v
		v.value = b.Panel.off(r.v)
		b.Block = v.blocks(r.block)
	}
	whole := b.Union(nil)
	for a := range u.Moments.Attr {
		if whole.Attr[a].Objects == 0 {
			u.Moments.Attr[a].Status = NoJudgments
		}
	}
	forms := make([]*HeldOut, len(b.Block))
	for _, filled := range b.Folds(1) {
		for i, h := range b.HeldOut(filled, u.Moments, whole) {
			forms[filled[i]] = h
		}
	}
	return forms
}
