package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

func momentsCommand(p *program) *cobra.Command {
	f := p.flags()
	c := &cobra.Command{
		Use:   "moments DATA... -o FILE",
		Short: "Write sufficient statistics (block moments) in place of judgments",
		Long: "Write the moments of data: sums over blocks of objects, from which every command but those that need " +
			"the judgments themselves gives the same figures. Of several labels all are written, or the one that --label names.\n\n" +
			"DATA may be files of moments of parts of the data, such as --shard writes: the command merges them. " +
			"With --private the file is for sharing: docs/formats.md says what readers can learn from it.",
		Example: "  fms-tui lab moments judgments.csv --labels labels.csv -o study.moments\n  fms-tui study.moments\n" +
			"  fms-tui lab moments judgments.csv --labels labels.csv --label height --private -o public.moments\n  fms-tui lab moments north.moments south.moments -o all.moments",
		RunE: func(c *cobra.Command, args []string) error { return writeMoments(c.Context(), p, args, f) },
	}
	return f.take(c, slices.Concat(reading, []string{"prices", "output", "quiet"}),
		row{"", "private", "for sharing: leave out ids, warnings and what few objects have", &f.private, "", nil},
		row{"", "allow-small", "with --private: keep attributes and classes of under 10 objects", &f.allowSmall, "", nil},
		row{"", "rater-key", "`FILE` with the secret key by which raters' ids are hashed, the same for all shards (default a public one)", &f.raterKey, "", nil})
}

func writeMoments(ctx context.Context, p *program, paths []string, f *flags) error {
	if toStdout(f.out) && isTerminal(p.stdout) {
		return misused("moments are no text for a terminal: -o FILE names a file")
	}
	study, err := p.openStudy(ctx, paths, f.with(func(g *flags) { g.sumsOnly = true }))
	if err != nil {
		return err
	}
	p.warn(study.Data().Warnings...)
	m, err := study.Moments(ctx, f.read.Label)
	if err != nil {
		return err
	}
	if m, err = f.priced(ctx, study.Data(), m); err != nil {
		return err
	}
	if m, err = f.hashed(m, study); err != nil {
		return err
	}
	share, attribute := m.SeverityShare()
	if f.private {
		if names := m.Scarce(); len(names) > 0 && (f.allowSmall || !p.quiet) {
			p.tell(scarceWords(names, f.allowSmall))
		}
		if m, err = m.Protect(f.allowSmall); err != nil {
			return err
		}
	}
	var size int64
	if err := p.write(ctx, f.out, func(w io.Writer) (err error) {
		size, err = m.WriteTo(w)
		return err
	}); err != nil {
		return err
	}
	tellMoments(p, m, study, int(size), f)
	if f.private && share > 0 {
		p.note("each rater's sums were left out: with raters aware the file has no severity term, which is %.1f %% of the variance of %s; losses from the file are lower than losses of the judgments",
			100*share, attribute)
	}
	return nil
}

func scarceWords(names []string, shown bool) string {
	if shown {
		return fmt.Sprintf("warning: fewer than 30 objects, or 30 of a class, have %s: the file shows what was judged of them", some(names))
	}
	return fmt.Sprintf("left out: fewer than 30 objects, or 30 of a class, have %s; --allow-small keeps what was judged of them, for all to see", some(names))
}

func (f *flags) priced(ctx context.Context, ds *model.Dataset, m *core.MomentsFile) (*core.MomentsFile, error) {
	if len(f.values(model.OptionCost)) == 0 {
		return m, nil
	}
	s, err := f.settings(ctx, ds)
	if err != nil {
		return nil, err
	}
	out := *m
	out.Prices = pricesUnder(ds, s)
	return &out, nil
}

func (f *dataFlags) hashed(m *core.MomentsFile, study *core.Study) (*core.MomentsFile, error) {
	ds := study.Data()
	switch {
	case f.raterKey == "":
		return m, nil
	case ds.MomentsOf != nil:
		return nil, model.NeedsJudgments("--rater-key", ds.Name, "")
	}
	key, err := os.ReadFile(f.raterKey)
	if err != nil {
		return nil, fmt.Errorf("--rater-key: %w", err)
	}
	if key = bytes.TrimSpace(key); len(key) == 0 {
		return nil, fmt.Errorf("--rater-key: %s is empty: write a secret word into it", f.raterKey)
	}
	ids := slices.Clone(ds.Raters)
	for w := range ids {
		if ds.IsNameless(w) {
			ids[w] = ""
		}
	}
	return m.HashRaters(ids, key), nil
}

func tellMoments(p *program, m *core.MomentsFile, study *core.Study, size int, f *flags) {
	what := "for no label: figures of the attributes, no selections"
	if len(study.Data().Labels) > 0 {
		what = "for " + figure.CountOf(len(m.Labels), "label")
	}
	p.note("wrote moments of %s by %s %s to %s: %s bytes",
		figure.CountOf(m.Summary.Objects, "object"), figure.CountOf(len(m.Attributes), "attribute"), what, f.to(), figure.Count(size))
	if m.Grouped > 0 {
		p.note("blocks of few objects were put together: honest losses and resamples from the file differ from honest losses and resamples of the judgments")
	}
	if mode, _ := study.Raters(model.RatersAuto); mode == model.RatersFixed {
		p.note("the raters are a panel, and a panel needs the judgments: open the file with --raters aware or --raters paper")
	}
}
