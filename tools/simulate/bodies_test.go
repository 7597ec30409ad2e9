package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"fms-tui/model"
)

// fullBodies is the bundled population with 30 judgments a cell: enough to
// tell its moments from the noise of judging.
var fullBodies = sync.OnceValue(func() *model.Dataset { return Bodies(30, BodiesSeed) })

var fullMoments = sync.OnceValue(func() map[string]plainMoments {
	m := make(map[string]plainMoments)
	for _, l := range fullBodies().Labels {
		m[l.Name] = momentsOf(fullBodies(), l.Values)
	}
	return m
})

func TestBodiesNoiseFollowsTable1(t *testing.T) {
	m := fullMoments()["height"]
	for a, at := range bodiesAttributes {
		if got := m.v[a] / m.external(a); math.Abs(got/at.noise-1) > .10 {
			t.Errorf("%s: v/σ² = %.3f, Table 1 says %.2f", at.name, got, at.noise)
		}
	}
}

func TestBodiesCorrelationsFollowTable1(t *testing.T) {
	for label, figure := range map[string]func(attribute) float64{
		"height": func(at attribute) float64 { return at.height },
		"weight": func(at attribute) float64 { return at.weight },
	} {
		m := fullMoments()[label]
		var got, want []float64
		for a, at := range bodiesAttributes {
			g, w := m.b[a]/math.Sqrt(m.external(a)), figure(at)
			if math.Abs(w) >= .03 && g*w <= 0 {
				t.Errorf("%s: b/σ for %s is %.3f, Table 1 says %.2f: signs differ", at.name, label, g, w)
			}
			got, want = append(got, g), append(want, w)
		}
		if rho := spearman(got, want); rho < .95 {
			t.Errorf("%s: Spearman correlation with Table 1 is %.3f, want at least .95", label, rho)
		}
	}
}

func TestBodiesSexesAreOpposite(t *testing.T) {
	m := fullMoments()["height"]
	if c := correlation(m.means[attributeIndex("male")], m.means[attributeIndex("female")]); c >= -.8 {
		t.Errorf("male and female correlate by %.3f, want below -.8", c)
	}
}

// Judgments of two questions are drawn apart, so their means can cross by
// chance; what must not cross is what they are drawn from.
func TestBodiesAgesAreNested(t *testing.T) {
	pop := newPopulation(objectCount, rand.New(rand.NewPCG(BodiesSeed, populationStream)))
	m := fullMoments()["height"]
	for q := 1; q < len(ageQuestions); q++ {
		younger, older := attributeIndex(ageQuestions[q-1]), attributeIndex(ageQuestions[q])
		crossed := 0
		for i := range objectCount {
			if pop.expected[older][i] > pop.expected[younger][i] {
				t.Fatalf("object %d: p(%s) = %v above p(%s) = %v", i, ageQuestions[q], pop.expected[older][i],
					ageQuestions[q-1], pop.expected[younger][i])
			}
			// Three standard errors of a difference of two shares of 30.
			if m.means[older][i]-m.means[younger][i] > 3*math.Sqrt(2*.25/30) {
				crossed++
			}
		}
		if crossed > 0 {
			t.Errorf("%s is judged more often than %s on %d objects", ageQuestions[q], ageQuestions[q-1], crossed)
		}
		if average(m.means[older]) >= average(m.means[younger]) {
			t.Errorf("%s is judged more often than %s over all", ageQuestions[q], ageQuestions[q-1])
		}
	}
}

// The expected judgments meet the table exactly, whatever the seed: what the
// tests above leave to chance is the judging alone.
func TestPopulationIsCalibratedExactly(t *testing.T) {
	for seed := range uint64(4) {
		pop := newPopulation(objectCount, rand.New(rand.NewPCG(seed, populationStream)))
		for a, at := range bodiesAttributes {
			p := pop.expected[a]
			gaps := map[string]float64{
				"height": correlation(p, pop.height) - heightFactor*at.height,
				"weight": correlation(p, pop.weight) - weightFactor*at.weight,
			}
			if est, ok := estimates[at.name]; ok {
				v := 0. // E[x²](e^s²-1) + step²/12, x the consensus
				for _, x := range p {
					v += x * x * math.Expm1(pop.logError[a]*pop.logError[a]) / objectCount
				}
				gaps["v/σ²"] = (v+est.step*est.step/12)/meanProduct(p, p) - at.noise
			} else {
				mu := average(p)
				gaps["v/σ²"] = (mu-mu*mu-meanProduct(p, p))/meanProduct(p, p) - at.noise
				if slices.Min(p) < 0 || slices.Max(p) > 1 {
					t.Errorf("seed %d, %s: probabilities outside [0, 1]", seed, at.name)
				}
			}
			for what, gap := range gaps {
				if math.Abs(gap) > 1e-7 {
					t.Errorf("seed %d, %s: %s off by %g", seed, at.name, what, gap)
				}
			}
		}
	}
}

