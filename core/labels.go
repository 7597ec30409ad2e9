package core

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"fms-tui/core/internal/moments"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// Score is one number that a predictor gives for an object: a label's value, or one class
// of a label against the rest.
type Score struct {
	Label string // whose it is
	// Class is the number of the class, in the order of the label's classes, whose
	// indicator the score predicts; -1 where it predicts the label's own values.
	Class int
	Name  string  // the class, or else the label
	Mean  float64 // of the label, in its units; of an indicator the share of the class
	Var   float64 // mean square deviation, squared label units
	// Weight is the weight of the squared error in the loss of all: 1 for the indicators of one
	// label's classes, and weight/Var(label) of several labels.
	Weight float64
	// W and Intercept predict it, as [Pick.Weights] has them.
	W         []float64
	Intercept float64
	Projected float64 // projected loss, squared label units
}

// aim is a score as it is learned: a label whose loss counts as it is.
type aim struct {
	Score
	values *model.Label // y·√Weight of the objects that count
	key    string       // its moments are known by this
}

// unit turns what is learned into the label's units.
func (a *aim) unit() float64 { return 1 / math.Sqrt(a.Weight) }

// aims are what a Result learns together.
type aims struct {
	labels []*model.Label
	list   []aim
}

// alone is one label, learned as it is.
func alone(l *model.Label) *aims {
	key := l.Name
	if l.Ordered {
		key = fmt.Sprintf("%q %q", l.Name, l.Classes) // as read, or as asked
	}
	return &aims{labels: []*model.Label{l}, list: []aim{{Score{Label: l.Name, Class: -1, Name: l.Name, Weight: 1}, l, key}}}
}

// aimsOf finds what settings ask to predict. Labels with two classes, numbers or classes
// in order are one score each, others one score a class (docs/classes.md).
func (s *Study) aimsOf(q model.Settings) (*aims, error) {
	first, err := s.inOrder(q.Label, q.Ordered)
	if err != nil {
		return nil, err
	}
	a := &aims{labels: []*model.Label{first}}
	weights := []float64{1}
	for _, f := range q.Also {
		l, err := s.label(f.Name)
		switch {
		case err != nil:
			return nil, err
		case slices.Contains(a.labels, l):
			return nil, fmt.Errorf("the label %q is asked for twice: name each label once", l.Name)
		}
		a.labels, weights = append(a.labels, l), append(weights, f.Weight)
	}
	if err := a.possible(s, q); err != nil {
		return nil, err
	}
	if len(a.labels) == 1 && !first.Unordered() {
		return alone(first), nil
	}
	counts := a.counts(s)
	for i, l := range a.labels {
		list, variance := scoresOf(l, counts), 0.0
		for k := range list {
			if !s.judged() {
				list[k].Var = s.kept.variance(&list[k])
			}
			variance += list[k].Var
		}
		if len(a.labels) > 1 {
			if !(variance > 0) {
				return nil, s.in(fmt.Errorf("the label %q has one value for all objects that hold every label and a judgment: there is nothing to predict", l.Name))
			}
			for k := range list {
				list[k].Weight = weights[i] / variance
				floats.Scale(math.Sqrt(list[k].Weight), list[k].values.Values)
			}
		}
		for k := range list {
			list[k].key = fmt.Sprintf("%q %q %q %d %g", a.Labels(), first.Classes, l.Name, list[k].Class, list[k].Weight)
		}
		a.list = append(a.list, list...)
	}
	return a, nil
}

// scoresOf returns the scores of a label, its values or the indicators of its classes, as learned
// from the objects that count.
func scoresOf(l *model.Label, counts []bool) (list []aim) {
	scores := []Score{{Label: l.Name, Class: -1, Name: l.Name, Weight: 1}}
	if l.Unordered() {
		scores = nil
		for k, name := range l.Classes {
			scores = append(scores, Score{Label: l.Name, Class: k, Name: name, Weight: 1})
		}
	}
	for _, score := range scores {
		a := aim{Score: score, values: &model.Label{Name: l.Name}}
		var kept []float64
		for i, counted := range counts {
			y := math.NaN()
			switch {
			case !counted:
			case score.Class < 0:
				y = l.Values[i]
			case l.Values[i] == float64(score.Class):
				y = 1
			default:
				y = 0
			}
			if a.values.Values = append(a.values.Values, y); counted {
				kept = append(kept, y)
			}
		}
		if counts != nil {
			a.Var = stat.PopVariance(kept, nil)
		}
		list = append(list, a)
	}
	return list
}

func (s *stored) variance(of *aim) float64 {
	b, _ := s.blocks(of, model.RatersPaper, false) // which are in every file
	return b.Moments(b.Union(nil)).LabelVariance
}

func (s *Study) inOrder(name string, ordered []string) (*model.Label, error) {
	first, err := s.label(name)
	if err != nil || len(ordered) == 0 {
		return first, err
	}
	l := s.data.LabelNamed(first.Name, ordered)
	if l == nil {
		return nil, fmt.Errorf("the classes of the label %q are %s: the order %s names others", first.Name, strings.Join(first.ClassNames(), ", "), strings.Join(ordered, ", "))
	}
	return l, nil
}

func (a *aims) possible(s *Study, q model.Settings) error {
	if len(a.labels) == 1 && !a.labels[0].Unordered() {
		return nil
	}
	if q.PSD == model.ProjectLabel {
		return model.Advise(errors.New("the projection of covariances together with the label is for one label, not for classes or several labels"),
			model.Choose(model.OptionPSD, model.ProjectScaled, "projects the covariances alone"))
	}
	if !s.judged() && !s.kept.SameObjects(a.Labels()) {
		return model.NeedsJudgments("several labels of different objects", s.data.Name, "one label needs none")
	}
	return nil
}

