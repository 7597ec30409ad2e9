package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/model/read/engine"
)

// gcInParts is by how many percent memory may grow before what is free is reused, while
// parts are read, and bytesInParts by how many bytes: parts are let go of quickly.
const (
	gcInParts    = 100
	bytesInParts = 32 << 20
)

// inParts tells whether judgments are summed while they are read: a single file of which
// only the moments are asked for.
func (f *dataFlags) inParts(paths []string) bool {
	return f.sumsOnly && len(paths) == 1 && f.labelFrom == "" && f.raterKey == ""
}

// streamedFrom is the size in bytes from which select keeps the sums of a file instead of its
// judgments, which would take half of the file's size or more.
const streamedFrom = 1 << 30

// streamed returns the flags with which a large file is summed while it is read, nil for other
// data.
func summedWhileRead(p *program, paths []string, f *flags) *flags {
	if len(paths) != 1 || engine.IsAddress(paths[0]) {
		return nil
	}
	info, err := os.Stat(paths[0])
	if err != nil || !info.Mode().IsRegular() || info.Size() < cmp.Or(p.streamedFrom, streamedFrom) {
		return nil
	}
	if !f.quiet {
		p.tell(fmt.Sprintf("%s is large: sums are kept instead of judgments, and there is no seen loss", paths[0]))
	}
	return f.with(func(g *flags) { g.sumsOnly = true })
}

// openParts opens a file of judgments for questions that its moments answer. A file
// smaller than a part is opened as a whole. Judgments whose objects do not come together
// are sorted in memory; where that fails, the file is read as a whole.
func openParts(ctx context.Context, p *program, paths []string, f *flags) (*core.Study, error) {
	defer limitGarbage(gcInParts, bytesInParts)()
	study, err := new(summing).study(ctx, p, paths, f)
	var split *read.SplitError
	if !errors.As(err, &split) {
		return study, err
	}
	scattered := func(g *flags) { g.scattered = true }
	if study, err = new(summing).study(ctx, p, paths, f.with(scattered)); !errors.As(err, &split) {
		return study, err
	}
	return p.openWhole(ctx, paths, f)
}

// summing adds up the parts of a data set.
type summing struct {
	sums    core.PartMoments
	n       int
	largest []model.Largest // of all files and shards
}

// study reads a file, and returns the study of all that was added so far: of the judgments
// where they are smaller than a part.
func (s *summing) study(ctx context.Context, p *program, paths []string, f *flags) (*core.Study, error) {
	add := func(part *model.Dataset) error {
		s.n++
		return s.sums.Add(ctx, part)
	}
	fold := &folding{limits: p.limits}
	found, err := p.readParts(ctx, paths, f, add, fold)
	switch {
	case err != nil:
		return nil, err
	case found.Dataset == nil:
		if err := f.readsMoments(found.Moments[0].File.File); err != nil {
			return nil, err
		}
		return fold.study(), nil
	}
	switch {
	case s.n == 0 && f.read.Shard.N < 2: // nor scattered: that file was larger than a part
		return core.NewStudy(found.Dataset), nil
	}
	if err := add(found.Dataset); err != nil {
		return nil, err
	}
	s.largest = append(s.largest, found.Dataset.Reading.Largest...)
	study := core.OpenMoments(s.sums.File(), slices.Clone(found.Dataset.Sources))
	study.Data().Reading.Largest = s.largest
	return study, nil
}

// sizeOfParts says how many judgments a part has at least.
func sizeOfParts(p *program, paths []string, f *flags) func(attributes int) int {
	switch {
	case f.read.Shard.N > 1 && !engine.IsAddress(paths[0]): // its objects need not come together
		return func(int) int { return math.MaxInt }
	case p.partSize != nil:
		return p.partSize
	}
	return core.PartSize
}
