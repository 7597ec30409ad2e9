package pilots

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"fms-tui/model/read"
	"fms-tui/tools/build"
	"fms-tui/tools/paper/page"
)

// real is a bundled sample of real judgments.
type real struct {
	name string
	all  int // judgments of an object: as many of every attribute as cells hold, or two
}

var reals = []real{{"hanna", 120}, {"hanna_human", 18}, {"newsroom", 9}, {"argq_novice", 22}}

// near is how far below the R² of all judgments counts as the same.
const near = .02

// bench makes the tables of docs/evidence.md, with the program, in a folder that holds the samples.
type bench struct {
	*page.Page
	program, folder string
	splits          int
}

// Evidence fills docs/evidence.md from the bundled real samples, and draws its figure beside it.
func Evidence(ctx context.Context, args []string, _, progress io.Writer) error {
	fs, p := page.Flags("evidence", "evidence.md", progress)
	b := bench{Page: p}
	fs.IntVar(&b.splits, "splits", 10, "random halves of the objects")
	if err := page.Parse(fs, args); err != nil {
		return err
	}
	var err error
	if b.folder, err = os.MkdirTemp("", "evidence"); err != nil {
		return err
	}
	defer os.RemoveAll(b.folder)
	if b.program, err = build.Program(ctx, b.folder); err != nil {
		return err
	}
	for _, r := range reals {
		if _, err := b.run(ctx, "init", r.name); err != nil {
			return err
		}
	}
	return page.Fill(ctx, p, []page.Table[bench]{{Name: "choice", Make: choiceTable}, {Name: "lasso", Make: lassoTable}}, b)
}

// run returns what the program prints.
func (b *bench) run(ctx context.Context, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, b.program, args...)
	c.Dir, c.Stderr = b.folder, b.Progress
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}

// validated is what validate --json says of an algorithm at a budget.
type validated struct {
	Algorithm string
	Budget    float64
	R2        float64 `json:"honest_r2"`
	SE        float64 `json:"honest_loss_se"`
	Diff      float64 `json:"difference"`
	DiffSE    float64 `json:"difference_se"`
}

// validation is what it says in all.
type validation struct {
	Objects     int
	Variance    float64 `json:"label_variance"`
	Estimates   []validated
	Recommended []struct {
		Algorithm string
		Budget    float64
	}
}

func (v *validation) at(algorithm string, budget float64) validated {
	for _, e := range v.Estimates {
		if e.Algorithm == algorithm && e.Budget == budget {
			return e
		}
	}
	return validated{R2: math.NaN()}
}

// needs is the smallest budget of an algorithm whose R² is near r2.
func (v *validation) needs(algorithm string, r2 float64) float64 {
	for _, e := range v.Estimates {
		if e.Algorithm == algorithm && e.R2 >= r2-near {
			return e.Budget
		}
	}
	return math.NaN()
}

// validate cross-validates three algorithms at every budget up to all judgments.
func (b *bench) validate(ctx context.Context, r real) (*validation, error) {
	var budgets []string
	for i := range r.all {
		budgets = append(budgets, strconv.Itoa(i+1))
	}
	out, err := b.run(ctx, "select", "--compare", r.name+".csv.gz", "--labels", r.name+"_labels.csv.gz", "--algorithm", "full,uniform,averages", "--budget", strings.Join(budgets, ","), "--json", "--quiet")
	if err != nil {
		return nil, err
	}
	v := new(validation)
	return v, json.Unmarshal(out, v)
}

// choiceTable has a row for each sample: all judgments, the recommended choice, and what the same
// budget buys otherwise. It draws what each way needs to come near all judgments.
func choiceTable(ctx context.Context, b bench) (string, error) {
	var out page.Markdown
	out.Head("data", "objects", "all judgments", "R²", "chosen", "R² ± se", "evenly at that budget", "full better by ± se", "better than forward selection by ± se")
	var bars []bar
	for _, r := range reals {
		v, err := b.validate(ctx, r)
		if err != nil {
			return "", err
		}
		all, best := v.at("uniform", float64(r.all)).R2, v.Recommended[0].Budget
		full, even, forward := v.at("full", best), v.at("uniform", best), v.at("averages", best)
		share := func(e validated) string { return fmt.Sprintf("%.3f ± %.3f", e.Diff/v.Variance, e.DiffSE/v.Variance) }
		out.Row(r.name, fmt.Sprint(v.Objects), fmt.Sprint(r.all), figure2(all), fmt.Sprintf("%g", best), fmt.Sprintf("%s ± %s", figure2(full.R2), figure2(full.SE/v.Variance)), figure2(even.R2), share(even), share(forward))
		if all > .1 { // else there is nothing to come near
			bars = append(bars, bar{r.name, all, v.needs("full", all), v.needs("uniform", all)})
		}
	}
	return out.String(), os.WriteFile(strings.TrimSuffix(b.Path, filepath.Ext(b.Path))+".svg", []byte(drawBars(bars)), 0o666)
}

