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
	skewed  bool   // a number is another than the place less one
	touched uint32 // means nothing
}

// nameSlot stands for a name. Names are mostly short: one of up to eight bytes is compared
// without a look at the name itself, which saves a wait for memory.
type nameSlot struct {
	word  uint64 // wordOf(name)
	tag   uint32 // tagOf(hash, name)
	place uint32 // among entries, from 1 on; 0 for none
}

// nameEntry is a name with its number.
type nameEntry struct {
	name   string
	number int32
}

// tagOf is a part of a name's hash, and the length as far as it has room in 8 bits.
func tagOf(hash uint64, name string) uint32 {
	return uint32(hash>>32)&^0xff | uint32(min(len(name), 0xff))
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
	mask, word, tag := uint64(len(t.slots)-1), wordOf(name), tagOf(hash, name)
	for at := hash & mask; ; at = (at + 1) & mask {
		s := &t.slots[at]
		if s.place == 0 {
			return 0
		}
		if s.tag == tag && s.word == word && (len(name) <= 8 || t.entries[s.place-1].name == name) {
			return int32(s.place)
		}
	}
}

// look writes the numbers of names, from 1 on, and 0 for a name that is not there. It does so
// in steps for some names at a time, none of which depends on another name: the processor waits
// for the memory of many of them at once, and most of a large table is in no cache.
func (t *nameTable) look(hashes []uint64, names []string, numbers []int32) {
	if len(t.slots) == 0 {
		clear(numbers)
		return
	}
	mask := uint64(len(t.slots) - 1)
	for _, hash := range hashes {
		t.touched += t.slots[hash&mask].place
	}
	for i, hash := range hashes {
		numbers[i] = t.find(hash, names[i])
	}
	if !t.skewed {
		return
	}
	for i, place := range numbers {
		if place > 0 {
			numbers[i] = t.entries[place-1].number + 1
		}
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
	t.skewed = t.skewed || number != len(t.entries)
	t.entries = append(t.entries, nameEntry{name, int32(number)})
	t.enter(uint32(len(t.entries)))
}

func (t *nameTable) enter(place uint32) {
	name := t.entries[place-1].name
	hash := hashName(name)
	mask := uint64(len(t.slots) - 1)
	at := hash & mask
	for t.slots[at].place > 0 {
		at = (at + 1) & mask
	}
	t.slots[at] = nameSlot{wordOf(name), tagOf(hash, name), place}
}

// ids gives names their numbers in order of first appearance.
type ids struct {
	nameTable
	add   func(string) int // enters a new name where it is kept, and returns its number
	names []string         // by number
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
	if d.last >= 0 && name == d.names[d.last] {
		return d.last
	}
	i, ok := d.known(name)
	if !ok {
		i = d.enterName(strings.Clone(name))
	}
	d.last = i
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
