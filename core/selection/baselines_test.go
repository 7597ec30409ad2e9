package selection

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/internal/moments"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestBaselinesUnderLimits applies the rules for minima and maxima to uncorrelated
// attributes, which are bought in the order of b.
func TestBaselinesUnderLimits(t *testing.T) {
	const d = 4
	p := orthogonal([]float64{.1, .5, .45, .2})
	p = meansOf(p.WithNames([]string{"a", "b", "c", "d"}), p.Sigma, []int{3, 3, 3, 3})
	copies := &moments.Copies{K: 3, B: make([]float64, 3*d), Sigma: make([]float64, 9*d*d)}
	for f := range copies.B {
		copies.B[f] = p.B[0][f/3] - .01*float64(f%3)
		copies.Sigma[f*3*d+f] = 1
	}
	p = copiesOf(p, copies)
	for _, c := range []struct {
		alg      Algorithm
		budget   int
		min, max []int
		want     []int
	}{
		{"averages", 2, nil, nil, []int{0, 0, 0, 0}},
		{"averages", 7, nil, nil, []int{0, 3, 3, 0}},
		{"averages", 5, []int{1, 0, 0, 0}, nil, []int{1, 3, 0, 0}},         // what is left buys no second three
		{"averages", 4, []int{0, 0, 0, 1}, nil, []int{0, 3, 0, 1}},         // a minimum counts towards the three
		{"averages", 9, []int{0, 0, 0, 1}, nil, []int{0, 3, 3, 3}},         // and pays a third of them
		{"averages", 4, []int{4, 0, 0, 0}, nil, []int{4, 0, 0, 0}},         // beyond three: in from the start
		{"averages", 7, []int{4, 0, 0, 0}, nil, []int{4, 3, 0, 0}},         // and no more of it
		{"averages", 7, nil, []int{0, 2, 0, 0}, []int{0, 2, 3, 0}},         // fewer than three where no more are allowed
		{"averages", 1, []int{2, 0, 0, 0}, nil, []int{0, 0, 0, 0}},         // not even the minima
		{"averages", 4, []int{0, 2, 0, 0}, []int{0, 2}, []int{0, 2, 0, 0}}, // at its maximum: in from the start
		{"copies", 4, nil, nil, []int{0, 3, 1, 0}},
		{"copies", 4, nil, []int{0, 1, 2, 0}, []int{0, 1, 2, 1}},
		{"copies", 4, []int{2, 0, 0, 0}, nil, []int{2, 2, 0, 0}},
		{"copies", 7, []int{5, 0, 0, 0}, nil, []int{5, 2, 0, 0}}, // more than there are copies of
		{"copies", 99, nil, nil, []int{3, 3, 3, 3}},
		{"single", 5, nil, nil, []int{0, 5, 0, 0}},
		{"single", 5, []int{1, 0, 1, 0}, nil, []int{1, 3, 1, 0}},
		{"single", 5, []int{0, 1, 0, 0}, nil, []int{0, 1, 4, 0}},
		{"single", 5, nil, []int{0, 1, 0, 0}, []int{0, 0, 5, 0}}, // five of the second beat one of the first
		{"single=d", 5, nil, nil, []int{0, 0, 0, 5}},
		{"single=d", 5, []int{1, 0, 0, 0}, []int{0, 0, 0, 2}, []int{1, 0, 0, 2}},
		{"uniform", 6, nil, nil, []int{1, 1, 2, 2}},
		{"uniform", 9, []int{3, 0, 0, 0}, nil, []int{3, 2, 2, 2}},
		{"uniform", 9, nil, []int{0, 1, 0, 0}, []int{2, 1, 3, 3}},
		{"uniform", 9, nil, []int{1, 1, 1, 1}, []int{1, 1, 1, 1}},
	} {
		q := *p
		q.Limits = Limits{Min: c.min, Max: append(slices.Clone(c.max), make([]int, d-len(c.max))...)}
		got := newCurve(t, &q, c.alg, nil).At(model.Units(c.budget))
		if r := got.Repeats(d); !slices.Equal(r, c.want) {
			t.Errorf("%s B=%d min %v max %v: %v, want %v", c.alg, c.budget, c.min, c.max, r, c.want)
		}
	}
}

// TestAveragesAtUnequalPrices: an attribute costs its k judgments.
func TestAveragesAtUnequalPrices(t *testing.T) {
	p := orthogonal([]float64{.6, .5, .4})
	p.Price = []model.Amount{4 * model.Unit, model.Unit, model.Unit}
	p = meansOf(p, p.Sigma, []int{2, 2, 3})
	for budget, want := range map[int][]int{
		1: {0, 0, 0}, 2: {0, 2, 0}, 4: {0, 2, 0}, 5: {0, 2, 3}, 8: {0, 2, 3}, 10: {2, 2, 0}, 13: {2, 2, 3},
	} {
		c := newCurve(t, p, Averages, nil).At(model.Units(budget))
		if r := c.Repeats(3); !slices.Equal(r, want) {
			t.Errorf("B=%d: %v, want %v", budget, r, want)
		}
	}
}

// TestUniformAgainstLiteral: one of each a round while affordable.
func TestUniformAgainstLiteral(t *testing.T) {
	for p, seed := range problems(t, 80, fresh.Seed(t, 4300), false) {
		p.Limits.Min = nil
		order := make([]int, p.d())
		for a := range order {
			order[a] = a
		}
		slices.SortFunc(order, func(a, b int) int {
			return strings.Compare(fmt.Sprintf("%x", sha256.Sum256([]byte(p.names[a]))), fmt.Sprintf("%x", sha256.Sum256([]byte(p.names[b]))))
		})
		for i := range 10 {
			budget := model.Amount(i*i) * model.Unit / 3
			want := make([]int, p.d())
			left := budget
			for bought := true; bought; {
				bought = false
				for _, a := range order {
					if p.Candidate[a] && p.Price[a] <= left && want[a] < p.Most(a) {
						want[a]++
						left -= p.Price[a]
						bought = true
					}
				}
			}
			c := newCurve(t, p, Uniform, nil).At(budget)
			if r := c.Repeats(p.d()); !slices.Equal(r, want) {
				t.Fatalf("seed %d B=%s prices %v: %v, literally %v", seed, budget, p.Price, r, want)
			}
		}
	}
}
