package model_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"fms-tui/model"
)

// A [model.Stopping] is followed stage by stage: its At says what to ask
// next, or what is decided. Each [model.StoppingStage] has a [model.StoppingWeight] for
// every attribute asked so far.
func ExampleStopping() {
	weight := func(n int, w float64) []model.StoppingWeight {
		return []model.StoppingWeight{{Attribute: "tall", Judgments: n, Weight: w}}
	}
	rule := model.Stopping{Version: 1, Kind: model.StoppingKind, Label: "height", Threshold: 70, Stages: []model.StoppingStage{
		{K: 1, Attribute: "tall", Attributes: []string{"tall"}, Repeat: 1, Intercept: 65, Below: 68, Above: 72, Weights: weight(1, 8)},
		{K: 2, Attribute: "tall", Attributes: []string{"tall"}, Repeat: 2, Intercept: 64, Below: 70, Above: 70, Weights: weight(2, 10)},
	}}
	for _, judgments := range [][]float64{{}, {1}, {.5}, {.5, 1}} {
		state := rule.At(func(string) []float64 { return judgments })
		fmt.Println(judgments, state.Decided, state.Yes, "stage", rule.Stages[state.Stage].K)
	}
	// Output:
	// [] false false stage 1
	// [1] true true stage 1
	// [0.5] false false stage 2
	// [0.5 1] true true stage 2
}

// TestStoppingCheck: rules that nobody can follow are refused.
func TestStoppingCheck(t *testing.T) {
	good := func() model.Stopping {
		return model.Stopping{Version: 1, Kind: model.StoppingKind, Stages: []model.StoppingStage{{K: 1, Attribute: "a", Attributes: []string{"a"}, Repeat: 1, Below: 1, Above: 2, Weights: []model.StoppingWeight{{Attribute: "a", Judgments: 1}}}}}
	}
	rule := good()
	if err := rule.Check(); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*model.Stopping){
		"kind":          func(s *model.Stopping) { s.Kind = "fms-predictor" },
		"version":       func(s *model.Stopping) { s.Version = 2 },
		"no stages":     func(s *model.Stopping) { s.Stages = nil },
		"not finite":    func(s *model.Stopping) { s.Stages[0].Loss = math.NaN() },
		"number 3":      func(s *model.Stopping) { s.Stages[0].K = 3 },
		"contradicts":   func(s *model.Stopping) { s.Stages[0].Below = 9 },
		"1 is expected": func(s *model.Stopping) { s.Stages[0].Repeat = 2 },
		"weighs 3":      func(s *model.Stopping) { s.Stages[0].Weights[0].Judgments = 3 },
		"unusable":      func(s *model.Stopping) { s.Stages[0].Weights[0].Judgments = 0 },
	} {
		rule := good()
		spoil(&rule)
		if err := rule.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
