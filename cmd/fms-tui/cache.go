package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/read"
)

// addCache adds the flag of kept sums.
func (f *flags) addCache(c *cobra.Command) {
	c.Flags().StringVar(&f.cache, "cache", "", "write the sums of the judgments to `FILE` of moments; if FILE exists, read it instead of DATA")
}

// openCached opens the sums that --cache keeps, or reads the data and keeps their sums.
// Nothing is kept without the flag, and sums of other data, or of another reading, are an
// error.
func (p *program) openCached(ctx context.Context, paths []string, f *flags) (*core.Study, error) {
	if f.labelFrom != "" {
		return nil, misused("--cache keeps sums, and --label-from needs judgments: leave out one of them")
	}
	key := f.cacheKey(paths)
	if _, err := os.Stat(f.cache); !errors.Is(err, fs.ErrNotExist) {
		return p.openKept(ctx, key, f)
	}
	own := f.with(func(g *flags) { g.cache, g.sumsOnly = "", true })
	study, err := p.openStudy(ctx, paths, own)
	if err != nil {
		return nil, err
	}
	m, err := study.Moments(ctx, "")
	if err != nil {
		return nil, err
	}
	kept := *m
	kept.Warnings = append(slices.Clone(m.Warnings), model.Finding{
		Code: model.CodeKeptSums,
		Message: fmt.Sprintf("these are sums of %s: delete %s to read the data again (%s)",
			p.now().Format("2006-01-02 15:04"), f.cache, key),
	})
	if err := p.write(ctx, f.cache, func(w io.Writer) error {
		_, err := kept.WriteTo(w)
		return err
	}); err != nil {
		return nil, err
	}
	return p.openKept(ctx, key, f)
}

// openKept opens the file of --cache, which must be of the same data.
func (p *program) openKept(ctx context.Context, key string, f *flags) (*core.Study, error) {
	source := read.File(f.cache)
	source.Limits = p.limits
	fold := &folding{limits: p.limits}
	found, err := read.Open(ctx, read.Query{Data: []read.Source{source}, Fold: fold.add})
	if err != nil {
		return nil, err
	}
	if len(found.Moments) == 0 {
		return nil, fmt.Errorf("--cache %s holds judgments, not their sums: name another file", f.cache)
	}
	study := fold.study()
	for _, w := range study.Data().Warnings {
		if w.Code == model.CodeKeptSums && strings.HasSuffix(w.Message, "("+key+")") {
			return study, nil
		}
	}
	return nil, fmt.Errorf("--cache %s holds the sums of other data, or of data that were read otherwise: name another file, or delete it", f.cache)
}

// cacheKey tells data and ways to read them apart.
func (f *flags) cacheKey(paths []string) string {
	h := sha256.New()
	o := f.reading() // with --label: a column may be a label only because it is named
	fmt.Fprintf(h, "%q %q %q %q %+v", paths, f.labels, f.labelFrom, f.labelAgg, o)
	return hex.EncodeToString(h.Sum(nil)[:6])
}
