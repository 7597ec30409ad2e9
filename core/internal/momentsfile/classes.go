package momentsfile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// Naming says what the values of a label stand for.
type Naming struct {
	Names   []string // of two words or of the classes, by value 0, 1, …; nil for numbers
	Ordered bool     // three or more classes are steps of a scale
	Binary  bool     // every value is 0 or 1
}

// namingOf says what the values of a label stand for.
func namingOf(l *model.Label) Naming {
	n := Naming{Names: l.Classes, Ordered: l.Ordered}
	if l.Classes == nil && l.Words != ([2]string{}) {
		n.Names = l.Words[:]
	}
	n.Binary = l.Classes == nil && !slices.ContainsFunc(l.Values, func(y float64) bool { return y == y && y != 0 && y != 1 })
	return n
}

// Named returns a label of the file's name and classes without values.
func (l *Label) Named() model.Label {
	out := model.Label{Name: l.Name, Binary: l.Binary, Ordered: l.Ordered}
	if l.classes() > 0 {
		out.Classes = l.Names
	} else if len(l.Names) == 2 {
		out.Words = [2]string(l.Names)
	}
	return out
}

// NewLabel returns an entry for a label, still without moments.
func NewLabel(l *model.Label) Label { return Label{Name: l.Name, Naming: namingOf(l)} }

// classes is the number of three or more classes, of which blocks have sums; 0 without.
func (n *Naming) classes() int {
	if len(n.Names) > 2 {
		return len(n.Names)
	}
	return 0
}

func (n *Naming) equal(o *Naming) bool {
	return slices.Equal(n.Names, o.Names) && n.Ordered == o.Ordered
}

// align gives the label so far and another file's label the same classes. Parts of data may
// lack a class: words are in alphabetical order, so the words of all parts are too.
func (l *mergedLabel) align(own Label, first, name string) (Label, error) {
	if l.Paper == nil {
		l.Naming = own.Naming
		return own, nil
	}
	binary := l.Binary && own.Binary
	switch {
	case l.equal(&own.Naming):
		l.Binary = binary
		return own, nil
	case l.Ordered || own.Ordered || l.Names == nil || own.Names == nil:
		return own, model.Advise(fmt.Errorf("the classes of the label %s are %s in %s and %s in %s: write all parts with the same classes",
			l.Name, l.list(), first, own.list(), name), model.Choose(model.OptionOrdered, "LOW,MID,HIGH", "names the classes of a scale"))
	}
	all := slices.Concat(l.Names, own.Names)
	slices.Sort(all)
	all = slices.Compact(all)
	l.Paper, l.Aware = l.reclassed(all)
	own.Paper, own.Aware = own.reclassed(all)
	l.Naming = Naming{Names: all}
	own.Naming = l.Naming
	return own, nil
}

// reclassed are the moments with classes among all.
func (l *Label) reclassed(all []string) (paper, aware *moments.Blocks) {
	var to []int
	for _, name := range l.Names {
		at, _ := slices.BinarySearch(all, name)
		to = append(to, at)
	}
	return l.Paper.Reclassed(len(all), to), l.Aware.Reclassed(len(all), to)
}

// list names the classes in an error.
func (n *Naming) list() string {
	if n.Names == nil {
		return "numbers"
	}
	return strings.Join(n.Names, ", ")
}

// checkClasses refuses classes that do not have the objects of their block, and sums beyond
// their bounds.
func (c *codec) checkClasses(s *moments.Sums, b *bounds) {
	if s.Class == nil {
		return
	}
	objects, of := 0, make([]int, len(s.Attr))
	for k := range s.Class {
		own := &s.Class[k]
		objects += own.Objects
		for a, n := range own.Attr {
			of[a] += n
			if n > own.Objects || b.attr[a].xx <= largest && !within(own.X[a], math.Sqrt(float64(n))*math.Sqrt(b.attr[a].xx)) {
				c.fail("the sums of attribute %d by class contradict each other", a)
			}
		}
	}
	for a := range of {
		if of[a] != s.Attr[a].Objects || objects != s.Objects {
			c.fail("the classes of a block do not have its objects")
		}
	}
}
