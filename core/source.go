package core

import (
	"context"
	"errors"
	"math"
	"slices"

	"fms-tui/core/internal/design"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/momentsfile"
	"fms-tui/core/internal/overflow"
	"fms-tui/model"
)

type stored struct {
	*momentsfile.File
	name string // as the user calls it
}

func (s *Study) judged() bool { return s.kept == nil }

// blocks returns the sums of all objects for what is learned, as moments.Accumulate, or
// AccumulateByPosition.
func (s *Study) blocks(ctx context.Context, of *aim, mode string, byPosition bool) (*moments.Blocks, error) {
	switch {
	case !s.judged():
		return s.kept.blocks(of, mode, byPosition)
	case byPosition:
		return moments.AccumulateByPosition(ctx, s.data, of.values)
	}
	return moments.Accumulate(ctx, s.data, of.values, mode)
}

// links says which attributes the same raters judged; nil where nobody counted.
func (s *Study) links() *moments.Links {
	if !s.judged() {
		return s.kept.Links
	}
	l, _ := moments.LinkedAttributes(context.Background(), s.data) // which cannot end
	return l
}

// position says whether judgments without rater ids are one person's by their places, of moments as
// it was found when their file was written; nil where nobody can say.
func (s *Study) position(ctx context.Context, of *aim) (*moments.Position, error) {
	switch {
	case s.judged():
		return moments.PositionTest(ctx, s.data, of.values)
	case s.kept.Label(of.Label).Aware.ByPosition:
		return &moments.Position{Correlation: math.NaN(), SE: math.NaN(), Clear: true}, nil
	}
	return nil, nil
}

// copies are as in package moments, or a model.ErrNeedsJudgments.
func (s *Study) copies(ctx context.Context, label *model.Label, mode string, include func(block int) bool) (*moments.Copies, error) {
	if !s.judged() {
		return nil, s.kept.needs("copies", "")
	}
	return moments.AccumulateCopies(ctx, s.data, label, mode, include)
}

func (s *stored) blocks(of *aim, mode string, byPosition bool) (*moments.Blocks, error) {
	b, err := s.labelBlocks(s.Label(of.Label), mode, byPosition)
	if err == nil && of.Class >= 0 {
		b = b.OfClass(of.Class)
	}
	if err == nil && of.Weight != 1 {
		b = b.Scaled(1 / of.unit())
	}
	return b, err
}

func (s *stored) labelBlocks(l *momentsfile.Label, mode string, byPosition bool) (*moments.Blocks, error) {
	switch {
	case byPosition && !l.Aware.ByPosition:
		return nil, s.needs("forms without rater ids", "")
	case mode == model.RatersPaper:
		return l.Paper, nil
	case mode == model.RatersAware && l.Aware.ByPosition && !byPosition:
		return l.Paper.Anonymous(), nil
	case mode == model.RatersAware:
		return l.Aware, nil
	case l.Unfit != nil:
		return nil, l.Unfit
	}
	return nil, s.needs("a fixed panel of raters", "raters aware and raters paper do without")
}

func (s *stored) needs(what, hint string) error {
	return model.NeedsJudgments(what, s.name, hint)
}

// MomentsFile holds the sums of a data set in place of its judgments. Its method Encode
// returns the bytes that [DecodeMoments] reads. Its method Protect prepares the file for other
// readers (docs/formats.md).
type MomentsFile = momentsfile.File

// OpenMoments opens the moments of a file. The Study answers like a Study of the
// judgments; questions that need judgments are a model.ErrNeedsJudgments. Sources are the files read, in
// order.
func OpenMoments(f *momentsfile.File, sources []model.Source) *Study {
	ds := &model.Dataset{
		Name: f.Name, Simulated: f.Simulated, Sources: sources, Attributes: f.Attributes, Prices: f.Prices, PriceUnit: f.PriceUnit, Calls: f.Calls,
		MomentsOf: &f.Summary, Reading: model.Reading{Layout: "moments"}, Warnings: f.Remarks(),
	}
	for _, l := range f.Labels {
		if l.Name != momentsfile.NoLabel {
			ds.Labels = append(ds.Labels, l.Named())
		}
	}
	name := f.Name
	if len(sources) == 1 {
		name = sources[0].File
	}
	raters := design.Raters{Known: f.Summary.Raters - f.Nameless, Nameless: f.Nameless, Panel: f.Panel}
	if !raters.Any() && f.Links != nil && slices.ContainsFunc(f.Links.Shared, func(n int) bool { return n > 0 }) {
		raters.Nameless = 1 // rows or calls, nobody knows how many
	}
	return newStudy(ds, &stored{f, name}, raters)
}

// Moments returns what a moments file of the data holds: the moments of one label, or
// of all of them for "". Data without a label have them all the same, of all objects
// with a judgment. Errors name a label that does not exist, or are the context's.
func (s *Study) Moments(ctx context.Context, label string) (_ *momentsfile.File, err error) {
	defer overflow.Catch(&err)
	if label != "" {
		if _, err := s.label(label); err != nil {
			return nil, err
		}
	}
	if !s.judged() {
		if label != "" {
			return s.kept.Only(label), nil
		}
		return s.kept.File, nil
	}
	f := &momentsfile.File{
		Name: s.data.Name, Simulated: s.data.Simulated, Parts: 1, Attributes: s.data.Attributes, Prices: s.data.Prices, PriceUnit: s.data.PriceUnit,
		Calls: s.data.Calls, Nameless: len(s.data.Raters) - s.data.NamedRaters(),
		Summary: s.data.Summary(), Panel: s.pilot.Raters.Panel, Warnings: unadvised(s.data.Warnings), Blocks: moments.BlockCount(len(s.data.Attributes)),
	}
	ids := slices.Clone(s.data.Raters) // "" of a rater who stands for a row or a call
	for w := range ids {
		if s.data.IsNameless(w) {
			ids[w] = ""
		}
	}
	f = f.HashRaters(ids, nil)
	if f.Links, err = moments.LinkedAttributes(ctx, s.data); err != nil {
		return nil, err
	}
	labels := s.data.Labels
	if len(labels) == 0 {
		labels = []model.Label{{Name: momentsfile.NoLabel, Values: make([]float64, len(s.data.Objects))}}
	}
	for i := range labels {
		l, err := s.labelMoments(ctx, &labels[i])
		if err != nil {
			return nil, err
		}
		f.Labels = append(f.Labels, l)
	}
	if label != "" {
		f = f.Only(label)
	}
	return f, nil
}

