package bound

import (
	"context"
	"errors"
	"fmt"
	"math"

	"fms-tui/core/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

const (
	// mostSearched is the number of candidates up to which an exhaustive search
	// is begun. The bound prunes nearly all of it, but each costs the square of
	// the candidates.
	mostSearched = 64
	// mostParts is the number of parts of a search, vectors of which only the
	// first entries are decided, after which it gives up: some seconds to a minute.
	mostParts = 300_000
)

// TooLargeError says that a search was refused, or given up.
type TooLargeError struct {
	Budget     model.Amount // that was searched
	Candidates int          // attributes that may be bought
	Vectors    float64      // repeat vectors within the budget, estimated
	Parts      int          // of the search that were looked at; 0 where it was not begun
}

func (e *TooLargeError) Error() string {
	about := fmt.Sprintf("about %.2g repeat vectors of %d attributes cost at most %s", e.Vectors, e.Candidates, e.Budget)
	if e.Parts == 0 {
		return fmt.Sprintf("%s, and at most %d attributes are searched through: exclude some", about, mostSearched)
	}
	return fmt.Sprintf("%s, and the bound rules too few of them out: the search was given up after %d parts; a smaller budget or fewer attributes make it smaller",
		about, e.Parts)
}

// Exhaustive is what is known once every repeat vector within a budget was
// looked at, or pruned by the certified bound.
type Exhaustive struct {
	Repeats []int        // by attribute
	Spent   model.Amount // at most the budget
	Loss    float64      // projected loss without a ridge, squared label units
	Vectors float64      // repeat vectors within the budget, estimated
	Parts   int          // of the search that were looked at
}

// Search is Optimum for problems that may take longer than a frame: it begins with up
// to 64 candidates, at whatever budget, starts from what Exchange chooses, so that the
// bound prunes early, and gives up after 300,000 parts, which depends on the problem
// alone. On forms paid by the answer, where the bound is loose, it manages about ten
// attributes at a dozen judgments. Errors are a *TooLargeError, that the budget does
// not pay for the minima, and the context's.
func Search(ctx context.Context, p *selection.Problem, budget model.Amount) (Exhaustive, error) {
	out := Exhaustive{Vectors: vectorCount(p, budget)}
	tooLarge := &TooLargeError{Budget: budget, Candidates: candidates(p), Vectors: out.Vectors}
	if tooLarge.Candidates > mostSearched {
		return out, tooLarge
	}
	s, err := begin(ctx, p, budget, selection.Full, selection.Exchange)
	if err != nil {
		return out, err
	}
	s.ceiling = mostParts
	parallel.Report(ctx, searching, 0, 0)
	err = s.run()
	out.Parts = s.visited
	if errors.Is(err, errGaveUp) {
		tooLarge.Parts = mostParts
		return out, tooLarge
	}
	out.Repeats, out.Loss = s.best, s.loss
	out.Spent, _ = p.Cost(s.best) // within the budget
	return out, err
}

// vectorCount estimates how many repeat vectors cost at most budget, maxima not
// counted; 0 where it does not pay for the minima. A whole vector stands for the unit
// cube about it, whose cost varies by half a price in each direction, so that
// what is left after the minima, E, leaves about
//
//	(E + Σc/2)^d / (d! Π c)
//
// the volume of a simplex. At equal prices the exact number is (E/c + d over d).
// A call counts as one entry, and the price of a form that has answers to pay is
// shared out among them.
func vectorCount(p *selection.Problem, budget model.Amount) float64 {
	required, payable := p.Required()
	if !payable || required > budget {
		return 0
	}
	list := decisions(p)
	room := (budget - required).Float()
	for _, it := range list {
		room += it.price.Float() / 2
	}
	count := 1.0
	for n, it := range list {
		count *= room / (float64(n+1) * max(it.price, 1).Float())
	}
	return max(count, 1)
}

// candidates counts what can be chosen.
func candidates(p *selection.Problem) int {
	n := 0
	for _, ok := range p.Candidate {
		if ok {
			n++
		}
	}
	return n
}

var errGaveUp = errors.New("too many parts")

// begin prepares a search that starts from the best of what algorithms choose,
// the first of them that are equal.
func begin(ctx context.Context, p *selection.Problem, budget model.Amount, from ...selection.Algorithm) (*search, error) {
	required, payable := p.Required()
	if !payable || required > budget {
		return nil, fmt.Errorf("a budget of %s does not pay for the least judgments asked for", budget)
	}
	s := newSearch(ctx, p, budget)
	s.best, s.loss = make([]int, len(p.V)), math.Inf(1)
	for _, a := range from {
		curve, err := selection.NewCurve(ctx, p, a, []model.Amount{budget})
		if err != nil {
			return nil, err
		}
		repeats := curve.Choices[0].Repeats(len(p.V))
		if loss := s.lossOf(repeats); loss < s.loss-negligible*p.VarY {
			s.best, s.loss = repeats, loss
		}
	}
	return s, nil
}

// run searches, and gives back what the best vector buys for nothing unless it
// is an algorithm's choice.
func (s *search) run() error {
	start := s.loss
	s.branch(0)
	switch {
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case s.ended():
		return errGaveUp
	case s.loss < start:
		s.trim()
	}
	return nil
}

// searching is what a search reports that it is doing.
const searching = "searching for the optimum in parts"

// reportedParts is how many parts are visited from one report of progress to the next.
const reportedParts = 1000

// ended tells whether a search is to stop.
func (s *search) ended() bool {
	if s.visited%reportedParts == 0 {
		parallel.Report(s.ctx, searching, s.visited, 0)
	}
	return s.ctx.Err() != nil || s.ceiling > 0 && s.visited > s.ceiling
}
