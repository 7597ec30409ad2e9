package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report/figure"
)

// goal is the value of --goal: which budget is enough, by the honest loss or by a metric of
// classes. The zero value is no goal.
type goal struct {
	core.Rule
	metric core.ClassMetric // "" for the honest loss
	text   string           // as it was given
}

// addGoal adds the flag that stands in place of a budget.
func (f *questionFlags) addGoal(c *cobra.Command) {
	c.Flags().Var(&value{kind: "GOAL", read: f.goal.parse}, "goal", "instead of a budget, the smallest that reaches: recommended, lowest, 'within 5%', 'r2>=.6', 'error<=.5' or 'loss<=.25'; "+
		"recommended, lowest and within may go on with 'by METRIC', a metric of classes: "+metricNames())
	complete(c, "goal", []string{"recommended", "lowest", "within 5%", "r2>=", "error<=", "loss<=", "by kappa", "by auc"})
}

func (g *goal) asked() bool { return g.text != "" }

// parse reads a rule, a metric, or both; "by" stands before a metric, or is left out.
func (g *goal) parse(s string) error {
	words := strings.Fields(s)
	*g = goal{text: s}
	if n := len(words); n > 0 {
		metric, by := core.ClassMetric(words[n-1]), n > 1 && words[n-2] == "by"
		switch known := slices.Contains(core.ClassMetrics(), metric); {
		case by && !known:
			return fmt.Errorf("%q is not a metric of classes: accepted are %s", metric, metricNames())
		case by:
			g.metric, words = metric, words[:n-2]
		case known:
			g.metric, words = metric, words[:n-1]
		}
	}
	rule := strings.Join(words, "")
	if rule == "" && g.metric != "" {
		return nil // the recommended budget
	}
	if err := g.setRule(rule); err != nil {
		return err
	}
	if g.metric != "" && g.By != core.OneSE && g.By != core.Within {
		return fmt.Errorf("%q is about the squared loss, and %s about classes: accepted are 'by %s' and 'within 5%% by %s'", rule, g.metric, g.metric, g.metric)
	}
	return nil
}

// setRule reads a rule without blanks.
func (g *goal) setRule(rule string) error {
	number := func(prefix string) (float64, bool, error) {
		text, found := strings.CutPrefix(rule, prefix)
		if !found {
			return 0, false, nil
		}
		x, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
		if err != nil || x-x != 0 {
			return 0, true, fmt.Errorf("%q: %q is no number", rule, text)
		}
		return x, true, nil
	}
	switch rule {
	case "recommended":
		return nil
	case "lowest":
		g.By = core.Within
		return nil
	}
	if x, found, err := number("within"); found {
		g.By, g.Within = core.Within, x/100
		if err == nil && x < 0 {
			err = fmt.Errorf("%q is below 0: no loss is below the lowest", rule)
		}
		return err
	}
	if x, found, err := number("r2>="); found {
		g.By, g.R2 = core.LeastR2, x
		switch {
		case err == nil && x > 1 && x < 100:
			err = fmt.Errorf("%q is no R² that a predictor can have: did you mean r2>=%s?", rule, figure.Share(x/100))
		case err == nil && x >= 1:
			err = fmt.Errorf("%q is no R² that a predictor can have: write a number below 1", rule)
		}
		return err
	}
	if x, found, err := number("error<="); found {
		g.By, g.Loss = core.MostLoss, x*x
		if err == nil && x < 0 {
			err = fmt.Errorf("%q is below 0: no error is", rule)
		}
		return err
	}
	if x, found, err := number("loss<="); found {
		g.By, g.Loss = core.MostLoss, x
		return err
	}
	return fmt.Errorf("%q is no goal: accepted are recommended, lowest, 'within 5%%', 'r2>=.6', 'error<=.5' and 'loss<=.25'", rule)
}

// metricNames lists the metrics of classes that a goal accepts.
func metricNames() string {
	return strings.Join(texts(core.ClassMetrics()), ", ")
}

// checkBudgets refuses flags that say the budget twice, or ask for what
// --no-honest leaves out.
func (f *flags) checkBudgets() error {
	switch {
	case len(f.budgets) > 0 && f.goal.asked():
		return misused("--budget and --goal both say the budget")
	case f.noHonest && f.goal.asked():
		return misused("--goal needs the honest loss, which --no-honest leaves out")
	case f.noHonest && f.asked.AutoRidge:
		return misused("--ridge auto needs the honest loss, which --no-honest leaves out")
	}
	return nil
}
