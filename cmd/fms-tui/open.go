package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/model/read/engine"
	"fms-tui/sampledata"
)

// open reads judgments, as openStudy does, and no moments.
func (p *program) open(ctx context.Context, paths []string, f *flags) (*model.Dataset, error) {
	study, err := p.openStudy(ctx, paths, f.with(func(g *flags) { g.judged = true }))
	if err != nil {
		return nil, err
	}
	return study.Data(), nil
}

// labelled returns judgments with the label of --label-from, if it is asked for.
func (f *dataFlags) labelled(ds *model.Dataset) (*model.Dataset, error) {
	if f.labelFrom == "" {
		return ds, nil
	}
	a := slices.Index(ds.Attributes, f.labelFrom)
	if a < 0 {
		return nil, fmt.Errorf("--label-from %q %s", f.labelFrom, model.NoMatch(ds.Attributes, f.labelFrom))
	}
	if len(ds.Attributes) == 1 {
		return nil, fmt.Errorf("--label-from %q leaves no attribute to predict it from: it is the only one; \"lab experts\" tells the label of each object from its votes", f.labelFrom)
	}
	return ds.LabelFrom(a, f.labelAgg), nil
}

// openStudy opens data for questions: the judgments of the given paths, or of the bundled sample
// without paths, with the label of --label-from; or files of moments, which are put together. A
// single file of which only the moments are asked for is summed while it is read, if it is larger
// than a part. Judgments whose objects do not come together are sorted in memory; where that
// fails, the file is read as a whole.
func (p *program) openStudy(ctx context.Context, paths []string, f *flags) (study *core.Study, err error) {
	ways := []summing{{}}
	if f.sumsOnly && len(paths) == 1 && f.labelFrom == "" && f.raterKey == "" {
		ways = []summing{{parts: true}, {parts: true, scattered: true}, {}}
	}
	for _, way := range ways {
		study, err = way.open(ctx, p, paths, f)
		if split := new(read.SplitError); !errors.As(err, &split) {
			break
		}
	}
	return study, err
}

// opened are data with a label, and their settings.
func opened(ctx context.Context, p *program, paths []string, f *flags) (*core.Study, model.Settings, error) {
	study, err := p.openStudy(ctx, paths, f)
	if err == nil {
		err = hasLabel(study.Data())
	}
	if err != nil {
		return nil, model.Settings{}, err
	}
	s, err := f.settings(ctx, study.Data())
	return study, s, err
}

// summing adds up judgments part by part, or moments files one after another.
type summing struct {
	parts     bool // of judgments
	scattered bool // the rows of an object do not come together
	limits    read.Limits
	sums      core.MomentsMerger
	added     int
	from      []model.Source // the moments files
}

// open reads the data, and sums what is not kept.
func (g *summing) open(ctx context.Context, p *program, paths []string, f *flags) (*core.Study, error) {
	g.limits = p.limits
	found, err := g.read(ctx, p, paths, f)
	switch {
	case err != nil:
		return nil, err
	case found.Dataset == nil:
		if _, err := found.Judgments("this"); f.judged {
			return nil, err
		}
		if err := f.readsMoments(found.Moments[0].File.File); err != nil {
			return nil, err
		}
		return core.OpenMoments(g.sums.File(), g.from), nil
	case g.added == 0 && (!g.parts || f.read.Shard.N < 2): // nor scattered: that file was larger than a part
		ds, err := f.labelled(found.Dataset)
		if err != nil {
			return nil, err
		}
		return core.NewStudy(ds), nil
	}
	if err := g.add(ctx, found.Dataset); err != nil {
		return nil, err
	}
	return core.OpenMoments(g.sums.File(), slices.Clone(found.Dataset.Sources)), nil
}

func (g *summing) add(ctx context.Context, part *model.Dataset) error {
	g.added++
	return g.sums.AddPart(ctx, part)
}

// fold takes the next moments file, which it does not keep.
func (g *summing) fold(m read.Moments) error {
	if err := g.limits.CheckUnpacked(m.File.File, core.MomentsSize(m.Content), int64(len(m.Content))); err != nil {
		return err
	}
	file, err := core.DecodeMoments(m.Content)
	if err != nil {
		return &read.Error{File: m.File.File, Message: err.Error(), Err: err}
	}
	if err := g.limits.CheckAttributes(m.File.File, len(file.Attributes)); err != nil {
		return err
	}
	for _, before := range g.from {
		if before.SHA256 == m.File.SHA256 {
			return fmt.Errorf("%s and %s are the same moments: each part of the data is named once", before.File, m.File.File)
		}
	}
	g.from = append(g.from, m.File)
	return g.sums.Add(file, m.File.File)
}

