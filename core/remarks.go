package core

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"fms-tui/core/classes"
	"fms-tui/core/internal/overflow"
	"fms-tui/model"
)

// See computes Seen, RidgeRefit and Correction of the pick. Later the pick's weights and figures
// follow RidgeRefit if it is better, and Warnings and Refutation report both. See reads
// all judgments twice. The only error is the context's.
func (p *Pick) See(ctx context.Context) (err error) {
	defer overflow.Catch(&err)
	if p.Honest == nil {
		return ctx.Err()
	}
	seen, err := p.Honest.Seen(ctx, p.Selection.Algorithm, p.Selection.Budget)
	if err != nil {
		return err
	}
	p.Seen, p.RidgeRefit = &seen, seen.Refit
	c, err := p.Classes(ctx, classes.Threshold(1, 1))
	if p.Correction = nil; c != nil {
		p.Correction = c.Correction
	}
	return err
}

// Refutation says in words that the pilot's own judgments contradict the honest
// loss: "refuted by your own data: honest R² .91, seen .19 on 1,056 objects". It
// is "" where they do not, where nothing is seen, and before See.
func (p *Pick) Refutation() string {
	if p.Seen == nil || !p.Seen.Refuted() {
		return ""
	}
	s := &p.Selection
	cut := ""
	if p.Seen.Within != nil {
		cut = ", with repeats cut to half of its cells"
	}
	seen, honest := p.Seen.Contradiction(p.Estimate())
	return fmt.Sprintf("refuted by your own data%s: honest R² %s, seen %s on %s objects", cut,
		twoDigits(s.R2At(honest.Loss)), twoDigits(s.R2At(seen.Loss)), grouped(seen.Objects))
}

// Impossible says in a few words what is wrong with an honest loss that no loss can
// be; nothing where nothing is.
func (p *Pick) Impossible() []string {
	if p.Honest == nil {
		return nil
	}
	if p.refitted() {
		return nil // no such refit is taken
	}
	a, b := p.Selection.Algorithm, p.Selection.Budget
	switch impossible(p.Honest.Raw(a, b), p.Honest.Noise(a, b)) {
	case model.CodeHonestBelowZero:
		return []string{"impossible: honest loss estimated below 0 (R² above 1), its noise floor is shown"}
	case model.CodeHonestBelowNoise:
		return []string{"impossible: honest loss estimated below its noise floor, which is shown"}
	}
	return nil
}

// Refitted says in a few words that the weights are the refit's, and why; "" where
// they are made from moments.
func (p *Pick) Refitted() string {
	if !p.refitted() {
		return ""
	}
	s, x := &p.Selection, p.RidgeRefit
	return fmt.Sprintf("refitted on the pilot's own means: honest R² %s, of the moments' weights %s",
		twoDigits(s.R2At(x.Honest.Loss)), twoDigits(s.R2At(x.Honest.Loss-x.Less.Loss)))
}

// Remarks are what Impossible says, whether the weights are a refit's, what was assumed, and what no
// cell of the pilot holds: they belong in the line of the pick's figures.
func (p *Pick) Remarks() []string {
	list := p.Impossible()
	if text := p.Refitted(); text != "" {
		list = append(list, "weights "+text)
	}
	if names := p.Assumed(p.Selection.Repeats); names != "" {
		list = append(list, "assumed: reliability "+names)
	}
	if text := boundByCells(p.Result, &p.Selection); text != "" {
		list = append(list, text)
	}
	if a := p.BeyondCells(&p.Selection); a >= 0 {
		list = append(list, fmt.Sprintf("extrapolated: %s(%d), the pilot's cells hold at most %d",
			p.Attributes[a].Name, p.Selection.Repeats[a], p.Attributes[a].Most))
	}
	return list
}

