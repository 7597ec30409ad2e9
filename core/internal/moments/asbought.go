package moments

import (
	"slices"

	"fms-tui/model"
)

// Bought finds the held judgments that a design would have bought: for each form,
// judgments of raters who answered everything asked on it, with different raters for
// different forms. It is not safe for concurrent use.
type Bought struct {
	cells *Cells
	r     []int   // by attribute
	forms [][]int // attributes with r > 0 by form, most repeats first
	place []int   // by attribute: its place among the attributes with r > 0
	panel bool    // raters may fill several forms

	held  []judged // of the object at hand
	of    map[int32]int
	used  []bool
	taken [][]int // by attribute's place: judgments, by number
}

// judged is what one rater judged of an object, by attribute's place: the number
// of the judgment, or -1.
type judged []int

// NewBought prepares to look for r judgments of each attribute, on the form
// numbered of[a]; nil where every judgment is by another rater. A panel's raters
// may fill several forms.
func (c *Cells) NewBought(r, of []int, panel bool) *Bought {
	b := &Bought{cells: c, r: r, place: make([]int, len(r)), panel: panel, of: make(map[int32]int)}
	at := make(map[int]int) // by form
	n := 0
	for a, x := range r {
		if x == 0 {
			continue
		}
		b.place[a] = n
		n++
		form := a
		if of != nil {
			form = of[a]
		}
		g, known := at[form]
		if !known {
			g = len(b.forms)
			at[form] = g
			b.forms = append(b.forms, nil)
		}
		b.forms[g] = append(b.forms[g], a)
	}
	for _, form := range b.forms {
		slices.SortStableFunc(form, func(a, e int) int { return r[e] - r[a] })
	}
	// It first looks for the form that needs the most raters.
	slices.SortStableFunc(b.forms, func(x, y []int) int { return len(y) - len(x) })
	b.taken = make([][]int, n)
	return b
}

// Means fills x with the mean of these judgments of an object, by attribute with r > 0
// in the order of the data, and reports whether the object holds them. A form needs
// known raters, unless it asks a single attribute.
func (b *Bought) Means(object int, x []float64) bool {
	b.list(object)
	for i := range b.taken {
		b.taken[i] = b.taken[i][:0]
	}
	for n, form := range b.forms {
		if b.panel {
			clear(b.used)
		}
		if !b.fill(form, object+n) {
			return false
		}
	}
	v := b.cells.v
	for a, n := range b.r {
		if n == 0 {
			continue
		}
		var sum float64
		for _, j := range b.taken[b.place[a]] {
			sum += b.cells.shifted(j)
		}
		x[b.place[a]] = v.shift[a] + sum/float64(n)
	}
	return true
}

// list gathers the wanted judgments of an object by rater; anonymous ones are
// each a rater's own.
func (b *Bought) list(object int) {
	v := b.cells.v
	clear(b.of)
	b.held = b.held[:0]
	at, end := v.start[object], v.start[object+1]
	for a, n := range b.r {
		if n == 0 {
			continue
		}
		at = v.place(object, at, int32(a))
		for j := at; j < end && int(v.attr[j]) == a; j++ {
			if own := b.rater(v.rater[j]); own[b.place[a]] < 0 {
				own[b.place[a]] = j
			}
		}
	}
	b.used = slices.Grow(b.used[:0], len(b.held))[:len(b.held)]
	clear(b.used)
}

// rater returns what a rater judged of the object at hand, so far.
func (b *Bought) rater(id int32) judged {
	n := len(b.held)
	if id != model.NoRater {
		if w, known := b.of[id]; known {
			return b.held[w]
		}
		b.of[id] = n
	}
	b.held = slices.Grow(b.held, 1)[:n+1]
	if b.held[n] == nil {
		b.held[n] = make(judged, len(b.taken))
	}
	for i := range b.held[n] {
		b.held[n][i] = -1
	}
	return b.held[n]
}

// fill takes the judgments of a form. Rater j answers what is wanted at least j
// times; he is the first, in the order of the data, who did and is free. On a
// form of a panel the order begins elsewhere for each form and object, so that
// forms do not always have the same raters.
func (b *Bought) fill(form []int, turn int) bool {
	n := len(b.held)
	for j := 1; j <= b.r[form[0]]; j++ {
		wanted := form
		for b.r[wanted[len(wanted)-1]] < j {
			wanted = wanted[:len(wanted)-1]
		}
		found := false
		for i := range n {
			w := i
			if b.panel {
				w = (i + turn) % n
			}
			if b.used[w] || slices.ContainsFunc(wanted, func(a int) bool { return b.held[w][b.place[a]] < 0 }) {
				continue
			}
			b.used[w], found = true, true
			for _, a := range wanted {
				b.taken[b.place[a]] = append(b.taken[b.place[a]], b.held[w][b.place[a]])
			}
			break
		}
		if !found {
			return false
		}
	}
	return true
}