func (s *Study) labelMoments(ctx context.Context, label *model.Label) (l momentsfile.Label, err error) {
	l = momentsfile.NewLabel(label)
	of := &alone(label).list[0]
	if s.pilot.Raters.Panel {
		_, err := s.blocks(ctx, of, model.RatersFixed, false)
		if errors.As(err, &l.Unfit) {
			l.Unfit = &moments.PanelError{Attribute: l.Unfit.Attribute, Objects: l.Unfit.Objects, Anonymous: l.Unfit.Anonymous}
		} else if err != nil {
			return l, err
		}
	}
	if l.Paper, err = s.blocks(ctx, of, model.RatersPaper, false); err != nil {
		return l, err
	}
	places, err := s.placesKept(ctx, label)
	if err != nil {
		return l, err
	}
	if l.Aware, err = s.blocks(ctx, of, model.RatersAware, places); err != nil {
		return l, err
	}
	if math.IsNaN(l.Paper.ShiftY) { // no object counts
		l.Paper, l.Aware = l.Paper.About(l.Paper.Shift, 0), l.Aware.About(l.Aware.Shift, 0)
	}
	return l, nil
}

// placesKept tells whether the aware moments of a label take places in cells for raters; of a part
// of the data, whether they do in the first part.
func (s *Study) placesKept(ctx context.Context, label *model.Label) (bool, error) {
	if yes, known := s.placesOf[label.Name]; known {
		return yes, nil
	}
	yes, _, err := s.pilot.ByPosition(model.Settings{}, func() (*moments.Position, error) { return s.position(ctx, &alone(label).list[0]) })
	if err == nil && s.placesOf != nil {
		s.placesOf[label.Name] = yes
	}
	return yes, err
}

// unadvised are findings without remedies: how files are read helps no more once
// their moments are written.
func unadvised(ws []model.Finding) []model.Finding {
	ws = slices.Clone(ws)
	for i := range ws {
		ws[i].Remedies = nil
	}
	return ws
}

// MomentsMerger puts moments together, so that memory does not depend on the number of
// judgments. Files of parts of the data are added by Add; AddPart adds parts of a data set that is too
// large to keep. The zero value is ready to use.
//
// Parts are disjoint sets of objects, each of them whole, in which attributes and raters
// have the same numbers; later parts may know more of both. The sums equal [Study.Moments] of all parts
// together, except for rounding. The first part decides whether places in cells stand for unknown
// raters.
type MomentsMerger struct {
	momentsfile.Merger
	raters design.Raters
	places map[string]bool // by label
	n      int
	last   *model.Dataset // the last part, without its objects; nil where files are added
}

// PartSize returns the least number of judgments of a part of data with d attributes that is
// worth summing: with many attributes as many as take about as much memory as the sums of their blocks.
func PartSize(d int) int { return max(1<<19, 3*moments.BlockCount(d)*d*d) }

// AddPart adds a part, which need not be kept afterwards. An error names what parts do not
// have in common, such as their labels; then the MomentsMerger is of no use.
func (p *MomentsMerger) AddPart(ctx context.Context, part *model.Dataset) (err error) {
	defer overflow.Catch(&err)
	p.raters.Add(part)
	own := *part
	own.Prices = nil // the last part knows the mean price of all
	s := newStudy(&own, nil, p.raters)
	s.pilot.Raters.Panel = false // that is said of all parts
	if p.places == nil {
		p.places = make(map[string]bool)
	}
	s.placesOf = p.places
	f, err := s.Moments(ctx, "")
	if err != nil {
		return err
	}
	if p.n++; p.n > 1 {
		f.Parts = 0 // of one data set
	}
	kept := *part
	kept.Objects, kept.Labels, kept.Start, kept.Attr, kept.Value, kept.Rater = nil, nil, nil, nil, nil, nil
	p.last = &kept
	return p.Add(f, part.Name)
}

// File returns the moments of all that was added, which must be something. Facts
// about a data set as a whole, such as prices and warnings, come from its last part.
func (p *MomentsMerger) File() *MomentsFile {
	if p.last == nil {
		return p.Merger.File()
	}
	f := *p.Merger.File()
	f.Name, f.Simulated, f.Prices = p.last.Name, p.last.Simulated, p.last.Prices
	f.Warnings = unadvised(p.last.Warnings)
	f.Panel = p.raters.Panel
	return &f
}

// DecodeMoments reads a moments file from its bytes, for example bytes found by package
// read. Errors name the fault in the bytes, or say that a newer version wrote them.
func DecodeMoments(data []byte) (*MomentsFile, error) { return momentsfile.Decode(data) }

// MomentsSize returns the number of bytes that a moments file unpacks to by its own header,
// 0 if data is no moments file: a caller can refuse a file before DecodeMoments takes that memory.
func MomentsSize(data []byte) int64 { return momentsfile.Claims(data) }
