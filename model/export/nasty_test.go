package export_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/model"
	"fms-tui/model/export"
)

// nasty are names with what quotes, ends, comments or marks up a text in any
// of the forms.
var nasty = []string{
	"male", `it's "x" \`, "a\nb", "'; DROP TABLE judgments; --", "/* */ -- #", "{x} %s $1 ?1 :a @b", "ünïcødé 漢字 🙂", "line\u2028sep",
	`"""`, `'''`, "tab\tcr\rbell\a", "|pipe| `code`", "_a_ **b** <script>&amp; [l](u) https://x.y", `\input{x}^~#%$&_{}`, "[1] ---,,''``", "*star",
	"NULL", "", "(intercept)", `\n\x41\u0041`, "a\\", "é vs e\u0301", "-1", "0", "True",
	"__proto__", "${process.exit(1)}", "=HYPERLINK(\"x\")", "{{ env.HOME }}{% x %}", "file://x", "</script>",
}

// nastyPredictor has all nasty names, as attributes and as raters.
func nastyPredictor(mode string) model.Predictor {
	rng := rand.New(rand.NewPCG(1, 2))
	p := sample()
	p.Label, p.Algorithm, p.Tool = "la'bel\n\"--\" \\", "single=a\nb", "fms-tui \n0"
	p.Attributes, p.External = nil, nil
	p.Raters.Mode, p.Raters.Offsets = mode, map[string]map[string]float64{}
	for i, name := range nasty {
		p.Attributes = append(p.Attributes, model.PredictorAttribute{
			Name: name, Repeats: 1 + i%3, Weight: math.Exp(6*rng.NormFloat64()) * float64(1-2*(i%2)), Cost: model.Unit / 4, Mean: rng.NormFloat64(), InternalVariance: 1, Scale: 1,
		})
		row := make([]float64, len(nasty))
		row[i] = 1
		p.External = append(p.External, row)
		if mode == model.RatersFixed {
			p.Raters.Offsets[name] = map[string]float64{}
			for _, rater := range nasty[i/2:] {
				p.Raters.Offsets[name][rater] = rng.NormFloat64()
			}
		}
	}
	p.Intercept = -57
	return p
}

var modes = []string{model.RatersPaper, model.RatersFixed}

// TestFormsOfNastyNames holds every form to a golden file; JSON has encoding/json.
func TestFormsOfNastyNames(t *testing.T) {
	for _, f := range export.Forms()[1:] {
		for _, mode := range modes {
			t.Run(f.Name+"-"+string(mode), func(t *testing.T) {
				p := nastyPredictor(mode)
				for i := range p.Attributes {
					p.Attributes[i].Weight = float64(i) / 3
				}
				for name := range p.Raters.Offsets {
					if name != "male" && name != "a\nb" {
						delete(p.Raters.Offsets, name)
					}
				}
				golden.RequireEqual(t, written(t, f.Name, p))
			})
		}
	}
}
