package honest

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/moments"
	"fms-tui/core/parallel"
)

// DefaultFolds is F, the number of folds unless another one is asked for.
const DefaultFolds = 10

const leastObjects = 20

// Source is what cross-validation reads.
type Source struct {
	Blocks     *moments.Blocks
	Sums       *moments.Sums // of all blocks
	Projection string
	// Also are the labels besides the first that the same judgments of the same objects
	// predict, whose losses are added; nil for one label.
	Also []*Source
	// Fixed returns block sums in which the subtracted raters' means come from the
	// objects in the included blocks. Only the fixed mode needs it.
	Fixed func(ctx context.Context, include func(block int) bool) (*moments.Blocks, error)
	// Copies returns the moments of single judgments over the blocks included,
	// nil where there are none; it is needed for that algorithm alone.
	Copies func(ctx context.Context, include func(block int) bool) (*moments.Copies, error)
}

// TooFewError says why there is no honest loss.
type TooFewError string

func (e TooFewError) Error() string { return string(e) }

// Parts are the training parts of a data set, with what is held out of each.
// They depend on no price and no limit, and are immutable but for what is
// computed when first asked for; they are safe for concurrent use.
type Parts struct {
	source Source
	folds  []*part
	// labelVar is Var(y) of all objects, summed over the labels.
	labelVar float64
	size     []int     // objects by non-empty block, in the order of the folds
	spread   []float64 // what each contributes to labelVar
	also     []*Parts  // of Source.Also, split alike
}

type part struct {
	held   []int // non-empty blocks in the fold
	blocks *moments.Blocks
	train  *moments.Moments
	forms  []*moments.HeldOut // by block of held

	learned *Learned
}

// sums are the sums of the other blocks. They are made anew: kept, they would take as much as the data.
func (o *part) sums() *moments.Sums { return o.blocks.Union(o.trains) }

// NewParts splits the objects into folds, block by block. It returns a TooFewError,
// the errors of Source.Fixed, or the context's error.
func NewParts(ctx context.Context, s Source, folds int) (*Parts, error) {
	return newParts(ctx, s, folds, nil)
}

// newParts is NewParts. For a label besides the first, first are the parts of that.
func newParts(ctx context.Context, s Source, folds int, first *Parts) (*Parts, error) {
	of := s.Blocks.Folds(folds)
	p, objects := &Parts{source: s}, s.Sums.Objects
	m := float64(objects)
	p.labelVar = (s.Sums.YY - s.Sums.Y*s.Sums.Y/m) / m
	switch {
	case objects < leastObjects:
		return nil, TooFewError(fmt.Sprintf("only %d objects have the label and judgments: an honest loss needs at least %d", objects, leastObjects))
	case len(of) < 2:
		return nil, TooFewError(fmt.Sprintf("the %d objects fall into a single fold: an honest loss needs at least 2", objects))
	}
	mean := s.Sums.Y / m
	for _, held := range of {
		p.folds = append(p.folds, &part{held: held})
		for _, k := range held {
			b := s.Blocks.Block[k]
			p.size = append(p.size, b.Objects)
			p.spread = append(p.spread, (b.YY-2*mean*b.Y+mean*mean*float64(b.Objects))/m)
		}
	}
	errs := make([]error, len(p.folds))
	err := parallel.Stage(ctx, "learning without each fold", len(p.folds), func(f int) {
		var same *part
		if first != nil {
			same = first.folds[f]
		}
		errs[f] = p.folds[f].learn(ctx, s, same)
	})
	for _, own := range append(errs, err) {
		if own != nil {
			return nil, own
		}
	}
	for _, other := range s.Also {
		o, err := newParts(ctx, *other, folds, p)
		if err != nil {
			return nil, err
		}
		p.also = append(p.also, o)
		p.labelVar += o.labelVar
		floats.Add(p.spread, o.spread)
		for f, own := range p.folds {
			own.learned.Also = append(own.learned.Also, o.folds[f].learned)
		}
	}
	return p, nil
}

func (p *Parts) labels() []*Parts { return append([]*Parts{p}, p.also...) }

// varies tells whether a label of a training part does.
func (p *Parts) varies(f int) bool {
	var sum float64
	for _, o := range p.labels() {
		sum += o.folds[f].train.LabelVariance
	}
	return sum > constantLabel*p.labelVar
}

func (o *part) trains(block int) bool {
	return !slices.Contains(o.held, block)
}

// learn finds what the other blocks say; same is what they say of another label, nil for none. The
// only errors are those of Source.Fixed.
func (o *part) learn(ctx context.Context, s Source, same *part) (err error) {
	if o.blocks = s.Blocks; s.Fixed != nil {
		if o.blocks, err = s.Fixed(ctx, o.trains); err != nil {
			return err
		}
	}
	sums := o.sums()
	o.train = o.blocks.Moments(sums)
	if o.forms = o.blocks.HeldOut(o.held, o.train, s.Sums); same != nil {
		o.learned = same.learned.of(o.blocks, o.sums, o.train)
	} else {
		o.learned = NewLearned(o.blocks, o.sums, o.train, o.train.Project(s.Projection))
	}
	o.train.Sigma = nil // the projection takes its place
	return nil
}

// Blocks is K, the number of blocks that hold objects.
func (p *Parts) Blocks() int { return len(p.size) }
