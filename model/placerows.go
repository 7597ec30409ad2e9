package model

import "math"

// rowPlacer writes the judgments of rows where a data set has them, object after object.
type rowPlacer struct {
	to     *Dataset
	at     int       // judgments that are placed
	object []rowOf   // the rows of the object at hand, in the order of reading
	value  []float64 // of these: the data set's memory may be theirs
	sorter *cellSorter
	last   struct { // the last object whose rows were placed as wholes
		form     *rowForm
		rows, at int
	}
}

// rowOf is a row with its values.
type rowOf struct {
	form  *rowForm
	value []float64
	rater int32
	gap   bool
}

// place lays the judgments out as [Builder.place] does. Rows in one slab whose objects come in
// their order are placed where they are: no object then needs more room before it than it had.
func (r *rows) place(d *Dataset) {
	order := r.byObject(len(d.Objects))
	d.Attr, d.Rater = make([]int32, r.n+1)[:r.n], make([]int32, r.n+1)[:r.n] // placeGaps writes there
	if order == nil && len(r.slabs) == 1 {
		d.Value = r.slabs[0].value[:r.n:min(r.n+1, r.cells)]
	} else {
		d.Value = make([]float64, r.n+1)[:r.n]
	}
	p := rowPlacer{to: d, sorter: newCellSorter(len(d.Attributes))}
	i, slab, passed := 0, 0, 0
	for o := range d.Objects {
		d.Start[o] = p.at
		for p.object = p.object[:0]; i < len(r.heads); i++ {
			row := i
			if order != nil {
				row = int(order[i])
			}
			h := r.heads[row]
			if int(h.object) != o {
				break
			}
			form, value := r.of(row, &slab)
			p.object = append(p.object, rowOf{form, value, h.rater, r.gap(row)})
		}
		p.place()
		for ; order == nil && passed < slab; passed++ {
			r.slabs[passed].value = nil
		}
	}
	d.Start[len(d.Objects)] = p.at
}

// byObject returns the rows in the order of their objects, nil where they come so.
func (r *rows) byObject(objects int) []int32 {
	sorted := true
	for i := 1; i < len(r.heads); i++ {
		sorted = sorted && r.heads[i-1].object <= r.heads[i].object
	}
	if sorted {
		return nil
	}
	next, order := make([]int32, objects+1), make([]int32, len(r.heads))
	for _, h := range r.heads {
		next[h.object+1]++
	}
	for o := 1; o <= objects; o++ {
		next[o] += next[o-1]
	}
	for row, h := range r.heads {
		order[next[h.object]] = int32(row)
		next[h.object]++
	}
	return order
}

// place writes the rows of the object at hand.
func (p *rowPlacer) place() {
	if len(p.object) == 0 {
		return
	}
	form, gap := p.object[0].form, false
	same := form.distinct || len(p.object) == 1
	for i := range p.object {
		same = same && p.object[i].form == form
		gap = gap || p.object[i].gap
	}
	if !same {
		p.placeSome()
		return
	}
	p.value = p.value[:0]
	for i := range p.object {
		p.value = append(p.value, p.object[i].value...)
	}
	if gap {
		p.placeGaps(form)
		return
	}
	n, k := len(p.value), len(p.object)
	p.writeValues(p.to.Value[p.at:p.at+n], form)
	p.writeAttributes(p.to.Attr[p.at:p.at+n], form)
	raters := p.to.Rater[p.at : p.at+n]
	for i := range p.object {
		raters[i] = p.object[i].rater
	}
	for done := k; done < n; done *= 2 {
		copy(raters[done:], raters[:done])
	}
	p.last.form, p.last.rows, p.last.at = form, k, p.at
	p.at += n
}

// tileCells is how many values are written over and over before the next ones: they stay in
// a cache.
const tileCells = 2048

// writeValues writes k rows of w columns as w cells of k judgments.
func (p *rowPlacer) writeValues(to []float64, form *rowForm) {
	k, w := len(p.object), len(form.attr)
	switch {
	case form.order != nil:
		for cell, column := range form.order {
			for row := range k {
				to[cell*k+row] = p.value[row*w+int(column)]
			}
		}
	case k == 1:
		copy(to, p.value)
	case k == 2:
		first, second := p.value[:w], p.value[w:]
		second, to = second[:len(first)], to[:2*len(first)]
		for i, x := range first {
			to[2*i], to[2*i+1] = x, second[i]
		}
	default:
		tile := max(1, tileCells/k)
		for from := 0; from < w; from += tile {
			for row := range k {
				at := from*k + row
				for _, x := range p.value[row*w+from : row*w+min(from+tile, w)] {
					to[at] = x
					at += k
				}
			}
		}
	}
}

// writeAttributes writes the attributes of as many rows of a form as the object at hand has.
func (p *rowPlacer) writeAttributes(to []int32, form *rowForm) {
	k := len(p.object)
	if p.last.form == form && p.last.rows == k {
		copy(to, p.to.Attr[p.last.at:])
		return
	}
	for cell := range form.attr {
		column := form.column(cell)
		for row := range k {
			to[cell*k+row] = form.attr[column]
		}
	}
}

// placeGaps writes rows of one form some of whose judgments are missing. What is missing is
// written too, and written over: a branch on it is hard to predict. The last of it may stand one
// place behind all judgments.
func (p *rowPlacer) placeGaps(form *rowForm) {
	d, k, w, at := p.to, len(p.object), len(form.attr), p.at
	values, attrs, raters := d.Value[:cap(d.Value)], d.Attr[:cap(d.Attr)], d.Rater[:cap(d.Rater)]
	for cell := range w {
		column := form.column(cell)
		for row := range k {
			x := p.value[row*w+column]
			values[at], attrs[at], raters[at] = x, form.attr[column], p.object[row].rater
			present := 0
			if math.Float64bits(x)&(1<<63-1) <= infinite {
				present = 1
			}
			at += present
		}
	}
	p.at = at
}

// infinite are the bits of +Inf. NaN has larger ones.
const infinite = 0x7ff << 52

// placeSome writes rows of several forms, or with several columns of an attribute.
func (p *rowPlacer) placeSome() {
	s := p.sorter
	for i := range p.object {
		o := &p.object[i]
		for column, x := range o.value {
			if x == x {
				s.attr, s.value, s.rater = append(s.attr, o.form.attr[column]), append(s.value, x), append(s.rater, o.rater)
			}
		}
	}
	end := p.at + len(s.attr)
	s.place(p.to.Attr[p.at:end], p.to.Value[p.at:end], p.to.Rater[p.at:end])
	s.forget()
	p.at = end
}
