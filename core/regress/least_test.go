package regress

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func near(got, want, tol float64) bool { return math.Abs(got-want) <= tol*math.Abs(want) }

// longley is the data of Longley 1967 as NIST's Statistical Reference Datasets
// give them: y, price deflator, GNP, unemployed, armed forces, population, year.
var longley = [][]float64{
	{60323, 83.0, 234289, 2356, 1590, 107608, 1947},
	{61122, 88.5, 259426, 2325, 1456, 108632, 1948},
	{60171, 88.2, 258054, 3682, 1616, 109773, 1949},
	{61187, 89.5, 284599, 3351, 1650, 110929, 1950},
	{63221, 96.2, 328975, 2099, 3099, 112075, 1951},
	{63639, 98.1, 346999, 1932, 3594, 113270, 1952},
	{64989, 99.0, 365385, 1870, 3547, 115094, 1953},
	{63761, 100.0, 363112, 3578, 3350, 116219, 1954},
	{66019, 101.2, 397469, 2904, 3048, 117388, 1955},
	{67857, 104.6, 419180, 2822, 2857, 118734, 1956},
	{68169, 108.4, 442769, 2936, 2798, 120445, 1957},
	{66513, 110.8, 444546, 4681, 2637, 121950, 1958},
	{68655, 112.6, 482704, 3813, 2552, 123366, 1959},
	{69564, 114.2, 502601, 3931, 2514, 125368, 1960},
	{69331, 115.7, 518173, 4806, 2572, 127852, 1961},
	{70551, 116.9, 554894, 4007, 2827, 130081, 1962},
}

// TestLongley holds the fit against NIST's certified values, which ordinary
// normal equations miss after a few digits.
func TestLongley(t *testing.T) {
	var x, y []float64
	for _, row := range longley {
		y = append(y, row[0])
		x = append(x, row[1:]...)
	}
	f, err := LeastSquares(x, 6, y)
	if err != nil {
		t.Fatal(err)
	}
	coef := append([]float64{f.Intercept}, f.Coef...)
	se := append([]float64{f.InterceptSE}, f.SE...)
	for i, want := range [][2]float64{
		{-3482258.63459582, 890420.383607373},
		{15.0618722713733, 84.9149257747669},
		{-0.358191792925910e-01, 0.334910077722432e-01},
		{-2.02022980381683, 0.488399681651699},
		{-1.03322686717359, 0.214274163161675},
		{-0.511041056535807e-01, 0.226073200069370},
		{1829.15146461355, 455.478499142212},
	} {
		if !near(coef[i], want[0], 1e-10) || !near(se[i], want[1], 1e-10) {
			t.Errorf("coefficient %d is %.15g ± %.15g, certified %.15g ± %.15g", i, coef[i], se[i], want[0], want[1])
		}
	}
	if !near(f.ResidualSE(), 304.854073561965, 1e-10) || !near(f.R2(), 0.995479004577296, 1e-12) || f.DF() != 9 {
		t.Errorf("residual se %.15g, R² %.15g, df %d", f.ResidualSE(), f.R2(), f.DF())
	}
}

