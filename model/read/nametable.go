package read

import (
	"hash/maphash"
	"strings"
)

// nameTable finds the number of a name. It is a hash table with open addressing that
// holds places in a list of names. In place of a map it looks up many names at once
// ([nameTable.look]), whose waits for memory overlap then.
type nameTable struct {
	slots   []nameSlot // a power of two, at most half of them in use
	entries []nameEntry
}

// nameSlot is a part of a name's hash and its place among entries, from 1 on; 0 for none.
type nameSlot struct{ hash, place uint32 }

type nameEntry struct {
	name   string
	number int32
}

// hashSeed is the seed of all tables: a file cannot be made to fill one slot.
var hashSeed = maphash.MakeSeed()

func hashName(name string) uint64 { return maphash.String(hashSeed, name) }

// find returns the place of a name among entries, from 1 on; 0 where it is not there.
func (t *nameTable) find(hash uint64, name string) int32 {
	if len(t.slots) == 0 {
		return 0
	}
	mask := uint64(len(t.slots) - 1)
	for at := hash & mask; ; at = (at + 1) & mask {
		s := t.slots[at]
		if s.place == 0 {
			return 0
		}
		if s.hash == uint32(hash>>32) && t.entries[s.place-1].name == name {
			return int32(s.place)
		}
	}
}

// look writes the places of names, as [nameTable.find] returns them.
func (t *nameTable) look(hashes []uint64, names []string, places []int32) {
	for i, hash := range hashes {
		if i > 0 && hash == hashes[i-1] && names[i] == names[i-1] {
			places[i] = places[i-1]
			continue
		}
		places[i] = t.find(hash, names[i])
	}
}

// put enters a name that is not there. The name is kept.
func (t *nameTable) put(name string, number int) {
	if 2*len(t.entries) >= len(t.slots) {
		t.slots = make([]nameSlot, max(16, 2*len(t.slots)))
		for i := range t.entries {
			t.enter(uint32(i + 1))
		}
	}
	t.entries = append(t.entries, nameEntry{name, int32(number)})
	t.enter(uint32(len(t.entries)))
}

func (t *nameTable) enter(place uint32) {
	hash := hashName(t.entries[place-1].name)
	mask := uint64(len(t.slots) - 1)
	at := hash & mask
	for t.slots[at].place > 0 {
		at = (at + 1) & mask
	}
	t.slots[at] = nameSlot{uint32(hash >> 32), place}
}

// ids gives names their numbers in order of first appearance.
type ids struct {
	nameTable
	add   func(string) int // enters a new name where it is kept, and returns its number
	names []string         // by number
	after []int32          // by number: what was asked for after it last time, and mostly is again; nil to not guess
	last  int              // what was asked for last, and mostly is again; -1 for nothing
}

// newIDs returns no names yet.
func newIDs(add func(string) int) ids { return ids{add: add, last: -1} }

// known returns the number of a name.
func (d *ids) known(name string) (number int, ok bool) {
	place := d.find(hashName(name), name)
	if place == 0 {
		return 0, false
	}
	return int(d.entries[place-1].number), true
}

// id returns the number of a name that is not empty. The name may be part of a
// longer string, of which nothing is kept.
func (d *ids) id(name string) int {
	if d.last >= 0 {
		if name == d.names[d.last] {
			return d.last
		}
		if d.after != nil {
			if next := int(d.after[d.last]); name == d.names[next] {
				d.last = next
				return next
			}
		}
	}
	i, ok := d.known(name)
	if !ok {
		i = d.enterName(strings.Clone(name))
	}
	if d.after != nil && d.last >= 0 {
		d.after[d.last] = int32(i)
	}
	d.last = i
	return i
}

func (d *ids) enterName(name string) int {
	i := d.add(name)
	d.put(name, i)
	for len(d.names) <= i {
		d.names = append(d.names, "")
		if d.after != nil {
			d.after = append(d.after, 0)
		}
	}
	d.names[i] = name
	return i
}

// fresh enters a name for something that has none, made different from all
// names so far.
func (d *ids) fresh(name string) int {
	for {
		if _, taken := d.known(name); !taken {
			return d.enterName(name)
		}
		name += "′"
	}
}
