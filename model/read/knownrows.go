package read

import "fms-tui/model"

// isPlain tells whether a row of the long layout is a judgment and numbers for labels: nothing
// else is kept of it.
func (l *long) isPlain() bool {
	if l.asked != nil || l.price != nil || l.calls != nil || len(l.facets) > 0 || l.place < 0 {
		return false
	}
	for _, label := range l.labels {
		if label.place < 0 || label.values.ordered {
			return false
		}
	}
	return true
}

// forget forgets the numbers of objects where a part was handed on: the next part has numbers
// of its own.
func (k *knownNames) forget() {
	if p := k.to.parts; p != nil && p.n != k.parts {
		k.parts, k.last = p.n, -1
		clear(k.object.number)
	}
}

// run adds rows from n on as [long.add] does, as long as their object, attribute and rater are
// known by their places in dictionaries, and returns the first row that it did not add.
func (k *knownNames) run(b *columnRows, n, width int) (int, error) {
	if !k.fast || k.object.of.codes == nil || k.attribute.of.codes == nil || k.rater.at >= 0 && k.rater.of.codes == nil {
		return n, nil
	}
	c, l, from := k.to, k.long, n
	for ; n < b.n; n++ {
		object, attribute, rater := int(k.object.known(n))-1, int(k.attribute.known(n))-1, model.NoRater
		if k.rater.at >= 0 {
			if rater = k.rater.known(n) - 1; rater < 0 {
				break
			}
		}
		numbers := b.numbers[n*width:][:width]
		if object < 0 || attribute < 0 || b.odd != nil && b.odd[n] != nil || !l.labelled(object, numbers) {
			break
		}
		if object != k.last {
			if k.last = object; c.parts != nil {
				c.parts.again++
			}
		}
		if value := numbers[l.place]; value != value {
			l.values.missing++
			c.missing++
		} else {
			l.values.numbers++
			if rater >= 0 {
				l.rated++
			}
			c.add(object, attribute, rater, value, k.roles, b.line+n)
		}
		if err := c.counted(k.roles, b.line+n); err != nil {
			return n, err
		}
	}
	if n > from {
		c.objects.last = -1 // nobody looked an object up
	}
	return n, nil
}

// labelled tells whether an object has the labels of a row already.
func (l *long) labelled(object int, numbers []float64) bool {
	for i := range l.labels {
		v, value := l.labels[i].values, numbers[l.labels[i].place]
		if v.problem == nil && value == value && (object >= len(v.cells) || v.cells[object].value != value || !v.cells[object].has()) {
			return false
		}
	}
	return true
}
