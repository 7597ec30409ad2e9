package read

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"fms-tui/model"
)

// mark enters what a tool knows of a column that stays as it is.
func (in *input) mark(name string, as role, reason string) {
	in.hint.known[name] = known{as, why{code: model.ReasonForm, text: reason}}
}

// isLMEval tells the samples of lm-evaluation-harness: metrics names the columns
// of the scores.
func isLMEval(in *input) bool {
	return in.has("doc_id", "metrics") && in.has("resps") && in.mayBe(ByRater, "", "")
}

const ofLMEval = "of lm-evaluation-harness"

func markLMEval(in *input) {
	in.hint.layout, in.hint.records = ByRater, true
	metrics := in.column("metrics")
	profiles := in.sample()
	var named []string
	for _, r := range in.rows {
		list, _ := parseWords(r.cells[metrics])
		named = append(named, list...)
	}
	for i, name := range in.names {
		switch {
		case name == "doc_id":
			in.mark(name, objectRole, "the document "+ofLMEval)
		case slices.Contains(named, name):
			in.mark(name, attributeRole, "a metric "+ofLMEval)
		default:
			in.markNumbers(name, ofLMEval, profiles[i])
		}
	}
}

// markNumbers leaves a column out of the judgments; numbers may be a label.
func (in *input) markNumbers(name, of string, p profile) {
	k := known{unused, why{code: model.ReasonForm, text: of}}
	if p.numbers > 0 && p.texts == 0 {
		k.why = why{code: model.ReasonNumbers, text: "numbers beside the judgments " + of}
	}
	in.hint.known[name] = k
}

const (
	ofToloka     = "of Toloka"
	tolokaOutput = "OUTPUT:"
	tolokaInput  = "INPUT:"
	tolokaOwn    = "ASSIGNMENT:"
)

func isToloka(in *input) bool {
	return in.has(tolokaOwn+"worker_id") && in.hasPrefix(tolokaOutput) && in.mayBe(ByRater, "", "")
}

// reshapeToloka names the outputs and leaves rejected assignments out.
func reshapeToloka(ctx context.Context, in *input) error {
	in.hint.layout, in.hint.unit = ByRater, "USD"
	object := in.inputObject(tolokaInput, tolokaOwn+"task_id")
	profiles := in.sample()
	for i, name := range in.names {
		output, isOutput := strings.CutPrefix(name, tolokaOutput)
		switch p := profiles[i]; {
		case i == object:
			in.add(name, objectRole, "the input that names the object, "+ofToloka)
		case name == tolokaOwn+"worker_id":
			in.add(name, raterRole, "the worker, "+ofToloka)
		case isOutput && !slices.Contains(in.out.names, output):
			in.add(output, attributeRole, "an output "+ofToloka)
		case !strings.HasPrefix(name, tolokaOwn) && p.numbers > 0 && p.texts == 0:
			in.addFor(name, unused, why{code: model.ReasonNumbers, text: "numbers beside the outputs " + ofToloka})
		case isMeasure(name):
			in.addFor(name, unused, why{code: model.ReasonMeasure, text: ofToloka})
		default:
			in.add(name, unused, ofToloka)
		}
	}
	status := in.column(tolokaOwn + "status")
	return in.each(ctx, func(cells []string, line int) error {
		if status >= 0 && strings.EqualFold(trim(cells[status]), "REJECTED") {
			in.hint.drop("rejected assignment", 1)
			return nil
		}
		in.keepRow(cells, line)
		return nil
	})
}

// keepRow hands a row on as it is.
func (in *input) keepRow(cells []string, line int) {
	in.hint.kept++
	in.out.rows = append(in.out.rows, row{cells, line})
}

// inputObject returns the column of the object among inputs: the one named most
// like an object, the only one, or else the platform's own.
func (in *input) inputObject(prefix, own string) int {
	var inputs, best []int
	level := numbered
	for i, name := range in.names {
		rest, is := strings.CutPrefix(name, prefix)
		if !is {
			continue
		}
		inputs = append(inputs, i)
		if c := claimOf(rest); c.role == objectRole && c.strength <= level {
			if c.strength < level {
				best = nil
			}
			level, best = c.strength, append(best, i)
		}
	}
	switch {
	case len(best) == 1:
		return best[0]
	case len(inputs) == 1:
		return inputs[0]
	}
	return in.column(own)
}

const ofAppen = "of Appen"

func isAppen(in *input) bool {
	return in.has("_unit_id", "_worker_id") && in.mayBe(ByRater, "", "")
}

// reshapeAppen leaves tainted judgments out; what Appen adds begins with an
// underscore.
func reshapeAppen(ctx context.Context, in *input) error {
	in.hint.layout = ByRater
	for _, name := range in.names {
		switch {
		case name == "_unit_id":
			in.add(name, objectRole, "the unit "+ofAppen)
		case name == "_worker_id":
			in.add(name, raterRole, "the contributor, "+ofAppen)
		case strings.HasPrefix(name, "_") || strings.HasPrefix(name, "orig_") || strings.HasSuffix(name, "_gold"):
			in.add(name, unused, ofAppen)
		default:
			in.add(name, noRole, "")
		}
	}
	tainted := in.column("_tainted")
	return in.each(ctx, func(cells []string, line int) error {
		if tainted >= 0 && strings.EqualFold(trim(cells[tainted]), "true") {
			in.hint.drop("tainted judgment", 1)
			return nil
		}
		in.keepRow(cells, line)
		return nil
	})
}

// person words and others that a study of generalizability, or of tasting, has.
var (
	gtheoryPersons = strings.Fields("person personid student studentid examinee examineeid candidate candidateid")
	gtheoryTasks   = strings.Fields("task taskid item itemid prompt station occasion")
	loopPattern    = regexp.MustCompile(`^(\d+)_(.+)$`)
)

// isGTheory tells a table of persons, tasks, raters and scores.
func isGTheory(in *input) bool {
	found := [3]bool{}
	for _, name := range in.names {
		simple := simplify(name)
		found[0] = found[0] || slices.Contains(gtheoryPersons, simple)
		found[1] = found[1] || slices.Contains(gtheoryTasks, simple)
		found[2] = found[2] || claimOf(name) == claim{judgmentRole, weak} || claimOf(name) == claim{judgmentRole, strong}
		if c := claimOf(name); c.role == attributeRole {
			return false
		}
	}
	return found[0] && found[1] && found[2] && in.mayBe(Long, "", "") && in.opt.ObjectCol == ""
}

const ofGTheory = "of a study of generalizability"

func markGTheory(in *input) {
	in.hint.layout = Long
	for _, name := range in.names {
		switch simple := simplify(name); {
		case slices.Contains(gtheoryPersons, simple):
			in.mark(name, objectRole, "the person "+ofGTheory)
		case slices.Contains(gtheoryTasks, simple):
			in.mark(name, attributeRole, "the task "+ofGTheory)
		}
	}
}
