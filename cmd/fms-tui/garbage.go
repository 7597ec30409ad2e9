package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

const (
	// mostGarbage is how much the heap may grow before it is collected, in percent of what
	// lives: what is read stays in memory to the end, and collecting it again and again
	// while it grows takes a tenth of the start and frees nothing.
	mostGarbage = 400
	// garbageAllowed is how much it may grow in bytes, once that is less. Large data are
	// large arrays of numbers, which cost a collection next to nothing.
	garbageAllowed = 160 << 20
	// comfortable is what the heap takes together with garbage, if it can: a thousand
	// attributes then stay below 1 GB. What lives beyond it has crampedGarbage beside it.
	comfortable    = 840 << 20
	crampedGarbage = 40 << 20
	leastGarbage   = 5 // percent
	// besideHeap is what Go has mapped beside the heap, and for blocks between others.
	besideHeap = 40 << 20
)

// boundGarbage sets how much garbage may lie about, now and after every collection. An
// object that nobody holds differs from live ones in each of them. Memory beyond that is
// given back to the system: a limit does so at once, and collections alone after minutes.
func boundGarbage() {
	living := livingBytes()
	debug.SetGCPercent(percentOf(living))
	if givenLimit == math.MaxInt64 {
		debug.SetMemoryLimit(limitOf(living))
	}
	type marker struct{ _ [16]byte }
	runtime.AddCleanup(new(marker), func(int) { boundGarbage() }, 0)
}

// percentOf is the growth in percent that a heap of this size is allowed.
func percentOf(living uint64) int {
	return int(max(leastGarbage, min(uint64(mostGarbage-spared.Load()), 100*min(garbageBeside(living), garbageAllowed-sparedBytes.Load())/max(living, 1))))
}

// garbageBeside is by how many bytes a heap of this size may grow, whatever is spared.
func garbageBeside(living uint64) uint64 {
	return max(crampedGarbage, min(garbageAllowed, comfortable-min(living, comfortable)))
}

// limitOf is what Go may have mapped beside a heap of this size.
func limitOf(living uint64) int64 {
	return int64(max(comfortable, living+max(garbageBeside(living), living*leastGarbage/100)) + besideHeap)
}

// givenLimit is GOMEMLIMIT, which the program leaves as it is; the largest number for none.
var givenLimit = debug.SetMemoryLimit(-1)

// spared is what is taken off mostGarbage, sparedBytes off garbageAllowed.
var spared, sparedBytes atomic.Uint64

// limitGarbage limits garbage to a percentage of the live memory, and to bytes, until the
// returned function is called.
func limitGarbage(percent, bytes uint64) (end func()) {
	spared.Store(mostGarbage - percent)
	sparedBytes.Store(garbageAllowed - bytes)
	debug.SetGCPercent(percentOf(livingBytes()))
	return func() {
		spared.Store(0)
		sparedBytes.Store(0)
	}
}

// livingBytes is what the last collection found alive.
func livingBytes() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
