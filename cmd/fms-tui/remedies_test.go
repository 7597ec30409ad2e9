package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"fms-tui/model"
	"fms-tui/model/read"
)

// TestRemediesAsFlags: what core and model advise reads as a flag that can be
// typed, behind the message of a finding, an error and a reason.
func TestRemediesAsFlags(t *testing.T) {
	paper := model.Choose(model.OptionRaters, "paper", "counts them")
	located := &read.Error{File: "d.csv", Line: 3, Column: "score", Value: "4,5", Message: "is not a number: write 4.5", Remedies: []model.Remedy{model.Choose(model.OptionDecimal, ",", "reads decimal commas")}}
	ambiguous := &read.AmbiguousError{File: "d.csv", Problem: "a and b could each be the rater", Readings: []read.Alternative{
		{Choices: []model.Choice{{Option: model.OptionRater, Value: "a"}}, Meaning: "the rater is a"},
		{Choices: []model.Choice{{Option: model.OptionRater, Value: "story id"}}, Meaning: "the rater is \"story id\""},
	}}
	for _, c := range []struct{ got, want string }{
		{adviseFlags("2 judgments were left out", paper), "2 judgments were left out; --raters paper counts them"},
		{adviseFlags("2 judgments were left out", paper, model.Choose(model.OptionMissing, "-9", "")), "2 judgments were left out; --raters paper counts them; --missing -9"},
		{adviseFlags("is it an id?", model.Choose(model.OptionExclude, "", "leaves it out")), "is it an id? --exclude leaves it out"},
		{adviseFlags("plain", model.Remedy{}), "plain"},
		{reasonOf(&model.ColumnRole{Code: model.ReasonFlag, Remedy: model.Choose(model.OptionRater, "", "")}), "--rater-col"},
		{wordError(fmt.Errorf("part 2: %w", model.Advise(errors.New("too few"), paper))), "part 2: too few; --raters paper counts them"},
		{wordError(usageError{located}), `d.csv:3: column score: "4,5" is not a number: write 4.5; --decimal ',' reads decimal commas`},
		{wordError(&read.Error{File: "d.csv", Message: "has no column x", Option: model.OptionPivot}), "d.csv: has no column x (asked for by --pivot)"},
		{wordError(ambiguous), "d.csv: a and b could each be the rater; choose one:\n  --rater-col a   (the rater is a)\n  --rater-col 'story id'   (the rater is \"story id\")"},
	} {
		if c.got != c.want {
			t.Errorf("\n got %s\nwant %s", c.got, c.want)
		}
	}
	text, err := json.Marshal(warningsOf([]model.Finding{{Code: model.CodeRepeatedRater, Message: "m", Remedies: []model.Remedy{paper}}}))
	if want := `[{"code":"repeated-rater","message":"m; --raters paper counts them","object":null,"attribute":null,"row":null,"column":null}]`; err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
	if text, err := json.Marshal(warningsOf(nil)); err != nil || string(text) != "[]" {
		t.Errorf("no findings are %s, %v", text, err)
	}
}