func TestBodiesLabels(t *testing.T) {
	d := fullBodies()
	for _, want := range []struct {
		label              string
		mean, sd, low, top float64
	}{{"height", 66, 4, 52, 82}, {"weight", 165, 35, 80, 400}} {
		y := d.Label(want.label).Values
		if mean, sd := average(y), math.Sqrt(meanProduct(y, y)); math.Abs(mean/want.mean-1) > .01 || math.Abs(sd/want.sd-1) > .01 {
			t.Errorf("%s: %.2f ± %.2f, want %g ± %g", want.label, mean, sd, want.mean, want.sd)
		}
		if low, top := slices.Min(y), slices.Max(y); low < want.low || top > want.top {
			t.Errorf("%s runs from %g to %g: nobody's", want.label, low, top)
		}
	}
	if c := correlation(d.Labels[0].Values, d.Labels[1].Values); c < .35 || c > .55 {
		t.Errorf("height and weight correlate by %.2f, about .45 in adults", c)
	}
}

func TestBodiesJudgmentsAreWhatRatersCanSay(t *testing.T) {
	d := fullBodies()
	for q, x := range d.Value {
		est, numeric := estimates[d.Attributes[d.Attr[q]]]
		if numeric && (x <= 0 || math.Mod(x, est.step) != 0) || !numeric && x != 0 && x != 1 {
			t.Fatalf("%s was judged %v", d.Attributes[d.Attr[q]], x)
		}
	}
}

// A larger k adds judgments; objects, labels and first judgments stay.
func TestBodiesFirstJudgmentsStay(t *testing.T) {
	few, many := Bodies(BodiesRepeats, BodiesSeed), fullBodies()
	if !slices.Equal(few.Objects, many.Objects) || !slices.Equal(few.Labels[0].Values, many.Labels[0].Values) {
		t.Fatal("objects or labels depend on k")
	}
	for q := range few.Value {
		to := q/BodiesRepeats*30 + q%BodiesRepeats
		if few.Value[q] != many.Value[to] || few.Raters[few.Rater[q]] != many.Raters[many.Rater[to]] {
			t.Fatalf("judgment %d differs between k = 2 and k = 30", q)
		}
	}
}

func TestBodiesDependsOnSeed(t *testing.T) {
	a, b := Bodies(1, 1), Bodies(1, 2)
	if slices.Equal(a.Labels[0].Values, b.Labels[0].Values) || slices.Equal(a.Value, b.Value) {
		t.Error("two seeds give the same labels or judgments")
	}
}

func TestBodiesRaters(t *testing.T) {
	d := fullBodies()
	const k = 30
	for q := 0; q < len(d.Rater); q += k {
		own := slices.Sorted(slices.Values(d.Rater[q : q+k]))
		if len(slices.Compact(own)) != k {
			t.Fatalf("a rater judged %s of object %d twice", d.Attributes[d.Attr[q]], q/k/len(d.Attributes))
		}
	}
	work := make([]int, len(d.Raters))
	for _, r := range d.Rater {
		work[r]++
	}
	if len(work) != raterCount {
		t.Errorf("%d raters worked, want %d", len(work), raterCount)
	}
	fair := float64(len(d.Value)) / raterCount
	if most := slices.Max(work); float64(most) > 1.25*fair {
		t.Errorf("one rater gave %d judgments, the mean is %.0f: work is not limited", most, fair)
	}
}

func TestBodiesPanicsOutsideItsRange(t *testing.T) {
	for _, k := range []int{-1, 0, MaxRepeats + 1} {
		t.Run(fmt.Sprint(k), func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			Bodies(k, 1)
		})
	}
}

// TestTable1IsThePapers holds the table in the code to the paper's.
func TestTable1IsThePapers(t *testing.T) {
	paper, err := os.ReadFile("testdata/table1.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| (\S+)( \(numerical\))? +\| ([\d.]+) +\| (-?[\d.]+) +\| (-?[\d.]+) +\|$`)
	rows := row.FindAllStringSubmatch(string(paper), -1)
	if len(rows) != len(bodiesAttributes) {
		t.Fatalf("the paper has %d attributes, the code %d", len(rows), len(bodiesAttributes))
	}
	for a, r := range rows {
		name := r[1]
		if strings.TrimSpace(r[2]) != "" {
			name = "estimated-" + name
		}
		at := bodiesAttributes[a]
		for c, got := range []float64{at.noise, at.height, at.weight} {
			if want, _ := strconv.ParseFloat(r[3+c], 64); name != at.name || got != want {
				t.Errorf("row %d: the code has %s %v, the paper %s %v", a+1, at.name, got, name, want)
			}
		}
	}
}
