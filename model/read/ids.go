package read

import "strings"

// ids gives names their numbers in order of first appearance.
type ids struct {
	numbers map[string]int
	add     func(string) int // enters a new name where it is kept, and returns its number
	names   []string         // by number
	last    int              // what was asked for last, and mostly is again; -1 for nothing
}

// newIDs returns no names yet.
func newIDs(add func(string) int) ids { return ids{numbers: make(map[string]int), add: add, last: -1} }

// known returns the number of a name.
func (d *ids) known(name string) (number int, ok bool) {
	number, ok = d.numbers[name]
	return number, ok
}

// id returns the number of a name that is not empty. The name may be part of a
// longer string, of which nothing is kept.
func (d *ids) id(name string) int {
	if d.last >= 0 && name == d.names[d.last] {
		return d.last
	}
	i, ok := d.numbers[name]
	if !ok {
		i = d.enterName(strings.Clone(name))
	}
	d.last = i
	return i
}

func (d *ids) enterName(name string) int {
	i := d.add(name)
	d.numbers[name] = i
	for len(d.names) <= i {
		d.names = append(d.names, "")
	}
	d.names[i] = name
	return i
}

// fresh enters a name for something that has none, made different from all
// names so far.
func (d *ids) fresh(name string) int {
	for {
		if _, taken := d.numbers[name]; !taken {
			return d.enterName(name)
		}
		name += "′"
	}
}