// figure2 is a share in two digits, such as .48.
func figure2(x float64) string {
	return strings.Replace(strconv.FormatFloat(x, 'f', 2, 64), "0.", ".", 1)
}

// bar is what a sample needs to come near the R² of all its judgments.
type bar struct {
	name         string
	r2           float64
	chosen, even float64
}

// drawBars draws two bars for each sample, in shares of what an even spread needs.
func drawBars(bars []bar) string {
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 %d" font-family="sans-serif" font-size="13">`+"\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", 40+len(bars)*64)
	fmt.Fprintf(&s, `<text x="12" y="22">Judgments of an object until R² is within %s of the R² of all judgments</text>`+"\n", figure2(near))
	for i, x := range bars {
		y := 44 + i*64
		fmt.Fprintf(&s, `<text x="12" y="%d">%s, R² %s</text>`+"\n", y+22, x.name, figure2(x.r2))
		for k, of := range []struct {
			words, fill string
			n           float64
		}{{"chosen", "#3366bb", x.chosen}, {"evenly", "#bbbbbb", x.even}} {
			fmt.Fprintf(&s, `<rect x="170" y="%d" width="%.0f" height="20" fill="%s"/><text x="%.0f" y="%d">%g %s</text>`+"\n",
				y+k*24, 400*of.n/x.even, of.fill, 178+400*of.n/x.even, y+k*24+15, of.n, of.words)
		}
	}
	s.WriteString("</svg>\n")
	return s.String()
}

// lassoTable holds the choice against the lasso on halves of the objects held out. Splits share
// objects: ± is the standard deviation over splits.
func lassoTable(ctx context.Context, b bench) (string, error) {
	var out page.Markdown
	out.Head("data", "judgments", "R², full", "R², lasso", "full better by ± sd", "splits")
	tell := page.Line(b.Progress, "splits")
	for k, r := range reals {
		found, err := read.Open(ctx, read.Query{
			Data:   []read.Source{read.File(filepath.Join(b.folder, r.name+".csv.gz"))},
			Labels: []read.Source{read.File(filepath.Join(b.folder, r.name+"_labels.csv.gz"))},
		})
		if err != nil {
			return "", err
		}
		s := set{r.name, found.Dataset}
		var all []trial
		for n := range b.splits {
			trials, err := s.measure(ctx, len(s.Objects)/2, b.Seed, uint64(n))
			if err != nil {
				return "", err
			}
			all = append(all, trials...)
			tell(k*b.splits+n+1, len(reals)*b.splits)
		}
		for _, budget := range s.budgets(held(s.Dataset)) {
			var sums [2]float64
			var gains []float64
			for n := range b.splits {
				var loss [2]float64
				for _, t := range all {
					if t.budget == budget && t.split == uint64(n) {
						switch t.method {
						case refit:
							loss[0] = t.truth.Loss
						case lasso:
							loss[1] = t.truth.Loss
						}
					}
				}
				if loss[0] > 0 && loss[1] > 0 {
					sums[0], sums[1] = sums[0]+loss[0], sums[1]+loss[1]
					gains = append(gains, loss[1]-loss[0])
				}
			}
			if len(gains) == 0 {
				continue
			}
			gain, se := mean(gains)
			count := float64(len(gains))
			out.Row(r.name, fmt.Sprint(budget), figure2(1-sums[0]/count), figure2(1-sums[1]/count), fmt.Sprintf("%.3f ± %.3f", gain, se*math.Sqrt(count)), fmt.Sprint(len(gains)))
		}
	}
	return out.String(), nil
}
