package figure

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

var (
	nan     = math.NaN()
	inf     = math.Inf(1)
	negZero = math.Copysign(0, -1)
)

func TestScalars(t *testing.T) {
	for _, tc := range []struct {
		name      string
		got, want string
	}{
		{"corr", Corr(0.47), "+.47"},
		{"corr", Corr(-0.314), "-.31"},
		{"corr", Corr(-0.001), ".00"},
		{"corr", Corr(nan), "n/a"},
		{"share", Share(0.48), ".48"},
		{"share", Share(-0.05), "-.05"},
		{"share", Share(nan), "n/a"},
		{"significant", Significant(15.23, 3), "15.2"},
		{"significant", Significant(0.07034, 3), "0.0703"},
		{"significant", Significant(9.996, 3), "10.0"},
		{"significant", Significant(12345, 3), "12300"},
		{"significant", Significant(12345678, 3), "1.23e7"},
		{"significant", Significant(0.0000123, 3), "1.23e-5"},
		{"significant", Significant(0, 3), "0.00"},
		{"significant", Significant(-7.5, 0), "-8"},
		{"significant", Significant(-inf, 3), "-∞"},
		{"fixed", Fixed(-0.004, 2), "0.00"},
		{"typical error", TypicalError(nan), "n/a"},
		{"percent", Percent(0.4817), "48%"},
		{"percent", Percent(0.0734), "7.3%"},
		{"percent", Percent(0.0996), "10%"},
		{"percent", Percent(0.0003), "<0.1%"},
		{"percent", Percent(1), "100%"},
		{"percent", Percent(nan), "n/a"},
		{"count", Count(68640), "68,640"},
		{"count", Count(-1234567), "-1,234,567"},
		{"count", Count(math.MinInt), "-9,223,372,036,854,775,808"},
		{"count", CountOf(1, "object"), "1 object"},
		{"error", WithError(7.934, 0.4123), "7.93 ± 0.41"},
		{"error", WithError(7.934, 4.1), "7.9 ± 4.1"},
		{"error", WithError(4567, 123), "4570 ± 120"},
		{"error", WithError(7.934, nan), "7.93"},
		{"error", WithError(7.934, 0), "7.93 ± 0"},
		{"error", WithError(2, 4e-16), "2.00 ± 0"}, // rounding
		{"error", WithError(nan, 1), "n/a"},
		{"error", WithError(3e9, 2.5e8), "30.0e8 ± 2.5e8"},
	} {
		if tc.got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, tc.got, tc.want)
		}
	}
}

// parse reads a figure back as a number.
func parse(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		t.Fatalf("figure %q does not read back: %v", s, err)
	}
	return v
}

func FuzzFigures(f *testing.F) {
	for _, v := range []float64{0, negZero, 1, -0.0004, 15.23, 9.996, 1e7, 9999999, 1e-4, 99995e-9, math.MaxFloat64, 5e-324, nan, inf, -inf} {
		f.Add(v, 0.3, 3)
	}
	f.Add(12345.678, 1234.5, 1)
	f.Add(math.MaxFloat64, 5e-324, 12)
	f.Fuzz(func(t *testing.T, a, b float64, digits int) {
		digits = max(min(digits, 12), 1)
		for _, s := range []string{Significant(a, digits), Corr(a), Share(a), Percent(a), TypicalError(a), WithError(a, b)} {
			if s == "" || strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
				t.Errorf("%g shows as %q", a, s)
			}
			// -0 and its kind: a sign before nothing but zeros.
			if first, _, _ := strings.Cut(s, " "); strings.HasPrefix(first, "-") && strings.Trim(first, "-0.%") == "" {
				t.Errorf("%g shows as %q", a, s)
			}
		}
		if !math.IsNaN(a) && !math.IsInf(a, 0) {
			s := Significant(a, digits)
			if back := parse(t, s); !math.IsInf(back, 0) && math.Abs(back-a) > 0.5001*math.Pow10(-digits+1)*math.Abs(a) {
				t.Errorf("%g to %d digits is %q", a, digits, s)
			}
		}
		cells := Points([]float64{a, b, 0, nan, a / 3}, digits, 3)
		for _, s := range cells {
			if utf8.RuneCountInString(s) != utf8.RuneCountInString(cells[0]) {
				t.Errorf("column %q has cells of several widths", cells)
			}
		}
	})
}

// TestProgress: pieces come with their rate and the time left, in a unit that fits.
func TestProgress(t *testing.T) {
	for _, c := range []struct {
		done, of int
		want     string
	}{
		{0, 0, "learning · 4 s"},
		{0, 10, "learning · 4 s"},
		{20, 0, "learning · 20 · 5.0 a second · 4 s"},
		{2, 10, "learning · 2 of 10 · 0.50 a second · 16 s left"},
		{4, 1204, "learning · 4 of 1,204 · 1.0 a second · 20 min left"},
		{1, 5001, "learning · 1 of 5,001 · 0.25 a second · 6 h left"},
		{10, 10, "learning · 10 of 10 · 2.5 a second · 0 s left"},
	} {
		if got := Progress("learning", c.done, c.of, 4); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestPoints(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   []string
	}{
		{[]float64{1524.3, .0712, 12.5, math.NaN()}, []string{"1524    ", "    .071", "  12.5  ", " n/a    "}},
		{[]float64{0, -.5, math.Inf(1)}, []string{"0    ", "-.500", "∞    "}},
		{[]float64{1e9, .001}, []string{" 1.00e9", "0.00100"}},
		{nil, []string{}},
	} {
		if got := Points(c.values, 3, 3); !slices.Equal(got, c.want) {
			t.Errorf("Points(%v) = %q, want %q", c.values, got, c.want)
		}
	}
}
