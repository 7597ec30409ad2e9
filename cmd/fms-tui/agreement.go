package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/agreement"
	"fms-tui/model"
)

// Parts of what agreement prints.
const (
	partCoefficients = "coefficients"
	partRepeats      = "repeats"
	partLabel        = "label"
	partJudges       = "judges"
	partSources      = "sources"
)

var agreementParts = []string{partCoefficients, partRepeats, partLabel, partJudges, partSources}

// agreementFlags are the flags of agreement only.
type agreementFlags struct {
	parts      []string // nil for all
	replicates int
}

func (of *agreementFlags) has(part string) bool {
	return len(of.parts) == 0 || slices.Contains(of.parts, part)
}

func (p *program) agreementCommand() *cobra.Command {
	f, of := &flags{limits: &p.limits}, &agreementFlags{replicates: agreement.DefaultReplicates}
	c := &cobra.Command{
		Use:   "agreement DATA...",
		Short: "Measure how raters agree with each other and with the label",
		Long: "Measure agreement for every attribute: ICC(1), ICC(A,1), ICC(C,1) and ICC(A,k) by the names of McGraw and Wong (1996),\n" +
			"Krippendorff's α, and Cohen's or Fleiss' κ, each with a 95 % interval. Compare every rater with the label, count the\n" +
			"independent judges that the judges are worth, split the variance into objects, raters and attributes (G study), and\n" +
			"say how many repeats reach a reliability of .7, .8 and .9 (D study).\n\n" +
			"It needs no label: without one, the parts label and judges are empty. Moments give ICC(1) and the D study.",
		Example: "  fms-tui agreement judgments.csv --labels labels.csv\n  fms-tui agreement judgments.csv --part coefficients --form csv -o agreement.csv",
		Args:    arguments(1, -1, "DATA, the files of the judgments (fms-tui sample writes some)"),
		RunE: func(c *cobra.Command, args []string) error {
			for _, part := range of.parts {
				if !slices.Contains(agreementParts, part) {
					return misused("--part: %v", notAccepted(part, agreementParts))
				}
			}
			return p.agreement(c.Context(), args, f, of)
		},
	}
	f.addReading(c)
	fs := c.Flags()
	fs.StringSliceVar(&of.parts, "part", nil, "`PARTS` to print, comma-separated (default all): "+strings.Join(agreementParts, ", "))
	_ = c.RegisterFlagCompletionFunc("part", cobra.FixedCompletions(agreementParts, cobra.ShellCompDirectiveNoFileComp))
	fs.Var(&count{&of.replicates, 0, 1_000_000, "replicates"}, "bootstrap", fmt.Sprintf("draw blocks of objects N times for the intervals; 0 for none (default %d)", agreement.DefaultReplicates))
	fs.Uint64Var(&f.seed, "seed", usualSeed, "random seed")
	f.addForm(c, "text")
	f.addOut(c, "write to `FILE`; - is stdout")
	f.addQuiet(c)
	f.addWidth(c)
	return c
}

func (p *program) agreement(ctx context.Context, paths []string, f *flags, of *agreementFlags) error {
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	ds := study.Data()
	if err := of.check(study); err != nil {
		return err
	}
	p.tellReading(ds, f)
	r, err := study.Agreement(ctx, f.read.Label, agreement.Question{Replicates: of.replicates, Seed: f.seed})
	if err != nil {
		return err
	}
	label := f.read.Label
	if label == "" && len(ds.Labels) > 0 {
		label = ds.Labels[0].Name
	}
	a := agreementAnswer{r, ds, label, of}
	return p.print(ctx, f, a.report(f.seed))
}

// check refuses parts that the data cannot give.
func (of *agreementFlags) check(study *core.Study) error {
	ds := study.Data()
	for _, part := range of.parts {
		switch {
		case ds.MomentsOf != nil && part != partCoefficients && part != partRepeats:
			return &model.NeedsJudgmentsError{What: "--part " + part, Data: ds.Name, Hint: "moments hold no raters; --part coefficients,repeats does without"}
		case part == partSources && ds.NamedRaters() < 2:
			return fmt.Errorf("--part %s needs two raters or more with ids, and the data name %d: --rater-col COLUMN names the column of the rater", part, ds.NamedRaters())
		case (part == partLabel || part == partJudges) && len(ds.Labels) == 0:
			return fmt.Errorf("--part %s: %w", part, hasLabel(ds))
		}
	}
	return nil
}
