package screen

import (
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core/experts"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// Lambdas are the λ of the model that is shown, rising, and which of them is.
func (v *VotesView) Lambdas() (all []float64, at int) {
	p := v.Point()
	if p == nil || p.Model == experts.EM {
		return nil, 0
	}
	for _, q := range v.Search.Value.Study.Curve(p.Model) {
		if q.Penalty.Beta > 0 {
			all = append(all, q.Penalty.Beta)
		}
	}
	slices.Sort(all)
	return all, max(0, slices.Index(all, p.Penalty.Beta))
}

// LambdaOff says why there is no λ to choose.
func (v *VotesView) LambdaOff() string {
	switch all, _ := v.Lambdas(); {
	case v.Point() == nil:
		return "no model is fitted yet"
	case all == nil && v.Point().Model == experts.EM:
		return "EM has no λ: a goes on to another model"
	case all == nil:
		return "there are no features to penalise"
	}
	return ""
}

// setLambda goes to the i-th λ.
func (v *VotesView) setLambda(i int) tea.Cmd {
	all, _ := v.Lambdas()
	if len(all) == 0 {
		return nil
	}
	s := v.State
	s.Ballot.Lambda = all[max(0, min(i, len(all)-1))]
	s.Ballot.Model = v.Point().Model
	return v.Set(s, changeDial)
}

func (v *VotesView) stepLambda(n int) tea.Cmd {
	_, at := v.Lambdas()
	return v.setLambda(at + n)
}

// lambdaTo goes to the λ at a share of the range, even in log λ.
func (v *VotesView) lambdaTo(share float64) tea.Cmd {
	all, _ := v.Lambdas()
	return v.setLambda(int(math.Round(share * float64(len(all)-1))))
}

func (v *VotesView) lambdaSlider() panel.Slider {
	s := panel.Slider{Name: "Penalty", Symbol: "λ", Value: "…", Longest: lambdaLongest, Fraction: math.NaN()}
	p := v.Point()
	if p == nil {
		return s
	}
	s.Value = LambdaText(p)
	if all, at := v.Lambdas(); len(all) > 1 {
		end := float64(len(all) - 1)
		s.Fraction = float64(at) / end
		best := v.Search.Value.Study.Best(p.Model)
		s.Marks = []chart.SliderMark{{Fraction: float64(slices.Index(all, best.Penalty.Beta)) / end, Rune: '┴', Pen: theme.Honest}}
	}
	return s
}

// lambdaLongest is the width kept for λ.
const lambdaLongest = 9

func LambdaText(p *experts.Point) string {
	if p.Penalty.Beta <= 0 {
		return "none"
	}
	return figure.Significant(p.Penalty.Beta, 3)
}

// atLambda says at which λ a model is, where it has one.
func atLambda(p *experts.Point) string {
	if p.Penalty.Beta <= 0 {
		return ""
	}
	return " at λ=" + LambdaText(p)
}

// riskReadout says what the model at λ comes to, as much as fits.
func (v *VotesView) riskReadout(w int) []panel.Span {
	p := v.Point()
	switch {
	case v.votesOff() != "": // the screen says it
		return nil
	case p == nil:
		return []panel.Span{{Text: v.unfitted(), Pen: theme.Muted}}
	}
	votes, t := v.Search.Value.votes, v.Told()
	spans := []panel.Span{{Text: figure.CountOf(len(votes.Experts), "rater"), Pen: theme.Accent.Strong()}, {Text: " voted on " + chart.Clean(votes.Label), Pen: theme.Text}}
	if t != nil {
		yes, of, unsure := v.tally(t)
		spans = append(spans, panel.Span{Text: ": "}, panel.Span{Text: figure.Count(yes) + " of " + figure.CountOf(of, "object"), Pen: theme.Honest.Strong()},
			panel.Span{Text: " are 1, "}, panel.Span{Text: figure.Count(unsure), Pen: theme.Warning}, panel.Span{Text: " uncertain"})
	}
	more := []panel.Span{{Text: " · " + string(p.Model) + ", Ŝ " + figure.WithError(p.S, p.SE), Pen: modelPen(p.Model)}, {Text: " · " + figure.CountOf(p.Fit.Support(), "feature"), Pen: theme.Muted}}
	if best := v.Search.Value.Study.Chosen(); best != p {
		d, se := p.Difference(best)
		more = append(more, panel.Span{Text: " · " + figure.WithError(d, se) + " more than " + string(best.Model) + atLambda(best), Pen: theme.Muted})
	} else {
		more = append(more, panel.Span{Text: " · the smallest", Pen: theme.Good})
	}
	for _, s := range more {
		if chart.Width(panel.Plain(append(slices.Clone(spans), s))) > w {
			break
		}
		spans = append(spans, s)
	}
	return spans
}

// nextModel goes on to the next model that was fitted.
func (v *VotesView) nextModel() tea.Cmd {
	p := v.Point()
	if p == nil {
		return v.Say(v.unfitted())
	}
	study := v.Search.Value.Study
	all := slices.DeleteFunc(experts.Models(), func(m experts.Model) bool { return study.Best(m) == nil })
	s := v.State
	s.Ballot.Model, s.Ballot.Lambda = all[(slices.Index(all, p.Model)+1)%len(all)], 0
	return v.Set(s, ChangeSetting)
}

// chooseVotes lists the attributes that are voted on.
func (v *VotesView) chooseVotes() tea.Cmd {
	choices := v.Choices
	if len(choices) == 0 {
		return v.Say(v.unfitted())
	}
	at := 0
	if votes := v.Search.Value.votes; votes != nil {
		at = max(0, slices.Index(choices, votes.Label))
	}
	v.desk.Choose("Votes", choices, at, "l", func(i int) tea.Cmd {
		s := v.State
		s.Ballot = ballot{Attribute: choices[i]}
		return v.Set(s, ChangeSetting)
	})
	return nil
}

// unfitted says why no model is shown.
func (v *VotesView) unfitted() string {
	if why := v.Search.Value.Why; why != nil && v.Search.For(v.Voted()) {
		return adviseError(why)
	}
	return "fitting…"
}

func modelPen(m experts.Model) theme.Pen {
	switch m {
	case experts.EMSparse:
		return theme.Full
	case experts.EM:
		return theme.Scoring
	}
	return theme.Baseline
}
