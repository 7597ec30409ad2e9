package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"fms-tui/core/experts"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
)

type expertsFlags struct {
	experts.Options
	features []string
	model    string
}

const automatic = "auto"

func expertsCommand(p *program) *cobra.Command {
	f, of := p.flags(), &expertsFlags{}
	f.beside = true
	c := &cobra.Command{
		Use:   "experts VOTES...",
		Short: "Infer labels from experts' votes: majority, EM, EM-Sparse",
		Long: "If nobody knows the true labels, and experts voted 0 or 1 on objects, infer labels. It finds a classifier with few " +
			"features, how good each expert is, and what makes objects hard. Three models are fitted at many " +
			"penalties λ; the share of held-out votes that a classifier disagrees with (the surrogate risk) " +
			"chooses between them.\n\n" +
			"VOTES are judgments of one attribute, 0 or 1. If there are several attributes, --label-from names the one that is voted on; the means of " +
			"the others are features. -o writes a probability and a label of every object, which --labels of the " +
			"other commands reads.",
		Example: "  fms-tui lab experts votes.csv --features features.csv -o labels-made.csv\n" +
			"  fms-tui lab experts votes.csv --features features.csv --folds 5 --model em-sparse --json",
		Args: arguments(1, -1, "VOTES, the files of the experts' votes"),
		RunE: func(c *cobra.Command, args []string) error {
			if f.out == "-" && f.form != "text" {
				return misused("-o - and --%s would both go to stdout: write the labels to a file", f.form)
			}
			return inferLabels(c.Context(), p, args, f, of)
		},
	}
	return f.take(c, slices.Concat(reporting, []string{"columns", "label-from", "exclude", "seed"}),
		row{"", "features", "`FILE` of features: one column for the object, one for each feature; objects without votes get labels too", (*repeated)(&of.features), "", nil},
		row{"", "model", "model that makes the labels; auto takes the model with the smallest surrogate risk", choice(&of.model, append([]string{automatic}, texts(experts.Models())...)...), "", nil},
		row{"", "lambdas", "number of λ to try (default 20)", whole(&of.Lambdas, 2, 1000, "λ"), "", nil},
		row{"", "restarts", "random starts of EM at each λ (default 30)", whole(&of.Restarts, 1, 1000, "starts"), "", nil},
		row{"", "holdout", "share of the objects to hold out (default .5, if 1000 objects or more have votes)", decimal("SHARE", &of.Holdout, func(x float64) bool { return x > 0 && x < 1 }, "not a share between 0 and 1"), "", nil},
		row{"", "folds", "cross-validate instead, with this number of folds (default 5, if fewer than 1000 objects have votes)", whole(&of.Folds, 2, 1000, "folds"), "", nil},
		row{name: "exclude", usage: "leave out the features that GLOB matches"},
		row{name: "label-from", usage: "`ATTRIBUTE` that holds the votes, if there are several"},
		row{name: "output", usage: "write object,label,probability to `FILE`; - is stdout, in place of the table"})
}

func inferLabels(ctx context.Context, p *program, paths []string, f *flags, of *expertsFlags) error {
	data, err := openVotes(ctx, p, paths, f, of)
	if err != nil {
		return err
	}
	p.warn(data.Warnings...)
	study, err := experts.Select(ctx, &data.Data, of.options(data, f), nil)
	if err != nil {
		return fmt.Errorf("%s: %w", data.Label, err)
	}
	point := study.Chosen()
	if of.model != automatic {
		if point = study.Best(experts.Model(of.model)); point == nil {
			return fmt.Errorf("--model %s needs features: name a file of them with --features", of.model)
		}
	}
	v := experts.NewConsensus(data, study, point, of.model != automatic)
	warnings := v.Warnings()
	p.warn(warnings...)
	if f.out != "" {
		labels := data.Labels(point.Fit)
		if err := p.write(ctx, f.out, func(w io.Writer) error { return export.Labels(w, labels) }); err != nil || f.out == "-" {
			return err
		}
		p.note("wrote the labels of %s to %s", figure.CountOf(len(labels), "object"), f.out)
	}
	r, next := v.Report(), append([]string{"fms-tui"}, p.args...)
	if f.out == "" {
		next = append(next, "-o", "labels.csv")
	} else {
		next = []string{"fms-tui", "select", "JUDGMENTS", "--labels", f.out, "--label", "label"}
	}
	r.Head("Next: %s", read.ShellWords(next))
	r.Field("warnings", worded(data.Warnings, warnings))
	return p.printTo(ctx, f, "", r)
}

// manyObjects is from how many objects with votes on half of them are held out
// once; fewer are cross-validated.
const manyObjects = 1000

func (of *expertsFlags) options(data *experts.Named, f *flags) experts.Options {
	o := of.Options
	if o.Seed = f.seed; o.Holdout == 0 && o.Folds == 0 && len(data.Voted()) < manyObjects {
		o.Folds = 5
	}
	return o
}

func openVotes(ctx context.Context, p *program, paths []string, f *flags, of *expertsFlags) (*experts.Named, error) {
	from := f.labelFrom
	ds, err := p.open(ctx, paths, f.with(func(g *flags) { g.labelFrom = "" })) // which would make a label of means
	if err != nil {
		return nil, err
	}
	attribute, err := votedOn(ds, from)
	if err != nil {
		return nil, err
	}
	var more *model.Features
	if len(of.features) > 0 {
		sources, err := p.sources(ctx, of.features, "")
		if err != nil {
			return nil, err
		}
		if more, err = read.FeatureFiles(ctx, sources, f.reading()); err != nil {
			return nil, err
		}
	}
	names := slices.Delete(slices.Clone(ds.Attributes), attribute, attribute+1)
	if more != nil {
		names = append(names, more.Names...)
	}
	left, err := f.applied(ctx, names, model.Settings{}, f.values(model.OptionExclude))
	if err != nil {
		return nil, err
	}
	for _, w := range ds.Warnings {
		if w.Code == model.CodeRaterColumns || w.Code == model.CodeSilentRaters {
			p.warn(w)
		}
	}
	return experts.FromDataset(ds, attribute, func(name string) bool { return !left.Excluded(name) }, more)
}

func votedOn(ds *model.Dataset, from string) (int, error) {
	switch a := slices.Index(ds.Attributes, from); {
	case a >= 0:
		return a, nil
	case from != "":
		return 0, fmt.Errorf("--label-from %q %s", from, model.NoMatch(ds.Attributes, from))
	case len(ds.Attributes) == 1:
		return 0, nil
	}
	return 0, fmt.Errorf("which attribute is voted on? --label-from names one of %s; the means of the others are features", some(ds.Attributes))
}