// BeyondCells returns an attribute that a selection repeats more often than any cell of
// the pilot does, or -1. If there are several, it returns the most repeated attribute.
// The agreement of further judgments rests on the model: no data show it.
func (r *Result) BeyondCells(s *Selection) int {
	worst := -1
	for a, n := range s.Repeats {
		if n > r.Attributes[a].Most && (worst < 0 || n > s.Repeats[worst]) {
			worst = a
		}
	}
	return worst
}

// impossible is the code of what is wrong with an honest loss as it was estimated,
// given the noise that its judgments leave in the prediction; "" for nothing.
func impossible(raw Estimate, noise float64) model.Code {
	switch {
	case raw.Loss < 0:
		return model.CodeHonestBelowZero
	case raw.Loss < noise:
		return model.CodeHonestBelowNoise
	}
	return ""
}

// HonestWarnings returns what the user should know about an honest loss as it was
// estimated (Honest.Raw), given the noise that the judgments bought leave in the
// prediction (Honest.Noise).
func HonestWarnings(raw Estimate, noise float64) []model.Finding {
	const why = "noise of the judgments is shared with the label, or between attributes by raters whom the design takes for different ones; " +
		"was the label made from the same raters' judgments?"
	switch code := impossible(raw, noise); code {
	case model.CodeHonestBelowZero:
		return []model.Finding{{Code: code, Message: "the honest loss was estimated below 0, which no loss can be: " + why}}
	case model.CodeHonestBelowNoise:
		return []model.Finding{{Code: code, Message: "the honest loss was estimated below the noise of the judgments that it buys, which no loss can be, and that noise is shown: " + why}}
	}
	return nil
}

// Warnings returns what the user should know about the pick, most serious first;
// after See also whether the pilot's own judgments refute it.
func (p *Pick) Warnings() []model.Finding {
	ws := []model.Finding{}
	if text := p.Refutation(); text != "" {
		ws = append(ws, model.Finding{
			Code:    model.CodeRefuted,
			Message: text + "; the design may differ from the pilot's, or the label may share noise with the judgments",
		})
	}
	ws = append(ws, p.SelectionWarnings(&p.Selection)...)
	if p.Honest != nil {
		a, b := p.Selection.Algorithm, p.Selection.Budget
		if !p.refitted() { // no refit is taken with such a loss
			ws = append(ws, HonestWarnings(p.Honest.Raw(a, b), p.Honest.Noise(a, b))...)
		}
		ws = append(ws, p.Honest.Warnings()...)
	}
	if text := boundByCells(p.Result, &p.Selection); text != "" {
		ws = append(ws, model.Finding{
			Code: model.CodeWithinCells, Message: text,
			Remedies: []model.Remedy{model.Choose(model.OptionMaxRepeats, model.Settings{MaxRepeats: model.AnyRepeats}.RepeatsString(), "asks for more than anybody has seen")},
		})
	}
	if a := p.BeyondCells(&p.Selection); a >= 0 {
		at := &p.Attributes[a]
		ws = append(ws, model.Finding{
			Code: model.CodeBeyondCells, Attribute: at.Name, Message: fmt.Sprintf(
				"the choice wants %d judgments of %s, and no cell of the pilot holds more than %d: their agreement is extrapolated%s",
				p.Selection.Repeats[a], at.Name, at.Most, insteadWithin(p.Result, &p.Selection)),
			Remedies: []model.Remedy{model.Choose(model.OptionMaxRepeats, model.Settings{MaxRepeats: model.CellRepeats}.RepeatsString(), "stays within your data")},
		})
	}
	return ws
}

// twoDigits is a share or R² with two digits, as ".91".
func twoDigits(x float64) string {
	s := strconv.FormatFloat(x, 'f', 2, 64)
	switch {
	case strings.HasPrefix(s, "0."):
		return s[1:]
	case s == "-0.00":
		return ".00"
	case strings.HasPrefix(s, "-0."):
		return "-" + s[2:]
	}
	return s
}

// grouped is a count of 0 or more with its digits in groups, as "1,056".
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
