package experts

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"fms-tui/core/regress"
)

// em maximises J over one set of data, whose objects all have votes, for one penalty
// after another.
//
// Given z_i = P(Z_i = 1 | x_i, votes), the expected log-likelihood of votes and
// labels together falls into two weighted logistic regressions (I&S appendix A):
// of z on the features, an observation an object; and of
//
//	d_ik = z_i Y_ik + (1-z_i)(1-Y_ik),
//
// the probability that vote (i,k) is right, on indicators of the experts and the
// features, an observation a vote. Their L1 penalties are J's.
type em struct {
	data                    *Data
	lambdaBeta, lambdaGamma float64
	z                       []float64
	eta, ease               []float64
	label, vote             regress.Logistic
	labels                  *regress.Solver
	votes                   *regress.Solver
}

func newEM(d *Data) *em {
	n, p := d.Objects(), len(d.X)
	m := &em{data: d, z: make([]float64, n), eta: make([]float64, n), ease: make([]float64, n)}
	object := make([]int32, len(d.Yes))
	for i := range n {
		for r := d.Start[i]; r < d.Start[i+1]; r++ {
			object[r] = int32(i)
		}
	}
	m.label = regress.Logistic{X: d.X, Groups: 1, Target: m.z, Penalty: make([]float64, p)}
	m.vote = regress.Logistic{
		X: d.X, Object: object, Group: d.Expert, Groups: d.Experts,
		Target: make([]float64, len(d.Yes)), Penalty: make([]float64, p),
	}
	m.labels, m.votes = regress.NewSolver(&m.label), regress.NewSolver(&m.vote)
	m.labels.Reuse, m.votes.Reuse = reuse, reuse
	return m
}

// reuse is for how many iterations the curvature of an M-step may serve.
const reuse = 8

// setPenalty changes the λ of β and of γ.
func (m *em) setPenalty(beta, gamma float64) {
	m.lambdaBeta, m.lambdaGamma = beta, gamma
	for j := range m.label.Penalty {
		m.label.Penalty[j], m.vote.Penalty[j] = beta, gamma
	}
}

// expect is the E-step: it fills z and d at θ, and returns J there. With
// S = Σ_k log(1+exp τ_k) over an object's votes, its two terms of the likelihood
// are
//
//	log P(Z=1, votes) = η - log(1+e^η) + Σ Y τ - S
//	log P(Z=0, votes) =   - log(1+e^η) + Σ (1-Y) τ - S
//
// whose difference is the log odds of z, so that the log of their sum is the
// second plus log(1+exp(difference)): nothing overflows, as in the printed form.
// The logarithms are taken of products: they are a third of the work otherwise.
func (m *em) expect(t *Theta) (objective float64) {
	d := m.data
	combined(t.Beta0, t.Beta, d.X, m.eta)
	combined(0, t.Gamma, d.X, m.ease)
	var plus, minus logs
	for i, eta := range m.eta {
		odds := eta
		minus.add(eta)
		for r := d.Start[i]; r < d.Start[i+1]; r++ {
			tau := t.Alpha[d.Expert[r]] + m.ease[i]
			minus.add(tau)
			if d.Yes[r] {
				odds += tau
			} else {
				odds -= tau
				plus.sum += tau
			}
		}
		plus.add(odds)
		likely, not := sigmoid(odds), sigmoid(-odds) // both with all their digits
		m.z[i] = likely
		for r := d.Start[i]; r < d.Start[i+1]; r++ {
			if d.Yes[r] {
				m.vote.Target[r] = likely
			} else {
				m.vote.Target[r] = not
			}
		}
	}
	return plus.total() - minus.total() - m.lambdaBeta*floats.Norm(t.Beta, 1) - m.lambdaGamma*floats.Norm(t.Gamma, 1)
}

// logs is a sum of log(1+e^t) = max(t,0) + log(1+e^-|t|).
type logs struct {
	sum    float64
	excess float64 // of the product of the 1+e^-|t| over 1, of those not yet in sum
}

func (l *logs) add(t float64) {
	l.sum += max(t, 0)
	e := math.Exp(-math.Abs(t))
	if l.excess += e * (1 + l.excess); l.excess > 1e300 {
		l.sum, l.excess = l.total(), 0
	}
}

func (l *logs) total() float64 { return l.sum + math.Log1p(l.excess) }

// maximise is the M-step, from θ, in place. With fewer steps than it takes the
// expectation grows all the same, and J with it: a generalised EM.
func (m *em) maximise(t *Theta, steps int) {
	label := regress.Coefficients{Intercept: []float64{t.Beta0}, Coef: t.Beta}
	m.labels.Improve(&label, steps)
	t.Beta0 = label.Intercept[0]
	m.votes.Improve(&regress.Coefficients{Intercept: t.Alpha, Coef: t.Gamma}, steps)
}

// limits say when an iteration ends.
type limits struct {
	iterations int     // at most
	tolerance  float64 // J grows by less than this share of 1+|J|
	steps      int     // of each M-step
}

// The limits of Select: for the short runs from every start, and for the runs that go
// on to the end. One Newton step from the end of the last M-step leaves little, and an
// exact solution would be for a z that is not final. J decides, never the parameters,
// which may grow without end (see Theta.Saturated).
var (
	shortRun = limits{iterations: 10, tolerance: 1e-8, steps: 1}
	longRun  = limits{iterations: 500, tolerance: 1e-8, steps: 1}
)

// run iterates from θ, in place, and returns J there and how often it did. It
// ends with the context, too. J never falls.
func (m *em) run(ctx context.Context, t *Theta, l limits) (objective float64, iterations int, converged bool) {
	objective = m.expect(t)
	for iterations < l.iterations && ctx.Err() == nil {
		m.maximise(t, l.steps)
		iterations++
		next := m.expect(t)
		grown := next - objective
		objective = next
		if grown <= l.tolerance*(1+math.Abs(next)) {
			return objective, iterations, true
		}
	}
	return objective, iterations, false
}

// wrongShares are the shares of the votes on each object with any that a
// classifier disagrees with. Their mean is its surrogate risk Ŝ (I&S section 2):
// all objects count alike, whatever the number of their votes.
//
// If labels had errors of their own with probability ē, independent of the
// classifier's, Ŝ would be (1-2ē)R + ē for a risk R: see Risk.
func wrongShares(classes []bool, v *Votes) (shares []float64) {
	for i, c := range classes {
		if of := v.Of(i); of > 0 {
			shares = append(shares, float64(disagree(c, v, i))/float64(of))
		}
	}
	return shares
}

// mean is a mean and its standard error: both NaN of no values, the error of one.
func mean(x []float64) (m, se float64) {
	m, sd := stat.MeanStdDev(x, nil)
	return m, stat.StdErr(sd, float64(len(x)))
}

// disagree counts the votes on object i against a class.
func disagree(class bool, v *Votes, i int) int {
	if class {
		return v.Of(i) - v.yes(i)
	}
	return v.yes(i)
}

// Risk is the risk of a classifier read off its surrogate risk, (Ŝ-ē)/(1-2ē),
// where experts' mean error ē is known: NaN where it is 1/2 or more. It assumes
// that the classifier errs where it may, whether experts do or not, and may come
// out below 0.
func Risk(s, meanError float64) float64 {
	if meanError >= .5 {
		return math.NaN()
	}
	return (s - meanError) / (1 - 2*meanError)
}
