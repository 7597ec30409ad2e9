package main

import (
	"context"
	"path/filepath"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
)

// formStopping is the form of export that is a rule.
const formStopping = "stopping"

// stop is the rule for the decision of the flags.
func (f *questionFlags) stop(pick *core.Pick) (*core.Stopping, error) {
	return pick.Stop(*f.decision, f.confidence, f.seed)
}

// carryRule gives a predictor the rule for the decision of the flags, if there is one. The
// form of the rule is CSV by the suffix.
func (f *flags) carryRule(pick *core.Pick, p *model.Predictor, form *export.Form) error {
	if form.Name == formStopping && strings.EqualFold(filepath.Ext(f.out), ".csv") {
		form.Write = export.StoppingCSV
	}
	if f.decision == nil {
		return nil
	}
	s, err := f.stop(pick)
	if err == nil {
		p.Stopping = &s.Rule
	}
	return err
}

// readStopping reads a rule of export --form stopping.
func readStopping(ctx context.Context, p *program, path string, f *flags) (*model.Stopping, error) {
	sources, err := p.sources(ctx, []string{path}, "")
	if err != nil {
		return nil, err
	}
	sources[0].Unchecked = p.force
	rule, found, err := read.Stopping(sources[0])
	p.warn(found...)
	return rule, err
}

// addStopping says what stopping early saves.
func addStopping(to *report.Report, s *core.Stopping) {
	s.Report(to.Begin("stopping"))
	to.Say("export --form stopping writes the rule for collect.")
}
