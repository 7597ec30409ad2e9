package main

import (
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
	leastGarbage   = 10 // percent
)

// boundGarbage sets how much garbage may lie about, now and after every collection. An
// object that nobody holds differs from live ones in each of them.
func boundGarbage() {
	debug.SetGCPercent(percentOf(livingBytes()))
	type marker struct{ _ [16]byte }
	runtime.AddCleanup(new(marker), func(int) { boundGarbage() }, 0)
}

// percentOf is the growth in percent that a heap of this size is allowed.
func percentOf(living uint64) int {
	return int(max(leastGarbage, min(uint64(mostGarbage-spared.Load()), 100*(garbageAllowed-sparedBytes.Load())/max(living, 1))))
}

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
