package partial

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"fms-tui/core/partial"
	"fms-tui/core/report/figure"
)

// The digits of the paper's figure 2, and the pixels that it looks at.
const (
	three, five = 3, 5
	fewPixels   = 4
)

// digits reads MNIST once; nil where it is missing.
func (l *lab) digits(ctx context.Context) (*digits, error) {
	if l.all != nil {
		return l.all, nil
	}
	folder := filepath.Join(l.Data, "mnist")
	if _, err := os.Stat(folder); err != nil {
		return nil, nil
	}
	var err error
	l.all, err = readDigits(ctx, folder)
	return l.all, err
}

// digitCurves is figure 2: 3 against 5.
func digitCurves(ctx context.Context, l *lab) (string, error) {
	all, err := l.digits(ctx)
	if all == nil || err != nil {
		return "", err
	}
	return l.curves(ctx, all.pair(three, five), "Images of 3 (-1) and 5 (+1)")
}

// simulatedCurves is the same on images that need no files.
func simulatedCurves(ctx context.Context, l *lab) (string, error) {
	return l.curves(ctx, simulated(l.images, l.Seed), "Simulated images")
}

func (l *lab) curves(ctx context.Context, ex *images, what string) (string, error) {
	q := l.question(fewPixels)
	r, err := partial.Run(ctx, fixed(ex), ex.Len(), q, nil)
	if err != nil {
		return "", err
	}
	var m markdown
	fmt.Fprintf(&m, "%s, %d pixels: %s.\n\n", what, ex.pixels, sizes(&q, r))
	m.outcomes(r)
	m.curves(r, ex.variance())
	return m.String(), nil
}

// variance is the variance of the labels.
func (p *images) variance() float64 {
	var sum, squares float64
	for _, y := range p.label {
		sum += y / float64(len(p.label))
		squares += y * y / float64(len(p.label))
	}
	return squares - sum*sum
}

// everyPair tunes and learns for every pair of digits: the table of medians.
func everyPair(ctx context.Context, l *lab) (string, error) {
	all, err := l.digits(ctx)
	if all == nil || err != nil {
		return "", err
	}
	q := l.question(fewPixels)
	q.Points, q.Splits, q.Folds = 1, l.pairSplits, l.pairFolds
	losses, wrong := make(map[partial.Algorithm][]float64), make(map[partial.Algorithm][]float64)
	pairs := 0
	for a := range byte(10) {
		for b := a + 1; b < 10; b++ {
			ex := all.pair(a, b)
			q.Seed = l.Seed + uint64(a)*10 + uint64(b)
			r, err := partial.Run(ctx, fixed(ex), ex.Len(), q, nil)
			if err != nil {
				return "", fmt.Errorf("%d against %d: %w", a, b, err)
			}
			for _, x := range r.Outcomes {
				for _, p := range x.Each {
					losses[x.Algorithm] = append(losses[x.Algorithm], p.Loss)
					wrong[x.Algorithm] = append(wrong[x.Algorithm], p.Wrong)
				}
			}
			pairs++
		}
	}
	var m markdown
	fmt.Fprintf(&m, "Medians over %d pairs of digits, %s of each, %d folds, k = %d, seed %d.\n\n", pairs, figure.CountOf(l.pairSplits, "split"), q.Folds, q.K, l.Seed)
	m.Head("", "mean squared error", "the paper", "wrong signs", "the paper")
	for _, a := range q.Algorithms {
		m.Row(string(a), figure.Fixed(median(losses[a]), 3), printed[a][0], percent(median(wrong[a])), printed[a][1])
	}
	return m.String(), nil
}

// printed are the paper's medians, and errors of signs.
var printed = map[partial.Algorithm][2]string{
	partial.AttributeEfficient: {".320", "3.5 %"},
	partial.Estimated:          {".815", ""},
	partial.FullLasso:          {".222", "1.1 %"},
	partial.FullRidge:          {".110", "1.3 %"},
}

