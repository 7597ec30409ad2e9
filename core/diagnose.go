package core

import (
	"context"
	"math"
	"slices"
	"strings"

	"fms-tui/core/agreement"
	"fms-tui/core/internal/attribute"
	"fms-tui/core/internal/diagnosis"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/momentsfile"
	"fms-tui/core/internal/overflow"
	"fms-tui/model"
)

// diagnosis returns the findings about the data that need no label, and the diagnosis
// of raters. It is computed once. The only error is the context's. Data given as
// moments have no diagnosis.
func (s *Study) diagnosis(ctx context.Context) (_ *diagnosis.Diagnosis, err error) {
	s.diagnosing.Lock()
	defer s.diagnosing.Unlock()
	if s.diagnosed == nil && s.data.MomentsOf != nil {
		s.diagnosed = new(diagnosis.Diagnosis)
	}
	if s.diagnosed == nil {
		s.diagnosed, err = diagnosis.Of(ctx, s.data)
	}
	return s.diagnosed, err
}

// joined returns the findings under a label, then the findings that need no label,
// except for repeated findings about an attribute.
func joined(here, anyway []model.Finding) []model.Finding {
	known := here
	for _, w := range anyway {
		if !slices.ContainsFunc(known, func(x model.Finding) bool { return x.Code == w.Code && x.Attribute == w.Attribute }) {
			here = append(here, w)
		}
	}
	return here
}

// withoutExcluded leaves out findings about attributes that the user has excluded: exclusion
// settles the matter.
func withoutExcluded(r *Result, all []model.Finding) []model.Finding {
	return slices.DeleteFunc(slices.Clone(all), func(w model.Finding) bool {
		return w.Attribute != "" && r.Settings.Excluded(w.Attribute)
	})
}

// Attribute is one attribute's figures under the settings of a Result.
type Attribute = attribute.Attribute

// Examination is what the data are worth before anything is chosen. It is immutable. Without a label
// the figures are of all objects, and b and Corr of the attributes are NaN.
type Examination struct {
	facts
	RatersSeen []diagnosis.Rater // in the order of the data
	HaloCut    float64           // of C+, see moments.ProjectedHalo; 0 where Halo is nil
	Halo       *moments.Halo     // nil where no judgment carries a rater
}

// HaloCorrelation is C[a,a'] / √(v[a] v[a']) of two different attributes: the
// correlation of one rater's errors on them. NaN where it is not known, as where
// no judgment carries a rater; beyond 1 where there is little to tell it from.
func (x *Examination) HaloCorrelation(a, b int) float64 {
	d := len(x.Attributes)
	if x.Halo == nil || x.Halo.N[a*d+b] == 0 {
		return math.NaN()
	}
	return x.Halo.C[a*d+b] / math.Sqrt(x.Halo.C[a*d+a]*x.Halo.C[b*d+b])
}

// Examine returns the reliabilities and findings of the data under some settings. Data
// without a label are examined as if every object had the same label. Errors name the faulty setting in
// words for the user, or are the context's.
func (s *Study) Examine(ctx context.Context, q model.Settings) (_ *Examination, err error) {
	defer overflow.Catch(&err)
	none, predicted := len(s.data.Labels) == 0, alone(&model.Label{Name: momentsfile.NoLabel, Values: make([]float64, len(s.data.Objects))})
	if !none {
		if predicted, err = s.aimsOf(q); err != nil {
			return nil, err
		}
	}
	r, err := s.begin(ctx, predicted, q)
	if err != nil {
		return nil, err
	}
	d, err := s.diagnosis(ctx)
	if err != nil {
		return nil, err
	}
	x := &Examination{facts: r.facts, RatersSeen: d.Raters}
	x.Warnings = joined(examined(r, none), d.Warnings)
	if none {
		for a := range x.Attributes {
			x.Attributes[a].B, x.Attributes[a].Corr = math.NaN(), math.NaN()
		}
	}
	if len(s.data.Raters) > 0 || r.byPosition {
		x.HaloCut = r.learned.Halo().Cut
		if x.Halo, err = s.halo(ctx, &r.aims.list[0], r.known); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// halo measures what raters share with themselves, in the aware mode whatever
// the mode of known, the moments at hand.
func (s *Study) halo(ctx context.Context, of *aim, known *knownMoments) (*moments.Halo, error) {
	b, all, sums := known.blocks, known.all, known.sums
	if b.Mode != model.RatersAware {
		var err error
		if b, err = s.blocks(ctx, of, model.RatersAware, false); err != nil {
			return nil, err
		}
		b = b.As(known.blocks)
		sums = b.Union(nil)
		all = b.Moments(sums)
	}
	return b.Halo(all, sums), nil
}

// examined collects the findings under a label without choosing repeats. Data without a
// label have no findings about the label.
func examined(r *Result, none bool) []model.Finding {
	for a := range r.Attributes {
		if r.Attributes[a].Selectable() {
			r.Step = r.Attributes[a].Price
		}
	}
	ws := findingsOf(r)
	if none {
		return slices.DeleteFunc(ws, func(w model.Finding) bool {
			return w.Code == model.CodeFewObjects || w.Code == model.CodeNoJudgments || w.Code == model.CodeNamedLikeLabel
		})
	}
	if err := usable(r); err != nil {
		ws = append([]model.Finding{{Code: model.CodeUnusableLabel, Message: err.Error()}}, ws...)
	}
	return ws
}

// What is said of figures that the judgments do not give: of an attribute asked once, where "?"
// stands for v, σ², noise and reliability, and of an assumed reliability, where "~" stands before it.
const (
	AskedOnce     = "noise unknown, asked at most once"
	UnknownLegend = "? asked once: noise and signal cannot be separated"
	AssumedLegend = "~ assumed"
)

// Legend says what the marks among some attributes stand for.
func Legend(attributes []Attribute) string {
	var parts []string
	if slices.ContainsFunc(attributes, func(a Attribute) bool { return a.Once }) {
		parts = append(parts, UnknownLegend)
	}
	if slices.ContainsFunc(attributes, func(a Attribute) bool { return a.Assumed > 0 }) {
		parts = append(parts, AssumedLegend)
	}
	return strings.Join(parts, " · ")
}

// Agreement measures how far the judgments agree with each other and with a label, ""
// for the first. Data without a label are measured by their judgments only. Moments
// have only ICC(1) and the figures that follow from it, for the objects with the label.
// Errors name a label that does not exist, or are the context's.
func (s *Study) Agreement(ctx context.Context, label string, q agreement.Question) (_ *agreement.Agreement, err error) {
	defer overflow.Catch(&err)
	found, err := s.label(label)
	if err != nil && (label != "" || len(s.data.Labels) > 0) {
		return nil, err
	}
	q.Label = found
	if s.data.MomentsOf == nil {
		return agreement.Measure(ctx, s.data, q)
	}
	if found == nil {
		found = &model.Label{Name: momentsfile.NoLabel}
	}
	return agreement.OfMoments(s.data.Attributes, s.kept.Label(found.Name).Aware, q), nil
}
