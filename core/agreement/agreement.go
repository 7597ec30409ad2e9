package agreement

import (
	"context"
	"math"
	"slices"

	"fms-tui/core/internal/moments"
	"fms-tui/core/parallel"
	"fms-tui/model"
)

// DefaultReplicates is the usual number of bootstrap replicates.
const DefaultReplicates = 500

// Level is the confidence level of all intervals.
const Level = .95

// MostCategories is the number of different values up to which the judgments of an
// attribute, or a label, count as categories, if there are leastOfCategory times as
// many judgments.
const MostCategories = 20

const leastOfCategory = 4

// Question says what is to be measured.
type Question struct {
	Label      *model.Label // of the data; nil for none: what needs one is then empty
	Replicates int          // of the bootstrap; 0 for no intervals
	Seed       uint64       // random seed: the same seed draws the same
}

// Coefficient is a figure with the ends of its interval at [Level]. At most 1; NaN
// where it cannot be known, such as a coefficient about raters where nobody knows
// them. The ends are NaN without a bootstrap, and where too few blocks hold objects.
type Coefficient struct{ Value, Low, High float64 }

// Known tells whether there is a figure.
func (c Coefficient) Known() bool { return !math.IsNaN(c.Value) }

var unknown = Coefficient{math.NaN(), math.NaN(), math.NaN()}

// Agreement is how far the judgments of a data set agree. It is immutable.
type Agreement struct {
	Attributes []Attribute // in the order of the data
	Against    []Against   // every attribute against the label, and every rater of it; empty without a label
	Judges     []Judges    // who errs alike; empty without a label
	Components []Component // of the G study; empty where raters or attributes are too few
	// OneScale says that the G study is in the units of the judgments. Otherwise the
	// attributes have different scales, and each is in units of its standard deviation.
	OneScale bool
}

// Attribute is how far the judgments of one attribute agree.
type Attribute struct {
	Name       string
	Objects    int     // with a judgment
	Judgments  int     // that count
	Raters     int     // who are known; 0 where nobody is
	Categories int     // different values, if they count as categories; 0 where they do not
	K          float64 // judgments of an object: the harmonic mean over objects; NaN without any

	ICC1, ICCA1, ICCC1, ICCAk                 Coefficient
	AlphaInterval, AlphaOrdinal, AlphaNominal Coefficient
	Kappa                                     Coefficient
	KappaOf                                   Kappa // which κ it is
}

// newAttribute returns an attribute of which nothing is known.
func newAttribute(name string) Attribute {
	return Attribute{
		Name: name, K: math.NaN(), ICC1: unknown, ICCA1: unknown, ICCC1: unknown, ICCAk: unknown,
		AlphaInterval: unknown, AlphaOrdinal: unknown, AlphaNominal: unknown, Kappa: unknown,
	}
}

// Measure measures the judgments of ds. The only error is the context's. It panics
// if ds holds moments in place of judgments: see [OfMoments].
func Measure(ctx context.Context, ds *model.Dataset, q Question) (*Agreement, error) {
	if ds.MomentsOf != nil {
		panic("agreement: moments in place of judgments")
	}
	blocks := blocksOf(ds)
	draws := newDraws(blocks.n, blocks.used, q)
	columns := columnsOf(ds)
	r := &Agreement{Attributes: make([]Attribute, len(columns))}
	if err := parallel.Stage(ctx, "measuring agreement", len(columns), func(a int) {
		r.Attributes[a] = columns[a].measure(blocks, draws)
	}); err != nil {
		return nil, err
	}
	if q.Label != nil {
		r.compareWith(ctx, q.Label, columns)
	}
	r.Components, r.OneScale = components(ctx, columns)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return r, nil
}