// ofMoments are flags of reading that files of moments have a use for.
var ofMoments = []string{"label", "label-weight", "ordered", "yes"}

func (f *dataFlags) readsMoments(file string) error {
	for _, r := range new(dataFlags).rows() {
		if f.set.Changed(r.name) && !slices.Contains(ofMoments, r.name) {
			return model.NeedsJudgments("--"+r.name, file, "")
		}
	}
	return nil
}

func (g *summing) read(ctx context.Context, p *program, paths []string, f *flags) (*read.Found, error) {
	if len(paths) == 0 {
		return readSample(ctx, p, f)
	}
	q, err := queryOf(ctx, p, paths, f)
	if err != nil {
		return nil, err
	}
	q.Fold, q.Scattered, q.Meter, q.PartSize = g.fold, g.scattered, p.meter, core.PartSize
	if g.parts {
		q.Part = func(part *model.Dataset) error { return g.add(ctx, part) }
	}
	if p.opening == nil {
		q.Meter = new(read.Meter)
	}
	if p.partSize != nil {
		q.PartSize = p.partSize
	}
	if f.read.Shard.N > 1 && !engine.IsAddress(paths[0]) { // its objects need not come together
		q.PartSize = func(int) int { return math.MaxInt }
	}
	stop := p.watchReading(q.Meter)
	found, err := read.Open(ctx, q)
	stop()
	p.endReading()
	if err == nil && found.Dataset != nil {
		found.Dataset.Simulated = sampledata.Bundled(found.Dataset.Sources[0].SHA256)
	}
	return found, err
}

func readSample(ctx context.Context, p *program, f *flags) (*read.Found, error) {
	switch {
	case f.read.SQL+f.read.LabelsSQL != "":
		return nil, misused("--sql and --labels-sql need DATA, the address of a database")
	case len(f.labels) > 0:
		return nil, misused("--labels needs DATA: name the files of the judgments too")
	}
	p.watchWorking()
	s, err := sampledata.Get(sampledata.Default)
	if err != nil {
		return nil, err
	}
	ds, err := s.Open(ctx, f.reading())
	return &read.Found{Dataset: ds}, err
}

// streamedFrom is the size in bytes from which select keeps the sums of a file instead of its
// judgments, which would take half of the file's size or more.
const streamedFrom = 1 << 30

// isLarge tells whether the sums of a file are kept while it is read.
func isLarge(p *program, paths []string) bool {
	if len(paths) != 1 || engine.IsAddress(paths[0]) {
		return false
	}
	info, err := os.Stat(paths[0])
	return err == nil && info.Mode().IsRegular() && info.Size() >= cmp.Or(p.streamedFrom, streamedFrom)
}

func hasLabel(ds *model.Dataset) error {
	if len(ds.Labels) > 0 {
		return nil
	}
	if ds.MomentsOf != nil {
		return fmt.Errorf("%s holds moments for no label: %s", ds.Name, noLabels(ds))
	}
	hint := ""
	if voted := core.NewStudy(ds).VotedOn(); ds.NamedRaters() == 0 && ds.Summary().Most < 2 && len(ds.Sources) == 1 { // a row an object, and nobody is named who judged it
		file := read.ShellWords([]string{ds.Sources[0].File})
		hint = fmt.Sprintf("; if %s holds the labels, name the judgments first: fms-tui select JUDGMENTS --labels %s", file, file)
	} else if len(voted) > 0 {
		hint = fmt.Sprintf("; fms-tui lab experts makes labels of votes, such as those on %s", voted[0])
	}
	return fmt.Errorf("there is no label to predict: %s; the attributes are %s%s", noLabels(ds), some(ds.Attributes), hint)
}

func noLabels(ds *model.Dataset) string {
	if ds.MomentsOf != nil {
		return "write the moments from the judgments anew, with --labels FILE, --label NAME or --label-from NAME"
	}
	names := make(map[model.Option][]string)
	all := labelCandidates(ds)
	for _, c := range all {
		if !c.rating || c.option == model.OptionLabel {
			names[c.option] = append(names[c.option], c.name)
		}
	}
	could := "no column of the data could be one"
	if columns := names[model.OptionLabel]; len(columns) > 0 {
		could = "columns that could be one are " + some(columns)
	} else if unlike := names[model.OptionLabelFrom]; len(unlike) > 0 && len(unlike) < len(all) {
		could = "attributes that could be one are " + some(unlike)
	}
	return "name a file of labels with --labels FILE, a column with --label NAME, or an attribute with --label-from NAME; " + could
}

