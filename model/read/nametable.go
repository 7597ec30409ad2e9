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

// nameEntry is a name with its number. Its first bytes are beside them: names are mostly short,
// and to compare them without a look at the names themselves saves a wait for memory.
type nameEntry struct {
	name   string
	word   uint64 // wordOf(name)
	number int32
}

// is tells whether the entry is of a name with that word.
func (e *nameEntry) is(name string, word uint64) bool {
	return e.word == word && len(e.name) == len(name) && (len(name) <= 8 || e.name == name)
}

// wordOf are the first eight bytes of a name, with zeros behind a shorter one.
func wordOf(name string) (word uint64) {
	if len(name) >= 8 {
		return uint64(name[0]) | uint64(name[1])<<8 | uint64(name[2])<<16 | uint64(name[3])<<24 |
			uint64(name[4])<<32 | uint64(name[5])<<40 | uint64(name[6])<<48 | uint64(name[7])<<56
	}
	for i := range len(name) {
		word |= uint64(name[i]) << (8 * i)
	}
	return word
}

// hashSeed is the seed of all tables: a file cannot be made to fill one slot.
var hashSeed = maphash.MakeSeed()

func hashName(name string) uint64 { return maphash.String(hashSeed, name) }

// find returns the place of a name among entries, from 1 on; 0 where it is not there.
func (t *nameTable) find(hash uint64, name string) int32 {
	if len(t.slots) == 0 {
		return 0
	}
	mask, word := uint64(len(t.slots)-1), wordOf(name)
	for at := hash & mask; ; at = (at + 1) & mask {
		s := t.slots[at]
		if s.place == 0 {
			return 0
		}
		if s.hash == uint32(hash>>32) && t.entries[s.place-1].is(name, word) {
			return int32(s.place)
		}
	}
}

// look writes the places of names, as [nameTable.find] returns them. It does so in steps for
// some names at a time, none of which depends on another name: the processor waits for the
// memory of many of them at once, and most of a large table is in no cache.
func (t *nameTable) look(hashes []uint64, names []string, places []int32) {
	if len(t.slots) == 0 {
		clear(places)
		return
	}
	mask := uint64(len(t.slots) - 1)
	for i, hash := range hashes {
		s := t.slots[hash&mask]
		places[i] = int32(s.place)
		if s.place > 0 && s.hash != uint32(hash>>32) {
			places[i] = -1
		}
	}
	for i, name := range names {
		switch place := places[i]; {
		case place > 0 && !t.entries[place-1].is(name, wordOf(name)), place < 0:
			places[i] = t.find(hashes[i], name)
		}
	}
}

// reset forgets all names, and keeps the table's memory.
func (t *nameTable) reset() {
	clear(t.slots)
	clear(t.entries)
	t.entries = t.entries[:0]
}

// put enters a name that is not there. The name is kept.
func (t *nameTable) put(name string, number int) {
	if 2*len(t.entries) >= len(t.slots) {
		t.slots = make([]nameSlot, max(16, 2*len(t.slots)))
		for i := range t.entries {
			t.enter(uint32(i + 1))
		}
	}
	t.entries = append(t.entries, nameEntry{name, wordOf(name), int32(number)})
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
	short *shortNames      // of names that come in any order; nil where they mostly repeat
	last  int              // what was asked for last, and mostly is again; -1 for nothing
	name  string           // of last
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
	if d.short != nil {
		return d.ofShort(name)
	}
	if d.last >= 0 && name == d.name {
		return d.last
	}
	return d.ofAny(name)
}

// ofAny is id for a name that was not asked for just before.
func (d *ids) ofAny(name string) int {
	i, ok := d.known(name)
	if !ok {
		i = d.enterName(strings.Clone(name))
	}
	d.last, d.name = i, d.names[i]
	return i
}

func (d *ids) enterName(name string) int {
	i := d.add(name)
	d.put(name, i)
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
		if _, taken := d.known(name); !taken {
			return d.enterName(name)
		}
		name += "′"
	}
}
