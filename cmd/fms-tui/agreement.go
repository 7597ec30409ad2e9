package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/agreement"
	"fms-tui/model"
)

// agreementFlags are the flags of check --agreement.
type agreementFlags struct {
	asked      bool
	parts      []string // nil for all
	replicates int
}

// rows are the flags of check --agreement.
func (of *agreementFlags) rows() []row {
	return []row{
		{"", "agreement", "measure how raters agree with each other and with the label", &of.asked, "Question: measure how raters agree", nil},
		{"", "part", "`PARTS` of --agreement to print, comma-separated (default all): " + strings.Join(agreement.Parts(), ", "), &of.parts, "Question: parts to print (default all)", agreement.Parts()},
	}
}

// accept refuses parts that do not exist, before any data are read.
func (of *agreementFlags) accept(f *flags) error {
	for _, part := range of.parts {
		if !slices.Contains(agreement.Parts(), part) {
			return misused("--part: %v", notAccepted(part, agreement.Parts()))
		}
	}
	if len(of.parts) > 0 && !of.asked {
		return misused("--part needs --agreement")
	}
	if of.replicates = agreement.DefaultReplicates; f.changed("bootstrap") {
		of.replicates = f.bootstrap
	}
	return nil
}

func printAgreement(ctx context.Context, p *program, paths []string, f *flags, of *agreementFlags) error {
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	ds := study.Data()
	if err := of.check(study); err != nil {
		return err
	}
	tellReading(p, ds, f)
	r, err := study.Agreement(ctx, f.read.Label, agreement.Question{Replicates: of.replicates, Seed: f.seed})
	if err != nil {
		return err
	}
	label := f.read.Label
	if label == "" && len(ds.Labels) > 0 {
		label = ds.Labels[0].Name
	}
	out := r.Report(ds, label, of.replicates, f.seed, of.parts...)
	out.Field("warnings", warningsOf(ds.Warnings))
	return p.print(ctx, f, out)
}

// check refuses parts that the data cannot give.
func (of *agreementFlags) check(study *core.Study) error {
	ds := study.Data()
	for _, part := range of.parts {
		switch {
		case ds.MomentsOf != nil && part != agreement.PartCoefficients && part != agreement.PartRepeats:
			return model.NeedsJudgments("--part "+part, ds.Name, "moments hold no raters; --part coefficients,repeats does without")
		case part == agreement.PartSources && ds.NamedRaters() < 2:
			return fmt.Errorf("--part %s needs two raters or more with ids, and the data name %d: --rater-col COLUMN names the column of the rater", part, ds.NamedRaters())
		case (part == agreement.PartLabel || part == agreement.PartJudges) && len(ds.Labels) == 0:
			return fmt.Errorf("--part %s: %w", part, hasLabel(ds))
		}
	}
	return nil
}