// likelyLabel is the flag that names the only column that could be a label, or the only attribute that is
// no rating, or else a file of labels.
func likelyLabel(ds *model.Dataset) []string {
	all := labelCandidates(ds)
	spare := slices.DeleteFunc(slices.Clone(all), func(c labelCandidate) bool { return !c.spare })
	unlike := slices.DeleteFunc(slices.Clone(all), func(c labelCandidate) bool { return c.rating })
	switch {
	case len(spare) == 1:
		return []string{flagOf(spare[0].option), spare[0].name}
	case len(spare) == 0 && len(unlike) == 1 && len(all) > 1:
		return []string{flagOf(unlike[0].option), unlike[0].name}
	}
	return []string{"--labels", "FILE"}
}

// labelCandidate is a column or an attribute that could be the label, and the option that makes it one.
type labelCandidate struct {
	name   string
	option model.Option
	spare  bool // it has no role
	rating bool // whole numbers near each other: other numbers are rather what ratings are to predict
}

// labelCandidates are the columns without a role that could be a label, the last first, for that is where
// labels often stand, and the attributes, at the end the ratings. An attribute that is a column of one value
// an object is as good as a column.
func labelCandidates(ds *model.Dataset) (all []labelCandidate) {
	for _, c := range slices.Backward(ds.Reading.Columns) {
		known := slices.ContainsFunc(all, func(o labelCandidate) bool { return o.name == c.Column })
		if c.Label && !known {
			all = append(all, labelCandidate{c.Column, model.OptionLabel, true, false})
		}
	}
	const span = 20
	low, high, rated := slices.Repeat([]float64{math.Inf(1)}, len(ds.Attributes)), slices.Repeat([]float64{math.Inf(-1)}, len(ds.Attributes)), make([]bool, len(ds.Attributes))
	again, first := make([]bool, len(ds.Attributes)), 0 // judged twice of an object
	for i, y := range ds.Value {
		a := ds.Attr[i]
		low[a], high[a] = min(low[a], y), max(high[a], y)
		rated[a] = high[a]-low[a] <= span && y == math.Trunc(y) && (rated[a] || low[a] == high[a])
		for i >= ds.Start[first+1] {
			first++
		}
		again[a] = again[a] || i > ds.Start[first] && ds.Attr[i-1] == a
	}
	var last []labelCandidate
	for a, name := range slices.Backward(ds.Attributes) {
		c := labelCandidate{name, model.OptionLabelFrom, false, rated[a]}
		isAttribute := func(r model.ColumnRole) bool { return r.Column == name && r.Role == model.RoleAttribute }
		if ds.Reading.Layout == read.ByRater && !again[a] && slices.ContainsFunc(ds.Reading.Columns, isAttribute) {
			c.option = model.OptionLabel
		}
		if c.rating {
			last = append([]labelCandidate{c}, last...)
		} else {
			all = append(all, c)
		}
	}
	return append(all, last...)
}

func some(names []string) string { return figure.First(names, 8) }

func stamp(p *program, ds *model.Dataset, pr *model.Predictor, f *flags) {
	pr.Created, pr.Tool, pr.Warnings = p.now().UTC().Format(time.RFC3339), tool(), worded(pr.Warnings)
	if f.noProvenance {
		return
	}
	file, sum := filepath.Base(ds.Sources[0].File), ds.Sources[0].SHA256
	if ds.Simulated && file == ds.Sources[0].File { // from within, not from a folder
		file = ds.Name + " (simulated)"
	}
	pr.Data.File, pr.Data.SHA256 = &file, &sum
}

func tellReading(p *program, ds *model.Dataset, f *flags) {
	if len(ds.Labels) > 1 && f.read.Label == "" {
		var names []string
		for _, l := range ds.Labels {
			names = append(names, l.Name)
		}
		p.note("the label is %s, the first of %s: --label names another", names[0], some(names))
	}
	if ds.PriceUnit != "" {
		p.note("prices and budgets are in %s, from the data: --cost says otherwise", ds.PriceUnit)
	}
	p.warn(ds.Warnings...)
}

func (p *program) warn(ws ...model.Finding) {
	const most = 20
	ws = grouped(worded(ws))
	for i, w := range ws {
		if i == most {
			p.note("warning: and %d more; fms-tui check lists them all", len(ws)-most)
			return
		}
		p.note("warning: %s", w.Message)
	}
}