// TestCars holds the fit against what R prints for summary(lm(dist ~ speed, cars)).
func TestCars(t *testing.T) {
	speed := []float64{
		4, 4, 7, 7, 8, 9, 10, 10, 10, 11, 11, 12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15,
		15, 16, 16, 17, 17, 17, 18, 18, 18, 18, 19, 19, 19, 20, 20, 20, 20, 20, 22, 23, 24, 24, 24, 24, 25,
	}
	dist := []float64{
		2, 10, 4, 22, 16, 10, 18, 26, 34, 17, 28, 14, 20, 24, 28, 26, 34, 34, 46, 26, 36, 60, 80, 20, 26,
		54, 32, 40, 32, 40, 50, 42, 56, 76, 84, 36, 46, 68, 32, 48, 52, 56, 64, 66, 54, 70, 92, 93, 120, 85,
	}
	f, err := LeastSquares(speed, 1, dist)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string][3]float64{
		"intercept":    {f.Intercept, -17.5791, 5e-5},
		"its se":       {f.InterceptSE, 6.7584, 5e-5},
		"its t":        {f.Intercept / f.InterceptSE, -2.601, 5e-4},
		"speed":        {f.Coef[0], 3.9324, 5e-5},
		"its se.":      {f.SE[0], 0.4155, 5e-5},
		"its t.":       {f.Coef[0] / f.SE[0], 9.464, 5e-4},
		"residual se":  {f.ResidualSE(), 15.38, 5e-3},
		"R²":           {f.R2(), 0.6511, 5e-5},
		"adjusted R²":  {f.AdjustedR2(), 0.6438, 5e-5},
		"df":           {float64(f.DF()), 48, 0},
		"at speed 10.": {f.At([]float64{10}), 21.7449, 2e-4},
	} {
		if math.Abs(c[0]-c[1]) > c[2] {
			t.Errorf("%s is %g, in R %g", name, c[0], c[1])
		}
	}
}

// TestNormalEquations holds the fit against (X'X)⁻¹X'y, written out.
func TestNormalEquations(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		p := 1 + rng.IntN(5)
		n := p + 2 + rng.IntN(30)
		x, y := make([]float64, n*p), make([]float64, n)
		full := mat.NewDense(n, p+1, nil)
		for i := range n {
			full.Set(i, 0, 1)
			for j := range p {
				x[i*p+j] = math.Pow(3, float64(j-2)) * (3*rng.NormFloat64() + float64(j)) // of many units
				full.Set(i, j+1, x[i*p+j])
			}
			y[i] = 5 + rng.NormFloat64()
		}
		f, err := LeastSquares(x, p, y)
		if err != nil {
			t.Fatal(err)
		}
		var gram, inverse mat.Dense
		gram.Mul(full.T(), full)
		if err := inverse.Inverse(&gram); err != nil {
			t.Fatal(err)
		}
		var xy, beta, fitted mat.VecDense
		xy.MulVec(full.T(), mat.NewVecDense(n, y))
		beta.MulVec(&inverse, &xy)
		fitted.MulVec(full, &beta)
		var rss float64
		for i := range y {
			rss += (y[i] - fitted.AtVec(i)) * (y[i] - fitted.AtVec(i))
		}
		coef, se := append([]float64{f.Intercept}, f.Coef...), append([]float64{f.InterceptSE}, f.SE...)
		for j := range coef {
			wantSE := math.Sqrt(rss / float64(n-p-1) * inverse.At(j, j))
			if math.Abs(coef[j]-beta.AtVec(j)) > 1e-8 || math.Abs(se[j]-wantSE) > 1e-8 {
				t.Errorf("n=%d p=%d: coefficient %d is %g ± %g, want %g ± %g", n, p, j, coef[j], se[j], beta.AtVec(j), wantSE)
			}
		}
		if !near(f.RSS, rss, 1e-8) && rss > 1e-12 {
			t.Errorf("RSS %g, want %g", f.RSS, rss)
		}
	}
}

func TestDependent(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const n, p = 20, 5
	x, y := make([]float64, n*p), make([]float64, n)
	for i := range n {
		row := x[i*p:][:p]
		row[0], row[1] = rng.NormFloat64(), rng.NormFloat64()
		row[2] = 7
		row[3] = 2*row[0] - 1e5*row[1] + 3
		row[4] = rng.NormFloat64()
		y[i] = rng.NormFloat64()
	}
	_, err := LeastSquares(x, p, y)
	var dep *DependentError
	if !errors.As(err, &dep) || !reflect.DeepEqual(*dep, DependentError{Constant: []int{2}, Dependent: []int{3}}) {
		t.Errorf("error %v, want column 2 constant and 3 dependent", err)
	}
	if _, err := LeastSquares(x[:6*p], p, y[:6]); !errors.Is(err, ErrTooFew) {
		t.Errorf("6 rows for 6 coefficients: %v", err)
	}
}
