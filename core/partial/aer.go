package partial

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"

	"fms-tui/core/regress"
)

// Learner learns from one object after another. Learners are not safe for
// concurrent use.
type Learner interface {
	// Step learns from object i.
	Step(ex Examples, i int)
	// Weights fills w with the predictor learned so far: 0 before the first object.
	Weights(w []float64)
	// Seen is the number of judgments looked at so far.
	Seen() int
}

// aer is attribute-efficient regression (CSS, Algorithm 2): gradient descent on
//
//	E(<w,x>-y)² + (λ/2)|w|₂²    over |w|₁ <= norm
//
// with steps 1/(λt), whose gradients are estimated from k looks at an object. The
// gradient of the loss is 2(<w,x>-y)x. One half of the looks goes to attributes
// drawn uniformly without repetition, C: of them
//
//	v = Σ_{j∈C} (2/k) d x_j e_j                 has the mean x.
//
// The other half goes to attributes drawn with repetition, i with probability
// |w_i|/|w|₁: of them
//
//	ŷ = Σ_r (2/k) sgn(w_{i_r}) |w|₁ x_{i_r}      has the mean <w,x>
//
// (the paper prints x_j). Both are independent, so that 2(ŷ-y)v is unbiased. While
// w is 0 there is nothing to draw: ŷ is 0, and half of the looks are saved. The
// output is the mean of w after each update, as Algorithm 2 has it.
//
// The step w ← (1-1/t)w - (2/λt)(ŷ-y)v is u ← u - (2/λ)(ŷ-y)v for u = tw, so that u is
// stored: only the entries of v change, and the ball that u is projected onto grows,
// |u|₁ <= t norm. A step costs O(d), and allocates nothing.
type aer struct {
	d, half      int
	lambda, norm float64

	rng     *rand.Rand
	t       int // objects so far
	seen    int
	u, sum  []float64 // u = tw, and the sum of w after each object
	partial []float64 // partial sums of |u|
	scratch []float64
	order   []int     // a permutation of the attributes; its beginning is C
	v       []float64 // of C
}

// newAER returns a learner of d attributes that looks k times at an object, k
// even and 2 to 2d. lambda and norm must be above 0 and finite.
func newAER(d, k int, lambda, norm float64, seed uint64) (*aer, error) {
	if err := checkK(k, 2*d, "twice the number of attributes: half of the looks goes to different ones"); err != nil {
		return nil, err
	}
	if err := above0("λ", lambda); err != nil {
		return nil, err
	}
	if err := above0("the norm bound", norm); err != nil {
		return nil, err
	}
	a := &aer{
		d: d, half: k / 2, lambda: lambda, norm: norm,
		rng: rand.New(rand.NewPCG(seed, 0xae12)),
		u:   make([]float64, d), sum: make([]float64, d), partial: make([]float64, d), scratch: make([]float64, d),
		order: make([]int, d), v: make([]float64, k/2),
	}
	for i := range a.order {
		a.order[i] = i
	}
	return a, nil
}

func above0(name string, x float64) error {
	if !(x > 0) || math.IsInf(x, 0) {
		return fmt.Errorf("%s is %v: a number above 0 is needed", name, x)
	}
	return nil
}

// TheoremLambda is the λ of CSS's theorem 2 for m examples of d attributes,
//
//	((B+1) d / B₂) √(log m / (m k)),
//
// B bounding the L1 norm and B₂ <= B, the same B where nothing is known, the L2
// norm of the best predictor. It is 0, which AER refuses, for m = 1.
func TheoremLambda(m, d, k int, norm, norm2 float64) float64 {
	return (norm + 1) * float64(d) / norm2 * math.Sqrt(math.Log(float64(m))/float64(m)/float64(k))
}

// Step implements Learner.
func (a *aer) Step(ex Examples, i int) {
	c := a.choose()
	for r, j := range c {
		a.v[r] = float64(a.d) / float64(a.half) * ex.Look(i, j, a.rng)
	}
	a.seen += a.half
	var guess float64
	if total := a.partial[a.d-1] / float64(max(a.t, 1)); total > 0 {
		for range a.half {
			j := a.pick(a.rng.Float64())
			guess += math.Copysign(total, a.u[j]) / float64(a.half) * ex.Look(i, j, a.rng)
		}
		a.seen += a.half
	}
	a.learn(c, a.v, guess-ex.Label(i))
}

// choose draws C: a shuffle that stops after as many as are needed, from
// whatever order the last one left.
func (a *aer) choose() []int {
	for r := range a.half {
		s := r + a.rng.IntN(a.d-r)
		a.order[r], a.order[s] = a.order[s], a.order[r]
	}
	return a.order[:a.half]
}

// pick returns the attribute that a share in [0,1) stands for: the first whose
// partial sum is above that share of |w|₁. w must not be 0. Where w_i is 0 the sum
// does not grow, so that i is never picked.
func (a *aer) pick(share float64) int {
	total := a.partial[a.d-1]
	at := share * total
	i := sort.Search(a.d, func(i int) bool { return a.partial[i] > at })
	if i == a.d { // the share was rounded up to |w|₁
		i = sort.Search(a.d, func(i int) bool { return a.partial[i] >= total })
	}
	return i
}

// learn takes the step for v, whose entries off C are 0, and an error ŷ-y.
func (a *aer) learn(c []int, v []float64, off float64) {
	a.t++
	step, most := 2/a.lambda*off, a.partial[a.d-1]
	for r, j := range c {
		a.u[j] -= step * v[r]
		most += math.Abs(step * v[r])
	}
	if bound := a.norm * float64(a.t); most > bound { // else it is inside for sure
		regress.ProjectL1(a.u, bound, a.scratch)
	}
	a.account()
}

// account adds w to its sum, and takes the partial sums of |u|.
func (a *aer) account() {
	share, total := 1/float64(a.t), 0.0
	sum, partial := a.sum[:len(a.u)], a.partial[:len(a.u)]
	for i, x := range a.u {
		sum[i] += share * x
		total += math.Abs(x)
		partial[i] = total
	}
}

// Weights implements Learner: the mean of the weights after each object.
func (a *aer) Weights(w []float64) {
	for i, x := range a.sum {
		w[i] = x / float64(max(a.t, 1))
	}
}

// Seen implements Learner.
func (a *aer) Seen() int { return a.seen }

// checkK says what is wrong with a number of looks.
func checkK(k, most int, why string) error {
	if most == 2 && k != 2 {
		return fmt.Errorf("k = %d: with one attribute it must be 2", k)
	}
	if k < 2 || k%2 != 0 || k > most {
		return fmt.Errorf("k = %d: an even number from 2 to %d is needed, %s", k, most, why)
	}
	return nil
}
