package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"fms-tui/model/read"
)

// bytesAPair is what a pair of attributes takes at the peak: 10 packed blocks of two kinds of
// sums are 80 bytes, folds as much, a split of the objects the same again, and what is computed
// from them several times that. With 1,000 attributes .9 to 1 GB were measured.
const bytesAPair = 1100

const (
	fewestAttributes = 1000 // are allowed whatever the memory
	mostAttributes   = 5000 // are allowed by default; with more, an answer takes hours
	usualMemory      = 8 << 30
)

// attributesThatFit is how many attributes half of the memory holds.
func attributesThatFit(memory uint64) int64 {
	return int64(min(max(math.Sqrt(float64(memory/2)/bytesAPair), fewestAttributes), mostAttributes))
}

// memory is what the machine, or the group of processes that the program runs in,
// has; the usual amount where the system does not say.
func memory() uint64 {
	least := uint64(givenLimit)
	known := least < math.MaxInt64
	for _, path := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if n, ok := bytesIn(path, "", 1); ok {
			least, known = min(least, n), true
		}
	}
	if n, ok := bytesIn("/proc/meminfo", "MemTotal:", 1<<10); ok {
		least, known = min(least, n), true
	}
	if !known {
		return usualMemory
	}
	return least
}

// bytesIn reads the number after a word in a file of the system.
func bytesIn(path, word string, unit uint64) (uint64, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	_, after, found := strings.Cut(string(text), word)
	fields := strings.Fields(after)
	if !found || len(fields) == 0 {
		return 0, false
	}
	n, err := strconv.ParseUint(fields[0], 10, 64)
	return n * unit, err == nil && n > 0
}

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

// addLimits adds the flags about what files may ask for.
func addLimits(p *program, root *cobra.Command) {
	p.limits.Attributes = attributesThatFit(memory())
	fs := root.PersistentFlags()
	fs.Var(&value{kind: "NAME=SIZE", read: p.limits.Set}, "limit", "raise or lower a limit of files, such as line=200M: "+strings.Join(read.LimitNames(), ", "))
	fs.BoolVar(&p.limits.Trust, "trust", false, "unpack compressed files of any size")
}

// withFlag is an error with the flag that lets the file be read all the same.
func withFlag(err error) error {
	var limit *read.LimitError
	if !errors.As(err, &limit) {
		return err
	}
	flag := fmt.Sprintf("--limit %s=SIZE allows more", limit.Limit)
	if limit.Limit == read.Trusted {
		flag = "--trust unpacks it all the same"
	}
	return fmt.Errorf("%w; the limit is %s=%s, and %s", err, limit.Limit, read.SizeText(limit.Most), flag)
}