// moreLooks lets AER go several times over the training images of 3 and 5, with new
// looks each time, which equals several times the images. It shows whether more images
// would help. Parameters are the best on the test images, so that no tuning could do
// better.
func moreLooks(ctx context.Context, l *lab) (string, error) {
	all, err := l.digits(ctx)
	if all == nil || err != nil {
		return "", err
	}
	return l.passesOver(ctx, all.pair(three, five))
}

func (l *lab) passesOver(ctx context.Context, ex *images) (string, error) {
	order := rand.New(rand.NewPCG(l.Seed, 0x9a55)).Perm(ex.Len())
	test, train := order[:ex.Len()/partial.TestShare], order[ex.Len()/partial.TestShare:]
	var m markdown
	fmt.Fprintf(&m, "AER, %d images to learn from, %d to test on, k = %d, seed %d; the best of %d norm bounds and %d λ on the test images.\n\n",
		len(train), len(test), fewPixels, l.Seed, len(passNorms), len(passShares))
	m.Head("passes", "looks at a pixel", "mean squared error", "wrong signs", "norm bound", "λ")
	for _, passes := range l.passes {
		found := make([]trial, len(passNorms)*len(passShares))
		var wg sync.WaitGroup
		for i := range found {
			wg.Go(func() {
				t := &found[i]
				t.Norm = passNorms[i/len(passShares)]
				t.Lambda = passShares[i%len(passShares)] * partial.TheoremLambda(passes*len(train), ex.pixels, fewPixels, t.Norm, t.Norm)
				t.learn(ctx, ex, train, test, passes, l.Seed)
			})
		}
		wg.Wait()
		best := &found[0]
		for i := range found {
			if found[i].err != nil {
				return "", found[i].err
			}
			if found[i].Loss < best.Loss {
				best = &found[i]
			}
		}
		m.Row(strconv.Itoa(passes), figure.Significant(float64(best.seen)/float64(ex.pixels), 3), figure.Fixed(best.Loss, 3), percent(best.Wrong),
			figure.Significant(best.Norm, 3), figure.Significant(best.Lambda, 3))
	}
	return m.String(), nil
}

var (
	passNorms  = []float64{1, 2, 4, 8, 16}
	passShares = []float64{1, 1. / 4} // of the theorem's λ
)

// trial is AER with some parameters.
type trial struct {
	partial.Tuned
	partial.Errors
	seen int
	err  error
}

func (t *trial) learn(ctx context.Context, ex *images, train, test []int, passes int, seed uint64) {
	a, err := (&partial.Question{K: fewPixels}).New(partial.AttributeEfficient, ex.pixels, t.Tuned, seed)
	if err != nil {
		t.err = err
		return
	}
	for range passes {
		if t.err = partial.Curve(ctx, a, ex, train, test, nil, nil); t.err != nil {
			return
		}
	}
	w := make([]float64, ex.pixels)
	a.Weights(w)
	t.Errors, t.seen = partial.ErrorsOf(ex, test, w), a.Seen()
}

// simulatedLooks is what looking at more pixels of each image is worth.
func simulatedLooks(ctx context.Context, l *lab) (string, error) {
	ex := simulated(l.images, l.Seed)
	q := l.question(0)
	q.Points = 1
	q.Algorithms = slices.DeleteFunc(q.Algorithms, func(a partial.Algorithm) bool { return !a.Partial() })
	head := []string{"k"}
	for _, a := range q.Algorithms {
		head = append(head, string(a))
	}
	var m markdown
	m.Head(head...)
	for _, q.K = range []int{2, 4, 8, 16, 64} {
		r, err := partial.Run(ctx, fixed(ex), ex.Len(), q, nil)
		if err != nil {
			return "", err
		}
		m.Row(append([]string{strconv.Itoa(q.K)}, losses(r)...)...)
	}
	return m.String(), nil
}

// fixed is a scale for examples that stay as they are.
func fixed(ex partial.Examples) partial.Scaled {
	return func([]int) partial.Examples { return ex }
}
