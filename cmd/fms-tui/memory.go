package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

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
	least := uint64(debug.SetMemoryLimit(-1)) // GOMEMLIMIT; the largest number for none
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
