package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/model"
)

// addLabel reads --label: the first is the label, the others are predicted by the same judgments.
func (f *dataFlags) addLabel(name string) error {
	to := &f.read
	switch {
	case to.Label == "":
		to.Label = name
	case to.Label == name || slices.Contains(to.Also, name):
		return fmt.Errorf("the label %q is named twice: name each label once", name)
	default:
		to.Also = append(to.Also, name)
	}
	return nil
}

// addWeight reads NAME=W: names may have equals signs.
func (f *dataFlags) addWeight(s string) error {
	i := strings.LastIndexByte(s, '=')
	w, err := strconv.ParseFloat(s[i+1:], 64)
	if i <= 0 || err != nil || !(w > 0) || math.IsInf(w, 0) {
		return fmt.Errorf("%q is not of the form NAME=W with a number above 0, such as depth=2", s)
	}
	if f.weights == nil {
		f.weights = make(map[string]float64)
	}
	f.weights[s[:i]] = w
	return nil
}

// further returns settings with the labels besides the first. Weights count against the
// first label's.
func (f *dataFlags) further(s model.Settings) (model.Settings, error) {
	names := append([]string{f.read.Label}, f.read.Also...)
	for name := range f.weights {
		if len(names) < 2 || !slices.Contains(names, name) {
			return s, fmt.Errorf("--label-weight %s: the labels that --label names, two at least, have weights; they are %s", name, strings.Join(names, ", "))
		}
	}
	weight := func(name string) float64 {
		if w, ok := f.weights[name]; ok {
			return w
		}
		return 1
	}
	s.Also = nil
	for _, name := range f.read.Also {
		s = s.WithFurther(model.Further{Name: name, Weight: weight(name) / weight(names[0])})
	}
	return s, nil
}

// furtherWords are the flags of labels besides the first.
func furtherWords(s model.Settings) []string {
	var words []string
	for _, f := range s.Also {
		if words = append(words, "--label", f.Name); f.Weight != 1 {
			words = append(words, "--label-weight", f.Name+"="+strconv.FormatFloat(f.Weight, 'g', -1, 64))
		}
	}
	return words
}

// addScoreTable says what each of several labels loses.
func addScoreTable(to *report.Section, all [][]core.Pick) {
	picks := slices.Concat(all...)
	if len(picks) == 0 || len(picks[0].Result.Labels()) < 2 {
		return
	}
	to.Space()
	to.Say("Labels: %s, by the same judgments. The losses above are sums of each label's loss as a share of its variance, times its weight.", picks[0].Result.Predicted())
	t := &report.Table{Name: "labels", Columns: []report.Column{
		{Name: "budget", Head: "budget", Align: report.Right},
		{Name: "algorithm", Head: "algorithm"},
		{Name: "label", Head: "label"},
		{Name: "projected_loss", Head: "projected", Align: report.Right, Format: asLoss},
		{Name: "honest_loss", Head: "honest ± se", Estimate: true},
		{Name: "honest_r2", Head: "R²", Align: report.Right, Format: asShare},
		{Name: "variance"},
		{Name: "weight"},
	}}
	for i := range picks {
		p := &picks[i]
		for k, s := range p.Result.Scores() {
			e := p.ScoreEstimate(k)
			t.Row(p.Selection.Budget, p.Selection.Algorithm, s.Title(), p.Result.ScoreLoss(&p.Selection, k), estimate(e), 1-e.Loss/s.Var, s.Var, s.Weight)
		}
	}
	to.Add(t)
}
