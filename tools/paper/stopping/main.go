// Package stopping fills the tables of docs/research/stopping_results.md: how many judgments a decision
// needs if an object's judgments stop as soon as they decide, on objects held out.
package stopping

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/core/stopping"
	"fms-tui/model"
	"fms-tui/tools/paper/page"
	"fms-tui/tools/simulate"
)

// lab is what the tables are made from.
type lab struct {
	*page.Page
	splits int
}

// Run fills the page.
func Run(ctx context.Context, args []string, _, progress io.Writer) error {
	fs, p := page.Flags("stopping", "research/stopping_results.md", progress)
	l := lab{Page: p}
	fs.IntVar(&l.splits, "splits", 20, "random splits of the objects")
	if err := page.Parse(fs, args); err != nil {
		return err
	}
	return page.Fill(ctx, p, []page.Table[lab]{{Name: "replay", Make: replayTable}}, l)
}

// set is a data set with its label, and the deepest plan that its cells hold.
type set struct {
	name, label string
	share       float64 // of the cost of all judgments of an object that the plan spends
}

func sets() []set {
	return []set{
		{"hanna_llm", "human_mean", .25},
		{"hanna_human", "llm_mean", .5},
		{"newsroom", "", .5},
		{"argq_novice", "", .5},
		{"bodies", "height", .5},
	}
}

// replayTable has a row for each set and decision.
func replayTable(ctx context.Context, l lab) (string, error) {
	var b strings.Builder
	b.WriteString("| data | decision | R² | judgments, whole plan | with stopping | saved | right, whole plan | right, stopping | difference | same decision | right, a plan of that cost |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	any := false
	for _, s := range sets() {
		ds, err := l.open(ctx, s.name)
		if err != nil {
			return "", err
		}
		if ds == nil {
			continue
		}
		any = true
		for _, decision := range []string{"y>p50", "y>p90"} {
			row, err := l.row(ctx, ds, s, decision)
			if err != nil {
				return "", fmt.Errorf("%s: %w", s.name, err)
			}
			b.WriteString(row)
		}
	}
	if !any {
		return "", nil
	}
	return b.String(), nil
}

func (l *lab) open(ctx context.Context, name string) (*model.Dataset, error) {
	if name == "bodies" {
		return simulate.Bodies(4, simulate.BodiesSeed), nil
	}
	return l.Open(ctx, name)
}

// row learns from half of the objects and replays over the other half, split by split.
func (l *lab) row(ctx context.Context, ds *model.Dataset, s set, decision string) (string, error) {
	var sums [8]float64
	var differences []float64
	n := 0.0
	for k := range l.splits {
		learn, rest := page.Halves(ds, rand.New(rand.NewPCG(l.Seed, uint64(k))))
		f, whole, r2, same, err := once(ctx, learn, rest, s, decision)
		if err != nil {
			return "", err
		}
		if f.Objects == 0 {
			continue
		}
		n++
		for i, x := range []float64{r2, whole, f.Cost, 1 - f.Cost/whole, f.Whole.Right, f.Right, f.Same, same} {
			sums[i] += x
		}
		differences = append(differences, f.Less)
	}
	if n == 0 {
		return "", nil
	}
	mean := func(i int) float64 { return sums[i] / n }
	less, ss := 0.0, 0.0
	for _, x := range differences {
		less += x / n
	}
	for _, x := range differences {
		ss += (x - less) * (x - less)
	}
	// Splits share objects: Nadeau and Bengio's correction for halves, 1/n + 1.
	se := math.Sqrt(ss / max(n-1, 1) * (1/n + 1))
	return fmt.Sprintf("| %s | `%s` | %.2f | %.1f | %.1f | %.0f %% | %.3f | %.3f | %+.3f ± %.3f | %.3f | %.3f |\n", s.name, decision,
		mean(0), mean(1), mean(2), 100*mean(3), mean(4), mean(5), -less, se, mean(6), mean(7)), nil
}

// once is one split: the figures, the judgments of the whole plan, its R², and how often a
// plan without stopping is right that costs what stopping does. Judgments cost 1 each.
func once(ctx context.Context, learn, rest *model.Dataset, s set, decision string) (f stopping.Figures, whole, r2, same float64, err error) {
	settings := model.Settings{Label: s.label, Design: model.Design{Kind: model.DesignSingle}, Raters: model.RatersPaper}
	all := 0
	for a, name := range learn.Attributes {
		n := most(learn, a)
		all += n
		settings = settings.WithLimit(name, model.Limit{Max: n}).WithCost(name, model.Unit)
	}
	r, err := core.NewStudy(learn).Solve(ctx, core.Request{Settings: settings})
	if err != nil {
		return f, 0, 0, 0, err
	}
	d, err := stopping.ParseDecision(decision)
	if err != nil {
		return f, 0, 0, 0, err
	}
	replay := func(budget int) (core.Selection, stopping.Figures, error) {
		pick := core.Pick{Result: r, Selection: r.At(selection.Full, model.Units(budget))}
		rule, err := stopping.Find(&pick, d, .95, 1)
		if err != nil {
			return pick.Selection, stopping.Figures{}, err
		}
		p := pick.Predictor()
		objects, _, err := stopping.ObjectsOf(&p, rest, rest.Label(r.Label))
		if err != nil {
			return pick.Selection, stopping.Figures{}, err
		}
		return pick.Selection, stopping.Replay(&rule.Rule, objects, quantile(learn.Label(r.Label), d.Percentile)), nil
	}
	chosen, f, err := replay(max(2, int(s.share*float64(all))))
	if err != nil {
		return f, 0, 0, 0, err
	}
	_, short, err := replay(max(1, int(math.Round(f.Cost))))
	return f, chosen.Spent.Float(), chosen.R2(), short.Whole.Right, err
}

// most is how many judgments of an attribute nine objects of ten hold.
func most(ds *model.Dataset, attribute int) int {
	n := make([]int, len(ds.Objects))
	for i := range ds.Objects {
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			if int(ds.Attr[j]) == attribute {
				n[i]++
			}
		}
	}
	slices.Sort(n)
	return max(1, n[len(n)/10])
}

// quantile is of the label's values.
func quantile(label *model.Label, q float64) float64 {
	var y []float64
	for _, x := range label.Values {
		if !math.IsNaN(x) {
			y = append(y, x)
		}
	}
	slices.Sort(y)
	return y[min(int(q*float64(len(y))), len(y)-1)]
}