func (c *column) measure(blocks *blocks, draws *draws) Attribute {
	a := newAttribute(c.name)
	known := c.known()
	a.Judgments, a.Raters, a.Categories = len(c.cells), len(known), len(c.values)
	inverse := 0.
	c.objects(func(own []judgment) {
		a.Objects++
		inverse += 1 / float64(len(own))
	})
	if a.Objects > 0 {
		a.K = float64(a.Objects) / inverse
	}
	a.ICC1 = draws.one(icc1(c.sums(blocks)))
	iccs := draws.all(3, c.twoWay(blocks).iccs(a.K))
	a.ICCA1, a.ICCC1, a.ICCAk = iccs[0], iccs[1], iccs[2]
	a.AlphaInterval = draws.one(c.alpha(blocks, nil))
	if c.values == nil {
		a.AlphaOrdinal = draws.one(c.alpha(blocks, midranks(c.pairable())))
		return a
	}
	alphas := draws.all(2, c.alphas(blocks))
	a.AlphaOrdinal, a.AlphaNominal = alphas[0], alphas[1]
	kind, kappa := Fleiss, c.fleiss
	if len(known) == 2 && !slices.ContainsFunc(c.cells, func(j judgment) bool { return j.rater == model.NoRater }) {
		kind, kappa = Cohen, c.cohen
	}
	if a.Kappa = draws.one(kappa(blocks)); a.Kappa.Known() {
		a.KappaOf = kind
	}
	return a
}

type blocks struct {
	of   []int // by object
	n    int
	used []int // blocks with a judgment, rising
}

func blocksOf(ds *model.Dataset) *blocks {
	b := &blocks{of: make([]int, len(ds.Objects)), n: moments.BlockCount(len(ds.Attributes))}
	used := make([]bool, b.n)
	for i, id := range ds.Objects {
		b.of[i] = moments.BlockOf(id, b.n)
		used[b.of[i]] = used[b.of[i]] || ds.Start[i+1] > ds.Start[i]
	}
	for k, u := range used {
		if u {
			b.used = append(b.used, k)
		}
	}
	return b
}

type judgment struct {
	object, rater int32 // model.NoRater is somebody who judged nothing else
	value         float64
}

// column is the judgments of one attribute, by object.
type column struct {
	name   string
	cells  []judgment
	values []float64 // the categories, rising; nil where there are none
}

// columnsOf lays judgments out by attribute. The first judgment of a rater counts.
func columnsOf(ds *model.Dataset) []column {
	columns := make([]column, len(ds.Attributes))
	for a, name := range ds.Attributes {
		columns[a].name = name
	}
	for i := range ds.Objects {
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			c := &columns[ds.Attr[j]]
			r := ds.Rater[j]
			if r != model.NoRater && ds.IsNameless(int(r)) { // a row or a call of somebody
				r = model.NoRater
			}
			if r == model.NoRater || !c.judged(int32(i), r) {
				c.cells = append(c.cells, judgment{int32(i), r, ds.Value[j]})
			}
		}
	}
	for a := range columns {
		columns[a].values = categories(columns[a].cells)
	}
	return columns
}

// judged tells whether a rater judged the object that is being laid out.
func (c *column) judged(object, rater int32) bool {
	for k := len(c.cells) - 1; k >= 0 && c.cells[k].object == object; k-- {
		if c.cells[k].rater == rater {
			return true
		}
	}
	return false
}

// categories are the different values of judgments, rising; nil where they are too
// many to count as categories.
func categories(cells []judgment) []float64 {
	values := []float64{}
	for _, j := range cells {
		if at, found := slices.BinarySearch(values, j.value); !found {
			if len(values) == MostCategories {
				return nil
			}
			values = slices.Insert(values, at, j.value)
		}
	}
	if leastOfCategory*len(values) > len(cells) {
		return nil
	}
	return values
}

// objects calls visit with the judgments of each object.
func (c *column) objects(visit func(own []judgment)) {
	for lo := 0; lo < len(c.cells); {
		hi := lo + 1
		for hi < len(c.cells) && c.cells[hi].object == c.cells[lo].object {
			hi++
		}
		visit(c.cells[lo:hi])
		lo = hi
	}
}

// known are the raters who are known, by number and rising.
func (c *column) known() []int32 {
	var all []int32
	seen := make(map[int32]bool)
	for _, j := range c.cells {
		if j.rater != model.NoRater && !seen[j.rater] {
			seen[j.rater] = true
			all = append(all, j.rater)
		}
	}
	slices.Sort(all)
	return all
}

func mean(own []judgment) float64 {
	sum := 0.
	for _, j := range own {
		sum += j.value / float64(len(own))
	}
	return sum
}

// within is the sum of the squares of judgments about their mean.
func within(own []judgment) float64 {
	m, sum := mean(own), 0.
	for _, j := range own {
		sum += (j.value - m) * (j.value - m)
	}
	return sum
}