// counts tells of each object whether it has every label, and a judgment; nil where
// moments know.
func (a *aims) counts(s *Study) []bool {
	if a.labels[0].Values == nil {
		return nil
	}
	ds := s.data
	out := make([]bool, len(ds.Objects))
	for i := range out {
		out[i] = ds.Start[i] < ds.Start[i+1]
		for _, l := range a.labels {
			out[i] = out[i] && !math.IsNaN(l.Values[i])
		}
	}
	return out
}

// Scores are what the pick's predictor gives for an object: one number, or one a class or label.
func (p *Pick) Scores() []Score {
	r := p.Result
	out := make([]Score, len(r.aims.list))
	w, intercepts := weightsByScore(r, &p.Selection)
	for k := range out {
		aim := &r.aims.list[k]
		out[k] = aim.Score
		out[k].Mean, out[k].Var = r.knownOf(k).all.LabelMean*aim.unit(), r.knownOf(k).all.LabelVariance/aim.Weight
		out[k].W, out[k].Intercept, out[k].Projected = w[k], intercepts[k], projectedAlone(p, k)/aim.Weight
	}
	if len(out) == 1 { // the refit's, where they are taken
		out[0].W, out[0].Intercept = p.Weights()
		out[0].Projected = p.Projected()
	}
	return out
}

// Title names the score: "depth", or "grade = high" of a class.
func (s *Score) Title() string {
	if s.Class >= 0 {
		return s.Label + " = " + s.Name
	}
	return s.Name
}

func (a *aims) Labels() (names []string) {
	for _, l := range a.labels {
		names = append(names, l.Name)
	}
	return names
}

// Several tells whether there is more than one score, so that losses are sums.
func (a *aims) Several() bool { return len(a.list) > 1 }

// Predicted says in words what is predicted: "verdict", "grade" or "depth and tone".
func (a *aims) Predicted() string {
	return figure.List(a.Labels(), "and")
}

// knownOf is what is known of score k.
func (r *Result) knownOf(k int) *knownMoments {
	if k == 0 {
		return r.known
	}
	return r.known.also[k-1]
}

// weightsByScore returns the weights of each score as Weights does of the first: in the
// label's units per unit of the attribute, with the intercepts in the label's units.
func weightsByScore(r *Result, s *Selection) (w [][]float64, intercepts []float64) {
	w, _ = r.problem.Weights(&s.choice)
	for k := range w {
		intercept, unit := r.knownOf(k).all.OwnUnits(w[k]), r.aims.list[k].unit()
		floats.Scale(unit, w[k])
		intercepts = append(intercepts, intercept*unit)
	}
	return w, intercepts
}

func projectedAlone(p *Pick, k int) float64 {
	r := p.Result
	w, _ := r.problem.Weights(&p.Selection.choice)
	return r.problem.Alone(k, r.knownOf(k).all.LabelVariance).LossOf(w[k], p.Selection.Repeats)
}

// joinScores are the figures of attributes with several scores: in place of the correlation its
// size over all, √(Σ b_k²/t²/Σ Var(y_k)), and in place of b the covariance of that size.
func joinScores(r *Result) {
	if !r.Several() {
		return
	}
	r.LabelMean, r.LabelVar = math.NaN(), 0
	for k := range r.aims.list {
		r.LabelVar += r.knownOf(k).all.LabelVariance
	}
	for a := range r.Attributes {
		at := &r.Attributes[a]
		if at.Status != moments.Usable {
			continue
		}
		sum := 0.0
		for k := range r.aims.list {
			sum += square(r.knownOf(k).all.Attr[a].B)
		}
		at.B = math.Sqrt(sum)
		at.Corr = at.B / (at.T * math.Sqrt(r.LabelVar))
	}
}

// notSeveral says that something is offered for one number only.
func (a *aims) notSeveral(what string) error {
	if !a.Several() {
		return nil
	}
	return fmt.Errorf("%s is for one label with numbers, two classes or classes in order, not for %d scores at once", what, len(a.list))
}

// LabelShare is how much of one of several labels a pick explains.
type LabelShare struct {
	Name      string
	Projected float64 // R², at most 1
	R2, SE    float64 // honest R² with its standard error; the projected one and NaN where none is known
	// Loss is the honest mean squared error in squared label units, or the projected loss; NaN
	// for classes without an order, whose K indicators have losses of their own.
	Loss float64
}

// LabelShares returns how much of each label is explained. The variance of classes without an
// order is the sum over their indicators.
func (p *Pick) LabelShares() (out []LabelShare) {
	r := p.Result
	for _, l := range r.aims.labels {
		s, loss, variance, one := LabelShare{Name: l.Name, SE: math.NaN()}, 0.0, 0.0, math.NaN()
		var scores []int
		for k, aim := range r.aims.list {
			if aim.Label != l.Name {
				continue
			}
			scores = append(scores, k)
			loss, variance = loss+projectedAlone(p, k), variance+r.knownOf(k).all.LabelVariance
			if aim.Class < 0 {
				one = 1 / aim.Weight
			}
		}
		s.Projected = 1 - loss/variance
		if o := p.run(); o != nil {
			c := o.Chosen(p.Selection.Budget)
			e := o.Estimate(o.Projected(c, scores...), c, scores...)
			loss, s.SE = e.Loss, e.SE/variance
		}
		s.R2, s.Loss = 1-loss/variance, loss*one
		out = append(out, s)
	}
	return out
}
