package moments

import (
	"fmt"
	"math"
	"slices"

	"fms-tui/model"
)

// Panel is a fixed panel of raters: the same who judged will judge future
// objects, so how severe each is can be taken off (two-way mixed, consistency).
type Panel struct {
	// Offset[w*d+a] is what rater w's judgments of attribute a are off:
	// m_w[a] - μ[a], in the attribute's units; NaN where he judged none.
	Offset []float64
	// Raters is the number of raters who judged an attribute: no more judgments
	// of it can be bought for an object.
	Raters []int
}

// panelLeast is the number of objects from which a rater's own mean is precise
// enough to be taken off: with fewer it takes signal with it.
const panelLeast = 50

// PanelError says why the raters of a data set cannot be taken as a fixed
// panel.
type PanelError struct {
	Rater, Attribute string // Rater is "" where it must not be named
	Objects          int    // objects of which Rater judged Attribute
	Anonymous        int    // judgments without a rater, if that is what is wrong
}

func (e *PanelError) Error() string {
	if e.Anonymous > 0 {
		return fmt.Sprintf("%d judgments carry no rater: a fixed panel needs to know who judged", e.Anonymous)
	}
	who := "a rater"
	if e.Rater != "" {
		who = fmt.Sprintf("rater %q", e.Rater)
	}
	return fmt.Sprintf("%s judged %s of %d objects: a fixed panel needs at least %d for each attribute that a rater judges",
		who, e.Attribute, e.Objects, panelLeast)
}

// newPanel finds every rater's offsets and replaces the judgments of v by what
// is left when they are taken off.
func newPanel(v *view, ds *model.Dataset) (*Panel, error) {
	cells, _ := raterCells(v)
	if err := panelProblem(v, ds, cells); err != nil {
		return nil, err
	}
	p := v.panelOf(cells)
	v.value = p.off(v)
	return p, nil
}

// panel finds the offsets of the raters of objects that count.
func (v *view) panel() *Panel {
	cells, _ := raterCells(v)
	return v.panelOf(cells)
}

func (v *view) panelOf(cells [][]RaterSums) *Panel {
	sums := v.attributeSums()
	p := &Panel{
		Offset: slices.Repeat([]float64{math.NaN()}, v.raters*v.d),
		Raters: make([]int, v.d),
	}
	for w, list := range cells {
		for _, c := range list {
			a := int(c.Attr)
			p.Offset[w*v.d+a] = c.X/c.N - sums[a].X/float64(sums[a].Objects)
			p.Raters[a]++
		}
	}
	return p
}

// Among returns the panel for data whose raters have other numbers: by name, each
// with the offset that he has; raters of whom nothing is known have none.
func (p *Panel) Among(raters, others []string) *Panel {
	d := len(p.Raters)
	number := make(map[string]int, len(raters))
	for w, name := range raters {
		number[name] = w
	}
	out := &Panel{Offset: slices.Repeat([]float64{math.NaN()}, len(others)*d), Raters: p.Raters}
	for w, name := range others {
		if from, known := number[name]; known {
			copy(out.Offset[w*d:][:d], p.Offset[from*d:][:d])
		}
	}
	return out
}

// off returns the judgments of a view without the raters' offsets.
func (p *Panel) off(v *view) []float64 {
	value := slices.Clone(v.value)
	for i := range v.y {
		for j := v.start[i]; v.counts(i) && j < v.start[i+1]; j++ {
			if x := p.Offset[int(v.rater[j])*v.d+int(v.attr[j])]; !math.IsNaN(x) {
				value[j] -= x
			}
		}
	}
	return value
}

// panelProblem names the first rater, in the order of the data, who judged too
// few objects.
func panelProblem(v *view, ds *model.Dataset, cells [][]RaterSums) error {
	anonymous := 0
	for i := range v.y {
		for j := v.start[i]; v.counts(i) && j < v.start[i+1]; j++ {
			if !v.named(v.rater[j]) {
				anonymous++
			}
		}
	}
	if anonymous > 0 {
		return &PanelError{Anonymous: anonymous}
	}
	for w, list := range cells {
		for _, c := range list {
			if c.N < panelLeast {
				return &PanelError{Rater: ds.Raters[w], Attribute: ds.Attributes[c.Attr], Objects: int(c.N)}
			}
		}
	}
	return nil
}
