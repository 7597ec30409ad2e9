package agreement

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/model"
)

var gap = math.NaN()

// panel makes data of one attribute: a row an object, a column a rater, NaN where
// nothing was judged.
func panel(rows [][]float64) *model.Dataset {
	var b model.Builder
	a := b.Attribute("x")
	for i, row := range rows {
		o := b.Object(fmt.Sprintf("o%d", i))
		for r, x := range row {
			if id := b.RaterID(fmt.Sprintf("r%d", r)); !math.IsNaN(x) {
				b.Add(o, a, id, x)
			}
		}
	}
	return b.Build()
}

func measured(t *testing.T, ds *model.Dataset, q Question) *Agreement {
	t.Helper()
	r, err := Measure(t.Context(), ds, q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// near compares with a figure published with the given number of decimals.
func near(t *testing.T, what string, got, want float64, decimals int) {
	t.Helper()
	if !(math.Abs(got-want) <= .5001*math.Pow10(-decimals)) {
		t.Errorf("%s is %.6f, published %.*f", what, got, decimals, want)
	}
}

// shroutFleiss is table 2 of Shrout and Fleiss (1979), "Intraclass Correlations: Uses
// in Assessing Rater Reliability": six targets by four judges.
var shroutFleiss = [][]float64{{9, 2, 5, 8}, {6, 1, 3, 2}, {8, 4, 6, 8}, {7, 1, 2, 6}, {10, 5, 6, 9}, {6, 2, 4, 7}}

// TestShroutFleiss: their table 4.
func TestShroutFleiss(t *testing.T) {
	a := measured(t, panel(shroutFleiss), Question{}).Attributes[0]
	near(t, "ICC(1)", a.ICC1.Value, .17, 2)
	near(t, "ICC(A,1)", a.ICCA1.Value, .29, 2)
	near(t, "ICC(C,1)", a.ICCC1.Value, .71, 2)
	near(t, "ICC(A,k)", a.ICCAk.Value, .62, 2)
	near(t, "ICC(1,4)", a.Curve(4)[3].Reliability.Value, .44, 2)
	if a.K != 4 || a.Raters != 4 || a.Objects != 6 || a.Judgments != 24 {
		t.Errorf("%+v", a)
	}
}

// krippendorff is the example of Krippendorff (2011), "Computing Krippendorff's
// Alpha-Reliability", section C: four observers, twelve units, missing data.
var krippendorff = [][]float64{
	{1, 1, gap, 1},
	{2, 2, 3, 2},
	{3, 3, 3, 3},
	{3, 3, 3, 3},
	{2, 2, 2, 2},
	{1, 2, 3, 4},
	{4, 4, 4, 4},
	{1, 1, 2, 1},
	{2, 2, 2, 2},
	{gap, 5, 5, 5},
	{gap, gap, 1, 1},
	{gap, 3, gap, gap},
}

func TestKrippendorff(t *testing.T) {
	a := measured(t, panel(krippendorff), Question{}).Attributes[0]
	near(t, "nominal α", a.AlphaNominal.Value, .743, 3)
	near(t, "ordinal α", a.AlphaOrdinal.Value, .815, 3)
	near(t, "interval α", a.AlphaInterval.Value, .849, 3)
	// The same judgments by nobody who is known.
	ds := panel(krippendorff)
	for j := range ds.Rater {
		ds.Rater[j] = model.NoRater
	}
	b := measured(t, ds, Question{}).Attributes[0]
	if b.AlphaInterval != a.AlphaInterval && !math.IsNaN(b.AlphaInterval.Low) || b.ICCA1.Known() || b.Raters != 0 {
		t.Errorf("without raters: %+v", b)
	}
}

// TestFleiss: the table of ten subjects by fourteen raters and five categories that
// Fleiss' κ is commonly explained with, κ = .210.
func TestFleiss(t *testing.T) {
	var rows [][]float64
	for _, counts := range [][]int{
		{0, 0, 0, 0, 14},
		{0, 2, 6, 4, 2},
		{0, 0, 3, 5, 6},
		{0, 3, 9, 2, 0},
		{2, 2, 8, 1, 1},
		{7, 7, 0, 0, 0},
		{3, 2, 6, 3, 0},
		{2, 5, 3, 2, 2},
		{6, 5, 2, 1, 0},
		{0, 2, 2, 3, 7},
	} {
		var row []float64
		for category, n := range counts {
			for range n {
				row = append(row, float64(category))
			}
		}
		rows = append(rows, row)
	}
	a := measured(t, panel(rows), Question{}).Attributes[0]
	if near(t, "Fleiss' κ", a.Kappa.Value, .210, 3); a.KappaOf != Fleiss {
		t.Errorf("κ is %q", a.KappaOf)
	}
}

// TestCohen: Fleiss, Levin and Paik (2003), "Statistical Methods for Rates and
// Proportions", table 18.1: 100 diagnoses by two raters, κ = .68.
func TestCohen(t *testing.T) {
	var rows [][]float64
	for i, row := range [][]int{{75, 1, 4}, {5, 4, 1}, {0, 0, 10}} {
		for k, n := range row {
			for range n {
				rows = append(rows, []float64{float64(i), float64(k)})
			}
		}
	}
	a := measured(t, panel(rows), Question{}).Attributes[0]
	if near(t, "Cohen's κ", a.Kappa.Value, .68, 2); a.KappaOf != Cohen {
		t.Errorf("κ is %q", a.KappaOf)
	}
}

// TestEffective: nine judges whose errors correlate by .43 are worth two.
func TestEffective(t *testing.T) {
	r := make([][]float64, 9)
	for i := range r {
		r[i] = make([]float64, i)
		for k := range i {
			r[i][k] = .4375
		}
	}
	rho, n := effective(r, -1)
	if math.Abs(rho-.4375) > 1e-15 || math.Abs(n-2) > 1e-12 {
		t.Errorf("ρ̄ %g, effective %g", rho, n)
	}
	if _, n := effective(r, 3); math.Abs(n-8/(1+7*.4375)) > 1e-12 {
		t.Errorf("without one %g", n)
	}
	if rho, n := effective(r[:1], -1); !math.IsNaN(rho) || !math.IsNaN(n) {
		t.Errorf("one judge: %g, %g", rho, n)
	}
}

// TestJudges: judges whose errors about the label have a common part of the variance
// ρ, on other scales and with another favour each, are worth n/(1+(n-1)ρ).
func TestJudges(t *testing.T) {
	const n, rho = 6, .5
	rng := rand.New(rand.NewPCG(24, 1))
	var b model.Builder
	label := b.AddLabel("y")
	for i := range 4000 {
		o, y, common := b.Object(fmt.Sprint("o", i)), rng.NormFloat64(), rng.NormFloat64()
		b.SetLabel(label, o, y)
		for r := range n {
			e := math.Sqrt(rho)*common + math.Sqrt(1-rho)*rng.NormFloat64()
			b.Add(o, b.Attribute("x"), b.RaterID(fmt.Sprint("r", r)), float64(r)+float64(1+r)*(e+.5*float64(r)*y))
			b.Add(o, b.Attribute(fmt.Sprint("own", r)), model.NoRater, e)
		}
	}
	ds := b.Build()
	got := measured(t, ds, Question{Label: &ds.Labels[0]}).Judges
	if len(got) != 2 || got[0].Attribute != 0 || got[1].Attribute != Everybody || len(got[1].Judges) != n+1 {
		t.Fatalf("%+v", got)
	}
	if j := got[0]; len(j.Judges) != n || math.Abs(j.Rho-rho) > .03 || math.Abs(j.Effective-n/(1+(n-1)*rho)) > .1 ||
		math.Abs(j.Without[2]-(n-1)/(1+(n-2)*rho)) > .1 {
		t.Errorf("%+v", j)
	}
}

// TestAgainst: correlation, bias and classes by hand.
func TestAgainst(t *testing.T) {
	var b model.Builder
	label := b.AddLabel("y")
	for i := range 12 {
		o, y := b.Object(fmt.Sprint("o", i)), float64(i%3)
		b.SetLabel(label, o, y)
		b.Add(o, b.Attribute("class"), b.RaterID("good"), y)
		b.Add(o, b.Attribute("class"), b.RaterID("off"), math.Min(2, y+1))
		b.Add(o, b.Attribute("size"), b.RaterID("good"), 100-y)
	}
	ds := b.Build()
	got := measured(t, ds, Question{Label: &ds.Labels[0]}).Against
	if len(got) != 5 {
		t.Fatalf("%+v", got)
	}
	good, off, size := got[1], got[2], got[4]
	if good.Rater != 0 || !close(good.R, 1) || good.Bias != 0 || good.Accuracy != 1 || good.Kappa != 1 {
		t.Errorf("good %+v", good)
	}
	// 0→1, 1→2, 2→2: a third is right; by chance 0·1/3 + 1/3·1/3 + 2/3·1/3 = 1/3.
	if off.Rater != 1 || !close(off.Bias, 2./3) || !close(off.Accuracy, 1./3) || !close(off.Kappa, 0) {
		t.Errorf("off %+v", off)
	}
	if !close(size.R, -1) || !math.IsNaN(size.Bias) || !math.IsNaN(size.Accuracy) {
		t.Errorf("size %+v", size)
	}
	if e := got[0]; e.Rater != Everybody || e.Objects != 12 || !math.IsNaN(e.Accuracy) {
		t.Errorf("everybody %+v", e)
	}
}
